"""Pages: the row as it stands, every revision, and the lists that belong to it."""

import json
from typing import Any, NamedTuple

from lwc.model import Attributes, PageRow
from lwc.store.connection import Database

SELECT_PAGE = """
SELECT page.id, page.slug, page.title, page.kind, page.summary, page.provenance, page.revision,
       page.created_at, page.updated_at, page.removed_at, page_revision.fingerprint
FROM page
JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
WHERE page.id = :id
"""

SELECT_PAGE_BY_SLUG_KEY = """
SELECT page.id, page.slug, page.title, page.kind, page.summary, page.provenance, page.revision,
       page.created_at, page.updated_at, page.removed_at, page_revision.fingerprint
FROM page
JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
WHERE page.slug_key = :slug_key
"""

SELECT_NAMED = """
SELECT via, page_id
FROM page_name
WHERE key = :key
ORDER BY priority, page_id
"""

SELECT_PAGES = """
SELECT page.id, page.slug, page.title, page.kind, page.summary, page.provenance, page.revision,
       page.created_at, page.updated_at, page.removed_at, page_revision.fingerprint
FROM page
JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
WHERE page.removed_at IS NULL
  AND (:kind IS NULL OR page.kind = :kind)
  AND (:provenance IS NULL OR page.provenance = :provenance)
  AND (:updated_since IS NULL OR page.updated_at >= :updated_since)
  AND (:tag_key IS NULL OR page.id IN (SELECT page_id FROM page_tag WHERE tag_key = :tag_key))
ORDER BY page.slug_key
LIMIT :limit OFFSET :offset
"""

COUNT_PAGES = """
SELECT count(*)
FROM page
WHERE page.removed_at IS NULL
  AND (:kind IS NULL OR page.kind = :kind)
  AND (:provenance IS NULL OR page.provenance = :provenance)
  AND (:updated_since IS NULL OR page.updated_at >= :updated_since)
  AND (:tag_key IS NULL OR page.id IN (SELECT page_id FROM page_tag WHERE tag_key = :tag_key))
"""

# Most linked first, then the most recently changed; the slug makes the order complete.
SELECT_PAGES_FOR_CONTEXT = """
SELECT page.id, page.slug, page.title, page.kind, page.summary, page.provenance, page.revision,
       page.created_at, page.updated_at, page.removed_at, page_revision.fingerprint
FROM page
JOIN page_revision ON page_revision.page_id = page.id AND page_revision.number = page.revision
LEFT JOIN (
    SELECT target.id AS target_id, count(DISTINCT link.page_id) AS links
    FROM link
    JOIN page AS target ON target.id = (
        SELECT best.page_id
        FROM page_name AS best
        JOIN page AS named ON named.id = best.page_id
        WHERE best.key = link.target_key
        ORDER BY best.priority, named.slug_key
        LIMIT 1)
    WHERE target.id <> link.page_id
    GROUP BY target.id
) AS linked ON linked.target_id = page.id
WHERE page.removed_at IS NULL
ORDER BY coalesce(linked.links, 0) DESC, page.updated_at DESC, page.slug_key
LIMIT :limit
"""

SELECT_SLUGS = "SELECT slug FROM page WHERE removed_at IS NULL ORDER BY slug_key LIMIT :limit"

SELECT_PAGE_IDS = "SELECT id FROM page WHERE removed_at IS NULL ORDER BY id"

INSERT_PAGE = """
INSERT INTO page
    (slug, slug_key, title, title_key, kind, summary, provenance, revision, created_at, updated_at)
VALUES
    (:slug, :slug_key, :title, :title_key, :kind, :summary, :provenance, 1, :now, :now)
"""

UPDATE_PAGE = """
UPDATE page
SET title = :title,
    title_key = :title_key,
    kind = :kind,
    summary = :summary,
    provenance = :provenance,
    revision = :revision,
    updated_at = :now,
    removed_at = NULL
WHERE id = :id
"""

MARK_PAGE_REMOVED = "UPDATE page SET removed_at = :now, updated_at = :now WHERE id = :id"

DELETE_TAGS = "DELETE FROM page_tag WHERE page_id = ?"
INSERT_TAG = "INSERT INTO page_tag (page_id, position, tag, tag_key) VALUES (?, ?, ?, ?)"

DELETE_ALIASES = "DELETE FROM page_alias WHERE page_id = ?"
INSERT_ALIAS = "INSERT INTO page_alias (page_id, position, alias, alias_key) VALUES (?, ?, ?, ?)"

DELETE_ASKED = "DELETE FROM page_asked WHERE page_id = ?"
INSERT_ASKED = "INSERT INTO page_asked (page_id, position, asked, asked_key) VALUES (?, ?, ?, ?)"

DELETE_FACETS = "DELETE FROM page_facet WHERE page_id = ?"
INSERT_FACET = "INSERT INTO page_facet (page_id, name, value) VALUES (?, ?, ?)"

DELETE_CITATIONS = "DELETE FROM citation WHERE page_id = ?"
INSERT_CITATION = "INSERT INTO citation (page_id, position, source_id, span) VALUES (?, ?, ?, ?)"

DELETE_SUPERSEDES = "DELETE FROM page_supersedes WHERE page_id = ?"
INSERT_SUPERSEDES = "INSERT INTO page_supersedes (page_id, superseded_id) VALUES (?, ?)"

