"""The parts of a score that come from how a page stands among others: ties, listings, successors.

All functions take and give (key, scored) in one order; the caller sorts again. A key is (scope, type, id):
facts are of one store, and are looked up by scope, then by page id. Sources have the parts too, as 0.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from lwc.model import DocumentType, Scored
from lwc.search.parameters import FIRST, GRAPH, HAIR_BELOW, HUB, LINKS, MOSTLY
from lwc.text.normalize import fold

Key = tuple[str, DocumentType, int]
Keyed = tuple[Key, Scored]
#: Kind, links, bytes of the links, bytes of the body.
Listing = tuple[str, int, int, int]


# ── ties with the first pages ────────────────────────────────────────────────────────────────────


def first_pages(ranked: Iterable[Keyed]) -> dict[str, dict[int, float]]:
    """The best pages, as scope → page id → what a tie with it counts: its score beside the best's, in 0..1.

    Of equal scores the project's comes first, then the identifier decides: the order given does not matter.
    """
    pages = sorted(
        (item for item in ranked if item[0][1] == "page" and item[1].score > 0),
        key=lambda item: (-item[1].score, item[0][0] != "project", item[1].candidate.identifier, item[0]),
    )[:FIRST]
    first: dict[str, dict[int, float]] = {}
    for (scope, _, page_id), scored in pages:
        first.setdefault(scope, {})[page_id] = scored.score / pages[0][1].score
    return first


def linked(
    ranked: Sequence[Keyed],
    first: Mapping[str, Mapping[int, float]],
    ties: Mapping[str, Mapping[int, Mapping[int, int]]],
) -> list[Keyed]:
    """With the part `graph`: every tie with one of the first pages closes half of the way to `GRAPH`.

    `ties`: scope → page id → id of a first page → number of ties. First pages can gain from each other.
    """
    graded = []
    for key, scored in ranked:
        scope, type, page_id = key
        of_page = ties.get(scope, {}).get(page_id, {}) if type == "page" else {}
        counting = first.get(scope, {})
        counted = sum(number * counting.get(first_id, 0.0) for first_id, number in sorted(of_page.items()))
        graded.append((key, _with_part(scored, "graph", GRAPH * (1 - 0.5**counted))))
    return graded


# ── pages that only list others ──────────────────────────────────────────────────────────────────


def stepped_back(
    ranked: Sequence[Keyed], listings: Mapping[str, Mapping[int, Listing]], query: str
) -> list[Keyed]:
    """With the part `hub`: pages that only list others step back, unless the query asks for them.

    `listings`: scope → page id → (kind, number of links, bytes of the links, bytes of the body).
    """
    asked = asks_for_listing(query)
    graded = []
    for key, scored in ranked:
        scope, type, page_id = key
        listing = listings.get(scope, {}).get(page_id) if type == "page" else None
        steps_back = listing is not None and not asked and not _is_named(scored) and only_lists(listing)
        besides = scored.score - scored.parts.get("exact", 0.0)
        graded.append((key, _with_part(scored, "hub", 0.0 - HUB * max(0.0, besides) if steps_back else 0.0)))
    return graded


def only_lists(listing: Listing) -> bool:
    """Whether a page only lists others: by its kind, compared whole, or because it is mostly links."""
    kind, links, link_bytes, body_bytes = listing
    return kind.casefold() == "index" or (links >= LINKS and link_bytes >= MOSTLY * body_bytes)


def asks_for_listing(query: str) -> bool:
    """Whether a query has a word for listings: a whole word, or where words are not spaced, part of a run."""
    return _listing_words().search(fold(query)) is not None


@cache
def _listing_words() -> re.Pattern[str]:
    # Han and native Korean words stand inside of compounds. Loanwords end others that mean something else
    # (Christ, terrorist): of katakana they have to be the whole run, of Hangul its beginning.
    return re.compile(
        r"(?<![a-z0-9_])(?:index(?:es)?|indices|lists?|listings?|overviews?|contents|toc|catalog(?:ue)?s?"
        r"|directory|directories)(?![a-z0-9_])"
        r"|目录|目錄|索引|清单|清單|列表|一览|一覽|概览|概覽|总览|總覽|一覧|目次|総覧"
        r"|(?<![ァ-ヺー])(?:リスト|インデックス|カタログ)(?![ァ-ヺー])"
        r"|목록|목차|색인|일람|(?<![가-힣])(?:개요|리스트|인덱스|카탈로그)"
    )


def _is_named(scored: Scored) -> bool:
    """Whether the query equals one of the page's names; to have an identifier in the text is no name."""
    return scored.candidate.exact not in ("", "identifier")


