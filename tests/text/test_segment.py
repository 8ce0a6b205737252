"""Passages follow the blocks of the text, cover it, and stay of a readable size."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.text import commonmark
from lwc.text import segment as segmenting
from lwc.text.segment import AIM, MOST, Segmentation, segment

FRAGMENTS = """
---|# Title|## Two { #two }|Setext\n===|- item|  - nested|1. one|> quote|>> deep|| a | b |\n|---|---|\n| 1 | 2 |
```|~~~~|    indented|<div>|</div>|<!-- note|-->|[ref]: a.md "T"|[^1]: foot|word|中文。|é|a\u0301|\U0001f468\u200d\U0001f467
*em*|`code`|\ufeff|***|title: x|...|[[link]]|<b>|&amp;|\\|\t|\x0b|\u2028|\x85|١٢|½
""".replace("\n", "|").split("|")
BREAKS = ["\n", "\n\n", "\r\n", "\r", " ", ""]
texts = st.lists(
    st.tuples(
        st.sampled_from([*FRAGMENTS, "|---|---|", "| a | b |"]) | st.text(max_size=5),
        st.sampled_from(BREAKS),
        st.sampled_from([1, 1, 1, 1, 2, 50, 700, 2000]),
    ),
    max_size=12,
).map(lambda parts: "".join((part + end) * times for part, end, times in parts).replace("\x00", ""))


def parts(text: str, found: Segmentation | None = None) -> list[tuple[str, str]]:
    data = text.encode()
    passages = (found or segment(text)).passages
    return [(one.kind, data[one.byte_start : one.byte_end].decode()) for one in passages]


def check_law(text: str, found: Segmentation) -> None:
    """Letters and digits are covered once; passages are in order, trimmed, not empty, whole characters."""
    data = text.encode()
    spans = [(one.byte_start, one.byte_end, "passage") for one in found.passages]
    assert spans == sorted(spans)
    assert [one.ordinal for one in found.passages] == list(range(len(spans)))
    before = 0
    for start, end, what in sorted(
        spans + [(one.byte_start, one.byte_end, "heading") for one in found.headings]
    ):
        assert before <= start < end
        assert not any(mark.isalnum() for mark in data[before:start].decode())
        inside = data[start:end].decode()
        assert what == "heading" or inside == inside.strip()
        before = end
    assert not any(mark.isalnum() for mark in data[before:].decode())
    for one in found.passages:
        if one.context is not None:
            assert one.context[1] <= one.byte_start
            assert data[slice(*one.context)].decode().strip()


@given(texts)
def test_every_letter_and_digit_is_in_exactly_one_passage_or_heading(text: str) -> None:
    found = segment(text)
    check_law(text, found)
    assert found == segment(text)


@given(texts, st.integers(min_value=1, max_value=400))
def test_a_text_parsed_in_pieces_keeps_the_law(text: str, size: int) -> None:
    whole = commonmark.PIECE
    commonmark.PIECE = size
    try:
        check_law(text, segment(text))
    finally:
        commonmark.PIECE = whole


def test_pieces_give_the_same_passages_as_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = SAMPLE * 20
    whole = segment(text)
    monkeypatch.setattr(commonmark, "PIECE", 2 * len(SAMPLE))
    assert segment(text) == whole


SAMPLE = """
# A *b* [[x y|lab]] `c` ![alt](i.png) { #id }

para one. Second
line.

## Sub

- a
  - n

  more
- b

> q
> r

| a | b |
|---|---|
| 1 | 2 |

```py
# no heading

x = 1
```

    indented

[^1]: foot

[r]: a.md "T"

<!-- c

d -->

Setext
===

1. one
2. two

---

end
"""


def test_each_block_is_a_passage_of_its_kind() -> None:
    assert parts(SAMPLE) == [
        ("paragraph", "para one. Second\nline."),
        ("list_item", "- a\n  - n\n\n  more"),
        ("list_item", "- b"),
        ("quote", "> q\n> r"),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("code", "```py\n# no heading\n\nx = 1\n```"),
        ("code", "indented"),
        ("footnote", "[^1]: foot"),
        ("other", '[r]: a.md "T"'),
        ("html", "<!-- c\n\nd -->"),
        ("list_item", "1. one"),
        ("list_item", "2. two"),
        ("paragraph", "end"),
    ]


def test_headings_are_context_and_their_text_is_plain() -> None:
    found = segment(SAMPLE)
    assert [(one.level, one.text) for one in found.headings] == [
        (1, "A b lab c alt"),
        (2, "Sub"),
        (1, "Setext"),
    ]
    paths = {one.heading_path for one in found.passages}
    assert paths == {("A b lab c alt",), ("A b lab c alt", "Sub"), ("Setext",)}


