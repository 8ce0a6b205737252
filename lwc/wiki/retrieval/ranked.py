"""What a retrieval puts in order: documents, passages and sentences with their scores."""

from __future__ import annotations

from typing import NamedTuple

from lwc.model import DocumentType, Scored
from lwc.wiki.stores import OpenStore

#: (scope, type, id) of a document, over all stores.
DocumentKey = tuple[str, DocumentType, int]


class Place(NamedTuple):
    """A span of a document: its passage and, for a sentence, which of the passage's; both count from 0."""

    passage: int
    sentence: int | None = None


class Share(NamedTuple):
    """What one run gave to a fused score: the rank there, the score there, and the share."""

    run: str
    rank: int
    share: float
    scored: Scored


class Ranked(NamedTuple):
    """Something scored, and the store it is in; a `place` makes it a span of the document.

    `scored.candidate` names the document, for spans too, and `title` is the document's. `shares` is empty
    where no runs were fused; `matches` are the best spans of a document that stands for them.
    """

    store: OpenStore
    scored: Scored
    title: str
    place: Place | None = None
    shares: tuple[Share, ...] = ()
    matches: tuple[Ranked, ...] = ()

    @property
    def document(self) -> DocumentKey:
        candidate = self.scored.candidate
        return self.store.scope, candidate.type, candidate.id


def order(ranked: Ranked) -> tuple[float, bool, bool, str, int, tuple[int, int]]:
    """Score, page before source, project before global, then what does not depend on the store.

    Of spans with equal scores the earlier in the text comes first, a passage before its sentences.
    """
    candidate = ranked.scored.candidate
    passage, sentence = ranked.place or (-1, None)
    return (
        -ranked.scored.score,
        candidate.type != "page",
        ranked.store.scope != "project",
        candidate.identifier,
        candidate.id,
        (passage, -1 if sentence is None else sentence),
    )
