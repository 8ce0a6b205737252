"""Ranked documents and spans → hits: what each is, and the excerpt that shows why it was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lwc.model import PageRow, Snippet
from lwc.search.ranking import Explanation
from lwc.store import pages, revisions, sources, standing
from lwc.store.connection import Database
from lwc.store.standing import Successor
from lwc.wiki.documents import Document, DocumentReference
from lwc.wiki.excerpts import Excerpts, Fields, HitSpan
from lwc.wiki.references import qualified
from lwc.wiki.retrieval import Ranked
from lwc.wiki.retrieval.results import Results


class Match(NamedTuple):
    """A span that stands for its document; `ref` is its id."""

    ref: str
    type: str
    score: float
    snippet: Snippet
    span: HitSpan


class SupersededSource(NamedTuple):
    """A source that a page cites, and the newest that has taken its place; both by id."""

    id: int
    superseded_by: int


class Hit(NamedTuple):
    """A search result; `ref` is what the next command takes as it is.

    `freshness` is superseded when another page has taken the page's place (`superseded_by` has the
    references of those that are not superseded themselves) or the page cites a source that was replaced.
    """

    ref: str
    scope: str
    type: str
    identifier: str
    title: str
    kind: str
    summary: str
    provenance: str
    freshness: str
    superseded_by: tuple[str, ...]
    superseded_sources: tuple[SupersededSource, ...]
    rank: int
    score: float
    fused_score: float | None
    tier: str
    matched_terms: tuple[str, ...]
    missing_terms: tuple[str, ...]
    snippet: Snippet
    span: HitSpan | None
    document: DocumentReference
    matches: tuple[Match, ...]
    paired_source_ids: tuple[int, ...]
    explanation: Explanation | None


class _Described(NamedTuple):
    """What a hit says of its document."""

    document: Document
    title: str
    kind: str
    summary: str
    provenance: str
    superseded_by: tuple[str, ...]
    superseded_sources: tuple[SupersededSource, ...]
    paired: tuple[int, ...]
    fields: Callable[[], Fields]


class HitMaker:
    """Makes the hits of one search; `explain` is asked where a hit is to be explained."""

    def __init__(self, results: Results, explain: Callable[[Ranked], Explanation] | None) -> None:
        self._excerpts = Excerpts(results.query, results.selecting, results.statistics)
        self._explain = explain

    def hits(self, ranked: Sequence[Ranked], first_rank: int) -> tuple[Hit, ...]:
        """The hits of what was ranked in its order, the first with this rank."""
        standings = {
            store.scope: _Standings(store.database, sorted(_page_ids(ranked, store.scope)))
            for store in {found.store for found in ranked}
        }
        return tuple(
            self._hit(found, first_rank + at, standings[found.store.scope]) for at, found in enumerate(ranked)
        )

    def _hit(self, ranked: Ranked, rank: int, standings: _Standings) -> Hit:
        described = _page(ranked, standings) if _is_page(ranked) else _source(ranked)
        document = described.document
        scored = ranked.scored
        snippet, span = self._excerpt(ranked, described)
        name = qualified(ranked.store.scope, document.type, document.identifier)
        is_stale = bool(described.superseded_by or described.superseded_sources)
        return Hit(
            ref=span.id if ranked.place and span else name,
            scope=ranked.store.scope,
            type=_type(ranked),
            identifier=_unscoped(span.id, ranked) if ranked.place and span else document.identifier,
            title=described.title,
            kind=described.kind,
            summary=described.summary,
            provenance=described.provenance,
            freshness="superseded" if is_stale else "unverified",
            superseded_by=described.superseded_by,
            superseded_sources=described.superseded_sources,
            rank=rank,
            score=scored.score,
            fused_score=scored.score if ranked.shares else None,
            tier=scored.tier,
            matched_terms=scored.matched,
            missing_terms=scored.missing,
            snippet=snippet,
            span=span,
            document=DocumentReference(document.type, document.identifier),
            matches=tuple(self._match(match, document) for match in ranked.matches),
            paired_source_ids=described.paired,
            explanation=self._explain(ranked) if self._explain else None,
        )

    def _excerpt(self, ranked: Ranked, described: _Described) -> tuple[Snippet, HitSpan | None]:
        """A span's own text; of a document that spans stand for the best span's, else what shows it best."""
        if ranked.place:
            return self._excerpts.of_span(described.document, *ranked.place)
        if ranked.matches:
            place = ranked.matches[0].place
            assert place is not None  # matches are spans
            return self._excerpts.of_span(described.document, *place)
        return self._excerpts.of(described.document, described.fields)

    def _match(self, ranked: Ranked, document: Document) -> Match:
        assert ranked.place is not None  # matches are spans
        snippet, span = self._excerpts.of_span(document, *ranked.place)
        return Match(span.id, _type(ranked), ranked.scored.score, snippet, span)


class _Standings:
    """What has taken the place of the pages of one store, and of the sources that they cite."""

    def __init__(self, database: Database, page_ids: list[int]) -> None:
        self._successors = standing.successors(database, page_ids)
        self._citations = standing.superseded_citations(database, page_ids)

    def successors(self, page_id: int) -> tuple[Successor, ...]:
        """Those of the page that nothing supersedes; where all are in a circle, those of the page itself."""
        last: dict[int, Successor] = {}
        seen = {page_id}
        ahead = list(self._successors.get(page_id, ()))
        while ahead:
            successor = ahead.pop()
            if successor.id in seen:
                continue
            seen.add(successor.id)
            following = self._successors.get(successor.id, ())
            ahead += following
            if not following:
                last[successor.id] = successor
        newest = sorted(last.values(), key=lambda one: one.slug)
        return tuple(newest) or self._successors.get(page_id, ())

    def sources(self, page_id: int) -> tuple[SupersededSource, ...]:
        return tuple(SupersededSource(*pair) for pair in self._citations.get(page_id, ()))


def _page(ranked: Ranked, standings: _Standings) -> _Described:
    database = ranked.store.database
    page = pages.get(database, ranked.scored.candidate.id)
    paired = sources.summarised_by(database, [page.id]) if page.kind == "source" else {}
    return _Described(
        document=Document(ranked.store, "page", page.id, page.slug, page.fingerprint, page.revision),
        title=page.title,
        kind=page.kind,
        summary=page.summary,
        provenance=page.provenance,
        superseded_by=tuple(
            qualified(ranked.store.scope, "page", one.slug) for one in standings.successors(page.id)
        ),
        superseded_sources=standings.sources(page.id),
        paired=paired.get(page.id, ()),
        fields=lambda: _page_fields(database, page),
    )


def _source(ranked: Ranked) -> _Described:
    """A superseded source is no candidate, so there is nothing that a source hit is behind of."""
    source = sources.get(ranked.store.database, ranked.scored.candidate.id)
    assert source is not None  # a candidate is a row of its table, in one snapshot
    return _Described(
        document=Document(ranked.store, "source", source.id, str(source.id), source.fingerprint, 0),
        title=source.title,
        kind="",
        summary="",
        provenance="source",
        superseded_by=(),
        superseded_sources=(),
        paired=(),
        fields=lambda: (("title", source.title), ("path", source.origin)),
    )


def _is_page(ranked: Ranked) -> bool:
    return ranked.scored.candidate.type == "page"


def _page_ids(ranked: Sequence[Ranked], scope: str) -> set[int]:
    return {found.scored.candidate.id for found in ranked if _is_page(found) and found.store.scope == scope}


def _type(ranked: Ranked) -> str:
    if ranked.place is None:
        return ranked.scored.candidate.type
    return "passage" if ranked.place.sentence is None else "sentence"


def _unscoped(span_id: str, ranked: Ranked) -> str:
    return span_id.removeprefix(f"{ranked.store.scope}:")


def _page_fields(database: Database, page: PageRow) -> Fields:
    state = revisions.get(database, page.id, page.revision)
    assert state is not None  # a page has its current revision
    asked = (("asked", question) for question in state.attributes.asked)
    names = (("alias", name) for name in state.attributes.aliases)
    return (("title", page.title), *asked, *names, ("summary", page.summary), ("path", page.slug))
