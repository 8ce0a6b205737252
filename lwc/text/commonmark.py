"""The blocks of a CommonMark text, with byte offsets, in linear time and bounded memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from lwc.text.breaks import break_before

#: An event of the parser: the name of a mark, or its kind with what belongs to it. Its own types are unions
#: of dozens of dicts that can not be told apart by their keys.
Event = str | dict[str, Any]

#: Characters that are parsed at once. The parser keeps about 100 bytes a character in the worst case
#: (a text of nothing but brackets), so this bounds memory at about 100 MB whatever the text.
PIECE = 1 << 20
#: Blocks up to this many bytes are never cut, so nothing need be known of what is inside.
_WHOLE = 1200

_KINDS = {
    "Paragraph": "paragraph",
    "Item": "list_item",
    "HtmlBlock": "html",
    "BlockQuote": "quote",
    "CodeBlock": "code",
    "Table": "table",
    "FootnoteDefinition": "footnote",
    "Heading": "heading",
}
_NESTED = frozenset(_KINDS) | {"TableRow"}
_WITH_BLOCKS = frozenset({"Item", "BlockQuote", "Table", "FootnoteDefinition"})
_ANCHOR = re.compile(r"[ \t]*\{:?[ \t]*[#.][^{}]*\}[ \t]*$")
#: A line end to CommonMark, and not to the parser everywhere; the line feed that stands in is as long.
_LONE_RETURN = re.compile(r"\r(?!\n)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Block(NamedTuple):
    """A block of the top level (the items of a list count as such); offsets are bytes of the parsed text.

    `borders` are the starts of the blocks inside, or the rows of a table, when the block is long.
    `head` is the header row of a table. `level` and `text` belong to headings.
    """

    kind: str
    start: int
    end: int
    borders: list[int]
    head: tuple[int, int] | None = None
    level: int = 0
    text: str = ""


class Piece(NamedTuple):
    """A part of a text that can be parsed on its own.

    `kind` is "" for Markdown, else the piece lies inside of one block of that kind and is not parsed.
    `coarse` says that a block longer than a piece was cut.
    """

    byte_start: int
    text: str
    kind: str = ""
    coarse: bool = False


def events(
    text: str, resolve: Callable[[str], str | None] | None = None
) -> Iterator[tuple[Event, dict[str, int]]]:
    """The parser's events with their byte ranges; `resolve` finds the targets that `text` does not define."""
    import pyromark

    if "\r" in text:
        text = _LONE_RETURN.sub("\n", text)
    flags = pyromark.Options
    options = (
        flags.ENABLE_TABLES | flags.ENABLE_FOOTNOTES | flags.ENABLE_STRIKETHROUGH | flags.ENABLE_WIKILINKS
    )
    parse = cast("Callable[..., Iterator[tuple[Event, dict[str, int]]]]", pyromark.events_with_range)
    if resolve is None:
        return parse(text, options=options)

    def broken(link: dict[str, str]) -> tuple[str, str] | None:
        target = resolve(link["reference"])
        return None if target is None else (target, "")

    return parse(text, options=options, broken_link_callback=broken)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of the top level in order. Lists are seen through, thematic breaks are left out."""
    draft: _Draft | None = None
    end = 0
    for event, place in events(text):
        if place["start"] < end:
            if draft is not None and draft.looks_inside:
                draft.see(event, place)
        elif (name := _started(event)) in _KINDS:
            if draft is not None:
                yield draft.block()
            draft = _Draft(name, event, place)
            end = place["end"]
    if draft is not None:
        yield draft.block()


def _started(event: Event) -> str:
    """The name of what the event begins, or ""."""
    if type(event) is not dict or (tag := event.get("Start")) is None:
        return ""
    return tag if type(tag) is str else str(next(iter(tag)))


class _Draft:
    """A block whose end has not come yet. Most are not looked into: only headings and long blocks."""

    def __init__(self, name: str, event: Event, place: dict[str, int]) -> None:
        self._kind, self._start, self._end = _KINDS[name], place["start"], place["end"]
        self._borders: list[int] = []
        self._head: tuple[int, int] | None = None
        self._said: list[str] = []
        self._level = 0
        self.looks_inside = self._end - self._start > _WHOLE and name in _WITH_BLOCKS
        if name == "Heading" and type(event) is dict:
            self._level = int(event["Start"]["Heading"]["level"][1])
            self.looks_inside = True

    def see(self, event: Event, place: dict[str, int]) -> None:
        """Take the next event inside: a heading's words, else where blocks and rows begin."""
        if self._level:
            self._said.append(_words(event))
        elif (name := _started(event)) in _NESTED:
            self._borders.append(place["start"])
        elif name == "TableHead" and self._kind == "table":
            self._head = place["start"], place["end"]

    def block(self) -> Block:
        plain = " ".join(_ANCHOR.sub("", "".join(self._said)).split())
        return Block(self._kind, self._start, self._end, self._borders, self._head, self._level, plain)


