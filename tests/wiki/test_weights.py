"""Weights and feedback: set, given, listed, cleared; by whom and why, and never with the query's text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.search.fingerprint import fingerprint
from lwc.store import feedback as stored_feedback
from lwc.store import weights as stored_weights
from lwc.wiki import adjustments
from lwc.wiki import weights as module

USER, AGENT = "user-provided", "agent-observed"


@pytest.fixture(autouse=True)
def _filled(wiki: Wiki) -> None:
    wiki.pages.put("payment-rules", title="Payment rules", body="Pay.", aliases=["paying"])
    wiki.pages.put("refunds", title="Refunds", body="Back.")
    wiki.sources.add_bytes(b"the text", origin="terms.md")


def refused(call: Callable[[], object]) -> LwcError:
    with pytest.raises(LwcError) as caught:
        call()
    return caught.value


def judge(wiki: Wiki, **changes: Any) -> Any:
    given: dict[str, Any] = {
        "query": "how to pay",
        "signal": "relevant",
        "reason": "Verified",
        "provenance": AGENT,
    }
    return wiki.weights.feedback("page", changes.pop("page", "payment-rules"), **{**given, **changes})


def state(wiki: Wiki) -> tuple[Any, ...]:
    """All that a write changes."""
    return wiki.weights.list(), wiki.log(limit=1000)


# ── weights ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("value", [-2, -1, 1, 2])
def test_a_weight_is_set_and_written_down(wiki: Wiki, value: int) -> None:
    answer = wiki.weights.set("page", "payment-rules", value=value, reason=" Canonical ", provenance=AGENT)
    adjustment = answer.adjustment
    assert adjustment[:5] == ("page", "payment-rules", AGENT, value, "Canonical")
    assert answer.changed is True
    operation = wiki.log().operations[0]
    assert (operation.id, operation.revision) == (answer.operation, answer.revision)
    assert operation[3:6] == ("weight.set", "page", "payment-rules")
    assert operation.detail == {"weight": value, "provenance": AGENT, "reason": "Canonical"}
    assert operation.created_at == adjustment.updated_at
    listed = wiki.weights.list()
    assert listed.weights == (("project:page:payment-rules", *adjustment, True),)
    assert (listed.feedback, listed.total, listed.truncated) == ((), 1, False)


def test_the_same_weight_again_writes_nothing(wiki: Wiki) -> None:
    first = wiki.weights.set("page", "payment-rules", value=2, reason="Canonical", provenance=AGENT)
    before = state(wiki)
    again = wiki.weights.set("page", "payment-rules", value=2, reason="Canonical ", provenance=AGENT)
    assert again == (first.adjustment, False, None, first.revision)
    assert state(wiki) == before


@pytest.mark.parametrize("change", [{"value": 1}, {"reason": "Another"}])
def test_another_value_or_reason_replaces_it(wiki: Wiki, change: dict[str, Any]) -> None:
    given: dict[str, Any] = {"value": 2, "reason": "Canonical", "provenance": AGENT}
    wiki.weights.set("page", "payment-rules", **given)
    answer = wiki.weights.set("page", "payment-rules", **{**given, **change})
    assert answer.changed
    assert [row[1:-1] for row in wiki.weights.list().weights] == [answer.adjustment]


def test_the_users_weight_stands_before_the_agents(wiki: Wiki) -> None:
    wiki.weights.set("page", "refunds", value=-1, reason="Old", provenance=USER)
    wiki.weights.set("page", "refunds", value=2, reason="Read often", provenance=AGENT)
    wiki.weights.set("page", "payment-rules", value=1, reason="Read often", provenance=AGENT)
    listed = [
        (row.target_identifier, row.provenance, row.weight, row.effective)
        for row in wiki.weights.list().weights
    ]
    assert listed == [
        ("payment-rules", AGENT, 1, True),
        ("refunds", USER, -1, True),
        ("refunds", AGENT, 2, False),
    ]
    wiki.weights.clear("page", "refunds", provenance=USER)
    assert [row.effective for row in wiki.weights.list().weights] == [True, True]


@pytest.mark.parametrize("name", ["payment-rules", "paying", "Payment Rules", "project:page:payment-rules"])
def test_a_page_goes_by_any_of_its_names(wiki: Wiki, name: str) -> None:
    answer = wiki.weights.set("page", name, value=1, reason="r", provenance=USER)
    assert answer.adjustment.target_identifier == "payment-rules"
    assert wiki.weights.list(name).total == 1
    assert wiki.weights.clear("page", name).cleared == 1


@pytest.mark.parametrize("name", [1, "1", "source:1", "project:source:1", "terms.md"])
def test_a_source_goes_by_its_id_its_origin_or_a_reference(wiki: Wiki, name: str | int) -> None:
    answer = wiki.weights.set("source", name, value=-2, reason="Draft", provenance=USER)
    assert answer.adjustment[:2] == ("source", "1")
    assert wiki.log().operations[0][4:6] == ("source", "1")
    assert wiki.weights.list(str(name)).weights[0].ref == "project:source:1"


@pytest.mark.parametrize(
    ("type", "name", "code"),
    [
        ("page", "nothing", "page_not_found"),
        ("page", "source:1", "page_not_found"),
        ("page", "payment-*", "page_not_found"),
        ("source", "2", "source_not_found"),
        ("source", "page:payment-rules", "source_not_found"),
        ("source", "payment-rules", "source_not_found"),
        ("tag", "payment-rules", "usage"),
        ("page", "global:page:payment-rules", "store_not_found"),
    ],
)
def test_what_is_not_there_can_not_be_adjusted(wiki: Wiki, type: str, name: str, code: str) -> None:
    before = state(wiki)
    calls: list[Callable[[], object]] = [
        lambda: wiki.weights.set(type, name, value=1, reason="r", provenance=USER),
        lambda: wiki.weights.clear(type, name),
        lambda: wiki.weights.feedback(type, name, query="q", signal="relevant", reason="r", provenance=USER),
        lambda: wiki.weights.feedback_clear(type, name, all=True),
    ]
    assert [refused(call).code for call in calls] == [code] * 4
    assert state(wiki) == before


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"value": 0}, "usage"),
        ({"value": 3}, "usage"),
        ({"provenance": "me"}, "usage"),
        ({"reason": " \n"}, "invalid_value"),
        ({"reason": "x" * 513}, "invalid_value"),
        ({"reason": "a\0b"}, "not_text"),
    ],
)
def test_a_weight_of_another_form_is_refused(wiki: Wiki, wrong: dict[str, Any], code: str) -> None:
    before = state(wiki)
    given: dict[str, Any] = {"value": 1, "reason": "r", "provenance": USER}
    error = refused(lambda: wiki.weights.set("page", "refunds", **{**given, **wrong}))
    assert error.code == code
    assert error.hint or code == "invalid_value"
    assert state(wiki) == before
    assert wiki.weights.set("page", "refunds", **{**given, "reason": "x" * 512}).changed


# ── clearing ─────────────────────────────────────────────────────────────────────────────────────


def test_clearing_takes_away_both_provenances_unless_one_is_named(wiki: Wiki) -> None:
    for provenance in (USER, AGENT):
        wiki.weights.set("page", "refunds", value=1, reason="r", provenance=provenance)
    wiki.weights.set("page", "payment-rules", value=1, reason="r", provenance=USER)
    one = wiki.weights.clear("page", "refunds", provenance=AGENT)
    assert (one.cleared, one.changed) == (1, True)
    logged = wiki.log().operations[0]
    assert (logged.id, logged.action) == (one.operation, "weight.clear")
    assert logged.detail == {"provenance": AGENT, "cleared": 1}
    wiki.weights.set("page", "refunds", value=1, reason="r", provenance=AGENT)
    both = wiki.weights.clear("page", "refunds")
    assert (both.cleared, wiki.log().operations[0].detail) == (2, {"cleared": 2})
    assert [row.target_identifier for row in wiki.weights.list().weights] == ["payment-rules"]


def test_clearing_nothing_writes_nothing(wiki: Wiki) -> None:
    before = state(wiki)
    revision = wiki.log().operations[0].revision
    assert wiki.weights.clear("page", "refunds") == ("page", "refunds", 0, False, None, revision)
    assert wiki.weights.feedback_clear("page", "refunds", all=True)[2:] == (0, False, None, revision)
    assert state(wiki) == before


def test_weights_and_feedback_are_cleared_apart(wiki: Wiki) -> None:
    wiki.weights.set("page", "payment-rules", value=1, reason="r", provenance=AGENT)
    judge(wiki)
    wiki.weights.clear("page", "payment-rules")
    assert (len(wiki.weights.list().weights), len(wiki.weights.list().feedback)) == (0, 1)


def test_feedback_is_cleared_by_query_by_fingerprint_or_all(wiki: Wiki) -> None:
    for query in ("how to pay", "pay by card", "card fees"):
        for provenance in (USER, AGENT):
            judge(wiki, query=query, provenance=provenance)
    judge(wiki, page="refunds")
    by_query = wiki.weights.feedback_clear("page", "payment-rules", query="How to  PAY")
    assert (by_query.cleared, by_query.changed) == (2, True)
    logged = wiki.log().operations[0]
    assert (logged.action, logged.target) == ("weight.feedback_clear", "payment-rules")
    assert logged.detail == {"fingerprint": fingerprint("how to pay"), "cleared": 2}
    by_fingerprint = wiki.weights.feedback_clear(
        "page", "payment-rules", fingerprint=fingerprint("card fees"), provenance=USER
    )
    assert by_fingerprint.cleared == 1
    assert wiki.weights.feedback_clear("page", "payment-rules", all=True).cleared == 3
    assert [row.target_identifier for row in wiki.weights.list().feedback] == ["refunds"]


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        ({}, "usage"),
        ({"query": "x", "all": True}, "usage"),
        ({"query": "x", "fingerprint": fingerprint("x")}, "usage"),
        ({"fingerprint": "xxh3:12"}, "usage"),
        ({"all": True, "provenance": "me"}, "usage"),
        ({"query": "?!"}, "empty_query"),
    ],
)
def test_which_feedback_is_cleared_has_to_be_said(wiki: Wiki, choice: dict[str, Any], code: str) -> None:
    judge(wiki)
    before = state(wiki)
    error = refused(lambda: wiki.weights.feedback_clear("page", "payment-rules", **choice))
    assert (error.code, error.exit_code) == (code, 2)
    assert "--all" in error.hint or choice
    assert state(wiki) == before


# ── feedback ─────────────────────────────────────────────────────────────────────────────────────


def test_feedback_is_given_and_written_down(wiki: Wiki) -> None:
    answer = judge(wiki, query="How to pay?", signal="irrelevant")
    known = fingerprint("how to pay")
    assert answer.adjustment[:6] == ("page", "payment-rules", AGENT, "irrelevant", known, "Verified")
    assert answer.changed is True
    logged = wiki.log().operations[0]
    assert (logged.id, logged.action, logged.target) == (
        answer.operation,
        "weight.feedback",
        "payment-rules",
    )
    assert logged.detail == {
        "signal": "irrelevant",
        "provenance": AGENT,
        "reason": "Verified",
        "fingerprint": known,
    }
    listed = wiki.weights.list("payment-rules")
    assert listed.feedback == (("project:page:payment-rules", *answer.adjustment, True, True),)


def test_the_same_feedback_again_writes_nothing_however_the_query_is_spelled(wiki: Wiki) -> None:
    first = judge(wiki)
    before = state(wiki)
    assert judge(wiki, query="  HOW to\tpay") == (first.adjustment, False, None, first.revision)
    assert state(wiki) == before
    assert judge(wiki, signal="irrelevant").changed
    assert judge(wiki, query="pay how to").changed
    assert judge(wiki, query='"how to pay"').changed
    assert len(wiki.weights.list().feedback) == 3


def test_the_users_feedback_stands_before_the_agents_on_the_same_query(wiki: Wiki) -> None:
    judge(wiki)
    judge(wiki, provenance=USER, signal="irrelevant")
    judge(wiki, query="fees")
    listed = {
        (row.query_fingerprint, row.provenance): (row.signal, row.effective)
        for row in wiki.weights.list().feedback
    }
    assert listed == {
        (fingerprint("how to pay"), USER): ("irrelevant", True),
        (fingerprint("how to pay"), AGENT): ("relevant", False),
        (fingerprint("fees"), AGENT): ("relevant", True),
    }


def test_feedback_of_another_tokenizer_is_not_current_and_can_be_cleared(
    wiki: Wiki, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = judge(wiki).adjustment.query_fingerprint
    monkeypatch.setattr(adjustments, "TOKENIZER", "another-1")
    assert [row.current for row in wiki.weights.list().feedback] == [False]
    assert wiki.weights.feedback_clear("page", "payment-rules", fingerprint=made).cleared == 1


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"signal": "good"}, "usage"),
        ({"provenance": "me"}, "usage"),
        ({"query": ""}, "empty_query"),
        ({"query": " ?! "}, "empty_query"),
        ({"reason": ""}, "invalid_value"),
        ({"reason": "x" * 513}, "invalid_value"),
        ({"reason": "It says how to pay"}, "reason_repeats_query"),
        ({"reason": "HOW\n  TO  PAY"}, "reason_repeats_query"),
        ({"query": "pay", "reason": "They pay late"}, "reason_repeats_query"),
        ({"query": "连接池", "reason": "说明连接池的配置"}, "reason_repeats_query"),
    ],
)
def test_feedback_of_another_form_is_refused(wiki: Wiki, wrong: dict[str, Any], code: str) -> None:
    before = state(wiki)
    error = refused(lambda: judge(wiki, **wrong))
    assert error.code == code
    assert state(wiki) == before


def test_a_reason_that_repeats_the_query_is_refused_without_repeating_it(wiki: Wiki) -> None:
    error = refused(lambda: judge(wiki, query="marmalade zeppelin", reason="On Marmalade Zeppelins"))
    assert (error.code, error.exit_code) == ("reason_repeats_query", 4)
    said = f"{error.message} {error.hint} {error.details}".lower()
    assert "marmalade" not in said
    assert "zeppelin" not in said


def test_a_stop_word_alone_makes_no_reason_wrong(wiki: Wiki) -> None:
    assert judge(wiki, query="the", reason="It is the page that is meant").changed


def test_the_text_of_a_query_is_in_no_byte_of_the_store(wiki: Wiki) -> None:
    for signal in ("relevant", "irrelevant"):
        judge(wiki, query="Marmalade zeppelin 秘密计划", signal=signal)
    refused(lambda: judge(wiki, query="marmalade zeppelin", reason="marmalade zeppelin"))
    wiki.weights.feedback_clear("page", "payment-rules", query="marmalade zeppelin 秘密计划")
    folder = Path(str(wiki.database)).parent
    kept = {file.name: file.read_bytes().lower() for file in folder.iterdir()}
    assert "wiki.db-wal" in kept
    assert fingerprint("marmalade zeppelin 秘密计划").encode() in kept["wiki.db-wal"]
    for word in ("marmalad", "zeppelin", "秘密", "计划"):
        assert [name for name, content in kept.items() if word.encode() in content] == [], word


# ── listing ──────────────────────────────────────────────────────────────────────────────────────


def test_a_list_is_of_a_document_a_type_or_all_and_says_what_is_left_out(wiki: Wiki) -> None:
    for page in ("payment-rules", "refunds"):
        wiki.weights.set("page", page, value=1, reason="r", provenance=USER)
        judge(wiki, page=page)
    wiki.weights.set("source", 1, value=1, reason="r", provenance=USER)
    assert (wiki.weights.list().total, len(wiki.weights.list().weights)) == (5, 3)
    assert wiki.weights.list(type="page").total == 4
    assert [row.ref for row in wiki.weights.list(type="source").weights] == ["project:source:1"]
    assert wiki.weights.list("page:refunds").total == 2
    assert wiki.weights.list("refunds", type="page").total == 2
    first = wiki.weights.list(limit=4)
    assert (len(first.weights), len(first.feedback), first.total, first.truncated) == (3, 1, 5, True)
    assert refused(lambda: wiki.weights.list("nothing")).code == "page_not_found"
    assert refused(lambda: wiki.weights.list("source:9")).code == "source_not_found"
    assert refused(lambda: wiki.weights.list("refunds", type="source")).code == "source_not_found"
    assert refused(lambda: wiki.weights.list(type="tag")).code == "usage"


def test_a_page_that_was_removed_keeps_its_adjustments(wiki: Wiki) -> None:
    wiki.weights.set("page", "refunds", value=2, reason="r", provenance=USER)
    judge(wiki, page="refunds")
    before = wiki.weights.list()
    wiki.pages.remove("refunds", "merged")
    assert wiki.weights.list() == before
    wiki.pages.put("refunds", title="Refunds", body="Back again.")
    assert wiki.weights.list("refunds") == before


def test_a_source_that_is_retired_keeps_its_weight(wiki: Wiki) -> None:
    wiki.weights.set("source", 1, value=2, reason="r", provenance=USER)
    wiki.sources.retire(1, "withdrawn")
    assert wiki.weights.list("source:1").total == 1
    assert wiki.weights.clear("source", 1).changed


def test_both_stores_are_listed_together(wiki: Wiki, store_dir: Path, environ: dict[str, str]) -> None:
    opened: dict[str, Any] = {"project": str(store_dir), "environ": environ, "cwd": str(store_dir)}
    with Wiki.open("global", **opened) as home:
        home.init()
        home.pages.put("shared", title="Shared", body="For all.")
    wiki.weights.set("page", "refunds", value=1, reason="r", provenance=USER)
    answer = wiki.weights.set("page", "global:page:shared", value=2, reason="r", provenance=USER)
    assert answer.adjustment.target_identifier == "shared"
    assert wiki.weights.list().total == 1
    with Wiki.open("all", **opened) as both:
        assert [row.ref for row in both.weights.list().weights] == [
            "project:page:refunds",
            "global:page:shared",
        ]
        assert both.weights.list(limit=1)[2:] == (2, True)
        assert both.weights.list("shared").total == 1
        assert refused(lambda: both.weights.clear("page", "refunds")).code == "usage"
        assert both.weights.clear("page", "global:page:shared").cleared == 1


# ── the store around it ──────────────────────────────────────────────────────────────────────────


def test_a_wiki_that_is_opened_to_read_is_not_written(
    wiki: Wiki, store_dir: Path, environ: dict[str, str]
) -> None:
    wiki.weights.set("page", "refunds", value=1, reason="r", provenance=USER)
    with Wiki.open(project=str(store_dir), environ=environ, cwd=str(store_dir), read_only=True) as reader:
        calls: list[Callable[[], object]] = [
            lambda: reader.weights.set("page", "refunds", value=2, reason="r", provenance=USER),
            lambda: reader.weights.clear("page", "refunds"),
            lambda: judge(reader),
            lambda: reader.weights.feedback_clear("page", "refunds", all=True),
        ]
        assert [refused(call).code for call in calls] == ["read_only_store"] * 4
        assert reader.weights.list().total == 1


def test_a_write_that_fails_leaves_nothing(wiki: Wiki, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(wiki)

    def fail(*_: object) -> None:
        raise LwcError("disk_full", "No room.")

    for store in (stored_weights, stored_feedback):
        monkeypatch.setattr(store, "put", fail)
    assert refused(lambda: judge(wiki)).code == "disk_full"
    assert (
        refused(lambda: wiki.weights.set("page", "refunds", value=1, reason="r", provenance=USER)).code
        == "disk_full"
    )
    assert state(wiki) == before


def test_the_choices_are_those_that_are_documented() -> None:
    assert module.VALUES == (-2, -1, 1, 2)
    assert module.SIGNALS == ("relevant", "irrelevant")
    assert module.PROVENANCES == (USER, AGENT)


def test_adjustments_are_counted(wiki: Wiki) -> None:
    wiki.weights.set("page", "refunds", value=1, reason="r", provenance=USER)
    wiki.weights.set("page", "refunds", value=1, reason="r", provenance=AGENT)
    judge(wiki)
    counts = wiki.upkeep.stats().stores[0].counts
    assert (counts.weights, counts.feedback) == (2, 1)


WRITER = """
import sys
from lwc import Wiki
folder, number = sys.argv[1], sys.argv[2]
print("ready", flush=True)
sys.stdin.read()
with Wiki.open(project=folder, cwd=folder) as wiki:
    for turn in range(10):
        wiki.weights.feedback("page", "refunds", query=f"question {number} {turn}", signal="relevant",
                              reason="Raced", provenance="agent-observed")
        wiki.weights.set("page", "refunds", value=(1, 2)[turn % 2], reason=f"By {number}, {turn}",
                         provenance="user-provided")
