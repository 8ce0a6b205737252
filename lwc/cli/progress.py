"""How far long work has come: a bar on a terminal's standard error, one line a minute elsewhere."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import Self

from lwc.cli.streams import beside

_BAR_INTERVAL = 0.1
_LINE_INTERVAL = 60.0
_BAR_WIDTH = 30


class Progress:
    """Call it with how much is done, how much there is, and what came last; it decides when to print."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self.printed_at = monotonic()
        self.has_bar = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.has_bar:
            beside("\r\x1b[K")

    def __call__(self, done: int, total: int, name: str = "") -> None:
        now = monotonic()
        if now - self.printed_at < (_BAR_INTERVAL if self.is_terminal else _LINE_INTERVAL):
            return
        self.printed_at = now
        count = f"{self.label} {done} of {total}"
        if self.is_terminal:
            self.has_bar = True
            filled = _BAR_WIDTH * done // max(total, 1)
            beside(f"\r\x1b[K[{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {count}")
        else:
            beside(f"{count}\n")
