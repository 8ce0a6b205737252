"""First-stage retrieval: which documents match, best first by bm25, with filters inside the statement."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from lwc.model import DocumentType, Filters, QueryTerm
from lwc.store import match
from lwc.store.connection import Database

# Weights of body, title, aliases, asked, path, summary, headings. The name makes ties independent of the
# order in which documents came.
SELECT_PAGES = """
SELECT page.id, page.slug, page.title
FROM page_fts
JOIN page ON page.id = page_fts.rowid
WHERE page_fts MATCH :match
  AND (:only IS NULL OR page.id IN (SELECT value FROM json_each(:only)))
  AND (:kinds IS NULL OR page.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:tags IS NULL OR (
        SELECT count(*) FROM page_tag
        WHERE page_tag.page_id = page.id
          AND page_tag.tag_key IN (SELECT value FROM json_each(:tags))) = json_array_length(:tags))
  AND (:facets IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:facets) AS wanted
        WHERE NOT EXISTS (
            SELECT 1 FROM page_facet
            WHERE page_facet.page_id = page.id
              AND page_facet.name = wanted.value ->> 'name'
              AND (page_facet.value IN (SELECT value FROM json_each(wanted.value -> 'values'))
                OR substr(page_facet.value, 1, length(wanted.value ->> 'below'))
                  = wanted.value ->> 'below'))))
ORDER BY bm25(page_fts, 1.0, 3.0, 3.0, 3.0, 1.0, 1.5, 1.5), page.slug_key
LIMIT :limit OFFSET :offset
"""

# Weights of body, title, path.
SELECT_SOURCES = """
SELECT source.id, source.origin, source.title
FROM source_fts
JOIN source ON source.id = source_fts.rowid
WHERE source_fts MATCH :match
  AND source.superseded_by IS NULL
  AND source.retired_at IS NULL
  AND (:only IS NULL OR source.id IN (SELECT value FROM json_each(:only)))
  AND :kinds IS NULL
  AND :tags IS NULL
  AND (:facets IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:facets) AS wanted
        WHERE NOT EXISTS (
            SELECT 1 FROM source_facet
            WHERE source_facet.source_id = source.id
              AND source_facet.name = wanted.value ->> 'name'
              AND (source_facet.value IN (SELECT value FROM json_each(wanted.value -> 'values'))
                OR substr(source_facet.value, 1, length(wanted.value ->> 'below'))
                  = wanted.value ->> 'below'))))
ORDER BY bm25(source_fts, 1.0, 3.0, 1.0), source.origin_key, source.id
LIMIT :limit OFFSET :offset
"""

# The same conditions without an order: for counting.
SELECT_PAGE_IDS = """
SELECT page.id
FROM page_fts
JOIN page ON page.id = page_fts.rowid
WHERE page_fts MATCH :match
  AND (:kinds IS NULL OR page.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:tags IS NULL OR (
        SELECT count(*) FROM page_tag
        WHERE page_tag.page_id = page.id
          AND page_tag.tag_key IN (SELECT value FROM json_each(:tags))) = json_array_length(:tags))
  AND (:facets IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:facets) AS wanted
        WHERE NOT EXISTS (
            SELECT 1 FROM page_facet
            WHERE page_facet.page_id = page.id
              AND page_facet.name = wanted.value ->> 'name'
              AND (page_facet.value IN (SELECT value FROM json_each(wanted.value -> 'values'))
                OR substr(page_facet.value, 1, length(wanted.value ->> 'below'))
                  = wanted.value ->> 'below'))))
ORDER BY page.id
LIMIT :limit
"""

SELECT_SOURCE_IDS = """
SELECT source.id
FROM source_fts
JOIN source ON source.id = source_fts.rowid
WHERE source_fts MATCH :match
  AND source.superseded_by IS NULL
  AND source.retired_at IS NULL
  AND :kinds IS NULL
  AND :tags IS NULL
  AND (:facets IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:facets) AS wanted
        WHERE NOT EXISTS (
            SELECT 1 FROM source_facet
            WHERE source_facet.source_id = source.id
              AND source_facet.name = wanted.value ->> 'name'
              AND (source_facet.value IN (SELECT value FROM json_each(wanted.value -> 'values'))
                OR substr(source_facet.value, 1, length(wanted.value ->> 'below'))
                  = wanted.value ->> 'below'))))
ORDER BY source.id
LIMIT :limit
"""

# bm25 of one term is idf · tf·(k1+1)/(tf+K): divided by idf·(k1+1) it is the saturation tf/(tf+K).
SELECT_PAGE_WEIGHTS = """
SELECT rowid, bm25(page_fts, 1.0, 3.0, 3.0, 3.0, 1.0, 1.5, 1.5)
FROM page_fts
WHERE page_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:ids))
"""

SELECT_SOURCE_WEIGHTS = """
SELECT rowid, bm25(source_fts, 1.0, 3.0, 1.0)
FROM source_fts
WHERE source_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:ids))
"""

SELECT_PAGES_MATCHING = """
SELECT page_fts.rowid
FROM page_fts
WHERE page_fts MATCH :match
  AND +page_fts.rowid IN (SELECT value FROM json_each(:ids))
  AND (:facets IS NULL OR NOT EXISTS (
        SELECT 1 FROM json_each(:facets) AS wanted
        WHERE NOT EXISTS (
            SELECT 1 FROM page_facet
            WHERE page_facet.page_id = page_fts.rowid
              AND page_facet.name = wanted.value ->> 'name'
              AND (page_facet.value IN (SELECT value FROM json_each(wanted.value -> 'values'))
                OR substr(page_facet.value, 1, length(wanted.value ->> 'below'))
                  = wanted.value ->> 'below'))))
