"""Sources: immutable content, its lineage by origin, and how it compares with the file it came from."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.text.digest import fingerprint


def refused(code: str, call: Any, *args: Any, **options: Any) -> LwcError:
    with pytest.raises(LwcError) as caught:
        call(*args, **options)
    assert caught.value.code == code, caught.value.message
    return caught.value


def found(wiki: Wiki, query: str) -> list[str]:
    return [hit.identifier for hit in wiki.search(query, type="source").results]


@pytest.fixture
def rules(store_dir: Path) -> Path:
    file = store_dir / "docs" / "rules.md"
    file.parent.mkdir()
    file.write_text("# Rules\n\nThe pool holds twenty.\n", encoding="utf-8")
    return file


# ── add ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_is_added_whole_under_its_path_from_the_root(wiki: Wiki, rules: Path) -> None:
    answer = wiki.sources.add(
        "docs/rules.md", facets=[("version", "v2"), ("region", "eu"), ("version", "v3")]
    )
    source = answer.source
    assert (answer.created, answer.changed, answer.supersedes) == (True, True, None)
    assert (source.id, source.ref, source.origin, source.title) == (
        1,
        "project:source:1",
        "docs/rules.md",
        "Rules",
    )
    assert (source.bytes, source.fingerprint) == (rules.stat().st_size, fingerprint(rules.read_bytes()))
    assert (source.encoding, source.facets) == ("utf-8", {"region": ("eu",), "version": ("v2", "v3")})
    assert wiki.sources.show(1).text == rules.read_text()
    assert wiki.sources.show("docs/rules.md").source == source
    operation = wiki.log().operations[0]
    assert (operation.id, operation.action, operation.target) == (
        answer.operation,
        "source.add",
        "docs/rules.md",
    )


@pytest.mark.parametrize("path", ["docs/rules.md", "./docs/rules.md", "docs/../docs/rules.md", "absolute"])
def test_the_same_file_by_another_way_is_no_second_source(wiki: Wiki, rules: Path, path: str) -> None:
    first = wiki.sources.add("docs/rules.md")
    before = wiki.log().total
    again = wiki.sources.add(str(rules) if path == "absolute" else path)
    assert (again.created, again.changed, again.operation) == (False, False, None)
    assert (again.source, again.revision, wiki.log().total) == (first.source, first.revision, before)


def test_titles_come_from_the_best_place(wiki: Wiki) -> None:
    add = wiki.sources.add_bytes
    assert add(b"Plain text.", origin="a/notes.2025.md").source.title == "notes.2025"
    assert add(b"---\ntitle: Front\n---\n# Heading\n", origin="b.md").source.title == "Front"
    assert add(b"Text.\n\n# A *heading*\n", origin="c.md").source.title == "A heading"
    assert add(b"# Heading\n", origin="d.md", title=" Given \n title ").source.title == "Given title"
    assert add(b"x", origin="https://example.org/terms/").source.title == "terms"


def test_a_stream_gets_an_origin_from_its_content(wiki: Wiki) -> None:
    one, other = wiki.sources.add_bytes(b"one pool"), wiki.sources.add_bytes(b"other pool")
    assert one.source.origin == f"stdin:{fingerprint(b'one pool')[5:21]}"
    assert (other.supersedes, wiki.sources.list().total) == (None, 2)
    assert wiki.sources.add_bytes(b"one pool").changed is False
    assert sorted(found(wiki, "pool")) == ["1", "2"]
    named = wiki.sources.add_bytes(b"third", origin="https://example.org/terms")
    assert named.source.origin == "https://example.org/terms"
    assert wiki.sources.add_bytes(b"fourth", origin="https://example.org/terms").supersedes == 3


def test_equal_content_of_two_origins_is_two_sources(wiki: Wiki) -> None:
    for origin in ("a.md", "b.md"):
        assert wiki.sources.add_bytes(b"the same", origin=origin).created
    assert wiki.sources.list().total == 2


def test_an_equal_fingerprint_over_other_text_is_no_duplicate(wiki: Wiki) -> None:
    wiki.sources.add_bytes(b"what was stored", origin="a.md")
    wiki.close()
    with closing(sqlite3.connect(str(wiki.database))) as store:
        store.execute("UPDATE source SET fingerprint = ?", (fingerprint(b"what comes in"),))
        store.commit()
    answer = wiki.sources.add_bytes(b"what comes in", origin="a.md")
    assert (answer.created, answer.source.id, answer.supersedes) == (True, 2, 1)
    assert wiki.sources.show(2).text == "what comes in"


def test_an_origin_in_another_composition_is_the_same_lineage(wiki: Wiki) -> None:
    wiki.sources.add_bytes(b"one", origin="J\u00fcrgen/\u00fcber.md")
    answer = wiki.sources.add_bytes(b"two", origin="Ju\u0308rgen/u\u0308ber.md")
    assert answer.supersedes == 1
    assert wiki.sources.show("J\u00fcrgen/\u00fcber.md").source.id == 2


def test_case_in_an_origin_tells_two_sources_apart(wiki: Wiki) -> None:
    wiki.sources.add_bytes(b"one", origin="README.md")
    assert wiki.sources.add_bytes(b"two", origin="readme.md").supersedes is None


@pytest.mark.parametrize(
    ("raw", "options", "code"),
    [
        (b"a\0b", {}, "not_text"),
        (b"\xff\xfe\xfa", {}, "wrong_encoding"),
        (b"caf\xe9", {}, "wrong_encoding"),
        (b"x", {"encoding": "no-such"}, "invalid_value"),
        (b"x", {"facets": [("", "v")]}, "invalid_value"),
        (b"x", {"title": "a\0b"}, "not_text"),
        (b"x", {"origin": "o" * 5000}, "invalid_value"),
    ],
)
def test_what_can_not_be_stored_is_refused_and_nothing_is_written(
    wiki: Wiki, raw: bytes, options: dict[str, Any], code: str
) -> None:
    before = wiki.log().total
    refused(code, wiki.sources.add_bytes, raw, **options)
    assert (wiki.log().total, wiki.sources.list(all=True).total) == (before, 0)


# ── lineage ──────────────────────────────────────────────────────────────────────────────────────


def test_a_changed_file_is_a_new_source_and_the_old_is_no_longer_found(wiki: Wiki, rules: Path) -> None:
    wiki.sources.add(str(rules))
    rules.write_text("# Rules\n\nThe pool holds thirty.\n")
    answer = wiki.sources.add(str(rules))
    assert (answer.created, answer.source.id, answer.supersedes) == (True, 2, 1)
    assert wiki.sources.show(1).source.superseded_by == 2
    assert wiki.sources.show(1).text == "# Rules\n\nThe pool holds twenty.\n"
    assert (found(wiki, "twenty"), found(wiki, "thirty")) == ([], ["2"])
    assert [source.id for source in wiki.sources.list().sources] == [2]
    assert [source.id for source in wiki.sources.list(all=True).sources] == [1, 2]
    assert wiki.sources.show("docs/rules.md").source.id == 2


def test_a_file_that_goes_back_is_a_third_source(wiki: Wiki, rules: Path) -> None:
    texts = ("Version A.\n", "Version B.\n", "Version A.\n")
    for text in texts:
        rules.write_text(text)
        assert wiki.sources.add(str(rules)).created
    assert [source.superseded_by for source in wiki.sources.list(all=True).sources] == [2, 3, None]
    assert [wiki.sources.show(number).text for number in (1, 2, 3)] == list(texts)
    assert wiki.sources.add(str(rules)).changed is False
    assert found(wiki, "version") == ["3"]


def test_a_retired_source_is_kept_and_not_found(wiki: Wiki) -> None:
    wiki.sources.add_bytes(b"The pool holds twenty.", origin="a.md")
    wiki.pages.put("faq", cite=[1], body="x")
    answer = wiki.sources.retire("a.md", " withdrawn ")
    assert (answer.changed, answer.source.retired_reason) == (True, "withdrawn")
    assert found(wiki, "pool") == []
    assert wiki.sources.list().total == 0
    assert wiki.sources.show(1).text == "The pool holds twenty."
    assert [page.slug for page in wiki.sources.refs(1).pages] == ["faq"]
    before = wiki.log().total
    again = wiki.sources.retire(1, "once more")
    assert (again.changed, again.operation, again.source) == (False, None, answer.source)
    assert wiki.log().total == before
    assert wiki.sources.add_bytes(b"The pool holds twenty.", origin="a.md").source.id == 2
    assert found(wiki, "pool") == ["2"]
    refused("invalid_value", wiki.sources.retire, 2, " ")
    refused("source_not_found", wiki.sources.retire, 99, "gone")


def test_the_pages_that_cite_a_source_are_named(wiki: Wiki) -> None:
    wiki.sources.add_bytes(b"One. Two.", origin="a.md")
    assert wiki.sources.refs(1).pages == ()
    (span,) = wiki.spans.locate("source:1", "Two.").spans
    wiki.pages.put("b", title="Bee", kind="source", cite=[f"1#{span.id}"])
    wiki.pages.put("a", cite=["a.md"])
    answer = wiki.sources.refs("a.md")
    assert [(page.slug, page.kind) for page in answer.pages] == [("a", "note"), ("b", "source")]
    assert wiki.spans.get(answer.pages[1].span).span.text == "Two."
    wiki.pages.remove("a", "gone")
    assert wiki.sources.refs(1).total == 1


# ── what a source is called ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", [1, "1", "source:1", "project:source:1", "2025", "source:2025"])
def test_a_source_goes_by_its_id_and_by_its_origin_even_of_digits(wiki: Wiki, name: str | int) -> None:
    wiki.sources.add_bytes(b"text", origin="2025")
    assert wiki.sources.show(name).source.id == 1


@pytest.mark.parametrize("name", [0, 2, -1, "x.md", "", "9" * 30, "page:x", "²"])
def test_a_source_that_is_not_there_is_not_found(wiki: Wiki, name: str | int) -> None:
    wiki.sources.add_bytes(b"text", origin="a.md")
    assert refused("source_not_found", wiki.sources.show, name).exit_code == 3


def test_windows_of_a_source_join_to_the_whole(wiki: Wiki) -> None:
    text = "第一行。\r\n🐘 second\n\n" * 20
    wiki.sources.add_bytes(text.encode(), origin="a.md")
    parts, offset = [], 0
    while True:
        answer = wiki.sources.show(1, offset_chars=offset, max_chars=37)
        parts.append(answer.text)
        assert (answer.window.offset_chars, answer.window.total_chars) == (offset, len(text))
        if not answer.window.has_more:
            break
        offset = answer.window.next_offset_chars or 0
    assert "".join(parts) == text


def test_sources_are_listed_in_windows(wiki: Wiki) -> None:
    for number in range(5):
        wiki.sources.add_bytes(b"%d" % number, origin=f"{number}.md")
    first = wiki.sources.list(limit=2)
    assert ([source.id for source in first.sources], first.total, first.next_offset) == ([1, 2], 5, 2)
    last = wiki.sources.list(limit=2, offset=4)
    assert ([source.id for source in last.sources], last.truncated, last.next_offset) == ([5], False, None)


# ── status and diff ──────────────────────────────────────────────────────────────────────────────


def state(wiki: Wiki, number: int = 1) -> str:
    return next(source.status for source in wiki.sources.status(all=True).sources if source.id == number)


def test_status_follows_the_file(wiki: Wiki, rules: Path) -> None:
    wiki.sources.add(str(rules))
    content = rules.read_bytes()
    assert state(wiki) == "fresh"
    os.utime(rules, ns=(1, 1))
    assert state(wiki) == "fresh"
    rules.write_bytes(content + b"x")
    assert state(wiki) == "modified"
    rules.write_bytes(b"\0binary")
    assert state(wiki) == "modified"
    moved = rules.rename(rules.with_name("moved.md"))
    moved.write_bytes(content)
    assert state(wiki) == "missing"
    wiki.sources.add(str(moved))
    answer = wiki.sources.status()
    assert [(source.id, source.status, source.moved_to) for source in answer.sources] == [
        (1, "missing", (2,)),
        (2, "fresh", ()),
    ]
    assert (answer.counts, answer.total) == ({"fresh": 1, "missing": 1}, 2)


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ("Ünïcode\r\n".encode("utf-16"), None),
        (b"\xef\xbb\xbfwith a mark\n", None),
        ("ohne Marke: ü\n".encode("utf-16-le"), "utf-16-le"),
        ("ohne Marke: ü\n".encode("utf-32-be"), "utf-32-be"),
        ("caf\u00e9\n".encode("latin-1"), "latin-1"),
        ("連接池\n".encode("big5"), "big5"),
        (b"", None),
    ],
)
def test_a_file_is_fresh_in_whatever_encoding_it_was_read(
    wiki: Wiki, store_dir: Path, content: bytes, encoding: str | None
) -> None:
    file = store_dir / "a.txt"
    file.write_bytes(content)
    wiki.sources.add("a.txt", encoding=encoding)
    assert state(wiki) == "fresh"
    file.write_bytes(
        content
        + "more\n".encode(encoding or "utf-8") * (not content.startswith(b"\xff\xfe"))
        + b"more\n".decode().encode("utf-16-le") * content.startswith(b"\xff\xfe")
    )
    answer = wiki.sources.diff(1)
    assert (answer.status, answer.added, answer.removed) == ("modified", 1, 0)
    assert "+more" in answer.diff


def test_a_project_that_was_moved_has_its_files_with_it(
    wiki: Wiki, rules: Path, store_dir: Path, environ: dict[str, str]
) -> None:
    wiki.sources.add("docs/rules.md")
    wiki.close()
    elsewhere = store_dir.with_name("elsewhere")
    shutil.move(store_dir, elsewhere)
    with Wiki.open(project=str(elsewhere), environ=environ, cwd=str(elsewhere)) as moved:
        assert state(moved) == "fresh"
        assert moved.sources.add("docs/rules.md").changed is False
        (elsewhere / "docs" / "rules.md").write_text("Changed.\n")
        assert state(moved) == "modified"
        assert moved.sources.diff(1).added == 1


def test_a_file_outside_of_the_root_is_followed_where_it_is(wiki: Wiki, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("one\n")
    source = wiki.sources.add(str(outside)).source
    assert source.origin == str(outside)
    assert state(wiki) == "fresh"
    given = wiki.sources.add(str(outside), origin="https://example.org/outside.md").source
    outside.write_text("two\n")
    assert (state(wiki, source.id), state(wiki, given.id)) == ("modified", "modified")


def test_diff_is_against_the_file_or_against_what_superseded(wiki: Wiki, rules: Path) -> None:
    wiki.sources.add(str(rules))
    assert (wiki.sources.diff(1).status, wiki.sources.diff(1).diff) == ("fresh", "")
    rules.write_text("# Rules\n\nThe pool holds thirty.\nAnd one line more.\n--- and +++ are no header\n")
    answer = wiki.sources.diff(1)
    assert (answer.status, answer.added, answer.removed) == ("modified", 3, 1)
    assert "-The pool holds twenty." in answer.diff.splitlines()
    wiki.sources.add(str(rules))
    rules.unlink()
    superseded = wiki.sources.diff(1)
    assert (superseded.status, superseded.added, superseded.removed) == ("superseded", 3, 1)
    assert (wiki.sources.diff(2).status, wiki.sources.diff(2).diff) == ("missing", "")
    assert wiki.sources.diff(wiki.sources.add_bytes(b"stream").source.id).status == "untracked"


def test_a_diff_with_a_file_that_is_text_no_longer_says_why(wiki: Wiki, rules: Path) -> None:
    wiki.sources.add(str(rules))
    rules.write_bytes(b"a\0b")
    refused("not_text", wiki.sources.diff, 1)


def test_a_second_add_names_what_it_leaves_aside(wiki: Wiki) -> None:
    wiki.sources.add_bytes(
        b"The pool holds eight.\n", origin="pool.md", title="Pool", facets=[("version", "v1")]
    )

    same = wiki.sources.add_bytes(b"The pool holds eight.\n", origin="pool.md", title="Pool")
    other = wiki.sources.add_bytes(
        b"The pool holds eight.\n", origin="pool.md", title="Pools", facets=[("version", "v2")]
    )

    assert (same.changed, same.warnings) == (False, ())
    assert (other.changed, other.source.title) == (False, "Pool")
    assert [warning.split(":")[0] for warning in other.warnings] == [
        "The content is in the store under the title 'Pool'",
        "The content is in the store with other facets",
    ]


def test_content_of_a_stream_is_called_by_its_first_line(wiki: Wiki) -> None:
    assert (
        wiki.sources.add_bytes(b"\n  The pool   holds eight.\nMore.\n").source.title
        == "The pool holds eight."
    )


def test_a_string_is_not_taken_for_a_list_of_tags(wiki: Wiki) -> None:
    with pytest.raises(LwcError) as caught:
        wiki.pages.put("pool", tags="db")
    assert caught.value.code == "invalid_value"
