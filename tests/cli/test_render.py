"""Answers as text: hand-built ones, in every format, on streams that can show much or little."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import width

from lwc.render.bars import bar
from lwc.render.blocks import Bars, Block, Facts, Heading, Paragraph, Run, Table, Verbatim
from lwc.render.compose import compose
from lwc.render.hits import highlighted, hits
from lwc.render.json import to_json, to_json_lines
from lwc.render.markdown import to_markdown
from lwc.render.overview import overview
from lwc.render.present import present
from lwc.render.table import fit, to_terminal
from lwc.render.terminal import Terminal, terminal_of
from lwc.render.values import fields_of, plain
from lwc.render.view import Part, View

WIDE = Terminal(100, False, "utf-8")
PAGES = [
    {"slug": "rate-limits", "title": "Rate limits", "pages": 3},
    {"slug": "daochu", "title": "导出限制", "pages": 12},
    {"slug": "ko", "title": "회의록 정리", "pages": 104},
]
SEARCH: dict[str, Any] = {
    "schema_version": 1,
    "query": {"text": "the EU limit", "dropped": ["the"], "excluded": ["draft"], "truncated": True},
    "results": [
        {
            "ref": "project:page:rate-limits",
            "identifier": "rate-limits",
            "title": "Rate limits 导出限制",
            "kind": "concept",
            "summary": "",
            "freshness": "unverified",
            "rank": 1,
            "score": 0.8421,
            "tier": "all_terms",
            "missing_terms": ["quota"],
            "snippet": {"text": "At most 100 records\nin the EU.", "highlights": [[27, 29]]},
            "explanation": {
                "parts": {"bm25": 0.6421, "title": 0.25, "hub": -0.05},
                "terms": [
                    {"term": "eu", "kind": "word", "df": 3, "idf": 2, "weight": 1, "contribution": 0.6}
                ],
                "filters": ["kind=concept"],
                "score": 0.8421,
            },
        }
    ],
    "total": 34,
    "total_is_exact": True,
    "truncated": True,
    "next_cursor": "abc",
    "assessment": {
        "confidence": "high",
        "coverage": {"best": 0.9},
        "missing_terms": ["quota"],
        "nearest_terms": ["quote"],
        "fabrication_risk": True,
        "next": {"reason": "It has all terms.", "command": "lwc page show rate-limits"},
    },
}
CONTEXT: dict[str, Any] = {
    "stores": [
        {
            "scope": "project",
            "database": "/x/.lwc/wiki.db",
            "purpose": "What we know of exports.",
            "schema": "",
            "pages": [
                {"slug": "a", "title": "A", "kind": "k", "summary": "s", "updated_at": "2025-01-02T03:04:05Z"}
            ],
            "pages_total": 7,
            "recent_operations": [],
            "operations_total": 0,
            "pinned_tags": [],
        }
    ],
    "estimated_tokens": 512,
    "ordered_by": ["links", "changes"],
}


class Inner(NamedTuple):
    ranges: tuple[tuple[int, int], ...]
    facets: Mapping[str, str]


class Outer(NamedTuple):
    name: str
    inner: Inner | None
    score: float


def stream(encoding: str = "utf-8") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


# ── values and JSON ──────────────────────────────────────────────────────────────────────────────


def test_named_tuples_become_objects_and_tuples_lists_in_their_order() -> None:
    answer = Outer("n", Inner(((1, 2), (3, 4)), {"b": "1", "a": "2"}), 0.5)

    fields = fields_of(answer, "project", "/x/wiki.db")

    assert list(fields) == ["schema_version", "scope", "database", "name", "inner", "score"]
    assert fields["inner"] == {"ranges": [[1, 2], [3, 4]], "facets": {"b": "1", "a": "2"}}
    assert list(fields["inner"]["facets"]) == ["b", "a"]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_json_does_not_know_becomes_null(number: float) -> None:
    assert plain(Outer("n", None, number)) == {"name": "n", "inner": None, "score": None}


def test_what_has_no_json_form_is_a_fault() -> None:
    with pytest.raises(TypeError, match="set"):
        plain({1})


def test_json_is_compact_and_not_escaped_in_a_pipe() -> None:
    assert to_json({"title": "导出", "n": 1}) == '{"title":"导出","n":1}\n'


@pytest.mark.parametrize("text", ["导出限制", "é", "😀", "\x00\x1b[31m\u2028"])
@pytest.mark.parametrize("encoding", ["utf-8", "cp936", "cp1252", "ascii", "utf-16"])
def test_json_is_valid_on_every_stream(text: str, encoding: str) -> None:
    out = stream(encoding)

    written = present({"text": text}, View(), "json", out, {})

    assert json.loads(written.encode(encoding).decode(encoding)) == {"text": text}
    if encoding != "utf-16":
        assert json.loads(written.encode(encoding)) == {"text": text}  # also for a reader who expects UTF-8


def test_json_lines_hold_one_item_each_and_one_object_where_there_is_no_list() -> None:
    fields = {"schema_version": 1, "pages": PAGES, "total": 3}

    lines = [json.loads(line) for line in to_json_lines(fields, "pages").splitlines()]

    assert [line["slug"] for line in lines] == ["rate-limits", "daochu", "ko"]
    assert all(line["schema_version"] == 1 for line in lines)
    assert to_json_lines({**fields, "pages": []}, "pages") == ""
    assert json.loads(to_json_lines(fields, "")) == fields


# ── tables ───────────────────────────────────────────────────────────────────────────────────────


def columns_of(lines: list[str], words: list[str]) -> set[int]:
    """At which columns of the screen the words begin."""
    starts = set()
    for word in words:
        line = next(line for line in lines if word in line)
        starts.add(width(line[: line.index(word)]))
    return starts


def test_columns_align_also_where_characters_are_two_columns_wide() -> None:
    view = View(items="pages", columns=("title", "slug", "pages"))

    lines = to_terminal(compose({"pages": PAGES}, view), WIDE).splitlines()

    assert columns_of(lines, ["slug", "rate-limits", "daochu", "ko"]) == {13}
    assert len({width(line) for line in lines}) == 1  # the last column stands to the right


@pytest.mark.parametrize("columns", [10, 20, 33, 60, 100])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp936", "cp1252"])
def test_no_line_is_wider_than_the_terminal(columns: int, encoding: str) -> None:
    terminal = Terminal(columns, False, encoding)
    view = View(facts=("total",), items="pages", columns=("slug", "title", "pages"), parts=())
    for blocks in (compose({"pages": PAGES, "total": 3}, view), hits(SEARCH), overview(CONTEXT)):
        blocks = [block for block in blocks if not isinstance(block, Verbatim)]

        text = to_terminal(blocks, terminal)

        assert text.encode(encoding)
        assert [line for line in text.splitlines() if width(line) > columns] == []


def test_twenty_columns_turn_a_wide_table_into_one_list_a_row() -> None:
    table = Table(("slug", "title", "summary"), (("a", "导出限制", "one two three four"),), (False,) * 3)

    lines = to_terminal([table], Terminal(20, False, "utf-8")).splitlines()

    assert lines == [
        "slug     a",
        "title    导出限制",
        "summary  one two",
        "         three four",
    ]


@pytest.mark.parametrize(
    ("natural", "room", "fitted"),
    [
        ([5, 5], 100, [5, 5]),
        ([5, 50], 40, [5, 33]),
        ([30, 50], 42, [30, 10]),
        ([60, 50], 42, [20, 20]),
        ([5, 50, 50], 20, None),
        ([3, 3, 3], 13, [3, 3, 3]),
        ([200_000_000], 30, [30]),
    ],
)
def test_the_widest_columns_give_way_first(natural: list[int], room: int, fitted: list[int] | None) -> None:
    assert fit(natural, room) == fitted


def test_control_characters_of_stored_text_do_not_reach_the_terminal() -> None:
    hostile = "\x1b]0;owned\x07 a\rb \x9b2J"

    text = to_terminal([Heading(hostile), Facts((("t", hostile),)), Verbatim(hostile + "\r\nnext")], WIDE)

    assert not set(text) & {"\x1b", "\x07", "\r", "\x9b"}
    assert "\\x1b" in text
    assert "\nnext\n" in text


def test_what_a_stream_lacks_is_escaped_and_still_aligned() -> None:
    view = View(items="pages", columns=("title", "slug"))

    lines = to_terminal(compose({"pages": PAGES}, view), Terminal(100, False, "ascii")).splitlines()

    assert any("\\u5bfc" in line for line in lines)
    assert len(columns_of(lines, ["slug", "rate-limits", "daochu"])) == 1


@pytest.mark.parametrize(
    ("share", "eighths", "drawn"),
    [
        (1, " ▏▎▍▌▋▊▉█", "████"),
        (0.5, " ▏▎▍▌▋▊▉█", "██"),
        (0.28, " ▏▎▍▌▋▊▉█", "█▏"),
        (0.5, "", "##"),
        (0, "", ""),
    ],
)
def test_a_bar_is_drawn_to_an_eighth_or_in_plain_signs(share: float, eighths: str, drawn: str) -> None:
    assert bar(share, 4, eighths) == drawn


# ── colour ───────────────────────────────────────────────────────────────────────────────────────


class Screen(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("is_terminal", "environ", "colour"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colour_is_for_terminals_that_welcome_it(
    is_terminal: bool, environ: dict[str, str], colour: bool
) -> None:
    out = (Screen if is_terminal else io.TextIOWrapper)(io.BytesIO(), encoding="utf-8")

    assert terminal_of(out, environ).colour is colour
    assert ("\x1b[" in present(SEARCH, View(compose=hits), "table", out, environ)) is colour


@pytest.mark.parametrize(
    ("columns", "expected"), [("20", 20), ("3", 10), ("0", 100), ("many", 100), ("", 100)]
)
def test_columns_say_how_wide_the_output_is(columns: str, expected: int) -> None:
    assert terminal_of(stream(), {"COLUMNS": columns}).width == expected


def test_highlights_mark_the_ranges_and_lose_no_character() -> None:
    runs = list(highlighted("a 导出 b", [(2, 4), (5, 6)]))

    assert "".join(run.text for run in runs) == "a 导出 b"
    assert [run.text for run in runs if run.style == "match"] == ["导出", "b"]


# ── what people are told ─────────────────────────────────────────────────────────────────────────


def test_a_search_says_what_was_found_why_and_what_to_do_next() -> None:
    text = to_terminal(hits(SEARCH), WIDE)

    for said in (
        " 1  Rate limits 导出限制",
        "project:page:rate-limits · concept · all terms · score 0.8421",
        "At most 100 records in the EU.",
        "without: quota",
        "Left out as too common: the.",
        "cut to its most selective terms",
        "Excluded: draft.",
        "sum 0.8421 = score 0.8421",
        "hub    -0.0500",
        "filters: kind=concept",
        "1 of 34 · confidence high · coverage best 90%",
        "No hit has: quota. The store has: quote.",
        "Do not complete this from memory",
        "lwc page show rate-limits",
        "--cursor abc",
    ):
        assert said in text


def test_an_empty_search_says_so() -> None:
    text = to_terminal(hits({**SEARCH, "results": [], "total": 0, "next_cursor": None}), WIDE)

    assert "Nothing was found." in text
    assert "It has all terms." in text


def test_the_context_shows_each_store() -> None:
    text = to_terminal(overview(CONTEXT), WIDE)

    for said in (
        "Project wiki",
        "What we know of exports.",
        "Pages (1 of 7)",
        "2025-01-02 03:04",
        "512 tokens",
    ):
        assert said in text
    assert "Schema" not in text


def test_a_view_shows_facts_items_text_and_parts_and_what_was_left_out() -> None:
    view = View(
        facts=("name=page.title", "page.none"),
        items="pages",
        columns=("slug",),
        text="body",
        parts=(Part("Links", "links", ("slug",)), Part("Empty", "nothing", ("slug",))),
    )
    fields = {
        "page": {"title": "T", "none": None},
        "pages": PAGES,
        "total": 9,
        "truncated": True,
        "next_offset": 3,
        "body": "The body.\n",
        "links": [{"slug": "target"}],
        "window": {"has_more": True, "next_offset_chars": 10, "total_chars": 99},
    }

    text = to_terminal(compose(fields, view), WIDE)

    assert text.startswith("name  T\n")
    for said in (
        "3 of 9. Go on with --offset 3.",
        "The body.",
        "Go on with --offset-chars 10.",
        "Links",
        "target",
    ):
        assert said in text
    assert "none" not in text
    assert "Empty" not in text


def test_a_view_that_names_nothing_shows_every_field() -> None:
    assert (
        to_terminal(compose({"schema_version": 1, "counts": {"pages": 2}}, View()), WIDE)
        == "counts  pages=2\n"
    )


# ── Markdown ─────────────────────────────────────────────────────────────────────────────────────


def test_markdown_escapes_what_it_would_read_as_markup() -> None:
    blocks: list[Block] = [
        Heading("a *b*", 2),
        Facts((("k", "x_y"),)),
        Paragraph((Run("1 < 2 "), Run("[x]", "match"))),
        Table(("h",), (("a|b\nc",),), (False,)),
        Bars((("part", 0.5),)),
    ]

    assert to_markdown(blocks) == (
        "## a \\*b\\*\n\n- **k**: x\\_y\n\n1 \\< 2 **\\[x\\]**\n\n| h |\n| --- |\n| a\\|b c |\n\n"
        "| part | value |\n| --- | ---: |\n| part | 0.5000 |\n"
    )


def test_markdown_fences_evidence_so_that_nothing_in_it_ends_the_fence() -> None:
    text = to_markdown([Verbatim("# not a heading\n```\n", data=True)])

    assert text == "````text\n# not a heading\n```\n````\n"


def test_markdown_prints_the_wikis_own_pages_as_they_are() -> None:
    assert to_markdown([Verbatim("# Title\n\ntext\n")]) == "# Title\n\ntext\n"


CELLS = st.text(
    st.sampled_from("ab _/語한é\u0301😀\u200b\u200d\u3000\u2028\u0e33\n\t\ufe0f🇩🇪")
    | st.characters(exclude_categories=["Cs"], exclude_characters="-"),
    max_size=40,
)
ROWS = st.integers(1, 4).flatmap(
    lambda count: st.lists(st.lists(CELLS, min_size=count, max_size=count).map(tuple), min_size=1, max_size=4)
)


@given(rows=ROWS, right=st.lists(st.booleans(), min_size=4, max_size=4), columns=st.integers(10, 120))
def test_a_rule_is_as_wide_as_the_widest_cell_below_or_above_it(
    rows: list[tuple[str, ...]], right: list[bool], columns: int
) -> None:
    count = len(rows[0])
    table = Table(("name", "a heading", "text", "one more")[:count], tuple(rows), tuple(right[:count]))

    lines = to_terminal([table], Terminal(columns, False, "utf-8")).splitlines()

    rule = next((line for line in lines if set(line) == {"-"} or set(line) == {"-", " "}), "")
    if not rule:
        return  # too narrow for columns: one list a row
    assert width(rule) <= columns
    end = 0
    for dashes in rule.split("  "):
        start, end = end, end + len(dashes)
        inside = [cell_between(line, start, end) for line in lines if line != rule]
        assert max(width(cell.strip()) for cell in inside) == len(dashes)
        end += 2


def cell_between(line: str, start: int, end: int) -> str:
    """What stands from one column of the screen to another; a character across a border is a fault."""
    starts = [at for at in range(len(line) + 1) if width(line[:at]) == start]
    ends = [at for at in range(len(line) + 1) if width(line[:at]) == end]
    assert starts or width(line) <= start
    assert ends or width(line) <= end
    assert not (ends and line[ends[-1] : ends[-1] + 2].strip(" "))
    return line[starts[0] : ends[-1] if ends else len(line)] if starts else ""


def test_a_table_of_wrapped_ids_has_rules_as_wide_as_its_cells() -> None:
    row = ("project:page:long/with-a-folder@0011223344556677.1/0", "语 a")
    table = Table(("id", "text"), (row,), (False, False))

    assert to_terminal([table], Terminal(40, False, "utf-8")).splitlines() == [
        "id                           text",
        "---------------------------  ----",
        "project:page:long/with-a-    语 a",
        "folder@0011223344556677.1/0",
    ]