"""

SELECT_TITLED_PAGES = """
SELECT rowid
FROM page_fts
WHERE page_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:ids))
"""

SELECT_TITLED_SOURCES = """
SELECT rowid
FROM source_fts
WHERE source_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:ids))
"""

SELECT_EXACT_PAGES = """
SELECT page_id, via
FROM page_name
WHERE key = :key
UNION ALL
SELECT page_id, 'asked'
FROM page_asked
WHERE asked_key = :key
"""

SELECT_EXACT_SOURCES = """
SELECT id, 'origin'
FROM source
WHERE origin_key = :origin_key
UNION ALL
SELECT id, 'title'
FROM source
WHERE title_key = :key
"""

SELECTS = {"page": SELECT_PAGES, "source": SELECT_SOURCES}
IDS = {"page": SELECT_PAGE_IDS, "source": SELECT_SOURCE_IDS}
WEIGHTS = {"page": SELECT_PAGE_WEIGHTS, "source": SELECT_SOURCE_WEIGHTS}

TITLED = {"page": SELECT_TITLED_PAGES, "source": SELECT_TITLED_SOURCES}

#: FTS5's k1 + 1, fixed in its bm25.
K1_PLUS_1 = 2.2


class Found(NamedTuple):
    """A document of the first stage; the identifier is a page's slug, a source's origin."""

    id: int
    name: str
    title: str


def find(
    database: Database,
    type: DocumentType,
    expression: str,
    filters: Filters,
    *,
    limit: int,
    offset: int,
    only: str | None = None,
) -> list[Found]:
    """The documents that match and pass the filters, best first; `only` is a JSON array of ids."""
    wanted = {**conditions(filters), "match": expression, "limit": limit, "offset": offset, "only": only}
    return [Found(*row) for row in database.rows(SELECTS[type], wanted)]


def matching_ids(
    database: Database, type: DocumentType, expression: str, filters: Filters, *, limit: int
) -> list[int]:
    """At most `limit` of the documents that match and pass the filters, in no order of merit."""
    wanted = {**conditions(filters), "match": expression, "limit": limit}
    return [row[0] for row in database.rows(IDS[type], wanted)]


def bm25_of(database: Database, type: DocumentType, expression: str, ids: str) -> list[tuple[int, float]]:
    """(document id, FTS5's bm25 of the expression) for those of the ids (a JSON array) that match it."""
    return database.rows(WEIGHTS[type], {"match": expression, "ids": ids})


def matching_pages(database: Database, expression: str, filters: Filters, page_ids: list[int]) -> set[int]:
    """Those of the pages that match and have the facets; a search that sources are in asks no kind or tag."""
    facets = conditions(filters)["facets"]
    wanted = {"match": expression, "ids": json.dumps(page_ids), "facets": facets}
    return {row[0] for row in database.rows(SELECT_PAGES_MATCHING, wanted)}


def titled(database: Database, type: DocumentType, terms: Iterable[QueryTerm], ids: str) -> set[int]:
    """Those of the ids (a JSON array) whose title has one of the terms."""
    rows = database.rows(TITLED[type], {"match": match.any_in_title(terms), "ids": ids})
    return {row[0] for row in rows}


def exact_pages(database: Database, key: str) -> dict[int, str]:
    """Page id → which of its names ("slug", "alias", "title", "asked") is the key."""
    found: dict[int, str] = {}
    for page_id, via in database.rows(SELECT_EXACT_PAGES, {"key": key}):
        found.setdefault(page_id, via)
    return found


def exact_sources(database: Database, key: str, origin_key: str) -> dict[int, str]:
    """Source id → which of its names ("origin", "title") the key is."""
    found: dict[int, str] = {}
    for source_id, via in database.rows(SELECT_EXACT_SOURCES, {"key": key, "origin_key": origin_key}):
        found.setdefault(source_id, via)
    return found


def conditions(filters: Filters) -> dict[str, Any]:
    """What the statements of the first stage are given of the filters."""
    facets = [_wanted_facet(name, value) for name, value in filters.facets]
    return {
        "kinds": json.dumps(filters.kinds) if filters.kinds else None,
        "tags": json.dumps(filters.tags) if filters.tags else None,
        "facets": json.dumps(facets) if facets else None,
    }


def _wanted_facet(name: str, value: str) -> dict[str, Any]:
    """What a document's facet may say: `*`, the value or one above it in its hierarchy, or one below."""
    parts = value.split("/")
    above = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return {"name": name, "values": ["*", *above], "below": value + "/"}
