"""Folders of files: batches that stand, failures that are named, a second run that does nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.wiki import folders


@pytest.fixture
def vault(store_dir: Path) -> Path:
    folder = store_dir / "vault"
    (folder / "sub").mkdir(parents=True)
    for name in ("a.md", "b.md", "sub/c.md", "sub/连接池.md"):
        (folder / name).write_text(f"# {name}\n\nThe pool of {name}.\n", encoding="utf-8")
    return folder


def origins(wiki: Wiki) -> list[str]:
    return [source.origin for source in wiki.sources.list().sources]


def test_a_folder_is_added_with_one_row_in_the_log(wiki: Wiki, vault: Path) -> None:
    before = wiki.log().total
    answer = wiki.sources.add_folder("vault", facets=[("version", "v2")])
    assert [(source.id, source.origin) for source in answer.added] == [
        (1, "vault/a.md"),
        (2, "vault/b.md"),
        (3, "vault/sub/c.md"),
        (4, "vault/sub/连接池.md"),
    ]
    assert (answer.unchanged, answer.updated, answer.ignored, answer.skipped, answer.total) == (
        0,
        0,
        0,
        (),
        4,
    )
    assert (answer.changed, wiki.log().total) == (True, before + 1)
    operation = wiki.log().operations[0]
    assert (operation.id, operation.target) == (answer.operation, "4 sources")
    assert operation.detail["origins"] == origins(wiki)
    assert wiki.sources.show(1).source.facets == {"version": ("v2",)}


def test_a_second_run_does_nothing(wiki: Wiki, vault: Path) -> None:
    first = wiki.sources.add_folder("vault")
    again = wiki.sources.add_folder(str(vault))
    assert (again.added, again.unchanged, again.changed, again.operation) == ((), 4, False, None)
    assert again.revision == first.revision


def test_what_changed_and_what_is_new_is_added(wiki: Wiki, vault: Path) -> None:
    wiki.sources.add_folder("vault")
    (vault / "a.md").write_text("Another text.\n")
    (vault / "d.md").write_text("A new file.\n")
    (vault / "b.md").unlink()
    answer = wiki.sources.add_folder("vault")
    assert [(source.origin, source.supersedes) for source in answer.added] == [
        ("vault/a.md", 1),
        ("vault/d.md", None),
    ]
    assert (answer.unchanged, answer.updated, answer.total) == (2, 1, 4)
    assert "vault/b.md" in origins(wiki)


def test_what_can_not_be_read_is_named_and_the_rest_is_added(wiki: Wiki, vault: Path) -> None:
    (vault / "binary.md").write_bytes(b"a\0b")
    (vault / "latin.md").write_bytes(b"caf\xe9")
    (vault / "gone.md").symlink_to(vault / "nowhere.md")
    (vault / "out.md").symlink_to("/etc/hostname")
    (vault / ".hidden.md").write_text("x")
    (vault / "picture.png").write_bytes(b"\x89PNG")
    answer = wiki.sources.add_folder("vault")
    assert sorted((skipped.path, skipped.code) for skipped in answer.skipped) == [
        ("vault/binary.md", "not_text"),
        ("vault/gone.md", "file_not_found"),
        ("vault/latin.md", "wrong_encoding"),
        ("vault/out.md", "outside_root"),
    ]
    assert all(skipped.message for skipped in answer.skipped)
    assert (len(answer.added), answer.ignored) == (4, 2)


def test_patterns_choose(wiki: Wiki, vault: Path) -> None:
    (vault / "notes.txt").write_text("Text.\n")
    assert len(wiki.sources.add_folder("vault", include=["*.txt"]).added) == 1
    answer = wiki.sources.add_folder("vault", exclude=["sub/**", "*.txt"])
    assert [source.origin for source in answer.added] == ["vault/a.md", "vault/b.md"]


def test_an_origin_of_the_folder_stands_before_the_paths_below_it(wiki: Wiki, vault: Path) -> None:
    answer = wiki.sources.add_folder(str(vault), origin="https://example.org/docs/")
    assert answer.added[2].origin == "https://example.org/docs/sub/c.md"
    assert wiki.sources.add_folder("vault", origin="https://example.org/docs").unchanged == 4


def test_names_that_differ_by_composition_alone_do_not_supersede_each_other(wiki: Wiki, vault: Path) -> None:
    for name, text in (("caf\u00e9.md", "composed"), ("cafe\u0301.md", "decomposed")):
        (vault / name).write_text(text)
    if len(list(vault.glob("caf*"))) < 2:
        pytest.skip("this file system takes them for one")
    for added in (5, 0):
        answer = wiki.sources.add_folder("vault")
        assert len(answer.added) == added
        (skipped,) = answer.skipped
        assert skipped.code == "invalid_value"
        assert "caf\u00e9.md" in skipped.message + skipped.path
        assert "cafe\u0301.md" in skipped.message + skipped.path


# ── batches ──────────────────────────────────────────────────────────────────────────────────────


def many(folder: Path, count: int) -> Path:
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:04}.md").write_text(f"Pool number {number}.\n")
    return folder


def test_a_large_folder_is_written_in_batches(wiki: Wiki, store_dir: Path) -> None:
    many(store_dir / "many", folders.BATCH_FILES + 50)
    calls: list[tuple[int, int, str]] = []
    before = wiki.log().total
    answer = wiki.sources.add_folder("many", progress=lambda *call: calls.append(call))
    assert len(answer.added) == len({source.id for source in answer.added}) == folders.BATCH_FILES + 50
    assert wiki.log().total == before + 2
    assert answer.operation == wiki.log().operations[0].id
    assert [call[0] for call in calls] == list(range(1, folders.BATCH_FILES + 51))
    assert {call[1] for call in calls} == {folders.BATCH_FILES + 50}
    assert calls[0][2] == "many/0000.md"


def test_what_was_written_before_an_interruption_stands(wiki: Wiki, store_dir: Path) -> None:
    many(store_dir / "many", folders.BATCH_FILES + 50)

    def interrupt(done: int, total: int, path: str) -> None:
        if done == folders.BATCH_FILES + 20:
            raise KeyboardInterrupt

    with pytest.raises(LwcError) as caught:
        wiki.sources.add_folder("many", progress=interrupt)
    error = caught.value
    assert (error.code, error.exit_code) == ("interrupted", 130)
    assert error.details == {"added": folders.BATCH_FILES, "unchanged": 0, "files": folders.BATCH_FILES + 50}
    assert f"{folders.BATCH_FILES} sources" in error.message
    assert "50 files were not" in error.message
    assert wiki.sources.list().total == folders.BATCH_FILES
    answer = wiki.sources.add_folder("many")
    assert (answer.unchanged, len(answer.added)) == (folders.BATCH_FILES, 50)


def test_an_interruption_inside_of_a_transaction_leaves_nothing_of_it(
    wiki: Wiki, store_dir: Path, environ: dict[str, str]
) -> None:
    many(store_dir / "many", 5)

    def clock() -> str:
        raise KeyboardInterrupt

    with Wiki.open(project=str(store_dir), environ=environ, cwd=str(store_dir), clock=clock) as other:
        with pytest.raises(LwcError) as caught:
            other.sources.add_folder("many")
        assert caught.value.details["added"] == 0
        assert other.sources.list(all=True).total == 0
    assert len(wiki.sources.add_folder("many").added) == 5


@pytest.mark.parametrize(("folder", "code"), [("nowhere", "file_not_found"), ("vault/a.md", "not_a_file")])
def test_a_folder_that_is_none_is_refused(wiki: Wiki, vault: Path, folder: str, code: str) -> None:
    with pytest.raises(LwcError) as caught:
        wiki.sources.add_folder(folder)
    assert caught.value.code == code


def test_bad_facets_are_refused_before_anything_is_read(wiki: Wiki, vault: Path) -> None:
    calls: list[Any] = []
    with pytest.raises(LwcError) as caught:
        wiki.sources.add_folder("vault", facets=[("", "x")], progress=lambda *call: calls.append(call))
    assert (caught.value.code, calls) == ("invalid_value", [])
