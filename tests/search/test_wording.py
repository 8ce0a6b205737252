"""What a text shows beside its index terms: forms, beginnings and closeness."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.search.parameters import PARAMETERS
from lwc.search.query import parse
from lwc.search.ranking import statistics
from lwc.search.wording import WINDOW, Text, Wording
from lwc.text.wordforms import beginning, words


def measure(query: str, body: str, title: str = "", average: float = 30.0) -> Mapping[str, float]:
    parsed = parse(query)
    stats = statistics(parsed, {term.term: 2 for term in parsed.terms}, 100)
    wording = Wording(parsed, stats, average, 1.2, PARAMETERS)
    measured = wording.measure(Text(title, body, len(body)))
    assert sum(measured.values()) <= wording.most + 1e-9
    return measured


def test_the_form_that_was_typed_counts_beside_its_stem() -> None:
    assert measure("connected pools", "connected pools")["forms"] > 0
    assert measure("connected pools", "connect the pool")["forms"] == 0


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ("magnetic field", "magnetism of a field"),
        ("만났어 어제", "만난 날"),
        ("переписка книг", "переписать"),
    ],
)
def test_words_that_begin_alike_count(query: str, body: str) -> None:
    assert measure(query, body)["beginnings"] > 0
    assert measure(query, "другое, 다른, something else")["beginnings"] == 0


def test_words_close_together_count_more_than_the_same_words_apart() -> None:
    apart = "alpha " + "other " * WINDOW + "beta"
    assert measure("alpha beta", "alpha beta")["window"] > measure("alpha beta", apart)["window"] > 0
    assert measure("alpha beta", "alpha beta", average=5.0)["window"] == 0


def test_what_is_excluded_has_no_say() -> None:
    assert measure("performance -sports", "sports")["forms"] == 0


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("magnetism", "magn"),
        ("the", ""),
        ("만났어", "만\u1102"),
        ("만난", "만\u1102"),
        ("книга", "книг"),
        ("数据库迁移", ""),
    ],
)
def test_beginnings(word: str, expected: str) -> None:
    from unicodedata import normalize

    assert normalize("NFC", beginning(word)) == expected


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=20))
def test_any_text_is_measured_within_the_bounds(query: str, body: str, title: str) -> None:
    assert all(value >= 0 for value in measure(query, body, title).values())
    assert all(words(body))
