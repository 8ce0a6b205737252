"""A document's passages: its blocks with kind and heading path, cut near 1,200 characters."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from lwc.model import Heading, Passage
from lwc.text.breaks import break_before
from lwc.text.spanid import SEGMENTER

__all__ = ["SEGMENTER", "Segmentation", "segment"]

#: Characters of a passage: long blocks are cut near AIM, and a block of up to MOST is left whole.
AIM = 1200
MOST = 1500
#: After this many passages and headings the rest is cut by size alone, so that there are never
#: 2^18 passages: 64 MiB in passages of at least COARSE / 2 characters are 55,925 more.
FINE_LIMIT = 200_000
COARSE = 2400
#: Kinds that are cut between lines.
_BY_LINE = frozenset({"code", "html", "other", "table"})
_LINE_END = re.compile(r"\r\n?|\n")
_LETTER = re.compile(r"[^\W_]")
#: A part with none of these is a line of marks, such as "///", and no passage.
_SPEAKS = re.compile(r"[0-9A-Za-z\x80-\U0010ffff]")


class Segmentation(NamedTuple):
    """A document's passages and headings, each in order; `coarse` when a part was cut by size alone."""

    passages: tuple[Passage, ...]
    headings: tuple[Heading, ...]
    coarse: bool


def segment(text: str) -> Segmentation:
    """Every letter or digit of the text is in exactly one passage or heading.

    A lone surrogate has no UTF-8 form, so a text that holds one raises UnicodeEncodeError.
    """
    from lwc.text.commonmark import blocks, pieces

    cutter = _Cutter()
    start, position = _front_matter(text, cutter)
    for piece in pieces(text, start, position):
        if cutter.is_full():
            break
        cutter.begin(piece.text, piece.byte_start)
        cutter.coarse |= piece.coarse
        if piece.kind:
            cutter.add(piece.kind, 0, len(cutter.data), [])
            continue
        for block in blocks(piece.text):
            if cutter.is_full():
                break
            if block.kind == "heading":
                cutter.add_heading(block.level, block.text, block.start, block.end)
            else:
                cutter.add(block.kind, block.start, block.end, block.borders, block.head)
        if not cutter.is_full():
            cutter.gap(len(cutter.data))
    if cutter.is_full():
        cutter.add_rest(text)
    return Segmentation(tuple(cutter.passages), tuple(cutter.headings), cutter.coarse)


def _front_matter(text: str, cutter: _Cutter) -> tuple[int, int]:
    """Add the metadata block when there is one; where the body begins, in characters and bytes."""
    if not text.startswith("---"):
        return 0, 0
    from lwc.text.markdown import FRONT_MATTER_LIMIT, front_matter

    matter = front_matter(text)
    if matter is None or matter.byte_end == 0:
        return 0, 0
    block = text[: FRONT_MATTER_LIMIT + 1].encode()[: matter.byte_end].decode()
    cutter.begin(block, 0)
    cutter.emit("front_matter", block, 0)
    return len(block), matter.byte_end


