"""Cases P: paths and encodings."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lwc.errors import LwcError

if TYPE_CHECKING:
    from lwc import Wiki


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def write(path: Path, content: str | bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


NAME = "Jürgen Müller/über.md"


def test_a_source_added_in_one_composition_is_found_in_the_other(
    wiki: Wiki, run: Any, store_dir: Path
) -> None:
    """P1"""
    write(store_dir / nfd(NAME), "Über die Regeln.\n")
    added = run("source", "add", nfd(NAME)).json
    assert added["source"]["origin"] == nfd(NAME)
    assert run("source", "show", nfc(NAME)).json["source"]["id"] == added["source"]["id"]
    assert run("source", "show", nfd(NAME)).json["text"] == "Über die Regeln.\n"


def test_the_other_composition_is_no_second_document(wiki: Wiki, store_dir: Path) -> None:
    """P1"""
    first = wiki.sources.add(write(store_dir / nfd(NAME), "Über die Regeln.\n"))
    second = wiki.sources.add(write(store_dir / nfc(NAME), "Über die Regeln.\n"))
    assert (second.created, second.source.id) == (False, first.source.id)
    third = wiki.sources.add(write(store_dir / nfc(NAME), "Über die neuen Regeln.\n"))
    assert (third.created, third.supersedes) == (True, first.source.id)
    assert wiki.sources.list().total == 1


def test_a_page_has_one_slug_in_all_compositions(wiki: Wiki) -> None:
    """P1"""
    wiki.pages.put(nfd("jürgen/über"), title=nfd("Über"), body="Regeln")
    assert wiki.pages.show(nfc("jürgen/über")).page.slug == nfd("jürgen/über")
    assert wiki.pages.show(nfc("Über")).page.slug == nfd("jürgen/über")
    assert wiki.pages.list().total == 1


NAMES = [
    "a b.md",
    "a_b.md",
    "a-b.md",
    "A-b.md",
    "🐘.md",
    "# x & [y].md",
    "é" * 126 + ".md",
    "-x.md",
    "%41.md",
    "'\".md",
]


def test_names_of_files_round_trip(wiki: Wiki, run: Any, store_dir: Path) -> None:
    """P2"""
    assert max(len(os.fsencode(name)) for name in NAMES) == 255
    for number, name in enumerate(NAMES):
        write(store_dir / "notes" / name, f"This is number {number}.\n")
    answer = run("source", "add", "notes").json
    assert sorted(source["origin"] for source in answer["added"]) == sorted(f"notes/{name}" for name in NAMES)
    assert answer["skipped"] == []
    for number, name in enumerate(NAMES):
        shown = run("source", "show", f"notes/{name}").json
        assert (shown["source"]["origin"], shown["text"]) == (f"notes/{name}", f"This is number {number}.\n")
    again = run("source", "add", "notes").json
    assert (again["changed"], again["unchanged"], again["added"]) == (False, len(NAMES), [])


@pytest.mark.parametrize("name", [name.removesuffix(".md") for name in NAMES if name != "'\".md"])
def test_slugs_round_trip(wiki: Wiki, run: Any, name: str) -> None:
    """P2"""
    assert run("page", "put", "--title", "Some title", "--", name).json["page"]["slug"] == name
    shown = run("page", "show", "--", name).json
    assert shown["page"]["slug"] == name
    assert run("page", "list").json["pages"][0]["slug"] == name
    assert run("search", "some title").json["results"][0]["ref"] == f"project:page:{name}"
    assert run("page", "show", f"project:page:{name}").json["page"]["slug"] == name


def test_slugs_that_differ_by_case_or_composition_alone_collide(wiki: Wiki) -> None:
    """P2"""
    wiki.pages.put("a-b", title="First")
    wiki.pages.put("über", title="Second")
    wiki.pages.put("a_b", title="Third")
    wiki.pages.put("a b", title="Fourth")
    for slug, other in (("A-b", "a-b"), (nfd("Über"), "über")):
        with pytest.raises(LwcError) as caught:
            wiki.pages.put(slug, title="Another")
        assert (caught.value.code, caught.value.exit_code) == ("slug_collision", 4)
        assert slug in caught.value.message
        assert other in caught.value.message
    assert wiki.pages.list().total == 4


TEXTS: dict[str, tuple[bytes, str, str]] = {
    "mark": (b"\xef\xbb\xbfBeginning\n", "Beginning\n", "utf-8-sig"),
    "crlf": (b"one\r\ntwo\r\n", "one\r\ntwo\r\n", "utf-8"),
    "open end": ("ohne Ende ü".encode(), "ohne Ende ü", "utf-8"),
    "utf-16 little": (b"\xff\xfe" + "中文 text".encode("utf-16-le"), "中文 text", "utf-16"),
    "utf-16 big": (b"\xfe\xff" + "中文 text".encode("utf-16-be"), "中文 text", "utf-16"),
    "empty": (b"", "", "utf-8"),
    "front matter": (b"---\ntitle: Only this\n---\n", "---\ntitle: Only this\n---\n", "utf-8"),
    "broken front matter": (b"---\ntitle: [\n---\nBody\n", "---\ntitle: [\n---\nBody\n", "utf-8"),
    "lone carriage return": (b"one\rtwo", "one\rtwo", "utf-8"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_that_comes_in_is_kept_to_the_byte(wiki: Wiki, run: Any, store_dir: Path, name: str) -> None:
    """P3"""
    raw, text, encoding = TEXTS[name]
    write(store_dir / "a.md", raw)
    added = run("source", "add", "a.md").json
    assert added["source"]["bytes"] == len(raw)
    assert added["source"]["encoding"].startswith(encoding)
    shown = run("source", "show", "1").json
    assert shown["text"] == text
    assert shown["window"]["total_chars"] == len(text)
    assert run("source", "status").json["sources"][0]["status"] == "fresh"
    assert run("source", "add", "a.md").json["created"] is False


def test_front_matter_gives_a_source_its_title(wiki: Wiki, run: Any, store_dir: Path) -> None:
    """P3"""
    write(store_dir / "a.md", TEXTS["front matter"][0])
    assert run("source", "add", "a.md").json["source"]["title"] == "Only this"
    assert run("search", "only this").json["results"][0]["identifier"] == "1"


REFUSED: dict[str, tuple[bytes, str, int]] = {
    "nul": (b"text\0text", "not_text", 4),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not_text", 8),
    "latin-1": ("Grüße aus Köln".encode("latin-1"), "wrong_encoding", 2),
    "utf-16 without mark": ("text".encode("utf-16-le"), "not_text", 1),
    "utf-16 with half a pair": (b"\xff\xfe\x00\xd8", "wrong_encoding", 2),
    "cut short": ("中文".encode()[:-1], "wrong_encoding", 3),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_text_is_refused_with_the_offset(wiki: Wiki, run: Any, store_dir: Path, name: str) -> None:
    """P3"""
    raw, code, offset = REFUSED[name]
    write(store_dir / "a.md", raw)
    for done in (run("source", "add", "a.md"), run("source", "add", "-", input=raw)):
        assert (done.code, done.error["code"], done.stdout) == (4, code, "")
        assert done.error["details"]["offset"] == offset
    assert run("page", "put", "a", "--title", "A", "--body", "a.md").error["code"] == code
    assert run("source", "list").json["total"] == 0


def test_another_encoding_is_read_when_it_is_named(wiki: Wiki, run: Any, store_dir: Path) -> None:
    """P3"""
    raw = "Grüße aus Köln".encode("latin-1")
    write(store_dir / "a.md", raw)
    added = run("source", "add", "a.md", "--encoding", "latin-1").json["source"]
    assert added["bytes"] == len(raw)
    assert run("source", "show", "1").json["text"] == "Grüße aus Köln"
    assert run("source", "status").json["sources"][0]["status"] == "fresh"
    assert run("search", "Köln").json["results"][0]["identifier"] == "1"
