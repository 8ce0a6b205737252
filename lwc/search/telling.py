"""The words of a document that tell it from others: what a query would have to say to find it."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from lwc.search.query import phrase_terms
from lwc.text import tokens
from lwc.text.wordforms import is_hangul

#: What is longer is an address or a digest, and nothing that one would type.
LONGEST = 40
#: Scripts without spaces are cut where the script changes and at stop characters, and at this length.
STRETCH = 8
#: A word that a text has often is no more telling than one that it has this often.
MOST_TIMES = 4


class Word(NamedTuple):
    """A word as the document writes it, and its terms in the index.

    `leading` is true of one that stands in a title, a heading or a question; `times` counts it.
    """

    surface: str
    terms: tuple[str, ...]
    leading: bool
    times: int


def words_in(text: str, *, leading: bool, most: int) -> list[Word]:
    """At most `most` distinct words of a text that say something, those that it has most often."""
    found: dict[tuple[str, ...], Word] = {}
    for surface, terms in _surfaces(text):
        known = found.get(terms) or Word(surface, terms, leading, 0)
        found[terms] = known._replace(times=known.times + 1)
    return sorted(found.values(), key=lambda word: -word.times)[:most]


def telling(
    words: Iterable[Word], asked: Container[str], df: Mapping[str, int], documents: int
) -> list[Word]:
    """The words of which the query lacks a term, the most telling first.

    Those of titles, headings and questions come first, then the greatest times · idf decides; a word of
    several terms is as rare as the rarest of them.
    """
    ranked: dict[tuple[str, ...], tuple[bool, float, Word]] = {}
    for word in words:
        if word.terms not in ranked and not all(term in asked for term in word.terms):
            ranked[word.terms] = (not word.leading, -_weight(word, df, documents), word)
    return [word for _, _, word in sorted(ranked.values(), key=lambda entry: entry[:2])]


def _weight(word: Word, df: Mapping[str, int], documents: int) -> float:
    found = min(documents, min(df.get(term, 0) for term in word.terms))
    return min(word.times, MOST_TIMES) * math.log1p((documents - found + 0.5) / (found + 0.5))


def _surfaces(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words of a text in order; parts of identifiers are none, and neither are pairs of characters."""
    run_start = run_end = 0
    for term, kind, start, end in tokens.tokens(text):
        if kind == "bigram":
            if start >= run_end:
                yield from _stretches(text[run_start:run_end])
                run_start = start
            run_end = end
        elif kind in ("word", "identifier") and _says_something(text[start:end], term):
            yield text[start:end], (term,)
    yield from _stretches(text[run_start:run_end])


def _says_something(surface: str, term: str) -> bool:
    return (
        2 <= len(surface) <= LONGEST
        and "://" not in surface
        and not surface.isdecimal()
        and not tokens.is_stop(surface)
        and not tokens.is_stop(term)
    )


def _stretches(run: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for script, characters in groupby(run, _script):
        stretch = "".join(characters)
        for at in range(0, len(stretch) if script else 0, STRETCH):
            piece = stretch[at : at + STRETCH]
            if len(piece) > 1 and (terms := phrase_terms(piece)):
                yield piece, terms


def _script(character: str) -> str:
    """What a stretch is of; "" of a character that ends it: hiragana are endings, stop words say little."""
    if "\u3041" <= character <= "\u309f" or tokens.is_stop(character):
        return ""
    if "\u30a0" <= character <= "\u30ff" or "\uff66" <= character <= "\uff9d":
        return "katakana"
    return "hangul" if is_hangul(character) else "han"
