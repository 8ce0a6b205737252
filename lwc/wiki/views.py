"""Pages, sources and windows of text as answers show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lwc.model import Attributes, PageRow, SourceRow
from lwc.store import links, pages, revisions, sources
from lwc.store.connection import Database


class PageView(NamedTuple):
    """A page without its body."""

    ref: str
    slug: str
    title: str
    kind: str
    summary: str
    source_ids: tuple[int, ...]
    citations: tuple[str, ...]
    provenance: str
    links: tuple[str, ...]
    aliases: tuple[str, ...]
    asked: tuple[str, ...]
    tags: tuple[str, ...]
    facets: Mapping[str, tuple[str, ...]]
    supersedes: tuple[str, ...]
    superseded_by: tuple[str, ...]
    revision: int
    fingerprint: str
    created_at: str
    updated_at: str


class SourceView(NamedTuple):
    """A source without its text."""

    ref: str
    id: int
    title: str
    origin: str
    fingerprint: str
    bytes: int
    encoding: str
    facets: Mapping[str, tuple[str, ...]]
    superseded_by: int | None
    retired_at: str | None
    retired_reason: str | None
    created_at: str


class Window(NamedTuple):
    """Which part of a text is answered, in characters."""

    offset_chars: int
    returned_chars: int
    total_chars: int
    next_offset_chars: int | None
    has_more: bool


def page_view(scope: str, database: Database, page: PageRow, number: int | None = None) -> PageView:
    """The page as it stands, or as its revision `number` was (links are those of today)."""
    revision = revisions.get(database, page.id, number or page.revision)
    assert revision is not None  # callers check that the revision is there
    attributes = revision.attributes
    return PageView(
        ref=f"{scope}:page:{page.slug}",
        slug=page.slug,
        title=revision.title,
        kind=revision.kind,
        summary=revision.summary,
        source_ids=cited_ids(attributes),
        citations=citation_names(attributes),
        provenance=revision.provenance,
        links=links.linked_slugs(database, page.id),
        aliases=attributes.aliases,
        asked=attributes.asked,
        tags=attributes.tags,
        facets=grouped(attributes.facets),
        supersedes=pages.superseded_slugs(database, page.id),
        superseded_by=pages.superseding_slugs(database, page.id),
        revision=revision.number,
        fingerprint=revision.fingerprint,
        created_at=page.created_at,
        updated_at=revision.created_at,
    )


def source_view(scope: str, database: Database, source: SourceRow) -> SourceView:
    return SourceView(
        ref=f"{scope}:source:{source.id}",
        id=source.id,
        title=source.title,
        origin=source.origin,
        fingerprint=source.fingerprint,
        bytes=source.bytes,
        encoding=source.encoding,
        facets=grouped(sources.facets_of(database, [source.id]).get(source.id, ())),
        superseded_by=source.superseded_by,
        retired_at=source.retired_at,
        retired_reason=source.retired_reason,
        created_at=source.created_at,
    )


def cited_ids(attributes: Attributes) -> tuple[int, ...]:
    """The sources that a page cites, each once."""
    return tuple(dict.fromkeys(source_id for source_id, _ in attributes.citations))


def citation_names(attributes: Attributes) -> tuple[str, ...]:
    """The citations as `page put --cite` takes them: `12`, or `12#` and a span id."""
    return tuple(
        f"{source_id}#{span}" if span else str(source_id) for source_id, span in attributes.citations
    )


def grouped(facets: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Facet name → its values."""
    found: dict[str, tuple[str, ...]] = {}
    for name, value in facets:
        found[name] = (*found.get(name, ()), value)
    return found


def windowed(text: str, offset: int, most: int | None) -> tuple[str, Window]:
    """The part of the text that begins at `offset` and has at most `most` characters (None: all)."""
    start = min(max(0, offset), len(text))
    end = len(text) if most is None else min(len(text), start + max(0, most))
    more = end < len(text)
    return text[start:end], Window(start, end - start, len(text), end if more else None, more)
