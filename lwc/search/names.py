"""How the terms of a query are named to the person who typed them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lwc.model import Query, QueryTerm, TermStatistics
from lwc.search.query import follows


class Names:
    """Names terms as the user wrote them, in the query's order.

    Bigrams that overlap in the query are one stretch (`优惠` and `惠券` are `优惠券`), and the parts of an
    identifier that is named are not named again. Many candidates have the same terms: names are remembered.
    """

    def __init__(self, query: Query, stats: Sequence[TermStatistics]) -> None:
        self._terms = query.terms
        self._bigrams = [term for term in query.terms if term.kind == "bigram"]
        self._places = _places(self._bigrams, query.text)
        self._noise = {row.term for row in stats if row.weight == 0}
        self._known: dict[frozenset[str], tuple[str, ...]] = {}

    def of(self, terms: frozenset[str]) -> tuple[str, ...]:
        """The names of these terms."""
        known = self._known.get(terms)
        if known is None:
            known = self._known[terms] = self._name(terms)
        return known

    def of_missing(self, terms: frozenset[str]) -> tuple[str, ...]:
        """The names of missing terms; noise is named where both its neighbours are missing."""
        return self.of(terms | self._bridges(terms)) if self._noise and terms else self.of(terms)

    def _bridges(self, terms: frozenset[str]) -> set[str]:
        triples = zip(self._bigrams, self._bigrams[1:], self._bigrams[2:], strict=False)
        return {
            b.term for a, b, c in triples if b.term in self._noise and a.term in terms and c.term in terms
        }

    def _name(self, terms: frozenset[str]) -> tuple[str, ...]:
        listed = [term for term in self._terms if term.term in terms]
        wholes = [term.surface for term in listed if term.kind == "identifier"]
        names: list[str] = []
        place = 0
        for term in listed:
            if term.kind == "bigram":
                before, place = place, self._places[term.term]
                if place == before + 1:
                    names[-1] += term.surface[1:]
                    continue
            if term.kind != "part" or not any(term.surface in whole for whole in wholes):
                names.append(term.surface)
        return tuple(dict.fromkeys(names))


def _places(bigrams: Sequence[QueryTerm], text: str) -> dict[str, int]:
    """Numbers that are consecutive exactly for bigrams that overlap in the text; they start at 2."""
    places = {term.term: 2 for term in bigrams[:1]}
    place = 2
    for before, term in pairwise(bigrams):
        joined = follows(before, term) and before.surface + term.surface[1:] in text
        place += 1 if joined else 2
        places[term.term] = place
    return places
