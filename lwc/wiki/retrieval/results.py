"""What a search puts in order: documents, passages, sentences or all of them, grouped or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lwc.wiki.retrieval.documents import Retrieval

if TYPE_CHECKING:
    from lwc.model import Query, QueryTerm, TermStatistics
    from lwc.search.ranking import Scorer
    from lwc.wiki.retrieval.ranked import Ranked

GRANULARITIES = ("document", "passage", "sentence", "all")
GROUPINGS = ("auto", "none", "document")


class Results(Protocol):
    """An order of documents or spans, block by block, and what is needed to tell of it.

    `scorers` has those of its runs by their names: document, passage, sentence.
    """

    query: Query
    statistics: tuple[TermStatistics, ...]
    selecting: tuple[QueryTerm, ...]
    scorers: dict[str, Scorer]

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        """The results of one block, best first, and whether another block may follow."""
        ...

    def total(self) -> tuple[int, bool]:
        """How many results there are, counted up to a bound, and whether the number is exact."""
        ...


class SpanResults(Results, Protocol):
    """An order of spans."""

    def total_documents(self) -> tuple[int, bool]:
        """How many documents these spans are of, counted up to a bound, and whether the number is exact."""
        ...


def results(documents: Retrieval, granularity: str, group_by: str) -> Results:
    """The order for one of `GRANULARITIES` and one of `GROUPINGS`; `auto` groups where all are asked for.

    What is not asked for is not imported: most searches are for documents.
    """
    if granularity == "document":
        return documents
    from lwc.wiki.retrieval.grouped import Capped, Grouped, Once

    grouped = group_by == "document" or (group_by == "auto" and granularity == "all")
    if granularity == "all":
        from lwc.wiki.retrieval.fused import FusedRetrieval

        fused = FusedRetrieval(documents, grouped=grouped)
        return Once(fused) if grouped else Capped(fused)
    spans = _spans(documents, granularity)
    return Once(Grouped(spans)) if grouped else Capped(spans)


def _spans(documents: Retrieval, granularity: str) -> SpanResults:
    from lwc.wiki.retrieval.passages import PassageRetrieval

    passages = PassageRetrieval(documents)
    if granularity == "passage":
        return passages
    from lwc.wiki.retrieval.sentences import SentenceRetrieval

    return SentenceRetrieval(passages)
