"""Answers as plain JSON values: named tuples become objects, tuples become lists, keys keep their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lwc.render.view import Fields

SCHEMA_VERSION = 1


def plain(value: object) -> Any:
    """`value` in the types that JSON knows.

    A number that is not finite becomes null: JSON has no NaN. Half of a surrogate pair (a byte of a file name
    that is not UTF-8) is written as an escape that one can read: JSON's own would not be text.
    """
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode()
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else None
    names = getattr(value, "_fields", None)
    if names is not None and isinstance(value, tuple):
        return {name: plain(item) for name, item in zip(names, value, strict=True)}
    if isinstance(value, Mapping):
        return {plain(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no place in an answer")


def fields_of(answer: object, scope: str, database: str | None) -> Fields:
    """What every answer begins with, then the answer's own fields."""
    return {"schema_version": SCHEMA_VERSION, "scope": scope, "database": database, **plain(answer)}


def at(fields: Any, path: str) -> Any:
    """The value that a dotted path names, None where there is none."""
    for name in path.split("."):
        fields = fields.get(name) if isinstance(fields, dict) else None
    return fields