def test_a_heading_closes_those_of_its_level_and_below() -> None:
    found = segment("# 1\n\n### 3\n\na\n\n## 2\n\nb\n\n# 1b\n\nc")
    assert [one.heading_path for one in found.passages] == [("1", "3"), ("1", "2"), ("1b",)]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("# GET /users/{id}", "GET /users/{id}"),
        ("# Templates {name}", "Templates {name}"),
        ("# Title { #title .big }", "Title"),
        ("# Title {:#title}", "Title"),
        ("# ~~Old~~ **new** <b>x</b> ##", "Old new x"),
        ("# a \\* b &amp; c", "a * b & c"),
        ("#", ""),
    ],
)
def test_attributes_leave_a_heading_and_other_braces_stay(line: str, text: str) -> None:
    assert [one.text for one in segment(line).headings] == [text]


def test_an_empty_heading_is_not_in_the_path() -> None:
    assert segment("# a\n\n##\n\nb").passages[0].heading_path == ("a",)


def test_headings_inside_lists_and_quotes_belong_to_them() -> None:
    found = segment("- # a\n- b\n\n> # c\n")
    assert found.headings == ()
    assert len(found.passages) == 3


def test_a_line_of_marks_is_no_passage_and_an_emoji_is() -> None:
    assert parts("a\n\n///\n\n***\n\n\U0001f418\n\n|||\n") == [
        ("paragraph", "a"),
        ("paragraph", "\U0001f418"),
    ]


def test_front_matter_is_one_passage_and_only_on_the_first_line() -> None:
    assert parts("---\ntitle: a\n---\nb") == [("front_matter", "---\ntitle: a\n---"), ("paragraph", "b")]
    assert "front_matter" not in dict(parts("\n---\ntitle: a\n---\nb"))


def test_broken_front_matter_is_ordinary_text() -> None:
    text = "---\ntitle: [\n---\nb"
    assert "front_matter" not in dict(parts(text))
    check_law(text, segment(text))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_make_no_difference(end: str) -> None:
    text = SAMPLE.replace("\n", end)
    assert [(kind, part.replace(end, "\n")) for kind, part in parts(text)] == parts(SAMPLE)


def test_a_long_paragraph_is_cut_at_sentences_near_1200_characters() -> None:
    found = parts("".join(f"This is sentence number {number} of them. " for number in range(300)))
    assert all(part.startswith("This is") and part.endswith("of them.") for _, part in found)
    assert all(AIM * 0.9 < len(part) <= MOST for _, part in found[:-1])


