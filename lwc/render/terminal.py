"""What the stream can show: how wide it is, which characters it has, and whether colour is welcome."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple, TextIO

from lwc.render.blocks import GLUE, Style

#: For output that goes to no terminal and is still wanted as a table.
DEFAULT_WIDTH = 100
NARROWEST = 10
#: For a terminal that says it has no columns: one that nobody looks at, as in a build.
UNTOLD_WIDTH = 80

_CODES: Mapping[Style, str] = {"bold": "\x1b[1m", "dim": "\x1b[2m", "match": "\x1b[1;4m"}
_RESET = "\x1b[0m"

#: Control characters of stored text must not reach a terminal: they could move the cursor or set its title.
_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"
} | {ord("\r"): None}

#: How our own signs are written where the stream lacks them; an escape would be all that is seen.
_PLAIN = {"·": "-", "…": "...", GLUE: " "}


class Terminal(NamedTuple):
    """A stream as a place to read on."""

    width: int
    colour: bool
    encoding: str

    def styled(self, text: str, style: Style) -> str:
        code = _CODES.get(style, "") if self.colour and text else ""
        return f"{code}{text}{_RESET}" if code else text

    def printable(self, text: str) -> str:
        """`text` in characters that the stream has; what it lacks is written as an escape."""
        text = text.translate(_CONTROLS)
        if self._lacks(text):
            for sign, plain in _PLAIN.items():
                text = text.replace(sign, plain) if self._lacks(sign) else text
        return text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def _lacks(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return True
        return False

    def has(self, characters: str) -> bool:
        return not self._lacks(characters)


def terminal_of(stream: TextIO, environ: Mapping[str, str]) -> Terminal:
    """The terminal behind `stream`. NO_COLOR, TERM=dumb and anything that is no terminal mean no colour."""
    is_terminal = stream.isatty()
    colour = is_terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    return Terminal(_width(stream, is_terminal, environ), colour, stream.encoding or "utf-8")


def _width(stream: TextIO, is_terminal: bool, environ: Mapping[str, str]) -> int:
    columns = environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return max(int(columns), NARROWEST)
    if not is_terminal:
        return DEFAULT_WIDTH
    try:
        told = os.get_terminal_size(stream.fileno()).columns
    except OSError:
        return UNTOLD_WIDTH
    return max(told, NARROWEST) if told else UNTOLD_WIDTH
