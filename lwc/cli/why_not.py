"""`lwc why-not`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import facet_option, limit_option, words
from lwc.render.view import Fields, View

if TYPE_CHECKING:
    from lwc.render.blocks import Block


def _for_people(fields: Fields) -> list[Block]:
    from lwc.render.why_not import why_not

    return why_not(fields)


REASONS = View(compose=_for_people)


@command(
    'lwc why-not refund-rules "money back"',
    'lwc why-not source:12 "export limit" --kind concept --limit 5',
    "lwc why-not page:faq -- -draft rules",
)
@click.argument("ref", metavar="REF")
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--type",
    "document_type",
    type=click.Choice(["auto", "page", "source", "all"]),
    default="auto",
    show_default=True,
    help="As in the search.",
)
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="As in the search (repeatable).")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="As in the search (repeatable).")
@facet_option("--where", "where", "As in the search (repeatable).")
@limit_option(20, most=1_000)
@click.pass_obj
def why_not(
    invocation: Invocation,
    ref: str,
    query: tuple[str, ...],
    document_type: str,
    kinds: tuple[str, ...],
    tags: tuple[str, ...],
    where: tuple[tuple[str, str], ...],
    limit: int,
) -> None:
    """Say why a document is absent or low for a query, and what wording would find it.

    REF is a page by its slug, an alias or its title, a source as source:12, or the id of a span. The wording
    is found by trying: searching for it, with the same options, does show the document.
    """
    invocation.answer(
        lambda wiki: wiki.why_not(
            ref, words(query), type=document_type, kinds=kinds, tags=tags, where=where, limit=limit
        ),
        REASONS,
    )
