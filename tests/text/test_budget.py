"""Token estimates and cutting to a budget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.text.budget import cut, estimate_tokens


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("a", 1, 1),
        ("The quick brown fox jumps over the lazy dog.", 9, 12),
        ("云工开物学生优惠券", 9, 12),
        ("データベースを移行する", 9, 12),
        ("데이터베이스", 6, 8),
        ("Быстрая лиса", 4, 7),
        ("👩", 2, 3),
        ("\ud800", 1, 2),
    ],
)
def test_the_estimate_knows_scripts(text: str, least: int, most: int) -> None:
    assert least <= estimate_tokens(text) <= most


@given(st.text(st.characters()), st.text(st.characters()))
def test_more_text_never_costs_less_and_parts_cost_about_their_sum(a: str, b: str) -> None:
    both = estimate_tokens(a + b)
    assert max(estimate_tokens(a), estimate_tokens(b)) <= both <= estimate_tokens(a) + estimate_tokens(b) + 1


@given(st.text(st.characters() | st.sampled_from("ab .。\n中")), st.integers(1, 50))
def test_what_is_cut_fits_and_says_so(text: str, budget: int) -> None:
    short, was_cut = cut(text, budget)
    assert estimate_tokens(short) <= budget
    if was_cut:
        assert short.endswith("…")
        assert text.startswith(short[:-1])
    else:
        assert short == text


@pytest.mark.parametrize(
    ("text", "budget", "expected"),
    [
        pytest.param(
            "One two. Three four five six seven.", 8, "One two. Three four five six…", id="between words"
        ),
        pytest.param(
            "One two three four five. Six seven.", 8, "One two three four five.…", id="after a sentence"
        ),
        pytest.param("Unbelievablylongword", 3, "Unbeliev…", id="inside a word when there is no other way"),
        pytest.param(
            "我们先看文档。然后再写代码和测试。", 9, "我们先看文档。…", id="after a Chinese sentence"
        ),
        pytest.param("我们先看文档然后再写", 5, "我们先看…", id="between Chinese characters"),
        pytest.param("Short.", 100, "Short.", id="fits"),
        pytest.param("Short.", 0, "…", id="no budget at all"),
    ],
)
def test_where_a_text_is_cut(text: str, budget: int, expected: str) -> None:
    assert cut(text, budget)[0] == expected


def test_a_mark_stays_with_its_base() -> None:
    short, _ = cut("हिन्दीहिन्दीहिन्दीहिन्दी", 7)
    assert short[:-1] == "" or short[-2] != "ह"
