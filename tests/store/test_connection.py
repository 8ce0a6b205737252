"""Connections: how a store is opened where it can be written, read, or neither, and what errors become."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from lwc import Wiki
from lwc.errors import CODES, LwcError
from lwc.store import translation
from lwc.store.connection import Database, open_for_reading, open_for_writing
from lwc.store.migrations import migrate
from lwc.store.translation import TRANSLATIONS, translated
from tests.conftest import ROOT

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A store with one value in it."""
    path = str(tmp_path / "wiki.db")
    migrate(path)
    with closing(open_for_writing(path)) as database, database.transaction():
        database.run("INSERT INTO meta (key, value) VALUES ('purpose', 'first')")
    return path


def purpose(path: str) -> str:
    with closing(open_for_reading(path)) as database:
        return str(database.row("SELECT value FROM meta WHERE key = 'purpose'")[0])


def folder_of(path: str) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in Path(path).parent.iterdir()}


# ── reading and writing ──────────────────────────────────────────────────────────────────────────


def test_a_reader_leaves_no_file_and_changes_none(path: str) -> None:
    before = folder_of(path)
    assert list(before) == ["wiki.db"]
    assert purpose(path) == "first"
    assert folder_of(path) == before


@pytest.mark.parametrize(
    "statement", ["UPDATE meta SET value = 'x'", "CREATE TABLE x (y)", "DELETE FROM page"]
)
def test_a_reader_can_not_write(path: str, statement: str) -> None:
    with closing(open_for_reading(path)) as database:
        with pytest.raises(LwcError) as caught:
            database.run(statement)
        assert caught.value.code == "read_only_store"
        with pytest.raises(LwcError) as caught, database.transaction():
            pytest.fail("a reader began to write")
        assert caught.value.code == "read_only_store"
    assert purpose(path) == "first"


def test_a_reader_beside_a_writer_sees_what_is_committed(path: str) -> None:
    with closing(open_for_writing(path)) as writer:
        with writer.transaction():
            writer.run("UPDATE meta SET value = 'second' WHERE key = 'purpose'")
            assert purpose(path) == "first"
        assert os.path.getsize(path + "-wal") > 0
        assert purpose(path) == "second"
        log = Path(path + "-wal").read_bytes()
        assert purpose(path) == "second"
        assert Path(path + "-wal").read_bytes() == log


def test_a_log_that_a_killed_writer_left_is_read(path: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "copy"
    elsewhere.mkdir()
    with closing(open_for_writing(path)) as writer:
        with writer.transaction():
            writer.run("UPDATE meta SET value = 'second' WHERE key = 'purpose'")
        for name in ("wiki.db", "wiki.db-wal"):
            (elsewhere / name).write_bytes((tmp_path / name).read_bytes())
    before = {name: (elsewhere / name).read_bytes() for name in ("wiki.db", "wiki.db-wal")}
    assert purpose(str(elsewhere / "wiki.db")) == "second"
    assert {name: (elsewhere / name).read_bytes() for name in before} == before


def test_a_snapshot_is_of_one_moment(path: str) -> None:
    with closing(open_for_reading(path)) as reader, closing(open_for_writing(path)) as writer:
        with reader.snapshot():
            assert reader.row("SELECT value FROM meta WHERE key = 'purpose'") == ("first",)
            with writer.transaction():
                writer.run("UPDATE meta SET value = 'second' WHERE key = 'purpose'")
            with reader.snapshot():
                assert reader.row("SELECT value FROM meta WHERE key = 'purpose'") == ("first",)
            assert reader.row("SELECT value FROM meta WHERE key = 'purpose'") == ("first",)
        assert reader.row("SELECT value FROM meta WHERE key = 'purpose'") == ("second",)


def write_and_fail(database: Database, error: BaseException) -> None:
    with database.transaction():
        database.run("UPDATE meta SET value = 'second'")
        raise error


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, LwcError])
def test_a_transaction_that_fails_leaves_nothing(path: str, failure: type[BaseException]) -> None:
    error = LwcError("internal", "x") if failure is LwcError else failure("x")
    with closing(open_for_writing(path)) as database:
        with pytest.raises(failure):
            write_and_fail(database, error)
        assert database.connection.in_transaction is False
        with database.transaction():
            database.run("INSERT INTO meta (key, value) VALUES ('schema', 's')")
    assert purpose(path) == "first"


