"""Statistics of a store."""

from __future__ import annotations

from typing import NamedTuple

from lwc.store.connection import Database

SELECT_COUNTS = """
SELECT
    (SELECT count(*) FROM page WHERE removed_at IS NULL),
    (SELECT count(*) FROM page WHERE removed_at IS NOT NULL),
    (SELECT count(*) FROM page_revision),
    (SELECT count(*) FROM source WHERE superseded_by IS NULL AND retired_at IS NULL),
    (SELECT count(*) FROM source WHERE superseded_by IS NOT NULL OR retired_at IS NOT NULL),
    (SELECT count(*) FROM passage),
    (SELECT count(*) FROM link),
    (SELECT count(*) FROM citation),
    (SELECT count(DISTINCT tag_key) FROM page_tag),
    (SELECT count(*) FROM operation),
    (SELECT count(*) FROM document_weight),
    (SELECT count(*) FROM query_feedback)
"""

SELECT_TEXT_BYTES = """
SELECT
    (SELECT coalesce(sum(length(CAST(page_revision.body AS BLOB))), 0)
     FROM page
     JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
     WHERE page.removed_at IS NULL),
    (SELECT coalesce(sum(bytes), 0) FROM source)
"""

SELECT_FILE_BYTES = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"


class Counts(NamedTuple):
    """How much of everything a store holds."""

    pages: int
    removed_pages: int
    page_revisions: int
    sources: int
    past_sources: int
    passages: int
    links: int
    citations: int
    tags: int
    operations: int
    weights: int
    feedback: int


def counts(database: Database) -> Counts:
    return Counts(*database.one(SELECT_COUNTS))


def text_bytes(database: Database) -> tuple[int, int]:
    """Bytes of text in the pages as they stand, and in all sources."""
    pages, sources = database.row(SELECT_TEXT_BYTES)
    return pages, sources


def file_bytes(database: Database) -> int:
    return int(database.one(SELECT_FILE_BYTES)[0])
