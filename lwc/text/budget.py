"""How many tokens a language model will count, estimated for any script, and cutting text to a budget."""

from __future__ import annotations

import re
from functools import cache

_MARK = "…"


def estimate_tokens(text: str) -> int:
    """About how many tokens a text costs, rounded up.

    A quarter of a token for an ASCII character, a half for other characters of two bytes in UTF-8 (Greek,
    Cyrillic, Arabic …), one for those of three (CJK, Thai, Devanagari …), two beyond (emoji, rare Han): the
    middle of what current vocabularies need for ordinary prose. A longer text never counts less.
    """
    return -(-_quarters(text) // 4)


def _quarters(text: str) -> int:
    length = len(text)
    if text.isascii():
        return length
    # How many characters of each width there are follows from the sizes of three encodings, made in C.
    ascii_count = len(text.encode("ascii", "ignore"))
    astral = len(text.encode("utf-16-le", "surrogatepass")) // 2 - length
    rest = length - ascii_count - astral
    three = len(text.encode("utf-8", "surrogatepass")) - ascii_count - 4 * astral - 2 * rest
    return ascii_count + 2 * (rest - three) + 4 * three + 8 * astral


def cut(text: str, budget: int) -> tuple[str, bool]:
    """The text when it fits in so many tokens; else its beginning with "…" after it, and True.

    The cut is at the end of a sentence when one lies in the last third of what fits, else between words,
    else between characters. The ellipsis itself stays even in a budget of nothing.
    """
    # A character costs a quarter of a token or more: what lies beyond four a token can not fit.
    head = text[: max(0, 4 * budget) + 1]
    if len(head) == len(text) and estimate_tokens(text) <= budget:
        return text, False
    head = head[: _fitting(head, budget)]
    at = _border(head, text[len(head) : len(head) + 1])
    return head[:at].rstrip() + _MARK, True


def _fitting(text: str, budget: int) -> int:
    """The most characters of the text that fit in the budget with the ellipsis after them."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle] + _MARK) <= budget:
            low = middle
        else:
            high = middle - 1
    return low


@cache
def _sentence_end() -> re.Pattern[str]:
    return re.compile(r"[.!?…][\"'”’)\]]*(?=\s|\Z)|[。！？｡][”’」』）]*|\n(?=\n)")


@cache
def _word_end() -> re.Pattern[str]:
    """Between words: before a space, or on either side of a character that is written without spaces."""
    spaceless = (
        "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
    )
    return re.compile(rf"\s+|(?<=[{spaceless}])(?=\w)|(?<=\w)(?=[{spaceless}])|(?<=[{spaceless}])(?=[^\w\s])")


def _border(head: str, following: str) -> int:
    """Where to cut the head of a text that goes on with the character `following`."""
    tail = len(head) * 2 // 3
    sentences = [match.end() for match in _sentence_end().finditer(head, tail)]
    if sentences:
        return sentences[-1]
    words = [match.start() for match in _word_end().finditer(head + following, tail)]
    return next((at for at in reversed(words) if at <= len(head)), len(head))
