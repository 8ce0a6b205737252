"""A window over the rows of several stores, one store after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lwc.errors import LwcError
from lwc.wiki.stores import OpenStore

Row = TypeVar("Row")


def across(
    stores: list[OpenStore],
    limit: int,
    offset: int,
    fetch: Callable[[OpenStore, int, int], tuple[list[Row], int]],
) -> tuple[list[tuple[OpenStore, Row]], int]:
    """At most `limit` rows from `offset` on, each with its store, and how many rows there are in all.

    `fetch` answers the rows of one store for a limit and an offset, and how many that store has.
    Raises `invalid_value` for a negative limit or offset.
    """
    if limit < 0 or offset < 0:
        raise LwcError("invalid_value", f"Limit {limit} and offset {offset} can not be negative.")
    taken: list[tuple[OpenStore, Row]] = []
    total = 0
    for store in stores:
        rows, count = fetch(store, limit - len(taken), max(0, offset - total))
        taken += [(store, row) for row in rows]
        total += count
    return taken, total
