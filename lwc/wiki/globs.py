"""Patterns for paths, as a shell understands them, with `**` for any number of folders."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lwc.errors import LwcError
from lwc.text.normalize import origin_key


class Globs:
    """Patterns that are asked together.

    A pattern without `/` is meant for a name at any depth, one with `/` for the path from the top. A
    pattern that fits a folder fits all that is in it; a `/` at the end fits folders alone. `*` and `?` stay
    inside of a name, and `[…]` is one of a set. With `hidden` false, names that begin with a dot are only
    fitted by patterns that write the dot. Names are compared by NFC.
    """

    def __init__(self, patterns: Sequence[str], *, hidden: bool) -> None:
        self._expressions = [_compile(pattern, hidden) for pattern in patterns]
        self.name_hidden = any(pattern.startswith(".") or "/." in pattern for pattern in patterns)

    def __bool__(self) -> bool:
        return bool(self._expressions)

    def fit(self, path: str) -> bool:
        """Whether one of the patterns fits `path` ('/' between names; a folder's ends in '/')."""
        key = origin_key(path)
        return any(expression.match(key) for expression in self._expressions)


def _compile(pattern: str, hidden: bool) -> re.Pattern[str]:
    names = origin_key(pattern).strip("/").split("/")
    try:
        if names != [""]:
            anchored = len(names) > 1 or pattern.startswith("/")
            names = names if anchored else ["**", *names]
            return re.compile(_expression(names, pattern.endswith("/"), hidden), re.DOTALL)
    except re.error:
        pass  # a set whose range runs backwards
    raise LwcError(
        "invalid_value", f"{pattern!r} is not a pattern for paths.", hint='Try "*.md" or "docs/**".'
    )


def _expression(names: list[str], folder_only: bool, hidden: bool) -> str:
    *folders, last = names
    inside = ".+" if hidden else r"(?!\.)[^/]+(?:/(?!\.)[^/]+)*/?"
    if last == "**":
        end = inside
    else:
        end = _name(last, hidden) + (f"/(?:{inside})?" if folder_only else f"(?:/(?:{inside})?)?")
    return "".join(_folder(name, hidden) for name in folders) + end + r"\Z"


def _folder(name: str, hidden: bool) -> str:
    if name == "**":
        return "(?:.*/)?" if hidden else r"(?:(?!\.)[^/]+/)*"
    return _name(name, hidden) + "/"


def _name(pattern: str, hidden: bool) -> str:
    start = "" if hidden or pattern.startswith(".") else r"(?!\.)"
    return start + "".join(map(_piece, re.findall(r"\[[!^]?\]?[^\]]*\]|\*+|.", pattern, re.DOTALL)))


def _piece(piece: str) -> str:
    if piece.startswith("*"):
        return "[^/]*"
    if piece == "?":
        return "[^/]"
    if len(piece) > 2 and piece.startswith("["):
        return _set(piece[1:-1])
    return re.escape(piece)


def _set(content: str) -> str:
    negated = content[0] in "!^" and len(content) > 1
    members = content[1:] if negated else content
    escaped = re.sub(r"([\\\[\]^&~|])", r"\\\1", members)
    return f"[{'^/' if negated else ''}{escaped}]"
