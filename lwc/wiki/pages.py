"""Use cases of pages: put, show, list, links, remove."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from lwc.errors import LwcError
from lwc.model import PageRow
from lwc.store import links, meta, pages, revisions
from lwc.text.normalize import name_key
from lwc.wiki import page_writes, references
from lwc.wiki.citations import resolve_citations
from lwc.wiki.clock import Clock, moment
from lwc.wiki.drafts import Given
from lwc.wiki.outline import OutlineEntry, outline_of, section_of
from lwc.wiki.page_drafts import draft_view
from lwc.wiki.paging import across
from lwc.wiki.slugs import checked_reason, checked_slug
from lwc.wiki.stores import OpenStore, Stores, check_index
from lwc.wiki.views import PageView, Window, page_view, windowed

T = TypeVar("T")


class PutAnswer(NamedTuple):
    """`changed` is false when the page already was what was asked for: then nothing was written.

    With `dry_run` nothing is written either, and `created` and `changed` say what would be."""

    page: PageView
    created: bool
    changed: bool
    dry_run: bool
    warnings: tuple[str, ...]
    operation: int | None
    revision: int


class ShowAnswer(NamedTuple):
    """A page and the part of its body that `window` tells; with an outline, the headings instead."""

    page: PageView
    body: str | None
    outline: tuple[OutlineEntry, ...] | None
    window: Window | None


class ListedPage(NamedTuple):
    """A page in a list."""

    ref: str
    slug: str
    title: str
    kind: str
    summary: str
    provenance: str
    tags: tuple[str, ...]
    revision: int
    updated_at: str


class ListAnswer(NamedTuple):
    """A window of the pages, in the order of their slugs."""

    pages: tuple[ListedPage, ...]
    total: int
    truncated: bool
    next_offset: int | None


class PageLinks(NamedTuple):
    """Links out, with the page each leads to; links in; and targets that no page answers to."""

    outgoing: tuple[links.Outgoing, ...]
    backlinks: tuple[links.Backlink, ...]
    missing: tuple[str, ...]


class LinksAnswer(NamedTuple):
    """The links of a page."""

    slug: str
    links: PageLinks


class RemoveAnswer(NamedTuple):
    """A page that was removed; its revisions are kept."""

    slug: str
    changed: bool
    operation: int
    revision: int


class Pages:
    """`wiki.pages`."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    def put(
        self,
        slug: str,
        *,
        title: str | None = None,
        kind: str | None = None,
        summary: str | None = None,
        body: str | None = None,
        cite: Iterable[str | int] | None = None,
        tags: Iterable[str] | None = None,
        aliases: Iterable[str] | None = None,
        asked: Iterable[str] | None = None,
        facets: Iterable[tuple[str, str]] | None = None,
        provenance: str | None = None,
        supersedes: Iterable[str] | None = None,
        if_revision: int | None = None,
        if_absent: bool = False,
        dry_run: bool = False,
    ) -> PutAnswer:
        """Create a page, or make a new revision of it.

        What is not given stays as the page has it (a new page takes it from the body's front matter, its
        first heading, or a default); a list that is given replaces the page's. `cite` takes source ids or
        origins, each with `#` and a span id where a span is meant.

        Raises `invalid_slug`, `slug_collision`, `alias_collision`, `revision_conflict`, `source_not_found`,
        `span_not_found`, `stale_span`, `page_not_found` (of `supersedes`), `invalid_value`, `not_text`,
        `too_large`, and what every write may: `store_not_found`, `read_only_store`, `store_busy`.
        """
        store = self._stores.writer(references.parse(slug).scope)
        slug = checked_slug(references.slug_of(slug))
        check_index(store)
        given = Given(
            title=title,
            kind=kind,
            summary=summary,
            body=body,
            provenance=provenance,
            tags=_listed(tags),
            aliases=_listed(aliases),
            asked=_listed(asked),
            facets=_listed(facets),
            citations=None if cite is None else resolve_citations(store, cite),
            supersedes=None
            if supersedes is None
            else page_writes.superseded(store.database, slug, supersedes),
        )
        prepared = page_writes.prepare(store.database, slug, given)
        if dry_run:
            return self._answer_dry_run(store, slug, prepared, if_revision, if_absent)
        with store.database.transaction():
            prepared = page_writes.current(store.database, slug, given, prepared)
            page_writes.check(store.database, slug, prepared, if_revision, if_absent)
            operation = None
            if prepared.changes:
                now = self._clock()
                operation = page_writes.write(store.database, slug, prepared, now).operation
            return self._answer_put(store, slug, prepared, operation)

    def _answer_put(
        self, store: OpenStore, slug: str, prepared: page_writes.Prepared, operation: int | None
    ) -> PutAnswer:
        page = pages.by_slug_key(store.database, name_key(slug))
        assert page is not None  # just written, or found
        return PutAnswer(
            page=page_view(store.scope, store.database, page),
            created=not prepared.there,
            changed=operation is not None,
            dry_run=False,
            warnings=prepared.draft.warnings,
            operation=operation,
            revision=meta.revision(store.database),
        )

    def _answer_dry_run(
        self,
        store: OpenStore,
        slug: str,
        prepared: page_writes.Prepared,
        if_revision: int | None,
        if_absent: bool,
    ) -> PutAnswer:
        with store.database.snapshot():
            page_writes.check(store.database, slug, prepared, if_revision, if_absent)
            return PutAnswer(
                page=draft_view(store, slug, prepared),
                created=not prepared.there,
                changed=prepared.changes,
                dry_run=True,
                warnings=prepared.draft.warnings,
                operation=None,
                revision=meta.revision(store.database),
            )

    def show(
        self,
        slug: str,
        *,
        section: str | None = None,
        outline: bool = False,
        offset_chars: int = 0,
        max_chars: int | None = None,
        revision: int | None = None,
    ) -> ShowAnswer:
        """A page by slug, alias or title, whole or in part; `section` is a heading's text.

        Raises `page_not_found`, `ambiguous_reference`, `revision_not_found`, `span_not_found` (section).
        """
        with self._stores.snapshot():
            store, page = references.find_page(self._stores, slug)
            number = revision or page.revision
            state = revisions.get(store.database, page.id, number)
            if state is None:
                raise LwcError(
                    "revision_not_found",
                    f"The page {page.slug!r} has no revision {number}; it is at {page.revision}.",
                    details={"slug": page.slug, "revision": page.revision},
                )
            view = page_view(store.scope, store.database, page, number)
        if outline:
            return ShowAnswer(view, None, outline_of(state.body), None)
        text = state.body if section is None else section_of(state.body, section)
        body, window = windowed(text, offset_chars, max_chars)
        return ShowAnswer(view, body, None, window)

    def list(
        self,
        *,
        kind: str | None = None,
        tag: str | None = None,
        provenance: str | None = None,
        updated_since: str | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> ListAnswer:
        """Pages in the order of their slugs; `updated_since` is a time or day in ISO 8601.

        Raises `invalid_value`.
        """
        since = None if updated_since is None else moment(updated_since)

        def fetch(store: OpenStore, most: int, skip: int) -> tuple[list[PageRow], int]:
            return pages.list_pages(
                store.database,
                kind=kind,
                tag_key=None if tag is None else name_key(tag),
                provenance=provenance,
                updated_since=since,
                limit=most,
                offset=skip,
            )

        with self._stores.snapshot():
            found, total = across(self._stores.readers(), limit, offset, fetch)
            listed = tuple(_listed_page(store, page) for store, page in found)
        end = offset + len(listed)
        return ListAnswer(listed, total, end < total, end if end < total else None)

    def links(self, slug: str) -> LinksAnswer:
        """Where a page's links lead, which pages link to it, and which of its links lead nowhere."""
        with self._stores.snapshot():
            store, page = references.find_page(self._stores, slug)
            outgoing = tuple(links.outgoing(store.database, page.id))
            backlinks = tuple(links.backlinks(store.database, page.id))
        missing = tuple(dict.fromkeys(link.target for link in outgoing if link.slug is None))
        return LinksAnswer(page.slug, PageLinks(outgoing, backlinks, missing))

    def remove(self, slug: str, reason: str) -> RemoveAnswer:
        """Take a page out of the wiki; its revisions and the reason stay. Raises `page_not_found`."""
        reason = checked_reason(reason)
        store, _ = references.find_page(self._stores, slug, write=True)
        check_index(store)
        with store.database.transaction():
            _, page = references.find_page(self._stores, slug, write=True)
            recorded = page_writes.remove(store.database, page, reason, self._clock())
            return RemoveAnswer(page.slug, True, recorded.operation, recorded.revision)


def _listed_page(store: OpenStore, page: PageRow) -> ListedPage:
    return ListedPage(
        ref=references.qualified(store.scope, "page", page.slug),
        slug=page.slug,
        title=page.title,
        kind=page.kind,
        summary=page.summary,
        provenance=page.provenance,
        tags=pages.tags_of(store.database, [page.id]).get(page.id, ()),
        revision=page.revision,
        updated_at=page.updated_at,
    )


def _listed(values: Iterable[T] | None) -> tuple[T, ...] | None:
    """The values as a tuple. Raises `invalid_value` for a string, which would be taken for its characters."""
    if isinstance(values, str):
        raise LwcError("invalid_value", f"A list is needed, not {values!r}.", hint=f"Pass [{values!r}].")
    return None if values is None else tuple(values)
