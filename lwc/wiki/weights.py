"""Use cases of weights and feedback: what is known to rank too low or too high, by whom, and why."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from lwc.errors import LwcError
from lwc.model import DocumentType
from lwc.search.disclosure import discloses
from lwc.search.fingerprint import fingerprint as fingerprint_of
from lwc.store import feedback, log, meta, weights
from lwc.store.log import Recorded
from lwc.text.tokens import TOKENIZER, query_tokens
from lwc.wiki.adjustments import FeedbackAdjustment, ListAnswer, Named, WeightAdjustment, listed, named
from lwc.wiki.clock import Clock
from lwc.wiki.slugs import checked_reason
from lwc.wiki.stores import Stores

TYPES = ("page", "source")
VALUES = (-2, -1, 1, 2)
SIGNALS = ("relevant", "irrelevant")
PROVENANCES = ("user-provided", "agent-observed")


class WeightAnswer(NamedTuple):
    """A weight as it now stands; setting the same again changes nothing."""

    adjustment: WeightAdjustment
    changed: bool
    operation: int | None
    revision: int


class FeedbackAnswer(NamedTuple):
    """Feedback as it now stands; giving the same again changes nothing."""

    adjustment: FeedbackAdjustment
    changed: bool
    operation: int | None
    revision: int


class ClearAnswer(NamedTuple):
    """How many adjustments of a document were taken away."""

    target_type: DocumentType
    target_identifier: str
    cleared: int
    changed: bool
    operation: int | None
    revision: int


class Weights:
    """`wiki.weights`."""

    def __init__(self, stores: Stores, clock: Clock) -> None:
        self._stores = stores
        self._clock = clock

    def set(self, type: str, target: str | int, *, value: int, reason: str, provenance: str) -> WeightAnswer:
        """Make a page or source count more (1, 2) or less (-1, -2), whatever is asked.

        `provenance` is user-provided or agent-observed. A document may have one weight of each; the user's is
        effective. Raises `page_not_found`, `source_not_found`, `ambiguous_reference`, `invalid_value` for the
        reason, and what every write may.
        """
        _check_choice("value", value, VALUES)
        _check_choice("provenance", provenance, PROVENANCES)
        reason = checked_reason(reason)
        given = {"provenance": provenance, "weight": value, "reason": reason}
        with self._writing(type, target) as at:
            database = at.store.database
            there = weights.get(database, at.target, provenance)
            if there is not None and (there.weight, there.reason) == (value, reason):
                view = _weight(at, given, there.updated_at)
                return WeightAnswer(view, False, None, meta.revision(database))
            now = self._clock()
            recorded = _record("weight.set", at, given, now)
            weights.put(database, _row(at, given, recorded, now))
            return WeightAnswer(_weight(at, given, now), True, *recorded)

    def list(self, target: str | None = None, *, type: str | None = None, limit: int = 100) -> ListAnswer:
        """The weights and the feedback of one document, of all pages or sources, or of all documents.

        Of both stores in scope `all`. Raises `page_not_found`, `source_not_found`, `ambiguous_reference`.
        """
        return listed(self._stores, None if type is None else _document_type(type), target, limit)

    def clear(self, type: str, target: str | int, *, provenance: str | None = None) -> ClearAnswer:
        """Take away a document's weight of one provenance, or without one those of both."""
        _check_provenance(provenance)
        with self._writing(type, target) as at:
            cleared = weights.count(at.store.database, *at.target, provenance)
            recorded = self._clearing("weight.clear", at, cleared, {"provenance": provenance})
            weights.clear(at.store.database, at.target, provenance)
            return ClearAnswer(at.target.type, at.identifier, cleared, cleared > 0, *recorded)

    def feedback(
        self, type: str, target: str | int, *, query: str, signal: str, reason: str, provenance: str
    ) -> FeedbackAnswer:
        """Say that a page or source is relevant, or irrelevant, for one query.

        It counts for queries of the same words in the same order. Their fingerprint is kept, the text is not:
        a reason that repeats it is refused. Raises `empty_query`, `reason_repeats_query`, and what `set` may.
        """
        _check_choice("signal", signal, SIGNALS)
        _check_choice("provenance", provenance, PROVENANCES)
        fingerprint = _fingerprint(query)
        reason = _undisclosing(checked_reason(reason), query)
        given = {"provenance": provenance, "signal": signal, "fingerprint": fingerprint, "reason": reason}
        with self._writing(type, target) as at:
            database = at.store.database
            there = feedback.get(database, at.target, fingerprint, provenance)
            if there is not None and (there.signal, there.reason) == (signal, reason):
                view = _feedback(at, given, there.updated_at)
                return FeedbackAnswer(view, False, None, meta.revision(database))
            now = self._clock()
            recorded = _record("weight.feedback", at, given, now)
            feedback.put(database, {**_row(at, given, recorded, now), "tokenizer": TOKENIZER})
            return FeedbackAnswer(_feedback(at, given, now), True, *recorded)

    def feedback_clear(
        self,
        type: str,
        target: str | int,
        *,
        query: str | None = None,
        fingerprint: str | None = None,
        provenance: str | None = None,
        all: bool = False,
    ) -> ClearAnswer:
        """Take away feedback on a document: for one query, by its text or fingerprint, or for `all` of them.

        Raises `usage` unless one of the three is given, `empty_query`, and what every write may.
        """
        _check_provenance(provenance)
        wanted = _chosen(query, fingerprint, all)
        with self._writing(type, target) as at:
            cleared = feedback.count(at.store.database, *at.target, wanted, provenance)
            detail = {"fingerprint": wanted, "provenance": provenance}
            recorded = self._clearing("weight.feedback_clear", at, cleared, detail)
            feedback.clear(at.store.database, at.target, wanted, provenance)
            return ClearAnswer(at.target.type, at.identifier, cleared, cleared > 0, *recorded)

    @contextmanager
    def _writing(self, type: str, target: str | int) -> Iterator[Named]:
        """The document, looked for again inside the lock: its name may have gone to another page since."""
        document_type, name = _document_type(type), str(target)
        store = named(self._stores, document_type, name, write=True).store
        with store.database.transaction():
            yield named(self._stores, document_type, name, write=True)

    def _clearing(
        self, action: str, at: Named, cleared: int, chosen: Mapping[str, str | None]
    ) -> tuple[int | None, int]:
        """The row of the log and the store's revision; no row when nothing is there to be cleared."""
        if not cleared:
            return None, meta.revision(at.store.database)
        detail = {name: value for name, value in chosen.items() if value is not None}
        return _record(action, at, {**detail, "cleared": cleared}, self._clock())


