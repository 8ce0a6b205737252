"""How pages stand among others: what ties them, what they list, what superseded them or what they cite."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

from lwc.store.connection import Database
from lwc.store.passages import PASSAGES_A_DOCUMENT

# The best name wins: slug before alias before title. The view `page_name` says the same, but in a join SQLite
# reads all of it. What a key names is looked up last, for links that are there.
SELECT_LINKS_BETWEEN = """
WITH named (page_id, key) AS (
    SELECT id, slug_key
    FROM page
    WHERE id IN (SELECT value FROM json_each(:targets)) AND removed_at IS NULL
    UNION
    SELECT page_id, alias_key
    FROM page_alias
    WHERE page_id IN (SELECT value FROM json_each(:targets))
    UNION
    SELECT id, title_key
    FROM page
    WHERE id IN (SELECT value FROM json_each(:targets)) AND removed_at IS NULL
)
SELECT DISTINCT link.page_id, named.page_id
FROM named
CROSS JOIN link ON link.target_key = named.key
WHERE link.page_id IN (SELECT value FROM json_each(:linking))
  AND link.page_id <> named.page_id
  AND named.page_id = coalesce(
        (SELECT id FROM page WHERE slug_key = link.target_key AND removed_at IS NULL),
        (SELECT page_alias.page_id
         FROM page_alias
         JOIN page ON page.id = page_alias.page_id
         WHERE page_alias.alias_key = link.target_key
         ORDER BY page.slug_key
         LIMIT 1),
        (SELECT id
         FROM page
         WHERE title_key = link.target_key AND removed_at IS NULL
         ORDER BY slug_key
         LIMIT 1))
"""

SELECT_SHARING_SOURCES = """
SELECT DISTINCT other.page_id, cited.page_id
FROM (
    SELECT DISTINCT page_id, source_id
    FROM citation
    WHERE page_id IN (SELECT value FROM json_each(:first))
) AS cited
CROSS JOIN citation AS other ON other.source_id = cited.source_id
WHERE other.page_id IN (SELECT value FROM json_each(:ids))
  AND other.page_id <> cited.page_id
"""

# Where the last passage ends a body ends: to measure the body itself, SQLite would read all of it.
SELECT_LISTINGS = """
SELECT page.id,
       page.kind,
       count(link.position),
       coalesce(sum(link.byte_end - link.byte_start), 0),
       coalesce((
           SELECT passage.byte_end
           FROM passage
           WHERE passage.id >= page.id * 2 * :passages AND passage.id < (page.id * 2 + 1) * :passages
           ORDER BY passage.id DESC
           LIMIT 1), 0)
       - coalesce((
           SELECT passage.byte_end
           FROM passage
           WHERE passage.id = page.id * 2 * :passages AND passage.kind = 'front_matter'), 0)
