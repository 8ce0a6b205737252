"""How an answer reads to people, declared beside the command that gives it; JSON needs none of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lwc.render.blocks import Block

#: An answer as plain JSON values, in the order in which its keys are printed.
Fields = dict[str, Any]


class Part(NamedTuple):
    """A further table of an answer, under its own heading; nothing is shown of an empty one."""

    heading: str
    items: str
    columns: tuple[str, ...]


class View(NamedTuple):
    """Facts first, then a table of the items, then text.

    A path such as `span.id` names a value inside the answer (or, for `columns`, inside an item);
    `heading=path` gives it another heading; a fact `path?` is left out when it is false. `items` is also
    what JSON lines prints one of a line. `empty` is said in place of what is not there. `data` is true when
    the text is evidence rather than the wiki's own writing: Markdown then fences it. An answer that needs
    more than this gives `compose`; a view that names nothing shows every field as a fact.
    """

    items: str = ""
    columns: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    text: str = ""
    data: bool = False
    empty: str = ""
    parts: tuple[Part, ...] = ()
    compose: Callable[[Fields], list[Block]] | None = None
