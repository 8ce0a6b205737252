"""Sources: immutable content, its lineage by origin, and who cites it."""

from __future__ import annotations

import json
from typing import Any

from lwc.model import SourceRow
from lwc.store.connection import Database

SELECT_SOURCE = """
SELECT id, origin, title, encoding, bytes, fingerprint, path, mtime_ns, superseded_by,
       retired_at, retired_reason, created_at
FROM source
WHERE id = :id
"""

SELECT_LINEAGE = """
SELECT id, origin, title, encoding, bytes, fingerprint, path, mtime_ns, superseded_by,
       retired_at, retired_reason, created_at
FROM source
WHERE origin_key = :origin_key
ORDER BY id DESC
"""

SELECT_SOURCES = """
SELECT id, origin, title, encoding, bytes, fingerprint, path, mtime_ns, superseded_by,
       retired_at, retired_reason, created_at
FROM source
WHERE :all OR (superseded_by IS NULL AND retired_at IS NULL)
ORDER BY id
LIMIT :limit OFFSET :offset
"""

COUNT_SOURCES = """
SELECT count(*)
FROM source
WHERE :all OR (superseded_by IS NULL AND retired_at IS NULL)
"""

SELECT_CURRENT_BY_FINGERPRINT = """
SELECT id, origin
FROM source
WHERE fingerprint = :fingerprint AND superseded_by IS NULL AND retired_at IS NULL
ORDER BY id
"""

SELECT_TEXT = "SELECT text FROM source WHERE id = :id"

INSERT_SOURCE = """
INSERT INTO source
    (origin, origin_key, title, title_key, text, encoding, bytes, fingerprint, path, mtime_ns,
     operation_id, created_at)
VALUES
    (:origin, :origin_key, :title, :title_key, :text, :encoding, :bytes, :fingerprint, :path, :mtime_ns,
     :operation_id, :now)
"""

SELECT_OF_ORIGIN = "SELECT 1 FROM source WHERE origin_key = :origin_key LIMIT 1"

SUPERSEDE_LINEAGE = """
UPDATE source
SET superseded_by = :id
WHERE origin_key = :origin_key AND id <> :id AND superseded_by IS NULL
"""

RETIRE_SOURCE = "UPDATE source SET retired_at = :now, retired_reason = :reason WHERE id = :id"

INSERT_FACET = "INSERT INTO source_facet (source_id, name, value) VALUES (?, ?, ?)"

SELECT_FACETS = """
SELECT source_id, name, value
FROM source_facet
WHERE source_id IN (SELECT value FROM json_each(:ids))
ORDER BY source_id, name, value
"""

SELECT_CITING_PAGES = """
SELECT page.slug, page.title, page.kind, citation.span
FROM citation
JOIN page ON page.id = citation.page_id
WHERE citation.source_id = :id
ORDER BY page.slug_key, citation.position
"""

# Pages of kind `source` summarise the source that they cite.
SELECT_SUMMARY_PAGES = """
SELECT citation.source_id, page.id, page.slug
FROM citation
JOIN page ON page.id = citation.page_id
WHERE citation.source_id IN (SELECT value FROM json_each(:ids))
  AND page.kind = 'source'
ORDER BY citation.source_id, page.slug_key
"""

SELECT_CITED_BY_SUMMARY_PAGES = """
SELECT citation.page_id, citation.source_id
FROM citation
JOIN page ON page.id = citation.page_id
WHERE citation.page_id IN (SELECT value FROM json_each(:ids))
  AND page.kind = 'source'
ORDER BY citation.page_id, citation.source_id
"""


def get(database: Database, source_id: int) -> SourceRow | None:
    row = database.row(SELECT_SOURCE, {"id": source_id})
    return None if row is None else SourceRow(*row)


def lineage(database: Database, origin_key: str) -> list[SourceRow]:
    """All sources of one origin, the newest first."""
    return [SourceRow(*row) for row in database.rows(SELECT_LINEAGE, {"origin_key": origin_key})]


def list_sources(database: Database, *, all: bool, limit: int, offset: int) -> tuple[list[SourceRow], int]:
    """A window of the sources in the order they came, and how many there are.

    `limit` -1 means no limit; superseded and retired ones are among them only with `all`.
    """
    conditions = {"all": all, "limit": limit, "offset": offset}
    rows = database.rows(SELECT_SOURCES, conditions)
    return [SourceRow(*row) for row in rows], int(database.one(COUNT_SOURCES, conditions)[0])


def current_with(database: Database, fingerprint: str) -> list[tuple[int, str]]:
    """(id, origin) of the current sources with this content."""
    return database.rows(SELECT_CURRENT_BY_FINGERPRINT, {"fingerprint": fingerprint})


def text(database: Database, source_id: int) -> str:
    return str(database.one(SELECT_TEXT, {"id": source_id})[0])


def insert(database: Database, values: dict[str, Any], facets: tuple[tuple[str, str], ...]) -> int:
    """Add a source as the current one of its lineage."""
    earlier = database.row(SELECT_OF_ORIGIN, {"origin_key": values["origin_key"]})
    source_id = database.run(INSERT_SOURCE, values)
    # Never for nothing: a statement that might change several rows under a foreign key opens a savepoint, at
    # which FTS5 writes out all that it holds in memory. Once a document, that is two thirds of the time.
    if earlier is not None:
        database.run(SUPERSEDE_LINEAGE, {"id": source_id, "origin_key": values["origin_key"]})
    database.run_many(INSERT_FACET, [(source_id, *facet) for facet in facets])
    return source_id


def retire(database: Database, source_id: int, reason: str, now: str) -> None:
    database.run(RETIRE_SOURCE, {"id": source_id, "reason": reason, "now": now})


def facets_of(database: Database, source_ids: list[int]) -> dict[int, tuple[tuple[str, str], ...]]:
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    for source_id, name, value in database.rows(SELECT_FACETS, {"ids": json.dumps(source_ids)}):
        found[source_id] = (*found.get(source_id, ()), (name, value))
    return found


def citing_pages(database: Database, source_id: int) -> list[tuple[str, str, str, str]]:
    """(slug, title, kind, span) of the pages that cite the source."""
    return database.rows(SELECT_CITING_PAGES, {"id": source_id})


def summary_pages(database: Database, source_ids: list[int]) -> list[tuple[int, int, str]]:
    """(source id, page id, slug) of the pages of kind `source` that cite these sources."""
    return database.rows(SELECT_SUMMARY_PAGES, {"ids": json.dumps(source_ids)})


def summarised_by(database: Database, page_ids: list[int]) -> dict[int, tuple[int, ...]]:
    """Page id → the sources that it summarises, for the pages of kind `source` among these."""
    found: dict[int, tuple[int, ...]] = {}
    rows = database.rows(SELECT_CITED_BY_SUMMARY_PAGES, {"ids": json.dumps(page_ids)})
    for page_id, source_id in rows:
        found[page_id] = (*found.get(page_id, ()), source_id)
    return found
