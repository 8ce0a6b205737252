"""Spans and their documents: how many of a list one document takes, and which spans stand for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

#: One document takes at most so many of the first places of a list that is not grouped.
MOST_OF_ONE = 3
FIRST_PLACES = 10
#: So many spans stand for a document in a list that is grouped.
MATCHES = 3


def capped(items: Sequence[Item], document: Callable[[Item], Hashable]) -> list[Item]:
    """The list with at most three of its first ten places from one document; what is put off follows them.

    Where there are too few other documents, the places are filled in the order that was given.
    """
    first: list[Item] = []
    deferred: list[Item] = []
    taken: Counter[Hashable] = Counter()
    at = 0
    while at < len(items) and len(first) < FIRST_PLACES:
        item = items[at]
        key = document(item)
        (first if taken[key] < MOST_OF_ONE else deferred).append(item)
        taken[key] += 1
        at += 1
    return [*first, *deferred, *items[at:]]


def by_document(items: Iterable[Item], document: Callable[[Item], Hashable]) -> list[list[Item]]:
    """The items of each document in the order given; the documents in the order of their first items."""
    groups: dict[Hashable, list[Item]] = {}
    for item in items:
        groups.setdefault(document(item), []).append(item)
    return list(groups.values())


def apart(spans: Iterable[Item], is_inside: Callable[[Item, Item], bool]) -> tuple[Item, ...]:
    """The first three of the spans, without those that contain one taken before or lie inside of it."""
    taken: list[Item] = []
    for span in spans:
        if len(taken) == MATCHES:
            break
        if not any(is_inside(span, other) or is_inside(other, span) for other in taken):
            taken.append(span)
    return tuple(taken)
