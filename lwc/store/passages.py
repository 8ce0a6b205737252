"""Passages as the index holds them: where they stand in a document, and which hold a term."""

import json
from typing import NamedTuple

from lwc.model import DocumentType
from lwc.store.connection import Database

SELECT_PASSAGE = """
SELECT passage.id, passage.kind, section.heading_path, passage.byte_start, passage.byte_end
FROM passage
JOIN section ON section.id = passage.section_id
WHERE passage.id = :id AND passage.id <= :last
"""

SELECT_WINDOW = """
SELECT passage.id, passage.kind, section.heading_path, passage.byte_start, passage.byte_end
FROM passage
JOIN section ON section.id = passage.section_id
WHERE passage.id BETWEEN :low AND :high
ORDER BY passage.id
"""

# The passages of a document stand in the order of their offsets: the first that ends after the byte.
SELECT_PASSAGE_AT = """
SELECT passage.id, passage.kind, section.heading_path, passage.byte_start, passage.byte_end
FROM passage
JOIN section ON section.id = passage.section_id
WHERE passage.id BETWEEN :first AND :last AND passage.byte_end > :byte
ORDER BY passage.id
LIMIT 1
"""

SELECT_LAST_PASSAGE = """
SELECT passage.id, passage.kind, section.heading_path, passage.byte_start, passage.byte_end
FROM passage
JOIN section ON section.id = passage.section_id
WHERE passage.id BETWEEN :first AND :last
ORDER BY passage.id DESC
LIMIT 1
"""

SELECT_PASSAGES_MATCHING = """
SELECT rowid
FROM passage_fts
WHERE passage_fts MATCH :match AND rowid BETWEEN :first AND :last
ORDER BY rowid
LIMIT :limit
"""

SELECT_PAGE_BYTES = """
SELECT substr(CAST(page_revision.body AS BLOB), :start + 1, :length)
FROM page
JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
WHERE page.id = :id
"""

SELECT_SOURCE_BYTES = """
SELECT substr(CAST(text AS BLOB), :start + 1, :length)
FROM source
WHERE id = :id
"""

BYTES = {"page": SELECT_PAGE_BYTES, "source": SELECT_SOURCE_BYTES}

#: A document has fewer passages than this; their ids are a range that follows from the document's id.
PASSAGES_A_DOCUMENT = 1 << 18
#: How many passages of one document are looked at for one term: enough to choose a snippet from.
MATCHES_LOOKED_AT = 200


class StoredPassage(NamedTuple):
    """A passage of a document; offsets are bytes of the document's text in UTF-8."""

    ordinal: int
    kind: str
    heading_path: tuple[str, ...]
    byte_start: int
    byte_end: int


def passage_range(type: DocumentType, document_id: int) -> tuple[int, int]:
    """The first and the last id that the passages of a document can have."""
    first = (document_id * 2 + (type == "source")) * PASSAGES_A_DOCUMENT
    return first, first + PASSAGES_A_DOCUMENT - 1


def document_of_passage(passage_id: int) -> tuple[DocumentType, int, int]:
    """(type, document id, ordinal) of a passage."""
    number, ordinal = divmod(passage_id, PASSAGES_A_DOCUMENT)
    return ("source" if number % 2 else "page"), number // 2, ordinal


def window(
    database: Database, type: DocumentType, document_id: int, low: int, high: int
) -> list[StoredPassage]:
    """The passages of a document with ordinals from `low` to `high`, both included."""
    first, last = passage_range(type, document_id)
    bounds = {"low": first + max(0, low), "high": min(last, first + high)}
    return [_stored(row, first) for row in database.rows(SELECT_WINDOW, bounds)]


def get(database: Database, type: DocumentType, document_id: int, ordinal: int) -> StoredPassage | None:
    first, last = passage_range(type, document_id)
    row = database.row(SELECT_PASSAGE, {"id": first + ordinal, "last": last})
    return None if row is None else _stored(row, first)


def at_or_after(database: Database, type: DocumentType, document_id: int, byte: int) -> StoredPassage | None:
    """The passage that holds the byte of the document's text, else the next one."""
    first, last = passage_range(type, document_id)
    row = database.row(SELECT_PASSAGE_AT, {"first": first, "last": last, "byte": byte})
    return None if row is None else _stored(row, first)


def last(database: Database, type: DocumentType, document_id: int) -> StoredPassage | None:
    first, last = passage_range(type, document_id)
    row = database.row(SELECT_LAST_PASSAGE, {"first": first, "last": last})
    return None if row is None else _stored(row, first)


def matching(database: Database, type: DocumentType, document_id: int, expression: str) -> list[int]:
    """The ordinals of the document's passages that the expression matches, in order."""
    first, last = passage_range(type, document_id)
    conditions = {"match": expression, "first": first, "last": last, "limit": MATCHES_LOOKED_AT}
    return [row[0] - first for row in database.rows(SELECT_PASSAGES_MATCHING, conditions)]


def text(database: Database, type: DocumentType, document_id: int, start: int, end: int) -> str:
    """The document's text from byte `start` to byte `end`."""
    bounds = {"id": document_id, "start": start, "length": end - start}
    return bytes(database.one(BYTES[type], bounds)[0]).decode("utf-8")


def _stored(row: tuple[int, str, str, int, int], first: int) -> StoredPassage:
    return StoredPassage(row[0] - first, row[1], tuple(json.loads(row[2])), row[3], row[4])
