"""Hits for people, as they stand on a terminal: spans and their documents, and why a score is what it is."""

from __future__ import annotations

from typing import Any

import pytest
from wcwidth import width

from lwc.render.blocks import Bars
from lwc.render.hits import hits
from lwc.render.markdown import to_markdown
from lwc.render.table import to_terminal
from lwc.render.terminal import Terminal


def answer(**hit: Any) -> dict[str, Any]:
    """A search that found one hit, which has this beside what every hit has."""
    plain = {
        "ref": "project:page:pool",
        "type": "page",
        "identifier": "pool",
        "title": "Connection pool",
        "kind": "concept",
        "rank": 1,
        "score": 0.2,
        "fused_score": None,
        "tier": "all_terms",
        "snippet": {"text": "The pool has twenty connections.", "highlights": [[4, 8]]},
    }
    return {"query": {}, "results": [{**plain, **hit}], "total": 1, "assessment": {}}


def shown(columns: int, encoding: str = "utf-8", **hit: Any) -> list[str]:
    """The lines of the hit, without the judgement below it."""
    text = to_terminal(hits(answer(**hit)), Terminal(columns, False, encoding))
    return text.rpartition("\n\n")[0].split("\n")


def term(term: str, kind: str = "word", **given: Any) -> dict[str, Any]:
    return {"term": term, "kind": kind, "df": 2, "idf": 0.7, "weight": 0.7, **given}


TERMS = [
    term("connect", contribution=0.09, fields={"title": 0.07, "body": 0.02}),
    term("连接", "bigram", contribution=0.05, fields={"body": 0.0497, "heading": 0.0003}),
    term("quota", contribution=0.0, fields={}),
]
PLAIN: dict[str, Any] = {
    "parts": {"exact": 0.0, "terms": 0.14, "title": 0.06, "page": 0.01, "graph": -0.0},
    "terms": TERMS,
    "filters": ["type=page"],
    "runs": [],
    "score": 0.21,
}
LOWERED: dict[str, Any] = {
    "parts": {"terms": 0.3, "hub": -0.1, "superseded": -0.00001, "feedback": -0.05},
    "score": 0.14999,
}
FUSED: dict[str, Any] = {
    "parts": {"document": 0.25, "passage": 0.125},
    "terms": TERMS[:1],
    "runs": [
        {"name": "document", "rank": 1, "score": 0.21, "parts": {"terms": 0.14, "title": 0.07, "hub": 0.0}},
        {"name": "passage", "rank": 3, "score": 0.1, "parts": {"terms": 0.2, "weight": -0.1}},
    ],
    "score": 0.375,
}
MATCHES = [
    {
        "ref": "project:page:pool@0011.1/3",
        "type": "passage",
        "score": 0.31,
        "snippet": {"text": "The pool has twenty connections.", "highlights": []},
        "span": {"heading_path": ["Connection pool", "Sizes"]},
    },
    {
        "ref": "project:page:pool@0011.1/9.0",
        "type": "sentence",
        "score": 0.2,
        "snippet": {"text": "连接池的上限是二十。", "highlights": []},
        "span": {"heading_path": []},
    },
]


# ── why a score is what it is ────────────────────────────────────────────────────────────────────


def test_parts_are_bars_that_add_up_and_terms_say_where_they_stand() -> None:
    """K4"""
    assert shown(100, explanation=PLAIN)[4:] == [
        "    terms   0.1400 ████████████████████████",
        "    title   0.0600 ██████████▎",
        "    page    0.0100 █▊",
        "    sum 0.2100 = score 0.2100",
        "",
        "    term     kind    df     idf  weight   gives  where",
        "    -------  ------  --  ------  ------  ------  ------------------------",
        "    connect  word     2  0.7000  0.7000  0.0900  title .070, body .020",
        "    连接     bigram   2  0.7000  0.7000  0.0500  body .050, heading <.001",
        "    quota    word     2  0.7000  0.7000  0.0000",
        "    filters: type=page",
    ]


def test_a_narrow_terminal_leaves_out_columns_and_keeps_each_field_with_its_number() -> None:
    assert shown(40, explanation=PLAIN)[5:] == [
        "    terms   0.1400 █████████████████████",
        "    title   0.0600 █████████",
        "    page    0.0100 █▌",
        "    sum 0.2100 = score 0.2100",
        "",
        "    term      gives  where",
        "    -------  ------  -------------",
        "    connect  0.0900  title .070,",
        "                     body .020",
        "    连接     0.0500  body .050,",
        "                     heading <.001",
        "    quota    0.0000",
        "    filters: type=page",
    ]


def test_what_takes_away_stands_to_the_left_of_an_axis_however_little_it_is() -> None:
    assert shown(60, explanation=LOWERED)[4:] == [
        "    terms        0.3000       │████████████████▌",
        "    hub         -0.1000 ▐█████│",
        "    superseded   0.0000      ▕│",
        "    feedback    -0.0500    ███│",
        "    sum 0.1500 = score 0.1500",
    ]


