"""What a query asks for: terms, phrases and exclusions; query text is data, and nothing in it can fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from lwc.model import Query, QueryTerm, TermStatistics, Token
from lwc.text import tokens

#: A pasted book must not become a statement with a hundred thousand terms.
MAX_TERMS = 40_000
#: The first stage asks for this many terms at most: the most selective ones of a long query.
SELECTED_TERMS = 64
#: In a longer text quotation marks and hyphens are the author's own: it was pasted, and demands nothing.
MARKED_CHARACTERS = 300
#: Stop words go when at least so many other terms remain ("what is covid" has nothing else to look for).
ENOUGH_TERMS = 2

_QUOTES = '"“”„'


@cache
def _mark() -> re.Pattern[str]:
    """An excluded phrase, an excluded word or a quotation; read in time linear in the text."""
    quoted = rf"[{_QUOTES}]([^{_QUOTES}]*)[{_QUOTES}]"
    return re.compile(rf"(?<!\S)-{quoted}|(?<!\S)-([^\W\d_][^\s{_QUOTES}]*)|{quoted}")


def parse(text: str) -> Query:
    """Understand what was typed. A query of exclusions alone has no terms."""
    plain, phrases, excluded = _read_marks(text) if len(text) <= MARKED_CHARACTERS else (text, [], [])
    found = tokens.query_tokens(plain)
    stops = _stop_flags(found, chinese=not _has_kana(plain))
    kept, left_out = _drop_stops(found, stops)
    terms = _merge(plain, kept)
    return Query(
        text=text,
        terms=tuple(terms[:MAX_TERMS]),
        dropped=tuple(dict.fromkeys(_dropped_surfaces(plain, left_out, kept))),
        phrases=tuple(phrases),
        excluded=tuple(excluded),
        truncated=len(terms) > MAX_TERMS,
    )


def select_terms(query: Query, df: Mapping[str, int], limit: int = SELECTED_TERMS) -> Query:
    """Keep the `limit` most selective terms, in the query's order; `truncated` says that some were cut.

    A term that no document has selects nothing and goes first. A single character beside its bigrams takes no
    place of its own: it stays as long as one of its bigrams does.
    """
    companions = companion_characters(query.terms)
    counted = [term for term in query.terms if term.term not in companions]
    if len(counted) <= limit:
        return query
    order = sorted(
        range(len(counted)), key=lambda i: (not df.get(counted[i].term), df.get(counted[i].term, 0), i)
    )
    kept = {counted[i].term for i in order[:limit]}
    characters = companions & halves(
        term.term for term in counted if term.term in kept and term.kind == "bigram"
    )
    terms = tuple(term for term in query.terms if term.term in kept or term.term in characters)
    return query._replace(terms=terms, truncated=True)


def companion_characters(terms: Iterable[QueryTerm | TermStatistics]) -> frozenset[str]:
    """The single characters that stand beside a bigram holding them; a lone one is a term like others."""
    known = list(terms)
    inside = halves(term.term for term in known if term.kind == "bigram")
    return frozenset(term.term for term in known if term.kind == "single" and term.term in inside)


def halves(bigrams: Iterable[str]) -> set[str]:
    """What a bigram begins and ends with; a character may carry marks (Thai), so every cut is taken."""
    return {half for bigram in bigrams for i in range(1, len(bigram)) for half in (bigram[:i], bigram[i:])}


def follows(before: QueryTerm, term: QueryTerm) -> bool:
    """Whether two bigrams overlap, as neighbours in one run do."""
    return before.kind == term.kind == "bigram" and before.term[-1:] == term.term[:1]


def phrase_terms(text: str) -> tuple[str, ...]:
    """The index terms that follow one another wherever a text has this phrase.

    The index ends a run of CJK characters with its last character alone; in a text the run may go on after
    the phrase, so that term is left out. A lone character stays, and is to be asked for as a prefix.
    """
    found = tokens.tokens(text)
    if len(found) > 1 and found[-1].kind == "single" and found[-1].end == found[-2].end:
        found = found[:-1]
    return tuple(token.term for token in found)


# ── marks ────────────────────────────────────────────────────────────────────────────────────────


def _read_marks(text: str) -> tuple[str, list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The text with exclusions blanked (so that offsets stay), the phrases, and what is excluded."""
    pieces: list[str] = []
    phrases: list[tuple[str, ...]] = []
    excluded: list[tuple[str, ...]] = []
    position = 0
    for match in _marks(text):
        if match[3] is not None:
            phrases.append(phrase_terms(match[3]))
            continue
        excluded.append(phrase_terms(match[1] or match[2] or ""))
        pieces += (text[position : match.start()], " " * (match.end() - match.start()))
        position = match.end()
    pieces.append(text[position:])
    return "".join(pieces), [terms for terms in phrases if terms], [terms for terms in excluded if terms]


