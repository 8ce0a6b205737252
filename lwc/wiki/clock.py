"""The time, as the store writes it; passed in, so that a test decides what time it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from lwc.errors import LwcError

#: Answers the current moment as ISO 8601 in UTC with milliseconds, `2026-05-04T09:30:00.000Z`.
Clock = Callable[[], str]

#: A year or a month alone, which `datetime.fromisoformat` does not take.
YEAR_OR_MONTH = re.compile(r"(\d{4})(?:-(\d{2}))?")


def utc_now() -> str:
    return _written(datetime.now(UTC))


def moment(text: str) -> str:
    """A time that was typed, as the store writes it, so that the two can be compared.

    ISO 8601: a year, month or day stands for its beginning, a time without an offset is in UTC.
    Raises `invalid_value`.
    """
    try:
        alone = YEAR_OR_MONTH.fullmatch(text.strip())
        if alone is not None:
            return _written(datetime(int(alone[1]), int(alone[2] or 1), 1, tzinfo=UTC))
        found = datetime.fromisoformat(text.strip())
        return _written(found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC))
    except (ValueError, OverflowError) as error:
        raise LwcError(
            "invalid_value",
            f"{text!r} is not a time.",
            hint="Write it as 2026-05-04 or 2026-05-04T09:30:00+02:00.",
        ) from error


def _written(when: datetime) -> str:
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
