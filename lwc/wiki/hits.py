"""Ranked documents → hits: what each is, and the excerpt that shows why it was found."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from lwc.model import PageRow, Snippet
from lwc.search.ranking import Explanation
from lwc.store import pages, revisions, sources
from lwc.store.connection import Database
from lwc.wiki.documents import Document, DocumentReference
from lwc.wiki.excerpts import Excerpts, Fields, HitSpan
from lwc.wiki.retrieval import Ranked, Retrieval


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


class HitMaker:
    """Makes the hits of one search."""

    def __init__(self, retrieval: Retrieval, filters: tuple[str, ...], *, explained: bool) -> None:
        self._scorer = retrieval.scorer
        self._excerpts = Excerpts(retrieval.query, retrieval.selecting, retrieval.statistics)
        self._filters = filters
        self._explained = explained

    def hits(self, ranked: list[Ranked], first_rank: int) -> tuple[Hit, ...]:
        """The hits of documents in their order, the first with this rank."""
        superseded = _superseded(ranked)
        return tuple(self._hit(found, first_rank + at, superseded) for at, found in enumerate(ranked))

    def _hit(self, ranked: Ranked, rank: int, superseded: set[tuple[str, int]]) -> Hit:
        if ranked.scored.candidate.type == "source":
            return self._source_hit(ranked, rank)
        database, scope = ranked.store.database, ranked.store.scope
        page = pages.get(database, ranked.scored.candidate.id)
        document = Document(ranked.store, "page", page.id, page.slug, page.fingerprint, page.revision)
        stale = (scope, page.id) in superseded
        paired = sources.summarised_by(database, [page.id]) if page.kind == "source" else {}
        return self._made(
            ranked,
            rank,
            document,
            title=page.title,
            kind=page.kind,
            summary=page.summary,
            provenance=page.provenance,
            freshness="superseded" if stale else "unverified",
            paired=paired.get(page.id, ()),
            fields=lambda: _page_fields(database, page),
        )

    def _source_hit(self, ranked: Ranked, rank: int) -> Hit:
        source = sources.get(ranked.store.database, ranked.scored.candidate.id)
        assert source is not None  # a candidate is a row of its table, in one snapshot
        return self._made(
            ranked,
            rank,
            Document(ranked.store, "source", source.id, str(source.id), source.fingerprint, 0),
            title=source.title,
            kind="",
            summary="",
            provenance="source",
            freshness="unverified",  # a superseded source is no candidate
            paired=(),
            fields=lambda: (("title", source.title), ("path", source.origin)),
        )

    def _made(
        self,
        ranked: Ranked,
        rank: int,
        document: Document,
        *,
        title: str,
        kind: str,
        summary: str,
        provenance: str,
        freshness: str,
        paired: tuple[int, ...],
        fields: Callable[[], Fields],
    ) -> Hit:
        scored = ranked.scored
        snippet, span = self._excerpts.of(document, fields)
        return Hit(
            ref=f"{ranked.store.scope}:{document.type}:{document.identifier}",
            scope=ranked.store.scope,
            type=document.type,
            identifier=document.identifier,
            title=title,
            kind=kind,
            summary=summary,
            provenance=provenance,
            freshness=freshness,
            rank=rank,
            score=scored.score,
            fused_score=None,
            tier=scored.tier,
            matched_terms=scored.matched,
            missing_terms=scored.missing,
            snippet=snippet,
            span=span,
            document=DocumentReference(document.type, document.identifier),
            matches=(),
            paired_source_ids=paired,
            explanation=self._scorer.explain(scored, filters=self._filters) if self._explained else None,
        )


def _superseded(ranked: list[Ranked]) -> set[tuple[str, int]]:
    """(scope, page id) of the pages that another page supersedes."""
    found = set()
    for store in {item.store for item in ranked}:
        ids = [
            item.scored.candidate.id
            for item in ranked
            if item.store is store and item.scored.candidate.type == "page"
        ]
        found |= {(store.scope, page_id) for page_id in pages.superseded_among(store.database, ids)}
    return found


def _page_fields(database: Database, page: PageRow) -> Fields:
    state = revisions.get(database, page.id, page.revision)
    assert state is not None  # a page has its current revision
    asked = (("asked", question) for question in state.attributes.asked)
    names = (("alias", name) for name in state.attributes.aliases)
    return (("title", page.title), *asked, *names, ("summary", page.summary), ("path", page.slug))
