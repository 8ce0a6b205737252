"""The one way from an answer to text, whatever the format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TextIO

from lwc.render.view import Fields, View

Format = Literal["json", "jsonl", "table", "markdown"]


def present(fields: Fields, view: View, form: Format, stream: TextIO, environ: Mapping[str, str]) -> str:
    """The answer as text that `stream` can take. JSON loads nothing of what people need."""
    if form in ("json", "jsonl"):
        from lwc.render.json import to_json, to_json_lines

        ascii_only = not is_utf8(stream.encoding)
        if form == "jsonl":
            return to_json_lines(fields, view.items, ascii_only=ascii_only)
        return to_json(fields, indent=stream.isatty(), ascii_only=ascii_only)
    return _for_people(fields, view, form, stream, environ)


def is_utf8(encoding: str | None) -> bool:
    return (encoding or "utf-8").lower().replace("_", "-") in ("utf-8", "utf8", "utf-8-sig")


def _for_people(fields: Fields, view: View, form: Format, stream: TextIO, environ: Mapping[str, str]) -> str:
    from lwc.render.compose import compose
    from lwc.render.terminal import terminal_of

    blocks = compose(fields, view)
    terminal = terminal_of(stream, environ)
    if form == "markdown":
        from lwc.render.markdown import to_markdown

        return terminal.printable(to_markdown(blocks))
    from lwc.render.table import to_terminal

    return to_terminal(blocks, terminal)
