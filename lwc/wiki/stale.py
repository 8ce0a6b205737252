"""Refuses a span of a text that has changed, and tells where its old words stand now, if anywhere."""

from __future__ import annotations

from lwc.errors import LwcError
from lwc.model import SpanReference
from lwc.store import revisions
from lwc.text.sentences import sentences
from lwc.text.spanid import SEGMENTER
from lwc.wiki.documents import Document, find_document
from lwc.wiki.placing import occurrences, span_of_range
from lwc.wiki.stores import Stores

#: More equal places than this say nothing: the old text was a commonplace.
MOST_CANDIDATES = 5


def document_of_span(stores: Stores, reference: SpanReference) -> Document:
    """The document of a span, as it is now. Raises `stale_span` when it has changed since."""
    name = f"{reference.type}:{reference.identifier}"
    document = find_document(stores, name if reference.scope is None else f"{reference.scope}:{name}")
    check_fresh(document, reference)
    return document


def check_fresh(document: Document, reference: SpanReference) -> None:
    """Raise `stale_span` unless the span is of the text as it is now, cut by this segmenter.

    The error carries, as candidates that are never used silently, spans of the current text that
    equal the old one.
    """
    if reference.segmenter == SEGMENTER and _hex(document.fingerprint).startswith(reference.fingerprint):
        return
    equal = _equal_spans(document, reference)
    hint = f"Search again; the same words now stand in {', '.join(equal)}" if equal else "Search again"
    raise LwcError(
        "stale_span",
        _what_changed(document, reference),
        hint=f"{hint}. Other text is never given in its place.",
        details={
            "prior_fingerprint": reference.fingerprint,
            "current_fingerprint": document.fingerprint,
            "prior_segmenter": reference.segmenter,
            "current_segmenter": SEGMENTER,
            "candidates": equal,
        },
    )


def _what_changed(document: Document, reference: SpanReference) -> str:
    if _hex(document.fingerprint).startswith(reference.fingerprint):
        return f"The span was cut by segmenter {reference.segmenter}; this lwc cuts texts by {SEGMENTER}."
    return f"{document.type} {document.identifier} has changed since this span was made."


def _hex(fingerprint: str) -> str:
    return fingerprint.rpartition(":")[2]


def _equal_spans(document: Document, reference: SpanReference) -> list[str]:
    """Ids of spans whose text is the stale span's, when its old text is still known."""
    old = _old_text(document, reference)
    if old is None:
        return []
    text = document.text().encode()
    found = []
    for start, end in occurrences(text, old.encode(), MOST_CANDIDATES):
        view = span_of_range(document, start, end)
        if view.text == old:
            found.append(view.id)
    return list(dict.fromkeys(found))


def _old_text(document: Document, reference: SpanReference) -> str | None:
    if document.type != "page" or reference.segmenter != SEGMENTER:
        return None
    from lwc.text.segment import segment  # a span that is fresh does not need it

    body = revisions.body_with_fingerprint(document.database, document.id, reference.fingerprint)
    if body is None:
        return None
    cut = segment(body).passages
    if reference.passage >= len(cut):
        return None
    passage = cut[reference.passage]
    text = body.encode()[passage.byte_start : passage.byte_end].decode()
    if reference.sentence is None:
        return text
    ranges = sentences(text, passage.kind)
    if reference.sentence >= len(ranges):
        return None
    start, end = ranges[reference.sentence]
    return text[start:end]