def test_a_writer_has_the_settings_that_keep_the_truth(path: str) -> None:
    with closing(open_for_writing(path)) as database:
        settings = {
            name: database.row(f"PRAGMA {name}")[0]
            for name in ("foreign_keys", "synchronous", "journal_mode", "busy_timeout")
        }
        assert settings == {
            "foreign_keys": 1,
            "synchronous": 1,
            "journal_mode": "wal",
            "busy_timeout": 10_000,
        }
        with pytest.raises(LwcError):
            database.run("INSERT INTO page_facet (page_id, name, value) VALUES (99, 'a', 'b')")


@pytest.mark.parametrize("name", ["a b.db", "a%20b.db", "a?b.db", "a#b.db", "连接池.db", "it's.db", "-.db"])
def test_any_path_opens(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    migrate(path)
    open_for_writing(path).close()
    open_for_reading(path).close()
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("opener", [open_for_reading, open_for_writing])
def test_a_store_that_is_not_there_is_not_made(tmp_path: Path, opener: object) -> None:
    assert callable(opener)
    with pytest.raises(LwcError) as caught:
        opener(str(tmp_path / "nowhere.db"))
    assert caught.value.code in ("io_error", "read_only_store")
    assert list(tmp_path.iterdir()) == []


# ── busy ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_writer_that_waits_too_long_is_told_so(path: str) -> None:
    with (
        closing(open_for_writing(path)) as first,
        closing(open_for_writing(path, busy_timeout_ms=150)) as second,
    ):
        with first.transaction():
            started = time.monotonic()
            with pytest.raises(LwcError) as caught, second.transaction():
                pytest.fail("two writers at once")
            waited = time.monotonic() - started
        assert (caught.value.code, caught.value.exit_code, caught.value.retryable) == ("store_busy", 75, True)
        assert 0.1 < waited < 5
        with second.transaction():
            second.run("UPDATE meta SET value = 'second' WHERE key = 'purpose'")


def test_the_time_to_wait_comes_from_the_environment(
    wiki: Wiki, store_dir: Path, environ: dict[str, str]
) -> None:
    """L2"""
    with closing(open_for_writing(str(wiki.database))) as other, other.transaction():
        waiting = {**environ, "LWC_BUSY_TIMEOUT_MS": "100"}
        with Wiki.open(project=str(store_dir), environ=waiting, cwd=str(store_dir)) as second:
            assert second.pages.list().total == 0
            with pytest.raises(LwcError) as caught:
                second.pages.put("faq", body="x")
    assert caught.value.code == "store_busy"
    assert wiki.pages.put("faq", body="x").created


@pytest.mark.parametrize("value", ["x", "-1", "1.5", "99999999999", "１００"])
def test_a_timeout_that_is_none_is_refused(
    value: str, wiki: Wiki, store_dir: Path, environ: dict[str, str]
) -> None:
    with Wiki.open(
        project=str(store_dir), environ={**environ, "LWC_BUSY_TIMEOUT_MS": value}, cwd=str(store_dir)
    ) as other:
        if value == "１００":
            assert other.pages.list().total == 0
            return
        with pytest.raises(LwcError) as caught:
            other.pages.list()
        assert caught.value.code == "invalid_value"
        assert "LWC_BUSY_TIMEOUT_MS" in caught.value.message


# ── a folder that can not be written ─────────────────────────────────────────────────────────────

READER = """
import os, sys
from contextlib import closing
from lwc.errors import LwcError
from lwc.store.connection import open_for_reading, open_for_writing
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
path = sys.argv[1]
try:
    with closing(open_for_reading(path)) as database:
        print(database.row("SELECT value FROM meta WHERE key = 'purpose'")[0], database.read_only)
except LwcError as error:
    print(error.code)
try:
    open_for_writing(path).close()
    print("written")
except LwcError as error:
    print(error.code)
"""


def as_nobody(path: Path) -> list[str]:
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", READER, str(path)], capture_output=True, text=True, env=environ, check=False
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def closed(path: str) -> Iterator[Path]:
    """The store in a folder that everybody can read and nobody can write."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy = folder / "wiki.db"
        copy.write_bytes(Path(path).read_bytes())
        copy.chmod(0o444)
        folder.chmod(0o555)
        yield copy
        folder.chmod(0o700)


def test_a_folder_that_can_not_be_written_is_read(closed: Path) -> None:
    """L4"""
    before = folder_of(str(closed))
    assert as_nobody(closed) == ["first True", "read_only_store"]
    assert folder_of(str(closed)) == before


def test_a_folder_that_can_not_be_written_is_read_beside_an_empty_log(closed: Path) -> None:
    closed.parent.chmod(0o755)
    Path(f"{closed}-wal").touch(0o444)
    closed.parent.chmod(0o555)
    assert as_nobody(closed) == ["first True", "read_only_store"]


def test_what_only_the_log_holds_is_never_passed_over(path: str, closed: Path) -> None:
    """A store that can not be read whole is refused, not read without what was written last."""
    with closing(open_for_writing(path)) as writer:
        with writer.transaction():
            writer.run("UPDATE meta SET value = 'second' WHERE key = 'purpose'")
        closed.parent.chmod(0o755)
        for end in ("", "-wal", "-shm"):
            copy = Path(f"{closed}{end}")
            copy.chmod(0o644) if copy.exists() else None
            copy.write_bytes(Path(path + end).read_bytes())
            copy.chmod(0o444)
    closed.parent.chmod(0o555)
    assert as_nobody(closed) == ["second True", "read_only_store"]
    closed.parent.chmod(0o755)
    Path(f"{closed}-shm").unlink()
    closed.parent.chmod(0o555)
    assert as_nobody(closed)[0] in ("second True", "io_error")


def test_a_file_that_can_not_be_written_in_a_folder_that_can(closed: Path) -> None:
    closed.parent.chmod(0o777)
    before = closed.read_bytes()
    assert as_nobody(closed) == ["first True", "read_only_store"]
    assert closed.read_bytes() == before


def test_a_store_that_can_not_be_read_says_so(closed: Path) -> None:
    closed.chmod(0)
    assert as_nobody(closed) == ["io_error", "read_only_store"]


# ── what errors become ───────────────────────────────────────────────────────────────────────────


def raised(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("whatever the text says")
    error.sqlite_errorname = name
    return error


EXPECTED = {
    "SQLITE_BUSY": "store_busy",
    "SQLITE_BUSY_SNAPSHOT": "store_busy",
    "SQLITE_BUSY_RECOVERY": "store_busy",
    "SQLITE_LOCKED": "store_busy",
    "SQLITE_LOCKED_SHAREDCACHE": "store_busy",
    "SQLITE_READONLY": "read_only_store",
    "SQLITE_READONLY_DIRECTORY": "read_only_store",
    "SQLITE_FULL": "disk_full",
    "SQLITE_IOERR_WRITE": "io_error",
    "SQLITE_CANTOPEN": "io_error",
    "SQLITE_PERM": "io_error",
    "SQLITE_CORRUPT": "corrupt_store",
    "SQLITE_CORRUPT_VTAB": "corrupt_store",
    "SQLITE_NOTADB": "not_a_store",
    "SQLITE_TOOBIG": "too_large",
    "SQLITE_ERROR": "internal",
    "SQLITE_CONSTRAINT_UNIQUE": "internal",
    "": "internal",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_an_error_of_sqlite_is_told_by_its_name(name: str) -> None:
    with pytest.raises(LwcError) as caught, translated("/path/wiki.db"):
        raise raised(name)
    assert caught.value.code == EXPECTED[name]
    assert caught.value.details == {"database": "/path/wiki.db", "sqlite": name}
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)
    if name in EXPECTED and EXPECTED[name] != "internal":
        assert "/path/wiki.db" in caught.value.message
        assert caught.value.hint


def test_every_translation_has_a_code_of_ours() -> None:
    assert {code for _, code, _, _ in TRANSLATIONS} <= set(CODES)


def test_other_errors_pass_through() -> None:
    with pytest.raises(ValueError, match="x"), translated("/path/wiki.db"):
        raise ValueError("x")


def read_all(path: str) -> None:
    with closing(open_for_reading(path)) as database:
        for (table,) in database.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"):
            database.rows(f'SELECT * FROM "{table}"')


def test_a_statement_against_a_store_that_was_cut_short_says_that_it_is_damaged(path: str) -> None:
    """M4"""
    raw = Path(path).read_bytes()
    Path(path).write_bytes(raw[: len(raw) // 2])
    with pytest.raises(LwcError) as caught:
        read_all(path)
    assert caught.value.code == "corrupt_store"
    assert Path(path).read_bytes() == raw[: len(raw) // 2]


def test_an_old_sqlite_is_named(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """I2"""
    monkeypatch.setattr(translation, "OLDEST_SQLITE", (99, 0, 0))
    with pytest.raises(LwcError) as caught:
        open_for_reading(path)
    assert (caught.value.code, caught.value.exit_code) == ("fts5_missing", 6)
    assert sqlite3.sqlite_version in caught.value.message
