"""What may name a page, and what may stand in its lists."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from lwc.errors import LwcError
from lwc.text.normalize import name_key

SEGMENT_BYTES = 255
SLUG_BYTES = 1024
REASON_CHARACTERS = 512
NAME_CHARACTERS = 512
#: Zero-width and direction characters make two slugs look alike; the joiners of emoji and scripts stay.
UNSEEN = frozenset("\u00ad\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u2060\ufeff") | {
    chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xE0000, 0xE0080))
}
#: `source:1` as a slug could be reached only as `page:source:1`.
QUALIFIERS = ("page:", "source:", "project:", "global:", "all:")


def checked_slug(slug: str) -> str:
    """The slug as it was given. Raises `invalid_slug` when it can not name a page and a file."""
    problem = _problem(slug)
    if problem:
        raise LwcError(
            "invalid_slug",
            f"{slug!r} is not a slug: {problem}.",
            hint="Use words joined by hyphens, with / for folders, such as `billing/payment-rules`.",
            details={"slug": slug},
        )
    return slug


def _problem(slug: str) -> str:
    if not slug.strip():
        return "it is empty"
    if any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in slug):
        return "it holds a control character or a line break"
    if any(character in UNSEEN for character in slug):
        return "it holds a character that can not be seen, or one that turns the direction of writing"
    if slug.lower().startswith(QUALIFIERS):
        return "it begins as a qualified reference does"
    if "\\" in slug:
        return "it holds a backslash"
    segments = slug.split("/")
    if any(not segment or segment != segment.strip() for segment in segments):
        return "a part of it is empty, or begins or ends with a space"
    if any(segment in (".", "..") for segment in segments):
        return "a part of it is `.` or `..`"
    if len(slug.encode()) > SLUG_BYTES or any(len(part.encode()) > SEGMENT_BYTES for part in segments):
        return f"a part of it has more than {SEGMENT_BYTES} bytes, or all of it more than {SLUG_BYTES}"
    return ""


def checked_names(what: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names in their order, each once, empty ones left out. Raises `invalid_value`."""
    by_key: dict[str, str] = {}
    for name in names:
        stripped = checked_text(what, name, NAME_CHARACTERS).strip()
        if stripped:
            by_key.setdefault(name_key(stripped), stripped)
    return tuple(by_key.values())


def checked_text(what: str, text: str, limit: int) -> str:
    """The text, when it is one line's worth of characters that can be stored. Raises `invalid_value`."""
    if len(text) > limit:
        raise LwcError(
            "invalid_value",
            f"The {what} has {len(text)} characters; {limit} are the most.",
            details={"limit": limit, "characters": len(text)},
        )
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise LwcError("not_text", f"The {what} holds a NUL character or half of a surrogate pair.")
    return text


def checked_reason(reason: str) -> str:
    """A reason that says something, of at most 512 characters. Raises `invalid_value`."""
    if not reason.strip():
        raise LwcError(
            "invalid_value", "A reason is needed.", hint='Say why, such as --reason "merged into faq".'
        )
    return checked_text("reason", reason, REASON_CHARACTERS).strip()


def checked_facets(facets: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The facets sorted, each once. Raises `invalid_value` when a name or value is empty."""
    pairs = set()
    for name, value in facets:
        if not name.strip() or not value.strip():
            raise LwcError(
                "invalid_value", f"A facet needs a name and a value, not {name!r}={value!r}.",
                hint="Write it as --facet version=v2.",
            )  # fmt: skip
        pairs.add(
            (checked_text("facet", name, NAME_CHARACTERS), checked_text("facet", value, NAME_CHARACTERS))
        )
    return tuple(sorted(pairs))
