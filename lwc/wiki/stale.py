"""For a stale span: which spans of the current text equal what it used to say."""

from __future__ import annotations

from lwc.model import SpanReference
from lwc.store import revisions
from lwc.text.segment import SEGMENTER, segment
from lwc.text.sentences import sentences
from lwc.wiki.documents import Document
from lwc.wiki.placing import occurrences, span_of_range

#: More equal places than this say nothing: the old text was a commonplace.
MOST_CANDIDATES = 5


def candidates(document: Document, reference: SpanReference) -> list[str]:
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
