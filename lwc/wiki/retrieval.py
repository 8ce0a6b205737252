"""Candidates of one query over all its stores: found, scored and put in order, block by block."""

import json
import math
from typing import NamedTuple

from lwc.model import Candidate, DocumentType, Filters, Query, Scored
from lwc.search.adjusting import adjusted
from lwc.search.query import select_terms
from lwc.search.ranking import REST, Scorer, statistics
from lwc.search.wording import Text
from lwc.store import beginnings, candidates, lengths, match, meta, sources, vocabulary, weights
from lwc.store.candidates import K1_PLUS_1, Found
from lwc.store.weights import Adjustment
from lwc.text.normalize import name_key, origin_key
from lwc.wiki.stores import OpenStore

#: First-stage results of a store and type that are scored together; blocks keep the first stage's order.
#: Scoring 50 orders as well as scoring 200 (ranked within .001 nDCG@10); 100 leave room for more.
BLOCK = 100
#: The texts of so many are read: 30 order as well as 50.
READ = 30
#: Of a longer text the beginning is read.
CHARACTERS = 12_000
UNADJUSTED = Adjustment(0, "", "", "")
#: Documents with an identifier of the query that are scored first, whatever their first-stage rank.
IDENTIFIED = 50
#: Matches beyond this many are not counted.
COUNTED = 1_000


class Ranked(NamedTuple):
    """A scored document and the store it is in."""

    store: OpenStore
    scored: Scored
    title: str


class Run(NamedTuple):
    """One store and one type: the documents searched, and how often each term occurs among them."""

    store: OpenStore
    type: DocumentType
    documents: int
    frequencies: dict[str, int]


