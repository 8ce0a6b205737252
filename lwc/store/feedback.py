"""Feedback: whether a document answers a query that is known by its fingerprint alone."""

from __future__ import annotations

from typing import Any, NamedTuple

from lwc.model import DocumentType
from lwc.store.connection import Database
from lwc.store.weights import Target

SELECT_FEEDBACK = """
SELECT signal, reason, updated_at
FROM query_feedback
WHERE target_type = :type AND target_id = :id AND fingerprint = :fingerprint AND provenance = :provenance
"""

SELECT_FEEDBACK_ROWS = """
SELECT given.target_type,
       coalesce(page.slug, CAST(given.target_id AS TEXT)),
       given.provenance,
       given.signal,
       given.fingerprint,
       given.reason,
       given.updated_at,
       given.provenance = 'user-provided' OR NOT EXISTS (
           SELECT 1
           FROM query_feedback AS other
           WHERE other.target_type = given.target_type
             AND other.target_id = given.target_id
             AND other.fingerprint = given.fingerprint
             AND other.provenance = 'user-provided'),
       given.tokenizer
FROM query_feedback AS given
LEFT JOIN page ON given.target_type = 'page' AND page.id = given.target_id
WHERE (:type IS NULL OR given.target_type = :type)
  AND (:id IS NULL OR given.target_id = :id)
ORDER BY given.target_type, page.slug_key, given.target_id, given.fingerprint, given.provenance DESC
LIMIT :limit OFFSET :offset
"""

UPSERT_FEEDBACK = """
INSERT INTO query_feedback
    (target_type, target_id, fingerprint, provenance, signal, tokenizer, reason, operation_id, updated_at)
VALUES
    (:type, :id, :fingerprint, :provenance, :signal, :tokenizer, :reason, :operation_id, :now)
ON CONFLICT (target_type, target_id, fingerprint, provenance) DO UPDATE
SET signal = excluded.signal,
    tokenizer = excluded.tokenizer,
    reason = excluded.reason,
    operation_id = excluded.operation_id,
    updated_at = excluded.updated_at
"""

COUNT_FEEDBACK = """
SELECT count(*)
FROM query_feedback
WHERE (:type IS NULL OR target_type = :type)
  AND (:id IS NULL OR target_id = :id)
  AND (:fingerprint IS NULL OR fingerprint = :fingerprint)
  AND (:provenance IS NULL OR provenance = :provenance)
"""

DELETE_FEEDBACK = """
DELETE FROM query_feedback
WHERE target_type = :type
  AND target_id = :id
  AND (:fingerprint IS NULL OR fingerprint = :fingerprint)
  AND (:provenance IS NULL OR provenance = :provenance)
"""


class Stored(NamedTuple):
    """Feedback of one provenance, as it stands."""

    signal: str
    reason: str
    updated_at: str


class Row(NamedTuple):
    """Feedback in a list; `tokenizer` made the fingerprint."""

    target_type: DocumentType
    identifier: str
    provenance: str
    signal: str
    fingerprint: str
    reason: str
    updated_at: str
    effective: bool
    tokenizer: str


def get(database: Database, target: Target, fingerprint: str, provenance: str) -> Stored | None:
    key = {**target._asdict(), "fingerprint": fingerprint, "provenance": provenance}
    row = database.row(SELECT_FEEDBACK, key)
    return None if row is None else Stored(*row)


def put(database: Database, values: dict[str, Any]) -> None:
    database.run(UPSERT_FEEDBACK, values)


def clear(database: Database, target: Target, fingerprint: str | None, provenance: str | None) -> None:
    """Take away the feedback that has this fingerprint and provenance; None stands for any."""
    database.run(DELETE_FEEDBACK, {**target._asdict(), "fingerprint": fingerprint, "provenance": provenance})


def count(
    database: Database,
    type: DocumentType | None,
    id: int | None,
    fingerprint: str | None = None,
    provenance: str | None = None,
) -> int:
    wanted = {"type": type, "id": id, "fingerprint": fingerprint, "provenance": provenance}
    return int(database.one(COUNT_FEEDBACK, wanted)[0])


def rows(
    database: Database, type: DocumentType | None, id: int | None, *, limit: int, offset: int
) -> list[Row]:
    """Those of a type and of a target, where they are named; in the order of the targets."""
    rows = database.rows(SELECT_FEEDBACK_ROWS, {"type": type, "id": id, "limit": limit, "offset": offset})
    return [Row(*row)._replace(effective=bool(row[7])) for row in rows]
