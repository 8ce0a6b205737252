"""Which fields a term's weight in a document comes from: the index says how much each of them gave."""

from __future__ import annotations

from lwc.model import DocumentType
from lwc.store.connection import Database

# FTS5's bm25 counts an occurrence as often as its column weighs, and divides by the length of all columns.
# With one column's weight kept and the others 0 it is what that column alone would give, beside the same
# length. All columns are asked in one statement, which finds the postings once. In the order of PAGE_FIELDS,
# with the weights of the first stage.
SELECT_PAGE_FIELD_WEIGHTS = """
SELECT rowid,
       bm25(page_fts, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
       bm25(page_fts, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0),
       bm25(page_fts, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0),
       bm25(page_fts, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0),
       bm25(page_fts, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0),
       bm25(page_fts, 0.0, 0.0, 0.0, 0.0, 0.0, 1.5, 0.0),
       bm25(page_fts, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.5)
FROM page_fts
WHERE page_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:ids))
"""

# In the order of SOURCE_FIELDS.
SELECT_SOURCE_FIELD_WEIGHTS = """
SELECT rowid,
       bm25(source_fts, 1.0, 0.0, 0.0),
       bm25(source_fts, 0.0, 3.0, 0.0),
       bm25(source_fts, 0.0, 0.0, 1.0)
FROM source_fts
WHERE source_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:ids))
"""

FIELD_WEIGHTS = {"page": SELECT_PAGE_FIELD_WEIGHTS, "source": SELECT_SOURCE_FIELD_WEIGHTS}

#: The columns of the index as users know them.
PAGE_FIELDS = ("body", "title", "alias", "asked", "path", "summary", "heading")
SOURCE_FIELDS = ("body", "title", "path")
FIELDS = {"page": PAGE_FIELDS, "source": SOURCE_FIELDS}

#: A saturation is below 1; rounding must not bring it there.
_MOST = 1.0 - 2.0**-40


def shares(
    database: Database, type: DocumentType, expression: str, ids: str, scale: float
) -> dict[int, dict[str, float]]:
    """Document id → field → its share of the term, for those of the ids (a JSON array) that match.

    The shares of a document sum to 1; a field without the term is left out. `scale` is what FTS5's bm25 of
    the expression is divided by to be the saturation s = w·tf/(w·tf + K): its idf · (k1 + 1). With K the same
    for all fields of a document, s/(1 − s) is proportional to w·tf.
    """
    found: dict[int, dict[str, float]] = {}
    for document_id, *weights in database.rows(FIELD_WEIGHTS[type], {"match": expression, "ids": ids}):
        weighed = dict(zip(FIELDS[type], (_weighed(-bm25 / scale) for bm25 in weights), strict=True))
        total = sum(weighed.values())
        found[document_id] = {field: value / total for field, value in weighed.items() if value > 0}
    return found


def _weighed(saturation: float) -> float:
    """w·tf, in units of K."""
    bounded = min(saturation, _MOST)
    return bounded / (1.0 - bounded)
