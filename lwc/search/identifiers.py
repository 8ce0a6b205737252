"""Which names look like code, and are meant as they are spelt."""

import re
from functools import cache


@cache
def _code() -> re.Pattern[str]:
    """`camelCase`, `snake_case`, `a.b`, `a::b`, paths, `E12`, `v2`, `ADR-016`."""
    return re.compile(
        r"[a-z][A-Z]|[A-Z]{2,}[a-z]|\w_\w|::|\w\.\w|[/\\]|[A-Za-z]-?\d|\d[A-Za-z]|[A-Z]{2,}-\w|[@#]\w"
    )


def looks_like_code(name: str) -> bool:
    return _code().search(name) is not None
