"""Which kind of character each code point is, as far as cutting text into terms needs to know."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from unicodedata import category

#: Scripts whose touching characters make one run of bigrams: Han of all planes, kana, Hangul, Bopomofo,
#: their repetition and length marks, and the marks that combine with them (tones, kana voicing).
#: As the inside of a regular expression's character class.
CJK = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099\u309a"
    "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7fb\uf900-\ufaff\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)

#: Scripts written without spaces, which may be cut between any two characters. Hangul has spaces.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Myanmar, Khmer
    "\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"  # Han, kana, Bopomofo
)

#: Characters that are not there for a search: soft hyphen, joiners and zero-width spaces, fillers, variation
#: selectors, direction controls, tags. The zero-width joiner is apart, because emoji are made with it.
IGNORABLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff"
)

#: Pictures that can be searched for; those that NFKC turns into letters are left out.
EMOJI = (
    "\u231a\u231b\u23e9-\u23fa\u25fd\u25fe\u2600-\u27bf\u2b05-\u2b55"
    "\U0001f000-\U0001f0ff\U0001f300-\U0001faff"
)

# First code point, last code point, letter: l Latin, g Greek, r Cyrillic; t Thai, w Lao, b Burmese, k Khmer.
_SCRIPTS = (
    (0x0041, 0x02AF, "l"),
    (0x0370, 0x03FF, "g"),
    (0x0400, 0x052F, "r"),
    (0x0E00, 0x0E7F, "t"),
    (0x0E80, 0x0EFF, "w"),
    (0x1000, 0x109F, "b"),
    (0x1780, 0x17FF, "k"),
    (0x1C80, 0x1C8F, "r"),
    (0x1D00, 0x1DBF, "l"),
    (0x1E00, 0x1EFF, "l"),
    (0x1F00, 0x1FFF, "g"),
    (0x2C60, 0x2C7F, "l"),
    (0xA640, 0xA69F, "r"),
    (0xA720, 0xA7FF, "l"),
    (0xA9E0, 0xA9FF, "b"),
    (0xAA60, 0xAA7F, "b"),
    (0xAB30, 0xAB6F, "l"),
)
_STARTS = [first for first, _, _ in _SCRIPTS]


@cache
def ranges(inside: str) -> tuple[tuple[str, str], ...]:
    """The ranges that the inside of a character class stands for."""
    pairs: list[tuple[str, str]] = []
    at = 0
    while at < len(inside):
        is_range = inside[at + 1 : at + 2] == "-"
        pairs.append((inside[at], inside[at + 2 if is_range else at]))
        at += 3 if is_range else 1
    return tuple(pairs)


def is_in(character: str, inside: str) -> bool:
    """Whether a character belongs to the class; for single look-ups, where compiling a pattern costs more."""
    return any(first <= character <= last for first, last in ranges(inside))


def _script(code: int) -> str:
    at = bisect_right(_STARTS, code) - 1
    return _SCRIPTS[at][2] if at >= 0 and code <= _SCRIPTS[at][1] else "o"


def _shape(code: int) -> str:
    character = chr(code)
    if is_in(character, CJK):
        return "c"
    kind = category(character)
    if kind[0] == "L":
        script = _script(code)
        return script.upper() if kind in ("Lu", "Lt") else script
    if kind[0] == "M":
        return "m"
    if kind[0] == "N":
        return "d"
    if character == "\u200d":
        return "z"
    if "\U0001f1e6" <= character <= "\U0001f1ff":
        return "f"
    if "\U0001f3fb" <= character <= "\U0001f3ff":
        return "x"
    return "e" if is_in(character, EMOJI) else " "


class Shapes(dict[int, str]):
    """For `str.translate`: each character becomes one ASCII letter that says what it is.

    `l` a Latin letter, `g` Greek, `r` Cyrillic, `o` of another alphabet, in upper case when the letter is;
    `d` a digit, `m` a combining mark; `c` CJK with its marks; `t`, `w`, `b`, `k` Thai, Lao, Burmese, Khmer;
    `e` a picture, `x` a skin tone, `f` half of a flag, `z` the joiner; punctuation that may stand inside an
    identifier is itself; a space is all the rest. Learnt as characters are met, so that no table has to be
    built or loaded.
    """

    def __missing__(self, code: int) -> str:
        shape = _shape(code)
        if len(self) < 1 << 16:  # more than any collection of real texts has
            self[code] = shape
        return shape


SHAPES = Shapes(
    {
        **dict.fromkeys(range(128), " "),
        **dict.fromkeys(range(65, 91), "L"),
        **dict.fromkeys(range(97, 123), "l"),
        **dict.fromkeys(range(48, 58), "d"),
        **{ord(mark): mark for mark in "_-./:@#+&\\'"},
    }
)
