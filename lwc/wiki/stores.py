"""The stores of one wiki, opened when they are first needed, and which of them a reference means."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import Scope
from lwc.store import connection, meta
from lwc.store.connection import Database
from lwc.text.spanid import SEGMENTER
from lwc.text.tokens import TOKENIZER
from lwc.wiki import scopes
from lwc.wiki.scopes import Choice, StoreLocation


class OpenStore(NamedTuple):
    """A store that is open, and the scope and folder it stands for."""

    scope: str
    root: str
    database: Database

    @property
    def path(self) -> str:
        return self.database.path


class Stores:
    """What `Wiki` opens stores with. Nothing is looked for or opened before it is asked for."""

    def __init__(
        self, scope: Scope, project: str | None, read_only: bool, environ: Mapping[str, str], cwd: str | None
    ) -> None:
        if scope not in ("project", "global", "all"):
            raise LwcError("usage", f"{scope!r} is not a scope.", hint="Use project, global or all.")
        self.scope: Scope = scope
        self.project = project
        self.read_only = read_only
        self.environ = environ
        self.cwd = cwd
        self._choice: Choice | None = None
        self._open: dict[tuple[str, bool], OpenStore] = {}
        self._snapshots: ExitStack | None = None
        #: The one store that the last use case was about, when it was about one.
        self.answering: OpenStore | None = None

    def choice(self) -> Choice:
        if self._choice is None:
            self._choice = scopes.choose(self.scope, project=self.project, environ=self.environ, cwd=self.cwd)
        return self._choice

    def forget(self) -> None:
        """Look again the next time: `init` has made a store."""
        self._choice = None

    @property
    def busy_timeout_ms(self) -> int:
        """From LWC_BUSY_TIMEOUT_MS, 10,000 when it is not set."""
        value = self.environ.get("LWC_BUSY_TIMEOUT_MS", "")
        if not value:
            return connection.BUSY_TIMEOUT_MS
        if not value.isdecimal() or int(value) > 2**31 - 1:
            raise LwcError(
                "invalid_value",
                f"LWC_BUSY_TIMEOUT_MS is {value!r}, which is not a number of milliseconds.",
                hint="Set it to a whole number such as 10000, or unset it.",
            )
        return int(value)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read in the block is of one moment in each store, also in those that it opens."""
        if self._snapshots is not None:
            yield
            return
        with ExitStack() as self._snapshots:
            try:
                for store in self._open.values():
                    self._snapshots.enter_context(store.database.snapshot())
                yield
            finally:
                self._snapshots = None

    def readers(self) -> list[OpenStore]:
        """All stores of the scope, project first. Raises `store_not_found` when there is none."""
        found = [location for location in self.choice().stores if location.exists]
        if not found:
            raise self._nothing_here()
        return [self._opened(location, write=False) for location in found]

    def single_reader(self) -> OpenStore:
        """The one store of this wiki. Raises `usage` for `all`: nothing is chosen silently."""
        if self.scope == "all":
            raise LwcError(
                "usage", "This is asked of one store.", hint="Use --scope project or --scope global."
            )
        return self.reader()

    def reader(self, scope: str | None = None) -> OpenStore:
        """The one store to read: that of `scope`, else the first of this wiki's."""
        return self.readers()[0] if scope is None else self._opened(self._location(scope), write=False)

    def readers_of(self, scope: str | None) -> list[OpenStore]:
        """Where an id may be: in the store that it names, else in all of this wiki's."""
        return self.readers() if scope is None else [self.reader(scope)]

    def writer(self, scope: str | None = None) -> OpenStore:
        """The one store to write. Raises `usage` for `all`, `read_only_store` when writing was ruled out."""
        if self.scope == "all" and scope is None:
            raise LwcError(
                "usage", "Scope `all` is for reading.", hint="Write with --scope project or --scope global."
            )
        location = self._location(scope or self.scope)
        if self.read_only:
            raise connection.read_only(location.database)
        self.answering = self._opened(location, write=True)
        return self.answering

    def location(self) -> StoreLocation:
        """Where the single store of this wiki is; it need not exist."""
        return self._location(self.scope)

    def location_to_migrate(self) -> str:
        """The path of the single store, whatever its schema. Raises `store_not_found`, `read_only_store`."""
        if self.scope == "all":
            raise LwcError(
                "usage", "One store is migrated at a time.", hint="Use --scope project or --scope global."
            )
        location = self.location()
        if not location.exists:
            raise _not_found(location)
        if self.read_only:
            raise connection.read_only(location.database)
        return location.database

    def close(self) -> None:
        for store in self._open.values():
            store.database.close()
        self._open.clear()

    def _location(self, scope: str) -> StoreLocation:
        for location in self.choice().stores:
            if location.scope == scope:
                return location
        return scopes.choose(scope, project=self.project, environ=self.environ, cwd=self.cwd).stores[0]

    def _opened(self, location: StoreLocation, *, write: bool) -> OpenStore:
        # A store that is open for writing serves its reader too: a reader sees what was just written.
        for kind in (True, write):
            if (location.database, kind) in self._open:
                return self._open[location.database, kind]
        if not os.path.exists(location.database):
            raise _not_found(location)
        opener = connection.open_for_writing if write else connection.open_for_reading
        database = opener(location.database, busy_timeout_ms=self.busy_timeout_ms)
        store = OpenStore(location.scope, location.root, database)
        self._open[location.database, write] = store
        if self._snapshots is not None:
            self._snapshots.enter_context(database.snapshot())
        return store

    def _nothing_here(self) -> LwcError:
        locations = self.choice().stores
        if locations:
            return _not_found(locations[0])
        return LwcError(
            "store_not_found",
            "There is neither a project store nor a global one.",
            hint="Make one with `lwc init` or `lwc --scope global init`.",
            details={"considered": [place.path for place in self.choice().considered]},
        )


def check_index(store: OpenStore) -> None:
    """Raise `index_mismatch` when the index was made by another tokenizer or segmenter than this lwc's."""
    made_by = meta.read(store.database, "index", index_version())
    if made_by != index_version():
        raise LwcError(
            "index_mismatch",
            f"The index was made by {made_by}; this lwc reads {index_version()}.",
            hint="Run `lwc reindex`: it rebuilds the index from the pages and sources.",
            details={"database": store.path, "index": made_by, "supported": index_version()},
        )


def index_version() -> str:
    """Tokenizer and segmenter that an index is made by; stored with it."""
    return f"{TOKENIZER} segmenter-{SEGMENTER}"


def _not_found(location: StoreLocation) -> LwcError:
    command = "lwc init" if location.scope == "project" else "lwc --scope global init"
    elsewhere = ", or name another folder with --project" if location.scope == "project" else ""
    return LwcError(
        "store_not_found",
        f"There is no {location.scope} store at {location.database} ({location.reason}).",
        hint=f"Make one with `{command}`{elsewhere}.",
        details={"database": location.database, "reason": location.reason},
    )
