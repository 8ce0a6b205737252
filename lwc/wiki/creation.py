"""Use cases of a store's place: making one, and telling which were chosen and why."""

from __future__ import annotations

import os
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.store import connection, log, meta
from lwc.wiki import scopes
from lwc.wiki.clock import Clock
from lwc.wiki.gitexclude import GitExclude, exclude_from_git
from lwc.wiki.scopes import Considered, StoreLocation
from lwc.wiki.stores import Stores, index_version


class InitAnswer(NamedTuple):
    """`created` is false when the store was there already."""

    scope: str
    database: str
    created: bool
    git_exclude: GitExclude


class ChosenStore(NamedTuple):
    """A store that commands work on."""

    scope: str
    database: str
    root: str
    exists: bool
    writable: bool
    reason: str


class WhereAnswer(NamedTuple):
    """Which stores were chosen and why, and what else was looked at."""

    scope: str
    stores: tuple[ChosenStore, ...]
    considered: tuple[Considered, ...]


def init(stores: Stores, clock: Clock, *, git_exclude: bool) -> InitAnswer:
    """See `Wiki.init`."""
    from lwc.store.migrations import migrate

    if stores.read_only:
        raise connection.read_only(stores.location().database)
    location = scopes.place(stores.scope, project=stores.project, environ=stores.environ, cwd=stores.cwd)
    scopes.prepare_folder(location)
    _make_private_file(location.database)
    migrate(location.database, busy_timeout_ms=stores.busy_timeout_ms)
    created = _stamp(location, stores, clock)
    stores.forget()
    excluded = GitExclude("skipped", None)
    if git_exclude and location.scope == "project":
        excluded = exclude_from_git(location.root)
    return InitAnswer(location.scope, location.database, created, excluded)


def where(stores: Stores) -> WhereAnswer:
    """See `Wiki.where`."""
    choice = stores.choice()
    return WhereAnswer(stores.scope, tuple(map(_chosen, choice.stores)), choice.considered)


def _make_private_file(path: str) -> None:
    """Create the file for its owner alone; SQLite gives -wal and -shm the same mode."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        if os.path.exists(path) and not connection.is_writable(path):
            raise connection.read_only(path) from error
        raise LwcError("io_error", f"{path} can not be created: {error.strerror}.") from error


def _stamp(location: StoreLocation, stores: Stores, clock: Clock) -> bool:
    """Write down once when the store was made, and by what; the process that does has created it."""
    database = connection.open_for_writing(location.database, busy_timeout_ms=stores.busy_timeout_ms)
    try:
        with database.transaction():
            if meta.read(database, "created_at"):
                return False
            now = clock()
            log.record(database, "store.init", "store", location.scope, {"index": index_version()}, now)
            meta.write(database, "created_at", now)
            meta.write(database, "index", index_version())
            return True
    finally:
        database.close()


def _chosen(location: StoreLocation) -> ChosenStore:
    return ChosenStore(
        scope=location.scope,
        database=location.database,
        root=location.root,
        exists=location.exists,
        writable=location.exists and connection.is_writable(location.database),
        reason=location.reason,
    )
