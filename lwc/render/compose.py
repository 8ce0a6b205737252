"""An answer and its view → the blocks that people read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lwc.render.blocks import Block, Facts, Heading, Table, Verbatim, sentence
from lwc.render.values import at
from lwc.render.view import Fields, Part, View


def compose(fields: Fields, view: View) -> list[Block]:
    """Facts, table, what was left out, text: those that the view names and the answer has."""
    if view.compose is not None:
        return view.compose(fields)
    blocks: list[Block] = []
    if pairs := _facts(fields, view):
        blocks.append(Facts(pairs))
    if view.items:
        blocks += items_of(at(fields, view.items), view.columns, view.empty)
        blocks += left_out(fields, view.items)
    if view.text:
        blocks += _text(fields, view)
    return blocks + [block for part in view.parts for block in _part(fields, part)]


def _text(fields: Fields, view: View) -> list[Block]:
    text = at(fields, view.text)
    if not text:
        return [sentence(view.empty)] if view.empty and not view.items else []
    shown: list[Block] = [Verbatim(text.rstrip("\n"), view.data)]
    window = fields.get("window") or {}
    if window.get("has_more"):
        so_far = f"{window['next_offset_chars']} of {window['total_chars']} characters"
        go_on = f"Go on with --offset-chars {window['next_offset_chars']}."
        shown.append(sentence(f"… {so_far}. {go_on}", "dim"))
    return shown


def _part(fields: Fields, part: Part) -> list[Block]:
    table = items_of(at(fields, part.items), part.columns)
    return [Heading(part.heading, 2), *table] if table else []


def items_of(items: Any, columns: Sequence[str], empty: str = "", indent: int = 0) -> list[Block]:
    """A table of the items, or the sentence that says there are none."""
    if not items:
        return [sentence(empty, indent=indent)] if empty else []
    named = [_named(column) for column in columns]
    values = [[at(item, path) for _, path in named] for item in items]
    numeric = [all(is_number(value) for value in column) for column in zip(*values, strict=True)]
    rows = tuple(
        tuple(cell(path, value) for (_, path), value in zip(named, row, strict=True)) for row in values
    )
    return [Table(tuple(heading for heading, _ in named), rows, tuple(numeric), indent)]


def left_out(fields: Fields, items: str) -> list[Block]:
    """Says that there is more than is shown, and how to go on."""
    total = fields.get("total")
    if not fields.get("truncated") or not isinstance(total, int):
        return []
    offset = fields.get("next_offset")
    more = f" Go on with --offset {offset}." if offset is not None else " A higher --limit shows more."
    return [sentence(f"{len(fields[items])} of {total}.{more}", "dim")]


def cell(path: str, value: Any) -> str:
    """One value as people write it: minutes instead of microseconds, lists with commas."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}"
    if path.endswith("heading_path"):
        return " > ".join(value)
    if isinstance(value, list):
        return ", ".join(_item(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}={cell(name, item)}" for name, item in value.items())
    if path.endswith("_at"):
        return str(value)[:16].replace("T", " ")
    return str(value)


def _item(value: Any) -> str:
    is_pair = isinstance(value, list) and len(value) == 2  # a facet
    return "=".join(map(str, value)) if is_pair else cell("", value)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _facts(fields: Fields, view: View) -> tuple[tuple[str, str], ...]:
    names_nothing = view == View()
    named = [_named(fact) for fact in (list(fields)[1:] if names_nothing else view.facts)]
    return tuple((heading, text) for heading, path in named if (text := _fact(fields, path)))


def _fact(fields: Fields, path: str) -> str:
    value = at(fields, path.removesuffix("?"))
    return "" if value is False and path.endswith("?") else cell(path, value)


def _named(column: str) -> tuple[str, str]:
    heading, equals, path = column.partition("=")
    return (heading, path) if equals else (column.rpartition(".")[2].replace("_", " "), column)
