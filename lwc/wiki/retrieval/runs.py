"""The stores and types that a query is asked of, and how often its terms occur there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lwc.model import DocumentType, Query
from lwc.store import meta, vocabulary
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
