"""Finds by trying which change of a query's wording would show a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lwc.model import QueryTerm
from lwc.search.rewording import Wording
from lwc.search.telling import Word, telling
from lwc.store import vocabulary
from lwc.wiki.order import Order
from lwc.wiki.retrieval import DocumentKey, Retrieval


class Change(NamedTuple):
    """A wording that was tried and shows the document, and its place and score there."""

    query: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    rank: int
    score: float


def first_that_shows(
    order: Order, key: DocumentKey, limit: int, wordings: Iterable[Wording]
) -> Change | None:
    """The first of the wordings for which the document is among the first `limit`."""
    for wording in wordings:
        stands = order.stand(order.retrieval(wording.query), key, limit, limit)
        if stands.found is not None and stands.rank is not None and stands.rank <= limit:
            return Change(*wording, stands.rank, stands.found.scored.score)
    return None


def telling_words(words: Sequence[Word], retrieval: Retrieval) -> list[Word]:
    """The document's words that the query neither has nor excludes, the most telling first."""
    query = retrieval.query
    marked = (term for phrase in (*query.phrases, *query.excluded) for term in phrase)
    asked = {*(term.term for term in query.terms), *marked}
    terms = dict.fromkeys(term for word in words for term in word.terms)
    wanted = [QueryTerm(term, "word", term, 1, False) for term in terms if term not in asked]
    df: dict[str, int] = {}
    for store, type in retrieval.places():
        for term, frequency in vocabulary.frequencies(store.database, type, wanted).items():
            df[term] = df.get(term, 0) + frequency
    return telling(words, asked, df, retrieval.documents)