SELECT_SUPERSEDED_SLUGS = """
SELECT page.slug
FROM page_supersedes
JOIN page ON page.id = page_supersedes.superseded_id
WHERE page_supersedes.page_id = ?
ORDER BY page.slug_key
"""

SELECT_SUPERSEDING_SLUGS = """
SELECT page.slug
FROM page_supersedes
JOIN page ON page.id = page_supersedes.page_id
WHERE page_supersedes.superseded_id = ?
ORDER BY page.slug_key
"""

SELECT_TAGS_OF_PAGES = """
SELECT page_id, tag
FROM page_tag
WHERE page_id IN (SELECT value FROM json_each(:ids))
ORDER BY page_id, position
"""


class NameKeys(NamedTuple):
    """The keys that names are compared by, in the order of the names they belong to."""

    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    asked: tuple[str, ...]


def get(database: Database, page_id: int) -> PageRow:
    return PageRow(*database.one(SELECT_PAGE, {"id": page_id}))


def by_slug_key(database: Database, slug_key: str) -> PageRow | None:
    """The page with this slug, removed ones included."""
    row = database.row(SELECT_PAGE_BY_SLUG_KEY, {"slug_key": slug_key})
    return None if row is None else PageRow(*row)


def named(database: Database, key: str) -> list[tuple[str, int]]:
    """(how, page id) of every page that goes by the name: "slug", then "alias", then "title"."""
    return database.rows(SELECT_NAMED, {"key": key})


def list_pages(
    database: Database,
    *,
    kind: str | None,
    tag_key: str | None,
    provenance: str | None,
    updated_since: str | None,
    limit: int,
    offset: int,
) -> tuple[list[PageRow], int]:
    """A window of the pages in the order of their slugs, and how many there are."""
    conditions = {
        "kind": kind,
        "tag_key": tag_key,
        "provenance": provenance,
        "updated_since": updated_since,
        "limit": limit,
        "offset": offset,
    }
    rows = database.rows(SELECT_PAGES, conditions)
    return [PageRow(*row) for row in rows], int(database.one(COUNT_PAGES, conditions)[0])


def most_linked(database: Database, limit: int) -> list[PageRow]:
    return [PageRow(*row) for row in database.rows(SELECT_PAGES_FOR_CONTEXT, {"limit": limit})]


def slugs(database: Database, limit: int) -> list[str]:
    return [row[0] for row in database.rows(SELECT_SLUGS, {"limit": limit})]


def ids(database: Database) -> list[int]:
    """All pages that are there, oldest first."""
    return [row[0] for row in database.rows(SELECT_PAGE_IDS)]


def insert(database: Database, values: dict[str, Any]) -> int:
    return database.run(INSERT_PAGE, values)


def update(database: Database, values: dict[str, Any]) -> None:
    database.run(UPDATE_PAGE, values)


def mark_removed(database: Database, page_id: int, now: str) -> None:
    """Take a page out of sight: its row and its revisions stay, its lists go with the current state."""
    database.run(MARK_PAGE_REMOVED, {"id": page_id, "now": now})
    for statement in (DELETE_TAGS, DELETE_ALIASES, DELETE_ASKED, DELETE_FACETS, DELETE_SUPERSEDES):
        database.run(statement, (page_id,))
    database.run(DELETE_CITATIONS, (page_id,))


def replace_lists(
    database: Database, page_id: int, attributes: Attributes, keys: NameKeys, superseded: list[int]
) -> None:
    """Make the page's tags, aliases, asked questions, facets, citations and supersessions the given ones."""
    for delete, insert_row, rows in (
        (DELETE_TAGS, INSERT_TAG, _positioned(attributes.tags, keys.tags)),
        (DELETE_ALIASES, INSERT_ALIAS, _positioned(attributes.aliases, keys.aliases)),
        (DELETE_ASKED, INSERT_ASKED, _positioned(attributes.asked, keys.asked)),
        (DELETE_FACETS, INSERT_FACET, attributes.facets),
        (DELETE_CITATIONS, INSERT_CITATION, [(at, *cited) for at, cited in enumerate(attributes.citations)]),
        (DELETE_SUPERSEDES, INSERT_SUPERSEDES, [(superseded_id,) for superseded_id in superseded]),
    ):
        database.run(delete, (page_id,))
        database.run_many(insert_row, [(page_id, *row) for row in rows])


def _positioned(names: tuple[str, ...], keys: tuple[str, ...]) -> list[tuple[int, str, str]]:
    return [(position, name, key) for position, (name, key) in enumerate(zip(names, keys, strict=True))]


def superseded_slugs(database: Database, page_id: int) -> tuple[str, ...]:
    return tuple(row[0] for row in database.rows(SELECT_SUPERSEDED_SLUGS, (page_id,)))


def superseding_slugs(database: Database, page_id: int) -> tuple[str, ...]:
    return tuple(row[0] for row in database.rows(SELECT_SUPERSEDING_SLUGS, (page_id,)))


def tags_of(database: Database, page_ids: list[int]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for page_id, tag in database.rows(SELECT_TAGS_OF_PAGES, {"ids": json.dumps(page_ids)}):
        found[page_id] = (*found.get(page_id, ()), tag)
    return found
