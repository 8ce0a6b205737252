"""The measures of a ranking, by ir-measures: nDCG@10 with linear gain, Recall@5, hit@5 and MRR@10."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import ir_measures
from ir_measures import RR, R, Success, nDCG

from benchmarks.quality.judged import Collection

#: What is printed, in this order. Recall is over all relevant documents, hit@5 over queries with one of them.
MEASURES = {"nDCG@10": nDCG @ 10, "Recall@5": R @ 5, "hit@5": Success @ 5, "MRR@10": RR @ 10}

#: Document identifiers by query, best first; a query without an entry found nothing.
Rankings = Mapping[str, Sequence[str]]


def evaluate(collection: Collection, rankings: Rankings) -> dict[str, float]:
    """The mean of each measure over all queries of the collection; one that found nothing counts 0."""
    judged = [
        ir_measures.Qrel(query, document, grade)
        for query, documents in collection.grades.items()
        for document, grade in documents.items()
    ]
    # Places and not scores: equal scores would be put in an order of identifiers.
    run = [
        ir_measures.ScoredDoc(query.id, document, -float(place))
        for query in collection.queries
        for place, document in enumerate(rankings.get(query.id, ()))
    ]
    sums = dict.fromkeys(MEASURES, 0.0)
    labels = {str(measure): label for label, measure in MEASURES.items()}
    for row in ir_measures.iter_calc(list(MEASURES.values()), judged, run):
        sums[labels[str(row.measure)]] += row.value
    return {label: total / len(collection.queries) for label, total in sums.items()}
