"""Sentences in order: found at query time in the best passages, which stand in the index."""

from __future__ import annotations

from lwc.model import Candidate
from lwc.search import parameters
from lwc.search.parameters import PASSAGE, REST
from lwc.search.ranking import Scorer
from lwc.search.sentence_terms import AVERAGE, Sentence, sentences_with
from lwc.search.wording import Text
from lwc.store.passage_candidates import PassageText
from lwc.wiki.retrieval.passages import PassageRetrieval
from lwc.wiki.retrieval.placed import placed_spans
from lwc.wiki.retrieval.ranked import Place, Ranked, order

#: The wording of so many sentences is compared.
READ = 30
#: A sentence that only shares characters with the query is none, unless nothing else is found.
TIERS = frozenset(("all_terms", "most_terms", "some_terms", "widened"))


class SentenceRetrieval:
    """The ranked sentences of a query, passage block by passage block."""

    def __init__(self, passages: PassageRetrieval) -> None:
        self.passages = passages
        self.documents = passages.documents
        self.query = passages.query
        self.statistics = passages.statistics
        self.selecting = passages.selecting
        # A sentence is known by its words; titles and headings it has from its passage.
        numbers = parameters.PARAMETERS._replace(title=0.0)
        self.scorer = Scorer(self.query, self.statistics, AVERAGE, numbers)
        self.scorers = {"sentence": self.scorer}
        self._tiers = TIERS if passages.is_widened else TIERS - {"widened"}
        self._terms = frozenset(row.term for row in self.statistics if row.weight > 0)

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        """The sentences of one block of passages, best first, and whether another block may follow."""
        passages, more = self.passages.block(number)
        return self.within(passages), more

    def within(self, passages: list[Ranked]) -> list[Ranked]:
        """The sentences of these passages that hold something of the query, best first."""
        texts = self.passages.texts(passages)
        found = [
            (self._ranked(passage, sentence), sentence.text)
            for at, passage in enumerate(passages)
            for sentence in self._sentences(texts[at])
        ]
        ranked = self._worded([(one, text) for one, text in found if one.scored.tier in self._tiers])
        return placed_spans(ranked, self.query.text, self.documents.adjustments)

    def total(self) -> tuple[int, bool]:
        """How many sentences the first block of passages holds, and whether these are all."""
        found, more = self.block(0)
        return len(found), not more

    def total_documents(self) -> tuple[int, bool]:
        """How many documents these are of."""
        found, more = self.block(0)
        return len({one.document for one in found}), not more

    def _sentences(self, passage: PassageText) -> list[Sentence]:
        return sentences_with(passage.text, passage.kind, self.query, self._terms)

    def _ranked(self, passage: Ranked, sentence: Sentence) -> Ranked:
        assert passage.place is not None  # a passage has a place
        candidate = passage.scored.candidate
        scored = self.scorer.score(
            Candidate(candidate.type, candidate.id, candidate.identifier, "", sentence.saturation(), "")
        )
        of_passage = PASSAGE * min(1.0, passage.scored.score / REST)
        return Ranked(
            passage.store,
            scored._replace(parts={**scored.parts, "passage": of_passage}, score=scored.score + of_passage),
            passage.title,
            Place(passage.place.passage, sentence.ordinal),
        )

    def _worded(self, found: list[tuple[Ranked, str]]) -> list[Ranked]:
        """With the wording of those that are the best by their terms and by what was given to them."""
        if not self.scorer.wording.is_needed:
            return [ranked for ranked, _ in found]
        found = sorted(found, key=lambda one: order(self.documents.adjustments.apply(one[0])))
        read = [
            ranked._replace(scored=self.scorer.read(ranked.scored, Text("", text, len(text))))
            for ranked, text in found[:READ]
        ]
        return [*read, *(ranked for ranked, _ in found[READ:])]
