"""Links between pages, as their texts write them; what a link names is looked up when it is asked."""

from __future__ import annotations

from typing import NamedTuple

from lwc.model import Link
from lwc.store.connection import Database

DELETE_LINKS = "DELETE FROM link WHERE page_id = ?"

INSERT_LINK = """
INSERT INTO link
    (page_id, position, form, target, target_key, anchor, label, byte_start, byte_end)
VALUES
    (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

# The best name wins, from whichever end a link is looked at: slug before alias before title.
SELECT_OUTGOING = """
SELECT link.form, link.target, link.anchor, link.label, link.byte_start, link.byte_end,
       (SELECT page.slug
        FROM page_name
        JOIN page ON page.id = page_name.page_id
        WHERE page_name.key = link.target_key
        ORDER BY page_name.priority, page.slug_key
        LIMIT 1) AS slug
FROM link
WHERE link.page_id = ?
ORDER BY link.position
"""

SELECT_BACKLINKS = """
SELECT DISTINCT page.slug, page.title
FROM page_name
JOIN link ON link.target_key = page_name.key
JOIN page ON page.id = link.page_id
WHERE page_name.page_id = :page_id
  AND link.page_id <> :page_id
  AND :page_id = (
        SELECT best.page_id
        FROM page_name AS best
        JOIN page AS named ON named.id = best.page_id
        WHERE best.key = page_name.key
        ORDER BY best.priority, named.slug_key
        LIMIT 1)
ORDER BY page.slug_key
"""

SELECT_LINKED_SLUGS = """
SELECT DISTINCT target.slug
FROM link
JOIN page AS target ON target.id = (
        SELECT best.page_id
        FROM page_name AS best
        JOIN page AS named ON named.id = best.page_id
        WHERE best.key = link.target_key
        ORDER BY best.priority, named.slug_key
        LIMIT 1)
WHERE link.page_id = :page_id AND target.id <> :page_id
ORDER BY target.slug_key
"""


class Outgoing(NamedTuple):
    """A link of a page; `slug` is the page it leads to, or None when there is none."""

    form: str
    target: str
    anchor: str
    label: str
    byte_start: int
    byte_end: int
    slug: str | None


class Backlink(NamedTuple):
    """A page that links here."""

    slug: str
    title: str


def replace(database: Database, page_id: int, links: tuple[Link, ...]) -> None:
    database.run(DELETE_LINKS, (page_id,))
    rows = [
        (page_id, position, link.form, link.target, link.target_key, link.anchor, link.label,
         link.byte_start, link.byte_end)
        for position, link in enumerate(links)
    ]  # fmt: skip
    database.run_many(INSERT_LINK, rows)


def outgoing(database: Database, page_id: int) -> list[Outgoing]:
    return [Outgoing(*row) for row in database.rows(SELECT_OUTGOING, (page_id,))]


def backlinks(database: Database, page_id: int) -> list[Backlink]:
    return [Backlink(*row) for row in database.rows(SELECT_BACKLINKS, {"page_id": page_id})]


def linked_slugs(database: Database, page_id: int) -> tuple[str, ...]:
    """The pages that this page links to, each once."""
    return tuple(row[0] for row in database.rows(SELECT_LINKED_SLUGS, {"page_id": page_id}))
