"""Use cases of searching: search, and the terms of a text."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import DocumentType, Filters, Query, Scored
from lwc.search import query as queries
from lwc.search.assess import Assessment, assess
from lwc.search.next_step import Asked
from lwc.search.ranking import Explanation
from lwc.store import meta
from lwc.text import tokens
from lwc.text.normalize import name_key
from lwc.wiki import cursors
from lwc.wiki.cursors import Position
from lwc.wiki.hits import Hit, HitMaker
from lwc.wiki.retrieval import Ranked, Retrieval
from lwc.wiki.retrieval.results import GRANULARITIES, GROUPINGS, Results, results
from lwc.wiki.stores import Stores, check_index

TYPES: dict[str, tuple[DocumentType, ...]] = {
    "auto": ("page", "source"),
    "all": ("page", "source"),
    "page": ("page",),
    "source": ("source",),
}
MOST_RESULTS = 1_000


class QueryView(NamedTuple):
    """What was typed and what was looked for; `truncated` when only its most selective terms were."""

    text: str
    terms: tuple[str, ...]
    dropped: tuple[str, ...]
    phrases: tuple[str, ...]
    excluded: tuple[str, ...]
    truncated: bool


class SearchAnswer(NamedTuple):
    """Hits, best first. `total` is counted up to a bound: `total_is_exact` says whether that was reached.

    A recorded search names its row in the log: `operation`, or in scope all `operations`, by scope.
    """

    query: QueryView
    results: tuple[Hit, ...]
    total: int
    total_is_exact: bool
    truncated: bool
    next_cursor: str | None
    assessment: Assessment
    operation: int | None = None
    operations: Mapping[str, int] | None = None


class TermView(NamedTuple):
    """A term of a text, and the characters that it stands for."""

    term: str
    kind: str
    start: int
    end: int
    text: str
    stop: bool


class TokensAnswer(NamedTuple):
    """The terms of a text, as the index or a query has them."""

    text: str
    tokenizer: str
    purpose: str
    terms: tuple[TermView, ...]


def tokenize(text: str, *, query: bool = False) -> TokensAnswer:
    """The terms of a text with character offsets, as for the index or as for a query."""
    found = tokens.query_tokens(text) if query else tokens.tokens(text)
    terms = tuple(
        TermView(*token, text[token.start : token.end], tokens.is_stop(text[token.start : token.end]))
        for token in found
    )
    return TokensAnswer(text, tokens.TOKENIZER, "query" if query else "index", terms)


def search(
    stores: Stores,
    text: str,
    *,
    type: str = "auto",
    kinds: Iterable[str] = (),
    tags: Iterable[str] = (),
    where: Iterable[tuple[str, str]] = (),
    granularity: str = "document",
    group_by: str = "auto",
    limit: int = 20,
    cursor: str | None = None,
    explain: bool = False,
) -> SearchAnswer:
    """See `Wiki.search`."""
    text = text.encode("utf-8", "replace").decode()  # half of a surrogate pair is in no document
    _check(text, limit, type=type, granularity=granularity, group_by=group_by)
    filters = filters_of(kinds, tags, where)
    with stores.snapshot():
        readers = stores.readers()
        for store in readers:
            check_index(store)
        conditions = repr((text, type, filters, granularity, group_by, [store.path for store in readers]))
        revisions = tuple(meta.revision(store.database) for store in readers)
        start = cursors.read(cursor, conditions, revisions) if cursor else Position(0, 0, 0)
        types = searched_types(type, filters)
        retrieval = Retrieval(readers, queries.parse(text), types, filters, pair=type == "auto")
        found = results(retrieval, granularity, group_by)
        ranked, following = _take(found, start, limit)
        explaining = _explaining(found, retrieval, ranked, _described(type, filters)) if explain else None
        hits = HitMaker(found, explaining).hits(ranked, start.rank + 1)
        near = _nearest(retrieval)
        total, exact = found.total() if following or start.rank else (len(hits), True)
    return SearchAnswer(
        query=_view(retrieval.query),
        results=hits,
        total=total,
        total_is_exact=exact,
        truncated=following is not None,
        next_cursor=cursors.write(following, conditions, revisions) if following else None,
        assessment=assess(
            retrieval.query,
            found.statistics,
            [_evidence(one) for one in ranked],
            total=total,
            documents=retrieval.documents,
            asked=Asked(type, filters, stores.scope),
            nearest=near,
            widenings=_widenings(retrieval, total),
        ),
    )


def _nearest(retrieval: Retrieval) -> dict[str, tuple[str, ...]]:
    """Imported when there is something to look for: most queries have only words that the stores know."""
    if all(row.df or row.kind in ("bigram", "single") for row in retrieval.statistics):
        return {}
    from lwc.wiki.nearest import nearest_terms

    return nearest_terms(retrieval.query.terms, retrieval.frequencies, retrieval.places())


def _widenings(retrieval: Retrieval, total: int) -> tuple[dict[str, object], ...]:
    """What was widened in this answer, what it brought, and whether it was kept."""
    if not retrieval.is_widened:
        return ()
    return ({"to": "single characters", "brought": total, "kept": total > 0},)


def filters_of(kinds: Iterable[str], tags: Iterable[str], where: Iterable[tuple[str, str]]) -> Filters:
    """The conditions as the store compares them: tags by their keys, facets in one order."""
    return Filters(tuple(kinds), tuple(dict.fromkeys(map(name_key, tags))), tuple(sorted(set(where))))


def _explaining(
    found: Results, retrieval: Retrieval, ranked: list[Ranked], filters: tuple[str, ...]
) -> Callable[[Ranked], Explanation]:
    """Imported when it is asked for."""
    from lwc.wiki.explaining import Explanations

    return Explanations(retrieval, ranked, filters, found.scorers).of


def _evidence(ranked: Ranked) -> Scored:
    """What a hit is judged by: of fused runs the document's own score says more than ranks."""
    return next((share.scored for share in ranked.shares if share.run == "document"), ranked.scored)


