"""Laws of the parts that come from how a page stands among others: bounded, monotone, independent of order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lwc.model import Candidate, Scored
from lwc.search.parameters import EXACT
from lwc.search.standing import (
    FIRST,
    GRAPH,
    HAIR_BELOW,
    HUB,
    Key,
    Keyed,
    asks_for_listing,
    below_successors,
    first_pages,
    linked,
    only_lists,
    stepped_back,
)

#: What all parts besides `exact` and `graph` reach together.
REST = 1 - EXACT["title"] - GRAPH
LAWS = settings(deadline=None, max_examples=150)


def keyed(id: int, rest: float, exact: str = "", *, scope: str = "project", type: Any = "page") -> Keyed:
    candidate = Candidate(type, id, f"p{id:03}", "", {}, exact)
    named = EXACT.get(exact, 0.0)
    scored = Scored(candidate, named + rest, {"exact": named, "terms": rest}, (), (), 0.0, "some_terms")
    return (scope, type, id), scored


def scores(ranked: Sequence[Keyed]) -> dict[Key, float]:
    return {key: scored.score for key, scored in ranked}


def parts(ranked: Sequence[Keyed], name: str) -> list[float]:
    return [scored.parts[name] for _, scored in ranked]


@st.composite
def rankings(draw: st.DrawFn) -> list[Keyed]:
    """Up to eight pages and sources of two scopes, best first; equal scores are likely."""
    count = draw(st.integers(1, 8))
    drawn = [
        keyed(
            id,
            draw(st.one_of(st.sampled_from([0.0, 0.1, REST]), st.floats(0, REST))),
            draw(st.sampled_from(["", "", "", *EXACT])),
            scope=draw(st.sampled_from(["project", "project", "global"])),
            type=draw(st.sampled_from(["page", "page", "page", "source"])),
        )
        for id in range(1, count + 1)
    ]
    return sorted(drawn, key=lambda item: -item[1].score)


ids = st.integers(1, 10)
of_scopes = st.sampled_from(["project", "global"])
all_ties = st.dictionaries(
    of_scopes, st.dictionaries(ids, st.dictionaries(ids, st.integers(1, 3), max_size=4), max_size=8)
)
all_listings = st.dictionaries(
    of_scopes,
    st.dictionaries(
        ids,
        st.tuples(
            st.sampled_from(["index", "Index", "note"]),
            st.integers(0, 5),
            st.integers(0, 100),
            st.integers(0, 200),
        ),
        max_size=8,
    ),
)
all_successors = st.dictionaries(
    of_scopes,
    st.dictionaries(ids, st.lists(ids, max_size=3).map(lambda of: [(id, f"p{id}") for id in of]), max_size=8),
)


@LAWS
@given(rankings(), all_ties, all_listings, all_successors, st.sampled_from(["pay", "list of rules"]))
def test_the_parts_sum_to_a_score_in_its_bounds(
    ranked: list[Keyed],
    ties: dict[str, dict[int, dict[int, int]]],
    listings: dict[str, dict[int, tuple[str, int, int, int]]],
    successors: dict[str, dict[int, list[tuple[int, str]]]],
    query: str,
) -> None:
    graded = linked(ranked, first_pages(ranked), ties)
    graded = below_successors(stepped_back(graded, listings, query), successors)
    assert [key for key, _ in graded] == [key for key, _ in ranked]
    for _, scored in graded:
        assert [name for name in scored.parts if name != "successor"][-3:] == ["graph", "hub", "superseded"]
        assert math.fsum(scored.parts.values()) == pytest.approx(scored.score, abs=1e-12)
        assert 0 <= scored.score <= 1 + 1e-12
        assert 0 <= scored.parts["graph"] <= GRAPH
        assert scored.parts["hub"] <= 0
        assert scored.parts["superseded"] <= 0


@LAWS
@given(
    st.data(),
    rankings(),
    all_ties,
    all_listings,
    all_successors,
)
def test_the_order_in_which_hits_are_given_does_not_matter(
    data: st.DataObject,
    ranked: list[Keyed],
    ties: dict[str, dict[int, dict[int, int]]],
    listings: dict[str, dict[int, tuple[str, int, int, int]]],
    successors: dict[str, dict[int, list[tuple[int, str]]]],
) -> None:
    def graded(given: list[Keyed]) -> dict[Key, float]:
        with_graph = linked(given, first_pages(given), ties)
        return scores(below_successors(stepped_back(with_graph, listings, "pay"), successors))

    assert graded(data.draw(st.permutations(ranked))) == graded(ranked)


# ── graph ────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_pages_are_the_three_best_and_count_by_their_scores() -> None:
    ranked = [keyed(1, 0.4), keyed(9, 0.3, type="source"), keyed(2, 0.2), keyed(3, 0.1), keyed(4, 0.1)]
    assert first_pages(ranked) == {"project": {1: 1.0, 2: 0.5, 3: 0.25}}
    assert FIRST == 3


def test_first_pages_of_two_stores_are_chosen_together() -> None:
    ranked = [keyed(1, 0.4, scope="global"), keyed(1, 0.4), keyed(2, 0.2, scope="global"), keyed(3, 0.1)]
    assert first_pages(ranked) == {"project": {1: 1.0}, "global": {1: 1.0, 2: 0.5}}


def test_without_a_page_that_has_a_score_there_is_no_first_page() -> None:
    assert first_pages([]) == {}
    assert first_pages([keyed(1, 0.0), keyed(2, 0.3, type="source")]) == {}


def test_every_tie_closes_half_of_the_way() -> None:
    ranked = [keyed(1, 0.4), keyed(2, 0.2), keyed(3, 0.1), keyed(4, 0.1)]
    ties = {"project": {2: {1: 1}, 3: {1: 1, 2: 2}}}
    graded = linked(ranked, first_pages(ranked), ties)
    assert parts(graded, "graph") == pytest.approx([0, GRAPH / 2, GRAPH * 0.75, 0])


def test_first_pages_gain_from_each_other() -> None:
    ranked = [keyed(1, 0.4), keyed(2, 0.4)]
    graded = linked(ranked, first_pages(ranked), {"project": {1: {2: 1}, 2: {1: 1}}})
    assert parts(graded, "graph") == pytest.approx([GRAPH / 2, GRAPH / 2])


def test_pages_of_another_store_and_sources_have_no_ties() -> None:
    ranked = [keyed(1, 0.4), keyed(2, 0.2, scope="global"), keyed(2, 0.1, type="source")]
    graded = linked(ranked, first_pages(ranked), {"project": {2: {1: 3}}, "global": {2: {1: 3}}})
    assert parts(graded, "graph") == [0.0, 0.0, 0.0]


@LAWS
@given(st.data(), rankings(), all_ties)
def test_one_tie_more_never_lowers_a_score(
    data: st.DataObject, ranked: list[Keyed], ties: dict[str, dict[int, dict[int, int]]]
) -> None:
    first = first_pages(ranked)
    scope, page_id, first_id = data.draw(of_scopes), data.draw(ids), data.draw(ids)
    of_page = ties.get(scope, {}).get(page_id, {})
    more = {**of_page, first_id: of_page.get(first_id, 0) + 1}
    extended = {**ties, scope: {**ties.get(scope, {}), page_id: more}}
    before, after = scores(linked(ranked, first, ties)), scores(linked(ranked, first, extended))
    assert all(after[key] >= before[key] for key in before)


@LAWS
@given(st.floats(0, REST), st.integers(0, 9))
def test_no_ties_lift_a_hit_above_an_exact_name(rest: float, number: int) -> None:
    ranked = [keyed(1, 0.0, "identifier"), keyed(2, rest)]
    named, plain = linked(ranked, first_pages(ranked), {"project": {2: {1: number}}})
    assert named[1].score > plain[1].score


# ── hub ──────────────────────────────────────────────────────────────────────────────────────────

NOTHING_BUT_LINKS = ("note", 3, 50, 100)


@pytest.mark.parametrize("listing", [("index", 0, 0, 900), ("INDEX", 0, 0, 0), NOTHING_BUT_LINKS])
def test_a_page_that_only_lists_others_steps_back(listing: tuple[str, int, int, int]) -> None:
    (_, page), (_, other) = stepped_back([keyed(1, 0.4), keyed(2, 0.3)], {"project": {1: listing}}, "pay")
    assert page.parts["hub"] == pytest.approx(-HUB * 0.4)
    assert page.score == pytest.approx(0.2)
    assert (other.parts["hub"], other.score) == (0.0, 0.3)


@pytest.mark.parametrize(
    "listing",
    [
        ("indexing", 0, 0, 900),
        ("index-page", 0, 0, 900),
        (" index", 0, 0, 900),
        ("protocol", 9, 49, 100),
        ("stock", 2, 100, 100),
        ("note", 0, 0, 0),
    ],
)
def test_no_other_page_steps_back(listing: tuple[str, int, int, int]) -> None:
    """K8: the attribute is compared whole."""
    assert not only_lists(listing)


@pytest.mark.parametrize("name", ["protocol", "stock", "indexing"])
def test_a_name_or_title_that_has_a_word_for_listings_in_it_means_nothing(name: str) -> None:
    """K8"""
    candidate = Candidate("page", 1, name, name, {}, "")
    scored = Scored(candidate, 0.4, {"exact": 0.0, "terms": 0.4}, (), (), 0.0, "some_terms")
    ((_, graded),) = stepped_back(
        [(("project", "page", 1), scored)], {"project": {1: ("note", 1, 10, 80)}}, "pay"
    )
    assert (graded.parts["hub"], graded.score) == (0.0, 0.4)


@pytest.mark.parametrize(
    "query",
    [
        "index of payments",
        "All LISTS",
        "what is in the directory?",
        "payments (overview)",
        "payment-toc",
        "支付目录",
        "查看index页面",
        "所有規則的一覽",
        "支払い一覧",
        "規則のリスト",
        "ﾘｽﾄ",
        "결제 목록을 보여줘",
        "파일목록",
        "결제 리스트는",
    ],
)
def test_a_query_asks_for_listings_in_whole_words(query: str) -> None:
    assert asks_for_listing(query)
    graded = stepped_back([keyed(1, 0.4)], {"project": {1: NOTHING_BUT_LINKS}}, query)
    assert parts(graded, "hub") == [0.0]


@pytest.mark.parametrize(
    "query",
    [
        "protocol", "stock", "indexing", "reindex", "listen", "specialist", "list_pages", "malcontents", "",
        "キリスト教", "テロリスト", "테러리스트", "支付规则", "目的",
    ],
)  # fmt: skip
def test_a_word_for_listings_inside_of_another_word_asks_for_none(query: str) -> None:
    """K8"""
    assert not asks_for_listing(query)


@pytest.mark.parametrize("exact", ["title", "slug", "alias", "asked"])
def test_a_page_that_is_asked_for_by_name_does_not_step_back(exact: str) -> None:
    graded = stepped_back([keyed(1, 0.2, exact)], {"project": {1: NOTHING_BUT_LINKS}}, "pay")
    assert parts(graded, "hub") == [0.0]


def test_a_page_that_has_the_identifier_steps_back_and_stays_above_what_has_it_not() -> None:
    ranked = [keyed(1, 0.2, "identifier"), keyed(2, REST)]
    graded = stepped_back(ranked, {"project": {1: NOTHING_BUT_LINKS}}, "pay_rule")
    assert parts(graded, "hub") == [pytest.approx(-0.1), 0.0]
    assert graded[0][1].score > graded[1][1].score


def test_a_source_with_the_number_of_a_listing_does_not_step_back() -> None:
    graded = stepped_back([keyed(1, 0.4, type="source")], {"project": {1: NOTHING_BUT_LINKS}}, "pay")
    assert parts(graded, "hub") == [0.0]


# ── superseded ───────────────────────────────────────────────────────────────────────────────────


def supersessions(*pairs: tuple[int, int]) -> Mapping[str, Mapping[int, list[tuple[int, str]]]]:
    """(superseded, successor) pairs of the project."""
    found: dict[int, list[tuple[int, str]]] = {}
    for superseded, successor in pairs:
        found.setdefault(superseded, []).append((successor, f"p{successor}"))
    return {"project": found}


def test_a_superseded_page_is_a_hair_below_its_successor() -> None:
    old, new = below_successors([keyed(1, 0.4), keyed(2, 0.2)], supersessions((1, 2)))
    assert new[1].score == 0.2
    assert old[1].score == 0.2 * HAIR_BELOW
    assert old[1].parts["superseded"] == pytest.approx(-0.2, abs=1e-3)


def test_a_superseded_page_that_is_below_stays_where_it_is() -> None:
    graded = below_successors([keyed(2, 0.4), keyed(1, 0.2)], supersessions((1, 2)))
    assert (parts(graded, "superseded"), list(scores(graded).values())) == ([0.0, 0.0], [0.4, 0.2])


def test_the_name_of_a_superseded_page_brings_its_successor_first() -> None:
    ranked = [keyed(1, 0.4, "title"), keyed(2, 0.2), keyed(3, 0.3)]
    old, new, other = below_successors(ranked, supersessions((1, 2)))
    assert new[1].score == ranked[0][1].score
    assert new[1].parts["successor"] == pytest.approx(EXACT["title"] + 0.2)
    assert other[1].score < old[1].score < new[1].score


def test_a_successor_that_feedback_calls_irrelevant_is_not_brought_up() -> None:
    key, scored = keyed(2, 0.2)
    irrelevant = scored._replace(parts={**scored.parts, "feedback": -0.05})
    old, new = below_successors([keyed(1, 0.4, "title"), (key, irrelevant)], supersessions((1, 2)))
    assert (new[1].score, old[1].score) == (0.2, 0.2 * HAIR_BELOW)


def test_the_spans_of_a_superseded_page_come_below_the_best_of_its_successor() -> None:
    ranked = [keyed(1, 0.4), keyed(2, 0.2), keyed(1, 0.1), keyed(2, 0.05)]
    old, new, old_too, new_too = [
        scored.score for _, scored in below_successors(ranked, supersessions((1, 2)))
    ]
    assert (new, new_too) == (0.2, 0.05)
    assert (old, old_too) == (0.2 * HAIR_BELOW, pytest.approx(0.1 * 0.2 * HAIR_BELOW / 0.4))


def test_nothing_moves_without_a_successor_among_the_ranked() -> None:
    ranked = [keyed(1, 0.4), keyed(2, 0.2)]
    assert scores(below_successors(ranked, supersessions((1, 7)))) == scores(ranked)


def test_a_chain_ends_in_the_order_of_its_age() -> None:
    ranked = [keyed(1, 0.4), keyed(2, 0.3), keyed(3, 0.1)]
    graded = scores(below_successors(ranked, supersessions((1, 2), (2, 3))))
    assert list(graded.values()) == [0.1 * HAIR_BELOW * HAIR_BELOW, 0.1 * HAIR_BELOW, 0.1]


def test_a_link_of_a_chain_that_is_not_ranked_does_not_break_it() -> None:
    graded = scores(below_successors([keyed(1, 0.4), keyed(3, 0.1)], supersessions((1, 2), (2, 3))))
    assert list(graded.values()) == [0.1 * HAIR_BELOW, 0.1]


def test_a_page_is_below_every_one_of_its_successors() -> None:
    ranked = [keyed(1, 0.4), keyed(2, 0.3), keyed(3, 0.1)]
    graded = scores(below_successors(ranked, supersessions((1, 2), (1, 3))))
    assert list(graded.values()) == [0.1 * HAIR_BELOW, 0.3, 0.1]


def test_pages_that_supersede_each_other_stay_and_are_below_what_superseded_one_of_them() -> None:
    circle = supersessions((1, 2), (2, 1))
    ranked = [keyed(1, 0.4), keyed(2, 0.3), keyed(3, 0.1)]
    assert scores(below_successors(ranked, circle)) == scores(ranked)
    graded = scores(below_successors(ranked, supersessions((1, 2), (2, 1), (2, 3))))
    assert list(graded.values()) == [0.1 * HAIR_BELOW, 0.1 * HAIR_BELOW, 0.1]


def test_pages_of_two_stores_do_not_supersede_each_other() -> None:
    ranked = [keyed(1, 0.4, scope="global"), keyed(1, 0.3, type="source"), keyed(2, 0.2)]
    assert scores(below_successors(ranked, supersessions((1, 2)))) == scores(ranked)


def test_a_long_chain_is_followed_to_its_end() -> None:
    ranked = [keyed(id, 0.4 - id / 10_000) for id in range(1, 101)]
    chain = supersessions(*((id, id + 1) for id in range(1, 3_000)))
    graded = list(scores(below_successors(ranked, chain)).values())
    assert graded == sorted(graded)


@LAWS
@given(rankings(), all_successors)
def test_only_superseded_pages_move_down_and_only_successors_of_a_named_page_up(
    ranked: list[Keyed], successors: dict[str, dict[int, list[tuple[int, str]]]]
) -> None:
    before, after = scores(ranked), scores(below_successors(ranked, successors))
    named = {key for key, scored in ranked if scored.candidate.exact not in ("", "identifier")}
    follow = {
        (scope, "page", one[0]) for scope, of in successors.items() for many in of.values() for one in many
    }
    for (scope, type, id), score in after.items():
        key: Key = (scope, type, id)
        assert score <= before[key] or (named and key in follow)
        if type == "source" or not successors.get(scope, {}).get(id):
            assert score >= before[key]
    others = [key for key in before if after[key] == before[key]]
    assert sorted(others, key=lambda key: -after[key]) == sorted(others, key=lambda key: -before[key])


@LAWS
@given(rankings(), st.lists(st.tuples(ids, ids).map(sorted), max_size=8))
def test_without_circles_every_superseded_page_is_below_its_successor(
    ranked: list[Keyed], pairs: list[list[int]]
) -> None:
    acyclic = [(older, newer) for older, newer in pairs if older != newer]
    graded = scores(below_successors(ranked, supersessions(*acyclic)))
    for older, newer in acyclic:
        low, high = graded.get(("project", "page", older)), graded.get(("project", "page", newer))
        assert low is None or high is None or low <= HAIR_BELOW * high
