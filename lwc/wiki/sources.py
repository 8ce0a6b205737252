"""Use cases of sources: add, show, list, refs, status, diff, retire."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lwc.model import SourceRow
from lwc.store import log, meta, sources
from lwc.wiki import files, references, source_writes
from lwc.wiki.clock import Clock
from lwc.wiki.files import Incoming
from lwc.wiki.folders import FolderAdd, FolderAnswer, Progress
from lwc.wiki.lineage import SourceStatus, difference, status_of
from lwc.wiki.paging import across
from lwc.wiki.slugs import checked_facets, checked_reason
from lwc.wiki.stores import OpenStore, Stores, check_index
from lwc.wiki.views import SourceView, Window, grouped, source_view, windowed


class AddAnswer(NamedTuple):
    """A source, new or as it was; `supersedes` is the earlier source of the same origin.

    `warnings` name what was given and left aside: content that is there keeps its title and facets."""

    source: SourceView
    created: bool
    changed: bool
    supersedes: int | None
    warnings: tuple[str, ...]
    operation: int | None
    revision: int


class ShowAnswer(NamedTuple):
    """A source and the part of its text that `window` tells."""

    source: SourceView
    text: str
    window: Window


class ListedSource(NamedTuple):
    """A source in a list."""

    ref: str
    id: int
    title: str
    origin: str
    bytes: int
    fingerprint: str
    superseded_by: int | None
    retired_at: str | None
    created_at: str


class ListAnswer(NamedTuple):
    """A window of the sources, in the order they came."""

    sources: tuple[ListedSource, ...]
    total: int
    truncated: bool
    next_offset: int | None


class CitingPage(NamedTuple):
    """A page that cites a source; `span` is the span it cites, or ""."""

    slug: str
    title: str
    kind: str
    span: str


class RefsAnswer(NamedTuple):
    """The pages that cite a source."""

    source: SourceView
    pages: tuple[CitingPage, ...]
    total: int


class StatusAnswer(NamedTuple):
    """How each source compares with the file it came from."""

    sources: tuple[SourceStatus, ...]
    counts: dict[str, int]
    total: int


class DiffAnswer(NamedTuple):
    """What has changed in the file since the source was added, as a unified diff."""

    source: SourceView
    status: str
    diff: str
    added: int
    removed: int


class RetireAnswer(NamedTuple):
    """A source that is no longer searched; its text and id stay."""

    source: SourceView
    changed: bool
    operation: int | None
    revision: int


class Sources:
    """`wiki.sources`."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    def add(
        self,
        path: str,
        *,
        title: str | None = None,
        origin: str | None = None,
        facets: Iterable[tuple[str, str]] = (),
        encoding: str | None = None,
    ) -> AddAnswer:
        """Add a file. Content that the origin already has is recognised and nothing is written.

        Raises `file_not_found`, `not_a_file`, `unreadable_file`, `outside_root`, `too_large`, `not_text`,
        `wrong_encoding`, and what every write may.
        """
        store = self._writer()
        incoming = files.read_file(path, encoding=encoding, root=store.root, cwd=self._stores.cwd)
        return self._add(
            store, incoming if origin is None else incoming._replace(origin=origin), title, facets
        )

    def add_bytes(
        self,
        raw: bytes,
        *,
        title: str | None = None,
        origin: str | None = None,
        facets: Iterable[tuple[str, str]] = (),
        encoding: str | None = None,
    ) -> AddAnswer:
        """Add content that came from a stream; without an origin it gets one from its fingerprint."""
        store = self._writer()
        return self._add(store, files.read_bytes(raw, origin=origin, encoding=encoding), title, facets)

    def add_folder(
        self,
        folder: str,
        *,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        origin: str | None = None,
        facets: Iterable[tuple[str, str]] = (),
        encoding: str | None = None,
        progress: Progress | None = None,
    ) -> FolderAnswer:
        """Add the files of a folder, in batches: each batch stands when it is written.

        What can not be read is named in `skipped`, and the rest is added. `include` and `exclude` are
        patterns on the path below the folder, such as `*.md` or `drafts/**`. With `origin` each file's origin
        is that and its path below the folder, wherever the folder stands.
        """
        add = FolderAdd(
            self._writer(),
            self._clock,
            origin=origin,
            facets=facets,
            encoding=encoding,
            cwd=self._stores.cwd,
            progress=progress,
        )
        return add.run(folder, include, exclude)

    def _writer(self) -> OpenStore:
        store = self._stores.writer()
        check_index(store)
        return store

    def _add(
        self, store: OpenStore, incoming: Incoming, title: str | None, facets: Iterable[tuple[str, str]]
    ) -> AddAnswer:
        database = store.database
        known = source_writes.current(database, incoming)
        prepared = None if known else source_writes.prepare(incoming, title, facets)
        with database.transaction():
            known = source_writes.current(database, incoming)  # another process may have added or superseded
            if known is not None:
                view = source_view(store.scope, database, known)
                warnings = _left_aside(view, title, facets)
                return AddAnswer(view, False, False, None, warnings, None, meta.revision(database))
            prepared = prepared or source_writes.prepare(incoming, title, facets)
            now = self._clock()
            detail = {"origin": incoming.origin, "fingerprint": incoming.fingerprint}
            recorded = log.record(database, "source.add", "source", incoming.origin, detail, now)
            written = source_writes.write(database, prepared, recorded.operation, now)
            view = source_view(store.scope, database, written.source)
        return AddAnswer(view, True, True, written.supersedes, (), recorded.operation, recorded.revision)

    def show(self, source: str | int, *, offset_chars: int = 0, max_chars: int | None = 20_000) -> ShowAnswer:
        """A part of a source's text, by id or origin. Raises `source_not_found`."""
        with self._stores.snapshot():
            store, row = references.find_source(self._stores, str(source))
            text, window = windowed(sources.text(store.database, row.id), offset_chars, max_chars)
            return ShowAnswer(source_view(store.scope, store.database, row), text, window)

    def list(self, *, limit: int = 100, offset: int = 0, all: bool = False) -> ListAnswer:
        """The current sources in the order they came; with `all` superseded and retired ones too."""

        def fetch(store: OpenStore, most: int, skip: int) -> tuple[list[SourceRow], int]:
            return sources.list_sources(store.database, all=all, limit=most, offset=skip)

        with self._stores.snapshot():
            rows, total = across(self._stores.readers(), limit, offset, fetch)
        listed = tuple(
            ListedSource(
                ref=references.qualified(store.scope, "source", row.id),
                id=row.id,
                title=row.title,
                origin=row.origin,
                bytes=row.bytes,
                fingerprint=row.fingerprint,
                superseded_by=row.superseded_by,
                retired_at=row.retired_at,
                created_at=row.created_at,
            )
            for store, row in rows
        )
        end = offset + len(listed)
        return ListAnswer(listed, total, end < total, end if end < total else None)

    def refs(self, source: str | int) -> RefsAnswer:
        """Which pages cite a source. Raises `source_not_found`."""
        with self._stores.snapshot():
            store, row = references.find_source(self._stores, str(source))
            citing = tuple(CitingPage(*page) for page in sources.citing_pages(store.database, row.id))
            return RefsAnswer(source_view(store.scope, store.database, row), citing, len(citing))

    def status(self, *, all: bool = False) -> StatusAnswer:
        """Compare each source with the file it came from, by content: a touched file is still fresh.

        States: fresh, modified, missing, superseded, and untracked for a source that came from no file.
        """
        with self._stores.snapshot():
            store = self._stores.single_reader()
            rows, total = sources.list_sources(store.database, all=all, limit=-1, offset=0)
            found = tuple(status_of(store, row) for row in rows)
        counts: dict[str, int] = {}
        for source in found:
            counts[source.status] = counts.get(source.status, 0) + 1
        return StatusAnswer(found, dict(sorted(counts.items())), total)

    def diff(self, source: str | int) -> DiffAnswer:
        """What has changed since: in the file it came from, or in the source that superseded it."""
        with self._stores.snapshot():
            store, row = references.find_source(self._stores, str(source))
            status, diff = difference(store, row)
            return DiffAnswer(source_view(store.scope, store.database, row), status, *diff)

    def retire(self, source: str | int, reason: str) -> RetireAnswer:
        """Take a source out of search; its text and id stay for what cites it. Raises `source_not_found`."""
        reason = checked_reason(reason)
        store, row = references.find_source(self._stores, str(source), write=True)
        database = store.database
        with database.transaction():
            row = sources.get(database, row.id) or row
            if row.retired_at is not None:
                view = source_view(store.scope, database, row)
                return RetireAnswer(view, False, None, meta.revision(database))
            now = self._clock()
            recorded = log.record(database, "source.retire", "source", str(row.id), {"reason": reason}, now)
            sources.retire(database, row.id, reason, now)
            view = source_view(store.scope, database, sources.get(database, row.id) or row)
        return RetireAnswer(view, True, recorded.operation, recorded.revision)


def _left_aside(there: SourceView, title: str | None, facets: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """What a second add of the same content asks for and does not get."""
    way_out = "retire it and add it again to change that."
    kept = []
    if title is not None and " ".join(title.split()) not in ("", there.title):
        kept.append(f"The content is in the store under the title {there.title!r}: {way_out}")
    given = grouped(checked_facets(facets))
    if given and given != there.facets:
        kept.append(f"The content is in the store with other facets: {way_out}")
    return tuple(kept)
