"""Excerpts: what they hold, and where they are cut (case K7)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.search.snippet import excerpt, find_matches, is_character_border, is_word_border, merge_ranges
from lwc.text import tokens

FILLER = "Nothing of interest stands here at all. " * 12
TEXTS = st.text(
    alphabet=st.sampled_from(
        list("abc pool 连接池数据の가각 \n.,\u0301\u0e2a\u0e27\u0e31\U00020bb7é-_👩\u200d👧🇩🇪ｶﾞ")
    ),
    max_size=200,
)
PHRASES = st.sampled_from(["pool", "连接池", "abc pool", "가각", "数据", "池", "สวั", "é", "ｶﾞ"])


def terms_of(text: str) -> frozenset[str]:
    return frozenset(token.term for token in tokens.query_tokens(text))


def shown(text: str, query: str, width: int = 240) -> tuple[str, list[str]]:
    found = excerpt(text, terms_of(query), width)
    part = text[found.start : found.end]
    return part, [part[start:end] for start, end in found.highlights]


def test_a_match_far_inside_is_shown_with_what_surrounds_it() -> None:
    part, highlights = shown(FILLER + "The connection pool has ten places. " + FILLER, "connection pool")
    assert "The connection pool has ten places." in part
    assert highlights == ["connection", "pool"]
    assert len(part) <= 240
    assert part == part.strip()


def test_the_window_with_most_distinct_terms_wins_over_repetition() -> None:
    text = "pool pool pool pool. " + FILLER + "The pool has a timeout. " + FILLER
    part, highlights = shown(text, "pool timeout", 80)
    assert highlights == ["pool", "timeout"]
    assert "has a timeout" in part


def test_weights_decide_between_windows() -> None:
    text = "first pool here. " + FILLER + "then timeout there."
    pool, timeout = (next(iter(terms_of(word))) for word in ("pool", "timeout"))
    for word, heavy in (("pool", pool), ("timeout", timeout)):
        found = excerpt(text, frozenset({pool, timeout}), 60, {pool: 0.1, timeout: 0.1, heavy: 2.0})
        assert word in text[found.start : found.end]


def test_bigrams_that_overlap_are_one_highlight() -> None:
    assert shown("请配置数据库连接池的大小。", "连接池")[1] == ["连接池"]


@pytest.mark.parametrize("text", ["云工开物 300 元学生券", "券", "学生券可用"])
def test_single_characters_are_shown_when_nothing_longer_is_there(text: str) -> None:
    assert shown(text, "优惠券")[1] == ["券"]


def test_single_characters_step_back_behind_bigrams() -> None:
    assert shown("优惠的券，优惠券。", "优惠券")[1] == ["优惠", "优惠券"]


def test_without_a_match_the_beginning_is_shown() -> None:
    part, highlights = shown(FILLER, "absent", 50)
    assert FILLER.startswith(part)
    assert 10 < len(part) <= 50
    assert highlights == []
    assert shown("", "absent") == ("", [])


def test_a_short_text_is_shown_whole() -> None:
    assert shown("A connection pool.", "pool")[0] == "A connection pool."


def test_a_term_longer_than_the_width_is_shown_whole() -> None:
    name = "very_long_name_" * 4 + "end"
    part, highlights = shown(f"{FILLER} {name} {FILLER}", name, 20)
    assert highlights == [name]
    assert part == name


def test_highlights_are_of_the_text_as_it_is_written() -> None:
    assert shown("ﾃﾞｰﾀﾍﾞｰｽを移行する", "データベース")[1] == ["ﾃﾞｰﾀﾍﾞｰｽ"]
    assert shown("Ｐｏｏｌ of threads", "pool")[1] == ["Ｐｏｏｌ"]


@pytest.mark.parametrize(
    ("text", "position", "border"),
    [
        ("ab", 1, False),
        ("a b", 1, True),
        ("連接", 1, True),
        ("a連", 1, True),
        ("e\u0301", 1, False),
        ("e\u0301a", 2, False),  # inside a word whose first letter carries a mark
        ("हिन्दी", 2, False),
        ("\r\n", 1, False),
        ("👩\u200d👧", 1, False),
        ("👩\u200d👧", 2, False),
        ("🇩🇪", 1, False),
        ("👍🏽", 1, False),
        ("ｶﾞ", 1, False),
        ("\u1112\u1161\u11ab", 1, False),
        ("ส\u0e31", 1, False),
        ("ab", 0, True),
        ("ab", 2, True),
    ],
)
def test_borders(text: str, position: int, border: bool) -> None:
    assert is_word_border(text, position) is border


def test_touching_ranges_are_one() -> None:
    assert merge_ranges([(4, 6), (0, 2), (1, 3), (6, 8), (9, 10)]) == ((0, 3), (4, 8), (9, 10))


@given(TEXTS, PHRASES, st.integers(10, 80))
def test_highlights_lie_inside_and_hold_a_term(text: str, query: str, width: int) -> None:
    wanted = terms_of(query)
    found = excerpt(text, wanted, width)
    assert 0 <= found.start <= found.end <= len(text)
    assert found == excerpt(text, wanted, width)
    part = text[found.start : found.end]
    previous = -1
    for start, end in found.highlights:
        assert previous < start < end <= len(part)
        previous = end
        held = terms_of(part[start:end])
        assert held & wanted
    if wanted & {token.term for token in tokens.tokens(text)}:
        assert found.highlights


@given(TEXTS, PHRASES, st.integers(10, 80))
def test_no_character_is_cut(text: str, query: str, width: int) -> None:
    found = excerpt(text, terms_of(query), width)
    for position in (found.start, found.end):
        assert is_character_border(text, position) or position == len(text)
        if 0 < position < len(text):
            assert not unicodedata.combining(text[position])


@pytest.mark.parametrize(
    "text", ["dying", "Tied", "skies", "happily", "hoping", "queries", "getUsersById", "Ünders", "naïve"]
)
def test_stemmed_and_folded_words_are_found(text: str) -> None:
    for token in tokens.tokens(f"so {text}, yes"):
        found = find_matches(f"so {text}, yes", frozenset({token.term}))
        assert (token.start, token.end, token.term) in found


@given(TEXTS, st.lists(PHRASES, min_size=1, max_size=3))
def test_matches_are_those_of_the_tokenizer(text: str, queries: list[str]) -> None:
    wanted = frozenset(token.term for token in tokens.tokens(" ".join(queries)) if token.kind != "single")
    expected = {(token.start, token.end, token.term) for token in tokens.tokens(text) if token.term in wanted}
    assert {tuple(match) for match in find_matches(text, wanted)} == expected
