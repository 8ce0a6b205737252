"""`lwc context`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import limit_option
from lwc.render.view import Fields, View

if TYPE_CHECKING:
    from lwc.render.blocks import Block


def _for_people(fields: Fields) -> list[Block]:
    from lwc.render.overview import overview

    return overview(fields)


OVERVIEW = View(items="stores", compose=_for_people)


@command("lwc context", 'lwc --scope all context --budget 1500 --task "add an export limit"')
@limit_option(25)
@click.option(
    "--budget", type=click.IntRange(min=1), metavar="TOKENS", help="Keep to about this many tokens."
)
@click.option("--task", metavar="TEXT", help="Pages that fit this task come first.")
@click.pass_obj
def context(invocation: Invocation, limit: int, budget: int | None, task: str | None) -> None:
    """Purpose, schema, the index of pages and the last changes: what to read before a task.

    It never holds the body of a page.
    """
    invocation.answer(lambda wiki: wiki.context(limit=limit, budget=budget, task=task), OVERVIEW)
