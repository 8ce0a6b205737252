"""Why a document is not found: every reason by a real wiki, and changes of wording that really work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lwc import Wiki
from lwc.errors import LwcError
from lwc.wiki.why_not import WhyNotAnswer


def codes(answer: WhyNotAnswer) -> list[str]:
    return [reason.code for reason in answer.reasons]


def opened(root: Path, scope: Any = "project") -> Wiki:
    environ = {"HOME": str(root), "LWC_HOME": str(root / "home")}
    folder = root / "project"
    folder.mkdir(exist_ok=True)
    return Wiki.open(
        scope,
        project=str(folder),
        environ=environ,
        cwd=str(folder),
        clock=lambda: "2025-01-01T00:00:00.000Z",
    )


def fill(wiki: Wiki) -> None:
    wiki.init()
    wiki.pages.put(
        "refunds",
        title="Refund rules",
        kind="procedure",
        body="# Deadlines\n\nWe pay back within thirty days. A draft order is never refunded.\n",
        asked=["When do I get my payment returned?"],
        tags=["Billing"],
        facets=[("region", "eu/de"), ("version", "v2")],
    )
    wiki.pages.put("优惠券", title="优惠券核销规则", body="每张优惠券只能使用一次。\n")
    wiki.sources.add_bytes(b"The contract says zeppelin fees are due at once.\n", origin="contract.md")
    wiki.pages.put("contract", title="The contract", kind="source", body="Zeppelin fees.\n", cite=[1])
    wiki.sources.add_bytes(b"Old tariff: marmalade costs two.\n", origin="tariff.md")
    wiki.sources.add_bytes(b"New tariff: marmalade costs three.\n", origin="tariff.md")
    wiki.sources.add_bytes(b"A memo about quinces.\n", origin="memo.md")
    wiki.sources.retire("4", reason="Never in force")
    for number in range(30):
        wiki.pages.put(
            f"orders/{number:02}",
            title=f"Order note {number}",
            body=f"An order is an order. Number {number}.\n",
        )


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project store that tests only read, and a global one."""
    root = tmp_path_factory.mktemp("why-not")
    with opened(root) as wiki:
        fill(wiki)
    with opened(root, "global") as wiki:
        wiki.init()
        wiki.pages.put("house-style", title="House style", body="Write marmalade in small letters.\n")
    return root


@pytest.fixture
def library(root: Path) -> Iterator[Wiki]:
    with opened(root) as wiki:
        yield wiki


@pytest.mark.parametrize(
    ("reference", "query", "options", "expected"),
    [
        ("refunds", "refund deadlines", {}, ["shown"]),
        ("refunds", "order", {"limit": 3}, ["below_limit"]),
        ("refunds", "zeppelin", {}, ["not_matching"]),
        ("refunds", "refund -draft", {}, ["excluded_word"]),
        ("refunds", 'refund -"thirty days"', {}, ["excluded_word"]),
        ("refunds", '"refund deadlines"', {}, ["phrase_missing"]),
        ("refunds", "refund", {"type": "source"}, ["filtered_type"]),
        ("source:3", "marmalade", {"type": "page"}, ["filtered_type"]),
        ("refunds", "refund", {"kinds": ["note"]}, ["filtered_kind"]),
        ("source:3", "marmalade", {"kinds": ["note"], "tags": ["t"]}, ["filtered_kind", "filtered_tag"]),
        ("refunds", "refund", {"tags": ["billing", "legal"]}, ["filtered_tag"]),
        ("refunds", "refund", {"tags": ["BILLING"]}, ["shown"]),
        ("refunds", "refund", {"where": [("region", "us")]}, ["filtered_facet"]),
        ("refunds", "refund", {"where": [("plan", "free")]}, ["filtered_facet"]),
        ("refunds", "refund", {"where": [("region", "eu"), ("version", "v2")]}, ["shown"]),
        ("refunds", "refund", {"where": [("region", "eu/de/be")]}, ["shown"]),
        ("global:page:house-style", "marmalade", {}, ["wrong_scope"]),
        ("source:2", "marmalade", {}, ["superseded_source"]),
        ("source:4", "quinces", {}, ["retired_source"]),
        ("source:1", "zeppelin fees", {}, ["hidden_behind_page"]),
        ("source:1", "zeppelin fees", {"type": "all"}, ["shown"]),
        ("refunds", "-zeppelin", {}, ["empty_query"]),
        ("refunds", "-draft", {}, ["empty_query", "excluded_word"]),
        ("refunds", "?!", {}, ["empty_query"]),
        ("优惠券", "退货", {}, ["not_matching"]),
        ("优惠券", "使用次数", {}, ["shown"]),
        (
            "refunds",
            "zeppelin -draft",
            {"kinds": ["note"]},
            ["filtered_kind", "excluded_word", "not_matching"],
        ),
    ],
    ids=str,
)
def test_each_reason_has_its_code_and_agrees_with_the_search(
    library: Wiki, reference: str, query: str, options: dict[str, Any], expected: list[str]
) -> None:
    answer = library.why_not(reference, query, **options)
    assert codes(answer) == expected
    hits = library.search(query, **options)
    ranks = {hit.ref: (hit.rank, hit.score) for hit in hits.results}
    assert answer.shown is (answer.ref in ranks)
    if answer.shown:
        assert ranks[answer.ref] == (answer.rank, answer.score)
    assert answer.query == hits.query
    assert (answer.total, answer.total_is_exact) == (hits.total, hits.total_is_exact)
    assert answer.last == (
        (hits.results[-1].ref, hits.results[-1].rank, hits.results[-1].score) if ranks else None
    )
    assert all(reason.message for reason in answer.reasons)


