"""Where a text may be cut when it offers no better place: between words, never inside a grapheme."""

from __future__ import annotations

import re

#: Scripts that are written without spaces: Thai to Myanmar, Khmer, kana, Bopomofo, Han, Hangul.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u312f\u31a0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"
)
_TO_LAST_SPACE = re.compile(r"(?s).*\s")
_TO_LAST_BORDER = re.compile(rf"(?s).*(?:[\W{UNSPACED}]|.(?=[\W{UNSPACED}]))")
#: A grapheme longer than this is no writing, and may be cut.
_LONGEST_GRAPHEME = 64
#: How far back a run of flags is counted: further than to the last cut.
_LONGEST_FLAGS = 4096


def break_before(text: str, start: int, limit: int) -> int:
    """The best place to cut `text[start:]` in the second half before `limit`; always after `start`.

    After white space, else at a border of a word or of an unspaced script's character, else at `limit`.
    """
    least = start + max(1, (limit - start) // 2)
    window = text[least:limit]
    for pattern in (_TO_LAST_SPACE, _TO_LAST_BORDER):
        found = pattern.match(window)
        if found:
            cut = grapheme_start(text, least + found.end(), least)
            if cut > least:
                return cut
    return max(grapheme_start(text, limit, least), start + 1)


def grapheme_start(text: str, cut: int, least: int) -> int:
    """The nearest border of a grapheme at or before `cut`; `cut` itself when there is none near."""
    for place in range(cut, max(least, cut - _LONGEST_GRAPHEME), -1):
        if not _joined(text, place):
            return place
    return cut


def _joined(text: str, place: int) -> bool:
    """Whether the characters around `place` belong to one grapheme (the rules of UAX 29, in short)."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if before < "\u0300" and after < "\u0300":
        return before == "\r" and after == "\n"
    return _extends(after) or before == "\u200d" or _conjoins(before, after) or _is_flag(text, place)


def _extends(after: str) -> bool:
    """Marks, joiners, variation selectors, skin tones, tags."""
    import unicodedata

    return (
        unicodedata.category(after) in ("Mn", "Mc", "Me")
        or after in "\u200c\u200d\u0e33\u0eb3"
        or "\U0001f3fb" <= after <= "\U0001f3ff"
        or "\U000e0020" <= after <= "\U000e007f"
    )


def _conjoins(before: str, after: str) -> bool:
    """Hangul letters of one syllable, and a consonant after a virama."""
    import unicodedata

    if "\u1160" <= after <= "\u11ff" or "\ud7b0" <= after <= "\ud7fb":
        return (
            "\u1100" <= before <= "\u11ff" or "\uac00" <= before <= "\ud7fb" or "\ua960" <= before <= "\ua97c"
        )
    if "\u1100" <= before <= "\u115f" or "\ua960" <= before <= "\ua97c":
        return "\u1100" <= after <= "\u115f" or "\ua960" <= after <= "\ua97c" or "\uac00" <= after <= "\ud7a3"
    return unicodedata.combining(before) == 9 and unicodedata.category(after) == "Lo"


def _is_flag(text: str, place: int) -> bool:
    """Whether `place` splits a pair of regional indicators."""
    run = place
    while run > max(0, place - _LONGEST_FLAGS) and "\U0001f1e6" <= text[run - 1] <= "\U0001f1ff":
        run -= 1
    return "\U0001f1e6" <= text[place] <= "\U0001f1ff" and (place - run) % 2 == 1
