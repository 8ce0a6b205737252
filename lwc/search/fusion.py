"""Several ranked runs → one score a document: reciprocal rank fusion, summed per document.

A run gives prior / (K + rank) to each document, by the best rank that the document or a span of it has there
(Cormack, Clarke and Büttcher 2009). The priors sum to K + 1, so that first place in every run gives 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from lwc.search.parameters import PRIORS, K

Key = TypeVar("Key", bound=Hashable)


def share(run: str, rank: int) -> float:
    """What a run gives for a rank, which counts from 1."""
    return PRIORS[run] / (K + rank)


def fuse(runs: Mapping[str, Iterable[Key]]) -> dict[Key, dict[str, int]]:
    """Document → run → its best rank there; a run names the document of each of its items, best first."""
    places: dict[Key, dict[str, int]] = {}
    for run, keys in runs.items():
        for rank, key in enumerate(keys, start=1):
            places.setdefault(key, {}).setdefault(run, rank)
    return places
