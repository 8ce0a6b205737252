"""Laws of weights and feedback: bounded, monotone, and with parts that sum to the score (K4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.model import Candidate, Scored
from lwc.search.adjusting import adjusted
from lwc.search.parameters import EXACT, REST

FEEDBACK = ("irrelevant", "", "relevant")
NAMED = st.sampled_from([0.0, *EXACT.values()])


def scored(rest: float, exact: float = 0.0) -> Scored:
    candidate = Candidate("page", 1, "a", "", {}, "title" if exact else "")
    return Scored(candidate, exact + rest, {"exact": exact, "terms": rest}, (), (), 0.0, "some_terms")


@given(st.floats(0, REST), NAMED, st.integers(-2, 2), st.sampled_from(FEEDBACK))
def test_the_parts_sum_to_a_score_in_its_bounds(rest: float, exact: float, weight: int, said: str) -> None:
    """K4"""
    hit = adjusted(scored(rest, exact), weight, said)
    assert sum(hit.parts.values()) == pytest.approx(hit.score, abs=1e-9)
    assert -1e-9 <= hit.score <= 1 + 1e-9


@given(st.floats(0, REST), NAMED, st.integers(-2, 1), st.sampled_from(FEEDBACK))
def test_more_weight_never_lowers_a_score(rest: float, exact: float, weight: int, said: str) -> None:
    hit = scored(rest, exact)
    assert adjusted(hit, weight + 1, said).score >= adjusted(hit, weight, said).score - 1e-12


@given(st.floats(0.01, REST - 0.01), NAMED, st.integers(-2, 2))
def test_relevant_is_above_nothing_said_and_irrelevant_below(rest: float, exact: float, weight: int) -> None:
    scores = [adjusted(scored(rest, exact), weight, said).score for said in FEEDBACK]
    assert scores == sorted(scores)
    assert scores[0] < scores[1] <= scores[2]


@given(st.floats(0, REST), st.floats(0, REST), st.integers(-2, 2), st.sampled_from(FEEDBACK))
def test_of_two_hits_with_equal_adjustments_the_better_stays_the_better(
    one: float, other: float, weight: int, said: str
) -> None:
    low, high = sorted((one, other))
    before = adjusted(scored(low), weight, said).score
    assert before <= adjusted(scored(high), weight, said).score + 1e-12


@given(st.floats(0, REST), st.floats(0, REST), st.integers(-2, 2), st.integers(-2, 2))
def test_no_weight_lifts_a_hit_above_an_exact_name(named: float, plain: float, one: int, other: int) -> None:
    exact = adjusted(scored(named, min(EXACT.values())), one, "")
    assert exact.score > adjusted(scored(plain), other, "relevant").score


def test_irrelevant_demotes_an_exact_name() -> None:
    title = adjusted(scored(REST, EXACT["title"]), 0, "irrelevant")
    assert title.score < scored(REST / 2).score
