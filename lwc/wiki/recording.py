"""Use case of a search that is recorded: the log of every searched store says what was asked and found."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from lwc.store import log
from lwc.wiki.clock import Clock
from lwc.wiki.searching import SearchAnswer
from lwc.wiki.stores import OpenStore, Stores

ACTION = "search.record"
RECORDED_REFS = 5


def recorded(stores: Stores, clock: Clock, search: Callable[[], SearchAnswer]) -> SearchAnswer:
    """Search, then write one row to each store; nothing is searched when one of them can not be written.

    The stores' revisions stay: their knowledge is the same, and the answer's cursor stays good.
    """
    writers = _writers(stores)
    answer = search()
    refs = [hit.ref for hit in answer.results[:RECORDED_REFS]]
    detail = {"results": len(answer.results), "refs": refs}
    with ExitStack() as transactions:
        for store in writers:  # all locks before the first row: a busy store leaves no row in another
            transactions.enter_context(store.database.transaction())
        now = clock()
        rows = {
            store.scope: log.note(store.database, ACTION, "query", answer.query.text, detail, now)
            for store in writers
        }
    if stores.scope == "all":
        return answer._replace(operations=rows)
    return answer._replace(operation=rows[stores.scope])


def _writers(stores: Stores) -> list[OpenStore]:
    if stores.scope != "all":
        return [stores.writer()]
    opened = [stores.writer(store.scope) for store in stores.readers()]
    stores.answering = None  # the answer is about all of them
    return opened
