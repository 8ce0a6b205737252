"""Opens a store (writing, reading, immutable), checks that it is one, and runs its transactions."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from lwc.errors import LwcError
from lwc.store.translation import check_sqlite, translated

#: "lwc1" in ASCII, in the file's header: tells a store from any other SQLite database.
APPLICATION_ID = 0x6C776331
#: How many steps stand in migrations/; a test holds it to their number.
SCHEMA_VERSION = 2
BUSY_TIMEOUT_MS = 10_000

Parameters = Mapping[str, Any] | Sequence[Any]


class Database:
    """One open store. Every statement goes through `rows`, `row`, `run` or `run_many`."""

    def __init__(self, connection: sqlite3.Connection, path: str, *, read_only: bool) -> None:
        self.connection = connection
        self.path = path
        self.read_only = read_only

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        with translated(self.path):
            return self.connection.execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Parameters = ()) -> Any:
        """The first row, or None."""
        with translated(self.path):
            return self.connection.execute(sql, parameters).fetchone()

    def one(self, sql: str, parameters: Parameters = ()) -> Any:
        """The row that has to be there. Raises `corrupt_store` when it is not."""
        row = self.row(sql, parameters)
        if row is None:
            raise LwcError(
                "corrupt_store",
                f"The store is damaged: a row that others refer to is gone: {self.path}",
                hint="Restore a backup; the file was left as it is.",
                details={"database": self.path},
            )
        return row

    def run(self, sql: str, parameters: Parameters = ()) -> int:
        """Execute a write; answers the row id of the last insert."""
        with translated(self.path):
            return self.connection.execute(sql, parameters).lastrowid or 0

    def run_many(self, sql: str, parameters: Iterable[Parameters]) -> None:
        with translated(self.path):
            self.connection.executemany(sql, parameters)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One immediate transaction: commits at the end of the block, rolls back when it raises.

        Raises `read_only_store` when the store can not be written, `store_busy` when another
        process writes for longer than the busy timeout.
        """
        if self.read_only:
            raise read_only(self.path)
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """One read transaction: everything read in the block is of one moment."""
        if self.connection.in_transaction:
            yield
            return
        self.run("BEGIN")
        try:
            yield
        finally:
            self.connection.execute("ROLLBACK")

    def close(self) -> None:
        self.connection.close()


def open_for_reading(path: str, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Database:
    """Open a store that will only be read.

    Raises `not_a_store`, `corrupt_store`, `newer_store`, `older_store` or `fts5_missing`.
    """
    return _checked(Database(_connect_to_read(path, busy_timeout_ms), path, read_only=True))


def open_for_writing(path: str, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Database:
    """Open a store to be written; raises `read_only_store` besides what `open_for_reading` raises."""
    if not is_writable(path):
        raise read_only(path)
    database = _checked(Database(_connect(path, "mode=rw", busy_timeout_ms), path, read_only=False))
    database.run("PRAGMA foreign_keys = ON")
    database.run("PRAGMA synchronous = NORMAL")
    return database


def open_unchecked(path: str, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS) -> Database:
    """Open or create the file, whatever is in it: for migrations, which make the schema that is checked."""
    return Database(_connect(path, "mode=rwc", busy_timeout_ms), path, read_only=False)


def read_only(path: str) -> LwcError:
    return LwcError(
        "read_only_store",
        f"The store can not be written: {path}",
        hint="Reading works; to write, run as a user who may write this folder, or without --read-only.",
        details={"database": path},
    )


def schema_version(database: Database) -> int:
    """The number of migrations applied; 0 for a new file. Raises `not_a_store` for another database."""
    application, version = database.row(
        "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
    )
    if application == APPLICATION_ID:
        return int(version)
    if application == 0 and version == 0 and not database.row("SELECT 1 FROM sqlite_master LIMIT 1"):
        return 0
    raise LwcError(
        "not_a_store",
        f"This SQLite database is not an lwc store: {database.path}",
        hint="Choose another folder with --project, or move the file away and run `lwc init`.",
        details={"database": database.path},
    )


def _checked(database: Database) -> Database:
    try:
        _check_log(database)
        check_sqlite()
        version = schema_version(database)
        if version != SCHEMA_VERSION:
            raise wrong_version(database.path, version)
        database.row("SELECT 1 FROM page_fts LIMIT 1")  # fails at once where FTS5 is missing
    except BaseException:
        database.close()
        raise
    return database


def _check_log(database: Database) -> None:
    """Raise `io_error` with the way out for a killed writer's -wal in a folder that may not be written."""
    if is_writable(database.path) or not _log_bytes(database.path):
        return
    try:
        database.row("SELECT 1 FROM sqlite_master LIMIT 1")
    except LwcError as error:
        if not str(error.details.get("sqlite", "")).startswith("SQLITE_CANTOPEN"):
            raise
        raise LwcError(
            "io_error",
            f"A writer that was stopped left its log beside the store, and this folder may not be written: "
            f"{database.path}-wal",
            hint="Run `lwc init` once as a user who may write the folder; it takes the log into the store.",
            details={"database": database.path},
        ) from error


def wrong_version(path: str, version: int) -> LwcError:
    details = {"database": path, "store_version": version, "supported_version": SCHEMA_VERSION}
    if version > SCHEMA_VERSION:
        return LwcError(
            "newer_store",
            f"The store has schema {version}; this lwc knows schemas up to {SCHEMA_VERSION}.",
            hint="Install a newer lwc; the store was left unchanged.",
            details=details,
        )
    if version == 0:
        return LwcError(
            "not_a_store",
            f"The file is empty: {path}",
            hint="Run `lwc init` to make it a store.",
            details=details,
        )
    return LwcError(
        "older_store",
        f"The store has schema {version}; this lwc needs {SCHEMA_VERSION}.",
        hint="Run `lwc migrate`: it keeps a copy of the store beside it.",
        details=details,
    )


def _connect_to_read(path: str, busy_timeout_ms: int) -> sqlite3.Connection:
    # Beside a live or left-over -wal: read only, so that closing never checkpoints it. Without one, a
    # read-only connection would leave -wal and -shm files behind; a writing one that only queries does not.
    log_bytes = _log_bytes(path)
    if log_bytes is not None and (is_writable(path) or log_bytes > 0):
        return _connect(path, "mode=ro", busy_timeout_ms)
    if not is_writable(path):
        return _connect(path, "mode=ro&immutable=1", busy_timeout_ms)
    connection = _connect(path, "mode=rw", busy_timeout_ms)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _log_bytes(path: str) -> int | None:
    """The size of the -wal; None when there is none, and another process may take it away at any moment."""
    try:
        return os.stat(path + "-wal").st_size
    except OSError:
        return None


def is_writable(path: str) -> bool:
    """Whether the store's file and folder may be written by this user."""
    return os.access(path, os.W_OK) and os.access(os.path.dirname(path) or ".", os.W_OK)


def _connect(path: str, options: str, busy_timeout_ms: int) -> sqlite3.Connection:
    with translated(path):
        connection = sqlite3.connect(_uri(path, options), uri=True, isolation_level=None, timeout=0)
        connection.execute(f"PRAGMA busy_timeout = {busy_timeout_ms:d}")
        return connection


def _uri(path: str, options: str) -> str:
    name = os.path.abspath(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    if os.sep == "\\":
        name = "/" + name.replace("\\", "/")
    return f"file:{name}?{options}"
