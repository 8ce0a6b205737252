"""Weights of documents, and what counts for the ranking when the feedback on a query is taken with them."""

from __future__ import annotations

from typing import Any, NamedTuple

from lwc.model import DocumentType
from lwc.store.connection import Database

SELECT_WHETHER_ANY = """
SELECT EXISTS (SELECT 1 FROM document_weight) OR EXISTS (SELECT 1 FROM query_feedback)
"""

# `user-provided` comes last, and prevails.
SELECT_WEIGHTS_OF = """
SELECT target_id, weight, provenance
FROM document_weight
WHERE target_type = :type
  AND target_id IN (SELECT value FROM json_each(:ids))
ORDER BY target_id, provenance = 'user-provided'
"""

SELECT_FEEDBACK_OF = """
SELECT target_id, signal, provenance
FROM query_feedback
WHERE target_type = :type
  AND target_id IN (SELECT value FROM json_each(:ids))
  AND fingerprint = :fingerprint
ORDER BY target_id, provenance = 'user-provided'
"""

SELECT_WEIGHT = """
SELECT weight, reason, updated_at
FROM document_weight
WHERE target_type = :type AND target_id = :id AND provenance = :provenance
"""

UPSERT_WEIGHT = """
INSERT INTO document_weight (target_type, target_id, provenance, weight, reason, operation_id, updated_at)
VALUES (:type, :id, :provenance, :weight, :reason, :operation_id, :now)
ON CONFLICT (target_type, target_id, provenance) DO UPDATE
SET weight = excluded.weight,
    reason = excluded.reason,
    operation_id = excluded.operation_id,
    updated_at = excluded.updated_at
"""

COUNT_WEIGHTS = """
SELECT count(*)
FROM document_weight
WHERE (:type IS NULL OR target_type = :type)
  AND (:id IS NULL OR target_id = :id)
  AND (:provenance IS NULL OR provenance = :provenance)
"""

DELETE_WEIGHTS = """
DELETE FROM document_weight
WHERE target_type = :type
  AND target_id = :id
  AND (:provenance IS NULL OR provenance = :provenance)
"""

SELECT_WEIGHT_ROWS = """
SELECT given.target_type,
       coalesce(page.slug, CAST(given.target_id AS TEXT)),
       given.provenance,
       given.weight,
       given.reason,
       given.updated_at,
       given.provenance = 'user-provided' OR NOT EXISTS (
           SELECT 1
           FROM document_weight AS other
           WHERE other.target_type = given.target_type
             AND other.target_id = given.target_id
             AND other.provenance = 'user-provided')
FROM document_weight AS given
LEFT JOIN page ON given.target_type = 'page' AND page.id = given.target_id
WHERE (:type IS NULL OR given.target_type = :type)
  AND (:id IS NULL OR given.target_id = :id)
ORDER BY given.target_type, page.slug_key, given.target_id, given.provenance DESC
LIMIT :limit OFFSET :offset
"""


class Adjustment(NamedTuple):
    """What counts for one document and one query: what a user provided, else what an agent observed.

    `weight` is -2 to 2, 0 when there is none; `feedback` is relevant, irrelevant or "".
    """

    weight: int
    weight_provenance: str
    feedback: str
    feedback_provenance: str


class Target(NamedTuple):
    """The document that is adjusted."""

    type: DocumentType
    id: int


class Stored(NamedTuple):
    """A weight of one provenance, as it stands."""

    weight: int
    reason: str
    updated_at: str


class Row(NamedTuple):
    """A weight in a list; `identifier` is a page's slug or a source's id."""

    target_type: DocumentType
    identifier: str
    provenance: str
    weight: int
    reason: str
    updated_at: str
    effective: bool


NOTHING = Adjustment(0, "", "", "")


# ── for the ranking ──────────────────────────────────────────────────────────────────────────────


def any_stored(database: Database) -> bool:
    """Whether there is any adjustment at all; costs two looks at the first row of a table."""
    return bool(database.one(SELECT_WHETHER_ANY)[0])


def effective(
    database: Database, type: DocumentType, fingerprint: str, ids_json: str
) -> dict[int, Adjustment]:
    """What counts for each of the documents; one that has no adjustment is left out.

    `ids_json` is a JSON array of the ids of pages or of sources.
    """
    wanted = {"type": type, "ids": ids_json, "fingerprint": fingerprint}
    found: dict[int, Adjustment] = {}
    for id, weight, provenance in database.rows(SELECT_WEIGHTS_OF, wanted):
        found[id] = Adjustment(weight, provenance, "", "")
    for id, signal, provenance in database.rows(SELECT_FEEDBACK_OF, wanted):
        found[id] = found.get(id, NOTHING)._replace(feedback=signal, feedback_provenance=provenance)
    return found


# ── for the use cases ────────────────────────────────────────────────────────────────────────────


def get(database: Database, target: Target, provenance: str) -> Stored | None:
    row = database.row(SELECT_WEIGHT, {**target._asdict(), "provenance": provenance})
    return None if row is None else Stored(*row)


def put(database: Database, values: dict[str, Any]) -> None:
    database.run(UPSERT_WEIGHT, values)


def clear(database: Database, target: Target, provenance: str | None) -> None:
    """Take away the weights of one provenance, or with None those of all."""
    database.run(DELETE_WEIGHTS, {**target._asdict(), "provenance": provenance})


def count(
    database: Database, type: DocumentType | None, id: int | None, provenance: str | None = None
) -> int:
    return int(database.one(COUNT_WEIGHTS, {"type": type, "id": id, "provenance": provenance})[0])


def rows(
    database: Database, type: DocumentType | None, id: int | None, *, limit: int, offset: int
) -> list[Row]:
    """Those of a type and of a target, where they are named; in the order of the targets."""
    rows = database.rows(SELECT_WEIGHT_ROWS, {"type": type, "id": id, "limit": limit, "offset": offset})
    return [Row(*row)._replace(effective=bool(row[6])) for row in rows]
