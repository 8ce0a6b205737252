"""Ranked documents → hits: what each is, and the excerpt that shows why it was found."""

from collections.abc import Mapping
from typing import NamedTuple

from lwc.model import PageRow, Snippet
from lwc.search.ranking import Explanation, explain
from lwc.search.snippet import excerpt
from lwc.store import match, pages, passages, revisions, sources
from lwc.store.passages import StoredPassage
from lwc.text.spanid import SEGMENTER
from lwc.wiki.documents import Document, DocumentReference
from lwc.wiki.retrieval import Ranked, Retrieval
from lwc.wiki.stores import OpenStore


class HitSpan(NamedTuple):
    """The passage that a snippet was taken from. Offsets are bytes of the document's text in UTF-8."""

    id: str
    parent: str | None
    ordinal: int
    kind: str
    heading_path: tuple[str, ...]
    byte_start: int
    byte_end: int
    fingerprint: str
    segmenter_version: int


class Hit(NamedTuple):
    """A search result; `ref` is what the next command takes as it is."""

    ref: str
    scope: str
    type: str
    identifier: str
    title: str
    kind: str
    summary: str
    provenance: str
    freshness: str
    rank: int
    score: float
    fused_score: float | None
    tier: str
    matched_terms: tuple[str, ...]
    missing_terms: tuple[str, ...]
    snippet: Snippet
    span: HitSpan | None
    document: DocumentReference
    matches: tuple[Mapping[str, object], ...]
    paired_source_ids: tuple[int, ...]
    explanation: Explanation | None


class _Subject(NamedTuple):
    """What a hit says of its document, whatever its type; `fields` are searched besides the body."""

    document: Document
    identifier: str
    title: str
    kind: str
    summary: str
    provenance: str
    freshness: str
    paired_source_ids: tuple[int, ...]
    fields: tuple[tuple[str, str], ...]


class HitMaker:
    """Makes the hits of one search."""

    def __init__(self, retrieval: Retrieval, filters: tuple[str, ...], *, explained: bool) -> None:
        self._statistics = retrieval.statistics
        self._filters = filters
        self._explained = explained
        self._terms = match.selecting(retrieval.query.terms)
        self._wanted = frozenset(term.term for term in retrieval.query.terms)
        self._weights = {row.term: row.weight for row in self._statistics}

    def hit(self, ranked: Ranked, rank: int) -> Hit:
        subject = _subject(ranked)
        scored = ranked.scored
        snippet, span = self._excerpt(subject)
        return Hit(
            ref=f"{ranked.store.scope}:{scored.candidate.type}:{subject.identifier}",
            scope=ranked.store.scope,
            type=scored.candidate.type,
            identifier=subject.identifier,
            title=subject.title,
            kind=subject.kind,
            summary=subject.summary,
            provenance=subject.provenance,
            freshness=subject.freshness,
            rank=rank,
            score=scored.score,
            fused_score=None,
            tier=scored.tier,
            matched_terms=scored.matched,
            missing_terms=scored.missing,
            snippet=snippet,
            span=span,
            document=DocumentReference(scored.candidate.type, subject.identifier),
            matches=(),
            paired_source_ids=subject.paired_source_ids,
            explanation=explain(scored, self._statistics, filters=self._filters) if self._explained else None,
        )

    def _excerpt(self, subject: _Subject) -> tuple[Snippet, HitSpan | None]:
        document = subject.document
        ordinal = self._best_passage(document)
        if ordinal is not None:
            return self._passage_excerpt(document, document.passage(ordinal))
        for name, text in subject.fields:
            snippet = self._field_excerpt(name, text)
            if snippet.highlights:
                return snippet, None
        first = passages.get(document.database, document.type, document.id, 0)
        if first is None:
            return self._field_excerpt(*subject.fields[0]), None
        return self._passage_excerpt(document, first)

    def _best_passage(self, document: Document) -> int | None:
        """The passage that holds the most weight of the query's terms; of equals the first."""
        held: dict[int, float] = {}
        for term in self._terms:
            for ordinal in passages.matching(document.database, document.type, document.id, match.one(term)):
                held[ordinal] = held.get(ordinal, 0.0) + self._weights.get(term.term, 0.0)
        return min(held, key=lambda ordinal: (-held[ordinal], ordinal)) if held else None

    def _passage_excerpt(self, document: Document, passage: StoredPassage) -> tuple[Snippet, HitSpan]:
        text = document.passage_text(passage)
        cut = excerpt(text, self._wanted, weights=self._weights)
        start = passage.byte_start + len(text[: cut.start].encode())
        shown = text[cut.start : cut.end]
        span = HitSpan(
            id=document.span_id(passage.ordinal),
            parent=None,
            ordinal=passage.ordinal,
            kind=passage.kind,
            heading_path=passage.heading_path,
            byte_start=passage.byte_start,
            byte_end=passage.byte_end,
            fingerprint=document.fingerprint,
            segmenter_version=SEGMENTER,
        )
        return Snippet(shown, "body", span.id, start, start + len(shown.encode()), cut.highlights), span

    def _field_excerpt(self, name: str, text: str) -> Snippet:
        cut = excerpt(text, self._wanted, weights=self._weights)
        start = len(text[: cut.start].encode())
        shown = text[cut.start : cut.end]
        return Snippet(shown, name, None, start, start + len(shown.encode()), cut.highlights)


def _subject(ranked: Ranked) -> _Subject:
    candidate, store = ranked.scored.candidate, ranked.store
    if candidate.type == "page":
        return _page_subject(store, pages.get(store.database, candidate.id))
    source = sources.get(store.database, candidate.id)
    assert source is not None  # a candidate is a row of its table, in one snapshot
    return _Subject(
        document=Document(store, "source", source.id, str(source.id), source.fingerprint, 0),
        identifier=str(source.id),
        title=source.title,
        kind="",
        summary="",
        provenance="source",
        freshness="superseded" if source.superseded_by else "unverified",
        paired_source_ids=(),
        fields=(("title", source.title), ("path", source.origin)),
    )


def _page_subject(store: OpenStore, page: PageRow) -> _Subject:
    database = store.database
    state = revisions.get(database, page.id, page.revision)
    assert state is not None  # a page has its current revision
    names = (("alias", name) for name in state.attributes.aliases)
    asked = (("asked", question) for question in state.attributes.asked)
    return _Subject(
        document=Document(store, "page", page.id, page.slug, page.fingerprint, page.revision),
        identifier=page.slug,
        title=page.title,
        kind=page.kind,
        summary=page.summary,
        provenance=page.provenance,
        freshness="superseded" if pages.superseding_slugs(database, page.id) else "unverified",
        paired_source_ids=sources.summarised_by(database, [page.id]).get(page.id, ()),
        fields=(("title", page.title), *asked, *names, ("summary", page.summary), ("path", page.slug)),
    )
