"""Document frequencies of terms, read from the full-text index itself."""

from __future__ import annotations

import json
from collections.abc import Iterable

from lwc.model import DocumentType, QueryTerm
from lwc.store import match
from lwc.store.connection import Database

SELECT_PAGE_FREQUENCIES = """
SELECT term, doc
FROM json_each(:terms)
JOIN page_vocab ON term = value
"""

SELECT_SOURCE_FREQUENCIES = """
SELECT term, doc
FROM json_each(:terms)
JOIN source_vocab ON term = value
"""

# Every term counts its postings as it is passed: the limit bounds what a common beginning costs.
SELECT_PAGE_TERMS = """
SELECT term
FROM page_vocab
WHERE term >= :first AND term < :last
LIMIT :limit
"""

SELECT_SOURCE_TERMS = """
SELECT term
FROM source_vocab
WHERE term >= :first AND term < :last
LIMIT :limit
"""

COUNT_PAGES_MATCHING = "SELECT count(*) FROM page_fts WHERE page_fts MATCH :match"

COUNT_SOURCES_MATCHING = "SELECT count(*) FROM source_fts WHERE source_fts MATCH :match"

TERMS = {"page": SELECT_PAGE_TERMS, "source": SELECT_SOURCE_TERMS}
FREQUENCIES = {"page": SELECT_PAGE_FREQUENCIES, "source": SELECT_SOURCE_FREQUENCIES}
COUNTS = {"page": COUNT_PAGES_MATCHING, "source": COUNT_SOURCES_MATCHING}


def frequencies(database: Database, type: DocumentType, terms: Iterable[QueryTerm]) -> dict[str, int]:
    """In how many documents of the type each term stands; a term that stands in none is left out.

    Single CJK characters are left out too: see `beginnings`.
    """
    whole = [term.term for term in terms if term.kind != "single"]
    return dict(database.rows(FREQUENCIES[type], {"terms": json.dumps(whole)}))


def beginnings(database: Database, type: DocumentType, terms: Iterable[QueryTerm]) -> dict[str, int]:
    """In how many documents each single CJK character stands, as the beginning of a bigram or at an end."""
    return {
        term.term: int(database.one(COUNTS[type], {"match": match.one(term)})[0])
        for term in terms
        if term.kind == "single"
    }


def beginning_with(database: Database, type: DocumentType, beginning: str, limit: int) -> list[str]:
    """At most `limit` of the terms that begin so, in the order of their characters."""
    bounds = {"first": beginning, "last": beginning + "\U0010ffff", "limit": limit}
    return [row[0] for row in database.rows(TERMS[type], bounds)]
