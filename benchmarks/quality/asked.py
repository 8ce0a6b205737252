"""What stored questions are worth: some paraphrases of a page are its `asked`, the others are the queries."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.quality.judged import Collection, Question, load
from benchmarks.quality.measures import evaluate
from benchmarks.quality.systems import fill, search_all
from lwc import Wiki

SET = "stackfaq"
STORED = (0, 1, 2, 3, 5)
#: nDCG@10 with five questions stored.
GOAL = 0.930


class Row(NamedTuple):
    """The measures with so many questions stored for each page; the goal is for nDCG@10."""

    stored: int
    queries: int
    measures: Mapping[str, float]
    goal: float | None


def measure(data: str, limit: int | None) -> list[Row]:
    """One fresh store for each number of stored questions. Raises DataMissing without the set."""
    collection = load(data, SET, sample=None)
    paraphrases = by_document(collection)
    asked = tuple(query for queries in paraphrases.values() for query in queries[1::2])[:limit]
    held_out = collection._replace(
        queries=asked, grades={query.id: collection.grades[query.id] for query in asked}
    )
    return [_row(held_out, paraphrases, count) for count in STORED]


def by_document(collection: Collection) -> dict[str, list[Question]]:
    """The queries of each document that is relevant to them, in the order of the file."""
    found: dict[str, list[Question]] = {}
    for query in collection.queries:
        for document, grade in collection.grades[query.id].items():
            if grade > 0:
                found.setdefault(document, []).append(query)
    return found


def table(rows: Sequence[Row]) -> str:
    """A Markdown table."""
    lines = [
        "| stored for each page | queries | nDCG@10 | goal | | MRR@10 |",
        "|---:|---:|---:|---:|---|---:|",
    ]
    for row in rows:
        value = row.measures["nDCG@10"]
        goal = "" if row.goal is None else f"≥ {row.goal:.3f}"
        verdict = "" if row.goal is None else "met" if value >= row.goal else "missed"
        lines.append(
            f"| {row.stored} | {row.queries} | {value:.3f} | {goal} | {verdict} "
            f"| {row.measures['MRR@10']:.3f} |"
        )
    return "\n".join(lines)


def _row(collection: Collection, paraphrases: Mapping[str, Sequence[Question]], count: int) -> Row:
    stored = {
        document: [query.text for query in queries[0::2][:count]] for document, queries in paraphrases.items()
    }
    with tempfile.TemporaryDirectory() as folder, Wiki.open(project=folder) as wiki:
        fill(wiki, collection.documents, stored)
        run = search_all(wiki, collection, {})
    goal = GOAL if count == max(STORED) else None
    return Row(count, len(collection.queries), evaluate(collection, run.rankings), goal)
