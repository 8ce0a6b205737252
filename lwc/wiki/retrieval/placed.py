"""The order of documents that were scored by themselves, with what other documents and people say of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from lwc.model import Scored
from lwc.search import standing
from lwc.search.standing import Keyed
from lwc.store import standing as stored
from lwc.store.connection import Database
from lwc.wiki.retrieval.adjustments import Adjustments
from lwc.wiki.retrieval.ranked import Ranked, order

Facts = TypeVar("Facts")
#: Scope → the store's database, and the ids of its pages.
_Pages = Mapping[str, tuple[Database, list[int]]]


def placed(ranked: Sequence[Ranked], text: str, adjustments: Adjustments) -> list[Ranked]:
    """Best first: with ties to the first pages, listings stepped back, weights and feedback, successors."""
    pages = _pages(ranked)
    if pages:
        ranked = _rescored(ranked, lambda keyed: _linked_and_stepped_back(keyed, pages, text))
    ranked = [adjustments.apply(found) for found in ranked]
    return below_successors(ranked)


def placed_spans(ranked: Sequence[Ranked], text: str, adjustments: Adjustments) -> list[Ranked]:
    """Best first: spans of listings stepped back, weights and feedback of their documents, successors."""
    pages = _pages(ranked)
    if pages:
        listings = _looked_up(pages, stored.listings)
        ranked = _rescored(ranked, lambda keyed: standing.stepped_back(keyed, listings, text))
    return below_successors([adjustments.apply(found) for found in ranked])


def below_successors(ranked: Sequence[Ranked], *, lifting: bool = True) -> list[Ranked]:
    """Best first, with nothing of a superseded page above what is best of a page that superseded it.

    With `lifting` the successors of a page that the query names come in its place.
    """
    successors = _looked_up(_pages(ranked), stored.successors)
    if any(successors.values()):
        ranked = _rescored(
            ranked, lambda keyed: standing.below_successors(keyed, successors, lifting=lifting)
        )
    return sorted(ranked, key=order)


def _linked_and_stepped_back(keyed: list[Keyed], pages: _Pages, text: str) -> list[Keyed]:
    first = standing.first_pages(keyed)
    ties = {
        scope: stored.ties(database, ids, first.get(scope, {})) for scope, (database, ids) in pages.items()
    }
    keyed = standing.linked(keyed, first, ties)
    return standing.stepped_back(keyed, _looked_up(pages, stored.listings), text)


def _pages(ranked: Sequence[Ranked]) -> _Pages:
    databases = {found.store.scope: found.store.database for found in ranked}
    pages: dict[str, set[int]] = {}
    for scope, type, id in (found.document for found in ranked):
        if type == "page":
            pages.setdefault(scope, set()).add(id)
    return {scope: (databases[scope], sorted(ids)) for scope, ids in pages.items()}


def _looked_up(pages: _Pages, look_up: Callable[[Database, list[int]], Facts]) -> dict[str, Facts]:
    return {scope: look_up(database, ids) for scope, (database, ids) in pages.items()}


def _rescored(ranked: Sequence[Ranked], grade: Callable[[list[Keyed]], list[Keyed]]) -> list[Ranked]:
    graded: list[tuple[object, Scored]] = list(grade([(found.document, found.scored) for found in ranked]))
    return [found._replace(scored=scored) for found, (_, scored) in zip(ranked, graded, strict=True)]
