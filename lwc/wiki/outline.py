"""The headings of a text as sections: a heading and all under it."""

from __future__ import annotations

from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import Heading
from lwc.text.normalize import name_key
from lwc.text.segment import segment


class OutlineEntry(NamedTuple):
    """A section: its heading's level and text, and its range in bytes of the text's UTF-8."""

    level: int
    heading: str
    byte_start: int
    byte_end: int


def outline_of(text: str) -> tuple[OutlineEntry, ...]:
    headings, length = segment(text).headings, len(text.encode())
    return tuple(
        OutlineEntry(heading.level, heading.text, heading.byte_start, _section_end(headings, at, length))
        for at, heading in enumerate(headings)
    )


def section_of(text: str, name: str) -> str:
    """The section with this heading, compared without case. Raises `span_not_found`, naming all."""
    entries = outline_of(text)
    wanted = name_key(name.lstrip("#").strip())
    for entry in entries:
        if name_key(entry.heading) == wanted:
            return text.encode()[entry.byte_start : entry.byte_end].decode()
    raise LwcError(
        "span_not_found",
        f"There is no section {name!r}.",
        hint="`lwc page show SLUG --outline` lists the sections.",
        details={"section": name, "sections": [entry.heading for entry in entries][:50]},
    )


def section_around(text: str, byte_start: int) -> OutlineEntry | None:
    """The innermost section that holds the byte; None before the first heading."""
    holding = [entry for entry in outline_of(text) if entry.byte_start <= byte_start < entry.byte_end]
    return holding[-1] if holding else None


def _section_end(headings: tuple[Heading, ...], at: int, length: int) -> int:
    following = headings[at + 1 :]
    return next((other.byte_start for other in following if other.level <= headings[at].level), length)