def _check(text: str, limit: int, *, type: str, granularity: str, group_by: str) -> None:
    if not text.strip():
        raise LwcError(
            "empty_query", "The query is empty.", hint='Say what to look for: lwc search "payment rules".'
        )
    for name, value, known in (
        ("type", type, TYPES),
        ("granularity", granularity, GRANULARITIES),
        ("grouping", group_by, GROUPINGS),
    ):
        if value not in known:
            raise LwcError("usage", f"There is no {name} {value!r}.", hint=f"Use one of {', '.join(known)}.")
    if not 1 <= limit <= MOST_RESULTS:
        raise LwcError(
            "invalid_value",
            f"The limit is {limit}; it can be 1 to {MOST_RESULTS}.",
            hint="Go on with the cursor.",
        )


def searched_types(type: str, filters: Filters) -> tuple[DocumentType, ...]:
    """Sources have neither kinds nor tags: a filter on those is one on pages."""
    return tuple(each for each in TYPES[type] if each == "page" or not (filters.kinds or filters.tags))


def _take(results: Results, start: Position, limit: int) -> tuple[list[Ranked], Position | None]:
    """At most `limit` results from the position, and the position of the one after them."""
    taken: list[Ranked] = []
    for position, found in _from(results, start):
        if len(taken) == limit:
            return taken, position._replace(rank=start.rank + limit)
        taken.append(found)
    return taken, None


def _from(results: Results, start: Position) -> Iterator[tuple[Position, Ranked]]:
    number, place, more = start.block, start.place, True
    while more:
        block, more = results.block(number)
        for at in range(place, len(block)):
            yield Position(number, at, 0), block[at]
        number, place = number + 1, 0


def _described(type: str, filters: Filters) -> tuple[str, ...]:
    return (
        f"type={type}",
        *(f"kind={kind}" for kind in filters.kinds),
        *(f"tag={tag}" for tag in filters.tags),
        *(f"where {name}={value}" for name, value in filters.facets),
    )


def _view(query: Query) -> QueryView:
    return QueryView(
        text=query.text,
        terms=tuple(term.term for term in query.terms),
        dropped=query.dropped,
        phrases=tuple(" ".join(phrase) for phrase in query.phrases),
        excluded=tuple(" ".join(phrase) for phrase in query.excluded),
        truncated=query.truncated,
    )
