"""Scores, parts, tiers, order and explanations (cases C2, C3, F2, K4, K5)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.model import Candidate, Query, Scored, TermStatistics
from lwc.search.parameters import EVIDENCE, EXACT, GRAPH, PAGE, REST
from lwc.search.query import parse
from lwc.search.ranking import (
    Scorer,
    rank,
    score,
    statistics,
)
from lwc.text import tokens

QUERIES = st.sampled_from(
    [
        "connection pool",
        "云工开物 优惠券",
        "getUserById 池",
        "what is covid",
        "雾凇拼音",
        "合",
        "データ移行 pool",
        "",
    ]
)


def judge(query: Query, text: str, *others: str, title: str = "", exact: str = "") -> Scored:
    """Score a document with this text in a store that holds it and the others."""
    texts = (text, *others)
    df = {term.term: sum(map(bool, [occurs(term.term, each) for each in texts])) for term in query.terms}
    saturation = {term.term: 0.5 for term in query.terms if occurs(term.term, text)}
    stats = statistics(query, df, len(texts))
    return score(Candidate("page", 1, "a", title, saturation, exact), query, stats)


def occurs(term: str, text: str) -> bool:
    return term in tokens.index_terms(text).split() or (
        len(term) == 1 and not term.isascii() and term in text
    )


@st.composite
def judged(draw: st.DrawFn) -> tuple[Query, tuple[TermStatistics, ...], Candidate]:
    query = parse(draw(QUERIES))
    documents = draw(st.integers(0, 1000))
    df = {term.term: draw(st.integers(0, documents + 5)) for term in query.terms}
    saturation = {term.term: draw(st.floats(0, 1)) for term in query.terms if draw(st.booleans())}
    title = draw(st.sampled_from(["", "Connection pool", "云工开物", "优惠券", "getUserById", "other words"]))
    exact = draw(st.sampled_from(["", *EXACT]))
    kind = draw(st.sampled_from(["page", "source"]))
    return query, statistics(query, df, documents), Candidate(kind, 1, "a", title, saturation, exact)


# ── statistics ───────────────────────────────────────────────────────────────────────────────────


def test_idf_is_of_the_pooled_counts_and_a_repeated_term_weighs_more() -> None:
    query = parse("pool timeout pool")
    pool, timeout = statistics(query, {query.terms[0].term: 3}, 10)
    assert pool.idf == pytest.approx(math.log(1 + (10 - 3 + 0.5) / (3 + 0.5)))
    assert timeout.idf == pytest.approx(math.log(1 + 10.5 / 0.5))
    assert (pool.weight, timeout.weight) == pytest.approx((2 * pool.idf, timeout.idf))


def test_an_identifier_weighs_more_than_its_parts() -> None:
    query = parse("getUserById")
    stats = statistics(query, {term.term: 1 for term in query.terms}, 10)
    whole = next(row for row in stats if row.kind == "identifier")
    assert all(row.weight < whole.weight / 2 for row in stats if row.kind == "part")


@pytest.mark.parametrize("documents", [0, 1, 10])
def test_a_document_frequency_above_the_number_of_documents_does_no_harm(documents: int) -> None:
    query = parse("pool")
    (row,) = statistics(query, {query.terms[0].term: 99}, documents)
    assert row.df <= documents
    assert row.weight > 0


@pytest.mark.parametrize(
    ("text", "df", "noise"),
    [
        ("雾凇拼音", {"雾凇": 1}, {"凇拼"}),
        ("雾凇拼音", {"雾凇": 1, "凇拼": 1}, set()),
        ("雾凇 拼音", {"雾凇": 1}, set()),
        ("优惠券", {"优惠": 1}, set()),  # the last character would be in no bigram
        ("数据库迁移", {}, {"据库"}),  # never two in a row
    ],
)
def test_a_bigram_found_nowhere_across_a_word_border_is_noise(
    text: str, df: Mapping[str, int], noise: set[str]
) -> None:
    assert {row.term for row in statistics(parse(text), df, 5) if row.weight == 0} == noise


# ── tiers and terms ──────────────────────────────────────────────────────────────────────────────


def test_a_blank_between_two_words_changes_neither_tier_nor_score() -> None:
    joined, apart = (judge(parse(text), "雾凇词库部署", "输入法") for text in ("雾凇拼音", "雾凇 拼音"))
    assert joined.tier == apart.tier
    assert joined.score == pytest.approx(apart.score)
    assert joined.missing == apart.missing == ("拼音",)


def test_a_part_of_the_words_is_below_all_of_them_and_names_what_is_missing() -> None:
    part = judge(parse("云工开物 优惠券"), "云工开物 300 元学生券")
    assert part.tier in ("most_terms", "some_terms")
    assert part.matched == ("云工开物",)
    assert part.missing == ("优惠券",)
    assert judge(parse("云工开物 优惠券"), "云工开物的优惠券").tier == "all_terms"


@pytest.mark.parametrize(
    ("text", "document", "tier", "matched", "missing"),
    [
        ("connection pool", "a connection pool", "all_terms", ("connection", "pool"), ()),
        ("connection pool", "a pool", "some_terms", ("pool",), ("connection",)),
        ("优惠券", "学生券", "widened", ("券",), ("优惠券",)),
        ("合", "中文合約", "all_terms", ("合",), ()),
        ("connection pool", "nothing", "none", (), ("connection", "pool")),
        ("getUserById", "call getUserById", "all_terms", ("getUserById",), ()),
        ("数据库迁移", "学生", "none", (), ("数据库迁移",)),
        ("", "text", "none", (), ()),
    ],
)
def test_tiers(
    text: str, document: str, tier: str, matched: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    scored = judge(parse(text), document, "other")
    assert (scored.tier, scored.matched, scored.missing) == (tier, matched, missing)


def test_most_terms_is_half_of_the_weight() -> None:
    query = parse("alpha beta gamma")
    df = {term.term: 5 for term in query.terms}
    stats = statistics(query, df, 10)
    two = {term.term: 0.5 for term in query.terms[:2]}
    assert score(Candidate("page", 1, "a", "", two, ""), query, stats).tier == "most_terms"
    assert (
        score(Candidate("page", 1, "a", "", dict(list(two.items())[:1]), ""), query, stats).tier
        == "some_terms"
    )


def test_the_exact_spelling_of_an_identifier_comes_before_its_parts() -> None:
    query = parse("getUserById")
    texts = ("call getUserById", "the user by its id, get it")
    exact, parts = (judge(query, texts[i], texts[1 - i]) for i in (0, 1))
    assert exact.score > parts.score > 0


# ── the score ────────────────────────────────────────────────────────────────────────────────────


def test_the_shares_add_up_to_one_and_an_exact_name_is_more_than_all_others() -> None:
    assert EVIDENCE + GRAPH + PAGE == REST
    assert max(EXACT.values()) + REST == pytest.approx(1.0)
    assert min(EXACT.values()) > REST


@given(judged())
def test_parts_sum_to_the_score_within_its_bounds(
    case: tuple[Query, tuple[TermStatistics, ...], Candidate],
) -> None:
    query, stats, candidate = case
    scored = score(candidate, query, stats)
    assert sum(scored.parts.values()) == pytest.approx(scored.score, abs=1e-12)
    assert 0 <= scored.score <= 1
    assert 0 <= scored.coverage <= 1
    assert min(scored.parts.values()) >= 0
    assert scored == Scorer(query, stats).score(candidate)


@given(judged(), st.data())
def test_more_of_a_term_never_lowers_the_score(
    case: tuple[Query, tuple[TermStatistics, ...], Candidate], data: st.DataObject
) -> None:
    query, stats, candidate = case
    if not query.terms:
        return
    term = data.draw(st.sampled_from(query.terms)).term
    before = candidate.saturation.get(term, 0.0)
    more = {**candidate.saturation, term: data.draw(st.floats(before, 1))}
    assert (
        score(candidate._replace(saturation=more), query, stats).score >= score(candidate, query, stats).score
    )


@given(judged(), judged())
def test_an_exact_name_comes_first(
    case: tuple[Query, tuple[TermStatistics, ...], Candidate],
    other: tuple[Query, tuple[TermStatistics, ...], Candidate],
) -> None:
    query, stats, candidate = case
    named = score(candidate._replace(exact="identifier", saturation={}), query, stats)
    best = {term.term: 1.0 for term in query.terms}
    plain = score(other[2]._replace(exact="", saturation=best), query, stats)
    assert rank([plain, named])[0] is named


def test_a_title_counts_by_what_it_has_of_the_query_and_what_else_it_says() -> None:
    query = parse("connection pool")
    titles = ("Connection pool", "Connection pool of the warehouse robots", "Robots")
    parts = [judge(query, "connection pool", title=title).parts["title"] for title in titles]
    assert parts == sorted(parts, reverse=True)
    assert parts[0] > 0
    assert parts[-1] == 0


# ── order ────────────────────────────────────────────────────────────────────────────────────────


def test_equals_are_ordered_page_first_and_then_by_name() -> None:
    def scored(kind: str, name: str, value: float) -> Scored:
        candidate = Candidate("page" if kind == "page" else "source", 1, name, "", {}, "")
        return Scored(candidate, value, {}, (), (), 0.0, "none")

    hits = [
        scored("source", "a", 0.5),
        scored("page", "b", 0.5),
        scored("page", "a", 0.5),
        scored("page", "z", 0.6),
    ]
    expected = [("page", "z"), ("page", "a"), ("page", "b"), ("source", "a")]
    for order in (hits, hits[::-1]):
        assert [(hit.candidate.type, hit.candidate.identifier) for hit in rank(order)] == expected


# ── explanations ─────────────────────────────────────────────────────────────────────────────────


@given(judged())
def test_what_the_terms_gave_sums_to_their_parts(
    case: tuple[Query, tuple[TermStatistics, ...], Candidate],
) -> None:
    query, stats, candidate = case
    scored = score(candidate, query, stats)
    explanation = Scorer(query, stats).explain(scored, filters=("type=page",))
    given = sum(row.contribution for row in explanation.terms)
    assert given == pytest.approx(scored.parts["terms"] + scored.parts["characters"], abs=1e-12)
    assert [row.term for row in explanation.terms] == [term.term for term in query.terms]
    assert (explanation.score, explanation.parts) == (scored.score, scored.parts)
    assert explanation.filters == ("type=page",)


@given(judged(), st.data())
def test_what_the_fields_gave_sums_to_what_the_term_gave(
    case: tuple[Query, tuple[TermStatistics, ...], Candidate], data: st.DataObject
) -> None:
    """K4"""
    query, stats, candidate = case
    counts = st.dictionaries(
        st.sampled_from(("body", "title", "alias", "asked", "path", "summary", "heading")),
        st.integers(1, 1000),
        min_size=1,
    )
    weighed = {term: data.draw(counts) for term in candidate.saturation}
    shares = {
        term: {field: count / sum(of_term.values()) for field, count in of_term.items()}
        for term, of_term in weighed.items()
    }
    scored = score(candidate, query, stats)
    explanation = Scorer(query, stats).explain(scored, fields=shares)
    for row in explanation.terms:
        assert math.fsum(row.fields.values()) == pytest.approx(row.contribution, abs=1e-12)
        assert list(row.fields.values()) == sorted(row.fields.values(), reverse=True)
        assert all(given > 0 for given in row.fields.values())
    every_field = math.fsum(given for row in explanation.terms for given in row.fields.values())
    assert every_field == pytest.approx(scored.parts["terms"] + scored.parts["characters"], abs=1e-12)


def test_without_shares_no_field_is_named() -> None:
    query = parse("pool")
    stats = statistics(query, {"pool": 1}, 10)
    scored = score(Candidate("page", 1, "a", "", {"pool": 0.5}, ""), query, stats)
    (row,) = Scorer(query, stats).explain(scored).terms
    assert row.contribution > 0
    assert row.fields == {}
