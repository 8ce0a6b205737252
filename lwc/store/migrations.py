"""Applies migrations/, race-safe: all pending steps in one immediate transaction.   [door: sqlite_utils]"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

import sqlite_utils

from lwc.errors import LwcError
from lwc.store.connection import (
    APPLICATION_ID,
    BUSY_TIMEOUT_MS,
    SCHEMA_VERSION,
    Database,
    open_unchecked,
    schema_version,
    wrong_version,
)
from lwc.store.translation import check_sqlite, has_fts5, translated, without_fts5

PAGE_SIZE = 8192


class Step(NamedTuple):
    """One numbered file of migrations/."""

    name: str
    sql: str


class Migrated(NamedTuple):
    """What `migrate` did: the steps applied, and the copy that was made of an older store."""

    applied: tuple[str, ...]
    backup: str | None


def migrate(path: str, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Migrated:
    """Bring the store at `path` to the current schema, creating the file when it is not there.

    Several processes may call this at once: one applies the steps, the others wait and find them done.
    An older store is copied to `<path>.schema-<n>` under the same lock. Raises `newer_store` and
    `not_a_store`, the file unchanged, and `fts5_missing`.
    """
    check_sqlite()
    if not has_fts5():
        raise without_fts5(f"SQLite {sqlite3.sqlite_version} was built without FTS5")
    database = open_unchecked(path, busy_timeout_ms=busy_timeout_ms)
    try:
        found = schema_version(database)
        if found > SCHEMA_VERSION:
            raise wrong_version(path, found)
        migrated = _apply_pending(database, busy_timeout_ms) if found < SCHEMA_VERSION else Migrated((), None)
        # Also when another process was first, and may have been killed before it came to this. Answers
        # another mode where the file system has none.
        database.row("PRAGMA journal_mode = WAL")
        return migrated
    finally:
        database.close()


def _apply_pending(database: Database, busy_timeout_ms: int) -> Migrated:
    database.run(f"PRAGMA page_size = {PAGE_SIZE}")
    with database.transaction(), translated(database.path):
        found = schema_version(database)
        if found >= SCHEMA_VERSION:  # another process was first
            return Migrated((), None)
        backup = _copy(database.path, found, busy_timeout_ms) if found else None
        migrations, wrapped = _migrations(), sqlite_utils.Database(database.connection)
        pending = tuple(step.name for step in migrations.pending(wrapped))
        migrations.apply(wrapped)
        database.run(f"PRAGMA application_id = {APPLICATION_ID}")
        database.run(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return Migrated(pending, backup)


def _migrations() -> sqlite_utils.Migrations:
    migrations = sqlite_utils.Migrations("lwc")
    for step in steps():
        _register(migrations, step)
    return migrations


def _register(migrations: sqlite_utils.Migrations, step: Step) -> None:
    @migrations(name=step.name)
    def apply(db: sqlite_utils.Database) -> None:
        for statement in statements(step.sql):
            db.conn.execute(statement)


def steps() -> tuple[Step, ...]:
    """The steps in order. They stand in lwc/migrations in a wheel, in migrations/ in a checkout."""
    folder = _folder()
    names = sorted(name for name in os.listdir(folder) if name.endswith(".sql"))
    return tuple(Step(name.removesuffix(".sql"), _read(os.path.join(folder, name))) for name in names)


def statements(sql: str) -> Iterator[str]:
    """The single statements of a script; a semicolon inside a trigger or a string ends none."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement.strip():
        raise LwcError("internal", "A migration ends inside a statement.")


def _folder() -> str:
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    packaged = os.path.join(package, "migrations")
    return packaged if os.path.isdir(packaged) else os.path.join(os.path.dirname(package), "migrations")


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _copy(path: str, version: int, busy_timeout_ms: int) -> str:
    """Copy the store as it is while the caller's lock keeps it so; an earlier copy is left as it is."""
    names = (f"{path}.schema-{version}{more}" for more in ("", *(f"-{count}" for count in range(2, 1000))))
    target = next(name for name in names if not os.path.exists(name))
    unfinished = f"{target}.unfinished"
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    reading = open_unchecked(path, busy_timeout_ms=busy_timeout_ms)
    try:
        reading.run("VACUUM INTO ?", (unfinished,))
    finally:
        reading.close()
    os.replace(unfinished, target)
    return target
