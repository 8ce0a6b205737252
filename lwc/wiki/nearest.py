"""For words of a query that no document has: the words of the stores that are spelt most like them."""

from collections.abc import Iterable, Mapping

from lwc.model import DocumentType, QueryTerm
from lwc.store import vocabulary
from lwc.wiki.stores import OpenStore

#: Words looked up for one query, and terms compared with each.
WORDS = 5
TERMS = 3_000
#: A shorter word has too many neighbours to say anything.
SHORTEST = 4
#: A near term begins as the word does; a slip in the first letters is not found.
BEGINNING = 2
#: Ratcliff and Obershelp's measure, twice the characters in common over all: `sencah` and `sencha` have .83.
LIKENESS = 0.7
NEAREST = 3


def nearest_terms(
    terms: Iterable[QueryTerm],
    frequencies: Mapping[str, int],
    runs: Iterable[tuple[OpenStore, DocumentType]],
) -> dict[str, tuple[str, ...]]:
    """The word as typed → at most three terms of the index, the nearest first; only words that have some."""
    unknown = [
        term
        for term in terms
        if term.kind in ("word", "part") and len(term.term) >= SHORTEST and not frequencies.get(term.term)
    ]
    places = list(runs)
    found = {term.surface: _near(term.term, places) for term in unknown[:WORDS]}
    return {surface: near for surface, near in found.items() if near}


def _near(term: str, places: list[tuple[OpenStore, DocumentType]]) -> tuple[str, ...]:
    from difflib import get_close_matches

    known: set[str] = set()
    for store, type in places:
        known.update(vocabulary.beginning_with(store.database, type, term[:BEGINNING], TERMS))
    return tuple(get_close_matches(term, sorted(known), NEAREST, LIKENESS))
