"""Why hits have their scores: the parts, the terms, and the fields that the terms stand in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from lwc.model import QueryTerm, Scored
from lwc.search.ranking import Explanation, Scorer
from lwc.store import field_shares, match
from lwc.store.candidates import K1_PLUS_1
from lwc.wiki.retrieval import DocumentKey, Ranked, Retrieval
from lwc.wiki.retrieval.ranked import Share
from lwc.wiki.retrieval.runs import Run, fts5_idf

#: The runs that rank spans: of a document's fields these have the body alone.
SPAN_RUNS = frozenset(("passage", "sentence"))

#: Term → field → the field's share of what the term gave.
_Fields = Mapping[str, Mapping[str, float]]


class Explanations:
    """Explains the hits of one search. What is looked up is looked up for all of them together.

    `retrieval` is the documents'; `scorers` are those of other runs (`passage`, `sentence`), by their names.
    """

    def __init__(
        self,
        retrieval: Retrieval,
        ranked: Sequence[Ranked],
        filters: tuple[str, ...],
        scorers: Mapping[str, Scorer] | None = None,
    ) -> None:
        self._scorer = retrieval.scorer
        self._scorers = scorers or {}
        self._filters = filters
        self._body = {term.term: {"body": 1.0} for term in retrieval.query.terms}
        self._fields = _fields_of(retrieval, {found.document for found in ranked if _has_fields(found)})

    def of(self, ranked: Ranked) -> Explanation:
        """The arithmetic of one hit; where runs were fused, what each gave and how it came to its rank."""
        if not ranked.shares:
            return self._explained(ranked, ranked.scored, _run_of(ranked))
        shown = _shown(ranked.shares)
        runs = tuple(
            {"name": run, "rank": rank, "score": scored.score, "parts": scored.parts}
            for run, rank, _, scored in ranked.shares
        )
        explained = self._explained(ranked, shown.scored, shown.run, runs)
        return explained._replace(parts=ranked.scored.parts, score=ranked.scored.score)

    def _explained(
        self, ranked: Ranked, scored: Scored, run: str, runs: tuple[Mapping[str, Any], ...] = ()
    ) -> Explanation:
        fields = self._body if run in SPAN_RUNS else self._fields.get(ranked.document, {})
        scorer = self._scorers.get(run, self._scorer)
        return scorer.explain(scored, filters=self._filters, runs=runs, fields=fields)


def _run_of(ranked: Ranked) -> str:
    """The run that its score is of; a document that spans stand for has its best span's."""
    place = ranked.matches[0].place if ranked.matches else ranked.place
    if place is None:
        return "document"
    return "passage" if place.sentence is None else "sentence"


def _shown(shares: Sequence[Share]) -> Share:
    """Of fused runs the one whose terms are shown: the document's, where it was found by itself."""
    return next((share for share in shares if share.run == "document"), shares[0])


def _has_fields(ranked: Ranked) -> bool:
    """Whether the terms of its explanation are those of the whole document."""
    run = _shown(ranked.shares).run if ranked.shares else _run_of(ranked)
    return run not in SPAN_RUNS


def _fields_of(retrieval: Retrieval, documents: Iterable[DocumentKey]) -> Mapping[DocumentKey, _Fields]:
    """Document → term → field → share: one statement a term, store and type."""
    found: dict[DocumentKey, dict[str, Mapping[str, float]]] = {key: {} for key in documents}
    for run in retrieval.runs:
        scope, type = run.store.scope, run.type
        ids = sorted(id for of_scope, of_type, id in found if (of_scope, of_type) == (scope, type))
        for term, scale in _scales(retrieval, run) if ids else ():
            database, expression = run.store.database, match.one(term)
            shares = field_shares.shares(database, type, expression, json.dumps(ids), scale)
            for id, fields in shares.items():
                found[scope, type, id][term.term] = fields
    return found


def _scales(retrieval: Retrieval, run: Run) -> Iterator[tuple[QueryTerm, float]]:
    """The terms that scores count, and what FTS5's bm25 of each is divided by to be a saturation."""
    weighty = {row.term for row in retrieval.statistics if row.weight > 0}
    for term in retrieval.query.terms:
        frequency = run.frequencies.get(term.term, 0)
        if frequency and term.term in weighty:
            yield term, K1_PLUS_1 * fts5_idf(run.documents, frequency)
