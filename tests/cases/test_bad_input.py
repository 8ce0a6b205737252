"""Bad input: each gets its own code, the rest goes on, and all that was left out is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lwc import Wiki


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A file that is nobody's business."""
    file = tmp_path / "outside" / "secret.md"
    file.parent.mkdir()
    file.write_text("The secret word is zymurgy.\n")
    return file


@pytest.fixture
def mixed(wiki: Wiki, store_dir: Path, outside: Path) -> Path:
    """A folder with two good files and one of each bad sort."""
    folder = store_dir / "notes"
    (folder / "below").mkdir(parents=True)
    (folder / "good.md").write_text("The first good one.\n")
    (folder / "below" / "good.md").write_text("The second good one.\n")
    (folder / "binary.md").write_bytes(b"\x7fELF\0\0\0")
    (folder / "latin.md").write_bytes("Grüße".encode("latin-1"))
    (folder / "link.md").symlink_to(outside)
    (folder / "linked").symlink_to(outside.parent)
    os.mkfifo(folder / "pipe")
    return folder


SKIPPED = {
    "notes/binary.md": "not_text",
    "notes/latin.md": "wrong_encoding",
    "notes/link.md": "outside_root",
    "notes/linked": "outside_root",
    "notes/pipe": "not_a_file",
}


def test_of_a_folder_the_good_files_are_added_and_the_bad_ones_named(mixed: Path, run: Any) -> None:
    done = run("source", "add", "notes")
    assert done.code == 8
    answer = done.json
    assert {skipped["path"]: skipped["code"] for skipped in answer["skipped"]} == SKIPPED
    assert all(skipped["message"] for skipped in answer["skipped"])
    assert [source["origin"] for source in answer["added"]] == ["notes/below/good.md", "notes/good.md"]
    assert answer["total"] == 7
    assert run("search", "zymurgy").json["results"] == []
    assert run("search", "good").json["total"] == 2


def test_a_second_time_the_bad_ones_are_named_again(mixed: Path, run: Any) -> None:
    run("source", "add", "notes")
    done = run("source", "add", "notes")
    assert (done.code, done.json["changed"], done.json["unchanged"]) == (8, False, 2)
    assert {skipped["path"]: skipped["code"] for skipped in done.json["skipped"]} == SKIPPED


def test_people_see_the_names_too(mixed: Path, run: Any) -> None:
    done = run("--format", "table", "source", "add", "notes")
    assert done.code == 8
    for path in SKIPPED:
        assert path in done.stdout + done.stderr


def test_a_file_that_may_not_be_read_is_named(
    mixed: Path, store_dir: Path, environ: Mapping[str, str]
) -> None:
    (mixed / "closed.md").write_text("closed")
    (mixed / "closed.md").chmod(0)
    command = [sys.executable, "-m", "lwc", "source", "add", "notes"]
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("run by root, and setpriv is not there to give up its rights")
        # Everything root may do stays, but to read and write what permissions keep from it.
        rights = "-dac_override,-dac_read_search"
        command = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}", *command]
    done = subprocess.run(command, cwd=store_dir, env=dict(environ), capture_output=True, text=True)
    assert done.returncode == 8
    assert '"path":"notes/closed.md","code":"unreadable_file"' in done.stdout
    assert '"origin":"notes/good.md"' in done.stdout


@pytest.mark.parametrize(
    ("name", "code", "exit_code"),
    [
        ("notes/binary.md", "not_text", 4),
        ("notes/latin.md", "wrong_encoding", 4),
        ("notes/link.md", "outside_root", 4),
        ("notes/linked", "outside_root", 4),
        ("notes/linked/secret.md", "outside_root", 4),
        ("notes/pipe", "not_a_file", 4),
        ("notes/missing.md", "file_not_found", 3),
        ("/dev/zero", "not_a_file", 4),
    ],
)
def test_one_bad_input_is_an_error_of_its_own(
    mixed: Path, run: Any, name: str, code: str, exit_code: int
) -> None:
    done = run("source", "add", name, timeout=20)
    assert (done.code, done.error["code"], done.stdout) == (exit_code, code, "")
    assert name in done.error["message"]
    assert run("source", "list").json["total"] == 0


def test_of_several_inputs_the_good_ones_are_added(mixed: Path, run: Any) -> None:
    done = run("source", "add", "notes/good.md", "notes/pipe", "notes/missing.md", "notes/below")
    assert done.code == 8
    skipped = {one["path"]: one["code"] for one in done.json["skipped"]}
    assert skipped == {"notes/pipe": "not_a_file", "notes/missing.md": "file_not_found"}
    assert run("source", "list").json["total"] == 2


