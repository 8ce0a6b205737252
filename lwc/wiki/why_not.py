"""Why a document is absent from the answer to a query, or low in it, and what wording would bring it in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.search import reasons as why
from lwc.search.names import Names
from lwc.search.next_step import Asked, NextStep
from lwc.search.ranking import Explanation, counted_weights
from lwc.search.reasons import Holding, Placement, Reason
from lwc.search.recourse import recourse
from lwc.search.rewording import respellings, wordings
from lwc.search.telling import Word
from lwc.text.spanid import parse_span
from lwc.wiki.contents import contents_of
from lwc.wiki.documents import Document, DocumentReference, find_document
from lwc.wiki.held import holding, pages_before, term_fields
from lwc.wiki.order import MOST_PLACES, Order, Standing
from lwc.wiki.references import qualified
from lwc.wiki.retrieval import DocumentKey, Ranked
from lwc.wiki.rewording import Change, first_that_shows, telling_words
from lwc.wiki.searching import QueryView, SearchAnswer, filters_of, search
from lwc.wiki.stores import Stores

#: Words of the document that the query lacks and the answer names.
DOCUMENT_TERMS = 10


class LastHit(NamedTuple):
    """The last hit that is shown."""

    ref: str
    rank: int
    score: float


class TermComparison(NamedTuple):
    """A term of the query in the document, by its fields, and in the last hit shown."""

    term: str
    kind: str
    df: int
    weight: float
    in_document: bool
    fields: tuple[str, ...]
    in_last: bool


class WhyNotAnswer(NamedTuple):
    """What keeps a document from being shown, the most decisive reason first.

    `found` says whether it is in the order at all, `rank` its place there: null also where it is not among
    the first thousand. `score`, `last` and `explanation` are those of a search with the same conditions.
    `document_terms` are words of the document that the query lacks, the most telling first. `change` is the
    smallest of the changes of wording tried that shows it, null when none of them does or it is shown.
    """

    query: QueryView
    document: DocumentReference
    ref: str
    title: str
    found: bool
    rank: int | None
    shown: bool
    total: int
    total_is_exact: bool
    score: float | None
    last: LastHit | None
    reasons: tuple[Reason, ...]
    terms: tuple[TermComparison, ...]
    missing_terms: tuple[str, ...]
    document_terms: tuple[str, ...]
    change: Change | None
    explanation: Explanation | None
    next: NextStep


def why_not(
    stores: Stores,
    reference: str,
    text: str,
    *,
    type: str = "auto",
    kinds: Iterable[str] = (),
    tags: Iterable[str] = (),
    where: Iterable[tuple[str, str]] = (),
    limit: int = 20,
) -> WhyNotAnswer:
    """See `Wiki.why_not`."""
    text = text.encode("utf-8", "replace").decode()
    filters = filters_of(kinds, tags, where)
    with stores.snapshot():
        shown = search(
            stores, text, type=type, kinds=filters.kinds, tags=filters.tags, where=filters.facets,
            limit=limit, explain=True,
        )  # fmt: skip
        document = _named(stores, reference)
        stores.answering = None  # the answer is about the search, wherever the document is
        asked = Asked(type, filters, stores.scope)
        return _Comparison(stores, document, text, asked, limit).answer(shown)


def _named(stores: Stores, reference: str) -> Document:
    """The document that goes by the reference, or that the span is of, stale or not."""
    try:
        span = parse_span(reference)
    except LwcError:
        return find_document(stores, reference)
    name = f"{span.type}:{span.identifier}"
    return find_document(stores, name if span.scope is None else f"{span.scope}:{name}")


class _Comparison:
    """One document beside the answer to one query."""

    def __init__(self, stores: Stores, document: Document, text: str, asked: Asked, limit: int) -> None:
        readers = stores.readers()
        self._scopes = {store.scope for store in readers}
        self._store = document.store
        self._document = document
        self._asked = asked
        self._limit = limit
        self._key: DocumentKey = (document.store.scope, document.type, document.id)
        self._contents = contents_of(document)
        self._order = Order(readers, asked)
        self._retrieval = self._order.retrieval(text)
        self._query = self._retrieval.query
        self._held = term_fields(self._store, self._key, self._query)

    def answer(self, shown: SearchAnswer) -> WhyNotAnswer:
        has = holding(self._store, self._key, self._retrieval, self._held)
        absent = why.absence(self._query, has, self._contents.traits, self._asked, self._scopes)
        stands = self._stands(self._limit if absent else MOST_PLACES)
        reasons = self._reasons(absent, stands)
        words = telling_words(self._contents.words, self._retrieval)
        is_shown = stands.rank is not None and stands.rank <= self._limit
        change = None if is_shown or why.is_beyond_wording(reasons) else self._change(has, words)
        ref = qualified(*self._key[:2], self._document.identifier)
        scored = stands.found.scored if stands.found else None
        described = _described(shown)
        return WhyNotAnswer(
            query=shown.query,
            document=DocumentReference(self._document.type, self._document.identifier),
            ref=ref,
            title=self._contents.title,
            found=scored is not None or reasons[0].code == "beyond_first_block",
            rank=stands.rank,
            shown=is_shown,
            total=shown.total,
            total_is_exact=shown.total_is_exact,
            score=scored.score if scored else None,
            last=_last(stands.last, min(stands.looked_at, self._limit)),
            reasons=tuple(reasons),
            terms=self._terms(stands.last),
            missing_terms=self._missing(),
            document_terms=tuple(word.surface for word in words[:DOCUMENT_TERMS]),
            change=change,
            explanation=self._retrieval.scorer.explain(scored, filters=described) if scored else None,
            next=recourse(
                self._query.text, self._asked, self._limit, ref, reasons, change.query if change else None,
                rank=stands.rank, successor=self._successor(),
            ),
        )  # fmt: skip

    def _stands(self, most: int) -> Standing:
        return self._order.stand(self._retrieval, self._key, self._limit, most)

    def _reasons(self, absent: list[Reason], stands: Standing) -> list[Reason]:
        if stands.found is None and not absent and self._key[1] == "source" and self._asked.type == "auto":
            pages = pages_before(self._store, self._key, self._retrieval, self._asked.filters)
            absent = [why.hiding(pages)] if pages else []
        return absent or why.placing(self._place(stands))

    def _place(self, stands: Standing) -> Placement:
        scored = stands.found.scored if stands.found else None
        return Placement(
            rank=stands.rank,
            looked_at=stands.looked_at,
            shown=self._limit,
            block=stands.block,
            score=scored.score if scored else 0.0,
            last_score=stands.last.scored.score if stands.last else 0.0,
            demoted={name: part for name, part in scored.parts.items() if part < 0} if scored else {},
        )

    def _terms(self, last: Ranked | None) -> tuple[TermComparison, ...]:
        beside = term_fields(last.store, last.document, self._query) if last else [()] * len(self._held)
        rows = zip(self._retrieval.statistics, self._held, beside, strict=True)
        return tuple(
            TermComparison(row.term, row.kind, row.df, row.weight, bool(here), here, bool(there))
            for row, here, there in rows
        )

    def _missing(self) -> tuple[str, ...]:
        """The words of the query that the document lacks, named as a search names them."""
        statistics = self._retrieval.statistics
        has = {term.term for term, places in zip(self._query.terms, self._held, strict=True) if places}
        return Names(self._query, statistics).of_missing(frozenset(counted_weights(statistics)) - has)

    def _change(self, has: Holding, words: list[Word]) -> Change | None:
        rows = zip(self._query.terms, self._retrieval.statistics, strict=True)
        unknown = [term for term, row in rows if not row.df]
        respelt = respellings(unknown, self._contents.words)
        tried = wordings(self._query, has, respelt, words, self._contents.title)
        return first_that_shows(self._order, self._key, self._limit, tried)

    def _successor(self) -> str:
        superseded_by = self._contents.traits.superseded_by
        return "" if superseded_by is None else qualified(self._store.scope, "source", superseded_by)


def _last(ranked: Ranked | None, rank: int) -> LastHit | None:
    if ranked is None:
        return None
    candidate = ranked.scored.candidate
    identifier = candidate.identifier if candidate.type == "page" else candidate.id
    return LastHit(qualified(ranked.store.scope, candidate.type, identifier), rank, ranked.scored.score)


def _described(shown: SearchAnswer) -> tuple[str, ...]:
    """The conditions in the words of a search; a document in the order is one of several hits."""
    explained = [hit.explanation for hit in shown.results[:1] if hit.explanation]
    return explained[0].filters if explained else ()