def _marks(text: str) -> Iterator[re.Match[str]]:
    position = 0
    has_marks = any(mark in text for mark in "-" + _QUOTES)
    while has_marks and (match := _mark().search(text, position)):
        start = match.start()
        opens_in_word = match[3] is not None and start > 0 and _is_spaced_letter(text[start - 1])
        position = start + 1 if opens_in_word else match.end()
        if not opens_in_word:
            yield match


def _is_spaced_letter(character: str) -> bool:
    """A letter or digit that a quotation mark does not touch (`5"`, `a"b`): Han, kana and Hangul may."""
    return character.isalnum() and character < "\u2e80"


# ── terms ────────────────────────────────────────────────────────────────────────────────────────


def _stop_flags(found: list[Token], *, chinese: bool) -> list[bool]:
    """Which tokens say little. Stop characters are Chinese: a query with kana has none."""
    return [_is_stop(token, chinese) for token in found]


def _has_kana(text: str) -> bool:
    return not text.isascii() and any("\u3041" <= c <= "\u30ff" or "\uff66" <= c <= "\uff9d" for c in text)


def _is_stop(token: Token, chinese: bool) -> bool:
    if token.kind in ("bigram", "single"):
        return chinese and all(map(tokens.is_stop, token.term))
    return token.kind != "identifier" and tokens.is_stop(token.term)


def _drop_stops(found: list[Token], stops: list[bool]) -> tuple[list[tuple[Token, bool]], list[Token]]:
    others = {
        token.term for token, stop in zip(found, stops, strict=True) if not stop and token.kind != "single"
    }
    enough = len(others) >= ENOUGH_TERMS
    has_bigram = any(token.kind == "bigram" for token in found)
    kept, left_out = [], []
    for token, stop in zip(found, stops, strict=True):
        if stop and (enough or (token.kind == "single" and has_bigram)):
            left_out.append(token)
        else:
            kept.append((token, stop))
    return kept, left_out


def _merge(text: str, kept: list[tuple[Token, bool]]) -> list[QueryTerm]:
    """Say each term once, with how often the query says it; a word typed out prevails over a part."""
    terms: dict[str, QueryTerm] = {}
    for token, stop in kept:
        known = terms.get(token.term)
        if known is None:
            terms[token.term] = QueryTerm(token.term, token.kind, text[token.start : token.end], 1, stop)
        else:
            kind = token.kind if known.kind == "part" else known.kind
            terms[token.term] = known._replace(kind=kind, times=known.times + 1)
    return list(terms.values())


def _dropped_surfaces(text: str, left_out: list[Token], kept: list[tuple[Token, bool]]) -> Iterator[str]:
    """The left-out words as written; overlapping bigrams make one stretch.

    Parts of an identifier and characters inside a bigram that stays were not written as words of their own.
    """
    bigrams = [token for token, _ in kept if token.kind == "bigram"]
    starts, ends = {token.start for token in bigrams}, {token.end for token in bigrams}
    start = end = -1
    for token in left_out:
        if token.kind == "part" or (token.kind == "single" and (token.start in starts or token.end in ends)):
            continue
        if token.start < end:
            end = max(end, token.end)
            continue
        if end > 0:
            yield text[start:end]
        start, end = token.start, token.end
    if end > 0:
        yield text[start:end]
