"""How a source compares with the file it came from, and with what superseded it."""

from __future__ import annotations

import os
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import SourceRow
from lwc.store import sources
from lwc.text.linediff import LineDiff, unified
from lwc.wiki import files
from lwc.wiki.files import Incoming
from lwc.wiki.stores import OpenStore

#: Encodings that a text is read in unasked.
DETECTED = ("utf-8", "utf-8-sig", "utf-16")


class SourceStatus(NamedTuple):
    """A source's state; `moved_to` are current sources of the same content, when its file is missing."""

    ref: str
    id: int
    origin: str
    status: str
    superseded_by: int | None
    moved_to: tuple[int, ...]


def status_of(store: OpenStore, source: SourceRow) -> SourceStatus:
    status = _status(store, source)
    moved: tuple[int, ...] = ()
    if status == "missing":
        same = sources.current_with(store.database, source.fingerprint)
        moved = tuple(other for other, _ in same if other != source.id)
    return SourceStatus(
        f"{store.scope}:source:{source.id}", source.id, source.origin, status, source.superseded_by, moved
    )


def difference(store: OpenStore, source: SourceRow) -> tuple[str, LineDiff]:
    """The status, and what is different in the file or in the newer source."""
    status = _status(store, source)
    old = sources.text(store.database, source.id)
    if status == "superseded" and source.superseded_by is not None:
        newer = sources.get(store.database, source.superseded_by)
        new, name = sources.text(store.database, source.superseded_by), f"source {source.superseded_by}"
        assert newer is not None  # the schema holds the reference
    elif status == "modified":
        new, name = _read(store, source).text, source.origin
    else:
        return status, LineDiff("", 0, 0)
    return status, unified(old, new, f"source {source.id}", name)


def _status(store: OpenStore, source: SourceRow) -> str:
    if source.retired_at is not None:
        return "retired"
    if source.superseded_by is not None:
        return "superseded"
    if source.path is None:
        return "untracked"
    try:
        found = files.fingerprint_of(_path(store, source.path, source.origin))
        return "fresh" if found == source.fingerprint else "modified"
    except LwcError as error:
        if error.code in ("file_not_found", "not_a_file", "unreadable_file"):
            return "missing"
        return "modified"  # it is there, and too large to be what it was


def _read(store: OpenStore, source: SourceRow) -> Incoming:
    assert source.path is not None  # asked of sources that came from a file alone
    encoding = None if source.encoding in DETECTED else source.encoding
    return files.read_file(_path(store, source.path, source.origin), encoding=encoding)


def _path(store: OpenStore, path: str, origin: str) -> str:
    """Where the file is now: one that was below the root has moved along when the root has moved."""
    below = origin.replace("/", os.sep)
    moved = os.path.join(store.root, below)
    return moved if path.endswith(os.sep + below) and os.path.exists(moved) else path
