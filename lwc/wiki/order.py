"""Where one document stands among all that a query finds: the order of the search, walked through."""

from __future__ import annotations

from typing import NamedTuple

from lwc.search.next_step import Asked
from lwc.search.query import parse
from lwc.wiki.retrieval import DocumentKey, Ranked, Retrieval
from lwc.wiki.searching import searched_types
from lwc.wiki.stores import OpenStore

#: So many places are looked at for a document that matches and is not shown: a large store has no end.
MOST_PLACES = 1_000


class Standing(NamedTuple):
    """`rank` is None when the document is not among the `looked_at`; `block` is that of its place.

    `last` is the last document within the limit.
    """

    rank: int | None
    block: int
    found: Ranked | None
    last: Ranked | None
    looked_at: int


class Order:
    """The order of documents under one set of conditions, for any wording."""

    def __init__(self, stores: list[OpenStore], asked: Asked) -> None:
        self._stores = stores
        self._asked = asked
        self._types = searched_types(asked.type, asked.filters)

    def retrieval(self, text: str) -> Retrieval:
        """What a search for the text retrieves."""
        asked = self._asked
        return Retrieval(self._stores, parse(text), self._types, asked.filters, pair=asked.type == "auto")

    def stand(self, retrieval: Retrieval, key: DocumentKey, limit: int, most: int) -> Standing:
        """Walk the order to the document and the limit; where the document does not come, to `most`."""
        stands = Standing(None, 0, None, None, 0)
        number, more = 0, True
        while more and stands.looked_at < (limit if stands.rank else most):
            block, more = retrieval.block(number)
            for ranked in block:
                stands = _counted(stands, ranked, key, limit, number)
            number += 1
        return stands


def _counted(stands: Standing, ranked: Ranked, key: DocumentKey, limit: int, block: int) -> Standing:
    place = stands.looked_at + 1
    stands = stands._replace(looked_at=place, last=ranked if place <= limit else stands.last)
    return stands._replace(rank=place, block=block, found=ranked) if ranked.document == key else stands
