"""The context for people: purpose, schema, the index of pages and what happened last, store by store."""

from __future__ import annotations

from collections.abc import Iterator

from lwc.render.blocks import Block, Heading, Verbatim, sentence
from lwc.render.compose import items_of
from lwc.render.view import Fields

_PAGES = ("slug", "title", "kind", "summary", "updated=updated_at")
_OPERATIONS = ("when=created_at", "action", "target")


def overview(fields: Fields) -> list[Block]:
    """One part a store, then the size of it all."""
    blocks = [block for store in fields["stores"] for block in _store(store)]
    size = f"About {fields['estimated_tokens']} tokens, ordered by {_order(fields.get('ordered_by'))}."
    return [*blocks, Heading("Size", 2), sentence(size, "dim")]


def _store(store: Fields) -> Iterator[Block]:
    yield Heading(f"{store['scope'].capitalize()} wiki")
    yield sentence(store["database"], "dim")
    for name in ("purpose", "schema"):
        if text := store.get(name):
            yield Heading(name.capitalize(), 2)
            yield Verbatim(text.strip("\n"))
    shown, total = len(store["pages"]), store["pages_total"]
    yield Heading(f"Pages ({_count(shown, total)})", 2)
    yield from items_of(store["pages"], _PAGES, "No page yet: lwc page put SLUG --title … writes the first.")
    if store.get("pinned_tags"):
        yield sentence(f"Pinned tags: {', '.join(store['pinned_tags'])}.")
    yield Heading(f"Last changes ({_count(len(store['recent_operations']), store['operations_total'])})", 2)
    yield from items_of(store["recent_operations"], _OPERATIONS, "None yet.")


def _count(shown: int, total: int) -> str:
    return str(total) if shown == total else f"{shown} of {total}"


def _order(ordered_by: object) -> str:
    if isinstance(ordered_by, list):
        return ", ".join(map(str, ordered_by))
    return str(ordered_by or "slug")
