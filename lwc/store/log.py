"""The operation log: one row for every write, never changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from lwc.model import Operation
from lwc.store import meta
from lwc.store.connection import Database

INSERT_OPERATION = """
INSERT INTO operation (revision, action, target_type, target, detail, created_at)
VALUES (:revision, :action, :target_type, :target, :detail, :created_at)
"""

SELECT_OPERATIONS = """
SELECT id, revision, action, target_type, target, detail, created_at
FROM operation
WHERE (:since IS NULL OR created_at >= :since)
  AND (:action IS NULL OR action = :action)
  AND (:target_type IS NULL OR target_type = :target_type)
  AND (:targets IS NULL
    OR target IN (SELECT value FROM json_each(:targets))
    OR EXISTS (
        SELECT 1 FROM json_each(operation.detail, '$.origins') AS origin
        WHERE origin.value IN (SELECT value FROM json_each(:targets))))
ORDER BY id DESC
LIMIT :limit
"""

COUNT_OPERATIONS = """
SELECT count(*)
FROM operation
WHERE (:since IS NULL OR created_at >= :since)
  AND (:action IS NULL OR action = :action)
  AND (:target_type IS NULL OR target_type = :target_type)
  AND (:targets IS NULL
    OR target IN (SELECT value FROM json_each(:targets))
    OR EXISTS (
        SELECT 1 FROM json_each(operation.detail, '$.origins') AS origin
        WHERE origin.value IN (SELECT value FROM json_each(:targets))))
"""


class Wanted(NamedTuple):
    """Which operations: from a moment on, of an action, on a type of target, on any of these targets."""

    since: str | None = None
    action: str | None = None
    target_type: str | None = None
    targets: tuple[str, ...] | None = None

    def conditions(self) -> dict[str, Any]:
        names = None if self.targets is None else json.dumps(self.targets)
        return {**self._asdict(), "targets": names}


class Recorded(NamedTuple):
    """A row just written: its id, and the store's revision after it."""

    operation: int
    revision: int


def record(
    database: Database,
    action: str,
    target_type: str,
    target: str,
    detail: Mapping[str, Any],
    now: str,
) -> Recorded:
    """Write one row and raise the store's revision, inside the caller's transaction."""
    revision = meta.revision(database) + 1
    meta.write(database, "revision", str(revision))
    return Recorded(note(database, action, target_type, target, detail, now), revision)


def note(
    database: Database,
    action: str,
    target_type: str,
    target: str,
    detail: Mapping[str, Any],
    now: str,
) -> int:
    """Write one row and leave the store's revision: for what changes no knowledge. The row's id."""
    return database.run(
        INSERT_OPERATION,
        {
            "revision": meta.revision(database),
            "action": action,
            "target_type": target_type,
            "target": target,
            "detail": json.dumps(detail, ensure_ascii=False, sort_keys=True),
            "created_at": now,
        },
    )


def recent(database: Database, limit: int, wanted: Wanted | None = None) -> list[Operation]:
    """The newest operations first."""
    rows = database.rows(SELECT_OPERATIONS, {**(wanted or Wanted()).conditions(), "limit": limit})
    return [Operation(*row)._replace(detail=json.loads(row[5])) for row in rows]


def count(database: Database, wanted: Wanted | None = None) -> int:
    return int(database.one(COUNT_OPERATIONS, (wanted or Wanted()).conditions())[0])
