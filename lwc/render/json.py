"""Answers as JSON: one object, or one line for each item of a list."""

from __future__ import annotations

import json

from lwc.render.values import SCHEMA_VERSION
from lwc.render.view import Fields


def to_json(fields: Fields, *, indent: bool = False, ascii_only: bool = False) -> str:
    """One object and a newline.

    `ascii_only` is for streams that are not UTF-8: escaped, the text is valid JSON however the reader
    decodes it.
    """
    text = json.dumps(
        fields,
        ensure_ascii=ascii_only,
        allow_nan=False,
        indent=2 if indent else None,
        separators=None if indent else (",", ":"),
    )
    return text + "\n"


def to_json_lines(fields: Fields, items: str, *, ascii_only: bool = False) -> str:
    """One line for each of the answer's `items`; the whole answer on one line when it has no list."""
    found = fields.get(items) if items else None
    if not isinstance(found, list):
        return to_json(fields, ascii_only=ascii_only)
    rows = (item if isinstance(item, dict) else {"value": item} for item in found)
    return "".join(to_json({"schema_version": SCHEMA_VERSION, **row}, ascii_only=ascii_only) for row in rows)