def _record(action: str, at: Named, detail: Mapping[str, Any], now: str) -> Recorded:
    return log.record(at.store.database, action, at.target.type, at.identifier, detail, now)


def _row(at: Named, given: Mapping[str, Any], recorded: Recorded, now: str) -> dict[str, Any]:
    return {**at.target._asdict(), **given, "operation_id": recorded.operation, "now": now}


def _weight(at: Named, given: Mapping[str, Any], now: str) -> WeightAdjustment:
    return WeightAdjustment(at.target.type, at.identifier, **given, updated_at=now)


def _feedback(at: Named, given: Mapping[str, Any], now: str) -> FeedbackAdjustment:
    provenance, signal, fingerprint, reason = given.values()
    return FeedbackAdjustment(
        at.target.type, at.identifier, provenance, signal, fingerprint, reason, updated_at=now
    )


# ── what is refused ──────────────────────────────────────────────────────────────────────────────


def _check_choice(what: str, given: object, allowed: Collection[object]) -> None:
    if given not in allowed:
        choices = ", ".join(map(str, allowed))
        raise LwcError(
            "usage",
            f"There is no {what} {given!r}.",
            hint=f"Use one of {choices}.",
            details={"allowed": [*allowed]},
        )


def _check_provenance(provenance: str | None) -> None:
    if provenance is not None:
        _check_choice("provenance", provenance, PROVENANCES)


def _document_type(type: str) -> DocumentType:
    _check_choice("type", type, TYPES)
    return "page" if type == "page" else "source"


def _fingerprint(query: str) -> str:
    if not query_tokens(query):
        raise LwcError("empty_query", "The query has no words.", hint="Give the query as it was searched.")
    return fingerprint_of(query)


def _undisclosing(reason: str, query: str) -> str:
    if discloses(reason, query):
        raise LwcError(
            "reason_repeats_query",
            "The reason repeats the query, whose text is not to be kept.",
            hint="Say in other words why the document is relevant or not.",
        )
    return reason


def _chosen(query: str | None, fingerprint: str | None, all: bool) -> str | None:
    """The fingerprint of the feedback to be cleared, None for all of it."""
    if (query is not None) + (fingerprint is not None) + all != 1:
        raise LwcError(
            "usage",
            "Which feedback is to be cleared is not said, or said twice.",
            hint="Give one of --query, --fingerprint, and --all for that on every query.",
        )
    if fingerprint is not None and not re.fullmatch(r"xxh3:[0-9a-f]{32}", fingerprint):
        raise LwcError(
            "usage",
            "This is not the fingerprint of a query.",
            hint="`lwc weight list` shows fingerprints: xxh3: and 32 hexadecimal digits.",
        )
    return _fingerprint(query) if query is not None else fingerprint
