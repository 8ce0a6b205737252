"""Bounded context before a task: purpose, schema, an index of pages, recent operations; never a body."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from lwc.errors import LwcError
from lwc.model import Operation, PageRow
from lwc.store import log, meta, pages
from lwc.text import budget as budgets
from lwc.wiki.searching import search
from lwc.wiki.stores import OpenStore, Stores

RECENT_OPERATIONS = 10
Entry = TypeVar("Entry", bound=tuple[object, ...])
#: How a budget is shared out before the index of pages gets what is left.
PURPOSE_SHARE = 0.2
SCHEMA_SHARE = 0.2
OPERATIONS_SHARE = 0.15
#: Tokens of the keys and punctuation around one entry in JSON, measured on the fixtures.
ENTRY_TOKENS = 30
STORE_TOKENS = 60


class ContextPage(NamedTuple):
    """A page in the index of a context."""

    ref: str
    slug: str
    title: str
    kind: str
    summary: str
    provenance: str
    tags: tuple[str, ...]
    updated_at: str


class ContextOperation(NamedTuple):
    """A recent operation in a context."""

    id: int
    action: str
    target: str
    created_at: str


class StoreContext(NamedTuple):
    """The context of one store; texts that were cut end with an ellipsis, and `truncated` says so."""

    scope: str
    database: str
    purpose: str
    schema: str
    pages: tuple[ContextPage, ...]
    pages_total: int
    recent_operations: tuple[ContextOperation, ...]
    operations_total: int
    pinned_tags: tuple[str, ...]
    truncated: bool


class ContextAnswer(NamedTuple):
    """`ordered_by` says how the pages were chosen and ordered; the estimate counts the answer as JSON."""

    stores: tuple[StoreContext, ...]
    estimated_tokens: int
    budget: int | None
    ordered_by: str


def context(stores: Stores, *, limit: int, budget: int | None, task: str | None) -> ContextAnswer:
    """See `Wiki.context`."""
    if limit < 0:
        raise LwcError("invalid_value", f"The limit is {limit}; it can not be negative.")
    if budget is not None and budget < 1:
        raise LwcError("invalid_value", f"The budget is {budget} tokens; it has to be positive.")
    with stores.snapshot():
        readers = stores.readers()
        share = None if budget is None else budget // len(readers)
        by_task = _slugs_for(stores, task, limit) if task and limit else {}
        found = tuple(_store_context(store, limit, share, by_task.get(store.scope, ())) for store in readers)
    order = "most linked, then most recently updated"
    return ContextAnswer(
        stores=found,
        estimated_tokens=sum(map(_tokens_of_store, found)),
        budget=budget,
        ordered_by=f"search of the task, then {order}" if task else order,
    )


def _slugs_for(stores: Stores, task: str, limit: int) -> dict[str, tuple[str, ...]]:
    """Scope → the slugs of the pages that the task finds, best first."""
    found: dict[str, tuple[str, ...]] = {}
    if not task.strip():
        return found
    for hit in search(stores, task, type="page", limit=min(limit, 200)).results:
        found[hit.scope] = (*found.get(hit.scope, ()), hit.identifier)
    return found


def _store_context(store: OpenStore, limit: int, budget: int | None, first: tuple[str, ...]) -> StoreContext:
    database = store.database
    purpose, schema = meta.read(database, "purpose"), meta.read(database, "schema")
    rows = _pages(store, limit, first)
    tags = pages.tags_of(database, [row.id for row in rows])
    listed = tuple(_entry(store.scope, row, tags.get(row.id, ())) for row in rows)
    recent = tuple(map(_operation, log.recent(database, RECENT_OPERATIONS)))
    pages_total = meta.counters(database)["page"]
    operations_total = log.count(database)
    whole = StoreContext(
        scope=store.scope,
        database=store.path,
        purpose=purpose,
        schema=schema,
        pages=listed,
        pages_total=pages_total,
        recent_operations=recent,
        operations_total=operations_total,
        pinned_tags=(),
        truncated=len(listed) < pages_total,
    )
    return whole if budget is None else _fitted(whole, budget)


def _pages(store: OpenStore, limit: int, first: tuple[str, ...]) -> list[PageRow]:
    linked = pages.most_linked(store.database, limit)
    if not first:
        return linked
    by_slug = {row.slug: row for row in linked}
    chosen = [by_slug.pop(slug, None) or _by_slug(store, slug) for slug in first]
    return [*(row for row in chosen if row is not None), *by_slug.values()][:limit]


def _by_slug(store: OpenStore, slug: str) -> PageRow | None:
    from lwc.wiki.references import page_named

    return page_named(store.database, slug)


def _fitted(whole: StoreContext, budget: int) -> StoreContext:
    """The same context cut to the budget: texts to their share, then entries from the end."""
    purpose, cut_purpose = budgets.cut(whole.purpose, int(budget * PURPOSE_SHARE))
    schema, cut_schema = budgets.cut(whole.schema, int(budget * SCHEMA_SHARE))
    left = budget - STORE_TOKENS - budgets.estimate_tokens(purpose) - budgets.estimate_tokens(schema)
    operations = _within(whole.recent_operations, min(left, int(budget * OPERATIONS_SHARE)))
    left -= sum(map(_tokens_of_entry, operations))
    listed = _within(whole.pages, left)
    return whole._replace(
        purpose=purpose,
        schema=schema,
        recent_operations=operations,
        pages=listed,
        truncated=whole.truncated or cut_purpose or cut_schema or len(listed) < len(whole.pages),
    )


def _within(entries: tuple[Entry, ...], budget: int) -> tuple[Entry, ...]:
    """As many entries from the beginning as the budget holds."""
    left = budget
    for at, entry in enumerate(entries):
        left -= _tokens_of_entry(entry)
        if left < 0:
            return entries[:at]
    return entries


def _tokens_of_store(store: StoreContext) -> int:
    texts = budgets.estimate_tokens(store.purpose) + budgets.estimate_tokens(store.schema)
    return STORE_TOKENS + texts + sum(map(_tokens_of_entry, (*store.pages, *store.recent_operations)))


def _tokens_of_entry(entry: tuple[object, ...]) -> int:
    return ENTRY_TOKENS + sum(budgets.estimate_tokens(str(value)) for value in entry)


def _entry(scope: str, page: PageRow, tags: tuple[str, ...]) -> ContextPage:
    return ContextPage(
        ref=f"{scope}:page:{page.slug}",
        slug=page.slug,
        title=page.title,
        kind=page.kind,
        summary=page.summary,
        provenance=page.provenance,
        tags=tags,
        updated_at=page.updated_at,
    )


def _operation(operation: Operation) -> ContextOperation:
    return ContextOperation(operation.id, operation.action, operation.target, operation.created_at)
