"""The excerpt of a text that shows best why it was found."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from lwc.model import Token
from lwc.search.query import halves
from lwc.text import tokens
from lwc.text.characters import CJK, UNSPACED, is_in
from lwc.text.normalize import fold_with_offsets
from lwc.text.wordforms import opening

WIDTH = 240
#: An excerpt ends at a word border when one lies within so many characters, else between two characters.
_REACH = 40
#: No term reaches across these characters.
_BREAK = re.compile(r"[\s、。，]")
#: How much of the free room stands before the first match: what follows it tells more than what leads to it.
_LEAD = 0.3

#: What belongs to the character before it, besides marks: joiners, variants, Hangul vowels, skin tones, tags.
_EXTENDS = (
    "\u200c\u200d\ufe0e\ufe0f\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7ff\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
)
_REGIONAL = "\U0001f1e6-\U0001f1ff"


class Excerpt(NamedTuple):
    """Character offsets into the text it was taken from; `highlights` count from `start`."""

    start: int
    end: int
    highlights: tuple[tuple[int, int], ...]


class _Match(NamedTuple):
    start: int
    end: int
    term: str


def excerpt(
    text: str, query_terms: frozenset[str], width: int = WIDTH, weights: Mapping[str, float] | None = None
) -> Excerpt:
    """The window of about `width` characters that holds the most weight of distinct query terms.

    It is longer than `width` only when a single term is. Without a match it is the beginning of the text.
    """
    matches = find_matches(text, query_terms)
    first, last = _best_window(matches, width, weights or {}) if matches else (0, 0)
    core_start, core_end = (
        (matches[first].start, max(m.end for m in matches[first : last + 1])) if matches else (0, 0)
    )
    start, end = _fit(text, core_start, core_end, width)
    inside = [(m.start - start, m.end - start) for m in matches if start <= m.start and m.end <= end]
    return Excerpt(start, end, merge_ranges(inside))


def find_matches(text: str, query_terms: frozenset[str]) -> list[_Match]:
    """Where the query's terms stand, in order. Characters beside bigrams count if nothing longer is there."""
    beside = query_terms & halves(term for term in query_terms if not term.isascii())
    return matches_of(text, query_terms - beside) or matches_of(text, beside)


