"""For a document that was found: the excerpt that shows best why, and the passage it stands in."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from lwc.model import Query, QueryTerm, Snippet, TermStatistics
from lwc.search.snippet import WIDTH, excerpt
from lwc.store import match, passages
from lwc.store.passages import StoredPassage
from lwc.wiki.documents import Document, SpanView

#: (name, text) of each field besides the body in which a term may have been found, the title first.
Fields = Iterable[tuple[str, str]]

#: A longer sentence is shown in part.
SENTENCE_WIDTH = 600


class HitSpan(NamedTuple):
    """The passage or sentence that a snippet was taken from. Offsets are bytes of the document's UTF-8."""

    id: str
    parent: str | None
    ordinal: int
    kind: str
    heading_path: tuple[str, ...]
    byte_start: int
    byte_end: int
    fingerprint: str
    segmenter_version: int


class Excerpts:
    """Makes the excerpts of one query."""

    def __init__(
        self, query: Query, selecting: tuple[QueryTerm, ...], statistics: Iterable[TermStatistics]
    ) -> None:
        self._selecting = selecting
        self._terms = frozenset(term.term for term in query.terms)
        self._weights = {row.term: row.weight for row in statistics}

    def of(self, document: Document, fields: Callable[[], Fields]) -> tuple[Snippet, HitSpan | None]:
        """From the passage that holds the most of the query, else from a field, else the beginning.

        `fields` is called only when no passage holds a term.
        """
        held = self._held(document)
        while held:
            passage = document.passage(min(held, key=lambda ordinal: (-held[ordinal], ordinal)))
            if passage.kind != "front_matter":  # it repeats the title, and is no text to read
                return self._of_passage(document, passage)
            del held[passage.ordinal]
        snippets = [self._of_field(name, text) for name, text in fields()]
        for snippet in snippets:
            if snippet.highlights:
                return snippet, None
        first = passages.get(document.database, document.type, document.id, 0)
        return (snippets[0], None) if first is None else self._of_passage(document, first)

    def of_span(
        self, document: Document, passage: int, sentence: int | None = None
    ) -> tuple[Snippet, HitSpan]:
        """From a passage what shows best why it was found; a sentence whole, unless it is very long."""
        view = document.span_view(passage, sentence)
        return self._of_view(view, WIDTH if sentence is None else SENTENCE_WIDTH)

    def _held(self, document: Document) -> dict[int, float]:
        """Ordinals of passages → the weight of the query's terms that each holds."""
        held: dict[int, float] = {}
        for term in self._selecting:
            weight = self._weights.get(term.term, 0.0)
            for ordinal in passages.matching(document.database, document.type, document.id, match.one(term)):
                held[ordinal] = held.get(ordinal, 0.0) + weight
        return held

    def _of_passage(self, document: Document, passage: StoredPassage) -> tuple[Snippet, HitSpan]:
        return self._of_view(document.passage_view(passage), WIDTH)

    def _of_view(self, view: SpanView, width: int) -> tuple[Snippet, HitSpan]:
        span = HitSpan(
            id=view.id,
            parent=view.parent,
            ordinal=view.ordinal,
            kind=view.kind,
            heading_path=view.heading_path,
            byte_start=view.byte_start,
            byte_end=view.byte_end,
            fingerprint=view.fingerprint,
            segmenter_version=view.segmenter_version,
        )
        return self._cut("body", view.text, span.id, span.byte_start, width), span

    def _of_field(self, name: str, text: str) -> Snippet:
        return self._cut(name, text, None, 0)

    def _cut(self, field: str, text: str, span: str | None, byte_start: int, width: int = WIDTH) -> Snippet:
        cut = excerpt(text, self._terms, width, self._weights)
        start = byte_start + len(text[: cut.start].encode())
        shown = text[cut.start : cut.end]
        return Snippet(shown, field, span, start, start + len(shown.encode()), cut.highlights)
