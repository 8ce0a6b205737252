"""Folding: equal things become equal, and every character knows where it came from."""

from __future__ import annotations

import time
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.text.normalize import compose, fold, fold_with_offsets, name_key, origin_key

ANY_TEXT = st.text(
    st.characters() | st.sampled_from("aAéßﬁİかガ\u3099\u0301ﾃﾞ각\u1100\u1161\u11a8\u200d\u00ad👩न\u093f")
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Über", "uber", id="latin accents go"),
        pytest.param("Straße", "strasse", id="sharp s"),
        pytest.param("ΆΛΦΑ", "αλφα", id="greek accents go"),
        pytest.param("ёлка", "елка", id="cyrillic accents go"),
        pytest.param("мой", "мой", id="short i is a letter of its own"),
        pytest.param("ﾃﾞｰﾀﾍﾞｰｽ", "データベース", id="C4 half width"),
        pytest.param("ＡＢＣ１", "abc1", id="full width"),
        pytest.param("がぎ", "がぎ", id="kana stay voiced"),
        pytest.param(normalize("NFD", "회의록"), "회의록", id="C5 hangul is composed"),
        pytest.param("हिन्दी", "हिन्दी", id="C9 marks of other scripts stay"),
        pytest.param("infor\u00admation", "information", id="soft hyphen"),
        pytest.param("👩\u200d👧", "👩\u200d👧", id="C9 joined emoji stay joined"),
        pytest.param("ﬁne", "fine", id="ligature"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_folding(text: str, expected: str) -> None:
    assert fold(text) == expected


@given(ANY_TEXT)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_folding_twice_changes_nothing_for_any_character() -> None:
    folded = {character: fold(character) for character in map(chr, range(0x30000))}
    assert [once for character, once in folded.items() if once != character and fold(once) != once] == []


@given(ANY_TEXT)
def test_composed_and_decomposed_input_fold_to_the_same(text: str) -> None:
    assert fold(normalize("NFC", text)) == fold(normalize("NFD", text))


@given(ANY_TEXT)
def test_offsets_lead_back_into_the_original(text: str) -> None:
    folded, starts = fold_with_offsets(text)
    assert folded == fold(text)
    if starts is None:
        assert len(folded) == len(text)
    else:
        assert len(starts) == len(folded) + 1
        assert starts == sorted(starts)
        assert starts[-1] == len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aﬁb", [0, 1, 1, 2, 3]),
        ("ﾃﾞｰ", [0, 2, 3]),
        ("e\u0301x", [0, 2, 3]),
        ("ß", [0, 0, 1]),
        ("a\u00adb", [0, 2, 3]),
        ("中，文", None),
    ],
)
def test_where_each_folded_character_came_from(text: str, expected: list[int] | None) -> None:
    assert fold_with_offsets(text).starts == expected


@given(ANY_TEXT)
def test_the_key_of_a_key_is_itself(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)
    assert origin_key(origin_key(text)) == origin_key(text)
    assert compose(compose(text)) == compose(text)


def test_names_are_compared_without_case_and_composition_but_with_accents() -> None:
    """P1: a folder in NFD is found by its name in NFC."""
    assert name_key(normalize("NFD", "Jürgen Müller/ÜBER.md")) == name_key("jürgen müller/über.md")
    assert name_key("über") != name_key("uber")
    assert origin_key(normalize("NFD", "Jürgen")) == "Jürgen" != origin_key("jürgen")


@pytest.mark.parametrize("text", ["\u0301\u0316" * 200_000, "a" + "\u0301" * 400_000, "\u1161" * 200_000])
def test_a_crowd_of_marks_takes_linear_time(text: str) -> None:
    begin = time.process_time()
    fold_with_offsets(text)
    assert time.process_time() - begin < 3
