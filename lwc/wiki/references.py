"""What a caller calls a document by: `payment-rules`, `page:payment-rules`, `global:source:12`."""

import re
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import DocumentType, PageRow, SourceRow
from lwc.store import pages, sources
from lwc.store.connection import Database
from lwc.text.normalize import name_key, origin_key
from lwc.wiki.stores import OpenStore, Stores

REFERENCE = re.compile(r"(?:(project|global):)?(?:(page|source):)?(.*)", re.DOTALL)

#: How many slugs are compared when a missing one is to be told its nearest.
SLUGS_COMPARED = 20_000


class Reference(NamedTuple):
    """A name taken apart; scope and type are None where it does not say them."""

    scope: str | None
    type: DocumentType | None
    name: str


class FoundPage(NamedTuple):
    """A page and the store it is in."""

    store: OpenStore
    page: PageRow


class FoundSource(NamedTuple):
    """A source and the store it is in."""

    store: OpenStore
    source: SourceRow


def parse(text: str) -> Reference:
    matched = REFERENCE.fullmatch(text)
    assert matched is not None  # the last group takes anything
    scope, type, name = matched.groups()
    return Reference(scope, type, name)  # type: ignore[arg-type]  # the pattern allows these types alone


def slug_of(text: str) -> str:
    """`project:page:faq` → `faq`; anything else is a slug as it stands."""
    reference = parse(text)
    return reference.name if reference.scope or reference.type == "page" else text


def qualified(scope: str, type: DocumentType, identifier: str | int) -> str:
    return f"{scope}:{type}:{identifier}"


def find_page(stores: Stores, text: str, *, write: bool = False) -> FoundPage:
    """The page that goes by the name: its slug, an alias, or its title.

    Raises `page_not_found` with the nearest slugs, `ambiguous_reference` with those it could mean.
    """
    reference = _of_type(text, "page")
    candidates = [stores.writer(reference.scope)] if write else stores.readers_of(reference.scope)
    for store in candidates:
        page = page_named(store.database, reference.name)
        if page is None and reference.name != text:  # a slug may look like a qualified one
            page = page_named(store.database, text)
        if page is not None:
            stores.answering = store
            return FoundPage(store, page)
    raise _page_not_found(candidates, reference.name)


def page_named(database: Database, name: str) -> PageRow | None:
    """The page in this store; a slug counts before aliases and titles."""
    named = pages.named(database, name_key(name))
    slugs = [page_id for via, page_id in named if via == "slug"]
    ids = slugs or sorted({page_id for _, page_id in named})
    if len(ids) > 1:
        raise _ambiguous(name, [pages.get(database, page_id).slug for page_id in ids])
    return pages.get(database, ids[0]) if ids else None


def find_source(stores: Stores, text: str, *, write: bool = False) -> FoundSource:
    """The source with this id, or the current one of this origin. Raises `source_not_found`."""
    reference = _of_type(text, "source")
    candidates = [stores.writer(reference.scope)] if write else stores.readers_of(reference.scope)
    for store in candidates:
        source = source_named(store.database, reference.name)
        if source is not None:
            stores.answering = store
            return FoundSource(store, source)
    raise source_not_found(reference.name)


def source_named(database: Database, name: str) -> SourceRow | None:
    if name.isascii() and name.isdigit() and len(name) < 19:
        by_id = sources.get(database, int(name))
        if by_id is not None:
            return by_id
    lineage = sources.lineage(database, origin_key(name))
    current = [source for source in lineage if source.superseded_by is None and source.retired_at is None]
    return next(iter(current or lineage), None)


def source_not_found(name: str) -> LwcError:
    return LwcError(
        "source_not_found",
        f"There is no source {name!r}.",
        hint="`lwc source list` shows the ids and origins.",
        details={"source": name},
    )


def _of_type(text: str, type: DocumentType) -> Reference:
    reference = parse(text)
    if reference.type not in (None, type):
        raise LwcError(
            f"{type}_not_found",
            f"{text!r} names a {reference.type}, not a {type}.",
            hint=f"Use `lwc {reference.type} show {text}`.",
            details={"reference": text},
        )
    return reference


def _page_not_found(stores: list[OpenStore], name: str) -> LwcError:
    near = _near(name, [slug for store in stores for slug in pages.slugs(store.database, SLUGS_COMPARED)])
    hint = (
        f"Did you mean {' or '.join(near)}?"
        if near
        else "`lwc page list` and `lwc search` show what there is."
    )
    return LwcError(
        "page_not_found", f"There is no page {name!r}.", hint=hint, details={"slug": name, "near": near}
    )


def _near(name: str, slugs: list[str]) -> list[str]:
    """The slugs most like the name: those that hold one of its words first, then by likeness."""
    import difflib

    wanted = name_key(name)
    near = difflib.get_close_matches(wanted, [name_key(slug) for slug in slugs], n=3, cutoff=0.6)
    holding = [slug for slug in slugs if wanted and wanted in name_key(slug)]
    by_key = {name_key(slug): slug for slug in slugs}
    return list(dict.fromkeys([*(by_key[key] for key in near), *sorted(holding, key=len)]))[:3]


def _ambiguous(name: str, slugs: list[str]) -> LwcError:
    return LwcError(
        "ambiguous_reference",
        f"{name!r} is the name of {len(slugs)} pages: {', '.join(slugs)}.",
        hint="Use the slug of the one you mean.",
        details={"name": name, "slugs": slugs},
    )