def merge_ranges(ranges: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sorted ranges, those that overlap or touch made one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return tuple(merged)


def matches_of(text: str, terms: frozenset[str]) -> list[_Match]:
    """Matches of the terms in the text, in order, with as little of it tokenized as can be.

    Twenty passages of 1,200 characters take 20 ms to tokenize. So bigrams and characters are looked up where
    folding moves nothing, and of the rest only those pieces are tokenized that hold the opening of a term.
    """
    folded, starts = fold_with_offsets(text)
    direct = frozenset(filter(_is_cjk, terms)) if starts is None else frozenset()
    matches = [match for term in direct for match in _occurrences(folded, term)]
    for start, end in _pieces(text, folded, starts, terms - direct):
        found = tokens.tokens(text[start:end])
        here = [_Match(token.start, token.end, token.term) for token in found if token.term in terms - direct]
        here += _characters(found, terms - direct)
        matches += (_Match(first + start, last + start, term) for first, last, term in here)
    return sorted(matches)


def _is_cjk(term: str) -> bool:
    """Whether the term is a bigram or a character of Han, kana or Hangul, which stands for itself."""
    return len(term) <= 2 and all(is_in(character, CJK) for character in term)


def _occurrences(text: str, term: str) -> Iterator[_Match]:
    at = text.find(term)
    while at >= 0:
        yield _Match(at, at + len(term), term)
        at = text.find(term, at + 1)


def _pieces(
    text: str, folded: str, starts: Sequence[int] | None, terms: frozenset[str]
) -> Iterator[tuple[int, int]]:
    """The stretches without a blank, comma or full stop in which the opening of a term stands."""
    if not terms:
        return
    end = 0
    for begun in re.finditer("|".join(sorted({re.escape(opening(term)) for term in terms})), folded):
        at = starts[begun.start()] if starts else begun.start()
        if at < end:
            continue
        start = at
        while start > end and not _BREAK.match(text, start - 1):
            start -= 1
        after = _BREAK.search(text, at + 1)
        end = after.start() if after else len(text)
        yield start, end


def _characters(found: Sequence[Token], terms: frozenset[str]) -> Iterator[_Match]:
    """Single characters as the beginnings of bigrams: the index holds no others, but for the end of a run."""
    for token, following in pairwise(found):
        if token.kind == "bigram" and token.term[0] in terms and token.start < following.start < token.end:
            yield _Match(token.start, following.start, token.term[0])


def _best_window(matches: Sequence[_Match], width: int, weights: Mapping[str, float]) -> tuple[int, int]:
    """First and last match of the window with the greatest sum over its distinct terms; the first of equals.

    Matches are in the order of their starts. One pass with two pointers, linear in the number of matches.
    """
    inside: dict[str, int] = {}
    total = best_total = 0.0
    best, left = (0, 0), 0
    for right, match in enumerate(matches):
        if match.term not in inside:
            total += weights.get(match.term, 1.0)
        inside[match.term] = inside.get(match.term, 0) + 1
        while left < right and match.end - matches[left].start > width:
            term = matches[left].term
            inside[term] -= 1
            if not inside[term]:
                del inside[term]
                total -= weights.get(term, 1.0)
            left += 1
        if total > best_total + 1e-9:
            best_total, best = total, (left, right)
    return best


def _fit(text: str, core_start: int, core_end: int, width: int) -> tuple[int, int]:
    """Spread a window around what it has to hold, and end it where a reader would."""
    room = max(0, width - (core_end - core_start))
    start = max(0, core_start - int(room * _LEAD))
    end = min(len(text), max(start + width, core_end))
    start = max(0, min(start, end - width, core_start))
    start = _border_after(text, start, core_start)
    end = _border_before(text, end, max(core_end, start))
    while start < core_start and text[start].isspace():
        start += 1
    while end > max(core_end, start) and text[end - 1].isspace():
        end -= 1
    return start, end


def _border_after(text: str, position: int, limit: int) -> int:
    """The first word border from `position` on, not past `limit`; else the first border of a character."""
    for border in (is_word_border, is_character_border):
        for candidate in range(position, min(limit, position + _REACH) + 1):
            if border(text, candidate):
                return candidate
    return limit


def _border_before(text: str, position: int, limit: int) -> int:
    for border in (is_word_border, is_character_border):
        for candidate in range(position, max(limit, position - _REACH) - 1, -1):
            if border(text, candidate):
                return candidate
    return limit


def is_word_border(text: str, position: int) -> bool:
    """Whether a cut here splits no word and no character; CJK text may be cut between any two characters."""
    if position <= 0 or position >= len(text):
        return True
    if not is_character_border(text, position):
        return False
    before = position - 1
    while before and not text[before].isascii() and _is_mark(text[before]):
        before -= 1
    return not (_is_spaced_letter(text[before]) and _is_spaced_letter(text[position]))


def is_character_border(text: str, position: int) -> bool:
    """Whether a cut here leaves every mark, joiner, flag and line end with the character it belongs to."""
    if position <= 0 or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if before == "\r" and after == "\n":
        return False
    if after.isascii():
        return True
    if before == "\u200d" or is_in(after, _EXTENDS) or _is_mark(after):
        return False
    return not (is_in(before, _REGIONAL) and is_in(after, _REGIONAL))


def _is_spaced_letter(character: str) -> bool:
    return character.isalnum() and (character.isascii() or not is_in(character, UNSPACED))


def _is_mark(character: str) -> bool:
    from unicodedata import category  # not for texts in ASCII

    return category(character).startswith("M")
