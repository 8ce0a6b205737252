"""Blocks as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lwc.render.bars import decimal
from lwc.render.blocks import GLUE, Bars, Block, Facts, Heading, Paragraph, Run, Table, Verbatim

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")


def to_markdown(blocks: Sequence[Block]) -> str:
    """All blocks with an empty line between them."""
    return "\n\n".join(text for block in blocks if (text := _text(block))) + "\n"


def _text(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_escaped(text)}"
        case Facts(pairs):
            return "\n".join(f"- **{name}**: {_escaped(value)}" for name, value in pairs)
        case Paragraph(runs):
            return "".join(_run(run) for run in runs).strip()
        case Table(headings, rows, numeric):
            return _table(headings, rows, numeric)
        case Bars(rows):
            return _table(("part", "value"), [(name, decimal(value)) for name, value in rows], (False, True))
        case Verbatim(text, data):
            return _fenced(text) if data else text.rstrip("\n")


def _run(run: Run) -> str:
    text = _escaped(run.text)
    return f"**{text}**" if run.style in ("bold", "match") and text.strip() else text


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]) -> str:
    rules = ["---:" if right else "---" for right in numeric]
    body = [[_escaped(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [list(headings), rules, *body])


def _fenced(text: str) -> str:
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text.rstrip()}\n{fence}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text.replace("\r", "").replace("\n", " ").replace(GLUE, " "))
