"""Runs the systems on the collections, two collections at a time, and holds lwc against its goals."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from benchmarks.quality.judged import load
from benchmarks.quality.measures import evaluate
from benchmarks.quality.systems import SYSTEMS, SearchOptions

#: lwc has to reach the better of these, less half a point.
BASELINES = ("bigrams", "strong")
TOLERANCE = 0.005
MEASURES_WITH_GOALS = ("nDCG@10", "Recall@5")
#: Averages over the nine development sets.
AVERAGE_GOALS = {"nDCG@10": 0.715}


class Outcome(NamedTuple):
    """What one system reached on one set; times are processor seconds, those of queries for all of them."""

    measures: Mapping[str, float]
    index_seconds: float
    query_seconds: float


class Compared(NamedTuple):
    """The outcomes of one set by system."""

    set: str
    kind: str
    documents: int
    queries: int
    outcomes: Mapping[str, Outcome]

    def goal(self, measure: str) -> float | None:
        """What lwc has to reach; None for a measure without a goal or a run without both baselines."""
        if measure not in MEASURES_WITH_GOALS or not set(BASELINES) <= self.outcomes.keys():
            return None
        return max(self.outcomes[name].measures[measure] for name in BASELINES) - TOLERANCE


def compare(
    data: str,
    sets: Sequence[str],
    systems: Sequence[str],
    *,
    limit: int | None,
    options: SearchOptions,
    processes: int,
) -> list[Compared]:
    """The outcomes of every set, in the order of `sets`. Raises DataMissing for one that is not there."""
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(_compared, data, name, tuple(systems), limit, dict(options)) for name in sets]
        return [job.result() for job in jobs]


def as_json(compared: Compared) -> dict[str, Any]:
    """One set with everything known about it."""
    return {
        **compared._asdict(),
        "outcomes": {system: outcome._asdict() for system, outcome in compared.outcomes.items()},
        "goals": {measure: compared.goal(measure) for measure in MEASURES_WITH_GOALS},
    }


def averages(rows: Sequence[Compared], measure: str) -> dict[str, float]:
    """The mean over the sets, each set counting the same, by system."""
    return {
        system: sum(row.outcomes[system].measures[measure] for row in rows) / len(rows)
        for system in rows[0].outcomes
    }


def _compared(
    data: str, name: str, systems: Sequence[str], limit: int | None, options: SearchOptions
) -> Compared:
    collection = load(data, name, limit=limit)
    outcomes = {}
    for system in systems:
        run = SYSTEMS[system](collection, options)
        outcomes[system] = Outcome(evaluate(collection, run.rankings), run.index_seconds, run.query_seconds)
        print(f"measured: {name}, {system}", file=sys.stderr)
    return Compared(name, collection.kind, len(collection.documents), len(collection.queries), outcomes)