@pytest.mark.parametrize(
    ("reference", "query", "options"),
    [
        ("refunds", "order", {"limit": 3}),
        ("refunds", "zeppelin", {}),
        ("refunds", "refund -draft", {}),
        ("refunds", '-"thirty days" refund "in force"', {}),
        ("refunds", '"refund deadlines"', {}),
        ("refunds", "refnd", {}),
        ("refunds", "-draft", {}),
        ("refunds", "marmalade zeppelin order", {"limit": 1}),
        ("优惠券", "退货", {}),
        ("优惠券", "zeppelin -使用", {}),
        ("source:3", "order", {"type": "source"}),
        ("orders/07", "order", {"limit": 1}),
    ],
    ids=str,
)
def test_the_change_of_wording_shows_the_document_when_it_is_searched(
    library: Wiki, reference: str, query: str, options: dict[str, Any]
) -> None:
    answer = library.why_not(reference, query, **options)
    assert answer.shown is False
    assert answer.change is not None
    found = {hit.ref: (hit.rank, hit.score) for hit in library.search(answer.change.query, **options).results}
    assert found[answer.ref] == (answer.change.rank, answer.change.score)
    assert answer.next.action == "reword"


def test_the_smallest_change_is_taken(library: Wiki) -> None:
    def change(query: str, limit: int = 20) -> tuple[Any, ...]:
        found = library.why_not("refunds", query, limit=limit).change
        assert found is not None
        return found.query, found.added, found.removed

    assert change("refund -draft") == ("refund", (), ("-draft",))
    assert change('"refund deadlines"') == (
        "refund deadlines",
        ("refund deadlines",),
        ('"refund deadlines"',),
    )
    assert change("refnd")[1:] == (("Refund",), ("refnd",))
    assert change("zeppelin")[2] == ()
    assert len(change("zeppelin")[1]) == 1


def test_no_change_is_promised_where_no_wording_helps(library: Wiki) -> None:
    for reference, query, options in (
        ("source:2", "marmalade", {}),
        ("source:4", "quinces", {}),
        ("global:page:house-style", "marmalade", {}),
        ("refunds", "refund", {"kinds": ["note"]}),
        ("refunds", "refund", {}),
    ):
        assert library.why_not(reference, query, **options).change is None


@pytest.mark.parametrize(
    ("reference", "query", "options", "action", "command"),
    [
        ("refunds", "refund", {}, "read", "lwc page show 'project:page:refunds'"),
        ("source:2", "marmalade", {}, "read_successor", "lwc source show 'project:source:3'"),
        ("source:4", "quinces", {}, "read", "lwc source show 'project:source:4'"),
        ("source:1", "zeppelin fees", {}, "widen", "lwc search --type all -- 'zeppelin fees'"),
        (
            "refunds",
            "refund",
            {"kinds": ["note"], "tags": ["billing"], "limit": 5},
            "widen",
            "lwc search --limit 5 --tag 'billing' -- 'refund'",
        ),
        ("global:page:house-style", "marmalade", {}, "widen", "lwc search --scope all -- 'marmalade'"),
        (
            "refunds",
            "zeppelin's",
            {"kinds": ["note"]},
            "ask_again",
            "lwc why-not 'project:page:refunds' -- 'zeppelin'\"'\"'s'",
        ),
    ],
    ids=str,
)
def test_the_next_step_is_a_command(
    library: Wiki, reference: str, query: str, options: dict[str, Any], action: str, command: str
) -> None:
    step = library.why_not(reference, query, **options).next
    assert (step.action, step.command) == (action, command)


def test_the_terms_are_compared_on_both_sides(library: Wiki) -> None:
    answer = library.why_not("refunds", "refund deadlines of an order", limit=1)
    rows = {row.term: row for row in answer.terms}
    assert rows["refund"].fields == ("title", "path", "body")
    assert rows["deadlin"].fields == ("headings",)
    assert all(row.in_document is bool(row.fields) for row in answer.terms)
    absent = library.why_not("orders/01", "refund order")
    assert [(row.term, row.in_document, row.df) for row in absent.terms] == [
        ("refund", False, 1),
        ("order", True, 31),
    ]
    assert absent.missing_terms == ("refund",)
    assert absent.explanation is not None
    assert sum(absent.explanation.parts.values()) == pytest.approx(absent.score)


