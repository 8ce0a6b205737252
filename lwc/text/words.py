"""Text outside of CJK → words, identifiers and their parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, pairwise

from Stemmer import Stemmer

from lwc.model import Token
from lwc.text.characters import SHAPES
from lwc.text.memory import Memory
from lwc.text.normalize import fold
from lwc.text.stopwords import CHINESE

#: A longer term is cut to this many characters, in the index and in a query alike.
MAX_TERM = 64
#: A word of more parts (a digest, Base64) is one term and has no parts.
MAX_PARTS = 12
#: An identifier of more words is taken as several.
MAX_WORDS = 64

# Over shapes (see `characters.Shapes`).
_LETTER = "LlGgRrOo"
_WORD = f"[{_LETTER}d][{_LETTER}dm]*(?:'(?:[Ll][Llm]?(?![{_LETTER}dm'])|[GgRrOo][GgRrOom]*))?"
_ATOM = rf"{_WORD}(?:\+\+|#(?![{_LETTER}dm]))?"
_LINK = r"(?:_{1,4}|::|:/{1,3}|:\\|[/\\]\.{0,2}|\+\+[-./]?|#[-./]|[-'.:@#+&]|(?<=\+))"
_IDENTIFIER = (
    rf"(?:(?<![{_LETTER}dm./\\-])\.(?=[{_LETTER}])|__)?{_ATOM}(?:{_LINK}{_ATOM}){{0,{MAX_WORDS - 1}}}(?:__)?"
)
_SPACELESS = "t[tm]*|w[wm]*|b[bm]*|k[km]*"
_PICTURE = r"ff?|ex?(?:zex?){0,15}"
_ONE_CASE = "|".join(
    f"{upper}{{2,}}{lower}(?![{lower}m])|{upper}[{upper}m]*(?!{lower})|{upper}?{lower}[{lower}m]*"
    for upper, lower in ("Ll", "Gg", "Rr", "Oo")
)
_CONTRACTIONS = frozenset(("s", "t", "d", "m", "re", "ve", "ll", "em", "n"))

# What may stand around a word without a say in its terms.
_BEFORE = "\"'([{<*“«"
_AFTER = '.,;:!?)]}>"*'

_new = tuple.__new__  # a third quicker than calling the class


@cache
def _scanner() -> re.Pattern[str]:
    return re.compile(f"({_IDENTIFIER})|({_SPACELESS})|{_PICTURE}")


@cache
def _atoms() -> re.Pattern[str]:
    return re.compile(_ATOM)


@cache
def _parts() -> re.Pattern[str]:
    return re.compile(f"{_ONE_CASE}|d[dm]*")


@cache
def _clusters() -> re.Pattern[str]:
    return re.compile("[^m]m*")


def word_tokens(text: str, base: int, *, query: bool) -> Iterator[Token]:
    """The tokens of composed text that holds no CJK; their offsets count from `base`."""
    at = 0
    for chunk in text.split():
        at = text.index(chunk, at)
        word = chunk.lstrip(_BEFORE)
        start = base + at + len(chunk) - len(word)
        word = word.rstrip(_AFTER)
        if (term := _plain_term(word)) is not None:
            yield _new(Token, (term, "word", start, start + len(word)))
        else:
            yield from _scan(word, start, query=query)
        at += len(chunk)


def _scan(text: str, base: int, *, query: bool) -> Iterator[Token]:
    shape = text.translate(SHAPES)
    for match in _scanner().finditer(shape):
        start, end = match.span()
        raw = text[start:end]
        start += base
        if match.lastindex == 1:
            for term, kind, first, last in _FOUND[raw]:
                yield _new(Token, (term, kind, start + first, start + last))
        elif match.lastindex == 2:
            borders = [0, *(cluster.end() for cluster in _clusters().finditer(match[0]))]
            yield from run_tokens(raw, borders, start, query=query)
        else:
            yield Token(raw[:MAX_TERM], "word", start, base + end)


def word_terms(text: str) -> str:
    """The terms of `word_tokens`, each with a space after it."""
    word = text.lstrip(_BEFORE).rstrip(_AFTER)
    terms = _quick_terms(word)
    return spaced(word_tokens(word, 0, query=False)) if terms is None else terms + " "


def spaced(found: Iterable[Token]) -> str:
    """The terms of tokens, each with a space after it."""
    terms = (token.term + " " for token in found)
    # In batches, so that a text of one word does not stand in memory term by term.
    return "".join(iter(lambda: "".join(islice(terms, 1024)), ""))


def _quick_terms(word: str) -> str | None:
    """The terms of what most words are, found without patterns: plain ASCII words, digits, and such joined
    by single hyphens or slashes; None for all else. Equal to what the patterns give."""
    if len(word) > MAX_TERM or not word.isascii():
        return None
    if (term := _plain_term(word)) is not None:
        return term
    terms = [word.lower(), *map(_plain_term, word.replace("/", "-").split("-"))]
    return None if len(terms) == 2 or None in terms else " ".join(filter(None, terms))


def _plain_term(word: str) -> str | None:
    if len(word) > MAX_TERM or not word.isascii():
        return None
    if word.isalpha():
        if word.islower():
            return _STEMS[word]
        return _STEMS[word.lower()] if word.istitle() or word.isupper() else None
    return word if word.isdigit() else None


# ── runs ─────────────────────────────────────────────────────────────────────────────────────────────


def run_tokens(run: str, borders: list[int], base: int, *, query: bool) -> Iterator[Token]:
    """The bigrams of a run of characters that stand between `borders`; then for the index the last
    character, for a query every character beside the bigrams unless it is a stop character."""
    idle = CHINESE if query and len(borders) > 2 and not _is_other_than_chinese(run) else frozenset[str]()
    last = len(borders) - 2
    for at, (start, middle) in enumerate(pairwise(borders)):
        if at < last:
            end = borders[at + 2]
            yield Token(run[start:end][:MAX_TERM], "bigram", base + start, base + end)
        if (query or at == last) and (single := run[start:middle][:MAX_TERM]) not in idle:
            yield Token(single, "single", base + start, base + middle)


def _is_other_than_chinese(run: str) -> bool:
    return any("\u3041" <= character <= "\u30ff" or "\uac00" <= character <= "\ud7a3" for character in run)


# ── words and identifiers ────────────────────────────────────────────────────────────────────────────


def _term(raw: str) -> str:
    """The form of a word in which it is stored, without stemming."""
    return fold(raw[: 4 * MAX_TERM])[:MAX_TERM]


def _stemmed(raw: str) -> str:
    term = _term(raw)
    return _STEMS[term] if term.isascii() and (term.isalpha() or "'" in term) else term


def _identifier(raw: str, shape: str) -> Iterator[Token]:
    """The tokens of one word, or of an identifier as a whole and then in parts."""
    if (first := _atoms().match(shape)) and first.end() == len(shape):
        yield from _atom(raw, shape, 0, whole=True)
        return
    whole = _without_possessive(raw)
    yield Token(_term(whole), "identifier", 0, len(whole))
    for atom in _atoms().finditer(shape):
        start, end = atom.span()
        if (term := _plain_term(part := raw[start:end])) is not None:
            yield Token(term, "part", start, end)
        else:
            yield from _atom(part, atom[0], start, whole=False)


def _atom(raw: str, shape: str, start: int, *, whole: bool) -> Iterator[Token]:
    """The tokens of a word without connectors; `whole` when it stands alone, not inside of an identifier."""
    spans = [match.span() for match in _parts().finditer(shape)] if len(raw) <= MAX_TERM else []
    if _is_plain(raw, shape, spans):
        yield Token(_stemmed(raw), "word" if whole else "part", start, start + len(raw))
        return
    raw = _without_possessive(raw)
    term = _term(raw)
    yield Token(term, "identifier" if whole else "part", start, start + len(raw))
    if (stem := _stemmed(raw)) != term:
        yield Token(stem, "part", start, start + len(raw))
    if len(spans) > MAX_PARTS:
        return
    for first, last in spans:
        if last <= len(raw) and (part := _stemmed(raw[first:last])) != term:
            yield Token(part, "part", start + first, start + last)


def _is_plain(raw: str, shape: str, spans: list[tuple[int, int]]) -> bool:
    """Whether a word is letters of one alphabet and manner, or digits; a contraction is one word."""
    if not spans:
        return shape.isalpha()
    end = spans[0][1]
    if end == len(shape):
        return True
    if len(spans) != 2 or shape[end] != "'":
        return False
    return shape[end + 1] not in "Ll" or raw[end + 1 :].casefold() in _CONTRACTIONS


def _without_possessive(raw: str) -> str:
    return raw[:-2] if raw[-2:] in ("'s", "'S") else raw


def _found(raw: str) -> tuple[Token, ...]:
    return tuple(_identifier(raw, raw.translate(SHAPES)))


_STEMS: Memory[str] = Memory(Stemmer("english", 0).stemWord, most=1 << 17, longest=MAX_TERM)
_FOUND = Memory(_found, most=1 << 15, longest=40)


def stem_of(word: str) -> str:
    """The English stem (Snowball) of a lower-case word."""
    return _STEMS[word]
