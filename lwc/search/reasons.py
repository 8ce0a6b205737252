"""Why a document is absent from an answer or low in it, in words, the most decisive reason first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from lwc.model import DocumentType, Filters, Query
from lwc.search.next_step import Asked

_BEYOND_WORDING = frozenset(
    (
        "wrong_scope",
        "superseded_source",
        "retired_source",
        "filtered_type",
        "filtered_kind",
        "filtered_tag",
        "filtered_facet",
    )
)
_DEMOTIONS = {"weight": "The weight given to it", "feedback": "The feedback on it for this query"}


class Reason(NamedTuple):
    """A stable code, and what it means here."""

    code: str
    message: str


class Traits(NamedTuple):
    """What scope, lineage and filters ask of a document; tags by their keys. Sources have no kind, no tag."""

    type: DocumentType
    scope: str
    kind: str = ""
    tags: Collection[str] = ()
    facets: Collection[tuple[str, str]] = ()
    superseded_by: int | None = None
    retired_reason: str | None = None


class Holding(NamedTuple):
    """What a document has of a query: any term that selects, any single character.

    `excluded` are the excluded words and phrases that it has, `phrases` those asked for that it lacks, each
    by its terms.
    """

    selecting: bool
    characters: bool
    excluded: tuple[tuple[str, ...], ...]
    phrases: tuple[tuple[str, ...], ...]


class Placement(NamedTuple):
    """Where a document is in the order; `rank` is None when it is not among the first `looked_at`.

    `block` counts the blocks of the first stage before its own, `last_score` is that of the last hit shown,
    and `demoted` holds the parts of its score that are less than 0.
    """

    rank: int | None
    looked_at: int
    shown: int
    block: int
    score: float
    last_score: float
    demoted: Mapping[str, float]


# ── absent ───────────────────────────────────────────────────────────────────────────────────────


def absence(
    query: Query, holding: Holding, traits: Traits, asked: Asked, scopes: Collection[str]
) -> list[Reason]:
    """What keeps a document out; `scopes` are those of the stores that were searched."""
    empty = list(_of_emptiness(query))
    barred = [*_of_lineage(traits, scopes), *_of_filters(traits, asked)]
    return [*empty, *barred, *_of_words(query, holding, empty=bool(empty))]


def is_beyond_wording(reasons: Collection[Reason]) -> bool:
    """Whether one of the reasons would keep the document out for any wording."""
    return any(reason.code in _BEYOND_WORDING for reason in reasons)


def hiding(pages: Collection[str]) -> Reason:
    """The reason of a source that these pages stand for."""
    return Reason("hidden_behind_page", f"The page {', '.join(pages)} summarises it and is found instead.")


def _of_emptiness(query: Query) -> Iterator[Reason]:
    if not query.terms and not query.phrases:
        what = (
            "only says what to leave out" if query.excluded else "has no letter, digit or symbol to look for"
        )
        yield Reason("empty_query", f"The query {what}.")


def _of_lineage(traits: Traits, scopes: Collection[str]) -> Iterator[Reason]:
    if traits.scope not in scopes:
        searched = " and ".join(sorted(scopes))
        yield Reason("wrong_scope", f"It is in the {traits.scope} store; the {searched} store was searched.")
    if traits.retired_reason is not None:
        yield Reason("retired_source", f"The source is retired: {traits.retired_reason}")
    if traits.superseded_by is not None:
        yield Reason("superseded_source", f"Source {traits.superseded_by} has taken its place.")


def _of_filters(traits: Traits, asked: Asked) -> Iterator[Reason]:
    filters = asked.filters
    if asked.type in ("page", "source") and traits.type != asked.type:
        yield Reason("filtered_type", f"It is a {traits.type}; only a {asked.type} is asked for.")
    if filters.kinds and traits.kind not in filters.kinds:
        yield Reason("filtered_kind", f"{_kind(traits)}; kind {' or '.join(filters.kinds)} is asked for.")
    if lacking := [tag for tag in filters.tags if tag not in traits.tags]:
        yield Reason("filtered_tag", f"It does not have the tag {', '.join(lacking)}.")
    if failing := failing_facets(traits.facets, filters):
        yield Reason("filtered_facet", f"{_facets(traits)}; {_pairs(failing)} is asked for.")


def failing_facets(facets: Collection[tuple[str, str]], filters: Filters) -> list[tuple[str, str]]:
    """Those of the filter that no facet of the document meets: the same, one above or below it, or `*`."""
    return [
        (name, value)
        for name, value in filters.facets
        if not any(own == name and _meets(has, value) for own, has in facets)
    ]


def _meets(has: str, value: str) -> bool:
    return has in ("*", value) or value.startswith(has + "/") or has.startswith(value + "/")


def _kind(traits: Traits) -> str:
    return "A source has no kind" if traits.type == "source" else f"It is of kind {traits.kind}"


def _facets(traits: Traits) -> str:
    return f"It says {_pairs(traits.facets)}" if traits.facets else "It has no facet"


def _pairs(facets: Collection[tuple[str, str]]) -> str:
    return ", ".join(f"{name}={value}" for name, value in facets)


def _of_words(query: Query, holding: Holding, *, empty: bool) -> Iterator[Reason]:
    if holding.excluded:
        yield Reason("excluded_word", f"It has {_quoted(holding.excluded)}, which the query excludes.")
    if holding.phrases:
        yield Reason("phrase_missing", f"It does not have the phrase {_quoted(holding.phrases)}.")
    elif not (empty or query.phrases or holding.selecting):
        only = " but characters, which find nothing while a pair is known" if holding.characters else ""
        yield Reason("not_matching", f"It has none of the terms of the query{only}.")


def _quoted(phrases: Collection[Collection[str]]) -> str:
    return ", ".join(f"“{' '.join(phrase)}”" for phrase in phrases)


# ── found, and where ─────────────────────────────────────────────────────────────────────────────


def placing(place: Placement) -> list[Reason]:
    """Why a document that is found has the place it has."""
    demotions = [
        Reason("demoted", f"{_DEMOTIONS.get(name, f'Its part {name!r}')} takes {-part:.4f} from its score.")
        for name, part in place.demoted.items()
    ]
    if place.rank is not None and place.rank <= place.shown:
        return [Reason("shown", f"It is number {place.rank} of the answer."), *demotions]
    found = [Reason("below_limit", _below(place))]
    if place.rank is None or place.block:
        message = "By its terms alone too many come before it: the best of those are scored without it."
        found.insert(0, Reason("beyond_first_block", message))
    without = place.score - sum(place.demoted.values())
    decides = bool(demotions) and not place.block and without >= place.last_score
    return [*demotions, *found] if decides else [*found, *demotions]


def _below(place: Placement) -> str:
    if place.rank is None:
        return f"It is not among the first {place.looked_at}; {place.shown} are shown."
    scores = f"its score is {place.score:.4f}, that of the last hit shown {place.last_score:.4f}"
    return f"It is number {place.rank}; {place.shown} are shown: {scores}."
