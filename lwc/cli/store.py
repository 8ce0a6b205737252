"""Commands about the store as a whole."""

from __future__ import annotations

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import limit_option, words
from lwc.render.view import Part, View

CREATED = View(facts=("created", "database", "git exclude=git_exclude.status"))
PLACES = View(
    items="stores",
    columns=("scope", "database", "exists", "writable", "reason"),
    parts=(Part("Not chosen", "considered", ("path", "reason")),),
)
OPERATIONS = View(
    items="operations",
    columns=("id", "when=created_at", "action", "type=target_type", "target", "revision"),
    empty="Nothing was written yet.",
)
TERMS = View(
    facts=("tokenizer", "as=purpose"),
    items="terms",
    columns=("term", "kind", "start", "end", "text", "stop word=stop"),
)
COUNTS = View(
    items="stores",
    columns=(
        "scope",
        "pages=counts.pages",
        "sources=counts.sources",
        "passages=counts.passages",
        "links=counts.links",
        "operations=counts.operations",
        "page_bytes",
        "source_bytes",
        "file_bytes",
    ),
)
UPKEEP = View()


@command("lwc init", "lwc --scope global init")
@click.option("--no-git-exclude", is_flag=True, help="Leave .git/info/exclude alone.")
@click.pass_obj
def init(invocation: Invocation, no_git_exclude: bool) -> None:
    """Create the store, if there is none yet."""
    invocation.answer(lambda wiki: wiki.init(git_exclude=not no_git_exclude), CREATED)


@command("lwc where")
@click.pass_obj
def where(invocation: Invocation) -> None:
    """Say which stores are used, where they are, and why those."""
    invocation.answer(lambda wiki: wiki.where(), PLACES)


@command("lwc log", "lwc log --action page.put --since 2025-01-01")
@limit_option(50)
@click.option("--since", metavar="TIME", help="Only at this time or later (ISO 8601).")
@click.option("--action", help="Only this action.")
@click.option("--target", help="Only about this page or source.")
@click.pass_obj
def log(
    invocation: Invocation, limit: int, since: str | None, action: str | None, target: str | None
) -> None:
    """List what was written, newest first."""
    invocation.answer(
        lambda wiki: wiki.log(limit=limit, since=since, action=action, target=target), OPERATIONS
    )


@command("lwc tokens getUserById", 'lwc tokens --query "how many records"')
@click.argument("text", nargs=-1, required=True)
@click.option("--query", is_flag=True, help="As a query reads it; without, as the index does.")
@click.pass_obj
def tokens(invocation: Invocation, text: tuple[str, ...], query: bool) -> None:
    """Show the terms of a text, with their places."""
    invocation.answer(lambda wiki: wiki.tokens(words(text), query=query), TERMS)


@command("lwc stats")
@click.pass_obj
def stats(invocation: Invocation) -> None:
    """Count what the store holds."""
    invocation.answer(lambda wiki: wiki.upkeep.stats(), COUNTS)


@command("lwc migrate")
@click.pass_obj
def migrate(invocation: Invocation) -> None:
    """Bring the store up to the schema of this version."""
    invocation.answer(lambda wiki: wiki.upkeep.migrate(), UPKEEP)


@command("lwc reindex")
@click.pass_obj
def reindex(invocation: Invocation) -> None:
    """Rebuild the index from the text that is kept."""
    from lwc.cli.progress import Progress

    with Progress("indexed") as progress:
        invocation.answer(lambda wiki: wiki.upkeep.reindex(progress=progress), UPKEEP)
