"""Kinds of arguments that several commands take."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from lwc.errors import LwcError

if TYPE_CHECKING:
    from io import BufferedReader

#: Bytes of standard input taken at once.
_PIECE = 1 << 16

Function = TypeVar("Function", bound=Callable[..., Any])


def facet_option(name: str, argument: str, help: str) -> Callable[[Function], Function]:
    """A repeatable option of the form NAME=VALUE, given to the command as pairs."""
    return click.option(name, argument, multiple=True, metavar="F=V", callback=_pairs, help=help)


def _pairs(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    return tuple(_pair(value) for value in values)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise click.BadParameter(f"'{text}' is not of the form NAME=VALUE, such as version=v2.")
    return name, value


def words(text: tuple[str, ...]) -> str:
    """What was typed as one text; bytes that are not UTF-8 become the replacement character."""
    return " ".join(text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def given(values: tuple[str, ...]) -> tuple[str, ...] | None:
    """The values of a repeatable option: None when it was not used, nothing when its one value is empty."""
    return tuple(value for value in values if value) if values else None


def limit_option(default: int, most: int | None = None) -> Callable[[Function], Function]:
    """`--limit`, how many items to answer."""
    return click.option(
        "--limit", type=click.IntRange(1, most), default=default, show_default=True, help="At most this many."
    )


def offset_option() -> Callable[[Function], Function]:
    """`--offset`, how many items to leave out first."""
    return click.option("--offset", type=click.IntRange(min=0), default=0, help="Leave out this many first.")


def reason_option() -> Callable[[Function], Function]:
    """`--reason`, kept in the log."""
    return click.option("--reason", required=True, help="Why; it is kept in the log.")


def read_bytes(path: str) -> bytes:
    """The content of a file, a pipe among them, or of standard input for `-`.

    What is larger than the limit is read a byte beyond it, for decoding to refuse. Raises file_not_found,
    not_a_file, unreadable_file.
    """
    if path == "-":
        return read_stdin()
    from lwc.text.decode import MAX_BYTES

    try:
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError as fault:
        raise LwcError(
            "file_not_found",
            f"There is no file {path}.",
            hint="Name a file that exists, or - for standard input.",
            details={"path": path},
        ) from fault
    except IsADirectoryError as fault:
        raise LwcError(
            "not_a_file", f"{path} is a folder.", hint="Name a file in it.", details={"path": path}
        ) from fault
    except OSError as fault:
        raise _unreadable(path, fault) from fault


def _unreadable(path: str, fault: OSError) -> LwcError:
    return LwcError(
        "unreadable_file",
        f"{path} can not be read: {fault.strerror}.",
        hint="Correct its permissions, or name another file.",
        details={"path": path},
    )


def check_stdin() -> None:
    """Refuses a standard input that is closed.

    Closed is not empty: agents and daemons often run so, and an empty text would take the place of one.
    """
    if sys.stdin is None:
        raise LwcError(
            "usage", "Standard input is closed.", hint="Pipe the text in, or name a file instead of -."
        )


def read_stdin() -> bytes:
    """All of standard input; a terminal is told how to end it. Raises `usage` when it is closed."""
    check_stdin()
    if sys.stdin.isatty():
        from lwc.cli.streams import hint

        hint("Reading from the terminal; Ctrl-D on an empty line ends it.")
    from lwc.text.decode import MAX_BYTES

    # Piece by piece: read() alone would go on reading after an interrupt that came between its system calls.
    stream = cast("BufferedReader", sys.stdin.buffer)
    content = bytearray()
    try:
        while len(content) <= MAX_BYTES and (piece := stream.read1(_PIECE)):
            content += piece
    except OSError as fault:  # it may be open for writing alone
        raise _unreadable("Standard input", fault) from fault
    return bytes(content)


def read_text(path: str) -> str:
    """The text of a file or of standard input, by the rules for text that comes in."""
    from lwc.text.decode import decode

    return decode(read_bytes(path)).text