class Retrieval:
    """The ranked documents of a query. The same stores and query give the same order everywhere."""

    def __init__(
        self,
        stores: list[OpenStore],
        query: Query,
        types: tuple[DocumentType, ...],
        filters: Filters,
        *,
        pair: bool,
    ) -> None:
        self._runs = [_run(store, type, query) for store in stores for type in types]
        self._filters = filters
        self._pair = pair
        self.documents = sum(run.documents for run in self._runs)
        self.query = select_terms(query, self._pooled_frequencies())
        for run in self._runs:  # counting the beginning of bigrams costs more: only for what was selected
            run.frequencies.update(vocabulary.beginnings(run.store.database, run.type, self.query.terms))
        self.frequencies = self._pooled_frequencies()
        self.statistics = statistics(self.query, self.frequencies, self.documents)
        self.scorer = Scorer(self.query, self.statistics, self._average_length())
        self._fingerprint = self._fingerprint_if_needed(query.text)
        self._weighty = {row.term for row in self.statistics if row.weight > 0}
        self.selecting = match.selecting(self.query.terms, self.frequencies)
        self._expression = match.expression(self.query, self.selecting)
        self._promoted: dict[int, list[tuple[Found, str]]] = {}
        self._adjustments: dict[tuple[str, DocumentType, int], Adjustment] = {}

    @property
    def is_widened(self) -> bool:
        """Whether single characters select, because the stores hold no pair of characters of the query."""
        others = [term for term in self.query.terms if term.kind != "single"]
        return bool(others) and len(self.selecting) > len(others)

    def places(self) -> list[tuple[OpenStore, DocumentType]]:
        """The stores and types that are searched."""
        return [(run.store, run.type) for run in self._runs]

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        """The documents of one block, best first, and whether another block may follow."""
        if not self._expression:
            return [], False
        ranked: list[Ranked] = []
        more = False
        for place, run in enumerate(self._runs):
            found = candidates.find(
                run.store.database, run.type, self._expression, self._filters,
                limit=BLOCK, offset=number * BLOCK,
            )  # fmt: skip
            more = more or len(found) == BLOCK
            ranked += self._ranked(run, self._with_promoted(place, run, found, first=number == 0))
        return self._worded(sorted(ranked, key=_order)), more

    def total(self) -> tuple[int, bool]:
        """How many documents match, counted up to a bound, and whether the number is exact."""
        if not self._expression:
            return 0, True
        total, exact = 0, True
        for run in self._runs:
            ids = candidates.matching_ids(
                run.store.database, run.type, self._expression, self._filters, limit=COUNTED
            )
            total += len(ids) - len(self._hidden(run, ids))
            exact = exact and len(ids) < COUNTED
        return total, exact

    def _average_length(self) -> float:
        """Terms a document, over all that are searched."""
        total = sum(lengths.total_terms(run.store.database, run.type) for run in self._runs)
        return total / self.documents if self.documents else 0.0

    def _fingerprint_if_needed(self, text: str) -> str:
        """By what feedback knows the query; "" where no store has a weight or feedback."""
        if not any(weights.any_stored(run.store.database) for run in self._runs):
            return ""
        from lwc.search.fingerprint import fingerprint

        return fingerprint(text)

    def _worded(self, ranked: list[Ranked]) -> list[Ranked]:
        """The order with the texts of the best read; what was not read keeps its place below them."""
        best = [found for found in ranked[:READ] if found.scored.score > 0]
        texts = _texts(best)
        read = [
            found._replace(scored=self._scored(found.store, found.scored.candidate, texts.get(_key(found))))
            for found in best
        ]
        return sorted([*read, *ranked[len(best) :]], key=_order)

    def _scored(self, store: OpenStore, candidate: Candidate, text: Text | None) -> Scored:
        scored = self.scorer.score(candidate, text)
        if not self._fingerprint:
            return scored
        given = self._adjustments.get((store.scope, candidate.type, candidate.id), UNADJUSTED)
        return adjusted(scored, given.weight, given.feedback, REST)

    def _pooled_frequencies(self) -> dict[str, int]:
        pooled: dict[str, int] = {}
        for run in self._runs:
            for term, frequency in run.frequencies.items():
                pooled[term] = pooled.get(term, 0) + frequency
        return pooled

    def _with_promoted(
        self, place: int, run: Run, found: list[Found], *, first: bool
    ) -> list[tuple[Found, str]]:
        """The documents with what equals the query in them; exact ones stand in the first block alone."""
        promoted = self._promoted.get(place)
        if promoted is None:
            promoted = self._promoted[place] = self._promote(run)
        ids = {document.id for document, _ in promoted}
        rest = [(document, "") for document in found if document.id not in ids]
        return [*promoted, *rest] if first else rest

    def _promote(self, run: Run) -> list[tuple[Found, str]]:
        """Documents that a name of theirs, or an identifier, brings to the first block."""
        exact = _exact(run, self.query.text)
        database, expression = run.store.database, self._expression
        promoted = []
        if exact:
            named = json.dumps(sorted(exact))
            found = candidates.find(
                database, run.type, expression, self._filters, limit=BLOCK, offset=0, only=named
            )
            promoted = [(document, exact[document.id]) for document in found]
        identifiers = [term for term in self.query.terms if term.kind == "identifier"]
        if identifiers:
            how = "identifier" if _is_one_identifier(self.query) else ""
            wanted = self._narrowed(match.any_of(identifiers))
            having = candidates.find(database, run.type, wanted, self._filters, limit=IDENTIFIED, offset=0)
            promoted += [(document, how) for document in having if document.id not in exact]
        return promoted

    def _narrowed(self, expression: str) -> str:
        return match.both(self._expression, expression)

    def _ranked(self, run: Run, found: list[tuple[Found, str]]) -> list[Ranked]:
        ids = [document.id for document, _ in found]
        saturation = self._saturation(run, ids)
        hidden = self._hidden(run, ids)
        if self._fingerprint:
            given = weights.effective(run.store.database, run.type, self._fingerprint, json.dumps(ids))
            self._adjustments.update(
                {(run.store.scope, run.type, document_id): one for document_id, one in given.items()}
            )
        # Most titles have nothing of the query: the index says so in a tenth of the time of reading them.
        titled = candidates.titled(run.store.database, run.type, self.query.terms, json.dumps(ids))
        return [
            Ranked(
                run.store,
                self._scored(
                    run.store,
                    Candidate(
                        run.type,
                        document.id,
                        document.name,
                        document.title if document.id in titled else "",
                        saturation[document.id],
                        exact,
                    ),
                    None,
                ),
                document.title,
            )
            for document, exact in found
            if document.id not in hidden
        ]

    def _saturation(self, run: Run, ids: list[int]) -> dict[int, dict[str, float]]:
        """tf/(tf+K) of each term in each document, from FTS5's bm25 of the term alone."""
        found: dict[int, dict[str, float]] = {document_id: {} for document_id in ids}
        wanted = json.dumps(ids)
        for term in self.query.terms:
            frequency = run.frequencies.get(term.term, 0)
            if not frequency or term.term not in self._weighty:
                continue
            scale = K1_PLUS_1 * _fts5_idf(run.documents, frequency)
            for document_id, bm25 in candidates.bm25_of(
                run.store.database, run.type, match.one(term), wanted
            ):
                found[document_id][term.term] = min(1.0, -bm25 / scale)
        return found

    def _hidden(self, run: Run, ids: list[int]) -> set[int]:
        """Sources that a page of kind `source` which is found too stands for."""
        if not self._pair or run.type != "source" or not ids:
            return set()
        pairs = sources.summary_pages(run.store.database, ids)
        if not pairs:
            return set()
        page_ids = sorted({page_id for _, page_id, _ in pairs})
        matching = candidates.matching_pages(run.store.database, self._expression, self._filters, page_ids)
        return {source_id for source_id, page_id, _ in pairs if page_id in matching}


