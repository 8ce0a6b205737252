"""In which fields of one document terms stand, and whether an expression matches it: the index says so."""

from __future__ import annotations

import json
from collections.abc import Sequence

from lwc.model import DocumentType
from lwc.store.connection import Database

# A column on the left of MATCH looks into that column alone.
SELECT_PAGE_FIELDS = """
SELECT wanted.key, 'title'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM page_fts WHERE page_fts.title MATCH wanted.value AND page_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'aliases'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM page_fts WHERE page_fts.aliases MATCH wanted.value AND page_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'asked'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM page_fts WHERE page_fts.asked MATCH wanted.value AND page_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'path'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM page_fts WHERE page_fts.path MATCH wanted.value AND page_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'summary'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM page_fts WHERE page_fts.summary MATCH wanted.value AND page_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'headings'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM page_fts WHERE page_fts.headings MATCH wanted.value AND page_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'body'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM page_fts WHERE page_fts.body MATCH wanted.value AND page_fts.rowid = :id)
"""

SELECT_SOURCE_FIELDS = """
SELECT wanted.key, 'title'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM source_fts WHERE source_fts.title MATCH wanted.value AND source_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'path'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM source_fts WHERE source_fts.path MATCH wanted.value AND source_fts.rowid = :id)
UNION ALL
SELECT wanted.key, 'body'
FROM json_each(:expressions) AS wanted
WHERE EXISTS (SELECT 1 FROM source_fts WHERE source_fts.body MATCH wanted.value AND source_fts.rowid = :id)
"""

SELECT_WHETHER_PAGE_MATCHES = """
SELECT EXISTS (SELECT 1 FROM page_fts WHERE page_fts MATCH :match AND rowid = :id)
"""

SELECT_WHETHER_SOURCE_MATCHES = """
SELECT EXISTS (SELECT 1 FROM source_fts WHERE source_fts MATCH :match AND rowid = :id)
"""

FIELDS = {"page": SELECT_PAGE_FIELDS, "source": SELECT_SOURCE_FIELDS}
MATCHES = {"page": SELECT_WHETHER_PAGE_MATCHES, "source": SELECT_WHETHER_SOURCE_MATCHES}


def holding(
    database: Database, type: DocumentType, id: int, expressions: Sequence[str]
) -> list[tuple[str, ...]]:
    """For each MATCH expression the fields of the document that satisfy it alone, names before the body."""
    found: list[tuple[str, ...]] = [()] * len(expressions)
    for at, field in database.rows(FIELDS[type], {"expressions": json.dumps(expressions), "id": id}):
        found[at] = (*found[at], field)
    return found


def matches(database: Database, type: DocumentType, id: int, expression: str) -> bool:
    """Whether the document matches, whatever filters and lineage say; "" matches nothing."""
    return bool(expression) and bool(database.one(MATCHES[type], {"match": expression, "id": id})[0])
