"""Adjustments of the ranking as answers show them, and the list of them."""

from __future__ import annotations

from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import DocumentType
from lwc.store import feedback, weights
from lwc.store.weights import Target
from lwc.text.tokens import TOKENIZER
from lwc.wiki import references
from lwc.wiki.paging import across
from lwc.wiki.stores import OpenStore, Stores


class WeightAdjustment(NamedTuple):
    """How much a document counts, whatever is asked."""

    target_type: DocumentType
    target_identifier: str
    provenance: str
    weight: int
    reason: str
    updated_at: str


class FeedbackAdjustment(NamedTuple):
    """Whether a document answers the query of this fingerprint."""

    target_type: DocumentType
    target_identifier: str
    provenance: str
    signal: str
    query_fingerprint: str
    reason: str
    updated_at: str


class ListedWeight(NamedTuple):
    """A weight in a list; `effective` is false where a user's own stands before it."""

    ref: str
    target_type: DocumentType
    target_identifier: str
    provenance: str
    weight: int
    reason: str
    updated_at: str
    effective: bool


class ListedFeedback(NamedTuple):
    """Feedback in a list.

    `effective` is false where a user's own stands before it; `current` is false where another tokenizer made
    the fingerprint, which no query of this lwc has.
    """

    ref: str
    target_type: DocumentType
    target_identifier: str
    provenance: str
    signal: str
    query_fingerprint: str
    reason: str
    updated_at: str
    effective: bool
    current: bool


class ListAnswer(NamedTuple):
    """Weights and feedback, each in the order of their documents.

    A limit is filled store by store, in each with weights before feedback."""

    weights: tuple[ListedWeight, ...]
    feedback: tuple[ListedFeedback, ...]
    total: int
    truncated: bool


class Named(NamedTuple):
    """A document that was named, the store it is in, and its slug or id."""

    store: OpenStore
    target: Target
    identifier: str


def named(stores: Stores, type: str | None, name: str, *, write: bool = False) -> Named:
    """The page or source; without a type what the name says, else a page before a source.

    Raises `page_not_found`, `source_not_found`, `ambiguous_reference`.
    """
    type = type or references.parse(name).type
    if type != "source":
        try:
            store, page = references.find_page(stores, name, write=write)
            return Named(store, Target("page", page.id), page.slug)
        except LwcError as error:
            if type == "page" or error.code != "page_not_found":
                raise
            missing = error
    try:
        place, source = references.find_source(stores, name, write=write)
    except LwcError as error:
        raise error if type == "source" or error.code != "source_not_found" else missing from None
    return Named(place, Target("source", source.id), str(source.id))


def listed(stores: Stores, type: DocumentType | None, name: str | None, limit: int) -> ListAnswer:
    """See `Weights.list`."""
    with stores.snapshot():
        only = None if name is None else named(stores, type, name)
        wanted_type, wanted_id = only.target if only else (type, None)

        def fetch(store: OpenStore, most: int, skip: int) -> tuple[list[weights.Row | feedback.Row], int]:
            count = weights.count(store.database, wanted_type, wanted_id)
            first = weights.rows(store.database, wanted_type, wanted_id, limit=most, offset=skip)
            rest, past = most - len(first), max(0, skip - count)
            second = feedback.rows(store.database, wanted_type, wanted_id, limit=rest, offset=past)
            return [*first, *second], count + feedback.count(store.database, wanted_type, wanted_id)

        found, total = across([only.store] if only else stores.readers(), limit, 0, fetch)
    return ListAnswer(
        tuple(_weight(store, row) for store, row in found if isinstance(row, weights.Row)),
        tuple(_feedback(store, row) for store, row in found if isinstance(row, feedback.Row)),
        total,
        len(found) < total,
    )


def _weight(store: OpenStore, row: weights.Row) -> ListedWeight:
    return ListedWeight(references.qualified(store.scope, row.target_type, row.identifier), *row)


def _feedback(store: OpenStore, row: feedback.Row) -> ListedFeedback:
    ref = references.qualified(store.scope, row.target_type, row.identifier)
    return ListedFeedback(ref, *row[:-1], row.tokenizer == TOKENIZER)
