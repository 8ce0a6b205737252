"""The derived index: a document's rows in the full-text tables and its passages, written and taken out."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from lwc.model import DocumentType, Passage
from lwc.store import meta
from lwc.store.connection import Database
from lwc.store.passages import passage_range

INSERT_PAGE_TERMS = """
INSERT INTO page_fts (rowid, body, title, aliases, asked, path, summary, headings)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""

DELETE_PAGE_TERMS = """
INSERT INTO page_fts (page_fts, rowid, body, title, aliases, asked, path, summary, headings)
VALUES ('delete', ?, ?, ?, ?, ?, ?, ?, ?)
"""

INSERT_SOURCE_TERMS = "INSERT INTO source_fts (rowid, body, title, path) VALUES (?, ?, ?, ?)"

INSERT_PASSAGE = """
INSERT INTO passage (id, section_id, kind, byte_start, byte_end)
VALUES (?, ?, ?, ?, ?)
"""

INSERT_SECTION = "INSERT INTO section (id, heading_path) VALUES (?, ?)"

INSERT_PASSAGE_TERMS = "INSERT INTO passage_fts (rowid, body) VALUES (?, ?)"

DELETE_PASSAGES = "DELETE FROM passage WHERE id BETWEEN ? AND ?"

DELETE_SECTIONS = "DELETE FROM section WHERE id BETWEEN ? AND ?"

DELETE_PASSAGE_TERMS = "INSERT INTO passage_fts (passage_fts, rowid, body) VALUES ('delete', ?, ?)"

CLEAR_PAGE_TERMS = "INSERT INTO page_fts (page_fts) VALUES ('delete-all')"
CLEAR_SOURCE_TERMS = "INSERT INTO source_fts (source_fts) VALUES ('delete-all')"
CLEAR_PASSAGE_TERMS = "INSERT INTO passage_fts (passage_fts) VALUES ('delete-all')"
CLEAR_PASSAGES = "DELETE FROM passage"
CLEAR_SECTIONS = "DELETE FROM section"
CLEAR_LINKS = "DELETE FROM link"
CLEAR_COUNTERS = "UPDATE counter SET value = 0"

OPTIMIZE_PAGE_TERMS = "INSERT INTO page_fts (page_fts) VALUES ('optimize')"
OPTIMIZE_SOURCE_TERMS = "INSERT INTO source_fts (source_fts) VALUES ('optimize')"
OPTIMIZE_PASSAGE_TERMS = "INSERT INTO passage_fts (passage_fts) VALUES ('optimize')"

SET_PAGE_TERMS = "INSERT INTO page_fts (page_fts, rank) VALUES (:setting, :value)"
SET_SOURCE_TERMS = "INSERT INTO source_fts (source_fts, rank) VALUES (:setting, :value)"
SET_PASSAGE_TERMS = "INSERT INTO passage_fts (passage_fts, rank) VALUES (:setting, :value)"

#: FTS5's defaults, and what stands for them while many documents are written: `hashsize` is how many bytes of
#: new terms are sorted in memory before they are written out, `automerge` how many segments are merged as
#: writing goes on (0: none). 10,000 documents are added in a third less time.
SETTINGS = {"hashsize": 1 << 20, "automerge": 4}
BULK_SETTINGS = {"hashsize": 1 << 25, "automerge": 0}


class PassageTerms(NamedTuple):
    """A passage and its index terms; `context` are those of the header row it is read under."""

    passage: Passage
    terms: str
    context: str


class PageTerms(NamedTuple):
    """What the index holds of a page: the terms of each field, joined by spaces, and its passages."""

    body: str
    title: str
    aliases: str
    asked: str
    path: str
    summary: str
    headings: str
    passages: tuple[PassageTerms, ...]


class SourceTerms(NamedTuple):
    """What the index holds of a source."""

    body: str
    title: str
    path: str
    passages: tuple[PassageTerms, ...]


def insert_page(database: Database, page_id: int, terms: PageTerms) -> None:
    database.run(INSERT_PAGE_TERMS, (page_id, *terms[:-1]))
    _insert_passages(database, "page", page_id, terms.passages)
    meta.count(database, "page", 1)


def delete_page(database: Database, page_id: int, terms: PageTerms) -> None:
    """Take a page out of the index; `terms` must be those that it was put in with."""
    database.run(DELETE_PAGE_TERMS, (page_id, *terms[:-1]))
    _delete_passages(database, "page", page_id, terms.passages)
    meta.count(database, "page", -1)


def insert_source(database: Database, source_id: int, terms: SourceTerms) -> None:
    database.run(INSERT_SOURCE_TERMS, (source_id, *terms[:-1]))
    _insert_passages(database, "source", source_id, terms.passages)
    meta.count(database, "source", 1)


def clear(database: Database) -> None:
    """Throw away everything that is derived."""
    for statement in (
        CLEAR_PAGE_TERMS,
        CLEAR_SOURCE_TERMS,
        CLEAR_PASSAGE_TERMS,
        CLEAR_PASSAGES,
        CLEAR_SECTIONS,
        CLEAR_LINKS,
        CLEAR_COUNTERS,
    ):
        database.run(statement)


@contextmanager
def bulk(database: Database) -> Iterator[None]:
    """For a transaction that writes many documents; the settings are restored inside of it."""
    _set(database, BULK_SETTINGS)
    yield
    database.run("SAVEPOINT written")  # here FTS5 writes out what it holds, as it would in COMMIT
    database.run("RELEASE written")
    _set(database, SETTINGS)


def optimize(database: Database) -> None:
    """Merge each full-text index into one segment: the smallest and the quickest to read."""
    for statement in (OPTIMIZE_PAGE_TERMS, OPTIMIZE_SOURCE_TERMS, OPTIMIZE_PASSAGE_TERMS):
        database.run(statement)


def _set(database: Database, settings: Mapping[str, int]) -> None:
    for statement in (SET_PAGE_TERMS, SET_SOURCE_TERMS, SET_PASSAGE_TERMS):
        for setting, value in settings.items():
            database.run(statement, {"setting": setting, "value": value})


def _insert_passages(
    database: Database, type: DocumentType, document_id: int, passages: tuple[PassageTerms, ...]
) -> None:
    first, _ = passage_range(type, document_id)
    paths = dict.fromkeys(entry.passage.heading_path for entry in passages)
    section_ids = {path: first + at for at, path in enumerate(paths)}
    database.run_many(INSERT_SECTION, ((section_ids[path], _json(path)) for path in paths))
    database.run_many(
        INSERT_PASSAGE,
        (
            (first + at.ordinal, section_ids[at.heading_path], at.kind, at.byte_start, at.byte_end)
            for at, _, _ in passages
        ),
    )
    database.run_many(INSERT_PASSAGE_TERMS, _numbered(first, passages))
    meta.count(database, "passage", len(passages))


def _delete_passages(
    database: Database, type: DocumentType, document_id: int, passages: tuple[PassageTerms, ...]
) -> None:
    first, last = passage_range(type, document_id)
    database.run_many(DELETE_PASSAGE_TERMS, _numbered(first, passages))
    database.run(DELETE_PASSAGES, (first, last))
    database.run(DELETE_SECTIONS, (first, last))
    meta.count(database, "passage", -len(passages))


def _numbered(first: int, passages: tuple[PassageTerms, ...]) -> Iterator[tuple[int, str]]:
    for passage, terms, context in passages:
        yield first + passage.ordinal, f"{context} {terms}" if context else terms


def _json(heading_path: tuple[str, ...]) -> str:
    return json.dumps(heading_path, ensure_ascii=False, separators=(",", ":"))
