"""What Markdown says about a page beside its prose: front matter, title and links to other pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from lwc.model import FrontMatter, Link
from lwc.text import commonmark
from lwc.text.normalize import name_key

#: A metadata block has at most this many characters and this many levels.
FRONT_MATTER_LIMIT = 1 << 16
_DEEPEST = 32
_LONGEST_LABEL = 500

_OPENING = re.compile(r"---[ \t]*(?:\r\n?|\n)")
_CLOSING = re.compile(r"(?:\A|(?<=[\r\n]))(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]+:|//|\\\\")
_NOTE = re.compile(r"(?i)\.(?:md|markdown)$")
#: Files that a vault keeps beside its notes.
_ATTACHMENT = re.compile(
    r"(?i)\.(?:avif|bmp|gif|jpe?g|png|svg|webp|heic|tiff?|ico|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv|avi|pdf"
    r"|canvas|base|excalidraw|csv|tsv|xlsx?|docx?|pptx?|od[tsp]|html?|json|ya?ml|xml|txt|zip|gz|tar|epub|drawio)$"
)


# ── front matter ─────────────────────────────────────────────────────────────────────────────────


def front_matter(text: str) -> FrontMatter | None:
    """The block between `---` on the first line and the next `---` or `...`, with all scalars as text.

    None when the first line is not `---`. What can not be read stays part of the body, with a warning.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return None
    start = opening.end()
    closing = _CLOSING.search(text[:FRONT_MATTER_LIMIT], start)
    if closing is None:
        return _refused("it is not closed within 64 KiB")
    if closing.end() == FRONT_MATTER_LIMIT < len(text):
        return _refused("it is longer than 64 KiB")
    try:
        fields, repeated = _read_yaml(text[start : closing.start()])
    except ValueError as refusal:
        return _refused(str(refusal))
    warning = f"Front matter repeats {', '.join(repeated)}; the last one counts." if repeated else ""
    return FrontMatter(fields, len(text[: closing.end()].encode()), warning)


def _refused(reason: str) -> FrontMatter:
    return FrontMatter({}, 0, f"Front matter is kept as text: {reason}.")


def _read_yaml(block: str) -> tuple[dict[str, Any], list[str]]:
    """The mapping and its repeated keys. Raises ValueError with the reason when it is none.

    It is built from the parser's events, so that no tag makes a value, no alias a bomb, and no depth a crash.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Builder().build(yaml.parse(block, Loader=loader))
    except yaml.MarkedYAMLError as error:
        line = f" (line {error.problem_mark.line + 2})" if error.problem_mark else ""
        raise ValueError(f"{error.problem or 'it is not YAML'}{line}") from None
    except (yaml.YAMLError, RecursionError):
        raise ValueError("it is not YAML") from None


class _Builder:
    """Makes text, lists and dicts from YAML events."""

    def __init__(self) -> None:
        self._open: list[Any] = []
        self._keys: list[str | None] = []
        self._top: Any = None
        self._repeated: list[str] = []

    def build(self, stream: Iterator[Any]) -> tuple[dict[str, Any], list[str]]:
        for event in stream:
            self._take(type(event).__name__, event)
        if self._top is None or self._top == "":
            return {}, []
        if not isinstance(self._top, dict):
            raise ValueError("it is not a list of keys and values")
        return self._top, self._repeated

    def _take(self, name: str, event: Any) -> None:
        if name == "ScalarEvent":
            self._place(event.value)
        elif name in ("MappingStartEvent", "SequenceStartEvent"):
            if len(self._open) == _DEEPEST:
                raise ValueError(f"it is nested more than {_DEEPEST} deep")
            value: Any = {} if name == "MappingStartEvent" else []
            self._place(value)
            self._open.append(value)
            self._keys.append(None)
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            self._open.pop()
            self._keys.pop()
        elif name == "AliasEvent":
            raise ValueError("it uses aliases (*name), which are not allowed")

    def _place(self, value: Any) -> None:
        """Put a value where it belongs: top, list, or as a mapping's key or value."""
        if not self._open:
            self._top = value
        elif isinstance(self._open[-1], list):
            self._open[-1].append(value)
        elif self._keys[-1] is None:
            if not isinstance(value, str):
                raise ValueError("a key is a list or mapping")
            self._keys[-1] = value
            if value in self._open[-1]:
                self._repeated.append(value)
        else:
            self._open[-1][self._keys[-1]] = value
            self._keys[-1] = None


# ── title ────────────────────────────────────────────────────────────────────────────────────────


def title(text: str) -> str | None:
    """The front matter's title, else the first heading that has text."""
    start, byte_start, fields = _body(text)
    named = fields.get("title")
    if isinstance(named, str) and named.strip():
        return " ".join(named.split())
    for piece in commonmark.pieces(text, start, byte_start):
        if piece.kind:
            continue
        for block in commonmark.blocks(piece.text):
            if block.kind == "heading" and block.text:
                return block.text
    return None


