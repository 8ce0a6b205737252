"""Blocks as text for a terminal: wrapped, aligned also where characters are two columns wide."""

from __future__ import annotations

from collections.abc import Sequence

from wcwidth import width as cells
from wcwidth import wrap

from lwc.render.bars import bars
from lwc.render.blocks import GLUE, Bars, Block, Facts, Heading, Paragraph, Table, Verbatim
from lwc.render.terminal import Terminal

_GAP = 2
#: A column narrower than this reads badly: the table then becomes one short list a row.
_NARROWEST_COLUMN = 8
#: Before a column that says more gets narrower than this, spare columns are left out.
_WIDE_ENOUGH = 20
#: What would end a line, or move to some column.
_SPACES = dict.fromkeys(map(ord, "\n\t\u2028\u2029"), " ")


def to_terminal(blocks: Sequence[Block], terminal: Terminal) -> str:
    """All blocks, each ending with a newline; headings and tables stand apart by an empty line."""
    parts: list[str] = []
    for number, block in enumerate(blocks):
        if number and stands_apart(blocks[number - 1], block):
            parts.append("")
        parts.extend(_lines(block, terminal))
    return "".join(f"{line.rstrip()}\n" for line in parts)


def stands_apart(before: Block, block: Block) -> bool:
    """Headings, tables, bars and text have an empty line above them, except below their own heading.

    What stands above bars and further to the left is their heading too.
    """
    if isinstance(block, Bars) and isinstance(before, Paragraph):
        return before.indent >= block.indent
    return isinstance(block, Heading) or (
        isinstance(block, (Table, Bars, Verbatim)) and not isinstance(before, Heading)
    )


def _lines(block: Block, terminal: Terminal) -> list[str]:
    match block:
        case Heading(text, _, hanging):
            return _wrapped(
                terminal.styled(_one_line(terminal, text), "bold"), terminal.width, below=" " * hanging
            )
        case Facts(pairs):
            return _facts(pairs, terminal, terminal.width)
        case Paragraph(runs, indent):
            text = "".join(terminal.styled(_one_line(terminal, run.text), run.style) for run in runs)
            return _wrapped(text, terminal.width, " " * _room_left(indent, terminal))
        case Table():
            indent = _room_left(block.indent, terminal)
            return _indented(_table(block, terminal, terminal.width - indent), indent)
        case Bars(rows):
            indent = _room_left(block.indent, terminal)
            room = terminal.width - indent
            lines = [piece for line in bars(rows, terminal, room) for piece in _wrapped(line, room)]
            return _indented(lines, indent)
        case Verbatim(text):
            return terminal.printable(text).split("\n")


def _table(table: Table, terminal: Terminal, width: int) -> list[str]:
    rows = [[_one_line(terminal, cell).strip() for cell in row] for row in table.rows]
    columns = list(zip(table.headings, *rows, strict=True))
    shown, widths = _shown([max(cells(cell) for cell in column) for column in columns], table.spare, width)
    headings = [table.headings[at] for at in shown]
    rows = [[row[at] for at in shown] for row in rows]
    if widths is None:
        return _stacked(headings, rows, terminal, width)
    return _grid(headings, rows, widths, [table.numeric[at] for at in shown], terminal)


def _shown(natural: Sequence[int], spare: Sequence[int], width: int) -> tuple[list[int], list[int] | None]:
    """The columns that are shown, and how wide; None when that is too narrow for a table."""
    for left_out in range(len(spare) + 1):
        shown = [at for at in range(len(natural)) if at not in spare[:left_out]]
        wanted = [natural[at] for at in shown]
        widths = fit(wanted, width)
        if widths and all(has >= min(want, _WIDE_ENOUGH) for has, want in zip(widths, wanted, strict=True)):
            break
    return shown, widths


def _grid(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[int],
    numeric: Sequence[bool],
    terminal: Terminal,
) -> list[str]:
    from tabulate import tabulate

    # The headings go in as rows: tabulate would make a column two wider than its heading.
    head, *body = [
        [
            [line.replace(GLUE, " ").strip() for line in wrap(cell, room)]
            for cell, room in zip(row, widths, strict=True)
        ]
        for row in (headings, *rows)
    ]
    text = tabulate(
        [["\n".join(cell) for cell in row] for row in (head, *body)],
        tablefmt="plain",
        disable_numparse=True,
        colalign=["right" if right else "left" for right in numeric],
    )
    lines = [line.rstrip() for line in text.split("\n")]
    height = max(len(cell) for cell in head)
    taken = [max(cells(line) for cell in column for line in cell) for column in zip(head, *body, strict=True)]
    rule = (" " * _GAP).join("-" * room for room in taken)
    return [*(terminal.styled(line, "dim") for line in (*lines[:height], rule)), *lines[height:]]


def fit(natural: Sequence[int], width: int) -> list[int] | None:
    """Column widths that fill at most `width`; None when that is too narrow for a table.

    The widest columns are cut down first, and the first column last: it holds the name that the next
    command takes, and a name in two pieces can not be copied.
    """
    room = width - _GAP * (len(natural) - 1)
    first, *others = natural
    rest = _capped(others, room - first)
    if rest is not None:
        return [first, *rest]
    return _capped(natural, room)


def _capped(natural: Sequence[int], room: int) -> list[int] | None:
    """The widths, each at most some cap of at least _NARROWEST_COLUMN, that have `room`."""
    if sum(natural) <= room:
        return list(natural)
    for cap in range(min(max(natural, default=0), max(room, 0)), _NARROWEST_COLUMN - 1, -1):
        widths = [min(column, cap) for column in natural]
        if sum(widths) <= room:
            return widths
    return None


def _stacked(
    headings: Sequence[str], rows: Sequence[Sequence[str]], terminal: Terminal, width: int
) -> list[str]:
    lines: list[str] = []
    for row in rows:
        lines += [""] if lines else []
        lines += _facts(tuple(zip(headings, row, strict=True)), terminal, width)
    return lines


def _facts(pairs: Sequence[tuple[str, str]], terminal: Terminal, width: int) -> list[str]:
    room = min(max((cells(name) for name, _ in pairs), default=0) + _GAP, max(width // 2, 1))
    lines: list[str] = []
    for name, value in pairs:
        values = _wrapped(_one_line(terminal, value).replace(GLUE, " "), width, " " * room) or [""]
        if cells(name) < room:
            values[0] = terminal.styled(name, "dim") + " " * (room - cells(name)) + values[0][room:]
        else:
            lines += (terminal.styled(line, "dim") for line in _wrapped(name, width))
        lines += values
    return lines


def _room_left(indent: int, terminal: Terminal) -> int:
    """The indent, but no more than a quarter of a narrow terminal."""
    return min(indent, terminal.width // 4)


def _one_line(terminal: Terminal, text: str) -> str:
    return terminal.printable(text.translate(_SPACES))


def _wrapped(text: str, width: int, indent: str = "", below: str = "") -> list[str]:
    return wrap(text, max(width, 4), initial_indent=indent, subsequent_indent=indent + below)


def _indented(lines: Sequence[str], indent: int) -> list[str]:
    return [" " * indent + line for line in lines]
