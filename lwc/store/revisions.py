"""Revisions of pages: every state that a page ever had, with its body."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from lwc.model import Attributes
from lwc.store.connection import Database

SELECT_REVISION = """
SELECT number, title, kind, summary, provenance, attributes, body, fingerprint, digest, created_at
FROM page_revision
WHERE page_id = :page_id AND number = :number
"""

SELECT_BODY_WITH_FINGERPRINT = """
SELECT body
FROM page_revision
WHERE page_id = :page_id AND substr(fingerprint, 1, length(:fingerprint)) = :fingerprint
ORDER BY number DESC
LIMIT 1
"""

INSERT_REVISION = """
INSERT INTO page_revision
    (page_id, number, title, kind, summary, provenance, attributes, body, fingerprint, digest,
     operation_id, created_at)
VALUES
    (:page_id, :number, :title, :kind, :summary, :provenance, :attributes, :body, :fingerprint, :digest,
     :operation_id, :now)
"""


class Revision(NamedTuple):
    """One state of a page."""

    number: int
    title: str
    kind: str
    summary: str
    provenance: str
    attributes: Attributes
    body: str
    fingerprint: str
    digest: str
    created_at: str


def get(database: Database, page_id: int, number: int) -> Revision | None:
    row = database.row(SELECT_REVISION, {"page_id": page_id, "number": number})
    if row is None:
        return None
    number, title, kind, summary, provenance, attributes, *rest = row
    return Revision(number, title, kind, summary, provenance, attributes_from_json(attributes), *rest)


def body_with_fingerprint(database: Database, page_id: int, hex_prefix: str) -> str | None:
    """The body of a revision whose fingerprint begins so (hexadecimal digits after the algorithm)."""
    conditions = {"page_id": page_id, "fingerprint": f"xxh3:{hex_prefix}"}
    row = database.row(SELECT_BODY_WITH_FINGERPRINT, conditions)
    return None if row is None else str(row[0])


def insert(database: Database, values: dict[str, Any]) -> None:
    database.run(INSERT_REVISION, values)


def attributes_to_json(attributes: Attributes) -> str:
    return json.dumps(attributes._asdict(), ensure_ascii=False)


def attributes_from_json(text: str) -> Attributes:
    values = json.loads(text)
    return Attributes(
        tags=tuple(values["tags"]),
        aliases=tuple(values["aliases"]),
        asked=tuple(values["asked"]),
        facets=tuple((name, value) for name, value in values["facets"]),
        citations=tuple((source_id, span) for source_id, span in values["citations"]),
        supersedes=tuple(values["supersedes"]),
    )
