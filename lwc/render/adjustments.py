"""Weights and feedback for people: a table of weights, and feedback with the fingerprint in one piece."""

from __future__ import annotations

from collections.abc import Iterator

from lwc.render.blocks import Block, Heading, sentence
from lwc.render.compose import items_of
from lwc.render.view import Fields

_WEIGHT = ("ref", "weight", "provenance", "effective", "reason", "updated=updated_at")


def adjustments(fields: Fields) -> list[Block]:
    """What there is, and how much of it is not shown."""
    blocks: list[Block] = []
    if fields["weights"]:
        blocks += [Heading("Weights", 2), *items_of(fields["weights"], _WEIGHT)]
    if fields["feedback"]:
        blocks.append(Heading("Feedback", 2))
        blocks += [block for item in fields["feedback"] for block in _judged(item)]
    if fields["truncated"]:
        shown = len(fields["weights"]) + len(fields["feedback"])
        blocks.append(sentence(f"{shown} of {fields['total']}. A higher --limit shows more.", "dim"))
    return blocks or [sentence("No weight and no feedback.")]


def _judged(item: Fields) -> Iterator[Block]:
    yield sentence(" · ".join([item["ref"], item["signal"], item["provenance"], *_reservations(item)]))
    yield sentence(f"query {item['query_fingerprint']}", "dim", indent=4)
    yield sentence(item["reason"], indent=4)


def _reservations(item: Fields) -> Iterator[str]:
    """Why it does not count."""
    if not item["effective"]:
        yield "not effective"
    if not item["current"]:
        yield "of another tokenizer"
