"""Query → FTS5 MATCH expression: the only place that knows its grammar."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

from lwc.model import Query, QueryTerm

#: A term counts as often as the query says it, up to here.
MOST_TIMES = 4


def expression(query: Query, terms: Iterable[QueryTerm]) -> str:
    """What the first stage matches: what is required, and none of the exclusions.

    Answers "" when the query has nothing to look for.
    """
    wanted, unwanted = required(query, terms), excluded(query)
    return f"({wanted}) NOT ({unwanted})" if wanted and unwanted else wanted


def required(query: Query, terms: Iterable[QueryTerm]) -> str:
    """Every phrase of the query, else any of the terms that select."""
    wanted = " OR ".join(one(term) for term in terms for _ in range(min(term.times, MOST_TIMES)))
    phrases = [_phrase(phrase) for phrase in query.phrases]
    return " AND ".join(phrases) if phrases else wanted


def excluded(query: Query) -> str:
    """What no document of the answer may match; "" when nothing is excluded."""
    return " OR ".join(_phrase(phrase) for phrase in query.excluded)


def selecting(terms: Iterable[QueryTerm], found: Container[str]) -> tuple[QueryTerm, ...]:
    """The terms that find candidates: all but single CJK characters, which are evidence for the second stage.

    They select when no other term is among those `found` in the stores: the last thing that is tried.
    """
    terms = tuple(terms)
    others = tuple(term for term in terms if term.kind != "single")
    return others if any(term.term in found for term in others) else terms


def is_widened(terms: Iterable[QueryTerm], selecting: Collection[QueryTerm]) -> bool:
    """Whether characters select though the query has longer terms: none of those is in the stores."""
    others = [term for term in terms if term.kind != "single"]
    return bool(others) and len(selecting) > len(others)


def any_of(terms: Iterable[QueryTerm]) -> str:
    """An expression that any of the terms satisfies."""
    return _any(terms)


def any_in_title(terms: Iterable[QueryTerm]) -> str:
    """An expression that any of the terms satisfies in the title."""
    return f"title : ({_any(terms)})"


def both(left: str, right: str) -> str:
    """An expression that is satisfied by what satisfies both."""
    return f"({left}) AND ({right})"


def one(term: QueryTerm) -> str:
    """An expression for one term. A single CJK character is the beginning of every bigram it opens."""
    return _quoted(term.term) + (" *" if term.kind == "single" else "")


def _any(terms: Iterable[QueryTerm]) -> str:
    return " OR ".join(one(term) for term in terms)


def _phrase(terms: Iterable[str]) -> str:
    """The terms in a row. A last CJK character alone is the beginning of the bigram that stands there."""
    *before, last = terms
    open_end = " *" if len(last) == 1 and not last.isascii() else ""
    return " + ".join(map(_quoted, (*before, last))) + open_end


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
