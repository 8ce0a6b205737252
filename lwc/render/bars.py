"""Numbers as bars: to the right of an axis what adds, to its left what takes away."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wcwidth import width as cells

from lwc.render.terminal import Terminal

_LONGEST = 24
#: What stands beside the bar: two blanks and a number.
_BESIDE = 10
_EIGHTHS = " ▏▎▍▌▋▊▉█"
#: Blocks that fill a column from its right are there for an eighth and a half alone.
_FROM_THE_RIGHT = " ▕▕▐▐▐███"


def bars(rows: Sequence[tuple[str, float]], terminal: Terminal, width: int) -> list[str]:
    """One line a row: its name, its number, its bar."""
    name_width = max((cells(name) for name, _ in rows), default=0)
    drawn = _drawn(
        [value for _, value in rows], terminal, max(0, min(_LONGEST, width - name_width - _BESIDE))
    )
    return [
        f"{name}{' ' * (name_width - cells(name))} {decimal(value):>8} {drawing}"
        for (name, value), drawing in zip(rows, drawn, strict=True)
    ]


def decimal(value: float) -> str:
    """The number with four decimals; what rounds to zero has no sign."""
    text = f"{value:.4f}"
    return "0.0000" if text == "-0.0000" else text


def bar(share: float, longest: int, eighths: str = "") -> str:
    """A bar of `share` × `longest` columns, to an eighth of one where there are characters for it."""
    if not eighths:
        return "#" * round(share * longest)
    whole, rest = divmod(round(share * longest * 8), 8)
    return eighths[8] * whole + (eighths[rest] if rest else "")


def _drawn(values: Sequence[float], terminal: Terminal, longest: int) -> list[str]:
    """The bars, all in one scale; an axis stands between them where some are negative."""
    most, least = max((*values, 0.0)), max((*(-value for value in values), 0.0))
    eighths = _EIGHTHS if terminal.has(_EIGHTHS) else ""
    if not least or not longest:
        return [bar(value / (most or 1.0), longest, eighths) for value in values]
    unit = max(0, longest - 2) / (most + least)
    left = max(1, math.ceil(least * unit))
    axis = "│" if terminal.has("│") else "|"
    return [
        " " * left + axis + bar(value * unit, 1, eighths)
        if value >= 0
        else _to_the_left(-value * unit, terminal).rjust(left) + axis
        for value in values
    ]


def _to_the_left(columns: float, terminal: Terminal) -> str:
    """A bar that ends at the axis. It is drawn whatever its length: a sign is easily overlooked."""
    if not terminal.has(_FROM_THE_RIGHT):
        return ("█" if terminal.has("█") else "-") * max(1, round(columns))
    whole, rest = divmod(max(1, round(columns * 8)), 8)
    return f"{_FROM_THE_RIGHT[rest].strip()}{'█' * whole}"
