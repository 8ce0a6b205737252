"""Writes the dump of the current schema that M1 upgrades from: run once, when a version with a new schema is
released. `python tests/cases/dump_schema.py` from the root of the project."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from lwc import Wiki
from lwc.store.connection import APPLICATION_ID, SCHEMA_VERSION

SCHEMAS = Path(__file__).parent / "schemas"
#: The tables beside a full-text table that hold its index.
FTS5_KEEPS = ("config", "content", "data", "docsize", "idx")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environ = {"HOME": folder, "LWC_HOME": f"{folder}/global"}
        with Wiki.open(project=folder, environ=environ, clock=lambda: "2025-01-02T03:04:05.678Z") as wiki:
            wiki.init(git_exclude=False)
            fill(wiki)
            database = str(wiki.database)
        with closing(sqlite3.connect(database)) as store:
            lines = [*dump(store)]
    header = [f"PRAGMA application_id = {APPLICATION_ID};", f"PRAGMA user_version = {SCHEMA_VERSION};"]
    text = "\n".join([*header, "BEGIN;", *lines, "COMMIT;", ""])
    (SCHEMAS / f"{SCHEMA_VERSION:04}.sql").write_text(text, encoding="utf-8")


def dump(store: sqlite3.Connection) -> Iterator[str]:
    """As `iterdump`, which can not do virtual tables: those are created, and what they keep is replaced."""
    entries = store.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    virtual = [name for _, name, sql in entries if sql.startswith("CREATE VIRTUAL")]
    kept_by_virtual = {f"{name}_{part}" for name in virtual for part in FTS5_KEEPS}
    tables = [name for kind, name, _ in entries if kind == "table" and name not in virtual]
    for kind, name, sql in entries:
        if kind == "table" and name not in kept_by_virtual and not name.startswith("sqlite_"):
            yield f"{sql};"
    for name in tables:
        if name in kept_by_virtual:
            yield f'DELETE FROM "{name}";'
        columns = [column[1] for column in store.execute(f'PRAGMA table_info("{name}")')]
        values = ", ".join(f'quote("{column}")' for column in columns)
        for row in store.execute(f'SELECT {values} FROM "{name}"'):
            yield f'INSERT INTO "{name}" VALUES ({", ".join(row)});'
    yield from (f"{sql};" for kind, _, sql in entries if kind != "table")


def fill(wiki: Wiki) -> None:
    """Two pages, one of them in its second revision, two sources of one lineage, weights and feedback."""
    wiki.sources.add_bytes(b"The limit is 50.\n", origin="limits.md", title="Limits")
    wiki.sources.add_bytes(b"The limit is 100.\n", origin="limits.md", title="Limits")
    wiki.pages.put("rate-limits", title="Rate limits", body="At most 50 requests a minute.\n", cite=["1"])
    wiki.pages.put(
        "rate-limits", body="At most 100 requests a minute.\n\nSee [[连接池]].\n", cite=["2"], tags=["api"]
    )
    wiki.pages.put("连接池", title="连接池", kind="concept", body="连接池的上限是二十。\n", aliases=["pool"])
    user, agent = "user-provided", "agent-observed"
    wiki.weights.set("page", "rate-limits", value=2, reason="The specification", provenance=agent)
    wiki.weights.set("page", "rate-limits", value=-1, reason="Being rewritten", provenance=user)
    wiki.weights.feedback(
        "source", 2, query="upper bounds", signal="irrelevant", reason="Too short", provenance=agent
    )


if __name__ == "__main__":
    main()
