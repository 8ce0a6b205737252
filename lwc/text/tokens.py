"""Text → terms: one tokenizer for index, query, snippet and explanation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import count, repeat
from operator import add

from lwc.model import Token
from lwc.text.characters import CJK, SHAPES
from lwc.text.memory import Memory
from lwc.text.normalize import compose, compose_with_offsets
from lwc.text.stopwords import CHINESE, ENGLISH
from lwc.text.words import run_tokens, spaced, word_terms, word_tokens

#: Name and version of what is done here. It is stored with an index; another one means `reindex`.
TOKENIZER = "lwc-1"

_token = partial(tuple.__new__, Token)  # a third quicker than calling the class

# Text is taken in blocks of about this many characters: memory follows the answer alone, and what a block
# does not hold (all ASCII, nothing that joins) is found out cheaply. 4,096 is 1.4 times as quick as 65,536.
_BLOCK = 1 << 12
# Longer runs of CJK are paired piece by piece.
_PIECE = 1 << 16
# Runs, and what stands between them, repeat often enough to be remembered up to these lengths.
_SHORT_RUN = 4
_SHORT_GAP = 40


def index_terms(text: str) -> str:
    """The terms under which a text is stored, in its order, joined by single spaces."""
    return "".join([_block_terms(text[start:end]) for start, end in _blocks(text)])[:-1]


def tokens(text: str) -> list[Token]:
    """The same terms in the same order as `index_terms`, with offsets into the text as it was given."""
    return list(_tokens(text, query=False))


def query_tokens(text: str) -> list[Token]:
    """The terms to look for: as `tokens`, but every CJK character stands beside the bigrams unless it is a
    stop character, and the last of a run is no term of its own."""
    return list(_tokens(text, query=True))


def is_stop(word: str) -> bool:
    """Whether a word as written, or a term, is an English function word or a Chinese stop character."""
    word = word.casefold().replace("\u2019", "'")
    return word in ENGLISH or word in CHINESE


# ── blocks ───────────────────────────────────────────────────────────────────────────────────────────


@cache
def _border() -> re.Pattern[str]:
    """What no term, identifier or normalisation reaches across."""
    return re.compile(r"[\s\u3001\u3002\uff0c]")


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        border = _border().search(text, start + _BLOCK) if len(text) - start > _BLOCK else None
        end = border.end() if border else len(text)
        yield start, end
        start = end


@cache
def _runs() -> re.Pattern[str]:
    return re.compile(f"([{CJK}]+)")


# ── the index: every term with a space after it ──────────────────────────────────────────────────────


def _block_terms(block: str) -> str:
    if block.isascii():
        return "".join(map(_TERMS.__getitem__, block.split()))
    terms: list[str] = []
    is_run = False
    for part in _runs().split(compose(block)):
        if is_run:
            terms.append(_RUN_TERMS[part] if len(part) <= _SHORT_RUN else _run_terms(part))
        elif len(part) <= _SHORT_GAP:
            terms.append(_TERMS[part])
        else:
            terms.extend(map(_TERMS.__getitem__, part.split()))
        is_run = not is_run
    return "".join(terms)


def _run_terms(run: str) -> str:
    if not run.isalpha():
        return spaced(_run_tokens(run, 0, query=False))
    # The last character is paired with the space that ends it.
    size = len(run)
    if size <= _PIECE:
        return " ".join(map(add, run, run[1:] + " "))
    ends = range(_PIECE, size + _PIECE, _PIECE)
    pieces = ((run[end - _PIECE : end], run[end - _PIECE + 1 : end + 1] + " ") for end in ends)
    return "".join([" ".join(map(add, left, right)) + " " for left, right in pieces])


# About 30 MB when full of long words; vocabulary repeats, and so do the short words of Korean.
_TERMS = Memory(word_terms, most=1 << 17, longest=_SHORT_GAP)
_RUN_TERMS = Memory(_run_terms, most=1 << 16, longest=_SHORT_RUN)


@cache
def _characters() -> re.Pattern[str]:
    return re.compile("[^\u302a-\u302f\u3099\u309a][\u302a-\u302f\u3099\u309a]*")


def _character_borders(run: str) -> list[int]:
    """Where the characters of a run begin, marks with their base, and where the last one ends."""
    first = _characters().search(run)
    return [first.start(), *(match.end() for match in _characters().finditer(run))] if first else []


# ── with offsets ─────────────────────────────────────────────────────────────────────────────────────


def _tokens(text: str, *, query: bool) -> Iterator[Token]:
    for start, end in _blocks(text):
        composed, starts = compose_with_offsets(text[start:end])
        if starts is None:
            yield from _composed_tokens(composed, start, query=query)
            continue
        ends = _ends(starts)
        for term, kind, first, last in _composed_tokens(composed, 0, query=query):
            yield Token(term, kind, starts[first] + start, ends[last - 1] + start)


def _ends(starts: list[int]) -> list[int]:
    """Where in the original each character ends; several that came from one end where that one does."""
    ends = starts[1:]
    for at in range(len(ends) - 2, -1, -1):
        if ends[at] == starts[at]:
            ends[at] = ends[at + 1]
    return ends


def _composed_tokens(text: str, base: int, *, query: bool) -> Iterator[Token]:
    for number, part in enumerate([text] if text.isascii() else _split(text)):
        yield from (_run_tokens if number % 2 else word_tokens)(part, base, query=query)
        base += len(part)


def _split(text: str) -> list[str]:
    """What stands outside and inside of runs, by turns. Compiling `_runs` takes 1 ms: not for a query."""
    if len(text) > 1024:
        return _runs().split(text)
    parts: list[str] = []
    at = 0
    for run in _run_shape().finditer(text.translate(SHAPES)):
        parts += (text[at : run.start()], text[run.start() : run.end()])
        at = run.end()
    return [*parts, text[at:]]


@cache
def _run_shape() -> re.Pattern[str]:
    return re.compile("c+")


def _run_tokens(run: str, base: int, *, query: bool) -> Iterable[Token]:
    if not run.isalpha():
        borders = _character_borders(run)
        return run_tokens(run, borders, base, query=query) if borders else ()
    if query:
        return run_tokens(run, list(range(len(run) + 1)), base, query=True)
    return _plain_run_tokens(run, base)


def _plain_run_tokens(run: str, base: int) -> Iterator[Token]:
    size = len(run)
    pairs = zip(map(add, run, run[1:]), repeat("bigram"), range(base, base + size), count(base + 2))
    yield from map(_token, pairs)
    yield Token(run[-1], "single", base + size - 1, base + size)
