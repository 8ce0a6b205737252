"""Use cases of upkeep: statistics, migration, rebuilding the index."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from lwc.model import SourceRow
from lwc.store import connection, index, links, log, meta, pages, revisions, sources, upkeep
from lwc.store.connection import Database
from lwc.text import markdown
from lwc.wiki.clock import Clock
from lwc.wiki.page_writes import terms_of_revision
from lwc.wiki.source_writes import indexed_terms
from lwc.wiki.stores import OpenStore, Stores, index_version

#: Called with (documents done, documents in all, name of the last).
Progress = Callable[[int, int, str], None]


class StoreStats(NamedTuple):
    """How much a store holds, in rows and bytes, and what its index was made by."""

    scope: str
    database: str
    counts: upkeep.Counts
    page_bytes: int
    source_bytes: int
    file_bytes: int
    index_version: str
    schema: int
    revision: int


class StatsAnswer(NamedTuple):
    """The statistics of each store."""

    stores: tuple[StoreStats, ...]


class MigrateAnswer(NamedTuple):
    """The steps that were applied, and the copy that was made of the older store."""

    applied: tuple[str, ...]
    schema: int
    backup: str | None
    changed: bool


class ReindexAnswer(NamedTuple):
    """What the index was rebuilt from."""

    pages: int
    sources: int
    passages: int
    index_version: str
    changed: bool
    operation: int
    revision: int


class Upkeep:
    """`wiki.upkeep`."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    def stats(self) -> StatsAnswer:
        """Counts and sizes of each store."""
        with self._stores.snapshot():
            return StatsAnswer(tuple(map(_stats, self._stores.readers())))

    def migrate(self) -> MigrateAnswer:
        """Bring a store to the current schema; an older one is copied first.

        Raises `store_not_found`, `newer_store` (the file is left as it is), `read_only_store`.
        """
        from lwc.store.migrations import migrate

        path = self._stores.location_to_migrate()
        migrated = migrate(path, busy_timeout_ms=self._stores.busy_timeout_ms)
        return MigrateAnswer(
            migrated.applied, connection.SCHEMA_VERSION, migrated.backup, bool(migrated.applied)
        )

    def reindex(self, progress: Progress | None = None) -> ReindexAnswer:
        """Throw away what is derived and build it again from pages and sources, in one transaction."""
        database = self._stores.writer().database
        with database.transaction(), index.bulk(database):
            recorded = log.record(
                database, "store.reindex", "store", "index", {"index": index_version()}, self._clock()
            )
            index.clear(database)
            page_ids = pages.ids(database)
            rows, _ = sources.list_sources(database, all=True, limit=-1, offset=0)
            total = len(page_ids) + len(rows)
            for done, page_id in enumerate(page_ids, start=1):
                slug = _index_page(database, page_id)
                if progress is not None:
                    progress(done, total, slug)
            for done, source in enumerate(rows, start=len(page_ids) + 1):
                _index_source(database, source)
                if progress is not None:
                    progress(done, total, source.origin)
            meta.write(database, "index", index_version())
            index.optimize(database)
            counted = meta.counters(database)
        return ReindexAnswer(
            pages=counted["page"],
            sources=counted["source"],
            passages=counted["passage"],
            index_version=index_version(),
            changed=True,
            operation=recorded.operation,
            revision=recorded.revision,
        )


def _stats(store: OpenStore) -> StoreStats:
    database = store.database
    page_bytes, source_bytes = upkeep.text_bytes(database)
    return StoreStats(
        scope=store.scope,
        database=store.path,
        counts=upkeep.counts(database),
        page_bytes=page_bytes,
        source_bytes=source_bytes,
        file_bytes=upkeep.file_bytes(database),
        index_version=meta.read(database, "index"),
        schema=connection.SCHEMA_VERSION,
        revision=meta.revision(database),
    )


def _index_page(database: Database, page_id: int) -> str:
    page = pages.get(database, page_id)
    state = revisions.get(database, page_id, page.revision)
    assert state is not None  # a page has its current revision
    links.replace(database, page_id, markdown.links(state.body, page.slug))
    index.insert_page(database, page_id, terms_of_revision(page.slug, state))
    return page.slug


def _index_source(database: Database, source: SourceRow) -> None:
    text = sources.text(database, source.id)
    index.insert_source(database, source.id, indexed_terms(source.origin, source.title, text))
