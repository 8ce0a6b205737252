"""Whether a text that is kept gives away a query whose text may not be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from lwc.text.normalize import fold
from lwc.text.tokens import is_stop, query_tokens


def discloses(text: str, query: str) -> bool:
    """Whether `text` repeats `query`: its words in its order, however they are cased, spaced or punctuated.

    A query of one word is repeated by that word as it was typed; one of a single stop word by nothing, for
    hardly a sentence does without. A lone CJK character is repeated where it stands alone.
    """
    words = list(_words(query))
    if not words or (len(words) == 1 and is_stop(words[0])):
        return False
    if _holds(_plain(text), _plain(_core(query))):
        return True
    return len(words) > 1 and _follow(list(_words(text)), words)


def _words(text: str) -> Iterator[str]:
    """The smallest words: parts instead of identifiers, CJK characters instead of bigrams."""
    found = [token for token in query_tokens(text.casefold()) if token.kind != "bigram"]
    for token, after in zip_longest(found, found[1:]):
        has_parts = token.kind == "identifier" and after is not None and after.kind == "part"
        if not has_parts:
            yield token.term


def _core(query: str) -> str:
    """The query without the punctuation around it."""
    found = query_tokens(query)
    return query[min(token.start for token in found) : max(token.end for token in found)]


def _plain(text: str) -> str:
    return " ".join(fold(text).split())


def _holds(text: str, wanted: str) -> bool:
    """Whether it stands there, and not inside a longer word."""
    at = text.find(wanted)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(wanted) : at + len(wanted) + 1]
        is_lone = len(wanted) == 1
        if not (_goes_on(before, wanted[0], is_lone) or _goes_on(after, wanted[-1], is_lone)):
            return True
        at = text.find(wanted, at + 1)
    return False


def _goes_on(neighbour: str, edge: str, is_lone: bool) -> bool:
    """Whether a word goes on beyond its edge. Han, kana and Hangul words touch, and so have no edge."""
    if not (neighbour.isalnum() and edge.isalnum()):
        return False
    return is_lone or (neighbour < "\u2e80" and edge < "\u2e80")


def _follow(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the wanted words follow one another somewhere."""
    size = len(wanted)
    return any(words[at : at + size] == wanted for at in range(len(words) - size + 1))
