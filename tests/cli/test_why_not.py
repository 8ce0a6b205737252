"""`lwc why-not` as it is typed: keys, exit codes, and what people see."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Run

KEYS = [
    "schema_version",
    "scope",
    "database",
    "query",
    "document",
    "ref",
    "title",
    "found",
    "rank",
    "shown",
    "total",
    "total_is_exact",
    "score",
    "last",
    "reasons",
    "terms",
    "missing_terms",
    "document_terms",
    "change",
    "explanation",
    "next",
]


@pytest.fixture
def filled(run: Run) -> Run:
    """Two pages, of which one says what the other does not."""
    run("init")
    run(
        "page",
        "put",
        "refunds",
        "--title",
        "Refund rules",
        "--body",
        "-",
        input="We pay back in thirty days.\n",
    )
    run(
        "page",
        "put",
        "fees",
        "--title",
        "Fees",
        "--kind",
        "note",
        "--body",
        "-",
        input="Zeppelin fees, 手续费.\n",
    )
    return run


def test_the_answer_has_its_keys_in_their_order(filled: Run) -> None:
    done = filled("why-not", "refunds", "zeppelin -days")
    assert (done.code, done.stderr, list(done.json)) == (0, "", KEYS)
    assert list(done.json["query"]) == ["text", "terms", "dropped", "phrases", "excluded", "truncated"]
    assert done.json["document"] == {"type": "page", "identifier": "refunds"}
    assert [reason["code"] for reason in done.json["reasons"]] == ["excluded_word", "not_matching"]
    assert list(done.json["terms"][0]) == [
        "term",
        "kind",
        "df",
        "weight",
        "in_document",
        "fields",
        "in_last",
    ]
    assert list(done.json["change"]) == ["query", "added", "removed", "rank", "score"]
    assert list(done.json["last"]) == ["ref", "rank", "score"]
    assert list(done.json["next"]) == ["stop", "action", "reason", "command"]
    assert done.json["explanation"] is None
    assert filled("why-not", "fees", "zeppelin").json["explanation"]["filters"] == ["type=auto"]


def test_the_command_of_the_next_step_shows_the_document(filled: Run) -> None:
    import shlex

    for query in ("zeppelin", "zeppelin -days", "rfund", '"rules of refund"', "手续费"):
        line = filled("why-not", "refunds", "--", query).json["next"]["command"]
        lwc, *words = shlex.split(line)
        assert lwc == "lwc"
        assert "project:page:refunds" in [hit["ref"] for hit in filled(*words).json["results"]]


@pytest.mark.parametrize(
    ("args", "code", "error"),
    [
        (("refunds", "zeppelin"), 0, ""),
        (("refunds", "zeppelin", "--limit", "1", "--kind", "note", "--tag", "t", "--where", "a=b"), 0, ""),
        (("refund", "zeppelin"), 3, "page_not_found"),
        (("source:1", "zeppelin"), 3, "source_not_found"),
        (("refunds",), 2, "usage"),
        (("refunds", " "), 2, "empty_query"),
        (("refunds", "zeppelin", "--limit", "0"), 2, "usage"),
        (("refunds", "zeppelin", "--type", "span"), 2, "usage"),
        (("refunds", "zeppelin", "--where", "a"), 2, "usage"),
    ],
    ids=str,
)
def test_the_exit_code_says_how_it_went(filled: Run, args: tuple[str, ...], code: int, error: str) -> None:
    done = filled("why-not", *args)
    assert done.code == code
    assert (done.error["code"] if done.stderr else "") == error


def test_people_read_the_verdict_first_and_what_to_try_last(filled: Run) -> None:
    done = filled("why-not", "refunds", "zeppelin", "--format", "table")
    lines = done.stdout.splitlines()
    assert lines[0] == "Not shown: not matching · 1 found"
    assert lines[1] == "project:page:refunds · Refund rules"
    assert lines[2] == "It has none of the terms of the query."
    assert lines[-1] == "    lwc search -- 'zeppelin Refund'"
    assert any(line.startswith("zeppelin") for line in lines)
    shown = filled("why-not", "fees", "zeppelin", "--format", "table").stdout
    assert shown.startswith("Shown: number 1 of 1\n")
    cjk = filled("why-not", "fees", "退货", "--format", "markdown").stdout
    assert "手续费" in cjk
    assert json.loads(filled("why-not", "fees", "退货", "--format", "jsonl").stdout)["rank"] is None


def test_it_reads_in_every_scope_and_never_writes(filled: Run) -> None:
    filled("--scope", "global", "init")
    filled(
        "--scope", "global", "page", "put", "style", "--title", "Style", "--body", "-", input="Zeppelin.\n"
    )
    alone = filled("--read-only", "why-not", "global:page:style", "zeppelin").json
    assert (alone["scope"], alone["reasons"][0]["code"]) == ("project", "wrong_scope")
    both = filled("why-not", "style", "zeppelin", "--scope", "all").json
    assert (both["scope"], both["ref"], both["shown"]) == ("all", "global:page:style", True)
    assert {row["action"] for row in filled("log").json["operations"]} == {"store.init", "page.put"}
