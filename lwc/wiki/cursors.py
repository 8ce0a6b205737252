"""Where a search goes on: a cursor bound to its query, its conditions and the state of the stores."""

from typing import NamedTuple

from lwc.errors import LwcError

FORM = r"c1\.(\d{1,9})\.(\d{1,9})\.(\d{1,9})\.([0-9a-f]{8})\.([0-9-]{1,100})"


class Position(NamedTuple):
    """The next result: its place in a block of candidates, and how many results came before it."""

    block: int
    place: int
    rank: int


def write(position: Position, conditions: str, revisions: tuple[int, ...]) -> str:
    at = ".".join(map(str, position))
    return f"c1.{at}.{_digest(conditions)}.{'-'.join(map(str, revisions))}"


def read(cursor: str, conditions: str, revisions: tuple[int, ...]) -> Position:
    """Raises `invalid_cursor` for one of another query, `stale_cursor` when a store has changed since."""
    import re

    matched = re.fullmatch(FORM, cursor)
    if matched is None or matched[4] != _digest(conditions):
        raise LwcError(
            "invalid_cursor",
            "The cursor belongs to another query or other options.",
            hint="Repeat the query exactly as it was, with the `next_cursor` of its answer.",
        )
    if matched[5] != "-".join(map(str, revisions)):
        raise LwcError(
            "stale_cursor",
            "The store has changed since the cursor was made.",
            hint="Start again without a cursor.",
            details={"cursor_revision": matched[5], "revision": "-".join(map(str, revisions))},
        )
    return Position(int(matched[1]), int(matched[2]), int(matched[3]))


def _digest(conditions: str) -> str:
    import zlib

    return f"{zlib.crc32(conditions.encode('utf-8', 'replace')):08x}"
