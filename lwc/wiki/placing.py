"""Where a text stands in a document: its occurrences, and the smallest span around each."""

from __future__ import annotations

from lwc.store import passages
from lwc.store.passages import PASSAGES_A_DOCUMENT, StoredPassage
from lwc.wiki.documents import Document, SpanView


def occurrences(text: bytes, wanted: bytes, most: int) -> list[tuple[int, int]]:
    """At most `most` byte ranges where `wanted` stands in `text`."""
    found: list[tuple[int, int]] = []
    at = text.find(wanted)
    while at >= 0 and len(found) < most:
        found.append((at, at + len(wanted)))
        at = text.find(wanted, at + max(1, len(wanted)))
    return found


def span_of_range(document: Document, start: int, end: int) -> SpanView:
    """The sentence that holds the range whole, else the passage, else the passage where it begins.

    A range in a heading is given the passage that follows it, or the last one. Raises `span_not_found`
    in a document without passages.
    """
    passage = _passage_at(document, start)
    if passage.byte_start <= start and end <= passage.byte_end:
        for sentence in document.sentence_views(passage):
            if sentence.byte_start <= start and end <= sentence.byte_end:
                return sentence
    return document.passage_view(passage)


def _passage_at(document: Document, byte: int) -> StoredPassage:
    found = passages.at_or_after(document.database, document.type, document.id, byte)
    if found is None:
        found = passages.last(document.database, document.type, document.id)
    return found or document.passage(PASSAGES_A_DOCUMENT)
