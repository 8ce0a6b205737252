"""The fingerprint of a query: the same for the same words in their order, and nothing of the text in it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lwc.search import fingerprint as module
from lwc.search.fingerprint import fingerprint

WORDS = st.lists(
    st.sampled_from(["payment", "rules", "the", "PostgreSQL", "getUserById", "连接池", "v2.1", "c++"]),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("payment rules", "Payment RULES"),
        ("payment rules", "  payment \t\n rules  "),
        ("payment rules", "ｐａｙｍｅｎｔ　ｒｕｌｅｓ"),
        ("payment rules", "payment rules?"),
        ("payment rules", "payment rule"),
        ("PostgreSQL index", "postgresql index"),
        ("getUserById", "getuserbyid"),
        ('say "Payment rules"', 'SAY  "payment  rules"'),
        ("payment -Draft", "payment  -draft"),
        ("连接池", "  连接池 "),
    ],
)
def test_case_width_and_spacing_make_no_difference(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("payment rules", "rules payment"),
        ("payment rules", "the payment rules"),
        ("payment rules", "payment terms"),
        ("payment rules", "payment"),
        ("payment payment", "payment"),
        ("payment rules", '"payment rules"'),
        ('"payment rules" v2', 'payment "rules v2"'),
        ("payment draft", "payment -draft"),
        ('-"payment rules" x', "-payment rules x"),
        ("连接池", "连接 池"),
        ("连接池", "池连接"),
        ("a", "b"),
    ],
)
def test_another_wording_order_phrase_or_exclusion_is_another_query(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


def test_another_tokenizer_makes_other_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint("payment rules")
    monkeypatch.setattr(module, "TOKENIZER", "another-1")
    assert fingerprint("payment rules") != before


def test_a_fingerprint_stays_what_it_was() -> None:
    """Stored feedback is found by it: a change here is a new tokenizer, or loses what users said."""
    assert fingerprint("payment rules") == "xxh3:a2d3c011d583ed1bcfb1c914f001207d"


@settings(deadline=None, max_examples=100)
@given(WORDS, st.sampled_from([" ", "  ", "\n", "\t ", "\u3000"]))
def test_a_query_has_the_fingerprint_of_its_words(words: list[str], space: str) -> None:
    assert fingerprint(space.join(words).upper()) == fingerprint(" ".join(words).lower())


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60))
def test_any_text_has_one(text: str) -> None:
    assert re.fullmatch(r"xxh3:[0-9a-f]{32}", fingerprint(text))


@pytest.mark.parametrize("text", ["", "???", "\ud800", "\0", '"', "-", 'x"' * 1000])
def test_no_text_is_an_error(text: str) -> None:
    assert fingerprint(text).startswith("xxh3:")