def test_a_block_that_is_only_a_little_too_long_is_left_whole() -> None:
    assert len(parts("word " * (MOST // 5 - 1))) == 1


def test_without_sentences_it_is_cut_at_spaces() -> None:
    text = "word " * 3000
    assert {word for _, part in parts(text) for word in part.split(" ")} == {"word"}


def test_without_stops_chinese_is_cut_between_characters() -> None:
    found = parts("中文字" * 3000)
    assert all(len(part) <= MOST for _, part in found)
    assert "".join(part for _, part in found) == "中文字" * 3000


@pytest.mark.parametrize(
    "grapheme",
    [
        "e\u0301",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U0001f1e9\U0001f1ea",
        "क्षि",
        "\u1112\u1161\u11ab",
        "👍🏽",
        "ก็",
    ],
)
def test_no_grapheme_is_cut(grapheme: str) -> None:
    for shift in range(len(grapheme)):
        text = "x" * shift + grapheme * 2000
        for _, part in parts(text)[1:]:
            assert part.startswith(grapheme)


def test_one_word_without_end_is_cut_all_the_same() -> None:
    found = parts("w" * 100_000)
    assert all(len(part) <= MOST for _, part in found)


def test_code_is_cut_at_lines() -> None:
    lines = [f"value_{number} = compute({number}). Then" for number in range(200)]
    found = parts("```py\n" + "\n".join(lines) + "\n```\n")
    assert len(found) > 3
    whole = [line for kind, part in found for line in part.split("\n") if kind == "code"]
    assert whole == ["```py", *lines, "```"]


def test_a_long_table_is_cut_between_rows_and_carries_its_header() -> None:
    head = "| näme | value |"
    rows = [f"| row {number}. One | {number} |" for number in range(200)]
    text = "é\n\n" + "\n".join([head, "|---|---|", *rows]) + "\n"
    data = text.encode()
    first, *later = [one for one in segment(text).passages if one.kind == "table"]
    assert first.context is None
    assert later
    assert all(one.context and data[slice(*one.context)].decode() == head for one in later)
    cells = [line for one in later for line in data[one.byte_start : one.byte_end].decode().split("\n")]
    assert cells == rows[-len(cells) :]


def test_nested_items_stay_with_their_item_until_it_is_long() -> None:
    short = "- a\n" + "".join(f"  - nested {number}\n" for number in range(20)) + "- b\n"
    assert len(parts(short)) == 2
    long = "- ä\n" + "".join(f"  - nested {number}\n    line\n" for number in range(200))
    found = parts(long)
    assert len(found) > 2
    assert all(part.startswith("- nested") for _, part in found[1:])


def test_the_answer_on_line_29000_is_in_a_passage_that_slices_to_it() -> None:  # C11
    lines = [f"第{number}行讲的是别的事情" for number in range(30_000)]
    lines[29_000] = "悬空引用的答案是四十二"
    text = "\n".join(lines)
    assert any(lines[29_000] in part for _, part in parts(text))


def test_byte_order_marks_and_odd_spaces_inside_do_no_harm() -> None:
    for text in ("\ufeff# a\n\nb", "a\u2028b\u00a0", "\u3000中\u3000", "\x0c\x0ba", "\u200d", "", " \n\t"):
        check_law(text, segment(text))


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        segment("a \ud800 b")


def test_too_many_blocks_are_cut_coarsely_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segmenting, "FINE_LIMIT", 50)
    text = "# é\n\n" + "word\n\n" * 3000
    found = segment(text)
    check_law(text, found)
    assert found.coarse
    assert 50 < len(found.passages) < 80
    assert not segment("a\n\nb").coarse


def test_there_are_never_2_to_the_18_passages() -> None:
    text = "a\n\n" * 400_000
    found = segment(text)
    check_law(text, found)
    assert found.coarse
    assert len(found.passages) < 1 << 18
    worst = 64 * (1 << 20) / (segmenting.COARSE / 2)
    assert segmenting.FINE_LIMIT + worst < 1 << 18


GREAT = 1 << 21


@pytest.mark.parametrize(
    "text",
    [
        "[" * GREAT,
        "[[a]]" * (GREAT // 5),
        "*a" * (GREAT // 2),
        "`" * GREAT,
        "|" * GREAT,
        "<" * GREAT,
        ">" * GREAT,
        "- " * (GREAT // 2),
        "1. " * (GREAT // 3),
        ("> " * 10_000 + "a\n") * 20,
        ("- " * 10_000 + "a\n") * 20,
        "".join("  " * (line % 50) + f"- item {line}\n" for line in range(40_000)),
        "\n" * GREAT,
        "w" * GREAT,
        "中" * GREAT,
        "a\r" * (GREAT // 2),
        "a\n\n" * (GREAT // 3),
        "# a\n" * (GREAT // 4),
        "|a|b|\n|-|-|\n" + "|x|y|\n" * (GREAT // 6),
        "```\n" + "# x\n" * (GREAT // 4),
        "<!--\n" + "[[x]]\n\n" * (GREAT // 7),
        "[x]: y\n" * (GREAT // 7),
        "a\u0301" * (GREAT // 2),
        "\U0001f1e6" * (GREAT // 4),
        "\u200d" * (GREAT // 4),
    ],
    ids=lambda text: repr(text[:8]),
)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    found = segment(text)
    assert time.process_time() - start < 15  # 0.1 to 3 s; quadratic would be hours
    check_law(text, found)


@pytest.mark.parametrize("text", ["*a* ", "a\n\n", "- a\n", "```\n", "|", "中", "[x]: y\n", "\n", "<!-- "])
def test_the_parser_never_sees_more_than_a_piece(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commonmark, "PIECE", 10_000)
    found = list(commonmark.pieces("é" + text * 20_000))
    assert max(len(piece.text) for piece in found) <= 10_000
    assert "".join(piece.text for piece in found) == "é" + text * 20_000
    starts = [0]
    for piece in found:
        starts.append(starts[-1] + len(piece.text.encode()))
    assert [piece.byte_start for piece in found] == starts[:-1]


def test_a_code_block_longer_than_a_piece_stays_code() -> None:
    text = "a\n\n````\n" + "# comment\n" * 150_000 + "```\n````\n\n# Real\n\nend"
    found = segment(text)
    assert [one.text for one in found.headings] == ["Real"]
    assert {one.kind for one in found.passages} == {"paragraph", "code"}
    assert found.coarse


def test_a_list_longer_than_a_piece_stays_a_list() -> None:
    text = "".join(f" - item {number}\n\n       code\n" for number in range(50_000))
    found = segment(text)
    assert {one.kind for one in found.passages} == {"list_item"}
    assert len(found.passages) == 50_000
    assert not found.coarse


def test_marks_stay_with_their_letters() -> None:
    for _, part in parts("हिन्दी" * 1000):
        assert unicodedata.category(part[0]) not in ("Mn", "Mc")
