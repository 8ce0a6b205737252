"""Passages in order, block by block: those of the documents that a search is about."""

from __future__ import annotations

import json
from functools import partial
from typing import NamedTuple

from lwc.model import Candidate
from lwc.search import parameters
from lwc.search.ranking import Scorer, statistics
from lwc.search.wording import Text
from lwc.store import lengths, match, meta, passage_candidates
from lwc.store.passage_candidates import FoundPassage, PassageText, Wanted
from lwc.store.passages import document_of_passage, passage_range
from lwc.wiki.retrieval.documents import Retrieval
from lwc.wiki.retrieval.placed import placed_spans
from lwc.wiki.retrieval.ranked import Place, Ranked, order
from lwc.wiki.retrieval.runs import Run, pooled, saturation
from lwc.wiki.stores import OpenStore

#: First-stage passages of a store and type that are scored together.
BLOCK = 100
#: The texts and headings of so many are read.
READ = 30
#: Matches beyond this many are not counted.
COUNTED = 1_000


class _Passages(NamedTuple):
    """Those of a store: how many, how many terms in all of them, and in how many each query term stands."""

    store: OpenStore
    passages: int
    terms: int
    frequencies: dict[str, int]


class PassageRetrieval:
    """The ranked passages of a query, of the documents that `documents` searches."""

    def __init__(self, documents: Retrieval) -> None:
        self.documents = documents
        self.query = documents.query
        stores = {run.store.path: run.store for run in documents.runs}
        found = {path: _passages_of(store, documents) for path, store in stores.items()}
        self.runs = [
            Run(run.store, run.type, found[run.store.path].passages, found[run.store.path].frequencies)
            for run in documents.runs
        ]
        frequencies = pooled(one.frequencies for one in found.values())
        passages = sum(one.passages for one in found.values())
        self.statistics = statistics(self.query, frequencies, passages)
        numbers = parameters.PARAMETERS
        average = sum(one.terms for one in found.values()) / passages if passages else 0.0
        self.scorer = Scorer(self.query, self.statistics, average, numbers._replace(title=numbers.context))
        self.scorers = {"passage": self.scorer}
        self.selecting = match.selecting(self.query.terms, frequencies)
        self._weighty = [
            term for term, row in zip(self.query.terms, self.statistics, strict=True) if row.weight > 0
        ]
        self._wanted = Wanted(
            match.required(self.query, self.selecting), match.excluded(self.query), documents.filters
        )

    @property
    def is_widened(self) -> bool:
        """Whether single characters select, because no passage has a pair of characters of the query."""
        return match.is_widened(self.query.terms, self.selecting)

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        """The passages of one block, best first, and whether another block may follow."""
        if not self._wanted.required:
            return [], False
        ranked: list[Ranked] = []
        more = False
        for run in self.runs:
            found = passage_candidates.find(
                run.store.database, run.type, self._wanted, limit=BLOCK, offset=number * BLOCK
            )
            more = more or len(found) == BLOCK
            ranked += self._ranked(run, found)
        return placed_spans(self._worded(ranked), self.query.text, self.documents.adjustments), more

    def total(self) -> tuple[int, bool]:
        """How many passages match, counted up to a bound, and whether the number is exact."""
        owners, exact = self._owners()
        return len(owners), exact

    def total_documents(self) -> tuple[int, bool]:
        """How many documents the passages that are counted are of, and whether these are all."""
        owners, exact = self._owners()
        return len({*owners}), exact

    def _owners(self) -> tuple[list[tuple[str, str, int]], bool]:
        """The document of every passage that matches, up to a bound, and whether these are all."""
        if not self._wanted.required:
            return [], True
        owners: list[tuple[str, str, int]] = []
        exact = True
        for run in self.runs:
            ids = passage_candidates.matching_ids(run.store.database, run.type, self._wanted, limit=COUNTED)
            of_run = [document_of_passage(id)[1] for id in ids]
            hidden = self.documents.hidden(run, sorted({*of_run}))
            owners += [(run.store.scope, run.type, id) for id in of_run if id not in hidden]
            exact = exact and len(ids) < COUNTED
        return owners, exact

    def texts(self, ranked: list[Ranked]) -> dict[int, PassageText]:
        """Place in the list → the text of that passage: one statement a store and type."""
        texts: dict[int, PassageText] = {}
        for run in self.runs:
            ids = {passage_id(found): at for at, found in enumerate(ranked) if is_of(found, run)}
            read = passage_candidates.texts(run.store.database, run.type, json.dumps(list(ids)))
            texts.update({ids[id]: text for id, text in read.items()})
        return texts

    def _ranked(self, run: Run, found: list[FoundPassage]) -> list[Ranked]:
        ids = [passage.id for passage in found]
        has = saturation(run, self._weighty, ids, partial(passage_candidates.bm25_of, run.store.database))
        owners = sorted({passage.document_id for passage in found})
        hidden = self.documents.hidden(run, owners)
        self.documents.adjustments.load(run, owners)
        return [
            Ranked(
                run.store,
                self.scorer.score(
                    Candidate(run.type, passage.document_id, passage.name, "", has[passage.id], "")
                ),
                passage.title,
                Place(passage.ordinal),
            )
            for passage in found
            if passage.document_id not in hidden
        ]

    def _worded(self, ranked: list[Ranked]) -> list[Ranked]:
        """With the texts and headings of those that are the best by the index and what was given to them."""
        ranked = sorted(ranked, key=lambda found: order(self.documents.adjustments.apply(found)))
        best = [found for found in ranked[:READ] if found.scored.score > 0]
        texts = self.texts(best)
        read = [self._read(found, texts[at]) for at, found in enumerate(best)]
        return [*read, *ranked[len(best) :]]

    def _read(self, found: Ranked, text: PassageText) -> Ranked:
        """Scored again: the title of the document and the headings above a passage are its context."""
        candidate = found.scored.candidate._replace(title=" ".join((found.title, *text.heading_path)))
        worded = Text("", text.text, len(text.text))
        scored = self.scorer.score(candidate, worded if self.scorer.wording.is_needed else None)
        return found._replace(scored=scored)


def is_of(ranked: Ranked, run: Run) -> bool:
    return ranked.store is run.store and ranked.scored.candidate.type == run.type


def passage_id(ranked: Ranked) -> int:
    """The id in the store of a passage, or of the passage that a sentence is in."""
    assert ranked.place is not None  # a span has a place
    candidate = ranked.scored.candidate
    return passage_range(candidate.type, candidate.id)[0] + ranked.place.passage


def _passages_of(store: OpenStore, documents: Retrieval) -> _Passages:
    database = store.database
    return _Passages(
        store,
        meta.counters(database)["passage"],
        lengths.total_passage_terms(database),
        passage_candidates.frequencies(database, documents.query.terms),
    )
