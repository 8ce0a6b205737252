"""The command `lwc` itself: its help, its version, and the boundary around every run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from lwc.cli.boundary import Boundary
from lwc.cli.invocation import Invocation
from lwc.cli.lazy import Group
from lwc.cli.streams import write_line
from lwc.errors import EXIT_DONE

_EXAMPLES = (
    "lwc init",
    "lwc source add docs/",
    'lwc page put rate-limits --title "Rate limits" --body notes.md --cite 1',
    'lwc search "how many records per export"',
)
_WIDEST_HELP = 100


class Program(Group):
    """The root: whoever calls it, click's test runner included, goes through the same boundary."""

    def main(  # type: ignore[override]  # click's overloads are about its own ways to end, which are not used
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        args = list(sys.argv[1:] if args is None else args)
        with Boundary(args):
            # click takes options out of the list that it is given: the boundary keeps the whole one.
            with self.make_context("lwc", [*args] or ["--help"], obj=Invocation(args)) as ctx:
                self.invoke(ctx)
            raise SystemExit(EXIT_DONE)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        from lwc import __version__

        write_line(f"lwc {__version__}")
        ctx.exit()


def _help_width() -> int:
    """Asked here because click's own way imports shutil, and with it three compression libraries."""
    return max(20, min(_columns() or 80, _WIDEST_HELP) - 2)


def _columns() -> int:
    """0 where nobody knows, some terminals among them."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size().columns
    except (OSError, ValueError):
        return 0


program = Program(
    "",
    _EXAMPLES,
    help="A wiki for agents and people: pages, the sources they rest on, and a search that explains itself.",
    context_settings={"terminal_width": _help_width()},
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help="Print the version.",
        )
    ],
)


def main() -> None:
    """The entry point of the console script; never returns."""
    program.main()
