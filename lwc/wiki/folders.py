"""Adds the files of a folder, batch by batch; what can not be read is named and the rest goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.store import index, log, meta
from lwc.store.log import Recorded
from lwc.text.normalize import origin_key
from lwc.wiki import files, source_writes
from lwc.wiki.clock import Clock
from lwc.wiki.files import Incoming, Skipped
from lwc.wiki.paths import printable
from lwc.wiki.slugs import checked_facets
from lwc.wiki.source_writes import Prepared, Written
from lwc.wiki.stores import OpenStore

#: What one transaction holds at most: it is short enough for other writers to wait for.
BATCH_FILES = 1_000
BATCH_BYTES = 8 << 20

#: Called with (files done, files in all, path of the file just read).
Progress = Callable[[int, int, str], None]


class AddedSource(NamedTuple):
    """A source of a folder that is new in the store."""

    id: int
    origin: str
    title: str
    supersedes: int | None


class FolderAnswer(NamedTuple):
    """What became of a folder's files: added, in the store as they are, skipped because of a failure.

    `updated` counts the added ones that supersede an earlier source; `ignored` hidden files and
    attachments, which are left out by rule.
    """

    folder: str
    added: tuple[AddedSource, ...]
    unchanged: int
    updated: int
    ignored: int
    skipped: tuple[Skipped, ...]
    total: int
    changed: bool
    operation: int | None
    revision: int


class FolderAdd:
    """One run over one folder."""

    def __init__(
        self,
        store: OpenStore,
        clock: Clock,
        *,
        origin: str | None,
        facets: Iterable[tuple[str, str]],
        encoding: str | None,
        cwd: str | None,
        progress: Progress | None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._origin = origin
        self._facets = checked_facets(facets)
        self._encoding = encoding
        self._cwd = cwd
        self._progress = progress
        self._batch: list[Prepared] = []
        self._batch_bytes = 0
        self._added: list[AddedSource] = []
        self._skipped: list[Skipped] = []
        self._by_origin: dict[str, str] = {}
        self._unchanged = 0
        self._operation: int | None = None

    def run(self, folder: str, include: Sequence[str], exclude: Sequence[str]) -> FolderAnswer:
        """Raises what `files.walk` raises for the folder itself, and `interrupted` with what stands."""
        walk = files.walk(folder, include=include, exclude=exclude, root=self._store.root, cwd=self._cwd)
        found = list(walk)
        paths = [path for path in found if isinstance(path, str)]
        self._skipped = [skipped for skipped in found if isinstance(skipped, Skipped)]
        try:
            self._read_all(folder, paths)
        except KeyboardInterrupt as interrupt:
            raise self._interrupted(folder, paths) from interrupt
        return FolderAnswer(
            folder=printable(folder),
            added=tuple(self._added),
            unchanged=self._unchanged,
            updated=sum(source.supersedes is not None for source in self._added),
            ignored=walk.ignored,
            skipped=tuple(self._skipped),
            total=len(found),
            changed=bool(self._added),
            operation=self._operation,
            revision=meta.revision(self._store.database),
        )

    def _read_all(self, folder: str, paths: list[str]) -> None:
        for done, path in enumerate(paths, start=1):
            self._read(folder, path)
            if self._progress is not None:
                self._progress(done, len(paths), path)
            if len(self._batch) >= BATCH_FILES or self._batch_bytes >= BATCH_BYTES:
                self._write_batch()
        self._write_batch()

    def _read(self, folder: str, path: str) -> None:
        incoming = files.read_or_skip(path, encoding=self._encoding, root=self._store.root, cwd=self._cwd)
        if isinstance(incoming, Skipped):
            self._skipped.append(incoming)
            return
        if self._origin is not None:
            below = os.path.relpath(path, folder).replace(os.sep, "/")
            incoming = incoming._replace(origin=f"{self._origin.rstrip('/')}/{below}")
        other = self._by_origin.setdefault(origin_key(incoming.origin), path)
        if other != path:  # they would supersede each other, in every run again
            message = f"Its name and that of {printable(other)} differ by composition alone: rename one."
            self._skipped.append(Skipped(printable(path), "invalid_value", message))
        elif source_writes.current(self._store.database, incoming) is not None:
            self._unchanged += 1
        else:
            self._prepare(path, incoming)

    def _prepare(self, path: str, incoming: Incoming) -> None:
        try:
            self._batch.append(source_writes.prepare(incoming, None, self._facets))
            self._batch_bytes += incoming.bytes
        except LwcError as error:
            self._skipped.append(Skipped(printable(path), error.code, error.message))

    def _write_batch(self) -> None:
        if not self._batch:
            return
        database = self._store.database
        with database.transaction(), index.bulk(database):
            new = [item for item in self._batch if source_writes.current(database, item.incoming) is None]
            written = self._write_new(new) if new else []
        self._unchanged += len(self._batch) - len(new)
        self._batch, self._batch_bytes = [], 0
        self._added += [
            AddedSource(item.source.id, item.source.origin, item.source.title, item.supersedes)
            for item in written
        ]

    def _write_new(self, new: list[Prepared]) -> list[Written]:
        now = self._clock()
        recorded = self._record(new, now)
        self._operation = recorded.operation
        return [source_writes.write(self._store.database, item, recorded.operation, now) for item in new]

    def _record(self, new: list[Prepared], now: str) -> Recorded:
        origins = [item.incoming.origin for item in new]
        target = origins[0] if len(origins) == 1 else f"{len(origins)} sources"
        return log.record(self._store.database, "source.add", "source", target, {"origins": origins}, now)

    def _interrupted(self, folder: str, paths: list[str]) -> LwcError:
        in_store = {source.origin for source in self._added}
        done = len(in_store) + self._unchanged
        return LwcError(
            "interrupted",
            f"Interrupted: {len(in_store)} sources of {printable(folder)} were added and stand, "
            f"{max(0, len(paths) - done)} files were not.",
            hint="Run the same command again: it goes on where this one stopped.",
            details={"added": len(in_store), "unchanged": self._unchanged, "files": len(paths)},
        )
