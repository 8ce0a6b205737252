"""Spans for people: where they are from by a name that the next command takes, and what they are."""

from __future__ import annotations

from lwc.render.blocks import Block
from lwc.render.compose import compose
from lwc.render.view import Fields, Part, View

_NEAR = ("id", "kind", "text")
_SPAN = View(
    facts=(
        "id=span.id",
        "document=span.document",
        "kind=span.kind",
        "section=span.heading_path",
        "from byte=span.byte_start",
        "to byte=span.byte_end",
    ),
    text="span.text",
    data=True,
    parts=(Part("Beside it", "siblings", _NEAR), Part("Its sentences", "children", _NEAR)),
)
_PLACES = View(
    items="spans", columns=("id", "kind", "section=heading_path", "text"), empty="The text does not hold it."
)


def span(fields: Fields) -> list[Block]:
    """One span and, when it was expanded, what stands around it."""
    near = {name: [_named(one) for one in fields.get(name, ())] for name in ("siblings", "children")}
    return compose({**fields, **near, "span": _named(fields["span"])}, _SPAN)


def places(fields: Fields) -> list[Block]:
    """The spans that hold a quote."""
    return compose({**fields, "spans": [_named(one) for one in fields["spans"]]}, _PLACES)


def _named(span: Fields) -> Fields:
    """With a reference to the document, and of a sentence that it is one: its kind is the passage's."""
    kind = span["type"] if span["type"] == "sentence" else span["kind"]
    return {**span, "document": span["id"].rpartition("@")[0], "kind": kind}
