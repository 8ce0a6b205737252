"""A passage's sentences, for all scripts: where they begin and end."""

from __future__ import annotations

import re

#: Passages of these kinds have a sentence a line.
_BY_LINE = frozenset({"code", "table", "html", "front_matter", "other"})
#: Passages of these kinds have marks at the start of their lines, and blocks inside.
_WITH_MARKS = frozenset({"list_item", "quote", "footnote"})
#: A longer sentence with line breaks in it is a list, a log or a poem without stops: its lines count.
_LONGEST = 600
#: No abbreviation is longer, so no stop looks further back.
_LONGEST_WORD = 16

# These end a sentence wherever they stand: of CJK (full and half width), Devanagari, Arabic, Armenian,
# Ethiopic, Khmer, Myanmar, Tibetan, Syriac, Greek, and the doubled marks.
_ALWAYS = (
    "。｡！？；"
    "\u0964\u0965\u061f\u06d4\u0589\u1362\u1367\u1368\u17d4\u17d5\u104a\u104b\u0f0d\u0f0e\u0700-\u0702"
    "\u037e\u1803\u1809\ua4ff\ua60e\ua6f3\ua6f7\ufe52\ufe56\ufe57\u203c\u203d\u2047-\u2049\u2e2e"
)
# These do only before white space, the end, or the other scripts' characters.
_SOMETIMES = ".!?…．"
_CLOSERS = "\"'*_`~)\\]}»’”›）］｝」』】》〉〕〗｠｣"
#: A stop that touches one of these stands inside of something: 3.14, a.b, Yes!No, ![image].
_NO_BORDER = "\x21-\x7e\u00aa-\u02ff\u0370-\u0588\uff10-\uff19\uff21-\uff5a"

_PROSE = re.compile(
    rf"(?:[^{_ALWAYS}{_SOMETIMES}]++|[{_SOMETIMES}]++(?=[{_CLOSERS}]*+[{_NO_BORDER}]))*+"
    rf"(?:[{_ALWAYS}{_SOMETIMES}]++[{_CLOSERS}{_ALWAYS}{_SOMETIMES}]*+|\Z)"
)
_LINE = re.compile(r"[^\r\n]+")
_BLOCK_BORDER = re.compile(
    r"(?:\r\n?+|\n)(?:(?:[ \t>]*+(?:\r\n?+|\n))++|(?=[ \t>]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]))"
)
_MARKS = re.compile(r"(?:[ \t\r\n]|[-*+](?=\s)|>)*+")
_DELIMITER_ROW = re.compile(r"[\s|:\-`~]*")
_ORDINAL = re.compile(r"(?:[-*+>]\s+)*[(\[]?[0-9]{1,9}\.")

# English, German and French abbreviations; none of them is also a word that often ends a sentence.
_SHORT = """
e.g i.e eg ie cf vs viz approx ca dr mr mrs ms mx prof st sr jr rev hon gen capt lt sgt gov inc ltd co corp
dept univ assn bros resp incl excl esp bzw z.b d.h u.a usw vgl ggf evtl bspw m.e p.ex b.c a.d ph.d m.sc b.sc
u.s u.k u.n r.i.p
"""
_SHORT_BEFORE_NUMBER = """
no nos nr fig figs eq eqs sec sect ch chap vol pp art par para ver tab app ed max min avg est
jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
"""
#: Words whose stop ends no sentence.
_ABBREVIATIONS = frozenset(_SHORT.split())
#: Words whose stop ends no sentence when a number follows.
_BEFORE_NUMBER = frozenset(_SHORT_BEFORE_NUMBER.split())
#: Words whose stop ends a sentence only when a capital follows.
_BEFORE_CAPITAL = frozenset(("etc", "a.m", "p.m", "al"))


def sentences(passage_text: str, kind: str) -> list[tuple[int, int]]:
    """The sentences as character ranges in order, trimmed of white space; each letter or digit is in one."""
    if kind in _BY_LINE:
        return _lines(passage_text, 0, len(passage_text))
    found: list[tuple[int, int]] = []
    start = 0
    marked = kind in _WITH_MARKS or "\n\n" in passage_text or "\n\r" in passage_text
    if marked:
        for border in _BLOCK_BORDER.finditer(passage_text):
            _prose(passage_text, start, border.end(), found, marked)
            start = border.end()
    _prose(passage_text, start, len(passage_text), found, marked)
    return found


def _prose(text: str, start: int, end: int, found: list[tuple[int, int]], marked: bool) -> None:
    """Add the sentences of `text[start:end]`."""
    begin = start
    for match in _PROSE.finditer(text, start, end):
        stop = match.end()
        if stop < end and not _ends(text, begin, stop, end):
            continue
        if stop > begin:
            _add(text, begin, stop, found, marked)
        begin = stop
    if begin < end:
        _add(text, begin, end, found, marked)


def _add(text: str, start: int, end: int, found: list[tuple[int, int]], marked: bool) -> None:
    """Add one sentence, without surrounding space and marks; a very long one by its lines."""
    if marked and (marks := _MARKS.match(text, start, end)):
        start = marks.end()
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end:
        return
    if end - start > _LONGEST and _LINE.search(text, start, end).end() < end:  # type: ignore[union-attr]
        found.extend(_lines(text, start, end))
    else:
        found.append((start, end))


def _ends(text: str, start: int, stop: int, end: int) -> bool:
    """Whether the stop before `stop` ends the sentence that began at `start`."""
    if text[stop - 1] == "…" or text.endswith("...", start, stop):
        return not _follows(text, stop, end).islower()
    if text[stop - 1] != "." or text.endswith("..", start, stop):
        return True
    words = text[max(start, stop - _LONGEST_WORD) : stop - 1].split()
    word = words[-1].lstrip("(\"'[*_“‘") if words else ""
    if len(word) == 1 and word.isupper():
        return False
    word = word.lower()
    if word in _BEFORE_CAPITAL or (len(word) == 1 and word.islower()):
        return _follows(text, stop, end).isupper()
    if word in _ABBREVIATIONS:
        return False
    if word in _BEFORE_NUMBER:
        return not _follows(text, stop, end).isdigit()
    return not (word.isdigit() and _ORDINAL.fullmatch(text[max(start, stop - 24) : stop].strip()))


def _follows(text: str, stop: int, end: int) -> str:
    """The first character after white space, or "" """
    while stop < end and text[stop].isspace():
        stop += 1
    return text[stop : stop + 1] if stop < end else ""


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The lines that hold more than the marks of a table's or a fence's border."""
    found = []
    for match in _LINE.finditer(text, start, end):
        first, last = match.span()
        line = match[0]
        if line.isspace() or _DELIMITER_ROW.fullmatch(line):
            continue
        first += len(line) - len(line.lstrip())
        last -= len(line) - len(line.rstrip())
        found.append((first, last))
    return found
