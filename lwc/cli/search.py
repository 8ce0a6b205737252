"""`lwc search`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import facet_option, limit_option, words
from lwc.errors import EXIT_FOUND
from lwc.render.view import Fields, View

if TYPE_CHECKING:
    from lwc.render.blocks import Block


def _for_people(fields: Fields) -> list[Block]:
    from lwc.render.hits import hits

    return hits(fields)


HITS = View(items="results", compose=_for_people)


@command(
    'lwc search "payment rules"',
    'lwc search "export limit" --kind concept --where version=v2 --explain',
    'lwc search "how long are drafts kept" --granularity sentence',
    "lwc search -- -text that begins with a hyphen",
)
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--type",
    "document_type",
    type=click.Choice(["auto", "page", "source", "all"]),
    default="auto",
    show_default=True,
    help="auto: pages first, sources where no shown page rests on them.",
)
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only pages of this kind (repeatable).")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only pages with this tag (repeatable).")
@facet_option("--where", "where", "Only with this facet (repeatable).")
@click.option(
    "--granularity",
    type=click.Choice(["document", "passage", "sentence", "all"]),
    default="document",
    show_default=True,
    help="What is found; all: documents by what they, their passages and their sentences say.",
)
@click.option(
    "--group-by",
    type=click.Choice(["auto", "none", "document"]),
    default="auto",
    show_default=True,
    help="document: each document once, with its best spans; auto: for all alone.",
)
@limit_option(20, most=1_000)
@click.option("--cursor", metavar="CURSOR", help="Go on where an earlier answer's next_cursor says.")
@click.option("--explain", is_flag=True, help="Show how every score comes about.")
@click.option("--record", is_flag=True, help="Write the query's text and the best hits to the log.")
@click.option("--fail-empty", is_flag=True, help="Exit with 1 when nothing is found.")
@click.pass_obj
def search(
    invocation: Invocation,
    query: tuple[str, ...],
    document_type: str,
    kinds: tuple[str, ...],
    tags: tuple[str, ...],
    where: tuple[tuple[str, str], ...],
    granularity: str,
    group_by: str,
    limit: int,
    cursor: str | None,
    explain: bool,
    record: bool,
    fail_empty: bool,
) -> None:
    """Find pages and sources, or passages and sentences of them, best first.

    QUERY is plain text: "quoted phrases" stay together, -word excludes, and nothing in it is an error.
    """
    answer = invocation.answer(
        lambda wiki: wiki.search(
            words(query),
            type=document_type,
            kinds=kinds,
            tags=tags,
            where=where,
            granularity=granularity,
            group_by=group_by,
            limit=limit,
            cursor=cursor,
            explain=explain,
            record=record,
        ),
        HITS,
    )
    if fail_empty and not answer.results:
        raise click.exceptions.Exit(EXIT_FOUND)
