"""What the store knows about itself: its revision, its purpose and schema texts, its tokenizer."""

from __future__ import annotations

from lwc.store.connection import Database

SELECT_VALUE = "SELECT value FROM meta WHERE key = ?"

UPSERT_VALUE = """
INSERT INTO meta (key, value)
VALUES (:key, :value)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""

SELECT_COUNTERS = "SELECT name, value FROM counter"

ADD_TO_COUNTER = "UPDATE counter SET value = value + :amount WHERE name = :name"


def read(database: Database, key: str, default: str = "") -> str:
    row = database.row(SELECT_VALUE, (key,))
    return default if row is None else str(row[0])


def write(database: Database, key: str, value: str) -> None:
    database.run(UPSERT_VALUE, {"key": key, "value": value})


def revision(database: Database) -> int:
    """How many times the store's knowledge has changed."""
    return int(read(database, "revision", "0"))


def counters(database: Database) -> dict[str, int]:
    """Rows of each full-text table: page, source, passage."""
    return dict(database.rows(SELECT_COUNTERS))


def count(database: Database, name: str, amount: int) -> None:
    database.run(ADD_TO_COUNTER, {"name": name, "amount": amount})
