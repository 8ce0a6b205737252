"""Words as they are written, their stems and their beginnings: what the index of stems does not keep."""

from __future__ import annotations

import re
from functools import cache

from lwc.text.characters import UNSPACED, is_in
from lwc.text.normalize import fold
from lwc.text.words import stem_of

#: Stems of `dying`, `lying` and `tying`: only the first letter is common.
_CHANGED_STEMS = frozenset(("die", "lie", "tie"))
#: Small letters and digits stay, capitals become small, all else parts words.
_ASCII_WORDS = "".join(chr(code).lower() if chr(code).isalnum() else " " for code in range(128))
#: Letters of the beginning by which words of one family are known (`magnet`, `magnetism`).
BEGINNING = 4


def words(text: str) -> list[str]:
    """The runs of letters and digits of a text, folded: a word of Latin letters, a run of Han, an eojeol."""
    if text.isascii():  # a third of the time of the pattern
        return text.translate(_ASCII_WORDS).split()
    return _word().findall(fold(text))


def stem(word: str) -> str:
    """The index term of a word: the English stem of one in ASCII, else the word itself."""
    return stem_of(word) if word.isascii() else word


def opening(term: str) -> str:
    """What a word begins with whenever this term is its stem: stemming changes the end of English words."""
    if not term.isascii():
        return term
    return term[:1] if term in _CHANGED_STEMS else term[: 2 if len(term) <= 3 else 3]


def beginning(word: str) -> str:
    """The first four letters, of Korean the first four jamo (`만ᄂ` of `만났어`); "" of a shorter word.

    Runs of Han and kana have none: their bigrams say where words begin.
    """
    if word.isascii():
        return word[:BEGINNING] if len(word) >= BEGINNING else ""
    if is_hangul(word):
        letters = _jamo(word[:BEGINNING])
        return letters[:BEGINNING] if len(letters) >= BEGINNING else ""
    return word[:BEGINNING] if len(word) >= BEGINNING and not is_unspaced(word) else ""


def is_hangul(word: str) -> bool:
    return "\uac00" <= word[0] <= "\ud7a3"


def is_unspaced(word: str) -> bool:
    """Whether a run begins with a script that is written without spaces (Hangul has them)."""
    return is_in(word[0], UNSPACED)


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


def _jamo(word: str) -> str:
    from unicodedata import normalize  # not for texts in ASCII

    return normalize("NFD", word)
