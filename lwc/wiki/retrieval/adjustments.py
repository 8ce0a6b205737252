"""The weights and feedback that were given to what is found."""

from __future__ import annotations

import json
from collections.abc import Iterable

from lwc.search.adjusting import adjusted
from lwc.store import weights
from lwc.store.weights import Adjustment
from lwc.wiki.retrieval.ranked import DocumentKey, Ranked
from lwc.wiki.retrieval.runs import Run

_NONE = Adjustment(0, "", "", "")


class Adjustments:
    """Those of one query. Where no store has any, nothing is looked up and scores have no parts for them."""

    def __init__(self, runs: Iterable[Run], text: str) -> None:
        self._fingerprint = _fingerprint(text) if any(_has_any(run) for run in runs) else ""
        self._known: dict[DocumentKey, Adjustment] = {}

    def load(self, run: Run, ids: list[int]) -> None:
        """Look up what was given to these documents of the run."""
        if not self._fingerprint:
            return
        given = weights.effective(run.store.database, run.type, self._fingerprint, json.dumps(ids))
        self._known.update({(run.store.scope, run.type, at): one for at, one in given.items()})

    def apply(self, ranked: Ranked) -> Ranked:
        """A document, or a span of it, with the parts `weight` and `feedback` in its score."""
        if not self._fingerprint:
            return ranked
        given = self._known.get(ranked.document, _NONE)
        return ranked._replace(scored=adjusted(ranked.scored, given.weight, given.feedback))

    def is_irrelevant(self, document: DocumentKey) -> bool:
        """Whether the feedback says that the document does not answer the query."""
        return self._known.get(document, _NONE).feedback == "irrelevant"


def _has_any(run: Run) -> bool:
    return weights.any_stored(run.store.database)


def _fingerprint(text: str) -> str:
    """Imported when it is needed: few stores have adjustments."""
    from lwc.search.fingerprint import fingerprint

    return fingerprint(text)
