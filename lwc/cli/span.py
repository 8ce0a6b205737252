"""`lwc span`: exact text with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.render.view import Fields, View

if TYPE_CHECKING:
    from lwc.render.blocks import Block


def _span_for_people(fields: Fields) -> list[Block]:
    from lwc.render.span import span

    return span(fields)


def _places_for_people(fields: Fields) -> list[Block]:
    from lwc.render.span import places

    return places(fields)


SPAN = View(compose=_span_for_people)
PLACES = View(items="spans", compose=_places_for_people)
_EXAMPLE_ID = "page:rate-limits@9f86d081884c7d65.1/4"


@command(f"lwc span get {_EXAMPLE_ID}")
@click.argument("span", metavar="ID")
@click.pass_obj
def get(invocation: Invocation, span: str) -> None:
    """Print the exact text of a span. A span of an earlier text is refused as stale, never guessed."""
    invocation.answer(lambda wiki: wiki.spans.get(span), SPAN)


@command(f"lwc span expand {_EXAMPLE_ID} --before 2 --after 2")
@click.argument("span", metavar="ID")
@click.option("--before", type=click.IntRange(min=0), default=1, show_default=True, help="Spans before it.")
@click.option("--after", type=click.IntRange(min=0), default=1, show_default=True, help="Spans after it.")
@click.option("--children", type=click.IntRange(min=0), default=20, show_default=True, help="Its sentences.")
@click.pass_obj
def expand(invocation: Invocation, span: str, before: int, after: int, children: int) -> None:
    """Print what stands around a span: the passage it is in, its neighbours, its sentences."""
    invocation.answer(
        lambda wiki: wiki.spans.expand(span, before=before, after=after, children=children), SPAN
    )


@command('lwc span locate --in page:rate-limits --quote "at most 100 records"')
@click.option("--in", "ref", required=True, metavar="REF", help="page:SLUG or source:ID.")
@click.option("--quote", required=True, help="The words to find, exactly as they stand there.")
@click.pass_obj
def locate(invocation: Invocation, ref: str, quote: str) -> None:
    """Find the spans of a document that hold a quote."""
    invocation.answer(lambda wiki: wiki.spans.locate(ref, quote), PLACES)
