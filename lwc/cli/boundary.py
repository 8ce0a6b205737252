"""The outermost edge of a run: whatever happens inside ends as an exit code and, on failure, one error."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Self

import click

from lwc.cli import streams
from lwc.errors import CODES, EXIT_DONE, LwcError


class Boundary:
    """Turns the end of a run into SystemExit.

    It is a context manager because one place has to see every exception, so that a fault of ours leaves
    with its own code (70) and in the form that the caller asked for; Python's excepthook could print it
    but always exits with 1. Nothing is swallowed: the run is over, and LWC_DEBUG prints the traceback.
    """

    def __init__(self, args: Sequence[str]) -> None:
        self.args = args

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if fault is None or isinstance(fault, SystemExit):
            return
        if isinstance(fault, click.exceptions.Exit):
            raise SystemExit(fault.exit_code)
        if isinstance(fault, BrokenPipeError):
            raise SystemExit(EXIT_DONE)  # the reader had enough: that is no failure
        error = as_error(fault)
        if os.environ.get("LWC_DEBUG"):
            from traceback import format_exception

            streams.beside("".join(format_exception(fault)))
        streams.hint(_as_json(error) if self._is_for_programs() else _for_people(error))
        raise SystemExit(error.exit_code)

    def _is_for_programs(self) -> bool:
        name = _format_in(self.args) or os.environ.get("LWC_FORMAT") or "auto"
        if name in ("table", "markdown"):
            return False
        return name in ("json", "jsonl") or sys.stdout is None or not sys.stdout.isatty()


def as_error(fault: BaseException) -> LwcError:
    """Any exception as an error that has a code."""
    if isinstance(fault, LwcError):
        return fault
    if isinstance(fault, click.ClickException):
        from lwc.cli.suggest import usage_error

        return usage_error(fault)
    if isinstance(fault, (KeyboardInterrupt, click.Abort)):
        return LwcError(
            "interrupted", "Interrupted.", hint="What was done stands; run it again for the rest."
        )
    return LwcError(
        "internal",
        f"{type(fault).__name__}: {fault}",
        hint="Run it again with LWC_DEBUG=1 and report what it prints.",
        details={"exception": type(fault).__name__},
    )


def _format_in(args: Sequence[str]) -> str | None:
    """The last --format before `--`, read without click: it also counts when the line is wrong."""
    found = None
    for number, arg in enumerate(args):
        if arg == "--":
            break
        if arg.startswith("--format="):
            found = arg.partition("=")[2]
        elif arg == "--format" and number + 1 < len(args):
            found = args[number + 1]
    return found


def _as_json(error: LwcError) -> str:
    from lwc.render.json import to_json
    from lwc.render.present import is_utf8
    from lwc.render.values import plain

    fields = {
        "code": error.code,
        "message": error.message,
        "hint": error.hint,
        "retryable": error.retryable,
        "details": error.details,
    }
    ascii_only = not is_utf8(getattr(sys.stderr, "encoding", None))
    return to_json({"error": plain(fields)}, ascii_only=ascii_only).rstrip("\n")


def _for_people(error: LwcError) -> str:
    """What, why, next."""
    lines = [f"error: {error.message}", f"why:   {CODES[error.code][1]} ({error.code})"]
    if error.hint:
        lines.append(f"next:  {error.hint}")
    return "\n".join(lines)
