"""A page that is not written yet, as an answer shows it."""

from __future__ import annotations

from lwc.store import pages
from lwc.wiki import references
from lwc.wiki.page_writes import Prepared
from lwc.wiki.stores import OpenStore
from lwc.wiki.views import PageView, citation_names, cited_ids, grouped


def draft_view(store: OpenStore, slug: str, prepared: Prepared) -> PageView:
    wanted, base = prepared.draft, prepared.base
    attributes = wanted.attributes
    return PageView(
        ref=references.qualified(store.scope, "page", slug),
        slug=slug,
        title=wanted.title,
        kind=wanted.kind,
        summary=wanted.summary,
        source_ids=cited_ids(attributes),
        citations=citation_names(attributes),
        provenance=wanted.provenance,
        links=tuple(dict.fromkeys(link.target for link in prepared.links)),
        aliases=attributes.aliases,
        asked=attributes.asked,
        tags=attributes.tags,
        facets=grouped(attributes.facets),
        supersedes=attributes.supersedes,
        superseded_by=pages.superseding_slugs(store.database, base.id) if base else (),
        revision=(base.revision if base else 0) + prepared.changes,
        fingerprint=wanted.fingerprint,
        created_at=base.created_at if base else "",
        updated_at=base.updated_at if base else "",
    )
