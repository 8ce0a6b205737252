"""What of a query the sentences of a passage hold, from the passage's text alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from lwc.model import Query
from lwc.search.ranking import FTS5_K1
from lwc.search.snippet import matches_of
from lwc.search.wording import length_in_terms
from lwc.text import tokens
from lwc.text.sentences import sentences
from lwc.text.wordforms import words

#: The length of a sentence that is neither long nor short, in terms.
AVERAGE = 25.0


class Sentence(NamedTuple):
    """A sentence that holds something: its place in the passage (from 0), its text, term → how often."""

    ordinal: int
    text: str
    counts: dict[str, int]

    def saturation(self) -> dict[str, float]:
        """Term → tf/(tf + k1·norm), as FTS5 would give it for sentences of `AVERAGE` terms."""
        length = length_in_terms(self.text, words(self.text))
        factor = FTS5_K1 * (0.25 + 0.75 * length / AVERAGE)
        return {term: count / (count + factor) for term, count in self.counts.items()}


def sentences_with(text: str, kind: str, query: Query, terms: frozenset[str]) -> list[Sentence]:
    """The sentences of a passage that hold one of the terms, and every phrase of the query."""
    matches = matches_of(text, terms)
    found = []
    at = 0
    for ordinal, (start, end) in enumerate(sentences(text, kind)):
        while at < len(matches) and matches[at].start < start:
            at += 1
        counts: Counter[str] = Counter()
        while at < len(matches) and matches[at].start < end:
            counts[matches[at].term] += 1
            at += 1
        if counts and _has_phrases(text[start:end], query.phrases):
            found.append(Sentence(ordinal, text[start:end], dict(counts)))
    return found


def _has_phrases(sentence: str, phrases: Sequence[Sequence[str]]) -> bool:
    if not phrases:
        return True
    held = [token.term for token in tokens.tokens(sentence)]
    return all(_has(held, phrase) for phrase in phrases)


def _has(held: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether the terms of the phrase stand in a row; a last CJK character alone begins what stands there."""
    *before, last = phrase
    is_open = len(last) == 1 and not last.isascii()
    return any(
        list(held[at : at + len(before)]) == before
        and (held[at + len(before)].startswith(last) if is_open else held[at + len(before)] == last)
        for at in range(len(held) - len(before))
    )
