"""The time, as the store writes it; passed in, so that a test decides what time it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

#: Answers the current moment as ISO 8601 in UTC with milliseconds, `2026-05-04T09:30:00.000Z`.
Clock = Callable[[], str]


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