def test_a_folder_of_pictures_beside_text_is_no_failure(wiki: Wiki, store_dir: Path, run: Any) -> None:
    (store_dir / "vault" / "attachments").mkdir(parents=True)
    (store_dir / "vault" / "page.md").write_text("![[photo.png]]\n")
    (store_dir / "vault" / "attachments" / "photo.png").write_bytes(b"\x89PNG\0")
    done = run("source", "add", "vault")
    assert (done.code, done.json["total"], done.json["ignored"]) == (0, 1, 1)


def test_an_empty_folder_is_no_failure(wiki: Wiki, store_dir: Path, run: Any) -> None:
    (store_dir / "empty").mkdir()
    done = run("source", "add", "empty")
    assert (done.code, done.json["total"], done.json["changed"]) == (0, 0, False)


# ── pages ────────────────────────────────────────────────────────────────────────────────────────

BAD_SLUGS = [
    "",
    " ",
    "/",
    "/a",
    "a/",
    "a//b",
    "..",
    "../a",
    "a/../b",
    ".",
    "a\nb",
    "a\tb",
    " a",
    "a ",
    "a\\b",
    "x" * 256,
]


@pytest.mark.parametrize("slug", BAD_SLUGS)
def test_a_bad_slug_is_refused(wiki: Wiki, run: Any, slug: str) -> None:
    done = run("page", "put", slug, "--title", "Title")
    assert (done.code, done.error["code"], done.stdout) == (4, "invalid_slug", "")
    assert done.error["hint"]
    assert run("page", "list").json["total"] == 0


@pytest.mark.parametrize(
    "command", [("page", "show"), ("page", "links"), ("page", "remove", "--reason", "gone")], ids=" ".join
)
def test_a_missing_page_names_the_nearest(wiki: Wiki, run: Any, command: tuple[str, ...]) -> None:
    for slug in ("payment-rules", "payment-terms", "webhooks"):
        wiki.pages.put(slug, title=slug.title())
    done = run(*command, "payment-rule")
    assert (done.code, done.error["code"], done.stdout) == (3, "page_not_found", "")
    assert done.error["details"]["near"][0] == "payment-rules"
    assert "payment-rules" in done.error["hint"]
    assert "webhooks" not in done.error["hint"]


@pytest.mark.parametrize("identifier", ["99", "0", "-1", "99999999999999999999", "missing.md"])
def test_a_missing_source_is_named(wiki: Wiki, run: Any, identifier: str) -> None:
    done = run("source", "show", "--", identifier)
    assert (done.code, done.error["code"]) == (3, "source_not_found")
    assert identifier in done.error["message"]


@pytest.mark.parametrize(
    "span", ["", "nonsense", "page:x", "page:missing@9f86d081884c7d65.1/4", "page:a@xyz.1/4"]
)
def test_a_span_that_is_none_is_not_found(wiki: Wiki, run: Any, span: str) -> None:
    done = run("span", "get", span)
    assert done.code in (2, 3)
    assert done.error["code"] in ("span_not_found", "page_not_found", "usage")


# ── the command line ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("args", "right"),
    [
        (("search", "x", "--limt", "3"), "--limit"),
        (("search", "x", "--explian"), "--explain"),
        (("serach", "x"), "search"),
        (("page", "shwo", "x"), "show"),
        (("sources", "list"), "source"),
        (("source", "add", "x", "--includ", "*.md"), "--include"),
        (("--formt", "json", "search", "x"), "--format"),
        (("search", "x", "--type", "pages"), "page"),
        (("--scope", "projekt", "search", "x"), "project"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_word_names_the_right_one(run: Any, args: tuple[str, ...], right: str) -> None:
    done = run(*args)
    assert (done.code, done.error["code"], done.stdout) == (2, "usage", "")
    assert right in done.error["message"] + done.error["hint"]


@pytest.mark.parametrize(
    "args",
    [
        ("search",),
        ("search", "x", "--limit", "0"),
        ("search", "x", "--limit", "many"),
        ("search", "x", "--where", "version"),
        ("page", "put"),
        ("page", "remove", "x"),
        ("source", "add"),
        ("span", "locate", "--in", "page:x"),
        ("page", "show", "x", "--max-chars", "-1"),
    ],
    ids=" ".join,
)
def test_a_line_that_is_not_complete_is_wrong_use(wiki: Wiki, run: Any, args: tuple[str, ...]) -> None:
    done = run(*args)
    assert (done.code, done.error["code"], done.stdout) == (2, "usage", "")
    assert done.error["message"]


def test_without_a_store_the_way_to_one_is_told(run: Any) -> None:
    for args in (("search", "x"), ("context",), ("page", "put", "x", "--title", "X"), ("source", "add", "-")):
        done = run(*args)
        assert (done.code, done.error["code"], done.stdout) == (3, "store_not_found", "")
        assert "lwc init" in done.error["hint"]