FROM page
LEFT JOIN link ON link.page_id = page.id
WHERE page.id IN (SELECT value FROM json_each(:ids))
GROUP BY page.id
"""

# Rows are taken once, so that pages that supersede each other come to an end.
SELECT_SUCCESSORS = """
WITH RECURSIVE successor (superseded_id, page_id) AS (
    SELECT page_supersedes.superseded_id, page_supersedes.page_id
    FROM page_supersedes
    JOIN page ON page.id = page_supersedes.page_id
    WHERE page_supersedes.superseded_id IN (SELECT value FROM json_each(:ids))
      AND page.removed_at IS NULL
    UNION
    SELECT page_supersedes.superseded_id, page_supersedes.page_id
    FROM successor
    CROSS JOIN page_supersedes ON page_supersedes.superseded_id = successor.page_id
    JOIN page ON page.id = page_supersedes.page_id
    WHERE page.removed_at IS NULL
)
SELECT successor.superseded_id, page.id, page.slug
FROM successor
CROSS JOIN page ON page.id = successor.page_id
ORDER BY successor.superseded_id, page.slug_key
"""

SELECT_ANY_SUPERSEDED = "SELECT EXISTS (SELECT 1 FROM page_supersedes)"

# A lineage that ends nowhere (there is none unless a store is damaged) is left out.
SELECT_SUPERSEDED_CITATIONS = """
WITH RECURSIVE lineage (page_id, source_id, newer_id) AS (
    SELECT citation.page_id, citation.source_id, source.superseded_by
    FROM citation
    CROSS JOIN source ON source.id = citation.source_id
    WHERE citation.page_id IN (SELECT value FROM json_each(:ids))
      AND source.superseded_by IS NOT NULL
    UNION
    SELECT lineage.page_id, lineage.source_id, source.superseded_by
    FROM lineage
    CROSS JOIN source ON source.id = lineage.newer_id
    WHERE source.superseded_by IS NOT NULL
)
SELECT lineage.page_id, lineage.source_id, lineage.newer_id
FROM lineage
CROSS JOIN source ON source.id = lineage.newer_id
WHERE source.superseded_by IS NULL
ORDER BY lineage.page_id, lineage.source_id
"""


class Listing(NamedTuple):
    """What tells whether a page only lists others: its kind, its links, and the bytes of its links and body.

    The body's bytes are without its front matter.
    """

    kind: str
    links: int
    link_bytes: int
    bytes: int


class Successor(NamedTuple):
    """A page that supersedes another."""

    id: int
    slug: str


def ties(
    database: Database, page_ids: Collection[int], first_ids: Collection[int]
) -> dict[int, dict[int, int]]:
    """Page id → id of a first page → how many ties they have, 1 to 3; pages without any are left out.

    The ties: the page links to the first page, the first page links to it, both cite a source.
    """
    if not page_ids or not first_ids:
        return {}
    ids, first = _array(page_ids), _array(first_ids)
    to_first = database.rows(SELECT_LINKS_BETWEEN, {"linking": ids, "targets": first})
    from_first = database.rows(SELECT_LINKS_BETWEEN, {"linking": first, "targets": ids})
    sharing = database.rows(SELECT_SHARING_SOURCES, {"first": first, "ids": ids})
    found: dict[int, dict[int, int]] = {}
    for page_id, first_id in (*to_first, *((target, linking) for linking, target in from_first), *sharing):
        with_first = found.setdefault(page_id, {})
        with_first[first_id] = with_first.get(first_id, 0) + 1
    return found


def listings(database: Database, page_ids: Collection[int]) -> dict[int, Listing]:
    """Page id → what tells whether the page only lists others."""
    wanted = {"ids": _array(page_ids), "passages": PASSAGES_A_DOCUMENT}
    return {page_id: Listing(*row) for page_id, *row in database.rows(SELECT_LISTINGS, wanted)}


def successors(database: Database, page_ids: Collection[int]) -> dict[int, tuple[Successor, ...]]:
    """Superseded page id → the pages that supersede it themselves, in the order of their slugs.

    Of the successors of these pages it holds the successors too, so that chains can be followed. Removed
    pages supersede nothing.
    """
    found: dict[int, tuple[Successor, ...]] = {}
    for superseded_id, *successor in database.rows(SELECT_SUCCESSORS, {"ids": _array(page_ids)}):
        found[superseded_id] = (*found.get(superseded_id, ()), Successor(*successor))
    return found


def any_superseded(database: Database) -> bool:
    """Whether any page supersedes another."""
    return bool(database.one(SELECT_ANY_SUPERSEDED)[0])


def superseded_citations(
    database: Database, page_ids: Collection[int]
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Page id → (id of a superseded source that it cites, id of the newest that superseded it)."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    rows = database.rows(SELECT_SUPERSEDED_CITATIONS, {"ids": _array(page_ids)})
    for page_id, source_id, newest_id in rows:
        found[page_id] = (*found.get(page_id, ()), (source_id, newest_id))
    return found


def _array(ids: Collection[int]) -> str:
    return json.dumps(sorted(ids))
