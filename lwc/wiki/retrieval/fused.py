"""Documents, passages and sentences in one order: the ranks that each has in its own, fused per document."""

from __future__ import annotations

import math
from collections.abc import Iterable

from lwc.search.fusion import fuse, share
from lwc.search.grouping import apart
from lwc.search.parameters import PRIORS
from lwc.wiki.retrieval.documents import BLOCK, Retrieval
from lwc.wiki.retrieval.passages import PassageRetrieval
from lwc.wiki.retrieval.placed import below_successors
from lwc.wiki.retrieval.ranked import DocumentKey, Place, Ranked, Share, order
from lwc.wiki.retrieval.sentences import SentenceRetrieval

#: The passages of a block whose sentences take part.
READ = 30

#: Document → run → what the run gives it.
_Shares = dict[DocumentKey, dict[str, Share]]


class FusedRetrieval:
    """The documents of a query with their best spans; or, not grouped, documents and spans side by side."""

    def __init__(self, documents: Retrieval, *, grouped: bool) -> None:
        self.documents = documents
        self.query = documents.query
        self.statistics = documents.statistics
        self.selecting = documents.selecting
        self._passages = PassageRetrieval(documents)
        self._sentences = SentenceRetrieval(self._passages)
        self.scorers = {**documents.scorers, **self._passages.scorers, **self._sentences.scorers}
        self._grouped = grouped

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        """What the runs' blocks of this number hold together; a document may come again in a later one."""
        documents, more = self.documents.block(number)
        passages, more_passages = self._passages.block(number)
        runs = {
            "exact": [found for found in documents if self._is_first(found)],
            "document": documents,
            "passage": passages,
            "sentence": self._sentences.within(passages[:READ]),
        }
        fused = _Fused(runs, before=number * BLOCK * len(self.documents.runs))
        ranked = fused.grouped() if self._grouped else [*fused.documents(), *fused.spans()]
        return below_successors(ranked, lifting=False), more or more_passages

    def total(self) -> tuple[int, bool]:
        """How many documents match; side by side, documents and passages, and sentences not counted."""
        total, exact = self.documents.total()
        return (total, exact) if self._grouped else (total + self._passages.total()[0], False)

    def _is_first(self, found: Ranked) -> bool:
        """Whether a name brings the document before all others: its own, or that of what it superseded."""
        named = found.scored.candidate.exact or found.scored.parts.get("successor", 0.0) > 0
        return bool(named) and not self.documents.adjustments.is_irrelevant(found.document)


class _Fused:
    """The runs of one block; `before` is how many places of a run may come before the block's first."""

    def __init__(self, runs: dict[str, list[Ranked]], before: int) -> None:
        self._runs = runs
        self._before = before
        self._best = self._best_places()

    def grouped(self) -> list[Ranked]:
        """Each document with the share of its best place in each run, and its best spans."""
        spans: dict[DocumentKey, list[Ranked]] = {}
        for span in sorted(self.spans(), key=order):
            spans.setdefault(span.document, []).append(span)
        return [
            _with_shares(head, self._best[key].values())._replace(
                place=None, matches=apart(spans.get(key, ()), _is_inside)
            )
            for key, head in self._heads().items()
        ]

    def documents(self) -> list[Ranked]:
        """The documents with what the runs of documents give."""
        return [_with_shares(found, self._of_document(found)) for found in self._runs["document"]]

    def spans(self) -> list[Ranked]:
        """Passages and sentences with their own shares and those of what they are in."""
        passages = {}
        fused = []
        for rank, found in enumerate(self._runs["passage"], start=1):
            own = self._share("passage", rank, found)
            passages[found.document, _passage(found)] = own
            fused.append(_with_shares(found, [*self._of_document(found), own]))
        for rank, found in enumerate(self._runs["sentence"], start=1):
            around = passages[found.document, _passage(found)]
            own = self._share("sentence", rank, found)
            fused.append(_with_shares(found, [*self._of_document(found), around, own]))
        return fused

    def _of_document(self, found: Ranked) -> list[Share]:
        shares = self._best[found.document]
        return [shares[run] for run in ("exact", "document") if run in shares]

    def _heads(self) -> dict[DocumentKey, Ranked]:
        """Each document as it was found: by itself where it was, else by its best span."""
        heads: dict[DocumentKey, Ranked] = {}
        for run in ("document", "passage", "sentence"):
            for found in self._runs[run]:
                heads.setdefault(found.document, found)
        return heads

    def _best_places(self) -> _Shares:
        places = fuse({run: [found.document for found in ranked] for run, ranked in self._runs.items()})
        return {
            key: {
                run: self._share(run, of_run[run], self._runs[run][of_run[run] - 1])
                for run in PRIORS
                if run in of_run
            }
            for key, of_run in places.items()
        }

    def _share(self, run: str, place: int, found: Ranked) -> Share:
        rank = self._before + place
        return Share(run, rank, share(run, rank), found.scored)


def _with_shares(found: Ranked, shares: Iterable[Share]) -> Ranked:
    given = tuple(shares)
    parts = {one.run: one.share for one in given}
    scored = found.scored._replace(score=math.fsum(parts.values()), parts=parts)
    return found._replace(scored=scored, shares=given)


def _passage(span: Ranked) -> int:
    assert span.place is not None  # a span has a place
    return span.place.passage


def _is_inside(span: Ranked, other: Ranked) -> bool:
    """Whether a span of a document is another of its spans or lies in it."""
    return other.place in (span.place, Place(_passage(span)))