def test_the_words_of_the_document_are_its_own_and_not_the_querys(library: Wiki) -> None:
    answer = library.why_not("refunds", "refund zeppelin -days")
    assert 0 < len(answer.document_terms) <= 10
    assert answer.document_terms[0] in ("rules", "Deadlines", "payment", "returned")
    assert not {"refund", "days"} & {word.lower() for word in answer.document_terms}
    assert library.why_not("优惠券", "zeppelin").document_terms[0] == "优惠券核销规则"


def test_a_span_stands_for_its_document(library: Wiki) -> None:
    span = library.spans.locate("refunds", "thirty days").spans[0].id
    assert library.why_not(span, "zeppelin").ref == "project:page:refunds"


def test_an_unknown_or_removed_document_is_an_error_with_the_nearest(wiki: Wiki) -> None:
    wiki.pages.put("rules", title="Rules", body="Rules.\n")
    wiki.pages.put("rules-old", title="Old", body="Rules.\n")
    wiki.pages.remove("rules-old", reason="Replaced")
    for name in ("rules-old", "rulez"):
        with pytest.raises(LwcError) as caught:
            wiki.why_not(name, "rules")
        assert (caught.value.code, caught.value.details["near"]) == ("page_not_found", ["rules"])
    with pytest.raises(LwcError) as caught:
        wiki.why_not("source:9", "rules")
    assert caught.value.code == "source_not_found"
    with pytest.raises(LwcError) as caught:
        wiki.why_not("rules", " ")
    assert caught.value.code == "empty_query"


def test_both_stores_are_searched_when_both_are_asked(root: Path) -> None:
    with opened(root, "all") as wiki:
        answer = wiki.why_not("global:page:house-style", "marmalade", limit=1)
        assert codes(answer)[0] in ("shown", "below_limit")
        assert answer.total == 2
        assert wiki.answered_from[0] == "all"
        assert "--scope all" in wiki.why_not("refunds", "zeppelin").next.command


def test_what_was_given_to_a_document_is_named(wiki: Wiki) -> None:
    for slug in ("a", "b"):
        wiki.pages.put(slug, title=f"Note {slug}", body="The pool is small.\n")
    wiki.weights.set("page", "a", value=-2, reason="Draft", provenance="user-provided")
    answer = wiki.why_not("a", "pool", limit=1)
    assert codes(answer) == ["demoted", "below_limit"]
    assert "weight" in answer.reasons[0].message
    assert codes(wiki.why_not("a", "pool")) == ["shown", "demoted"]
    wiki.weights.feedback(
        "page", "b", query="pool", signal="irrelevant", reason="Too short", provenance="user-provided"
    )
    assert "feedback" in wiki.why_not("b", "pool", limit=1).reasons[0].message


def test_a_document_that_comes_after_the_first_block_is_told_so(wiki: Wiki) -> None:
    for number in range(120):
        wiki.pages.put(f"p{number:03}", title=f"Note {number}", body="A pool. The pool.\n")
    wiki.pages.put("last", title="Last", body="A pool among other things that are said here at length.\n")
    answer = wiki.why_not("last", "pool")
    assert codes(answer) == ["beyond_first_block", "below_limit"]
    assert (answer.found, answer.rank, answer.total) == (True, 121, 121)
    assert answer.change is not None


def test_nothing_is_written(library: Wiki, root: Path) -> None:
    path = root / "project" / ".lwc" / "wiki.db"
    before = path.read_bytes()
    library.why_not("refunds", "zeppelin")
    assert path.read_bytes() == before


@settings(max_examples=40, deadline=None)
@given(
    query=st.lists(
        st.sampled_from(
            [
                "refund",
                "-draft",
                "order",
                '"thirty days"',
                '"order refund"',
                "-zeppelin",
                "使用",
                "券",
                "refnd",
                '"',
                "-",
            ]
        ),
        min_size=1,
        max_size=4,
    ).map(" ".join),
    reference=st.sampled_from(["refunds", "优惠券", "source:1", "source:2", "source:3", "orders/11"]),
    limit=st.integers(1, 5),
    type=st.sampled_from(["auto", "all", "page", "source"]),
)
def test_whatever_is_asked_the_answer_agrees_with_the_search(
    root: Path, query: str, reference: str, limit: int, type: str
) -> None:
    with opened(root) as wiki:
        answer = wiki.why_not(reference, query, limit=limit, type=type)
        everything = {hit.ref: hit.rank for hit in wiki.search(query, limit=1000, type=type).results}
        assert answer.rank == everything.get(answer.ref)
        assert answer.found is (answer.rank is not None)
        assert answer.shown is (codes(answer)[0] == "shown")
        if answer.change:
            shown = wiki.search(answer.change.query, limit=limit, type=type).results
            assert answer.ref in [hit.ref for hit in shown]
