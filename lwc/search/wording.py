"""What only the text of a candidate tells: exact forms, words that begin alike, closeness.

The index keeps stems. These parts are read from the texts of the best candidates alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lwc.model import Query, TermStatistics
from lwc.search.parameters import Parameters
from lwc.text.memory import Memory
from lwc.text.tokens import is_stop
from lwc.text.wordforms import beginning, is_hangul, is_unspaced, opening, stem, words

#: Words that stand together: the width of the window.
WINDOW = 16
#: A match in the title counts as often, as in the first stage.
TITLE_TIMES = 3
#: A longer query is no question; its wording is not compared.
MOST_WORDS = 100


class Text(NamedTuple):
    """A candidate's title and the beginning of its body; `whole` is the length of all of it."""

    title: str
    body: str
    whole: int


class _Asked(NamedTuple):
    """A word of the query: its form, its term in the index, idf, and how often it is said."""

    form: str
    term: str
    idf: float
    times: int


class Wording:
    """Measures texts against the words of one query. Each measure is in the unit of the terms' weights."""

    def __init__(
        self, query: Query, stats: Sequence[TermStatistics], average: float, k1: float, parameters: Parameters
    ) -> None:
        self._parameters = parameters
        self._average = average or 1.0
        self._k1 = k1
        typed = words(query.text)[:MOST_WORDS]
        self._asked = _asked_words(typed, stats)
        self._beginnings = _beginnings(self._asked)
        self._window = {asked.term: asked.idf * asked.times for asked in self._asked if asked.form.isascii()}
        if average < parameters.window_from:
            self._window = {}
        # A word that begins with none of these is neither of the forms nor of a beginning or stem.
        self._openings = tuple(
            {*(asked.form for asked in self._asked), *self._beginnings, *map(opening, self._window)}
        )
        self._has_jamo = any("\u1100" <= begun[0] <= "\u1112" for begun in self._beginnings)

    @property
    def is_needed(self) -> bool:
        """Whether a text can say more than the index does: no word of the query has a form of its own."""
        return bool(self._asked)

    @property
    def most(self) -> float:
        """What a text can reach at most: it depends on the query alone."""
        return math.fsum(
            (
                self._parameters.forms * math.fsum(asked.idf * asked.times for asked in self._asked),
                self._parameters.beginnings * math.fsum(self._beginnings.values()),
                self._parameters.window * math.fsum(self._window.values()),
            )
        )

    def measure(self, text: Text) -> dict[str, float]:
        """The parts `forms`, `beginnings` and `window` of a text."""
        body, title = words(text.body), words(text.title)
        near = self._near({*body, *title})
        if not near:
            return dict.fromkeys(("forms", "beginnings", "window"), 0.0)
        length = length_in_terms(text.body, body) + length_in_terms(text.title, title)
        norm = self._norm(length) * (text.whole / len(text.body) if text.body else 1.0)
        counts = Counter(filter(near.__contains__, body))
        for word in title:
            if word in near:
                counts[word] += TITLE_TIMES
        return {
            "forms": self._parameters.forms * self._forms(counts, norm),
            "beginnings": self._parameters.beginnings * self._alike(counts, norm),
            "window": self._parameters.window * self._closest(title, body, near),
        }

    def _near(self, distinct: set[str]) -> set[str]:
        """The few words that the measures have to look at: the first letters leave out most, in C."""
        near = {word for word in distinct if word.startswith(self._openings)}
        if self._has_jamo:
            near.update(filter(is_hangul, distinct))
        return near

    def _norm(self, length: int) -> float:
        """BM25's length factor, b = ¾, of the length in terms."""
        return 0.25 + 0.75 * length / self._average

    def _forms(self, counts: Mapping[str, int], norm: float) -> float:
        return math.fsum(
            asked.idf * asked.times * self._saturation(counts.get(asked.form, 0), norm)
            for asked in self._asked
        )

    def _alike(self, counts: Mapping[str, int], norm: float) -> float:
        if not self._beginnings:
            return 0.0
        found: Counter[str] = Counter()
        first = {begun[0] for begun in self._beginnings}
        for word, count in counts.items():
            if (word[0] in first or is_hangul(word)) and (begun := beginning(word)) in self._beginnings:
                found[begun] += 0 if is_stop(word) else count
        return math.fsum(
            weight * self._saturation(found[begun], norm) for begun, weight in self._beginnings.items()
        )

    def _saturation(self, count: int, norm: float) -> float:
        return count / (count + self._k1 * norm) if count else 0.0

    def _closest(self, title: Sequence[str], body: Sequence[str], near: set[str]) -> float:
        """The greatest weight of distinct terms within `WINDOW` words."""
        terms = {word: term for word in near if (term := stem(word)) in self._window}
        if len(distinct := {*terms.values()}) < 2:
            return self._window[distinct.pop()] if distinct else 0.0
        text = (*title, *_BORDER, *body)
        places = [(at, terms[word]) for at, word in enumerate(text) if word in terms]
        inside: Counter[str] = Counter()
        best = total = 0.0
        left = 0
        for at, term in places:
            total += self._window[term] if not inside[term] else 0.0
            inside[term] += 1
            while places[left][0] <= at - WINDOW:
                gone = places[left][1]
                inside[gone] -= 1
                total -= self._window[gone] if not inside[gone] else 0.0
                left += 1
            best = max(best, total)
        return best


#: Between title and body lie more words than a window holds.
_BORDER = ("",) * WINDOW


def length_in_terms(text: str, found: Sequence[str]) -> int:
    """The length of a text in terms: one for a word, one for each character of a run without spaces."""
    if text.isascii():
        return len(found)
    return sum(1 if word.isascii() or not _RUNS[word[0]] else len(word) for word in found)


#: Whether a word that begins with this character is counted by its characters.
_RUNS = Memory(lambda first: is_hangul(first) or is_unspaced(first), most=1 << 16, longest=1)


def _asked_words(typed: Sequence[str], stats: Sequence[TermStatistics]) -> tuple[_Asked, ...]:
    """The words that are looked for; what was left out as a stop word or excluded has no statistics."""
    known = {row.term: row for row in stats if row.weight > 0}
    asked = []
    for form, times in Counter(typed).items():
        term = form[:2] if is_hangul(form) else stem(form)
        if term in known and not is_unspaced(form) and not is_stop(form):
            asked.append(_Asked(form, term, known[term].idf, times))
    return tuple(asked)


def _beginnings(asked: Sequence[_Asked]) -> dict[str, float]:
    """Beginning → weight: the idf of the commonest of its words, times how often the query has such."""
    weights: dict[str, tuple[float, int]] = {}
    for word in asked:
        if begun := beginning(word.form):
            idf, times = weights.get(begun, (word.idf, 0))
            weights[begun] = (min(idf, word.idf), times + word.times)
    return {begun: idf * times for begun, (idf, times) in weights.items()}