@pytest.mark.parametrize(
    ("encoding", "plus", "minus"),
    [("ascii", "|####", "---|"), ("cp936", "│███", "██│"), ("cp932", "│##", "--│")],
)
def test_bars_are_drawn_with_what_the_stream_has(encoding: str, plus: str, minus: str) -> None:
    text = "\n".join(shown(60, encoding, explanation=LOWERED))
    assert plus in text
    assert minus in text


def test_a_fused_score_is_the_sum_of_the_shares_and_each_run_shows_its_own() -> None:
    """K4"""
    lines = shown(100, score=0.21, fused_score=0.375, explanation=FUSED)
    assert lines[1].endswith("score 0.3750")
    assert lines[4:] == [
        "    document, rank 1   0.2500 ████████████████████████",
        "    passage, rank 3    0.1250 ████████████",
        "    sum 0.3750 = score 0.3750",
        "    document, rank 1: score 0.2100",
        "        terms   0.1400 ████████████████████████",
        "        title   0.0700 ████████████",
        "    passage, rank 3: score 0.1000",
        "        terms    0.2000         │██████████████▋",
        "        weight  -0.1000 ▐███████│",
        "",
        "    term     kind  df     idf  weight   gives  where",
        "    -------  ----  --  ------  ------  ------  ---------------------",
        "    connect  word   2  0.7000  0.7000  0.0900  title .070, body .020",
    ]


def test_runs_with_the_same_parts_are_shown_once() -> None:
    first = FUSED["runs"][0]
    runs = [{**first, "name": "exact"}, *FUSED["runs"]]
    parts = {"exact": 0.5, **FUSED["parts"]}
    text = "\n".join(shown(100, explanation={**FUSED, "runs": runs, "parts": parts, "score": 0.875}))
    assert "    exact, rank 1 and document, rank 1: score 0.2100\n        terms" in text
    assert text.count("0.1400") == 1


@pytest.mark.parametrize("explanation", [PLAIN, LOWERED, FUSED], ids=["plain", "lowered", "fused"])
@pytest.mark.parametrize("columns", [10, 20, 33, 40, 50, 79, 80, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "cp936", "ascii"])
def test_no_line_is_wider_than_the_terminal_and_no_zero_is_negative(
    explanation: dict[str, Any], columns: int, encoding: str
) -> None:
    """W2"""
    lines = shown(columns, encoding, explanation=explanation, matches=MATCHES)
    assert [line for line in lines if width(line) > columns] == []
    assert "-0.0000" not in "\n".join(lines)
    assert "\xa0" not in "\n".join(lines)


def test_markdown_has_the_numbers_without_the_bars() -> None:
    text = to_markdown(hits(answer(explanation=LOWERED)))
    assert "| hub | -0.1000 |\n| superseded | 0.0000 |" in text


def test_all_parts_that_are_nothing_draw_nothing() -> None:
    assert to_terminal([Bars(())], Terminal(80, False, "utf-8")) == ""
    explanation = {"parts": {"exact": 0.0}, "score": 0.0}
    assert shown(80, explanation=explanation)[4:] == ["    sum 0.0000 = score 0.0000"]


# ── spans ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("type", ["passage", "sentence"])
def test_a_span_says_which_document_and_headings_it_stands_under(type: str) -> None:
    assert shown(
        60,
        type=type,
        ref="project:page:pool@0011.1/3",
        span={"heading_path": ["Connection pool", "Sizes", "上限"]},
    ) == [
        " 1  Connection pool",
        "    Sizes > 上限",
        "    project:page:pool@0011.1/3 · concept · all terms · score",
        "    0.2000",
        "    The pool has twenty connections.",
    ]


def test_the_headings_of_a_document_are_not_shown() -> None:
    assert shown(80, span={"heading_path": ["Sizes"]})[1] == (
        "    project:page:pool · concept · all terms · score 0.2000"
    )


def test_the_spans_that_stand_for_a_document_are_below_it_with_their_refs() -> None:
    assert shown(80, matches=MATCHES) == [
        " 1  Connection pool",
        "    project:page:pool · concept · all terms · score 0.2000",
        "    project:page:pool@0011.1/3 · passage · Sizes · score 0.3100",
        "        The pool has twenty connections.",
        "    project:page:pool@0011.1/9.0 · sentence · score 0.2000",
        "        连接池的上限是二十。",
    ]


def test_an_excerpt_that_no_match_repeats_is_shown_too() -> None:
    lines = shown(80, matches=MATCHES[1:])
    assert lines[2] == "    The pool has twenty connections."
    assert lines[3].startswith("    project:page:pool@0011.1/9.0")
