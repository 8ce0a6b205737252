"""What a document says of itself: its names, what filters ask of it, and its words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from lwc.model import Attributes
from lwc.search.reasons import Traits
from lwc.search.telling import Word, words_in
from lwc.store import beginnings, pages, passages, revisions, sources
from lwc.text.normalize import name_key
from lwc.wiki.documents import Document

#: Passages whose headings are read, and characters of the body.
PASSAGES = 50
CHARACTERS = 12_000
#: Words of the names and headings, and of the body, that are compared.
LEADING_WORDS = 100
BODY_WORDS = 200


class Contents(NamedTuple):
    """A document's title, its name where that is "", and its traits and words."""

    title: str
    traits: Traits
    words: tuple[Word, ...]


def contents_of(document: Document) -> Contents:
    """Read from the store; of a long text the beginning."""
    return _page(document) if document.type == "page" else _source(document)


def _page(document: Document) -> Contents:
    state = revisions.get(document.database, document.id, document.revision)
    assert state is not None  # a page has its current revision
    attributes: Attributes = state.attributes
    kind = pages.get(document.database, document.id).kind
    tags = frozenset(map(name_key, attributes.tags))
    traits = Traits("page", document.store.scope, kind, tags, attributes.facets)
    names = (state.title, *attributes.aliases, *attributes.asked, *_headings(document))
    words = _words("\n".join(names), f"{state.summary}\n{state.body[:CHARACTERS]}")
    return Contents(state.title or document.identifier, traits, words)


def _source(document: Document) -> Contents:
    source = sources.get(document.database, document.id)
    assert source is not None  # it was found under this id
    retired = None if source.retired_at is None else source.retired_reason or ""
    facets = sources.facets_of(document.database, [source.id]).get(source.id, ())
    traits = Traits("source", document.store.scope, "", (), facets, source.superseded_by, retired)
    ids = json.dumps([source.id])
    body, _ = beginnings.read(document.database, "source", ids, CHARACTERS)[source.id]
    words = _words("\n".join((source.title, *_headings(document))), body)
    return Contents(source.title or source.origin, traits, words)


def _words(leading: str, body: str) -> tuple[Word, ...]:
    return (
        *words_in(leading, leading=True, most=LEADING_WORDS),
        *words_in(body, leading=False, most=BODY_WORDS),
    )


def _headings(document: Document) -> Iterator[str]:
    seen: set[str] = set()
    for passage in passages.window(document.database, document.type, document.id, 0, PASSAGES - 1):
        for heading in passage.heading_path:
            if heading not in seen:
                seen.add(heading)
                yield heading
