"""Text → what the index holds of it: the terms of each field and the passages, made before the lock."""

from __future__ import annotations

from collections.abc import Iterable

from lwc.model import Passage
from lwc.store.index import PageTerms, PassageTerms, SourceTerms
from lwc.text.segment import segment
from lwc.text.tokens import index_terms


def page_terms(
    *, slug: str, title: str, summary: str, aliases: Iterable[str], asked: Iterable[str], body: str
) -> PageTerms:
    passages, headings = _segmented(body)
    return PageTerms(
        body=" ".join(passage.terms for passage in passages),
        title=index_terms(title),
        aliases=index_terms("\n".join(aliases)),
        asked=index_terms("\n".join(asked)),
        path=index_terms(slug),
        summary=index_terms(summary),
        headings=headings,
        passages=passages,
    )


def source_terms(*, origin: str, title: str, text: str) -> SourceTerms:
    passages, headings = _segmented(text)
    return SourceTerms(
        body=" ".join(filter(None, (headings, *(passage.terms for passage in passages)))),
        title=index_terms(title),
        path=index_terms(origin),
        passages=passages,
    )


def _segmented(text: str) -> tuple[tuple[PassageTerms, ...], str]:
    segmentation, raw = segment(text), text.encode()
    passages = tuple(_passage_terms(raw, passage) for passage in segmentation.passages)
    return passages, index_terms("\n".join(heading.text for heading in segmentation.headings))


def _passage_terms(raw: bytes, passage: Passage) -> PassageTerms:
    terms = index_terms(raw[passage.byte_start : passage.byte_end].decode())
    if passage.context is None:
        return PassageTerms(passage, terms, "")
    start, end = passage.context
    return PassageTerms(passage, terms, index_terms(raw[start:end].decode()))
