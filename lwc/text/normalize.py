"""Forms of a text under which equal things compare equal, with the way back to the original offsets."""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from unicodedata import category, combining, normalize

from lwc.text.characters import EMOJI, IGNORABLE, is_in
from lwc.text.memory import Memory

#: Most combining marks that are kept on one character: normalising sorts them in quadratic time, and no
#: orthography needs more (Unicode's stream-safe format has the same bound).
MAX_MARKS = 30

# Characters that mean the ASCII one in terms: apostrophes, and the hyphens that NFKC leaves apart.
_ASCII_LOOK = {"\u2019": "'", "\u02bc": "'", "\u02bb": "'", "\u2010": "-"}


class Folded(NamedTuple):
    """A text in another form. `starts[i]` is the offset in the original of the character that `text[i]` came
    from, with the original's length at the end; None when every offset is the same in both."""

    text: str
    starts: list[int] | None


def name_key(text: str) -> str:
    """What names (slugs, titles, tags, aliases) are compared by: NFC and case folding."""
    if text.isascii():
        return text.lower()
    return normalize("NFC", normalize("NFD", normalize("NFC", text).casefold()).casefold())


def origin_key(text: str) -> str:
    """What paths and other origins are compared by: NFC alone."""
    return normalize("NFC", text)


def fold(text: str) -> str:
    """Fold compatibility forms (NFKC), case, width and the accents of Latin, Greek and Cyrillic letters.

    Kana stay voiced, Hangul is composed, й stays й, the marks of all other scripts are kept; characters
    that can not be seen are dropped.
    """
    return _transform(text, _FOLDED) if not text.isascii() else text.lower()


def compose(text: str) -> str:
    """Fold compatibility forms and width, but neither case nor accents; apostrophes and hyphens to ASCII."""
    return _transform(text, _COMPOSED) if not text.isascii() else text


def fold_with_offsets(text: str) -> Folded:
    """`fold`, and where each of its characters stands in the original."""
    return _transform_with_offsets(text, _FOLDED) if not text.isascii() else Folded(text.lower(), None)


def compose_with_offsets(text: str) -> Folded:
    """`compose`, and where each of its characters stands in the original."""
    return _transform_with_offsets(text, _COMPOSED) if not text.isascii() else Folded(text, None)


# ── one character at a time, as long as that is right ────────────────────────────────────────────────


class _Form(NamedTuple):
    """A form of text: how a whole string is brought into it, and what `simple` characters become, those
    that depend on no neighbour and become one character; "" for all others."""

    whole: Callable[[str], str]
    simple: Memory[str]


def _form(whole: Callable[[str], str]) -> _Form:
    def become(character: str) -> str:
        new = whole(character) if _begins_cluster(character) else ""
        return new if len(new) == 1 else ""

    return _Form(whole, Memory(become, most=1 << 16, longest=1))


def _begins_cluster(character: str) -> bool:
    """Whether nothing before this character can change what normalising makes of it."""
    if character == "\u200d" or is_in(character, IGNORABLE):
        return False
    first = normalize("NFKD", character)[0]
    return category(first)[0] != "M" and not "\u1160" <= first <= "\u11ff"


def _transform(text: str, form: _Form) -> str:
    distinct = set(text)
    becomes = list(map(form.simple.__getitem__, distinct))
    if "" in becomes:
        return form.whole(text)
    changed = [(old, new) for old, new in zip(distinct, becomes, strict=True) if old != new]
    return _replace(text, changed)


def _replace(text: str, changed: list[tuple[str, str]]) -> str:
    # Up to some thirty passes of str.replace are quicker than one of str.translate (80 ns a character). What
    # a character becomes never changes again, so that the order of the passes does not matter.
    if len(changed) > 30:
        return text.translate({ord(old): new for old, new in changed})
    for old, new in changed:
        text = text.replace(old, new)
    return text


def _transform_with_offsets(text: str, form: _Form) -> Folded:
    distinct = set(text)
    if all(map(form.simple.__getitem__, distinct)):
        return Folded(_transform(text, form), None)
    shape = text.translate({ord(one): _cluster_shape(one, form) for one in distinct})
    parts: list[str] = []
    starts: list[int] = []
    whole = cache(form.whole)  # few clusters differ
    for match in _clusters().finditer(shape):
        start, end = match.span()
        old = text[start:end]
        new = whole(old)
        parts.append(new)
        starts.extend(range(start, end) if len(new) == len(old) else [start] * len(new))
    starts.append(len(text))
    return Folded("".join(parts), starts)


def _cluster_shape(character: str, form: _Form) -> str:
    if form.simple[character]:
        return "s"
    return "b" if _begins_cluster(character) else "m"


# ── whole strings ────────────────────────────────────────────────────────────────────────────────────


@cache
def _clusters() -> re.Pattern[str]:
    """Over a cluster shape: characters that stand for themselves, or one with all that may join it."""
    return re.compile("s+(?!m)|.m*")


@cache
def _ignorable() -> re.Pattern[str]:
    return re.compile(f"[{IGNORABLE}]+")


@cache
def _joiner() -> re.Pattern[str]:
    return re.compile(f"(?<![{EMOJI}])\u200d+")


@cache
def _crowd() -> re.Pattern[str]:
    """A long run of neither letters, digits, spaces nor ASCII: too many marks may stand in it."""
    return re.compile(rf"[^\w\s\x00-\x7f]{{{MAX_MARKS + 1},}}")


@cache
def _accents() -> re.Pattern[str]:
    """In decomposed text, the accents to be dropped after the letter that is kept."""
    cyrillic = "\u0400-\u0417\u0419-\u0437\u0439-\u0482\u048a-\u052f"
    base = f"a-zA-Z\xc0-\u02af\u0370-\u03ff{cyrillic}\u1d00-\u1dbf\u1e00-\u1fff"
    return re.compile(f"([{base}]|[\u0418\u0438]\u0306?+)[\u0300-\u036f]+")


def _keep_thirty(match: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for character in match[0]:
        marks = marks + 1 if combining(character) else 0
        if marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)


def _visible(text: str) -> str:
    text = _joiner().sub("", _ignorable().sub("", text))
    return _crowd().sub(_keep_thirty, text)


def _compose_whole(text: str) -> str:
    text = normalize("NFKC", _visible(text))
    for old, new in _ASCII_LOOK.items():
        text = text.replace(old, new)
    return text


def _fold_whole(text: str) -> str:
    text = normalize("NFKC", normalize("NFD", normalize("NFKC", _visible(text))).casefold())
    return normalize("NFKC", _accents().sub(r"\1", normalize("NFD", text.casefold())))


_COMPOSED = _form(_compose_whole)
_FOLDED = _form(_fold_whole)
