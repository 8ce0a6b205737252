"""What a query is understood as (cases C10, F1, F3, F5, F6)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.model import Query, QueryTerm
from lwc.search.query import (
    MARKED_CHARACTERS,
    MAX_TERMS,
    companion_characters,
    parse,
    phrase_terms,
    select_terms,
)
from lwc.text import tokens

MARKS = st.text(
    alphabet=st.sampled_from(list('ab连接的は가 "“”„-[]*^{}%_()\\\n\u3000\u0301\u200d😀')), max_size=60
)


def surfaces(query: Query) -> list[str]:
    """The words as typed, without the parts of identifiers and the characters beside bigrams."""
    companions = companion_characters(query.terms)
    return [term.surface for term in query.terms if term.kind != "part" and term.term not in companions]


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ('"connection pool" timeout', ["connection pool"]),
        ("“connection pool” timeout", ["connection pool"]),
        ("„connection pool“", ["connection pool"]),
        ('timeout ("connection pool")', ["connection pool"]),
        ('"one two" and "three four"', ["one two", "three four"]),
        ("使用“连接池”的", ["连接池"]),
        ('使用"连接池"的', ["连接池"]),
        ('"connection -pool"', ["connection -pool"]),
        ('"open', []),
        ('a"b', []),
        ('5" disk', []),
        ('5" disk and "solid state"', ["solid state"]),
        ('""', []),
        ('"。"', []),
    ],
)
def test_phrases_are_quoted_at_a_word_border_and_closed(text: str, phrases: list[str]) -> None:
    query = parse(text)
    assert query.phrases == tuple(phrase_terms(phrase) for phrase in phrases)
    for phrase in phrases:
        assert {token.term for token in tokens.query_tokens(phrase)} <= {t.term for t in query.terms} | stops(
            phrase
        )


def stops(text: str) -> set[str]:
    return {token.term for token in tokens.query_tokens(text) if tokens.is_stop(token.term)}


@pytest.mark.parametrize(
    ("text", "excluded", "words"),
    [
        ("performance -sports", ["sports"], ["performance"]),
        ("-sports performance", ["sports"], ["performance"]),
        ('performance -"team sports" car', ["team sports"], ["performance", "car"]),
        ("performance -“team sports”", ["team sports"], ["performance"]),
        ("性能\u3000-体育", ["体育"], ["性能"]),
        ("performance -gen-itgc", ["gen-itgc"], ["performance"]),
        ("-sports", ["sports"], []),
        ("obsidian - vault", [], ["obsidian", "vault"]),
        ("gen-itgc", [], ["gen-itgc"]),
        ("vault --sports", [], ["vault", "sports"]),
        ('vault -"open', [], ["vault", "open"]),
        ("vault (-sports)", [], ["vault", "sports"]),
    ],
)
def test_a_minus_excludes_after_a_blank_and_before_a_letter(
    text: str, excluded: list[str], words: list[str]
) -> None:
    query = parse(text)
    assert query.excluded == tuple(phrase_terms(word) for word in excluded)
    assert surfaces(query) == words


def test_the_marks_of_a_pasted_text_are_its_author_s_own() -> None:
    marked = 'performance -sports "connection pool"'
    filling = " word" * (MARKED_CHARACTERS // 5)
    assert parse(marked).phrases
    assert parse(marked).excluded
    pasted = parse(marked + filling)
    assert pasted.phrases == pasted.excluded == ()
    assert {"sports", "connection", "pool"} <= set(surfaces(pasted))


def test_a_negative_number_is_no_exclusion() -> None:
    assert parse("temperature -20").excluded == ()


@pytest.mark.parametrize(
    ("phrase", "terms"),
    [
        ("连接池", ("连接", "接池")),
        ("池", ("池",)),
        ("连接池。", ("连接", "接池")),
        ("", ()),
    ],
)
def test_a_phrase_may_go_on_in_the_text(phrase: str, terms: tuple[str, ...]) -> None:
    assert phrase_terms(phrase) == terms


def test_a_phrase_is_a_stretch_of_the_index_terms_of_a_text_around_it() -> None:
    phrase = " ".join(phrase_terms("数据库连接池"))
    assert phrase in tokens.index_terms("请配置数据库连接池的大小")


@pytest.mark.parametrize(
    "text",
    [
        "[[Link]]",
        "link AND",
        "NEAR(link",
        "link NOT",
        "link*",
        "^link",
        "{link}",
        "%link_",
        "link:",
        "(link OR",
    ],
)
def test_operators_of_query_languages_are_plain_text(text: str) -> None:
    query = parse(text)
    assert "link" in [term.surface.casefold().strip("_") for term in query.terms]
    assert query.phrases == query.excluded == ()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "real-time",
            "ADR-016",
            "TODO: fix",
            "C++",
            "C#",
            ".NET",
            "src/store.rs",
            "v1.0.21",
            "don't",
            'a"b',
        ),
        *(
            '"open',
            "GB/s",
            "foo(bar)",
            "a AND",
            "NOT",
            "NEAR(",
            "^x",
            "{a}",
            "[[Link]]",
            "重跑gen-itgc后50条",
        ),
        *("데이터베이스 이전", "ﾃﾞｰﾀﾍﾞｰｽ", "สวัสดีครับ", "हिन्दी", "𠮷野家"),
    ],
)
def test_a_query_looks_for_what_the_index_has_of_the_same_text(text: str) -> None:
    query = parse(text)
    companions = companion_characters(query.terms)
    stored = set(tokens.index_terms(f"See {text} here").split())
    assert query.terms
    assert {term.term for term in query.terms} - companions <= stored


@pytest.mark.parametrize("text", ["", " ", "，。！？", "*", "^", "{}", '"', "-", "--", "“”"])
def test_a_query_without_letters_has_no_terms(text: str) -> None:
    assert parse(text) == Query(text, (), (), (), (), False)


# ── stop words ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "words", "dropped"),
    [
        ("what is the connection pool", ["connection", "pool"], ("what", "is", "the")),
        ("The pool and the connection", ["pool", "connection"], ("The", "and", "the")),
        ("what is covid", ["what", "is", "covid"], ()),
        ("what is this", ["what", "is", "this"], ()),
        ("to be or not to be", ["to", "be", "or", "not"], ()),
        ("什么是连接池", ["是连", "连接", "接池"], ("什么是",)),
        ("是什么", ["是什", "什么"], ()),
        ("的 连接池", ["连接", "接池"], ("的",)),
    ],
)
def test_stop_words_go_when_enough_other_terms_remain(
    text: str, words: list[str], dropped: tuple[str, ...]
) -> None:
    query = parse(text)
    assert surfaces(query) == words
    assert query.dropped == dropped


def test_stop_words_that_stay_are_marked() -> None:
    assert [term.stop for term in parse("what is covid").terms] == [True, True, False]
    assert all(term.stop for term in parse("是什么").terms)


def test_a_single_stop_character_goes_when_there_is_a_bigram() -> None:
    assert [term.term for term in parse("吗池").terms] == ["吗池", "池"]


def test_stop_characters_are_chinese() -> None:
    assert "何が" in surfaces(parse("データベースは何が多いのか"))
    assert "多" in {term.term for term in parse("データが多い").terms}


# ── repetition and length ────────────────────────────────────────────────────────────────────────


def test_a_term_counts_as_often_as_it_is_said_and_stands_where_it_is_first_said() -> None:
    query = parse("pool Timeout pool 池 timeouts")
    assert [(term.surface, term.times) for term in query.terms] == [("pool", 2), ("Timeout", 2), ("池", 1)]


def test_a_typed_word_prevails_over_the_part_of_an_identifier() -> None:
    kinds = {term.term: (term.kind, term.times) for term in parse("getUserById user").terms}
    assert kinds["user"] == ("word", 2)
    assert kinds["get"] == ("part", 1)


def test_a_very_long_text_is_cut_and_says_so() -> None:
    text = " ".join(f"w{i}x" for i in range(MAX_TERMS * 2))
    query = parse(text)
    assert query.truncated
    assert len(query.terms) == MAX_TERMS
    assert not parse("short").truncated


def test_the_most_selective_terms_are_kept_in_the_order_of_the_query() -> None:
    query = parse("alpha beta gamma delta")
    df = {term.term: n for term, n in zip(query.terms, (50, 3, 0, 7), strict=True)}
    kept = select_terms(query, df, limit=2)
    assert [term.surface for term in kept.terms] == ["beta", "delta"]
    assert kept.truncated
    assert [term.surface for term in select_terms(query, df, limit=3).terms] == ["alpha", "beta", "delta"]
    assert select_terms(query, df, limit=4) == query


def test_a_character_stays_with_its_bigrams_and_takes_no_place() -> None:
    query = parse("数据库迁移 券")
    kept = select_terms(query, {"迁移": 1, "券": 2, "数据": 9, "据库": 8}, limit=2)
    assert [term.term for term in kept.terms] == ["迁移", "迁", "移", "券"]


# ── laws ─────────────────────────────────────────────────────────────────────────────────────────


@given(st.one_of(st.text(max_size=200), MARKS))
def test_nothing_that_can_be_typed_fails(text: str) -> None:
    query = parse(text)
    assert query == parse(text)
    assert query.text == text
    names = [term.term for term in query.terms]
    assert len(set(names)) == len(names)
    for term in query.terms:
        assert term.times >= 1
        assert term.surface in text
    assert all(query.phrases)
    assert all(query.excluded)


def test_ten_thousand_random_strings_do_not_fail() -> None:
    source = random.Random(6)
    for _ in range(10_000):
        points = (source.randrange(0x110000) for _ in range(source.randrange(12)))
        parse("".join(chr(point) for point in points if not 0xD800 <= point < 0xE000))


@given(MARKS, st.dictionaries(st.text(max_size=2), st.integers(0, 50)), st.integers(1, 5))
def test_selecting_keeps_an_ordered_part(text: str, df: dict[str, int], limit: int) -> None:
    query = parse(text)
    kept = select_terms(query, df, limit)
    companions = companion_characters(query.terms)
    assert sum(term.term not in companions for term in kept.terms) <= limit
    assert is_ordered_part(kept.terms, query.terms)
    assert kept.truncated == (query.truncated or kept.terms != query.terms)


def is_ordered_part(part: tuple[QueryTerm, ...], whole: tuple[QueryTerm, ...]) -> bool:
    rest = iter(whole)
    return all(term in rest for term in part)
