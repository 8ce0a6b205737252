"""For people: why a document is not shown for a query, and what to try."""

from __future__ import annotations

from collections.abc import Iterator

from lwc.render.blocks import Block, Heading, Paragraph, Run, sentence
from lwc.render.compose import items_of
from lwc.render.view import Fields

_TERMS = ("term", "df", "weight", "here=in_document", "in=fields", "last hit=in_last")
_INDENT = 4


def why_not(fields: Fields) -> list[Block]:
    """The verdict, its reasons, the terms of the query on both sides, the change to try, the next step."""
    blocks: list[Block] = [Heading(_verdict(fields), 2), Paragraph(tuple(_title(fields)))]
    blocks += [sentence(reason["message"]) for reason in fields["reasons"] if reason["code"] != "shown"]
    blocks += items_of(fields["terms"], _TERMS)
    return blocks + list(_words(fields)) + list(_advice(fields))


def _verdict(fields: Fields) -> str:
    total = f"{fields['total']}" if fields["total_is_exact"] else f"at least {fields['total']}"
    if fields["rank"] is None:
        return f"Not shown: {fields['reasons'][0]['code'].replace('_', ' ')} · {total} found"
    return f"{'Shown' if fields['shown'] else 'Not shown'}: number {fields['rank']} of {total}"


def _title(fields: Fields) -> Iterator[Run]:
    yield Run(fields["ref"], "bold")
    yield Run(f" · {fields['title']}", "dim")


def _words(fields: Fields) -> Iterator[Block]:
    if fields["missing_terms"]:
        yield sentence(f"It does not have: {', '.join(fields['missing_terms'])}.")
    if fields["document_terms"]:
        yield sentence(f"It has, and the query has not: {', '.join(fields['document_terms'])}.")


def _advice(fields: Fields) -> Iterator[Block]:
    yield Heading("Next", 2)
    if change := fields["change"]:
        done = [
            f"{verb} {', '.join(f'“{text}”' for text in change[name])}"
            for verb, name in (("Without", "removed"), ("with" if change["removed"] else "With", "added"))
            if change[name]
        ]
        yield sentence(f"{' and '.join(done)}: number {change['rank']}.")
    yield sentence(fields["next"]["reason"])
    if command := fields["next"]["command"]:
        yield Paragraph((Run(command, "bold"),), _INDENT)