def _words(event: Event) -> str:
    """The text of an event inside a heading: no marks, and a space for a line break."""
    if type(event) is not dict:
        return " "
    said = event.get("Text") or event.get("Code")
    return said if type(said) is str else ""


def pieces(text: str, start: int = 0, byte_start: int = 0) -> Iterator[Piece]:
    """The text from character `start`, whose byte offset is `byte_start`, in parts that end between blocks.

    The parser itself says where: of each window the last block is left to the next. A text of up to one
    window is one piece.
    """
    while len(text) - start > PIECE:
        window = text[start : start + PIECE]
        last = _last(window)
        cut = _line_start(window, last.start) if last is not None else 0
        if cut:
            yield Piece(byte_start, window[:cut])
            start, byte_start = start + cut, byte_start + len(window[:cut].encode())
            continue
        for piece in _oversized(text, start, byte_start, window, last):
            yield piece
            start, byte_start = start + len(piece.text), byte_start + len(piece.text.encode())
    if start < len(text):
        yield Piece(byte_start, text[start:])


def _last(window: str) -> Block | None:
    last = None
    for block in blocks(window):
        last = block
    return last


def _line_start(window: str, byte_offset: int) -> int:
    """The character offset of the start of the line that the byte stands in."""
    before = byte_offset if window.isascii() else len(window.encode()[:byte_offset].decode())
    return max(window.rfind("\n", 0, before), window.rfind("\r", 0, before)) + 1


def _oversized(text: str, start: int, byte_start: int, window: str, block: Block | None) -> Iterator[Piece]:
    """A block that does not fit one window: code, HTML and tables to their end, others for one window."""
    closing = _closing(window, block)
    if block is None or closing is None:
        cut = _line_end(window)
        filled = block is not None and block.end >= len(window[:cut].encode())
        yield Piece(byte_start, window[:cut], "", filled or (block is None and not window.isspace()))
        return
    found = closing.search(text, start + 1)
    end = found.end() if found else len(text)
    while start < end:
        window = text[start : min(start + PIECE, end)]
        part = window if start + PIECE >= end else window[: _line_end(window)]
        yield Piece(byte_start, part, block.kind, True)
        start, byte_start = start + len(part), byte_start + len(part.encode())


def _line_end(window: str) -> int:
    """Where to cut a window: after its last line break, else at the last border of a word."""
    cut = max(window.rfind("\n"), window.rfind("\r", 0, len(window) - 1)) + 1
    return cut or break_before(window, 0, len(window) - 1)


def _closing(window: str, block: Block | None) -> re.Pattern[str] | None:
    """What ends a block whose inside must not be read as Markdown."""
    if block is None or window[: block.start].strip():
        return None
    if block.kind == "code" and (fence := _FENCE.match(window.lstrip("\r\n"))):
        mark = fence[1]
        return re.compile(rf"(?<=[\r\n]) {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*(?![^\r\n])")
    if block.kind == "html" and window.lstrip().startswith("<!--"):
        return re.compile("-->")
    return re.compile(r"(?:\r\n?+|\n)[ \t]*(?:\r|\n)") if block.kind == "table" else None
