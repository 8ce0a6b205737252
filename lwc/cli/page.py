"""`lwc page`: what the wiki knows."""

from __future__ import annotations

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import facet_option, given, limit_option, offset_option, read_text, reason_option
from lwc.render.view import Part, View

_HEAD = (
    "slug=page.slug",
    "title=page.title",
    "kind=page.kind",
    "summary=page.summary",
    "provenance=page.provenance",
    "tags=page.tags",
    "aliases=page.aliases",
    "asked=page.asked",
    "facets=page.facets",
    "sources=page.citations",
    "supersedes=page.supersedes",
    "superseded by=page.superseded_by",
    "revision=page.revision",
    "updated=page.updated_at",
)
PAGE = View(facts=_HEAD, items="outline", columns=("level", "heading"), text="body", empty="")
WRITTEN = View(facts=("created", "changed", "dry run=dry_run?", *_HEAD, "operation"))
PAGES = View(
    items="pages",
    columns=("slug", "title", "kind", "summary", "updated=updated_at"),
    empty="No page fits. lwc page put SLUG --title … writes one.",
)
LINKS = View(
    facts=("slug", "leads nowhere=links.missing"),
    parts=(
        Part("Links to", "links.outgoing", ("page=slug", "written as=target", "label")),
        Part("Linked from", "links.backlinks", ("page=slug", "title")),
    ),
)
REMOVED = View(facts=("slug", "changed", "operation", "revision"))


@command(
    'lwc page put rate-limits --title "Rate limits" --kind concept --body notes.md --cite 12 --tag api',
    'lwc page put rate-limits --asked "how many requests a minute?" --if-revision 3',
)
@click.argument("slug")
@click.option("--title", help="What the page is called.")
@click.option("--kind", help="What sort of page: concept, howto, source, index …")
@click.option("--summary", help="One or two sentences, shown in every list.")
@click.option("--body", metavar="FILE|-", help="The text, from a file or from standard input.")
@click.option("--cite", multiple=True, metavar="SOURCE[#SPAN]", help="What it rests on (repeatable).")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Repeatable.")
@click.option("--alias", "aliases", multiple=True, metavar="NAME", help="Another name for it (repeatable).")
@click.option("--asked", multiple=True, metavar="QUESTION", help="A question it answers (repeatable).")
@facet_option("--facet", "facets", "A condition it applies under (repeatable).")
@click.option("--provenance", help="Where the knowledge comes from.")
@click.option("--supersedes", multiple=True, metavar="SLUG", help="The page it takes the place of.")
@click.option("--if-revision", type=click.IntRange(min=1), metavar="N", help="Only if the page is at N.")
@click.option("--if-absent", is_flag=True, help="Only if there is no such page.")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.pass_obj
def put(
    invocation: Invocation,
    slug: str,
    title: str | None,
    kind: str | None,
    summary: str | None,
    body: str | None,
    cite: tuple[str, ...],
    tags: tuple[str, ...],
    aliases: tuple[str, ...],
    asked: tuple[str, ...],
    facets: tuple[tuple[str, str], ...],
    provenance: str | None,
    supersedes: tuple[str, ...],
    if_revision: int | None,
    if_absent: bool,
    dry_run: bool,
) -> None:
    """Write a page, or change what is named of it.

    What is not named stays as it is; a list that is named replaces the old one, and --tag "" empties it.
    """
    text = None if body is None else read_text(body)
    invocation.answer(
        lambda wiki: wiki.pages.put(
            slug,
            title=title,
            kind=kind,
            summary=summary,
            body=text,
            cite=given(cite),
            tags=given(tags),
            aliases=given(aliases),
            asked=given(asked),
            facets=facets or None,
            provenance=provenance,
            supersedes=given(supersedes),
            if_revision=if_revision,
            if_absent=if_absent,
            dry_run=dry_run,
        ),
        WRITTEN,
    )


@command("lwc page show rate-limits", 'lwc page show rate-limits --section "Limits for exports"')
@click.argument("slug")
@click.option("--section", metavar="HEADING", help="Only this heading and what is under it.")
@click.option("--outline", is_flag=True, help="Only the headings.")
@click.option("--offset-chars", type=click.IntRange(min=0), default=0, help="Begin at this character.")
@click.option("--max-chars", type=click.IntRange(min=1), help="Print at most this many characters.")
@click.option("--revision", type=click.IntRange(min=1), metavar="N", help="As it was at revision N.")
@click.pass_obj
def show(
    invocation: Invocation,
    slug: str,
    section: str | None,
    outline: bool,
    offset_chars: int,
    max_chars: int | None,
    revision: int | None,
) -> None:
    """Print a page: slug, title and alias all find it."""
    invocation.answer(
        lambda wiki: wiki.pages.show(
            slug,
            section=section,
            outline=outline,
            offset_chars=offset_chars,
            max_chars=max_chars,
            revision=revision,
        ),
        PAGE,
    )


@command("lwc page list", "lwc page list --kind concept --updated-since 2025-01-01")
@click.option("--kind", help="Only of this kind.")
@click.option("--tag", help="Only with this tag.")
@click.option("--provenance", help="Only of this provenance.")
@click.option("--updated-since", metavar="TIME", help="Only changed at this time or later (ISO 8601).")
@limit_option(100)
@offset_option()
@click.pass_obj
def list_(
    invocation: Invocation,
    kind: str | None,
    tag: str | None,
    provenance: str | None,
    updated_since: str | None,
    limit: int,
    offset: int,
) -> None:
    """List pages."""
    invocation.answer(
        lambda wiki: wiki.pages.list(
            kind=kind,
            tag=tag,
            provenance=provenance,
            updated_since=updated_since,
            limit=limit,
            offset=offset,
        ),
        PAGES,
    )


@command("lwc page links rate-limits")
@click.argument("slug")
@click.pass_obj
def links(invocation: Invocation, slug: str) -> None:
    """List the links from and to a page, and those that lead nowhere."""
    invocation.answer(lambda wiki: wiki.pages.links(slug), LINKS)


@command('lwc page remove rate-limits --reason "merged into quotas"')
@click.argument("slug")
@reason_option()
@click.pass_obj
def remove(invocation: Invocation, slug: str, reason: str) -> None:
    """Take a page out of the wiki; its revisions are kept."""
    invocation.answer(lambda wiki: wiki.pages.remove(slug, reason), REMOVED)
