"""Cases M: migration."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lwc.store import connection, migrations
from lwc.store.connection import SCHEMA_VERSION

if TYPE_CHECKING:
    from lwc import Wiki

#: One dump of each schema that was released, written by dump_schema.py.
DUMPS = Path(__file__).parent / "schemas"
SCHEMAS = sorted(int(file.stem) for file in DUMPS.glob("*.sql"))
#: Schema → the weights and the feedback in its dump.
ADJUSTED: dict[int, tuple[list[Any], list[Any]]] = {
    1: ([], []),
    2: ([(-1, True), (2, False)], [("2", "irrelevant")]),
}


def database(store_dir: Path) -> Path:
    return store_dir / ".lwc" / "wiki.db"


def files_of(store_dir: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (store_dir / ".lwc").iterdir()}


@pytest.fixture(params=SCHEMAS)
def dumped(request: pytest.FixtureRequest, store_dir: Path) -> int:
    """A store as that schema's version left it: two pages, two sources of one lineage, a citation, a log."""
    version: int = request.param
    database(store_dir).parent.mkdir()
    with closing(sqlite3.connect(database(store_dir))) as store:
        store.executescript((DUMPS / f"{version:04}.sql").read_text(encoding="utf-8"))
    return version


def test_every_schema_has_its_dump() -> None:
    """M1: a schema that has none can not be upgraded from"""
    assert list(range(1, SCHEMA_VERSION + 1)) == SCHEMAS


def test_an_upgrade_keeps_what_is_there(dumped: int, run: Any, store_dir: Path) -> None:
    """M1"""
    done = run("migrate")
    assert done.code == 0
    assert done.json["changed"] is (dumped < SCHEMA_VERSION)
    if dumped < SCHEMA_VERSION:
        with closing(sqlite3.connect(done.json["backup"])) as copy:
            assert copy.execute("PRAGMA user_version").fetchone() == (dumped,)
            assert copy.execute("SELECT count(*) FROM page").fetchone() == (2,)

    pages = run("page", "list").json
    assert {page["slug"] for page in pages["pages"]} == {"连接池", "rate-limits"}
    page = run("page", "show", "rate-limits").json
    assert page["body"] == "At most 100 requests a minute.\n\nSee [[连接池]].\n"
    assert (page["page"]["revision"], page["page"]["source_ids"]) == (2, [2])
    assert page["page"]["tags"] == ["api"]
    sources = run("source", "list", "--all").json["sources"]
    assert sorted((source["id"], source["superseded_by"]) for source in sources) == [(1, 2), (2, None)]
    assert run("source", "show", "1").json["text"] == "The limit is 50.\n"
    weights = run("weight", "list").json
    assert [(row["weight"], row["effective"]) for row in weights["weights"]] == ADJUSTED[dumped][0]
    assert [(row["target_identifier"], row["signal"]) for row in weights["feedback"]] == ADJUSTED[dumped][1]
    assert run("search", "requests a minute").json["results"][0]["identifier"] == "rate-limits"
    assert run("search", "上限").json["results"][0]["identifier"] == "连接池"
    with closing(sqlite3.connect(database(store_dir))) as store:
        assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert store.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_an_upgrade_is_done_once(dumped: int, run: Any, store_dir: Path) -> None:
    """M1"""
    run("migrate")
    before = files_of(store_dir)
    again = run("migrate").json
    assert (again["changed"], again["applied"], again["backup"]) == (False, [], None)
    assert files_of(store_dir) == before


def test_the_next_step_is_applied_once_with_a_copy_of_what_was(
    wiki: Wiki, store_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """M1, for the schema that does not exist yet"""
    wiki.pages.put("rates", title="Rate limits", body="100 a minute")
    wiki.close()
    steps = (
        *migrations.steps(),
        migrations.Step("9999_next", "CREATE TABLE next (id INTEGER PRIMARY KEY);\n"),
    )
    monkeypatch.setattr(migrations, "steps", lambda: steps)
    for module in (connection, migrations):
        monkeypatch.setattr(module, "SCHEMA_VERSION", SCHEMA_VERSION + 1)

    done = wiki.upkeep.migrate()
    assert (done.applied, done.changed) == (("9999_next",), True)
    assert wiki.pages.show("rates").body == "100 a minute"
    assert [hit.identifier for hit in wiki.search("minute").results] == ["rates"]
    assert done.backup is not None
    with closing(sqlite3.connect(done.backup)) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert copy.execute("SELECT slug FROM page").fetchall() == [("rates",)]
        assert copy.execute("SELECT name FROM sqlite_master WHERE name = 'next'").fetchall() == []
    again = wiki.upkeep.migrate()
    assert (again.applied, again.changed, again.backup) == ((), False, None)


NEWER = [
    ("search", "minute"),
    ("context",),
    ("page", "show", "rates"),
    ("page", "put", "other", "--title", "Other"),
    ("page", "remove", "rates", "--reason", "gone"),
    ("source", "list"),
    ("migrate",),
    ("reindex",),
    ("init",),
    ("stats",),
    ("log",),
]


@pytest.mark.parametrize("args", NEWER, ids=" ".join)
def test_a_newer_store_is_refused_and_left_as_it_is(
    wiki: Wiki, store_dir: Path, run: Any, args: tuple[str, ...]
) -> None:
    """M2"""
    wiki.pages.put("rates", title="Rate limits", body="100 a minute")
    wiki.close()
    with closing(sqlite3.connect(database(store_dir), isolation_level=None)) as store:
        store.execute("PRAGMA user_version = 99")
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = files_of(store_dir)
    done = run(*args)
    assert (done.code, done.error["code"], done.stdout) == (6, "newer_store", "")
    assert re.search("upgrade|newer|update", done.error["hint"], re.IGNORECASE)
    assert files_of(store_dir) == before
