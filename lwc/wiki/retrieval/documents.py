"""Documents in order, block by block: the first stage finds, the second scores, texts decide the best."""

import json
from functools import partial

from lwc.model import Candidate, DocumentType, Filters, Query
from lwc.search.query import select_terms
from lwc.search.ranking import Explanation, Scorer, statistics
from lwc.search.wording import Text
from lwc.store import beginnings, candidates, lengths, match, sources, standing, vocabulary
from lwc.store.candidates import Found
from lwc.text.normalize import name_key, origin_key
from lwc.wiki.retrieval.adjustments import Adjustments
from lwc.wiki.retrieval.placed import placed
from lwc.wiki.retrieval.ranked import DocumentKey, Ranked, order
from lwc.wiki.retrieval.runs import Run, open_run, pooled, saturation
from lwc.wiki.stores import OpenStore

#: First-stage results of a store and type that are scored together; blocks keep the first stage's order.
#: Scoring 50 orders as well as scoring 200 (ranked within .001 nDCG@10); 100 leave room for more.
BLOCK = 100
#: The texts of so many are read: 30 order as well as 50.
READ = 30
#: Of a longer text the beginning is read.
CHARACTERS = 12_000
#: Documents with an identifier of the query that are scored first, whatever their first-stage rank.
IDENTIFIED = 50
#: Matches beyond this many are not counted.
COUNTED = 1_000


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
        self.runs = [open_run(store, type, query) for store in stores for type in types]
        self.filters = filters
        self._pair = pair
        self.documents = sum(run.documents for run in self.runs)
        self.query = select_terms(query, pooled(run.frequencies for run in self.runs))
        for run in self.runs:  # counting the beginning of bigrams costs more: only for what was selected
            run.frequencies.update(vocabulary.beginnings(run.store.database, run.type, self.query.terms))
        self.frequencies = pooled(run.frequencies for run in self.runs)
        self.statistics = statistics(self.query, self.frequencies, self.documents)
        self.scorer = Scorer(self.query, self.statistics, self._average_length())
        self.scorers = {"document": self.scorer}
        self.adjustments = Adjustments(self.runs, query.text)
        self._weighty = {row.term for row in self.statistics if row.weight > 0}
        self.selecting = match.selecting(self.query.terms, self.frequencies)
        self._expression = match.expression(self.query, self.selecting)
        self._promoted: dict[int, list[tuple[Found, str]]] = {}

    @property
    def is_widened(self) -> bool:
        """Whether single characters select, because the stores hold no pair of characters of the query."""
        return match.is_widened(self.query.terms, self.selecting)

    def places(self) -> list[tuple[OpenStore, DocumentType]]:
        """The stores and types that are searched."""
        return [(run.store, run.type) for run in self.runs]

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        """The documents of one block, best first, and whether another block may follow."""
        if not self._expression:
            return [], False
        ranked: list[Ranked] = []
        more = False
        for place, run in enumerate(self.runs):
            found = candidates.find(
                run.store.database, run.type, self._expression, self.filters,
                limit=BLOCK, offset=number * BLOCK,
            )  # fmt: skip
            more = more or len(found) == BLOCK
            ranked += self._ranked(run, self._with_promoted(place, run, found, first=number == 0))
        return placed(self._worded(ranked), self.query.text, self.adjustments), more

    def total(self) -> tuple[int, bool]:
        """How many documents match, counted up to a bound, and whether the number is exact."""
        if not self._expression:
            return 0, True
        total, exact = 0, True
        for run in self.runs:
            ids = candidates.matching_ids(
                run.store.database, run.type, self._expression, self.filters, limit=COUNTED
            )
            total += len(ids) - len(self.hidden(run, ids))
            exact = exact and len(ids) < COUNTED
        return total, exact

    def explain(self, ranked: Ranked, filters: tuple[str, ...]) -> Explanation:
        return self.scorer.explain(ranked.scored, filters=filters)

    def hidden(self, run: Run, ids: list[int]) -> set[int]:
        """Of the ids of documents the sources that a page of kind `source` which is found too stands for."""
        if not self._pair or run.type != "source" or not ids:
            return set()
        pairs = sources.summary_pages(run.store.database, ids)
        if not pairs:
            return set()
        page_ids = sorted({page_id for _, page_id, _ in pairs})
        matching = candidates.matching_pages(run.store.database, self._expression, self.filters, page_ids)
        return {source_id for source_id, page_id, _ in pairs if page_id in matching}

    def _average_length(self) -> float:
        """Terms a document, over all that are searched."""
        total = sum(lengths.total_terms(run.store.database, run.type) for run in self.runs)
        return total / self.documents if self.documents else 0.0

    def _worded(self, ranked: list[Ranked]) -> list[Ranked]:
        """With the texts of those read that are the best by the index and by what was given to them."""
        if not self.scorer.wording.is_needed:
            return ranked
        ranked = sorted(ranked, key=lambda found: order(self.adjustments.apply(found)))
        best = [found for found in ranked[:READ] if found.scored.score > 0]
        texts = _texts(best)
        read = [
            found._replace(scored=self.scorer.read(found.scored, texts[found.document])) for found in best
        ]
        return [*read, *ranked[len(best) :]]

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
                database, run.type, expression, self.filters, limit=BLOCK, offset=0, only=named
            )
            promoted = [(document, exact[document.id]) for document in found]
        identifiers = [term for term in self.query.terms if term.kind == "identifier"]
        if identifiers:
            how = "identifier" if _is_one_identifier(self.query) else ""
            wanted = match.both(expression, match.any_of(identifiers))
            having = candidates.find(database, run.type, wanted, self.filters, limit=IDENTIFIED, offset=0)
            promoted += [(document, how) for document in having if document.id not in exact]
        return [*promoted, *self._successors(run, promoted)]

    def _successors(self, run: Run, promoted: list[tuple[Found, str]]) -> list[tuple[Found, str]]:
        """What superseded a page of the first block and matches too: it stands before that page."""
        database, expression = run.store.database, self._expression
        if run.type != "page" or not standing.any_superseded(database):
            return []
        found = candidates.find(database, run.type, expression, self.filters, limit=BLOCK, offset=0)
        here = {document.id for document in (*found, *(document for document, _ in promoted))}
        after = {one.id for many in standing.successors(database, here).values() for one in many} - here
        if not after:
            return []
        only = json.dumps(sorted(after))
        matching = candidates.find(
            database, run.type, expression, self.filters, limit=BLOCK, offset=0, only=only
        )
        return [(document, "") for document in matching]

    def _ranked(self, run: Run, found: list[tuple[Found, str]]) -> list[Ranked]:
        ids = [document.id for document, _ in found]
        saturation = self._saturation(run, ids)
        hidden = self.hidden(run, ids)
        self.adjustments.load(run, ids)
        # Most titles have nothing of the query: the index says so in a tenth of the time of reading them.
        titled = candidates.titled(run.store.database, run.type, self.query.terms, json.dumps(ids))
        return [
            Ranked(
                run.store,
                self.scorer.score(
                    Candidate(
                        run.type,
                        document.id,
                        document.name,
                        document.title if document.id in titled else "",
                        saturation[document.id],
                        exact,
                    )
                ),
                document.title,
            )
            for document, exact in found
            if document.id not in hidden
        ]

    def _saturation(self, run: Run, ids: list[int]) -> dict[int, dict[str, float]]:
        terms = [term for term in self.query.terms if term.term in self._weighty]
        return saturation(run, terms, ids, partial(candidates.bm25_of, run.store.database, run.type))


def _texts(ranked: list[Ranked]) -> dict[DocumentKey, Text]:
    """The titles and texts of these documents: one statement a store and type."""
    texts: dict[DocumentKey, Text] = {}
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


def _exact(run: Run, text: str) -> dict[int, str]:
    """Document id → which of its names equals the query."""
    name = text.strip()
    if run.type == "page":
        return candidates.exact_pages(run.store.database, name_key(name))
    return candidates.exact_sources(run.store.database, name_key(name), origin_key(name))


def _is_one_identifier(query: Query) -> bool:
    wholes = [term for term in query.terms if term.kind == "identifier"]
    return len(wholes) == 1 and wholes[0].surface.casefold() == query.text.strip().casefold()
