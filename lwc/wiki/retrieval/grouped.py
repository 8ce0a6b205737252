"""Spans under their documents, or side by side with none of them taking all of the first places."""

from __future__ import annotations

from lwc.search.grouping import MATCHES, by_document, capped
from lwc.wiki.retrieval.ranked import DocumentKey, Ranked
from lwc.wiki.retrieval.results import Results, SpanResults


class Wrapped:
    """Another order of the same results."""

    def __init__(self, inner: Results) -> None:
        self._inner = inner
        self.query = inner.query
        self.statistics = inner.statistics
        self.selecting = inner.selecting
        self.scorers = inner.scorers

    def total(self) -> tuple[int, bool]:
        return self._inner.total()


class Capped(Wrapped):
    """At most three of the first ten places for one document."""

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        ranked, more = self._inner.block(number)
        return (ranked if number else capped(ranked, _document)), more


class Grouped(Wrapped):
    """Each document of a block once, where its best span stands, with its best three spans."""

    def __init__(self, spans: SpanResults) -> None:
        super().__init__(spans)
        self._spans = spans

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        ranked, more = self._inner.block(number)
        return [_head(spans) for spans in by_document(ranked, _document)], more

    def total(self) -> tuple[int, bool]:
        return self._spans.total_documents()


class Once(Wrapped):
    """Each document in the first block that has it alone."""

    def __init__(self, inner: Results) -> None:
        super().__init__(inner)
        self._known: list[set[DocumentKey]] = []

    def block(self, number: int) -> tuple[list[Ranked], bool]:
        ranked, more = self._inner.block(number)
        before = self._before(number)
        return [found for found in ranked if found.document not in before], more

    def _before(self, number: int) -> set[DocumentKey]:
        while len(self._known) < number:
            ranked, _ = self._inner.block(len(self._known))
            self._known.append({found.document for found in ranked})
        return set().union(*self._known[:number])


def _document(found: Ranked) -> DocumentKey:
    return found.document


def _head(spans: list[Ranked]) -> Ranked:
    return spans[0]._replace(place=None, matches=tuple(spans[:MATCHES]))
