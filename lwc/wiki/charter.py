"""The two texts that say what a wiki is for (purpose) and how its pages are made (schema)."""

from __future__ import annotations

from typing import NamedTuple

from lwc.errors import LwcError
from lwc.store import log, meta
from lwc.wiki.clock import Clock
from lwc.wiki.slugs import checked_text
from lwc.wiki.stores import Stores

TEXTS = ("purpose", "schema")
CHARACTERS = 100_000


class TextAnswer(NamedTuple):
    """One of the texts; empty when it was never set."""

    name: str
    text: str


class SetAnswer(NamedTuple):
    """One of the texts after writing it."""

    name: str
    text: str
    changed: bool
    operation: int | None
    revision: int


class Charter:
    """`wiki.charter`."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    def show(self, name: str) -> TextAnswer:
        """The text called `purpose` or `schema`."""
        return TextAnswer(name, meta.read(self._stores.single_reader().database, _checked(name)))

    def set(self, name: str, text: str) -> SetAnswer:
        """Replace the text called `purpose` or `schema`; an equal text writes nothing.

        The log keeps every text that was set.
        """
        text = checked_text(_checked(name), text, CHARACTERS).strip()
        database = self._stores.writer().database
        with database.transaction():
            if meta.read(database, name) == text:
                return SetAnswer(name, text, False, None, meta.revision(database))
            recorded = log.record(database, f"{name}.set", "store", name, {"text": text}, self._clock())
            meta.write(database, name, text)
        return SetAnswer(name, text, True, recorded.operation, recorded.revision)


def _checked(name: str) -> str:
    if name not in TEXTS:
        raise LwcError("usage", f"There is no text {name!r}.", hint="Use purpose or schema.")
    return name
