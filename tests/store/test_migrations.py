"""Migrations: one process applies each step once, an older store is kept, and nothing else is touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.store import connection, migrations
from lwc.store.connection import APPLICATION_ID, SCHEMA_VERSION, open_for_reading, open_for_writing
from lwc.store.migrations import Migrated, migrate, statements, steps
from tests.conftest import ROOT
from tests.store.derived import check_integrity, derived_state

NEXT = "CREATE TABLE colour (page_id INTEGER PRIMARY KEY, name TEXT NOT NULL);\nINSERT INTO colour SELECT id, 'red' FROM page;\n"


def headers(path: Path | str) -> tuple[int, int, str]:
    with closing(sqlite3.connect(path)) as store:
        return tuple(
            store.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version", "journal_mode")
        )  # type: ignore[return-value]


# ── the steps ────────────────────────────────────────────────────────────────────────────────────


def test_the_schema_version_is_the_number_of_steps() -> None:
    assert len(steps()) == SCHEMA_VERSION
    assert [step.name[:5] for step in steps()] == [f"{number:04}_" for number in range(1, SCHEMA_VERSION + 1)]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("", []),
        ("\n\n", []),
        ("SELECT 1;\nSELECT 2;\n", ["SELECT 1;", "SELECT 2;"]),
        ("SELECT 1;", ["SELECT 1;"]),
        ("-- why; because\nSELECT\n  1;\n\n", ["-- why; because\nSELECT\n  1;"]),
        ("SELECT ';\n';\nSELECT 2;\n", ["SELECT ';\n';", "SELECT 2;"]),
        ("/* a; b\n c; */ SELECT 1;\n", ["/* a; b\n c; */ SELECT 1;"]),
        (
            "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\nSELECT 3;\n",
            ["CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;", "SELECT 3;"],
        ),
    ],
)
def test_a_script_is_split_into_its_statements(script: str, expected: list[str]) -> None:
    assert list(statements(script)) == expected


@pytest.mark.parametrize(
    "script", ["SELECT 1", "SELECT 1;\nSELECT ';", "CREATE TRIGGER t AFTER INSERT ON a BEGIN\nSELECT 1;\n"]
)
def test_a_script_that_ends_inside_of_a_statement_is_refused(script: str) -> None:
    with pytest.raises(LwcError) as caught:
        list(statements(script))
    assert caught.value.code == "internal"


def test_every_statement_of_every_step_is_one_that_sqlite_takes_alone() -> None:
    with closing(sqlite3.connect(":memory:")) as store:
        for step in steps():
            for statement in statements(step.sql):
                store.execute(statement)


# ── a new store ──────────────────────────────────────────────────────────────────────────────────


def test_a_new_store_is_made_whole(tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    assert migrate(str(path)) == Migrated(tuple(step.name for step in steps()), None)
    assert headers(path) == (APPLICATION_ID, SCHEMA_VERSION, "wal")
    with closing(sqlite3.connect(path)) as store:
        assert store.execute("PRAGMA page_size").fetchone() == (8192,)
    check_integrity(path)
    before = path.read_bytes()
    assert migrate(str(path)) == Migrated((), None)
    assert path.read_bytes() == before


def test_sixteen_processes_migrate_at_once_and_one_applies(tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    code = (
        "import sys; from lwc.store.migrations import migrate; print('ready', flush=True); sys.stdin.read();"
        "print(len(migrate(sys.argv[1], busy_timeout_ms=60000).applied))"
    )
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environ,
        )
        for _ in range(16)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    answers = [process.communicate(timeout=120) for process in processes]
    assert [errors for _, errors in answers] == [""] * 16
    assert sorted(out.strip() for out, _ in answers) == ["0"] * 15 + [str(len(steps()))]
    assert headers(path) == (APPLICATION_ID, SCHEMA_VERSION, "wal")
    check_integrity(path)


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = older_store(
        tmp_path, monkeypatch, "CREATE TABLE colour (name TEXT);\nINSERT INTO nowhere VALUES (1);\n"
    )
    with pytest.raises(LwcError):
        migrate(str(path))
    assert headers(path)[1] == SCHEMA_VERSION
    with closing(sqlite3.connect(path)) as store:
        assert store.execute("SELECT count(*) FROM sqlite_master WHERE name = 'colour'").fetchone() == (0,)
        assert store.execute("SELECT slug FROM page").fetchall() == [("faq",)]


def test_a_store_whose_maker_was_killed_before_the_last_touch_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "wiki.db"
    migrate(str(path))
    with closing(sqlite3.connect(path)) as store:
        store.execute("PRAGMA journal_mode = DELETE")
    assert migrate(str(path)).applied == ()
    assert headers(path)[2] == "wal"


# ── an older store ───────────────────────────────────────────────────────────────────────────────


def older_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str = NEXT) -> Path:
    """A store with a page, in a program that has one step more than it."""
    path = tmp_path / "project" / ".lwc" / "wiki.db"
    path.parents[1].mkdir()
    environ = {"HOME": str(tmp_path), "LWC_HOME": str(tmp_path / "global")}
    with Wiki.open(project=str(path.parents[1]), environ=environ, cwd=str(tmp_path)) as wiki:
        wiki.init()
        wiki.pages.put("faq", title="Questions", body="The pool.")
    folder = tmp_path / "migrations"
    folder.mkdir()
    for known in steps():
        (folder / f"{known.name}.sql").write_text(known.sql, encoding="utf-8")
    (folder / f"{SCHEMA_VERSION + 1:04}_colour.sql").write_text(step, encoding="utf-8")
    monkeypatch.setattr(migrations, "_folder", lambda: str(folder))
    for module in (connection, migrations):
        monkeypatch.setattr(module, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    return path


def test_an_older_store_is_refused_until_it_is_migrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = older_store(tmp_path, monkeypatch)
    for opener in (open_for_reading, open_for_writing):
        with pytest.raises(LwcError) as caught:
            opener(str(path))
        assert (caught.value.code, caught.value.details["store_version"]) == ("older_store", SCHEMA_VERSION)
        assert "migrate" in caught.value.hint


def test_an_older_store_keeps_its_data_and_is_copied_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """M1"""
    path = older_store(tmp_path, monkeypatch)
    done = migrate(str(path))
    assert done.applied == (f"{SCHEMA_VERSION + 1:04}_colour",)
    assert done.backup == f"{path}.schema-{SCHEMA_VERSION}"
    with closing(sqlite3.connect(path)) as store:
        assert store.execute("SELECT slug, name FROM colour JOIN page ON page.id = page_id").fetchall() == [
            ("faq", "red")
        ]
    assert headers(path)[1] == SCHEMA_VERSION + 1
    assert headers(done.backup)[:2] == (APPLICATION_ID, SCHEMA_VERSION)
    assert os.stat(done.backup).st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(done.backup)) as copy:
        assert copy.execute("SELECT slug FROM page").fetchall() == [("faq",)]
    check_integrity(done.backup)
    assert migrate(str(path)) == Migrated((), None)
    assert sorted(file.name for file in path.parent.iterdir() if "schema" in file.name) == [
        f"wiki.db.schema-{SCHEMA_VERSION}"
    ]


def test_an_earlier_copy_is_never_taken_for_the_present_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = older_store(tmp_path, monkeypatch)
    earlier = Path(f"{path}.schema-{SCHEMA_VERSION}")
    earlier.write_bytes(b"from another time")
    done = migrate(str(path))
    assert done.backup == f"{earlier}-2"
    assert earlier.read_bytes() == b"from another time"
    with closing(sqlite3.connect(done.backup)) as copy:
        assert copy.execute("SELECT slug FROM page").fetchall() == [("faq",)]


def test_a_copy_has_what_only_the_log_of_writes_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = older_store(tmp_path, monkeypatch)
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE page SET title = 'Only in the log'")
        other.commit()
        assert Path(f"{path}-wal").stat().st_size > 0
        done = migrate(str(path))
    assert done.backup is not None
    with closing(sqlite3.connect(done.backup)) as copy:
        assert copy.execute("SELECT title FROM page").fetchall() == [("Only in the log",)]


@pytest.mark.parametrize(
    "dump", sorted((ROOT / "tests" / "cases" / "schemas").glob("*.sql")), ids=lambda dump: dump.stem
)
def test_a_store_of_every_released_schema_is_migrated_and_rebuilt_to_the_same(
    dump: Path, tmp_path: Path, environ: dict[str, str]
) -> None:
    """M1"""
    path = tmp_path / ".lwc" / "wiki.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as store:
        store.executescript(dump.read_text(encoding="utf-8"))
    migrate(str(path))
    before = derived_state(path)
    check_integrity(path)
    with Wiki.open(project=str(tmp_path), environ=environ, cwd=str(tmp_path)) as wiki:
        wiki.upkeep.reindex()
        assert [page.slug for page in wiki.pages.list().pages] == ["rate-limits", "连接池"]
        assert wiki.search("requests a minute").results[0].identifier == "rate-limits"
        assert wiki.search("连接池上限").results[0].identifier == "连接池"
        assert wiki.pages.show("rate-limits", revision=1).body == "At most 50 requests a minute.\n"
        assert wiki.sources.show(1).source.superseded_by == 2
    check_integrity(path)
    if int(dump.stem) == SCHEMA_VERSION:
        assert derived_state(path) == before


# ── what is no store, or no store of ours ────────────────────────────────────────────────────────


def newer(path: Path) -> None:
    migrate(str(path))
    with closing(sqlite3.connect(path)) as store:
        store.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        store.execute("PRAGMA wal_checkpoint (TRUNCATE)")


def another_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("CREATE TABLE theirs (x)")


def another_application(path: Path) -> None:
    with closing(sqlite3.connect(path)) as store:
        store.execute("PRAGMA application_id = 42")
        store.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def short(path: Path) -> None:
    migrate(str(path))
    path.write_bytes(path.read_bytes()[:9000])


def zeroed_schema(path: Path) -> None:
    migrate(str(path))
    content = bytearray(path.read_bytes())
    content[200:8192] = bytes(8192 - 200)
    path.write_bytes(content)


REFUSED = {
    "newer": (newer, "newer_store"),
    "another database": (another_database, "not_a_store"),
    "another application": (another_application, "not_a_store"),
    "garbage": (lambda path: path.write_bytes(b"garbage" * 1000), "not_a_store"),
    "a few bytes": (lambda path: path.write_bytes(b"hello"), "not_a_store"),
    "cut short": (short, "corrupt_store"),
    "first page zeroed": (zeroed_schema, "corrupt_store"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_store_is_refused_with_its_own_code_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    """M2, M4"""
    make, code = REFUSED[name]
    path = tmp_path / "wiki.db"
    make(path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for use in (open_for_reading, open_for_writing, *((migrate,) if code != "corrupt_store" else ())):
        with pytest.raises(LwcError) as caught:
            use(str(path))
        assert caught.value.code == code, use
        assert caught.value.exit_code == 6
        assert str(path) in caught.value.message or code == "newer_store"
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_an_empty_file_is_no_store_until_it_is_made_one(tmp_path: Path) -> None:
    """M4"""
    path = tmp_path / "wiki.db"
    path.touch()
    for opener in (open_for_reading, open_for_writing):
        with pytest.raises(LwcError) as caught:
            opener(str(path))
        assert (caught.value.code, path.read_bytes()) == ("not_a_store", b"")
        assert "empty" in caught.value.message
    assert migrate(str(path)).applied
    open_for_reading(str(path)).close()
