"""Passages and sentences as results, and documents ranked by all that they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lwc import Wiki
from lwc.errors import LwcError

SPANS = ("passage", "sentence")
ALL = [
    (granularity, group)
    for granularity in ("document", "passage", "sentence", "all")
    for group in ("none", "document")
]

REFUNDS = """---
topic: limits of exporting
---
# Refunds

Refunds are paid within thirty days. A draft order is never refunded.

## Export

The export limit is 200 rows — in the EU. It is 1,000 elsewhere.
"""
LIMITS = "# Limits\n\nNothing about rows. Limits are good.\n\nExport happens at night."
CHINESE = (
    "# 退款\n\n退款在三十天内支付。草稿订单不退款。\n\n## 导出\n\n欧盟的导出上限是两百行。其他地区是一千行。"
)


@pytest.fixture
def filled(wiki: Wiki) -> Wiki:
    """Three pages, and a source with a text of its own."""
    wiki.pages.put("refunds", title="Refund rules", kind="concept", tags=["money"], body=REFUNDS)
    wiki.pages.put("limits", title="Export limit rows", body=LIMITS)
    wiki.pages.put("退款", title="退款规则", body=CHINESE)
    wiki.sources.add_bytes(b"The export of old rows is limited.", origin="notes/export.md")
    return wiki


def refs(wiki: Wiki, query: str, **given: Any) -> list[str]:
    return [hit.ref for hit in wiki.search(query, **given).results]


def texts(wiki: Wiki, query: str, **given: Any) -> list[str]:
    return [hit.snippet.text for hit in wiki.search(query, **given).results]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("export limit rows", "The export limit is 200 rows — in the EU."),
        ("draft orders refunded", "A draft order is never refunded."),
        ("导出上限", "欧盟的导出上限是两百行。"),
    ],
)
def test_the_sentence_that_answers_comes_first(filled: Wiki, query: str, expected: str) -> None:
    """K10"""
    assert texts(filled, query, granularity="sentence")[0] == expected


@pytest.mark.parametrize(
    ("title", "filling", "answer", "query"),
    [
        (
            "how long are drafts kept",
            "Cats sleep a lot in number {}.",
            "Drafts are kept for ninety days, which is quite long.",
            "how long are drafts kept",
        ),
        (
            "how long are drafts kept",
            "Drafts of cats are nice, number {}.",
            "Drafts are kept for ninety days, which is quite long.",
            "how long are drafts kept",
        ),
        ("草稿保留多久", "猫在睡觉，第{}次。", "草稿会保留九十天。", "草稿保留多久"),
        ("草稿保留多久", "草稿里有猫，第{}只。", "草稿会保留九十天。", "草稿保留多久"),
    ],
)
def test_a_title_like_the_query_does_not_bring_unrelated_sentences_first(
    wiki: Wiki, title: str, filling: str, answer: str, query: str
) -> None:
    """K10"""
    wiki.pages.put("titled", title=title, body=" ".join(filling.format(number) for number in range(40)))
    wiki.pages.put("other", title="Desk rules", body=f"Something else. {answer} And more.")
    assert texts(wiki, query, granularity="sentence")[0] == answer
    assert refs(wiki, query, granularity="document")[0] == "project:page:titled"
    assert refs(wiki, query, granularity="all")[0] == "project:page:titled"


@pytest.mark.parametrize("granularity", SPANS)
@pytest.mark.parametrize("query", ["export limit rows", "导出上限", "refund"])
def test_a_hit_is_the_very_span_that_its_reference_gets(filled: Wiki, granularity: str, query: str) -> None:
    """K7"""
    answer = filled.search(query, granularity=granularity)
    assert answer.results
    for hit in answer.results:
        span = filled.spans.get(hit.ref).span
        assert hit.type == span.type == granularity
        assert hit.ref == f"project:{hit.identifier}" == span.id
        assert hit.span is not None
        assert hit.span.parent == span.parent
        assert hit.snippet.text in span.text
        assert granularity == "passage" or hit.snippet.text == span.text
        assert (hit.snippet.byte_start, hit.snippet.byte_end) == (span.byte_start, span.byte_end)
        assert hit.snippet.highlights
        assert (hit.document.type, hit.document.identifier) == (span.document.type, span.document.identifier)


def test_front_matter_is_no_passage_to_show(filled: Wiki) -> None:
    assert "topic" not in " ".join(texts(filled, "topic limits exporting", granularity="passage"))


@pytest.mark.parametrize("granularity", SPANS)
def test_filters_are_those_of_the_documents(filled: Wiki, granularity: str) -> None:
    """K3"""

    def found(**given: Any) -> set[str]:
        hits = filled.search("export rows", granularity=granularity, **given).results
        return {f"{hit.document.type}:{hit.document.identifier}" for hit in hits}

    assert found() == {"page:refunds", "page:limits", "source:1"}
    assert found(type="source") == {"source:1"}
    assert found(kinds=["concept"]) == found(tags=["money"]) == {"page:refunds"}


@pytest.mark.parametrize("granularity", [*SPANS, "all"])
def test_an_excluded_word_anywhere_in_a_document_keeps_its_spans_out(filled: Wiki, granularity: str) -> None:
    """F3"""
    found = filled.search("export -draft", granularity=granularity).results
    assert found
    assert "refunds" not in {hit.document.identifier for hit in found}


def test_a_phrase_stands_inside_of_the_span(filled: Wiki) -> None:
    """F3"""
    assert texts(filled, '"export limit"', granularity="sentence") == [
        "The export limit is 200 rows — in the EU."
    ]


@pytest.mark.parametrize("granularity", [*SPANS, "all"])
def test_the_page_that_summarises_a_source_stands_for_its_spans(wiki: Wiki, granularity: str) -> None:
    source = wiki.sources.add_bytes(b"The export of old rows is limited.", origin="notes.md").source
    wiki.pages.put("notes", title="Notes", kind="source", body="Old rows are limited.", cite=[str(source.id)])

    def found(type: str) -> set[str]:
        hits = wiki.search("old rows", granularity=granularity, type=type).results
        return {hit.document.type for hit in hits}

    assert found("auto") == {"page"}
    assert found("all") == {"page", "source"}


@pytest.mark.parametrize("granularity", [*SPANS, "all"])
def test_the_weight_of_a_page_moves_its_spans(wiki: Wiki, granularity: str) -> None:
    for slug in "abc":
        wiki.pages.put(slug, title=f"Page {slug}", body="# Export\n\nThe export limit is 200 rows.")

    def first() -> str:
        return wiki.search("export limit", granularity=granularity).results[0].document.identifier

    assert first() == "a"
    wiki.weights.set("page", "c", value=2, reason="It is kept up to date.", provenance="agent-observed")
    assert first() == "c"


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """Pages with more passages than a block has, one page with most of them."""
    folder = tmp_path_factory.mktemp("long")
    environ = {"HOME": str(folder / "home"), "LWC_HOME": str(folder / "home" / ".lwc")}
    (folder / "project").mkdir()
    with Wiki.open(project=str(folder / "project"), environ=environ, cwd=str(folder)) as wiki:
        wiki.init()
        chapters = (f"# Part {number}\n\nThe limit of part {number}. Cats sleep." for number in range(90))
        wiki.pages.put("book", title="The book", body="\n\n".join(chapters))
        for number in range(60):
            body = f"Some words. The limit is {number} here.\n\n## More\n\nA limit and {'word ' * number}."
            wiki.pages.put(f"page-{number:02}", title=f"Page {number}", body=body)
        yield wiki


@pytest.mark.parametrize(("granularity", "group"), ALL)
def test_pages_of_the_cursor_make_up_one_list(long: Wiki, granularity: str, group: str) -> None:
    """K6"""
    given: dict[str, Any] = {"granularity": granularity, "group_by": group}
    whole = refs(long, "limit", limit=1_000, **given)
    assert len(set(whole)) == len(whole) >= 61
    step, cursor, found = 37, None, []
    while True:
        answer = long.search("limit", limit=step, cursor=cursor, **given)
        found += answer.results
        cursor = answer.next_cursor
        if cursor is None:
            break
    assert [hit.ref for hit in found] == whole
    assert [hit.rank for hit in found] == list(range(1, len(whole) + 1))


def test_one_document_takes_three_of_the_first_ten_places(long: Wiki) -> None:
    for granularity in SPANS:
        first = long.search("limit part", granularity=granularity, limit=10).results
        assert sum(hit.document.identifier == "book" for hit in first) <= 3


@pytest.mark.parametrize("granularity", [*SPANS, "all"])
def test_a_grouped_list_has_each_document_once_with_its_best_spans(long: Wiki, granularity: str) -> None:
    answer = long.search("limit", granularity=granularity, group_by="document", limit=100)
    assert len(answer.results) == 61
    assert answer.results[0].matches
    for hit in answer.results:
        assert hit.type == "page"
        assert len(hit.matches) <= 3
        assert [match.score for match in hit.matches] == sorted((m.score for m in hit.matches), reverse=True)
        for one in hit.matches:
            for other in hit.matches:
                assert one is other or one.span.parent != other.ref


@pytest.mark.parametrize("granularity", [*SPANS, "all"])
@pytest.mark.parametrize(
    "query", ["限", "the of and", "🐘", '""', "-limit", "x" * 5_000, '"the limit', "a AND"]
)
def test_no_query_is_an_error(filled: Wiki, granularity: str, query: str) -> None:
    """F1, F4"""
    filled.search(query, granularity=granularity, explain=True)


@pytest.mark.parametrize("wrong", [{"granularity": "chapter"}, {"group_by": "page"}])
def test_what_is_not_known_is_refused_by_name(filled: Wiki, wrong: dict[str, str]) -> None:
    with pytest.raises(LwcError, match="There is no") as refused:
        filled.search("export", **wrong)  # type: ignore[arg-type]
    assert refused.value.code == "usage"


def test_a_cursor_is_bound_to_its_granularity(long: Wiki) -> None:
    cursor = long.search("limit", granularity="passage", limit=3).next_cursor
    with pytest.raises(LwcError) as refused:
        long.search("limit", granularity="sentence", limit=3, cursor=cursor)
    assert refused.value.code == "invalid_cursor"


# ── what took the place of others ────────────────────────────────────────────────────────────────


def test_a_hit_names_what_superseded_its_page(wiki: Wiki) -> None:
    wiki.pages.put("v1", title="Rules of 2023", body="The export limit is 100.")
    wiki.pages.put("v2", title="Rules of 2024", body="The limit is 200.", supersedes=["v1"])
    wiki.pages.put("v3", title="Rules of 2025", body="The limit is 300.", supersedes=["v2"])
    by_slug = {hit.identifier: hit for hit in wiki.search("export limit").results}
    assert list(by_slug) == ["v3", "v2", "v1"]
    assert by_slug["v1"].superseded_by == by_slug["v2"].superseded_by == ("project:page:v3",)
    assert (by_slug["v1"].freshness, by_slug["v3"].superseded_by) == ("superseded", ())


@pytest.mark.parametrize("granularity", ["document", "all"])
def test_the_name_of_a_superseded_page_finds_what_superseded_it_first(wiki: Wiki, granularity: str) -> None:
    wiki.pages.put("v1", title="Rules of 2023", body="The export limit is 100.")
    wiki.pages.put("v2", title="Limits", body="Rules for all.", supersedes=["v1"])
    for number in range(5):
        wiki.pages.put(f"other-{number}", title=f"Rules of others {number}", body="Rules of 2023, 2023.")
    assert refs(wiki, "Rules of 2023", granularity=granularity)[:2] == ["project:page:v2", "project:page:v1"]


def test_a_hit_names_the_superseded_sources_that_its_page_cites(wiki: Wiki, tmp_path: Path) -> None:
    """T2"""
    old = wiki.sources.add_bytes(b"The limit is 100.", origin="limits.md").source
    wiki.pages.put("limit", title="Limit", body="The limit is 100.", cite=[str(old.id)])
    new = wiki.sources.add_bytes(b"The limit is 200.", origin="limits.md").source
    (hit,) = wiki.search("limit", type="page").results
    assert hit.freshness == "superseded"
    assert [tuple(one) for one in hit.superseded_sources] == [(old.id, new.id)]