def _body(text: str) -> tuple[int, int, dict[str, Any]]:
    """Where the body begins, in characters and bytes, and the fields before it."""
    matter = front_matter(text)
    if matter is None or matter.byte_end == 0:
        return 0, 0, {}
    start = len(text[: FRONT_MATTER_LIMIT + 1].encode()[: matter.byte_end].decode())
    return start, matter.byte_end, dict(matter.fields)


# ── links ────────────────────────────────────────────────────────────────────────────────────────


def links(text: str, base: str = "") -> tuple[Link, ...]:
    """The links to other pages in order, from prose alone: no code, HTML or front matter.

    `base` is the slug of the page that the text is of: Markdown links are relative to its folder.
    """
    if "](" not in text and "[[" not in text and "]:" not in text:
        return ()
    start, byte_start, _ = _body(text)
    resolve = _definitions(text) if len(text) - start > commonmark.PIECE else None
    found: list[Link] = []
    for piece in commonmark.pieces(text, start, byte_start):
        if not piece.kind and "[" in piece.text:
            found.extend(_links(piece.text, piece.byte_start, base.rpartition("/")[0], resolve))
    return tuple(sorted(found, key=lambda link: link.byte_start))


def _definitions(text: str) -> Callable[[str], str | None] | None:
    """Looks up link definitions of the whole text, for one that is parsed in pieces."""
    if "]:" not in text:
        return None
    import pyromark

    targets: dict[str, str] = {}
    for label, definition in pyromark.reference_definitions(text).items():
        targets.setdefault(" ".join(label.split()).casefold(), definition["dest"])
    return lambda label: targets.get(" ".join(label.split()).casefold())


def _links(
    text: str, byte_start: int, folder: str, resolve: Callable[[str], str | None] | None
) -> Iterator[Link]:
    """The links of one piece. Labels are cut at 500 characters, so that nested ones stay linear."""
    raw = text.encode()
    open_links: list[tuple[str, Any, list[str], dict[str, int]]] = []
    for event, place in commonmark.events(text, resolve):
        if type(event) is not dict:
            continue
        kind, mark = next(iter(event.items()))
        name = next(iter(mark)) if type(mark) is dict else mark
        if kind == "Start" and name in ("Link", "Image"):
            open_links.append((name, mark[name], [], place))
        elif not open_links:
            continue
        elif kind == "End" and name in ("Link", "Image"):
            name, data, said, place = open_links.pop()
            label = " ".join("".join(said)[:_LONGEST_LABEL].split())
            if open_links:
                open_links[-1][2].append(label)
            if (link := _link(name, data, label, folder)) is not None:
                yield _placed(link, raw, byte_start, place, data["link_type"])
        elif kind in ("Text", "Code"):
            open_links[-1][2].append(mark)


def _placed(link: Link, raw: bytes, byte_start: int, place: dict[str, int], link_type: object) -> Link:
    """The link with its place; the parser leaves out the empty brackets of "[label][]"."""
    end = place["end"]
    if link_type == "Collapsed" and raw[end : end + 2] == b"[]":
        end += 2
    return link._replace(byte_start=byte_start + place["start"], byte_end=byte_start + end)


def _link(name: str, data: Any, label: str, folder: str) -> Link | None:
    """The link when it leads to a page, without its place."""
    if isinstance(data["link_type"], dict):
        return _wiki_link(name, data["dest_url"], data["link_type"]["WikiLink"]["has_pothole"], label)
    if data["link_type"] in ("Autolink", "Email") or _SCHEME.match(data["dest_url"]):
        return None
    from urllib.parse import unquote

    target, _, anchor = data["dest_url"].partition("#")
    path = unquote(target.partition("?")[0])
    if not _NOTE.search(path):
        return None
    key = name_key(_resolve(folder, _NOTE.sub("", path)))
    form = "embed" if name == "Image" else "markdown"
    return Link(form, target, key, unquote(anchor), label, 0, 0) if key else None  # type: ignore[arg-type]


def _wiki_link(name: str, written: str, has_label: bool, label: str) -> Link | None:
    """A link in double brackets. A space after them means shell code, a colon a character class."""
    if has_label:
        written = written.removesuffix("\\")
    if written[:1].isspace() or written[:1] == ":" or any(mark in written for mark in "[]\r\n"):
        return None
    target, _, anchor = written.partition("#")
    target, anchor = target.strip(), anchor.strip()
    path = _NOTE.sub("", target).strip("/").removeprefix("./")
    if not path or "://" in target or _ATTACHMENT.search(target):
        return None
    form = "embed" if name == "Image" else "wiki"
    return Link(form, target, name_key(path), anchor, label if has_label else "", 0, 0)  # type: ignore[arg-type]


def _resolve(folder: str, path: str) -> str:
    """The path from the wiki's root; one that leads above it keeps its leading `..`."""
    parts = [] if path.startswith("/") else [part for part in folder.split("/") if part]
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