# ── superseded pages ─────────────────────────────────────────────────────────────────────────────


def below_successors(
    ranked: Sequence[Keyed],
    successors: Mapping[str, Mapping[int, Iterable[tuple[int, str]]]],
    *,
    lifting: bool = True,
) -> list[Keyed]:
    """With the part `superseded`: a page has less than every ranked page that superseded it, at any remove.

    With `lifting`, where the query is a name of the superseded page, its successors come first in its place:
    they have the part `successor`, unless feedback calls them irrelevant. A key comes more than once for the
    spans of a page: all of them come below the best of its successors, in the order they had.

    `successors`: scope → page id → (id, slug) of the pages that supersede it themselves; those of a
    successor that is not ranked too. Pages that supersede each other, in a circle, stay as they are.
    """
    best: dict[Key, float] = {}
    for key, scored in ranked:
        best[key] = max(best.get(key, 0.0), scored.score)
    reached = {key: _reached(key, successors) for key in best}
    # The ranked pages that superseded this one and are not superseded by it. What is above a successor is
    # above the superseded page too, and so is the successor: who has fewer above is settled first.
    above = {
        key: [other for other in reached[key] if other in best and key not in reached[other]] for key in best
    }
    settled = _lifted(ranked, best, above) if lifting else dict(best)
    for key in sorted(best, key=lambda key: (len(above[key]), key)):
        ceiling = min((HAIR_BELOW * settled[other] for other in above[key]), default=settled[key])
        settled[key] = min(settled[key], ceiling)
    return [(key, _moved(scored, best[key], settled[key])) for key, scored in ranked]


def _lifted(
    ranked: Sequence[Keyed], best: Mapping[Key, float], above: Mapping[Key, Sequence[Key]]
) -> dict[Key, float]:
    """The best scores, where the successors of a page that the query names have no less than that page."""
    lifted = dict(best)
    irrelevant = {key for key, scored in ranked if scored.parts.get("feedback", 0.0) < 0}
    for key, scored in ranked:
        for other in above[key] if _is_named(scored) else ():
            if other not in irrelevant:
                lifted[other] = max(lifted[other], best[key])
    return lifted


def _reached(key: Key, successors: Mapping[str, Mapping[int, Iterable[tuple[int, str]]]]) -> frozenset[Key]:
    """The keys of the pages that superseded this one, at any remove; in a circle its own too."""
    scope, type, page_id = key
    of_scope = successors.get(scope, {})
    reached: set[int] = set()
    ahead = [page_id] if type == "page" else []
    while ahead:
        new = {id for id, _ in of_scope.get(ahead.pop(), ())} - reached
        reached |= new
        ahead.extend(new)
    return frozenset((scope, "page", id) for id in reached)


# ── a part more ──────────────────────────────────────────────────────────────────────────────────


def _with_part(scored: Scored, name: str, value: float) -> Scored:
    return scored._replace(parts={**scored.parts, name: value}, score=scored.score + value)


def _moved(scored: Scored, best: float, settled: float) -> Scored:
    """Moved as the best of its document is, from `best` to `settled`."""
    # The score as it was asked for: a sum could round it up to the successor's, or below 0.
    score = settled if scored.score == best else scored.score * (settled / best)
    by = score - scored.score
    parts = {**scored.parts, "superseded": min(0.0, by)}
    return scored._replace(parts={**parts, "successor": by} if by > 0 else parts, score=score)
