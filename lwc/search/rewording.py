"""Other wordings of a query that might find a certain document, the smallest change first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from lwc.model import Query, QueryTerm
from lwc.search.query import parse
from lwc.search.reasons import Holding
from lwc.search.telling import Word

#: So many of the document's words are tried alone, and so many in pairs.
ALONE = 5
PAIRED = 3
#: A shorter word has too many neighbours; the likeness is Ratcliff and Obershelp's.
SHORTEST = 4
LIKENESS = 0.7
#: So many misspelt words are mended.
RESPELT = 3

_QUOTES = '"“”„'
_PIECES = re.compile(rf"-?[{_QUOTES}][^{_QUOTES}]*[{_QUOTES}]|[^\s{_QUOTES}]+")


class Wording(NamedTuple):
    """A query, and what was added to and taken from the one that was typed."""

    query: str
    added: tuple[str, ...]
    removed: tuple[str, ...]


def wordings(
    query: Query, holding: Holding, respelt: Mapping[str, str], words: Sequence[Word], title: str
) -> Iterator[Wording]:
    """At most 13: without what is in the way, respelt, with one or two of the document's words, its title.

    An obstacle that stays keeps the document out, so that every wording but the last is without all of them.
    """
    bare = _without(query.text, holding)
    mended = _respelt(bare, respelt)
    for wording in (bare, *mended):
        if wording.query and wording.query != query.text:
            yield wording
    best = mended[-1] if mended else bare
    surfaces = [word.surface for word in words]
    for word in surfaces[:ALONE]:
        yield _with(best, (word,))
    for pair in combinations(surfaces[:PAIRED], 2):
        yield _with(best, pair)
    if title.strip() and title != query.text:
        yield Wording(" ".join(title.split()), (title,), (query.text,))


def respellings(unknown: Sequence[QueryTerm], words: Sequence[Word]) -> dict[str, str]:
    """Words of the query that no document has → the word of this document that is spelt most like it."""
    asked = [term for term in unknown if term.kind == "word" and len(term.term) >= SHORTEST]
    if not asked:
        return {}
    from difflib import get_close_matches

    known = {word.terms[0]: word.surface for word in reversed(words) if len(word.terms) == 1}
    near = {term.surface: get_close_matches(term.term, known, 1, LIKENESS) for term in asked[:RESPELT]}
    return {surface: known[terms[0]] for surface, terms in near.items() if terms}


def _without(text: str, holding: Holding) -> Wording:
    """Without the marks that keep the document out; the words of a phrase stay."""
    kept: list[str] = []
    added: list[str] = []
    removed: list[str] = []
    end = 0
    for piece in _PIECES.finditer(text):
        inside = _mended(piece[0], holding)
        if inside != piece[0]:
            kept += (text[end : piece.start()], f" {inside} ")
            added += [inside] if inside else []
            removed.append(piece[0])
            end = piece.end()
    if not removed:
        return Wording(text, (), ())
    return Wording(" ".join("".join((*kept, text[end:])).split()), tuple(added), tuple(removed))


def _mended(piece: str, holding: Holding) -> str:
    """Nothing of an obstructing exclusion, the words of an obstructing phrase, else the piece as it is."""
    if piece[0] not in "-" + _QUOTES:
        return piece
    marks = parse(piece)
    if any(phrase in holding.excluded for phrase in marks.excluded):
        return ""
    return piece.strip(_QUOTES) if any(phrase in holding.phrases for phrase in marks.phrases) else piece


def _respelt(wording: Wording, respelt: Mapping[str, str]) -> list[Wording]:
    """With one word respelt, with two, with all."""
    found = []
    for surface, word in respelt.items():
        typed = re.search(rf"(?<!\w){re.escape(surface)}(?!\w)", wording.query)
        if typed:
            before, after = wording.query[: typed.start()], wording.query[typed.end() :]
            added, removed = (*wording.added, word), (*wording.removed, surface)
            wording = Wording(f"{before}{word}{after}", added, removed)
            found.append(wording)
    return found


def _with(wording: Wording, words: tuple[str, ...]) -> Wording:
    return wording._replace(query=" ".join([wording.query, *words]).strip(), added=(*wording.added, *words))
