"""`lwc source`: what the wiki knows it from."""

from __future__ import annotations

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import facet_option, limit_option, offset_option, reason_option
from lwc.errors import EXIT_PARTIAL
from lwc.render.view import View

_HEAD = (
    "id=source.id",
    "title=source.title",
    "origin=source.origin",
    "bytes=source.bytes",
    "fingerprint=source.fingerprint",
    "facets=source.facets",
    "superseded by=source.superseded_by",
    "retired=source.retired_at",
    "created=source.created_at",
)
SOURCE = View(facts=_HEAD, text="text", data=True)
SOURCES = View(
    items="sources",
    columns=("id", "title", "origin", "bytes", "created=created_at"),
    empty="No source yet. lwc source add FILE keeps one.",
)
CITING = View(items="pages", columns=("slug", "title", "kind", "span"), empty="No page cites it.")
STATES = View(
    items="sources",
    columns=("id", "origin", "status", "superseded by=superseded_by", "moved to=moved_to"),
    empty="No source yet.",
)
DIFFERENCE = View(facts=("id=source.id", "status", "added", "removed"), text="diff", data=True)
RETIRED = View(facts=("id=source.id", "changed", "operation", "revision"))


@command(
    "lwc source add guide.md --title Guide",
    "lwc source add docs/ --include '*.md' --exclude 'drafts/*'",
    "curl -s https://example.org/terms | lwc source add - --origin https://example.org/terms",
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH|DIR|-…")
@click.option("--title", help="What the source is called.")
@click.option(
    "--origin",
    help="Where it comes from, when that is not its path; for a folder, what its paths begin with.",
)
@facet_option("--facet", "facets", "A condition it applies under (repeatable).")
@click.option("--include", multiple=True, metavar="GLOB", help="Of a folder, only these files (repeatable).")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Of a folder, not these files (repeatable).")
@click.option("--encoding", help="How to read what is neither UTF-8 nor UTF-16 with a mark.")
@click.pass_obj
def add(
    invocation: Invocation,
    paths: tuple[str, ...],
    title: str | None,
    origin: str | None,
    facets: tuple[tuple[str, str], ...],
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    encoding: str | None,
) -> None:
    """Keep files, folders or standard input (-) as sources, unchanged.

    A file that changed since becomes a new source, which supersedes the old one. What can not be read is
    named, the rest is added, and the exit code is then 8.
    """
    from lwc.cli.adding import ADDED, Addition

    addition = Addition(title, origin, facets, include, exclude, encoding)
    answer = invocation.answer(lambda wiki: addition.to(wiki, paths), ADDED)
    if getattr(answer, "skipped", ()):
        raise click.exceptions.Exit(EXIT_PARTIAL)


@command("lwc source show 12", "lwc source show 12 --offset-chars 20000")
@click.argument("source", metavar="ID")
@click.option("--offset-chars", type=click.IntRange(min=0), default=0, help="Begin at this character.")
@click.option(
    "--max-chars",
    type=click.IntRange(min=1),
    default=20000,
    show_default=True,
    help="Print at most this many characters.",
)
@click.pass_obj
def show(invocation: Invocation, source: str, offset_chars: int, max_chars: int) -> None:
    """Print the text of a source, a window at a time."""
    invocation.answer(
        lambda wiki: wiki.sources.show(source, offset_chars=offset_chars, max_chars=max_chars), SOURCE
    )


@command("lwc source list", "lwc source list --all --limit 20")
@click.option("--all", "everything", is_flag=True, help="Also those that are superseded or retired.")
@limit_option(100)
@offset_option()
@click.pass_obj
def list_(invocation: Invocation, everything: bool, limit: int, offset: int) -> None:
    """List sources."""
    invocation.answer(lambda wiki: wiki.sources.list(limit=limit, offset=offset, all=everything), SOURCES)


@command("lwc source refs 12")
@click.argument("source", metavar="ID")
@click.pass_obj
def refs(invocation: Invocation, source: str) -> None:
    """List the pages that cite a source."""
    invocation.answer(lambda wiki: wiki.sources.refs(source), CITING)


@command("lwc source status", "lwc source status --all")
@click.option("--all", "everything", is_flag=True, help="Also superseded and retired ones.")
@click.pass_obj
def status(invocation: Invocation, everything: bool) -> None:
    """Compare sources with their files: fresh, modified, missing, superseded or untracked."""
    invocation.answer(lambda wiki: wiki.sources.status(all=everything), STATES)


@command("lwc source diff 12")
@click.argument("source", metavar="ID")
@click.pass_obj
def diff(invocation: Invocation, source: str) -> None:
    """Show how the file of a source differs from what was kept."""
    invocation.answer(lambda wiki: wiki.sources.diff(source), DIFFERENCE)


@command('lwc source retire 12 --reason "withdrawn by its author"')
@click.argument("source", metavar="ID")
@reason_option()
@click.pass_obj
def retire(invocation: Invocation, source: str, reason: str) -> None:
    """Take a source out of use; its text is kept."""
    invocation.answer(lambda wiki: wiki.sources.retire(source, reason), RETIRED)
