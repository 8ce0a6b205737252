"""How a source is written: made ready before the lock, a duplicate recognised inside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lwc.model import SourceRow
from lwc.store import index, sources
from lwc.store.connection import Database
from lwc.store.index import SourceTerms
from lwc.text import markdown
from lwc.text.normalize import name_key, origin_key
from lwc.wiki.files import Incoming
from lwc.wiki.indexing import source_terms
from lwc.wiki.slugs import NAME_CHARACTERS, checked_facets, checked_text

#: The head of a text in which its title is looked for: a title far down is none.
TITLE_CHARACTERS = 20_000
FIRST_LINE_CHARACTERS = 80


class Prepared(NamedTuple):
    """A source made ready to be written."""

    incoming: Incoming
    title: str
    facets: tuple[tuple[str, str], ...]
    terms: SourceTerms


class Written(NamedTuple):
    """A source that was written, and the earlier one of its origin."""

    source: SourceRow
    supersedes: int | None


def prepare(incoming: Incoming, title: str | None, facets: Iterable[tuple[str, str]]) -> Prepared:
    """Raises `invalid_value` for a title or facet that can not be stored."""
    origin = checked_text("origin", incoming.origin, 4096)
    chosen = title if title is not None and title.strip() else title_of(incoming)
    chosen = " ".join(checked_text("title", chosen, 4096).split())[:NAME_CHARACTERS]
    terms = indexed_terms(origin, chosen, incoming.text)
    return Prepared(incoming, chosen, checked_facets(facets), terms)


def indexed_terms(origin: str, title: str, text: str) -> SourceTerms:
    """What the index holds of a source; an origin that is only a fingerprint has no words."""
    return source_terms(origin="" if is_unnamed(origin) else origin, title=title, text=text)


def current(database: Database, incoming: Incoming) -> SourceRow | None:
    """The source that already holds this content as the current one of its origin.

    Equal fingerprints are confirmed by comparing the text.
    """
    head = _head(sources.lineage(database, origin_key(incoming.origin)))
    if head is None or head.fingerprint != incoming.fingerprint:
        return None
    return head if sources.text(database, head.id) == incoming.text else None


def write(database: Database, prepared: Prepared, operation: int, now: str) -> Written:
    """Add the source and its index, superseding the earlier one of its origin."""
    incoming = prepared.incoming
    before = _head(sources.lineage(database, origin_key(incoming.origin)))
    values = {
        "origin": incoming.origin,
        "origin_key": origin_key(incoming.origin),
        "title": prepared.title,
        "title_key": name_key(prepared.title),
        "text": incoming.text,
        "encoding": incoming.encoding,
        "bytes": incoming.bytes,
        "fingerprint": incoming.fingerprint,
        "path": incoming.path,
        "mtime_ns": incoming.mtime_ns,
        "operation_id": operation,
        "now": now,
    }
    source_id = sources.insert(database, values, prepared.facets)
    index.insert_source(database, source_id, prepared.terms)
    row = sources.get(database, source_id)
    assert row is not None  # just written
    return Written(row, before.id if before else None)


def title_of(incoming: Incoming) -> str:
    """The front matter's title, else the first heading's, else the file's name or a stream's first line."""
    written = markdown.title(incoming.text[:TITLE_CHARACTERS])
    named = _first_line(incoming.text) if is_unnamed(incoming.origin) else _name(incoming.origin)
    return (written or named)[:NAME_CHARACTERS]


def is_unnamed(origin: str) -> bool:
    """Whether the origin was made from a fingerprint: the content came from a stream and nothing named it."""
    return origin.startswith("stdin:")


def _first_line(text: str) -> str:
    lines = (" ".join(line.split()) for line in text[:TITLE_CHARACTERS].splitlines())
    return next(filter(None, lines), "standard input")[:FIRST_LINE_CHARACTERS]


def _name(origin: str) -> str:
    name = origin.rstrip("/").rpartition("/")[2] or origin
    stem, dot, suffix = name.rpartition(".")
    return stem if dot and stem and len(suffix) <= 8 else name


def _head(lineage: list[SourceRow]) -> SourceRow | None:
    return next((row for row in lineage if row.superseded_by is None and row.retired_at is None), None)
