"""The stores and types that a query is asked of, and how often its terms occur there."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from lwc.model import DocumentType, Query, QueryTerm
from lwc.store import match, meta, vocabulary
from lwc.store.candidates import K1_PLUS_1
from lwc.wiki.stores import OpenStore


class Run(NamedTuple):
    """One store and one type: the documents searched, and how often each term occurs among them."""

    store: OpenStore
    type: DocumentType
    documents: int
    frequencies: dict[str, int]


def open_run(store: OpenStore, type: DocumentType, query: Query) -> Run:
    documents = meta.counters(store.database)[type]
    return Run(store, type, documents, vocabulary.frequencies(store.database, type, query.terms))


def pooled(frequencies: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Term → in how many documents it stands, over all runs."""
    total: dict[str, int] = {}
    for one in frequencies:
        for term, frequency in one.items():
            total[term] = total.get(term, 0) + frequency
    return total


def fts5_idf(documents: int, frequency: int) -> float:
    """The idf inside FTS5's bm25: ln((N − df + ½)/(df + ½)), and 1e-6 where that is not positive."""
    idf = math.log((documents - frequency + 0.5) / (frequency + 0.5)) if documents >= frequency else 0.0
    return idf if idf > 0 else 1e-6


def saturation(
    run: Run,
    terms: Iterable[QueryTerm],
    ids: list[int],
    bm25_of: Callable[[str, str], list[tuple[int, float]]],
) -> dict[int, dict[str, float]]:
    """Id → term → tf/(tf+K), from FTS5's bm25 of the term alone.

    `bm25_of` takes what to match and the ids as a JSON array.
    """
    found: dict[int, dict[str, float]] = {id: {} for id in ids}
    wanted = json.dumps(ids)
    for term in terms:
        frequency = run.frequencies.get(term.term, 0)
        if not frequency:
            continue
        scale = K1_PLUS_1 * fts5_idf(run.documents, frequency)
        for id, bm25 in bm25_of(match.one(term), wanted):
            found[id][term.term] = min(1.0, -bm25 / scale)
    return found
