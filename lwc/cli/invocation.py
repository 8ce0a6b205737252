"""One run of the command line: which stores it is about, and in which form it answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from lwc.cli import streams
from lwc.errors import LwcError

if TYPE_CHECKING:
    from lwc.model import Scope
    from lwc.render.present import Format
    from lwc.render.view import View
    from lwc.wiki import Wiki

FORMATS = ("auto", "json", "jsonl", "table", "markdown")
SCOPES = ("project", "global", "all")

Answer = TypeVar("Answer")


class Invocation:
    """What the global options say; commands get it as click's `obj` and answer through it."""

    def __init__(self, args: Sequence[str]) -> None:
        self.args = args
        self.scope: Scope = "project"
        self.project: str | None = None
        self.format: str | None = None
        self.read_only = False

    def answer(self, use: Callable[[Wiki], Answer], view: View) -> Answer:
        """Opens the wiki, does one thing with it, closes it, prints what it answered."""
        from lwc.render.present import present
        from lwc.render.values import fields_of
        from lwc.wiki import Wiki

        form = chosen_format(self.format)  # before anything is done: a wrong one must not come after a write
        with Wiki.open(self.scope, project=self.project, read_only=self.read_only) as wiki:
            answer = use(wiki)
            scope, database = wiki.answered_from
        fields = fields_of(answer, scope, database)
        if sys.stdout is not None:
            streams.write(present(fields, view, form, sys.stdout, os.environ))
        for warning in fields.get("warnings", ()):
            streams.hint(f"warning: {warning}")
        if form == "jsonl" and view.items and fields.get("truncated"):
            streams.hint(f"{len(fields[view.items])} of {fields['total']} are printed.")
        return answer


def chosen_format(asked: str | None) -> Format:
    """The flag, else LWC_FORMAT, else what suits the stream: a table on a terminal, JSON elsewhere."""
    name = asked or os.environ.get("LWC_FORMAT") or "auto"
    if name not in FORMATS:
        raise LwcError(
            "usage",
            f"LWC_FORMAT is {name!r}, which is not a format.",
            hint=f"Set it to one of {', '.join(FORMATS)}.",
            details={"allowed": list(FORMATS)},
        )
    if name == "auto":
        return "table" if sys.stdout is not None and sys.stdout.isatty() else "json"
    return cast("Format", name)


def _remember(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if value and param.name:
        setattr(ctx.find_object(Invocation), param.name, value)


GLOBAL_OPTIONS: tuple[click.Option, ...] = (
    click.Option(
        ["--scope"],
        type=click.Choice(SCOPES),
        callback=_remember,
        expose_value=False,
        help="Which stores: of this project (default), of this user, or both.",
    ),
    click.Option(
        ["--project"],
        metavar="DIR",
        callback=_remember,
        expose_value=False,
        help="The project's folder, instead of looking upward from here.",
    ),
    click.Option(
        ["--format"],
        type=click.Choice(FORMATS),
        callback=_remember,
        expose_value=False,
        help="How to answer; auto is a table on a terminal and JSON elsewhere.",
    ),
    click.Option(
        ["--read-only"],
        is_flag=True,
        callback=_remember,
        expose_value=False,
        help="Refuse to write.",
    ),
)
