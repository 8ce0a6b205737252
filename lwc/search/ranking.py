"""The second stage: how well a candidate answers a query, as named parts that add up to a score in 0..1."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lwc.model import Candidate, Query, QueryTerm, Scored, TermKind, TermStatistics
from lwc.search.names import Names
from lwc.search.query import companion_characters, follows, halves
from lwc.text import tokens

# The shares of the score. Each part is its share times a measure in 0..1; the greatest shares add up to 1.
# A name that equals the query comes first, always: the least of EXACT is more than all other parts together.
EXACT: Mapping[str, float] = {
    "title": 0.55,
    "slug": 0.55,
    "origin": 0.55,
    "alias": 0.55,
    "asked": 0.53,
    "identifier": 0.51,
}
EVIDENCE = 0.32  # terms and single characters: the saturation of each, weighed by what it tells
TITLE = 0.11  # a third of the evidence: against a sixth, FAQ +1.0 and abstracts +0.6 points of nDCG@10
COVERAGE = 0.01  # 0.03 against 0: -0.3 to -0.5 points on four collections of seven, +0.8 on very short texts
PAGE = 0.01  # between equals, the page that was written from a source comes before the source

# What a term tells, times its idf and how often the query says it.
KIND: Mapping[TermKind, float] = {
    "word": 1.0,
    "identifier": 2.0,  # the exact spelling of a name comes before its parts scattered over a text
    "part": 1.0,
    "bigram": 1.0,
    "single": 1.0,
}
PART_BESIDE_WHOLE = 0.5  # the whole identifier already says what its parts say
# A character beside its own bigrams; at 1 instead of 0: zh +0.1, ja +0.7, ko +3.8 points of nDCG@10.
COMPANION = 1.0
#: From this share of the query's weight on, a document has most of what was asked for.
MOST = 0.5


class TermExplanation(NamedTuple):
    """What one query term gave to a score."""

    term: str
    kind: TermKind
    df: int
    idf: float
    weight: float
    contribution: float


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
    straddling = _straddling(query.terms, df)
    companions = companion_characters(query.terms)
    has_identifier = any(term.kind == "identifier" for term in query.terms)
    rows = []
    for term in query.terms:
        found = min(max(df.get(term.term, 0), 0), documents)
        idf = math.log1p((documents - found + 0.5) / (found + 0.5))
        weight = term.times * idf * KIND[term.kind]
        if term.term in straddling:
            weight = 0.0
        elif term.term in companions:
            weight *= COMPANION
        elif term.kind == "part" and has_identifier:
            weight *= PART_BESIDE_WHOLE
        rows.append(TermStatistics(term.term, term.kind, found, idf, weight))
    return tuple(rows)


def score(candidate: Candidate, query: Query, stats: Sequence[TermStatistics]) -> Scored:
    """Score one candidate; a `Scorer` does many with less work."""
    return Scorer(query, stats).score(candidate)


class Scorer:
    """Scores the candidates of one query; what depends on the query alone is computed once.

    Two hundred candidates take 2 ms for six words and 6 ms for a Chinese question of 27 characters.
    """

    def __init__(self, query: Query, stats: Sequence[TermStatistics]) -> None:
        self._counted = counted_weights(stats)
        self._counted_total = math.fsum(self._counted.values()) or 1.0
        self._shares = evidence_shares(stats)
        self._names = Names(query, stats)

    def score(self, candidate: Candidate) -> Scored:
        """The score of a candidate, its parts, and what it has and lacks of the query."""
        counted, shares = self._counted, self._shares
        has = {term: value for term, value in candidate.saturation.items() if value > 0 and term in shares}
        found = frozenset(term for term in has if term in counted)
        coverage = min(1.0, math.fsum([counted[term] for term in found]) / self._counted_total)
        parts = {
            "exact": EXACT.get(candidate.exact, 0.0),
            "terms": math.fsum([shares[term] * has[term] for term in found]),
            "characters": math.fsum([shares[term] * has[term] for term in has if term not in found]),
            "coverage": COVERAGE * coverage,
            "title": TITLE * self._title_match(candidate.title),
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

    def _title_match(self, title: str) -> float:
        """How much of the query the title has, times how much of the title the query has."""
        if not title:
            return 0.0
        words = title_terms(title)
        shared = words & self._counted.keys()
        if not shared:
            return 0.0
        of_query = math.fsum([self._counted[term] for term in shared]) / self._counted_total
        telling = sum(1 for word in words if word in shared or not tokens.is_stop(word))
        return min(1.0, of_query * len(shared) / telling)


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


def noise(stats: Sequence[TermStatistics]) -> frozenset[str]:
    """The terms that weigh nothing: bigrams that only straddle two words."""
    return frozenset(row.term for row in stats if row.weight == 0)


def evidence_shares(stats: Sequence[TermStatistics]) -> dict[str, float]:
    """What each term can give to a score at most, times its saturation: its share of the query's weight."""
    total = math.fsum(row.weight for row in stats) or 1.0
    return {row.term: EVIDENCE * row.weight / total for row in stats if row.weight > 0}


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


def explain(
    scored: Scored,
    stats: Sequence[TermStatistics],
    *,
    filters: tuple[str, ...] = (),
    runs: tuple[Mapping[str, Any], ...] = (),
) -> Explanation:
    """The arithmetic of a score: the terms sum to the part "terms", companion characters to "characters"."""
    shares = evidence_shares(stats)
    has = scored.candidate.saturation
    rows = tuple(
        TermExplanation(*row, shares.get(row.term, 0.0) * max(has.get(row.term, 0.0), 0.0)) for row in stats
    )
    return Explanation(scored.parts, rows, filters, runs, scored.score)


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
