"""The use cases, one module a noun: `Wiki` is the façade over them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING

from lwc.model import Scope
from lwc.wiki.clock import Clock, utc_now
from lwc.wiki.stores import Stores

if TYPE_CHECKING:
    from lwc.wiki.charter import Charter
    from lwc.wiki.context import ContextAnswer
    from lwc.wiki.creation import InitAnswer, WhereAnswer
    from lwc.wiki.logbook import LogAnswer
    from lwc.wiki.pages import Pages
    from lwc.wiki.searching import SearchAnswer, TokensAnswer
    from lwc.wiki.sources import Sources
    from lwc.wiki.spans import Spans
    from lwc.wiki.upkeep import Upkeep
    from lwc.wiki.weights import Weights
    from lwc.wiki.why_not import WhyNotAnswer


class Wiki:
    """A wiki: one store, or for reading the project's and the global one together.

    Every command is one of its methods. Each use case's module is imported when it is first used, so that
    a search does not pay for what only writing needs.
    """

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    @classmethod
    def open(
        cls,
        scope: Scope = "project",
        *,
        project: str | None = None,
        read_only: bool = False,
        environ: Mapping[str, str] | None = None,
        cwd: str | None = None,
        clock: Clock = utc_now,
    ) -> Wiki:
        """A wiki in a scope; its stores are looked for and opened when they are first needed.

        `project` names the project's folder, else LWC_PROJECT_ROOT does, else it is looked for upward from
        `cwd`. `environ` and `cwd` default to the process's own.
        """
        return cls(Stores(scope, project, read_only, os.environ if environ is None else environ, cwd), clock)

    def __enter__(self) -> Wiki:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open; the wiki can be used again."""
        self._stores.close()

    @property
    def scope(self) -> str:
        """project, global or all, as it was asked for."""
        return self._stores.scope

    @property
    def database(self) -> str | None:
        """The path of the single store; None in scope `all`."""
        return None if self.scope == "all" else self._stores.location().database

    @property
    def answered_from(self) -> tuple[str, str | None]:
        """Scope and path of the store that the last use case was about: a reference may name another one."""
        store = self._stores.answering
        return (self.scope, self.database) if store is None else (store.scope, store.path)

    def init(self, *, git_exclude: bool = True) -> InitAnswer:
        """Make the store when it is not there, and keep it out of git by .git/info/exclude.

        Several processes may call this at once: one creates. Raises `read_only_store`, `not_a_store`,
        `newer_store`, `fts5_missing`, `outside_root`.
        """
        from lwc.wiki.creation import init

        return init(self._stores, self._clock, git_exclude=git_exclude)

    def where(self) -> WhereAnswer:
        """Which stores commands work on, and why."""
        from lwc.wiki.creation import where

        return where(self._stores)

    def context(
        self, *, limit: int = 25, budget: int | None = None, task: str | None = None
    ) -> ContextAnswer:
        """What an agent should know before a task: purpose, schema, an index of pages, what happened last.

        At most `limit` pages a store, and about `budget` tokens in all; pages that `task` finds come first.
        Raises `store_not_found`.
        """
        from lwc.wiki.context import context

        return context(self._stores, limit=limit, budget=budget, task=task)

    def search(
        self,
        query: str,
        *,
        type: str = "auto",
        kinds: Iterable[str] = (),
        tags: Iterable[str] = (),
        where: Iterable[tuple[str, str]] = (),
        granularity: str = "document",
        group_by: str = "auto",
        limit: int = 20,
        cursor: str | None = None,
        explain: bool = False,
        record: bool = False,
    ) -> SearchAnswer:
        """What answers a query best. Any text is a query; it never raises a syntax error.

        `type` is auto (pages and sources; a source gives way to a matching page that summarises it), page,
        source or all. A page passes when its kind is one of `kinds`, it has all `tags`, and it has a value
        for every facet of `where`: the same, one above or below it (`eu` and `eu/de`), or `*`.

        `granularity` is document, passage, sentence or all: all fuses the ranks that a document and its spans
        have in their own orders. With `group_by` document (auto: for all alone) each document is one hit with
        its best spans as `matches`; with none spans are hits, and one document takes at most three of the
        first ten places.

        With `record` the query's text and what it found are written to the log of every searched store;
        without it nothing is written.

        Raises `empty_query`, `invalid_cursor`, `stale_cursor`, `invalid_value`, `store_not_found`,
        `index_mismatch`, and with `record` what every write may.
        """
        from lwc.wiki.searching import search

        def find() -> SearchAnswer:
            return search(
                self._stores,
                query,
                type=type,
                kinds=kinds,
                tags=tags,
                where=where,
                granularity=granularity,
                group_by=group_by,
                limit=limit,
                cursor=cursor,
                explain=explain,
            )

        if not record:
            return find()
        from lwc.wiki.recording import recorded

        return recorded(self._stores, self._clock, find)

    def why_not(
        self,
        reference: str,
        query: str,
        *,
        type: str = "auto",
        kinds: Iterable[str] = (),
        tags: Iterable[str] = (),
        where: Iterable[tuple[str, str]] = (),
        limit: int = 20,
    ) -> WhyNotAnswer:
        """Why a document is not among the first `limit` hits of a search, and what wording would show it.

        The conditions are those of `search`. `reference` is a page by its slug, an alias or its title, a
        source as `source:12`, or a span, whose document is meant. Nothing is written.

        Raises `page_not_found`, `source_not_found`, `ambiguous_reference`, and what `search` may.
        """
        from lwc.wiki.why_not import why_not

        return why_not(
            self._stores, reference, query, type=type, kinds=kinds, tags=tags, where=where, limit=limit
        )

    def tokens(self, text: str, *, query: bool = False) -> TokensAnswer:
        """The terms of a text with character offsets, as the index has them, or as a query."""
        from lwc.wiki.searching import tokenize

        return tokenize(text, query=query)

    def log(
        self,
        *,
        limit: int = 50,
        since: str | None = None,
        action: str | None = None,
        target: str | None = None,
    ) -> LogAnswer:
        """What was done, the newest first.

        `since` is a time or day in ISO 8601; `target` is a page or source by any name or reference.
        Raises `invalid_value`, `store_not_found`, `ambiguous_reference`.
        """
        from lwc.wiki.logbook import read

        return read(self._stores, limit=limit, since=since, action=action, target=target)

    @property
    def pages(self) -> Pages:
        """Pages: put, show, list, links, remove."""
        from lwc.wiki.pages import Pages

        return Pages(self._stores, self._clock)

    @property
    def sources(self) -> Sources:
        """Sources: add, show, list, refs, status, diff, retire."""
        from lwc.wiki.sources import Sources

        return Sources(self._stores, self._clock)

    @property
    def spans(self) -> Spans:
        """Spans: get, expand, locate."""
        from lwc.wiki.spans import Spans

        return Spans(self._stores)

    @property
    def weights(self) -> Weights:
        """Weights and feedback: set, list, clear, feedback, feedback_clear."""
        from lwc.wiki.weights import Weights

        return Weights(self._stores, self._clock)

    @property
    def charter(self) -> Charter:
        """The purpose and schema texts: show, set."""
        from lwc.wiki.charter import Charter

        return Charter(self._stores, self._clock)

    @property
    def upkeep(self) -> Upkeep:
        """Upkeep: stats, migrate, reindex."""
        from lwc.wiki.upkeep import Upkeep

        return Upkeep(self._stores, self._clock)
