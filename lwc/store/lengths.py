"""How long the documents and passages of a full-text table are, as FTS5 itself counts them."""

from __future__ import annotations

from lwc.model import DocumentType
from lwc.store.connection import Database

# Row 1 of FTS5's data holds variable-length integers: the number of rows, then the terms in each column.
SELECT_PAGE_TOTALS = "SELECT block FROM page_fts_data WHERE id = 1"
SELECT_SOURCE_TOTALS = "SELECT block FROM source_fts_data WHERE id = 1"
SELECT_PASSAGE_TOTALS = "SELECT block FROM passage_fts_data WHERE id = 1"

TOTALS = {"page": SELECT_PAGE_TOTALS, "source": SELECT_SOURCE_TOTALS}


def total_terms(database: Database, type: DocumentType) -> int:
    """The number of terms in all documents of the type, repetitions and all fields counted."""
    return _total(database, TOTALS[type])


def total_passage_terms(database: Database) -> int:
    """The number of terms in all passages, repetitions counted."""
    return _total(database, SELECT_PASSAGE_TOTALS)


def _total(database: Database, statement: str) -> int:
    row = database.row(statement)
    return sum(_integers(row[0])[1:]) if row else 0


def _integers(block: bytes) -> list[int]:
    """SQLite's variable-length integers: seven bits a byte while the eighth is set, the highest first."""
    found, value, length = [], 0, 0
    for byte in block:
        length += 1
        value = value << 8 | byte if length == 9 else value << 7 | byte & 0x7F
        if length == 9 or byte < 0x80:
            found.append(value)
            value = length = 0
    return found
