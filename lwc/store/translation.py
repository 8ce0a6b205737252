"""SQLite's errors as ours, by their name and never by their text; and what this Python's SQLite lacks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from lwc.errors import LwcError

OLDEST_SQLITE = (3, 38, 0)


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Turn SQLite's errors into ours, by their name and never by their text."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translation(error, path) from error
    except UnicodeEncodeError as error:  # half of a surrogate pair: an argument that was not UTF-8
        raise LwcError(
            "not_text",
            "A name or value that was given is not Unicode text.",
            hint="Write it in UTF-8.",
        ) from error
    except OverflowError as error:
        raise LwcError(
            "invalid_value",
            "A number that was given is too large.",
            hint="The largest is 9223372036854775807.",
        ) from error


#: The beginning of SQLite's error name → our code, what happened, and the way out.
TRANSLATIONS: tuple[tuple[str, str, str, str], ...] = (
    ("SQLITE_BUSY", "store_busy", "Another process is writing the store", "Try again in a moment."),
    ("SQLITE_LOCKED", "store_busy", "Another connection holds the store", "Try again in a moment."),
    ("SQLITE_READONLY", "read_only_store", "The store can not be written", "Check the folder's permissions."),
    ("SQLITE_FULL", "disk_full", "The disk is full; nothing was changed", "Free some space and try again."),
    ("SQLITE_IOERR", "io_error", "The store could not be read or written", "Check the disk, then try again."),
    (
        "SQLITE_CANTOPEN",
        "io_error",
        "The store could not be opened",
        "Check that the folder exists and is readable.",
    ),
    ("SQLITE_PERM", "io_error", "The store may not be opened", "Check the folder's permissions."),
    (
        "SQLITE_CORRUPT",
        "corrupt_store",
        "The store is damaged",
        "Restore a backup; the file was left as it is.",
    ),
    ("SQLITE_NOTADB", "not_a_store", "The file is not an lwc store", "Choose another folder with --project."),
    (
        "SQLITE_TOOBIG",
        "too_large",
        "The text is larger than a store can hold",
        "Split it into several sources.",
    ),
)


def _translation(error: sqlite3.Error, path: str) -> LwcError:
    name = getattr(error, "sqlite_errorname", "") or ""
    details = {"database": path, "sqlite": name}
    for prefix, code, message, hint in TRANSLATIONS:
        if name.startswith(prefix):
            return LwcError(code, f"{message}: {path}", hint=hint, details=details)
    if name == "SQLITE_ERROR" and not has_fts5():
        return without_fts5(f"SQLite {sqlite3.sqlite_version} was built without FTS5")
    return LwcError("internal", f"SQLite refused a statement: {error}", details=details)


def has_fts5() -> bool:
    """Whether this Python's SQLite can make full-text tables."""
    probe = sqlite3.connect(":memory:")
    try:
        probe.execute("CREATE VIRTUAL TABLE probe USING fts5 (text)")
    except sqlite3.Error:
        return False
    finally:
        probe.close()
    return True


def without_fts5(what: str) -> LwcError:
    return LwcError(
        "fts5_missing",
        f"{what}; lwc needs SQLite 3.38 or newer with FTS5.",
        hint="Use a Python whose sqlite3 module has FTS5, such as one from python.org, conda or your system.",
        details={"sqlite_version": sqlite3.sqlite_version},
    )


def check_sqlite() -> None:
    """Raise `fts5_missing` when this Python's SQLite is too old."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise without_fts5(f"SQLite {sqlite3.sqlite_version} is older than 3.38")