class _Cutter:
    """Collects passages and headings of one document, piece by piece.

    `data` is the piece's text in UTF-8, `origin` its byte offset in the document, and `done` how far
    into it everything is collected; offsets that come in count from the piece's start.
    """

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self.headings: list[Heading] = []
        self.coarse = False
        self.data = b""
        self.origin = 0
        self.done = 0
        self._levels: list[tuple[int, str]] = []
        self._path: tuple[str, ...] = ()

    def is_full(self) -> bool:
        return len(self.passages) + len(self.headings) >= FINE_LIMIT

    def begin(self, text: str, origin: int) -> None:
        """Go on with the next piece."""
        self.data, self.origin, self.done = text.encode(), origin, 0

    def add_heading(self, level: int, text: str, start: int, end: int) -> None:
        """Take a heading, which closes the sections of its level and below."""
        if end - start > AIM * 4 or len(text) > AIM:
            self.add("paragraph", start, end, [])
            return
        self.gap(start)
        whole = self.data[start:end].decode()
        stop = start + len(whole.rstrip().encode())
        self.headings.append(Heading(level, text, self.origin + start, self.origin + stop))
        self._levels = [one for one in self._levels if one[0] < level] + [(level, text)]
        self._path = tuple(name for _, name in self._levels if name)
        self.done = end

    def add(
        self, kind: str, start: int, end: int, borders: list[int], head: tuple[int, int] | None = None
    ) -> None:
        """Take a block, in one passage or several; `borders` are offsets of the blocks or rows inside."""
        start = max(start, self.done)
        if start >= end:
            return
        self.gap(start)
        self.done = end
        block = self.data[start:end].decode()
        if len(block) <= MOST:
            self.emit(kind, block, self.origin + start)
            return
        if len(block) != end - start or borders:
            borders = _line_starts(self.data, start, borders)
            borders = _characters(self.data, start, borders)
        context = None
        if head is not None and head[1] - head[0] <= AIM:
            context = (self.origin + head[0], self.origin + head[0] + len(self.data[slice(*head)].rstrip()))
        self._emit_cut(kind, block, self.origin + start, _pack(block, _places(kind, block, borders)), context)

    def gap(self, until: int) -> None:
        """Take what lies between blocks, such as link definitions, unless it is only marks and space."""
        if self.done >= until:
            return
        between = self.data[self.done : until]
        start, self.done = self.origin + self.done, until
        if between.isspace():
            return
        text = between.decode()
        if _LETTER.search(text):
            cuts = _pack(text, _places("other", text, [])) if len(text) > MOST else []
            self._emit_cut("other", text, start, cuts, None)

    def add_rest(self, text: str) -> None:
        """Cut what is left of the whole text by size alone."""
        self.coarse = True
        begin = self.origin + self.done
        rest = text[begin:] if text.isascii() else text.encode()[begin:].decode()
        size = max(COARSE, len(rest) // 25_000)
        cuts, place = [], 0
        while len(rest) - place > size:
            place = break_before(rest, place, place + size)
            cuts.append(place)
        self._emit_cut("paragraph", rest, begin, cuts, None)

    def _emit_cut(
        self, kind: str, block: str, byte_start: int, cuts: Iterable[int], context: tuple[int, int] | None
    ) -> None:
        start, first = 0, True
        for cut in (*cuts, len(block)):
            part = block[start:cut]
            self.emit(kind, part, byte_start, None if first else context)
            byte_start += len(part.encode())
            start, first = cut, False

    def emit(self, kind: str, part: str, byte_start: int, context: tuple[int, int] | None = None) -> None:
        """Add one passage, trimmed; nothing when it is only ASCII marks and white space."""
        kept = part.strip()
        if not _SPEAKS.search(kept):
            return
        if kept is not part:
            byte_start += len(part[: part.index(kept[0])].encode())
        byte_end = byte_start + len(kept.encode())
        self.passages.append(Passage(len(self.passages), kind, self._path, byte_start, byte_end, context))


def _line_starts(data: bytes, start: int, borders: list[int]) -> list[int]:
    """The starts of the lines that the borders stand in, once each, after the first line."""
    found = []
    before = start
    for border in borders:
        line = max(data.rfind(b"\n", before, border), data.rfind(b"\r", before, border)) + 1
        if line > before:
            found.append(line)
        before = max(before, border)
    return found


def _characters(data: bytes, start: int, offsets: list[int]) -> list[int]:
    """Byte offsets as characters counted from `start`."""
    found, count = [], 0
    for offset in offsets:
        count += len(data[start:offset].decode())
        found.append(count)
        start = offset
    return found


def _places(kind: str, block: str, borders: list[int]) -> list[int]:
    """Where a block may be cut, in order: at inner borders, and in long parts at lines or sentences."""
    if kind in _BY_LINE and not borders:
        return [match.end() for match in _LINE_END.finditer(block)]
    from lwc.text.sentences import sentences

    found: list[int] = []
    start = 0
    for border in (*borders, len(block)):
        if border - start > MOST:
            found.extend(start + first for first, _ in sentences(block[start:border], kind) if first)
        found.append(border)
        start = border
    return found[:-1]


def _pack(block: str, places: list[int]) -> list[int]:
    """The cuts: at the place nearest to AIM after each cut before, or anywhere when none is near."""
    cuts: list[int] = []
    start = 0
    while len(block) - start > MOST:
        after = bisect_right(places, start + AIM)
        short = places[after - 1] if after else start
        long = places[after] if after < len(places) else len(block)
        if long - start <= MOST and long - start - AIM < start + AIM - short:
            cut = long
        elif short > start + AIM // 4 or (short > start and long - short <= MOST):
            cut = short
        else:
            cut = break_before(block, start, start + AIM)
        cuts.append(cut)
        start = cut
    return cuts
