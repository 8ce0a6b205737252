"""How a page is written: made ready before the lock, checked and written inside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import Link, PageRow
from lwc.store import index, links, log, pages, revisions
from lwc.store.connection import Database
from lwc.store.index import PageTerms
from lwc.store.log import Recorded
from lwc.store.pages import NameKeys
from lwc.store.revisions import Revision
from lwc.text import markdown
from lwc.text.normalize import name_key, origin_key
from lwc.wiki import references
from lwc.wiki.drafts import Draft, Given, draft
from lwc.wiki.indexing import page_terms


class Prepared(NamedTuple):
    """A write made ready, and the state of the page that it was made from."""

    base: PageRow | None
    had: Revision | None
    draft: Draft
    terms: PageTerms
    links: tuple[Link, ...]

    @property
    def there(self) -> bool:
        """Whether there is a page to be changed; a removed one counts as not there."""
        return self.base is not None and self.base.removed_at is None

    @property
    def changes(self) -> bool:
        return not self.there or self.had is None or self.had.digest != self.draft.digest


def prepare(database: Database, slug: str, given: Given) -> Prepared:
    """Decide the fields, and make terms and links of them. Raises what `drafts.draft` raises."""
    base = pages.by_slug_key(database, name_key(slug))
    had = None if base is None else revisions.get(database, base.id, base.revision)
    wanted = draft(slug, given, None if base is None or base.removed_at else had)
    return Prepared(base, had, wanted, terms_of(slug, wanted), markdown.links(wanted.body, slug))


def current(database: Database, slug: str, given: Given, prepared: Prepared) -> Prepared:
    """The same write over the page as it is now, inside the lock."""
    now = pages.by_slug_key(database, name_key(slug))
    return prepared if now == prepared.base else prepare(database, slug, given)


def check(
    database: Database, slug: str, prepared: Prepared, if_revision: int | None, if_absent: bool
) -> None:
    """Raise `slug_collision`, `alias_collision` or `revision_conflict` when the write may not happen."""
    base = prepared.base
    if base is not None and origin_key(base.slug) != origin_key(slug):
        raise LwcError(
            "slug_collision",
            f"The slug {slug!r} differs from {base.slug!r} by case alone.",
            hint=f"Write to {base.slug!r}, or choose another slug.",
            details={"slug": slug, "existing": base.slug},
        )
    _check_expectation(prepared, if_revision, if_absent)
    for name in (slug, *prepared.draft.attributes.aliases):
        _check_alias(database, name, base, is_slug=name is slug)


def superseded(database: Database, slug: str, names: Iterable[str]) -> tuple[str, ...]:
    """The slugs of the pages that the page is to supersede: a slug stays when titles and aliases change.

    Raises `page_not_found`, `ambiguous_reference`, and `invalid_value` for the page itself.
    """
    return tuple(sorted({_superseded(database, slug, name) for name in names}, key=name_key))


def write(database: Database, slug: str, prepared: Prepared, now: str) -> Recorded:
    """Write the revision, the row, the lists, the links and the index; answers the row of the log."""
    base, wanted = prepared.base, prepared.draft
    number = 1 if base is None else base.revision + 1
    detail = {"title": wanted.title, "revision": number}
    recorded = log.record(database, "page.put", "page", base.slug if base else slug, detail, now)
    if prepared.there and base is not None and prepared.had is not None:
        index.delete_page(database, base.id, terms_of_revision(base.slug, prepared.had))
    page_id = _write_row(database, slug, prepared, number, now)
    revisions.insert(database, _revision_values(page_id, number, wanted, recorded.operation, now))
    pages.replace_lists(
        database, page_id, wanted.attributes, _keys(wanted), _superseded_ids(database, wanted)
    )
    links.replace(database, page_id, prepared.links)
    index.insert_page(database, page_id, prepared.terms)
    return recorded


def remove(database: Database, page: PageRow, reason: str, now: str) -> Recorded:
    """Take the page out of sight and out of the index; its revisions stay."""
    had = revisions.get(database, page.id, page.revision)
    assert had is not None  # a page has its current revision
    recorded = log.record(database, "page.remove", "page", page.slug, {"reason": reason}, now)
    index.delete_page(database, page.id, terms_of_revision(page.slug, had))
    links.replace(database, page.id, ())
    pages.mark_removed(database, page.id, now)
    return recorded


def terms_of(slug: str, wanted: Draft) -> PageTerms:
    return page_terms(
        slug=slug,
        title=wanted.title,
        summary=wanted.summary,
        aliases=wanted.attributes.aliases,
        asked=wanted.attributes.asked,
        body=wanted.body,
    )


def terms_of_revision(slug: str, revision: Revision) -> PageTerms:
    return page_terms(
        slug=slug,
        title=revision.title,
        summary=revision.summary,
        aliases=revision.attributes.aliases,
        asked=revision.attributes.asked,
        body=revision.body,
    )


def _superseded(database: Database, slug: str, name: str) -> str:
    page = references.page_named(database, name)
    if name_key(slug) in (name_key(name), name_key(page.slug) if page else None):
        raise LwcError("invalid_value", "A page can not supersede itself.", details={"slug": slug})
    if page is None:
        raise LwcError("page_not_found", f"There is no page {name!r} to supersede.", details={"slug": name})
    return page.slug


def _superseded_ids(database: Database, wanted: Draft) -> list[int]:
    """Of pages that are there, or were when they were superseded."""
    found = (pages.by_slug_key(database, name_key(slug)) for slug in wanted.attributes.supersedes)
    return [page.id for page in found if page is not None]


def _check_expectation(prepared: Prepared, if_revision: int | None, if_absent: bool) -> None:
    if if_absent and if_revision is not None:
        raise LwcError(
            "usage",
            "A page can not be expected both absent and at a revision.",
            hint="Leave out --if-absent or --if-revision.",
        )
    base = prepared.base if prepared.there else None
    if if_absent and base is not None:
        raise _conflict(f"The page {base.slug!r} is there already.", base.revision)
    if if_revision is not None and (base is None or base.revision != if_revision):
        at = "not there" if base is None else f"at revision {base.revision}"
        raise _conflict(f"The page is {at}, not at revision {if_revision}.", base.revision if base else None)


def _conflict(message: str, revision: int | None) -> LwcError:
    hint = "Read the page as it is now (`lwc page show`), then write again."
    return LwcError("revision_conflict", message, hint=hint, details={"revision": revision})


def _check_alias(database: Database, name: str, base: PageRow | None, *, is_slug: bool) -> None:
    own = None if base is None else base.id
    for via, page_id in pages.named(database, name_key(name)):
        if page_id == own or via == "title" or (is_slug and via == "slug"):
            continue
        other = pages.get(database, page_id).slug
        raise LwcError(
            "alias_collision",
            f"{name!r} already is the {via} of the page {other!r}.",
            hint="Choose another name, or take it from that page first.",
            details={"name": name, "slug": other},
        )


def _write_row(database: Database, slug: str, prepared: Prepared, number: int, now: str) -> int:
    wanted = prepared.draft
    values = {
        "title": wanted.title,
        "title_key": name_key(wanted.title),
        "kind": wanted.kind,
        "summary": wanted.summary,
        "provenance": wanted.provenance,
        "now": now,
    }
    if prepared.base is None:
        return pages.insert(database, {**values, "slug": slug, "slug_key": name_key(slug)})
    pages.update(database, {**values, "id": prepared.base.id, "revision": number})
    return prepared.base.id


def _revision_values(page_id: int, number: int, wanted: Draft, operation: int, now: str) -> dict[str, object]:
    return {
        "page_id": page_id,
        "number": number,
        "title": wanted.title,
        "kind": wanted.kind,
        "summary": wanted.summary,
        "provenance": wanted.provenance,
        "attributes": revisions.attributes_to_json(wanted.attributes),
        "body": wanted.body,
        "fingerprint": wanted.fingerprint,
        "digest": wanted.digest,
        "operation_id": operation,
        "now": now,
    }


def _keys(wanted: Draft) -> NameKeys:
    lists = wanted.attributes
    return NameKeys(
        tags=tuple(map(name_key, lists.tags)),
        aliases=tuple(map(name_key, lists.aliases)),
        asked=tuple(map(name_key, lists.asked)),
    )
