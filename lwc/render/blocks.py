"""What a page of output is made of, before it is known whether a terminal or Markdown will show it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Style = Literal["", "bold", "dim", "match"]

#: Between words that stay on one line; shown as a blank.
GLUE = "\xa0"


class Run(NamedTuple):
    """Text in one style."""

    text: str
    style: Style = ""


class Heading(NamedTuple):
    """A title above what follows; level 1 or 2. Lines after its first are indented by `hanging`."""

    text: str
    level: int = 1
    hanging: int = 0


class Facts(NamedTuple):
    """Names and values, one pair a line."""

    pairs: tuple[tuple[str, str], ...]


class Paragraph(NamedTuple):
    """Styled text that is wrapped to the width."""

    runs: tuple[Run, ...]
    indent: int = 0


class Table(NamedTuple):
    """Rows of cells; `numeric` says which columns stand to the right.

    `spare` are the columns, counted from 0, that a narrow terminal leaves out, the first of them first.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    indent: int = 0
    spare: tuple[int, ...] = ()


class Bars(NamedTuple):
    """Numbers to be compared by eye; negative ones are drawn to the left of an axis."""

    rows: tuple[tuple[str, float], ...]
    indent: int = 0


class Verbatim(NamedTuple):
    """Text that is shown as it is; Markdown fences it when it is data."""

    text: str
    data: bool = False


Block = Heading | Facts | Paragraph | Table | Bars | Verbatim


def sentence(text: str, style: Style = "", indent: int = 0) -> Paragraph:
    """A paragraph in one style."""
    return Paragraph((Run(text, style),), indent)
