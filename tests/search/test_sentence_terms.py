"""Which sentences of a passage hold what of a query."""

from __future__ import annotations

import pytest

from lwc.search.query import parse
from lwc.search.sentence_terms import sentences_with

TEXT = "The export limit is 200 rows. Cats sleep. Limits of limits are exported at night."


def found(text: str, query: str, kind: str = "paragraph") -> list[tuple[str, dict[str, int]]]:
    parsed = parse(query)
    terms = frozenset(term.term for term in parsed.terms)
    return [(one.text, one.counts) for one in sentences_with(text, kind, parsed, terms)]


def test_sentences_have_the_terms_that_stand_in_them() -> None:
    assert found(TEXT, "export limits") == [
        ("The export limit is 200 rows.", {"export": 1, "limit": 1}),
        ("Limits of limits are exported at night.", {"limit": 2, "export": 1}),
    ]


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("导出上限是两百行。猫在睡觉。", "上限", [("导出上限是两百行。", {"上限": 1, "上": 1, "限": 1})]),
        ("東京は晴れ。大阪は雨。", "大阪", [("大阪は雨。", {"大阪": 1, "大": 1, "阪": 1})]),
        ("회의록을 쓴다. 밥을 먹는다.", "회의", [("회의록을 쓴다.", {"회의": 1, "회": 1, "의": 1})]),
    ],
)
def test_terms_are_found_in_every_script(text: str, query: str, expected: object) -> None:
    assert found(text, query) == expected


def test_a_phrase_has_to_stand_in_the_sentence() -> None:
    assert [sentence for sentence, _ in found(TEXT, '"limits of limits"')] == [
        "Limits of limits are exported at night."
    ]


def test_a_phrase_may_end_in_the_middle_of_a_run() -> None:
    text = "连接池的大小。连接的池。"
    assert [sentence for sentence, _ in found(text, '"连接池"')] == ["连接池的大小。"]


def test_a_longer_sentence_has_less_of_the_same_term() -> None:
    query = parse("limit")
    short, long = sentences_with(
        "The limit is 3. The limit of all that was ever said about anything whatsoever here is 3.",
        "paragraph", query, frozenset(("limit",)),
    )  # fmt: skip
    assert 1 > short.saturation()["limit"] > long.saturation()["limit"] > 0
