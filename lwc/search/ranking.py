"""The second stage: how well a candidate answers a query, as named parts that add up to a score in 0..1."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lwc.model import Candidate, Query, QueryTerm, Scored, TermKind, TermStatistics
from lwc.search import parameters
from lwc.search.identifiers import looks_like_code
from lwc.search.names import Names
from lwc.search.parameters import EVIDENCE, EXACT, PAGE, Parameters
from lwc.search.query import companion_characters, follows, halves
from lwc.search.wording import Text, Wording
from lwc.text import tokens
from lwc.text.wordforms import is_hangul

#: From this share of the query's weight on, a document has most of what was asked for.
MOST = 0.5
#: The k1 inside FTS5's bm25, which the saturations of candidates come with.
FTS5_K1 = 1.2
_NO_FIELDS: Mapping[str, Mapping[str, float]] = {}


class TermExplanation(NamedTuple):
    """What one query term gave to a score; `fields` is what each field gave of that, the most first."""

    term: str
    kind: TermKind
    df: int
    idf: float
    weight: float
    contribution: float
    fields: Mapping[str, float]


class Explanation(NamedTuple):
    """Why a hit has its score: the parts sum to it, and what the terms gave sums to the parts for terms."""

    parts: Mapping[str, float]
    terms: tuple[TermExplanation, ...]
    filters: tuple[str, ...]
    runs: tuple[Mapping[str, Any], ...]
    score: float


def statistics(query: Query, df: Mapping[str, int], documents: int) -> tuple[TermStatistics, ...]:
    """The idf and weight of each term over the documents of all stores searched; `df` may leave out zeros.

    A bigram that no document has and that only straddles two words (`凇拼` in `雾凇拼音`) is noise of the
    window: its weight is 0, nothing is missing without it, and a blank between the words changes no score.
    """
    numbers = parameters.PARAMETERS
    straddling = _straddling(query.terms, df)
    companions = companion_characters(query.terms)
    has_code = any(_is_code(term) for term in query.terms)
    places = _places_in_words(query.terms)
    rows = []
    for term in query.terms:
        found = min(max(df.get(term.term, 0), 0), documents)
        idf = math.log1p((documents - found + 0.5) / (found + 0.5))
        weight = term.times * idf
        if term.term in straddling:
            weight = 0.0
        elif term.term in companions:
            weight *= numbers.characters
        elif _is_code(term):
            weight *= numbers.identifier
        elif term.kind == "part" and has_code:
            weight *= numbers.part_beside_whole
        elif term.term in places:
            weight /= 1 + numbers.hangul_decay * places[term.term]
        rows.append(TermStatistics(term.term, term.kind, found, idf, weight))
    return tuple(rows)


def score(candidate: Candidate, query: Query, stats: Sequence[TermStatistics]) -> Scored:
    """Score one candidate by the index alone; a `Scorer` does many with less work."""
    return Scorer(query, stats).score(candidate)


class Scorer:
    """Scores the candidates of one query; what depends on the query alone is computed once.

    `average` is the mean length of what is searched, in terms; `numbers` are those for documents unless
    others are given.
    """

    def __init__(
        self,
        query: Query,
        stats: Sequence[TermStatistics],
        average: float = 0.0,
        numbers: Parameters | None = None,
    ) -> None:
        numbers = numbers or parameters.PARAMETERS
        self._stats = stats
        self._weights = {row.term: row.weight for row in stats if row.weight > 0}
        self._counted = counted_weights(stats)
        self._counted_total = math.fsum(self._counted.values()) or 1.0
        self._names = Names(query, stats)
        k1 = numbers.k1_short + numbers.k1_growth * min(1.0, average / numbers.k1_length)
        self._k1 = {row.term: numbers.k1_character if row.kind == "single" else k1 for row in stats}
        self._title = numbers.title * math.fsum(self._counted.values())
        self.wording = Wording(query, stats, average, k1, numbers)
        most = math.fsum((*self._weights.values(), self._title, self.wording.most))
        self._unit = EVIDENCE / most if most > 0 else 0.0

    def score(self, candidate: Candidate, text: Text | None = None) -> Scored:
        """The score of a candidate, its parts, and what it has and lacks of the query.

        The parts that only a text can show are 0 without `text`.
        """
        counted, unit = self._counted, self._unit
        has = {
            term: self._saturation(term, value)
            for term, value in candidate.saturation.items()
            if value > 0 and term in self._weights
        }
        found = frozenset(term for term in has if term in counted)
        coverage = min(1.0, math.fsum([counted[term] for term in found]) / self._counted_total)
        worded = self.wording.measure(text) if text else _UNREAD
        parts = {
            "exact": EXACT.get(candidate.exact, 0.0),
            "terms": unit * math.fsum([self._weights[term] * has[term] for term in found]),
            "characters": unit
            * math.fsum([self._weights[term] * has[term] for term in has if term not in found]),
            "title": unit * self._title * self._title_match(candidate.title),
            **{name: unit * value for name, value in worded.items()},
            "page": PAGE if candidate.type == "page" else 0.0,
        }
        return Scored(
            candidate=candidate,
            score=math.fsum(parts.values()),
            parts=parts,
            matched=self._names.of(found or frozenset(has)),
            missing=self._names.of_missing(frozenset(counted) - found),
            coverage=coverage,
            tier=_tier(candidate, found, has, counted, coverage),
        )

    def read(self, scored: Scored, text: Text) -> Scored:
        """The same score with the parts that the text shows."""
        worded = {name: self._unit * value for name, value in self.wording.measure(text).items()}
        parts = {**scored.parts, **worded}
        return scored._replace(score=math.fsum(parts.values()), parts=parts)

    def explain(
        self,
        scored: Scored,
        *,
        filters: tuple[str, ...] = (),
        runs: tuple[Mapping[str, Any], ...] = (),
        fields: Mapping[str, Mapping[str, float]] = _NO_FIELDS,
    ) -> Explanation:
        """The arithmetic of a score: terms sum to the part "terms", companion characters to "characters".

        `fields`: term → field → its share, in 0..1, of what the term gave.
        """
        has = scored.candidate.saturation
        rows = []
        for row in self._stats:
            saturation = self._saturation(row.term, max(has.get(row.term, 0.0), 0.0))
            given = self._unit * self._weights.get(row.term, 0.0) * saturation
            rows.append(TermExplanation(*row, given, _shared(given, fields.get(row.term, {}))))
        return Explanation(scored.parts, tuple(rows), filters, runs, scored.score)

    def _saturation(self, term: str, of_fts5: float) -> float:
        """tf/(tf + k1·norm) for our k1: with s = tf/(tf + 1.2·norm) known, tf/norm is 1.2·s/(1 − s)."""
        ratio = FTS5_K1 * of_fts5
        return ratio / (ratio + self._k1[term] * (1.0 - of_fts5)) if of_fts5 > 0 else 0.0

    def _title_match(self, title: str) -> float:
        """How much of the query the title has, times how much of the title the query has."""
        if not title:
            return 0.0
        titled = title_terms(title)
        shared = titled & self._counted.keys()
        if not shared:
            return 0.0
        of_query = math.fsum([self._counted[term] for term in shared]) / self._counted_total
        telling = sum(1 for word in titled if word in shared or not tokens.is_stop(word))
        return min(1.0, of_query * len(shared) / telling)


def _shared(given: float, shares: Mapping[str, float]) -> dict[str, float]:
    """Field → what it gave, the most first; fields that gave nothing are left out."""
    order = sorted(shares, key=lambda field: -shares[field])
    return {field: given * shares[field] for field in order if given * shares[field] > 0}


_UNREAD: Mapping[str, float] = {"forms": 0.0, "beginnings": 0.0, "window": 0.0}


def _tier(
    candidate: Candidate,
    found: frozenset[str],
    has: Mapping[str, float],
    counted: Mapping[str, float],
    coverage: float,
) -> str:
    if candidate.exact:
        return "exact"
    if not found:
        return "widened" if has else "none"
    if len(found) == len(counted):
        return "all_terms"
    return "most_terms" if coverage >= MOST else "some_terms"


def counted_weights(stats: Sequence[TermStatistics]) -> dict[str, float]:
    """The weights that coverage counts: neither noise of the window nor characters beside their bigrams."""
    companions = companion_characters(stats)
    return {row.term: row.weight for row in stats if row.weight > 0 and row.term not in companions}


def title_terms(title: str) -> set[str]:
    """The distinct terms of a title, without the character that only ends a run of bigrams in the index."""
    found = set(tokens.index_terms(title).split())
    if title.isascii():
        return found
    ends = halves(term for term in found if len(term) > 1)
    return {term for term in found if len(term) > 1 or term not in ends}


def rank(scored: Iterable[Scored]) -> list[Scored]:
    """Best first; of equals the page before the source, then by identifier: the same order everywhere."""
    return sorted(scored, key=lambda s: (-s.score, s.candidate.type != "page", s.candidate.identifier))


def _is_code(term: QueryTerm) -> bool:
    return term.kind == "identifier" and looks_like_code(term.surface)


def _places_in_words(terms: Sequence[QueryTerm]) -> dict[str, int]:
    """Hangul bigram → how many bigrams of its word stand before it; the first of a word is left out."""
    places: dict[str, int] = {}
    place, before = 0, None
    for term in terms:
        if term.kind != "bigram" or not is_hangul(term.term):
            continue
        place = place + 1 if before and follows(before, term) else 0
        if place:
            places[term.term] = place
        before = term
    return places


def _straddling(terms: Sequence[QueryTerm], df: Mapping[str, int]) -> set[str]:
    """Bigrams found nowhere that only span a border of words, from left to right along a run.

    Each character of such a bigram either stands in a kept neighbour or is a Chinese stop character. A run
    is taken to be bigrams of which each begins with the character that the one before ends with; a query
    that repeats a bigram, or types two such words apart, loses a weight by that, and no result.
    """
    bigrams = [term for term in terms if term.kind == "bigram"]
    left_out: set[str] = set()
    for at, term in enumerate(bigrams):
        if df.get(term.term):
            continue
        before, after = bigrams[at - 1 : at], bigrams[at + 1 : at + 2]
        covered_before = any(follows(other, term) and other.term not in left_out for other in before)
        covered_after = any(follows(term, other) for other in after)
        stops = [tokens.is_stop(character) for character in term.term]
        neighboured = covered_before or covered_after
        if neighboured and (covered_before or stops[0]) and (covered_after or stops[-1]):
            left_out.add(term.term)
    return left_out
