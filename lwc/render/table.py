"""Blocks as text for a terminal: wrapped, aligned also where characters are two columns wide."""

from __future__ import annotations

from collections.abc import Sequence

from wcwidth import width as cells
from wcwidth import wrap

from lwc.render.blocks import Bars, Block, Facts, Heading, Paragraph, Table, Verbatim
from lwc.render.terminal import Terminal

_GAP = 2
#: A column narrower than this reads badly: the table then becomes one short list a row.
_NARROWEST_COLUMN = 8
_LONGEST_BAR = 24
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
    """Headings, tables and text have an empty line above them, except below their own heading."""
    return isinstance(block, Heading) or (
        isinstance(block, (Table, Verbatim)) and not isinstance(before, Heading)
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
            return _wrapped(text, terminal.width, " " * min(indent, terminal.width // 4))
        case Table(_, _, _, indent):
            return _indented(_table(block, terminal, terminal.width - indent), indent)
        case Bars(rows, indent):
            return _indented(_bars(rows, terminal, terminal.width - indent), indent)
        case Verbatim(text):
            return terminal.printable(text).split("\n")


def _table(table: Table, terminal: Terminal, width: int) -> list[str]:
    rows = [[_one_line(terminal, cell).strip() for cell in row] for row in table.rows]
    columns = list(zip(table.headings, *rows, strict=True))
    widths = fit([max(cells(cell) for cell in column) for column in columns], width)
    if widths is None:
        return _stacked(table.headings, rows, terminal, width)
    return _grid(table.headings, rows, widths, table.numeric, terminal)


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
        [[line.strip() for line in wrap(cell, room)] for cell, room in zip(row, widths, strict=True)]
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
        values = _wrapped(_one_line(terminal, value), width, " " * room) or [""]
        if cells(name) < room:
            values[0] = terminal.styled(name, "dim") + " " * (room - cells(name)) + values[0][room:]
        else:
            lines += (terminal.styled(line, "dim") for line in _wrapped(name, width))
        lines += values
    return lines


def _bars(rows: Sequence[tuple[str, float]], terminal: Terminal, width: int) -> list[str]:
    name_width = max((cells(name) for name, _ in rows), default=0)
    longest = max(0, min(_LONGEST_BAR, width - name_width - 10))
    largest = max((abs(value) for _, value in rows), default=0) or 1
    eighths = " ▏▎▍▌▋▊▉█" if terminal.has("▏▎▍▌▋▊▉█") else ""
    lines = (
        f"{name}{' ' * (name_width - cells(name))} {value:8.4f} {bar(abs(value) / largest, longest, eighths)}"
        for name, value in rows
    )
    return [piece for line in lines for piece in _wrapped(line, width)]


def bar(share: float, longest: int, eighths: str = "") -> str:
    """A bar of `share` × `longest` columns, to an eighth of one where there are characters for it."""
    if not eighths:
        return "#" * round(share * longest)
    whole, rest = divmod(round(share * longest * 8), 8)
    return eighths[8] * whole + (eighths[rest] if rest else "")


def _one_line(terminal: Terminal, text: str) -> str:
    return terminal.printable(text.translate(_SPACES))


def _wrapped(text: str, width: int, indent: str = "", below: str = "") -> list[str]:
    return wrap(text, max(width, 4), initial_indent=indent, subsequent_indent=indent + below)


def _indented(lines: Sequence[str], indent: int) -> list[str]:
    return [" " * indent + line for line in lines]
