"""First-stage retrieval of passages: which match, best first by bm25, with filters inside the statement."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from lwc.model import DocumentType, Filters, QueryTerm
from lwc.store import candidates, match
from lwc.store.connection import Database
from lwc.store.passages import document_of_passage

# A passage's id is (document × 2 + is a source) × 2^18 + ordinal. Front matter is no passage to show. What a
# query excludes may stand anywhere in the document.
SELECT_PAGE_PASSAGES = """
SELECT passage_fts.rowid, page.slug, page.title
FROM passage_fts
JOIN passage ON passage.id = passage_fts.rowid
JOIN page ON page.id = passage_fts.rowid >> 19
WHERE passage_fts MATCH :match
  AND passage_fts.rowid & (1 << 18) = 0
  AND passage.kind <> 'front_matter'
  AND (:excluded IS NULL OR page.id NOT IN (SELECT rowid FROM page_fts WHERE page_fts MATCH :excluded))
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
ORDER BY bm25(passage_fts), page.slug_key, passage_fts.rowid
LIMIT :limit OFFSET :offset
"""

SELECT_SOURCE_PASSAGES = """
SELECT passage_fts.rowid, source.origin, source.title
FROM passage_fts
JOIN passage ON passage.id = passage_fts.rowid
JOIN source ON source.id = passage_fts.rowid >> 19
WHERE passage_fts MATCH :match
  AND passage_fts.rowid & (1 << 18) <> 0
  AND passage.kind <> 'front_matter'
  AND source.superseded_by IS NULL
  AND source.retired_at IS NULL
  AND (:excluded IS NULL
    OR source.id NOT IN (SELECT rowid FROM source_fts WHERE source_fts MATCH :excluded))
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
ORDER BY bm25(passage_fts), source.origin_key, passage_fts.rowid
LIMIT :limit OFFSET :offset
"""

# The same conditions without an order of merit: for counting.
SELECT_PAGE_PASSAGE_IDS = """
SELECT passage_fts.rowid
FROM passage_fts
JOIN passage ON passage.id = passage_fts.rowid
JOIN page ON page.id = passage_fts.rowid >> 19
WHERE passage_fts MATCH :match
  AND passage_fts.rowid & (1 << 18) = 0
  AND passage.kind <> 'front_matter'
  AND (:excluded IS NULL OR page.id NOT IN (SELECT rowid FROM page_fts WHERE page_fts MATCH :excluded))
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
ORDER BY passage_fts.rowid
LIMIT :limit
"""

SELECT_SOURCE_PASSAGE_IDS = """
SELECT passage_fts.rowid
FROM passage_fts
JOIN passage ON passage.id = passage_fts.rowid
JOIN source ON source.id = passage_fts.rowid >> 19
WHERE passage_fts MATCH :match
  AND passage_fts.rowid & (1 << 18) <> 0
  AND passage.kind <> 'front_matter'
  AND source.superseded_by IS NULL
  AND source.retired_at IS NULL
  AND (:excluded IS NULL
    OR source.id NOT IN (SELECT rowid FROM source_fts WHERE source_fts MATCH :excluded))
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
ORDER BY passage_fts.rowid
LIMIT :limit
"""

SELECT_PASSAGE_WEIGHTS = """
SELECT rowid, bm25(passage_fts)
FROM passage_fts
WHERE passage_fts MATCH :match
  AND +rowid IN (SELECT value FROM json_each(:ids))
"""

SELECT_PASSAGE_FREQUENCIES = """
SELECT term, doc
FROM json_each(:terms)
JOIN passage_vocab ON term = value
"""

COUNT_PASSAGES_MATCHING = "SELECT count(*) FROM passage_fts WHERE passage_fts MATCH :match"

SELECT_PAGE_TEXTS = """
SELECT passage.id, section.heading_path, passage.kind,
       substr(CAST(page_revision.body AS BLOB), passage.byte_start + 1, passage.byte_end - passage.byte_start)
FROM passage
JOIN section ON section.id = passage.section_id
JOIN page ON page.id = passage.id >> 19
JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
WHERE passage.id IN (SELECT value FROM json_each(:ids))
"""

SELECT_SOURCE_TEXTS = """
SELECT passage.id, section.heading_path, passage.kind,
       substr(CAST(source.text AS BLOB), passage.byte_start + 1, passage.byte_end - passage.byte_start)
FROM passage
JOIN section ON section.id = passage.section_id
JOIN source ON source.id = passage.id >> 19
WHERE passage.id IN (SELECT value FROM json_each(:ids))
"""

SELECTS = {"page": SELECT_PAGE_PASSAGES, "source": SELECT_SOURCE_PASSAGES}
IDS = {"page": SELECT_PAGE_PASSAGE_IDS, "source": SELECT_SOURCE_PASSAGE_IDS}
TEXTS = {"page": SELECT_PAGE_TEXTS, "source": SELECT_SOURCE_TEXTS}


class FoundPassage(NamedTuple):
    """A passage of the first stage, and the id, name (slug or origin) and title of its document."""

    id: int
    ordinal: int
    document_id: int
    name: str
    title: str


class Wanted(NamedTuple):
    """What a passage has to match, what its document must not match ("" for nothing), and the filters."""

    required: str
    excluded: str
    filters: Filters


class PassageText(NamedTuple):
    """The text of a passage, its kind and the headings above it, outermost first."""

    text: str
    kind: str
    heading_path: tuple[str, ...]


def find(
    database: Database, type: DocumentType, wanted: Wanted, *, limit: int, offset: int
) -> list[FoundPassage]:
    """The passages that match, of documents that pass the filters and match nothing excluded; best first."""
    conditions = {**_conditions(wanted), "limit": limit, "offset": offset}
    return [_found(*row) for row in database.rows(SELECTS[type], conditions)]


def matching_ids(database: Database, type: DocumentType, wanted: Wanted, *, limit: int) -> list[int]:
    """At most `limit` of the passages that match and pass the filters, in no order of merit."""
    return [row[0] for row in database.rows(IDS[type], {**_conditions(wanted), "limit": limit})]


def bm25_of(database: Database, expression: str, ids: str) -> list[tuple[int, float]]:
    """(passage id, FTS5's bm25 of the expression) for those of the ids (a JSON array) that match it."""
    return database.rows(SELECT_PASSAGE_WEIGHTS, {"match": expression, "ids": ids})


def frequencies(database: Database, terms: Iterable[QueryTerm]) -> dict[str, int]:
    """In how many passages of all documents each term stands; one that stands in none is left out."""
    terms = tuple(terms)
    whole = json.dumps([term.term for term in terms if term.kind != "single"])
    found = dict(database.rows(SELECT_PASSAGE_FREQUENCIES, {"terms": whole}))
    for term in terms:
        if term.kind == "single":
            found[term.term] = int(database.one(COUNT_PASSAGES_MATCHING, {"match": match.one(term)})[0])
    return found


def texts(database: Database, type: DocumentType, ids: str) -> dict[int, PassageText]:
    """Passage id → its text, for passages (a JSON array of ids) of documents of this type."""
    return {
        row[0]: PassageText(bytes(row[3]).decode(), row[2], tuple(json.loads(row[1])))
        for row in database.rows(TEXTS[type], {"ids": ids})
    }


def _conditions(wanted: Wanted) -> dict[str, Any]:
    return {
        **candidates.conditions(wanted.filters),
        "match": wanted.required,
        "excluded": wanted.excluded or None,
    }


def _found(passage_id: int, name: str, title: str) -> FoundPassage:
    _, document_id, ordinal = document_of_passage(passage_id)
    return FoundPassage(passage_id, ordinal, document_id, name, title)
