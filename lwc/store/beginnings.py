"""The beginnings of documents' texts: what the second stage reads of its best candidates."""

from __future__ import annotations

from lwc.model import DocumentType
from lwc.store.connection import Database

SELECT_PAGE_BEGINNINGS = """
SELECT page.id, substr(page_revision.body, 1, :characters), length(page_revision.body)
FROM page
JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
WHERE page.id IN (SELECT value FROM json_each(:ids))
"""

SELECT_SOURCE_BEGINNINGS = """
SELECT id, substr(text, 1, :characters), length(text)
FROM source
WHERE id IN (SELECT value FROM json_each(:ids))
"""

BEGINNINGS = {"page": SELECT_PAGE_BEGINNINGS, "source": SELECT_SOURCE_BEGINNINGS}


def read(database: Database, type: DocumentType, ids: str, characters: int) -> dict[int, tuple[str, int]]:
    """Document id → (the first characters of its text, how many it has in all) for the ids (a JSON array)."""
    rows = database.rows(BEGINNINGS[type], {"ids": ids, "characters": characters})
    return {row[0]: (row[1], row[2]) for row in rows}
