"""What a writer wants a page to be: the given fields over the front matter over what the page has."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from lwc.errors import LwcError
from lwc.model import Attributes
from lwc.store.revisions import Revision
from lwc.text import digest, markdown
from lwc.text.decode import MAX_BYTES
from lwc.wiki.slugs import NAME_CHARACTERS, checked_facets, checked_names, checked_text

PROVENANCES = ("source-grounded", "user-provided", "agent-observed", "hypothesis")
DEFAULT_KIND = "note"
SUMMARY_CHARACTERS = 4_000


class Given(NamedTuple):
    """What a call gave; None keeps what the page has, an empty list empties it."""

    title: str | None = None
    kind: str | None = None
    summary: str | None = None
    body: str | None = None
    provenance: str | None = None
    tags: Iterable[str] | None = None
    aliases: Iterable[str] | None = None
    asked: Iterable[str] | None = None
    facets: Iterable[tuple[str, str]] | None = None
    citations: tuple[tuple[int, str], ...] | None = None
    supersedes: tuple[str, ...] | None = None


class Draft(NamedTuple):
    """A page as it is to be, every field decided."""

    title: str
    kind: str
    summary: str
    provenance: str
    body: str
    attributes: Attributes
    warnings: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        return digest.fingerprint(self.body.encode())

    @property
    def digest(self) -> str:
        """Of everything that a writer can set: an equal digest means that nothing changes."""
        fields = [*self[:5], self.attributes._asdict()]
        return digest.fingerprint(json.dumps(fields, ensure_ascii=False).encode())


def draft(slug: str, given: Given, current: Revision | None) -> Draft:
    """Decide every field. Raises `invalid_value`, `not_text` or `too_large`."""
    body = given.body if given.body is not None else (current.body if current else "")
    _check_body(body)
    written, warning = _front_matter(given.body)
    attributes = _attributes(given, written, current)
    title = given.title if given.title is not None else _title(slug, given.body, written, current)
    return Draft(
        title=_checked_title(title),
        kind=_field("kind", given.kind, written, current, DEFAULT_KIND),
        summary=_field("summary", given.summary, written, current, "", SUMMARY_CHARACTERS),
        provenance=_provenance(given, written, current, attributes),
        body=body,
        attributes=attributes,
        warnings=(warning,) if warning else (),
    )


def _check_body(body: str) -> None:
    checked_text("body", body, MAX_BYTES)
    if len(body.encode()) > MAX_BYTES:
        raise LwcError(
            "too_large", "The body has more than 64 MiB.", hint="Split it into several pages or sources."
        )


def _front_matter(body: str | None) -> tuple[Mapping[str, Any], str]:
    front_matter = markdown.front_matter(body) if body else None
    return ({}, "") if front_matter is None else (front_matter.fields, front_matter.warning)


def _title(slug: str, body: str | None, written: Mapping[str, Any], current: Revision | None) -> str:
    """The front matter's, else what the page has, else the first heading, cut, else the slug's last part."""
    if isinstance(written.get("title"), str) and written["title"].strip():
        return str(written["title"])
    if current is not None:
        return current.title
    heading = markdown.title(body) if body else None
    return heading[:NAME_CHARACTERS] if heading else _spaced(slug.rpartition("/")[2])


def _spaced(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")


def _checked_title(title: str) -> str:
    stripped = " ".join(checked_text("title", title, NAME_CHARACTERS).split())
    if not stripped:
        raise LwcError("invalid_value", "A page needs a title.", hint="Give one with --title.")
    return stripped


def _field(
    name: str,
    given: str | None,
    written: Mapping[str, Any],
    current: Revision | None,
    default: str,
    limit: int = NAME_CHARACTERS,
) -> str:
    if given is None and isinstance(written.get(name), str):
        given = written[name]
    if given is None:
        return default if current is None else str(getattr(current, name))
    return checked_text(name, given, limit).strip() or default


def _provenance(
    given: Given, written: Mapping[str, Any], current: Revision | None, attributes: Attributes
) -> str:
    default = "source-grounded" if attributes.citations else "agent-observed"
    provenance = _field("provenance", given.provenance, written, current, default)
    if provenance not in PROVENANCES:
        raise LwcError(
            "invalid_value",
            f"{provenance!r} is not a provenance.",
            hint=f"Use one of {', '.join(PROVENANCES)}.",
        )
    return provenance


def _attributes(given: Given, written: Mapping[str, Any], current: Revision | None) -> Attributes:
    had = current.attributes if current else Attributes()
    facets = given.facets if given.facets is not None else _written_facets(written)
    return Attributes(
        tags=checked_names("tag", _list("tags", given.tags, written, had.tags)),
        aliases=checked_names("alias", _list("aliases", given.aliases, written, had.aliases)),
        asked=checked_names("asked question", _list("asked", given.asked, written, had.asked)),
        facets=had.facets if facets is None else checked_facets(facets),
        citations=had.citations if given.citations is None else tuple(dict.fromkeys(given.citations)),
        supersedes=had.supersedes if given.supersedes is None else given.supersedes,
    )


def _list(
    name: str, given: Iterable[str] | None, written: Mapping[str, Any], had: tuple[str, ...]
) -> Iterable[str]:
    if given is not None:
        return given
    value = written.get(name)
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")]
    if isinstance(value, list):
        return [item for item in value if isinstance(item, str)]
    return had


def _written_facets(written: Mapping[str, Any]) -> list[tuple[str, str]] | None:
    facets = written.get("facets")
    if not isinstance(facets, Mapping):
        return None
    pairs = []
    for name, value in facets.items():
        values = value if isinstance(value, list) else [value]
        pairs += [(str(name), item) for item in values if isinstance(item, str)]
    return pairs
