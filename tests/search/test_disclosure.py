"""Whether a reason gives away a query: its words in its order do, a stray word does not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lwc.search.disclosure import discloses


@pytest.mark.parametrize(
    ("reason", "query"),
    [
        ("Shows the Payment   rules in full", "payment rules"),
        ("payment\nrules", "payment rules"),
        ("payment-rules are there", "payment rules"),
        ("the pre-payment rules", "payment rules"),
        ("first payment rule", "payment rules"),
        ("on payment rules", '"payment rules"'),
        ("no draft payment here", "-draft payment"),
        ("a page on C++ code", "c++"),
        ("see the rules.", "rules?"),
        ("the PostgreSQL documents", "postgresql"),
        ("postgresql documents", "PostgreSQL documents"),
        ("how getUserById works", "getUserById"),
        ("ｒｕｌｅｓ of all", "rules"),
        ("ueber über alles", "uber alles"),
        ("it says what is there", "what is"),
        ("说明连接池配置", "连接池"),
        ("连接池上限在此", "连接池 上限"),
        ("关于 税 的页", "税"),
        ("สวัสดีครับ", "สวัสดี"),
    ],
)
def test_a_reason_that_repeats_the_query_is_recognised(reason: str, query: str) -> None:
    assert discloses(reason, query)


@pytest.mark.parametrize(
    ("reason", "query"),
    [
        ("Expected page and evidence verified", "payment rules"),
        ("rules before any payment", "payment rules"),
        ("rules for payments", "payment rules"),
        ("The page is the right one", "the"),
        ("此页的内容", "的"),
        ("start over", "art"),
        ("a rule of thumb", "rules"),
        ("schema bound", "a b"),
        ("税务规范", "税"),
        ("用户已确认", "连接池"),
        ("anything", "???"),
        ("anything", ""),
    ],
)
def test_a_reason_in_other_words_is_none(reason: str, query: str) -> None:
    assert not discloses(reason, query)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.sampled_from(["payment", "rules", "PostgreSQL", "连接池", "c++", "the"]), min_size=2, max_size=5
    ),
    st.sampled_from(["", "Because: ", "见 "]),
    st.sampled_from(["", ".", " is answered"]),
)
def test_the_query_itself_is_always_recognised(words: list[str], before: str, after: str) -> None:
    query = " ".join(words)
    assert discloses(f"{before}{query.upper()}{after}", query)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_is_an_error(reason: str, query: str) -> None:
    assert discloses(reason, query) in (True, False)
