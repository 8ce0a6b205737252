"""Sentences of all scripts end where a reader would end them."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.text.sentences import sentences

KINDS = ["paragraph", "list_item", "quote", "table", "code", "html", "front_matter", "footnote", "other"]
PARTS = [
    "a",
    "Bc",
    "1",
    "1.",
    "e.g.",
    ".",
    "!",
    "?",
    "。",
    "」",
    "“",
    "…",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "\t",
]
PARTS += [
    "- ",
    "> ",
    "|",
    "```",
    "中",
    "是",
    "Dr.",
    "...",
    "(",
    ")",
    "é",
    "。",
    "\u0301",
    "\u2028",
    "*",
    "हाँ",
    "।",
]
texts = st.text() | st.lists(st.sampled_from(PARTS)).map("".join)


def split(text: str, kind: str = "paragraph") -> list[str]:
    return [text[start:end] for start, end in sentences(text, kind)]


@given(texts, st.sampled_from(KINDS))
def test_every_letter_and_digit_is_in_exactly_one_sentence(text: str, kind: str) -> None:
    covered = [0] * len(text)
    before = 0
    for start, end in sentences(text, kind):
        assert before <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        before = end
        for place in range(start, end):
            covered[place] += 1
    assert all(count == 1 for count, mark in zip(covered, text, strict=True) if mark.isalnum())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Really?! Yes... of course. Wait… what.", ["Really?!", "Yes... of course.", "Wait… what."]),
        ("He left… Then it rained.", ["He left…", "Then it rained."]),
        (
            'She said "No." Then (as ever.) **Bold.** End',
            ['She said "No."', "Then (as ever.)", "**Bold.**", "End"],
        ),
        ("你好。世界！「好。」然后？完；了", ["你好。", "世界！", "「好。」", "然后？", "完；", "了"]),
        ("東京です。「はい。」と言った。", ["東京です。", "「はい。」", "と言った。"]),
        ("مرحبا؟ نعم۔ شكرا", ["مرحبا؟", "نعم۔", "شكرا"]),
        ("यह ठीक है। हाँ॥ और", ["यह ठीक है।", "हाँ॥", "और"]),
        ("Բարև։ Այո։", ["Բարև։", "Այո։"]),
        ("ሰላም። አዎ፧ ቀጥል", ["ሰላም።", "አዎ፧", "ቀጥል"]),
        ("Γιατί; Έτσι.", ["Γιατί; Έτσι."]),  # an ASCII semicolon is no Greek question mark
        ("Γιατί\u037e Έτσι.", ["Γιατί\u037e", "Έτσι."]),
        ("版本 v1.0.21 发布。共1.5倍。", ["版本 v1.0.21 发布。", "共1.5倍。"]),
        ("Hello!世界", ["Hello!", "世界"]),
    ],
)
def test_each_script_has_its_stops(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It costs 3.14 today",
        "Install v1.0.21 now",
        "See example.com/a.b?c=d!e for src/store.rs and .NET",
        "Use it, e.g. for this, i.e. that, cf. Smith vs. Jones",
        "Dr. Smith met Mr. Brown and Prof. Green of Acme Inc. Boston",
        "J. R. R. Tolkien wrote it",
        "The U.S. Army and the U.K. government",
        "No. 5 is in Fig. 3 on pp. 4 of vol. 2",
        "It fell on Jan. 5 at 3 p.m. in town",
        "apples, pears, etc. are fruit",
        "1. Install the thing",
        "Wow ![an image](a.png) here",
        "Yes!No",
    ],
)
def test_these_stops_end_no_sentence(text: str) -> None:
    assert split(text) == [text]


def test_a_word_that_is_an_abbreviation_only_before_a_number_ends_a_sentence() -> None:
    assert split("He said no. Then he left. It shone, the sun. We went.") == [
        "He said no.",
        "Then he left.",
        "It shone, the sun.",
        "We went.",
    ]


def test_etc_ends_a_sentence_before_a_capital() -> None:
    assert split("Apples, pears, etc. They are fruit.") == ["Apples, pears, etc.", "They are fruit."]


def test_a_number_ends_a_sentence_unless_it_begins_it() -> None:
    assert split("It was 2019. Then 2020 came.") == ["It was 2019.", "Then 2020 came."]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_sentence_goes_on_over_a_soft_line_break(end: str) -> None:
    assert split(f"It goes{end}on here. Next{end}one.") == [f"It goes{end}on here.", f"Next{end}one."]


def test_an_empty_line_ends_a_sentence() -> None:
    assert split("no stop\n\nanother\r\n\r\nthird") == ["no stop", "another", "third"]


def test_each_item_of_a_list_has_its_own_sentences() -> None:
    item = "- Install it\n  and run. Check\n  - nested\n  * more. And more.\n  2. two\n\n  para"
    assert split(item, "list_item") == [
        "Install it\n  and run.",
        "Check",
        "nested",
        "more.",
        "And more.",
        "2. two",
        "para",
    ]


def test_windows_line_ends_do_not_cut_either() -> None:
    assert split("- goes\r\n  on\r\n\r\n  para", "list_item") == ["goes\r\n  on", "para"]


def test_paragraphs_of_a_quote_are_apart() -> None:
    assert split("> one\n> two.\n>\n> three", "quote") == ["one\n> two.", "three"]


def test_code_has_a_sentence_a_line() -> None:
    code = "```py\nx = 1. + 2.  # One. Two.\n\n    y = 2\n```"
    assert split(code, "code") == ["```py", "x = 1. + 2.  # One. Two.", "y = 2"]


def test_a_table_has_a_sentence_a_row() -> None:
    assert split("| a | b |\n|---|:-:|\n| One. Two. | 2 |", "table") == ["| a | b |", "| One. Two. | 2 |"]


def test_a_long_text_without_stops_falls_apart_at_its_lines() -> None:
    lines = [f"line {number} of a log that has no stop at all" for number in range(30)]
    assert split("\n".join(lines)) == lines


@pytest.mark.parametrize(
    "text",
    [
        "." * 1_000_000,
        ". " * 500_000,
        "((((" * 250_000,
        "。」" * 500_000,
        "a.\t" * 300_000,
        "1. " * 300_000,
        '."' * 500_000,
        ". '" * 300_000,
        "e.g. " * 200_000,
        " " * 1_000_000 + "a",
        "\n" * 1_000_000,
        "> " * 500_000,
        "a\n\n" * 300_000,
        "… " * 300_000,
        "a. " + " " * 1_000_000,
    ],
    ids=lambda text: repr(text[:8]),
)
@pytest.mark.parametrize("kind", ["paragraph", "list_item"])
def test_time_grows_with_the_text_and_no_faster(text: str, kind: str) -> None:
    start = time.process_time()
    sentences(text, kind)
    assert time.process_time() - start < 5  # 0.1 to 1 s; quadratic would be minutes
