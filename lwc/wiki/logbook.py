"""Use case of the log: what was done, to what, and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from lwc.errors import LwcError
from lwc.store import log
from lwc.store.connection import Database
from lwc.wiki import references
from lwc.wiki.clock import moment
from lwc.wiki.references import Reference
from lwc.wiki.stores import Stores


class LoggedOperation(NamedTuple):
    """A row of a store's log; `revision` is the store's revision after it."""

    scope: str
    id: int
    revision: int
    action: str
    target_type: str
    target: str
    detail: Mapping[str, Any]
    created_at: str


class LogAnswer(NamedTuple):
    """Operations, the newest first."""

    operations: tuple[LoggedOperation, ...]
    total: int
    truncated: bool


def read(
    stores: Stores, *, limit: int, since: str | None, action: str | None, target: str | None
) -> LogAnswer:
    """See `Wiki.log`."""
    if limit < 0:
        raise LwcError("invalid_value", f"The limit is {limit}; it can not be negative.")
    start = None if since is None else moment(since)
    reference = None if target is None else references.parse(target)
    found: list[LoggedOperation] = []
    total = 0
    with stores.snapshot():
        for store in stores.readers_of(reference.scope if reference else None):
            names = None if reference is None else _names(store.database, target or "", reference)
            wanted = log.Wanted(start, action, reference.type if reference else None, names)
            found += [LoggedOperation(store.scope, *row) for row in log.recent(store.database, limit, wanted)]
            total += log.count(store.database, wanted)
    newest = sorted(found, key=lambda operation: operation.created_at, reverse=True)[:limit]
    return LogAnswer(tuple(newest), total, len(newest) < total)


def _names(database: Database, target: str, reference: Reference) -> tuple[str, ...]:
    """What the log may call the target: as typed, a page's slug, a source's origin or id."""
    names = [target, reference.name]
    if reference.type != "source":
        page = references.page_named(database, reference.name)
        names += [page.slug] if page else []
    if reference.type != "page":
        source = references.source_named(database, reference.name)
        names += [source.origin, str(source.id)] if source else []
    return tuple(dict.fromkeys(names))
