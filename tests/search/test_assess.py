"""How an answer is judged, and what is to be done next."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.model import Candidate, Filters
from lwc.search.assess import Assessment, assess, mode_of
from lwc.search.next_step import LONG_QUERY, NOT_PROOF, Asked, command, quote
from lwc.search.query import parse
from lwc.search.ranking import Scorer, rank, statistics


def answer(
    text: str,
    *hits: tuple[str, ...],
    exact: str = "",
    asked: Asked | None = None,
    nearest: dict[str, tuple[str, ...]] | None = None,
    documents: int = 10,
) -> Assessment:
    """Judge an answer whose hits have the query's words that are named for each, best first."""
    query = parse(text)
    df = {term.term: sum(any(term.surface in word for word in hit) for hit in hits) for term in query.terms}
    stats = statistics(query, df, documents)
    scorer = Scorer(query, stats)
    shown = [
        scorer.score(
            Candidate(
                "page",
                number,
                f"p{number}",
                "",
                {
                    term.term: 0.8 / (1 + number)
                    for term in query.terms
                    if any(term.surface in word for word in hit)
                },
                "" if number else exact,
            )
        )
        for number, hit in enumerate(hits)
    ]
    where = asked or Asked(scope="all")
    return assess(
        query, stats, rank(shown), total=len(hits), documents=documents, asked=where, nearest=nearest or {}
    )


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("how large is the pool", "point"),
        ("list all regions", "discovery"),
        ("支持的区域有哪些", "discovery"),
        ("対応リージョンの一覧", "discovery"),
        ("지원 지역 목록", "discovery"),
        ("migrate step by step", "narrative"),
        ("the full-guide to exports", "narrative"),
        ("迁移的完整流程", "narrative"),
        ("移行の全手順", "narrative"),
        ("처음부터 끝까지 설명", "narrative"),
        ("playlist allowance", "point"),
        ("", "point"),
    ],
)
def test_the_wording_says_what_kind_of_answer_is_wanted(text: str, mode: str) -> None:
    found, cue = mode_of(text)
    assert found == mode
    assert bool(cue) == (mode != "point")


def test_all_terms_in_a_hit_that_stands_out_is_high() -> None:
    judged = answer("connection pool", ("connection", "pool"), ("pool",))
    assert (judged.tier, judged.confidence, judged.status) == ("all_terms", "high", "success")
    assert judged.coverage == (1.0, 1.0)
    assert judged.next.stop
    assert not judged.fabrication_risk


def test_an_exact_name_is_high() -> None:
    judged = answer("connection pool", ("pool",), ("connection", "pool"), exact="title")
    assert (judged.tier, judged.confidence) == ("exact", "high")


def test_two_hits_can_cover_together_what_neither_covers() -> None:
    judged = answer("alpha beta gamma", ("alpha",), ("beta",))
    assert judged.coverage.best < judged.coverage.together < 1
    assert judged.missing_terms == ("gamma",)
    assert (judged.confidence, judged.status) == ("low", "low_confidence")


def test_an_empty_answer_is_no_proof() -> None:
    judged = answer("connection pool")
    assert (judged.tier, judged.confidence, judged.status) == ("none", "none", "empty")
    assert judged.missing_terms == ("connection", "pool")
    assert judged.fabrication_risk
    assert NOT_PROOF in judged.next.reason
    assert not judged.next.stop


def test_a_code_name_without_evidence_must_not_be_made_up() -> None:
    judged = answer("getUserById timeout", ("timeout",), ("timeout",))
    assert [(evidence.name, evidence.found_in) for evidence in judged.identifiers] == [("getUserById", ())]
    assert judged.fabrication_risk
    assert judged.confidence == "low"
    found = answer("getUserById", ("getUserById",))
    assert found.identifiers[0].found_in == ("page:p0",)
    assert not found.fabrication_risk


def test_only_single_characters_is_low() -> None:
    assert answer("优惠券", ("券",)).confidence == "low"


def test_near_words_are_offered_as_one_rewording() -> None:
    judged = answer("conection pool", ("pool",), nearest={"conection": ("connection",)})
    assert judged.nearest_terms == {"conection": ("connection",)}
    assert judged.next.action == "reword"
    assert shlex.split(judged.next.command)[-1] == "connection pool"


WIDE = Asked("source", Filters(("guide",), ("ops", "it's"), (("region", "eu/de"),)), "global")


def test_one_dimension_at_a_time_is_widened() -> None:
    actions = []
    asked = WIDE
    while not (step := answer("absent", asked=asked).next).stop and step.command:
        actions.append(step.action)
        words = shlex.split(step.command)
        assert words[-2:] == ["--", "absent"]
        asked = read_command(words)
    assert actions == ["widen_type", "widen_kind", "widen_tag", "widen_facet", "widen_scope"]


def read_command(words: list[str]) -> Asked:
    """The conditions of a command line, as the command would read them."""
    options = list(zip(words[2:-2:2], words[3:-2:2], strict=True))
    values = {name: tuple(value for key, value in options if key == name) for name, _ in options}
    facets = tuple((value.split("=")[0], value.split("=")[1]) for value in values.get("--where", ()))
    filters = Filters(values.get("--kind", ()), values.get("--tag", ()), facets)
    return Asked(*values.get("--type", ("auto",)), filters, *values.get("--scope", ("project",)))


def test_a_phrase_is_unquoted_before_anything_else() -> None:
    step = answer('"connection pool"', asked=WIDE).next
    assert step.action == "unquote"
    assert shlex.split(step.command)[-1] == "connection pool"


def test_an_empty_store_is_to_be_filled() -> None:
    step = answer("pool", documents=0).next
    assert (step.stop, step.action) == (True, "add")


def test_a_long_query_is_not_repeated_in_the_command() -> None:
    assert len(command("word " * LONG_QUERY, Asked())) < 100


@given(st.text(max_size=80))
def test_a_quoted_word_is_read_as_one_word(text: str) -> None:
    (word,) = shlex.split(quote(text))
    assert word == "".join(character if character.isprintable() else " " for character in text)


@given(st.text(max_size=60), st.integers(0, 3))
def test_any_query_can_be_judged(text: str, hits: int) -> None:
    words = tuple(text.split())
    judged = answer(text, *[words[:hits]] * hits)
    assert 0 <= judged.coverage.best <= judged.coverage.together + 1e-9 <= 1 + 1e-9
    assert judged.next.reason
    assert not (judged.status == "success" and judged.confidence in ("low", "none"))