"""


def test_no_write_is_lost_when_processes_race(
    wiki: Wiki, store_dir: Path, environ: Mapping[str, str]
) -> None:
    before = wiki.log().total
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(store_dir), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environ, "LWC_BUSY_TIMEOUT_MS": "60000"},
            text=True,
        )
        for number in range(4)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()  # the start for all
        writer.stdin = None
    ended = [(writer.communicate(timeout=120)[1], writer.returncode) for writer in writers]

    assert ended == [("", 0)] * 4
    listed = wiki.weights.list(limit=1000)
    assert (len(listed.feedback), len(listed.weights)) == (40, 1)
    operations = wiki.log(limit=1000).operations[: wiki.log(limit=1000).total - before]
    assert len(operations) == 80
    assert len({operation.revision for operation in operations}) == 80
    last = next(operation for operation in operations if operation.action == "weight.set")
    assert listed.weights[0].reason == last.detail["reason"]


# ── the order of results ─────────────────────────────────────────────────────────────────────────

CALM = "The river runs calm beside the old mill. "


def _alike(wiki: Wiki, count: int) -> list[str]:
    """Pages that hold the query ever less; their slugs, best first."""
    for number in range(count):
        wiki.pages.put(
            f"p{number:03}", title=f"Note {number}", body="river mill. " + CALM * (1 + number % 50)
        )
    return _order(wiki, "river mill")


def _order(wiki: Wiki, query: str) -> list[str]:
    return [hit.identifier for hit in wiki.search(query, limit=1000).results]


@pytest.mark.parametrize("count", [5, 500])
def test_a_weight_reorders_what_was_found_and_finds_nothing_new(wiki: Wiki, count: int) -> None:
    wiki.pages.put("elsewhere", title="Elsewhere", body="Nothing of it.")
    before = _alike(wiki, count)
    target = before[4]
    places = []
    for value in (-2, -1, 1, 2):
        wiki.weights.set("page", target, value=value, reason="measured", provenance="agent-observed")
        wiki.weights.set("page", "elsewhere", value=2, reason="measured", provenance="agent-observed")
        order = _order(wiki, "river mill")
        assert sorted(order) == sorted(before)
        places.append(order.index(target))
    assert places == sorted(places, reverse=True)
    assert places[0] > before.index(target) - 1 >= places[-1] == 0


@pytest.mark.parametrize("count", [5, 500])
def test_feedback_moves_one_wording_and_no_other(wiki: Wiki, count: int) -> None:
    before = _alike(wiki, count)
    others = _order(wiki, "mill river")
    second = before[1]
    wiki.weights.feedback(
        "page", second, query="river mill", signal="relevant", reason="verified", provenance="agent-observed"
    )
    assert _order(wiki, "river mill")[0] == second
    assert _order(wiki, "mill river") == others
    wiki.weights.feedback(
        "page", second, query="river mill", signal="irrelevant", reason="verified", provenance="user-provided"
    )
    order = _order(wiki, "river mill")
    assert sorted(order) == sorted(before)
    assert order.index(second) > 1


def test_irrelevant_demotes_the_page_that_is_titled_like_the_query(wiki: Wiki) -> None:
    wiki.pages.put("title", title="River mill", body="Something else altogether.")
    wiki.pages.put("body", title="Note", body="The river mill stands.")
    assert _order(wiki, "river mill") == ["title", "body"]
    wiki.weights.feedback(
        "page", "title", query="river mill", signal="irrelevant", reason="checked", provenance="user-provided"
    )
    answer = wiki.search("river mill", explain=True)
    assert [hit.identifier for hit in answer.results] == ["body", "title"]
    for hit in answer.results:
        assert hit.explanation is not None
        assert sum(hit.explanation.parts.values()) == pytest.approx(hit.score, abs=1e-9)
    assert answer.results[1].explanation is not None
    assert answer.results[1].explanation.parts["feedback"] < 0
