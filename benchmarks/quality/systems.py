"""The systems that are compared: raw FTS5 with words or bigrams, BM25 with a dictionary, and lwc itself."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import bm25s

from benchmarks.quality import terms
from benchmarks.quality.judged import Collection, Question, Text
from benchmarks.quality.measures import Rankings
from benchmarks.quality.terms import Cut
from benchmarks.speed.measuring import timed
from lwc import Wiki

DEPTH = 10
#: Lucene's defaults. bm25s would take 1.5.
K1, B = 1.2, 0.75

MAKE_TABLE = "CREATE VIRTUAL TABLE document USING fts5 (body, tokenize = 'unicode61')"
INSERT_DOCUMENT = "INSERT INTO document (rowid, body) VALUES (?, ?)"
SELECT_BEST = """
SELECT rowid FROM document WHERE document MATCH ? ORDER BY bm25(document), rowid LIMIT ?
"""


class Run(NamedTuple):
    """The best documents of every query, and the processor seconds for the index and for all queries."""

    rankings: Rankings
    index_seconds: float
    query_seconds: float


#: Further options of `Wiki.search`, by name.
SearchOptions = Mapping[str, Any]
System = Callable[[Collection, SearchOptions], Run]


def words(collection: Collection, options: SearchOptions) -> Run:
    """FTS5 as it comes: the text as it is, `unicode61`, the words of a query joined by OR."""
    return _full_text(collection, lambda text: text, terms.words)


def bigrams(collection: Collection, options: SearchOptions) -> Run:
    """FTS5 over lower-cased words and CJK bigrams."""
    cut = terms.words_and_bigrams
    return _full_text(collection, lambda text: " ".join(cut(text)), cut)


def strong(collection: Collection, options: SearchOptions) -> Run:
    """BM25 by bm25s over what the dictionaries of the language give."""

    def build() -> tuple[Cut, Any]:
        cut = terms.dictionary_terms(collection.language)
        index = bm25s.BM25(k1=K1, b=B)
        index.index([cut(document.joined) for document in collection.documents], show_progress=False)
        return cut, index

    def best(query: Question) -> list[str]:
        asked = cut(query.text)
        if not asked:
            return []
        scores = index.get_scores(asked)
        places = (-scores).argsort(kind="stable")[:DEPTH].tolist()
        return [collection.documents[place].id for place in places if scores[place] > 0]

    index_seconds, (cut, index) = timed(build)
    return _asked(collection, index_seconds, best)


def lwc(collection: Collection, options: SearchOptions) -> Run:
    """lwc through its API: each document is a page of a fresh store, each query a search."""
    with tempfile.TemporaryDirectory() as folder, Wiki.open(project=folder) as wiki:
        index_seconds, _ = timed(lambda: fill(wiki, collection.documents))
        return search_all(wiki, collection, options, index_seconds)


SYSTEMS: dict[str, System] = {"words": words, "bigrams": bigrams, "strong": strong, "lwc": lwc}


def fill(wiki: Wiki, documents: Sequence[Text], asked: Mapping[str, Sequence[str]] | None = None) -> None:
    """Make the store, and a page of each document, with the questions of `asked` by document identifier.

    Slugs are numbers, so that no identifier helps or hurts. A page needs a title: its slug for a text
    that has none.
    """
    wiki.init(git_exclude=False)
    for number, document in enumerate(documents):
        slug = f"d{number:06d}"
        questions = (asked or {}).get(document.id, ())
        wiki.pages.put(slug, title=document.title.strip() or slug, body=document.text, asked=questions)


def search_all(wiki: Wiki, collection: Collection, options: SearchOptions, index_seconds: float = 0.0) -> Run:
    """Ask a store that `fill` made all queries of the collection."""

    def best(query: Question) -> list[str]:
        if not query.text.strip():  # lwc refuses it, and a collection may hold one
            return []
        hits = wiki.search(query.text, limit=DEPTH, **options).results
        slugs = dict.fromkeys(hit.document.identifier for hit in hits)
        return [collection.documents[int(slug[1:])].id for slug in slugs]

    return _asked(collection, index_seconds, best)


def _full_text(collection: Collection, indexed: Callable[[str], str], cut: Cut) -> Run:
    connection = sqlite3.connect(":memory:")

    def build() -> None:
        connection.execute(MAKE_TABLE)
        rows = enumerate(indexed(document.joined) for document in collection.documents)
        connection.executemany(INSERT_DOCUMENT, rows)

    def best(query: Question) -> list[str]:
        expression = " OR ".join(f'"{term}"' for term in dict.fromkeys(cut(query.text)))
        if not expression:
            return []
        rows = connection.execute(SELECT_BEST, (expression, DEPTH))
        return [collection.documents[place].id for (place,) in rows]

    index_seconds, _ = timed(build)
    run = _asked(collection, index_seconds, best)
    connection.close()
    return run


def _asked(collection: Collection, index_seconds: float, best: Callable[[Question], list[str]]) -> Run:
    query_seconds, rankings = timed(lambda: {query.id: best(query) for query in collection.queries})
    return Run(rankings, index_seconds, query_seconds)
