"""`lwc weight` as it is typed: values that begin with a hyphen, references, errors and what people see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Completed, Run

USER = ("--provenance", "user-provided")


@pytest.fixture
def filled(run: Run) -> Run:
    """A page and a source."""
    run("init")
    run("page", "put", "payment-rules", "--title", "Payment rules", "--body", "-", input="Pay.\n")
    run("source", "add", "-", "--origin", "terms.md", input="The terms.\n")
    return run


def weigh(run: Run, *more: str) -> Completed:
    return run("weight", "set", "page", "payment-rules", "--reason", "r", *USER, *more)


def judge(run: Run, *more: str, reason: str = "r") -> Completed:
    return run(
        "weight",
        "feedback",
        "page",
        "payment-rules",
        "--signal",
        "relevant",
        "--reason",
        reason,
        *USER,
        *more,
    )


def test_the_documented_commands_work_word_for_word(filled: Run) -> None:
    words = 'weight set page payment-rules --value 2 --reason "Current canonical specification"'
    done = filled(*_split(words), "--provenance", "agent-observed")
    assert done.code == 0
    assert list(done.json) == [
        "schema_version",
        "scope",
        "database",
        "adjustment",
        "changed",
        "operation",
        "revision",
    ]
    assert list(done.json["adjustment"].items())[:-1] == [
        ("target_type", "page"),
        ("target_identifier", "payment-rules"),
        ("provenance", "agent-observed"),
        ("weight", 2),
        ("reason", "Current canonical specification"),
    ]
    words = (
        'weight feedback page payment-rules --query "payment rules" --signal relevant '
        '--reason "Expected page and evidence verified" --provenance agent-observed'
    )
    done = filled(*_split(words))
    assert done.code == 0
    assert list(done.json["adjustment"]) == [
        "target_type",
        "target_identifier",
        "provenance",
        "signal",
        "query_fingerprint",
        "reason",
        "updated_at",
    ]
    assert filled(*_split(words)).json["changed"] is False


def _split(words: str) -> list[str]:
    import shlex

    return shlex.split(words)


@pytest.mark.parametrize("value", [("--value", "-2"), ("--value=-1",), ("--value", "1"), ("--value=2",)])
def test_a_value_may_begin_with_a_hyphen(filled: Run, value: tuple[str, ...]) -> None:
    done = weigh(filled, *value)
    assert (done.code, done.json["adjustment"]["weight"]) == (0, int(value[-1].rpartition("=")[2]))


def test_a_query_may_begin_with_a_hyphen(filled: Run) -> None:
    for query in ("-x", "-draft payment", '-"old rules" fees'):
        assert judge(filled, f"--query={query}").code == 0
        assert judge(filled, "--query", query).json["changed"] is False
    assert filled("weight", "feedback-clear", "page", "payment-rules", "--query=-x").json["cleared"] == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["set", "page", "payment-rules", "--value", "3", "--reason", "r", *USER], "'-2', '-1', '1', '2'"),
        (["set", "page", "payment-rules", "--value", "0", "--reason", "r", *USER], "'-2', '-1', '1', '2'"),
        (["set", "page", "payment-rules", "--value", "1", *USER], "--reason"),
        (["set", "page", "payment-rules", "--value", "1", "--reason", "r"], "--provenance"),
        (["set", "page", "payment-rules", "--reason", "r", *USER], "--value"),
        (
            ["set", "page", "payment-rules", "--value", "1", "--reason", "r", "--provenance", "me"],
            "'user-provided', 'agent-observed'",
        ),
        (["set", "span", "payment-rules", "--value", "1", "--reason", "r", *USER], "'page', 'source'"),
        (["set", "page", "--value", "1", "--reason", "r", *USER], "ID"),
        (
            ["feedback", "page", "payment-rules", "--query", "q", "--signal", "good", "--reason", "r", *USER],
            "'relevant', 'irrelevant'",
        ),
        (["feedback", "page", "payment-rules", "--signal", "relevant", "--reason", "r", *USER], "--query"),
        (["feedback-clear", "page", "payment-rules"], "--all"),
        (["feedback-clear", "page", "payment-rules", "--query", "q", "--all"], "--all"),
        (["clear", "page", "payment-rules", "--provenance", "me"], "'user-provided', 'agent-observed'"),
        (["list", "--type", "tag"], "'page', 'source'"),
        ([], "needs a command"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_said_and_writes_nothing(filled: Run, args: list[str], said: str) -> None:
    before = filled("log").json
    done = filled("weight", *args)
    assert (done.code, done.error["code"], done.stdout) == (2, "usage", "")
    assert said in done.error["message"] + done.error["hint"]
    assert filled("log").json == before


def test_a_reason_that_repeats_the_query_is_refused_and_nothing_repeats_it(
    filled: Run, store_dir: Path
) -> None:
    done = judge(filled, "--query", "marmalade zeppelin", reason="It is the Marmalade  Zeppelin page")
    assert (done.code, done.error["code"], done.stdout) == (4, "reason_repeats_query", "")
    assert "zeppelin" not in done.stderr.lower()
    assert judge(filled, "--query", "marmalade zeppelin").code == 0
    for file in (store_dir / ".lwc").iterdir():
        assert b"zeppelin" not in file.read_bytes().lower(), file.name
    everything = filled("log").stdout + filled("weight", "list").stdout
    assert "zeppelin" not in everything.lower()


def test_a_wrong_reference_is_told_the_right_one(filled: Run) -> None:
    done = filled("weight", "clear", "page", "payment-rule")
    assert (done.code, done.error["code"], done.error["details"]["near"]) == (
        3,
        "page_not_found",
        ["payment-rules"],
    )
    assert filled("weight", "clear", "page", "source:1").code == 3
    assert filled("weight", "clear", "source", "project:source:1").json["cleared"] == 0


def test_a_store_that_is_not_to_be_written_is_not(filled: Run) -> None:
    assert weigh(filled, "--value", "1", "--read-only").error["code"] == "read_only_store"
    assert judge(filled, "--query", "q", "--read-only").error["code"] == "read_only_store"
    assert filled("--scope", "all", "weight", "clear", "page", "payment-rules").error["code"] == "usage"
    assert filled("--read-only", "weight", "list").json["total"] == 0


def test_what_is_stored_is_listed_in_every_format(filled: Run) -> None:
    filled("--scope", "global", "init")
    assert weigh(filled, "--value", "-2").code == 0
    assert judge(filled, "--query", "how to pay", reason="Says it in 第一节").code == 0
    listed = filled("--scope", "all", "weight", "list").json
    assert (listed["scope"], listed["total"], listed["truncated"]) == ("all", 2, False)
    assert (listed["weights"][0]["weight"], listed["weights"][0]["effective"]) == (-2, True)
    judged = listed["feedback"][0]
    assert (judged["signal"], judged["effective"], judged["current"]) == ("relevant", True, True)
    assert json.loads(filled("weight", "list", "--format", "jsonl").stdout)["total"] == 2
    cut = filled("weight", "list", "--limit", "1", "--format", "jsonl")
    assert (cut.code, cut.stderr, json.loads(cut.stdout)["truncated"]) == (0, "", True)
    assert filled("weight", "list", "page:payment-rules", "--type", "page").json["total"] == 2
    for form in ("table", "markdown"):
        shown = filled("weight", "list", "--format", form).stdout
        assert "project:page:payment-rules" in shown
        assert judged["query_fingerprint"] in shown
        assert "第一节" in shown
    assert "1 of 2" in filled("weight", "list", "--limit", "1", "--format", "table").stdout
    assert "No weight" in filled("weight", "list", "source:1", "--format", "table").stdout
    assert "weight.feedback" in filled("log", "--format", "table").stdout
