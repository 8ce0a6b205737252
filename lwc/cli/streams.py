"""Standard output and standard error, which may be closed, narrow, or unable to show a character."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from lwc.errors import LwcError


def write(text: str) -> None:
    """Result to standard output. Raises BrokenPipeError when its reader has left."""
    stream = sys.stdout
    if stream is None:
        return
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        silence(stream)
        raise
    except OSError as fault:
        silence(stream)
        raise LwcError(
            "io_error",
            f"The answer could not be written to standard output: {fault.strerror}.",
            hint="Make room, or send the output somewhere else. What the command did stands.",
        ) from fault


def write_line(text: str) -> None:
    """Text of ours as the result: what the stream can not show is escaped."""
    if sys.stdout is not None:
        write(_encodable(text, sys.stdout) + "\n")


def hint(text: str) -> None:
    """One line beside the result, on standard error."""
    beside(f"{text}\n")


def beside(text: str) -> None:
    """Text on standard error."""
    stream = sys.stderr
    if stream is None:
        return
    try:
        stream.write(_encodable(text, stream))
        stream.flush()
    except OSError:  # full or gone: what can not be said changes nothing of what was done
        silence(stream)


def silence(stream: TextIO) -> None:
    """Sends the rest of a stream nowhere; Python would complain again when it flushes at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass  # a stream without a descriptor has nothing to flush


def _encodable(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
