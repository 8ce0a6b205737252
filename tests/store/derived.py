"""What a store derives from its pages and sources, read out whole, so that two states can be compared."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

TABLES = {
    "passage": "SELECT id, section_id, kind, byte_start, byte_end FROM passage ORDER BY id",
    "section": "SELECT id, heading_path FROM section ORDER BY id",
    "link": "SELECT * FROM link ORDER BY page_id, position",
    "counter": "SELECT name, value FROM counter ORDER BY name",
}
FULL_TEXT = ("page_fts", "source_fts", "passage_fts")


def derived_state(path: str | Path) -> dict[str, list[Any]]:
    """Table → all its rows; of a full-text table every (term, document, column, offset) that it holds."""
    with closing(sqlite3.connect(path)) as connection:
        state = {name: connection.execute(select).fetchall() for name, select in TABLES.items()}
        for table in FULL_TEXT:
            state[table] = instances(connection, table)
        return state


def instances(connection: sqlite3.Connection, table: str) -> list[Any]:
    view = f"temp.{table}_instances"
    connection.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS {view} USING fts5vocab (main, {table}, instance)")
    return connection.execute(f"SELECT doc, col, offset, term FROM {view} ORDER BY 1, 2, 3, 4").fetchall()


def check_integrity(path: str | Path) -> None:
    """Both checks of SQLite, that of foreign keys, and FTS5's own."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for table in FULL_TEXT:
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
        connection.rollback()


def index_bytes(path: str | Path) -> int:
    """The size of the full-text tables' blocks."""
    with closing(sqlite3.connect(path)) as connection:
        sizes = (
            connection.execute(f"SELECT sum(length(block)) FROM {table}_data").fetchone()[0]
            for table in FULL_TEXT
        )
        return sum(sizes)
