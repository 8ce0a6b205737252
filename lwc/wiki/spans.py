"""Use cases of spans: get one, expand it to what stands around it, locate a quote."""

from __future__ import annotations

from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import SpanReference
from lwc.store import passages
from lwc.text.spanid import parse_span
from lwc.wiki.documents import Document, SpanView, find_document
from lwc.wiki.stale import document_of_span
from lwc.wiki.stores import Stores

#: How many places `locate` shows of one quote, and how many it counts.
PLACES_SHOWN = 20
PLACES_COUNTED = 10_000


class GetAnswer(NamedTuple):
    """The span that was asked for."""

    span: SpanView


class SectionView(NamedTuple):
    """A heading and all under it, as a range of bytes of the document's text."""

    heading: str
    level: int
    byte_start: int
    byte_end: int


class ExpandAnswer(NamedTuple):
    """A span with its surroundings: the passage of a sentence, neighbours, the sentences of a passage."""

    span: SpanView
    parent: SpanView | None
    siblings: tuple[SpanView, ...]
    children: tuple[SpanView, ...]
    children_truncated: bool
    section: SectionView | None


class LocateAnswer(NamedTuple):
    """Where a quote stands: for each place the smallest span that holds it, and the quote's own bytes."""

    quote: str
    spans: tuple[SpanView, ...]
    byte_ranges: tuple[tuple[int, int], ...]
    total: int
    truncated: bool


class Spans:
    """`wiki.spans`."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def get(self, span_id: str) -> GetAnswer:
        """The exact text of a span.

        Raises `stale_span` when the document has changed since, with the current fingerprint and, as
        candidates that are never used silently, spans of the current text that equal the old;
        `span_not_found`, `page_not_found`, `source_not_found`.
        """
        reference = parse_span(span_id)
        with self._stores.snapshot():
            document = document_of_span(self._stores, reference)
            return GetAnswer(document.span_view(reference.passage, reference.sentence))

    def expand(self, span_id: str, *, before: int = 1, after: int = 1, children: int = 20) -> ExpandAnswer:
        """A span with `before` and `after` neighbours, at most `children` sentences, and its section.

        The neighbours of a sentence go on across the borders of passages, inside the document.
        Raises what `get` raises.
        """
        reference = parse_span(span_id)
        with self._stores.snapshot():
            document = document_of_span(self._stores, reference)
            passage = document.passage(reference.passage)
            span = document.span_view(reference.passage, reference.sentence)
            inside = document.sentence_views(passage) if reference.sentence is None else []
            return ExpandAnswer(
                span=span,
                parent=None if reference.sentence is None else document.passage_view(passage),
                siblings=tuple(_siblings(document, reference, max(0, before), max(0, after))),
                children=tuple(inside[: max(0, children)]),
                children_truncated=len(inside) > max(0, children),
                section=_section(document, span),
            )

    def locate(self, reference: str, quote: str) -> LocateAnswer:
        """The spans of a document that hold the quote, character for character.

        Raises `span_not_found` when the quote is not in the document as it is now.
        """
        from lwc.wiki.placing import occurrences, span_of_range

        if not quote.strip():
            raise LwcError("usage", "The quote is empty.", hint="Give the exact text with --quote.")
        with self._stores.snapshot():
            document = find_document(self._stores, reference)
            places = occurrences(document.text().encode(), quote.encode(errors="replace"), PLACES_COUNTED)
            if not places:
                raise _not_in(document, quote)
            shown = places[:PLACES_SHOWN]
            views = tuple(span_of_range(document, start, end) for start, end in shown)
        return LocateAnswer(quote, views, tuple(shown), len(places), len(places) > len(shown))


def _siblings(document: Document, reference: SpanReference, before: int, after: int) -> list[SpanView]:
    if reference.sentence is not None:
        return _sentence_siblings(document, reference.passage, reference.sentence, before, after)
    low, high = reference.passage - before, reference.passage + after
    around = passages.window(document.database, document.type, document.id, low, high)
    return [document.passage_view(passage) for passage in around if passage.ordinal != reference.passage]


def _sentence_siblings(
    document: Document, passage: int, sentence: int, before: int, after: int
) -> list[SpanView]:
    own = document.sentence_views(document.passage(passage))
    earlier, later = own[:sentence], own[sentence + 1 :]
    at = passage
    while len(earlier) < before and at > 0:
        at -= 1
        earlier = document.sentence_views(document.passage(at)) + earlier
    at = passage
    while len(later) < after:
        at += 1
        following = passages.get(document.database, document.type, document.id, at)
        if following is None:
            break
        later += document.sentence_views(following)
    return [*earlier[len(earlier) - min(before, len(earlier)) :], *later[:after]]


def _section(document: Document, span: SpanView) -> SectionView | None:
    from lwc.wiki.outline import section_around

    section = section_around(document.text(), span.byte_start)
    return None if section is None else SectionView(
        section.heading, section.level, section.byte_start, section.byte_end
    )  # fmt: skip


def _not_in(document: Document, quote: str) -> LwcError:
    return LwcError(
        "span_not_found",
        f"The quote is not in {document.type} {document.identifier} as it is now.",
        hint="Quote the text exactly; `lwc search` finds passages by their words.",
        details={"document": f"{document.type}:{document.identifier}", "characters": len(quote)},
    )
