"""Laws of reciprocal rank fusion."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.search.fusion import fuse, share
from lwc.search.parameters import PRIORS, K

RUNS = st.dictionaries(st.sampled_from(list(PRIORS)), st.lists(st.integers(0, 9), max_size=12), max_size=4)


def test_first_place_in_every_run_gives_one() -> None:
    assert math.fsum(share(run, 1) for run in PRIORS) == pytest.approx(1.0)


def test_first_place_by_an_exact_name_is_more_than_first_place_in_all_other_runs() -> None:
    assert share("exact", 1) > math.fsum(share(run, 1) for run in PRIORS if run != "exact")


def test_a_document_has_the_best_rank_of_its_spans() -> None:
    assert fuse({"document": ["b", "a"], "passage": ["a", "b", "a"]}) == {
        "b": {"document": 1, "passage": 2},
        "a": {"document": 2, "passage": 1},
    }


@given(RUNS)
def test_each_document_of_a_run_has_a_place_and_a_better_rank_gives_more(runs: dict[str, list[int]]) -> None:
    fused = fuse(runs)
    assert set(fused) == {key for keys in runs.values() for key in keys}
    for key, places in fused.items():
        for run, rank in places.items():
            assert runs[run][rank - 1] == key
            assert key not in runs[run][: rank - 1]
            assert share(run, rank) > share(run, rank + 1) > 0
            assert share(run, rank) == PRIORS[run] / (K + rank)