def _run(store: OpenStore, type: DocumentType, query: Query) -> Run:
    documents = meta.counters(store.database)[type]
    return Run(store, type, documents, vocabulary.frequencies(store.database, type, query.terms))


def _texts(ranked: list[Ranked]) -> dict[tuple[str, DocumentType, int], Text]:
    """The titles and texts of these documents: one statement a store and type."""
    texts: dict[tuple[str, DocumentType, int], Text] = {}
    for store, type in {(found.store, found.scored.candidate.type): None for found in ranked}:
        those = {
            found.scored.candidate.id: found.title
            for found in ranked
            if found.store is store and found.scored.candidate.type == type
        }
        read = beginnings.read(store.database, type, json.dumps(list(those)), CHARACTERS)
        for document_id, (body, whole) in read.items():
            texts[store.scope, type, document_id] = Text(those[document_id], body, whole)
    return texts


def _key(ranked: Ranked) -> tuple[str, DocumentType, int]:
    candidate = ranked.scored.candidate
    return ranked.store.scope, candidate.type, candidate.id


def _order(ranked: Ranked) -> tuple[float, bool, bool, str, int]:
    """Score, page before source, project before global, then the name that does not depend on the store."""
    candidate = ranked.scored.candidate
    return (
        -ranked.scored.score,
        candidate.type != "page",
        ranked.store.scope != "project",
        candidate.identifier,
        candidate.id,
    )


def _exact(run: Run, text: str) -> dict[int, str]:
    """Document id → which of its names equals the query."""
    name = text.strip()
    if run.type == "page":
        return candidates.exact_pages(run.store.database, name_key(name))
    return candidates.exact_sources(run.store.database, name_key(name), origin_key(name))


def _is_one_identifier(query: Query) -> bool:
    wholes = [term for term in query.terms if term.kind == "identifier"]
    return len(wholes) == 1 and wholes[0].surface.casefold() == query.text.strip().casefold()


def _fts5_idf(documents: int, frequency: int) -> float:
    """The idf inside FTS5's bm25: ln((N − df + ½)/(df + ½)), and 1e-6 where that is not positive."""
    idf = math.log((documents - frequency + 0.5) / (frequency + 0.5)) if documents >= frequency else 0.0
    return idf if idf > 0 else 1e-6
