"""Explanations of real searches: every number is the sum of those it is made of (case K4)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from lwc import Wiki
from lwc.search.ranking import Explanation
from lwc.wiki.hits import Hit

QUERIES = (
    "connection pool",
    "pool",
    "连接池 上限",
    "why do requests wait",
    "POOL_SIZE",
    "池",
    "the pool of pools",
)
GRANULARITIES = ("document", "passage", "sentence", "all")


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """Pages and sources that have their terms in every field, with links, weights and a successor."""
    folder = tmp_path_factory.mktemp("explained")
    environ = {"HOME": str(folder / "home"), "LWC_HOME": str(folder / "home" / ".lwc")}
    with Wiki.open(project=str(folder), environ=environ, cwd=str(folder)) as wiki:
        wiki.init()
        fill(wiki)
        yield wiki


def fill(wiki: Wiki) -> None:
    wiki.pages.put(
        "ops/pool",
        title="Connection pool",
        summary="How large the pool is",
        aliases=["Pool of connections"],
        asked=["Why do requests wait for the pool?"],
        body="# Sizes of the pool\n\nThe pool has twenty. `POOL_SIZE` is raised last.\n\n## 上限\n\n连接池的上限是二十。\n",
    )
    wiki.pages.put(
        "workers", title="Workers", body="Each worker takes one of [[ops/pool]]. Requests wait. 池"
    )
    wiki.pages.put("old", title="Old pool", body="The pool had ten. 连接池的上限是十。")
    wiki.pages.put("new", title="New pool", body="The pool has thirty.", supersedes=["old"])
    wiki.pages.put("list", title="All", kind="index", body="[[ops/pool]] [[workers]] [[old]] pool connection")
    for number in range(12):
        wiki.pages.put(f"n{number}", title=f"Note {number}", body="Something else. " * number + "A pool.")
    wiki.sources.add_bytes(
        "# Incident\n\nRequests wait for the pool. 连接池。".encode(), origin="pool/incident.md"
    )
    wiki.weights.set("page", "workers", value=-2, reason="Elsewhere", provenance="agent-observed")


def explained(wiki: Wiki, query: str, **conditions: Any) -> list[tuple[Hit, Explanation]]:
    hits = wiki.search(query, explain=True, type="all", limit=50, **conditions).results
    assert hits
    return [(hit, hit.explanation) for hit in hits if hit.explanation is not None]


@pytest.mark.parametrize("group_by", ["none", "document"])
@pytest.mark.parametrize("granularity", GRANULARITIES)
@pytest.mark.parametrize("query", QUERIES)
def test_fields_sum_to_terms_and_terms_to_parts_and_parts_to_the_score(
    wiki: Wiki, query: str, granularity: str, group_by: str
) -> None:
    """K4"""
    for hit, explanation in explained(wiki, query, granularity=granularity, group_by=group_by):
        assert explanation.score == hit.score
        assert math.fsum(explanation.parts.values()) == pytest.approx(hit.score, abs=1e-9)
        for term in explanation.terms:
            assert math.fsum(term.fields.values()) == pytest.approx(term.contribution, abs=1e-9)
        runs = {run["name"]: run for run in explanation.runs}
        for run in runs.values():
            assert math.fsum(run["parts"].values()) == pytest.approx(run["score"], abs=1e-9)
        assert bool(runs) is (granularity == "all")
        of = runs.get("document", explanation.runs[0])["parts"] if runs else explanation.parts
        contributions = math.fsum(term.contribution for term in explanation.terms)
        assert contributions == pytest.approx(of["terms"] + of["characters"], abs=1e-9)


def test_the_fields_of_a_document_are_named_as_users_know_them(wiki: Wiki) -> None:
    fields = {
        hit.identifier: {field for term in explanation.terms for field in term.fields}
        for hit, explanation in explained(wiki, "pool")
    }
    assert fields["ops/pool"] == {"body", "title", "alias", "asked", "path", "summary", "heading"}
    assert fields["1"] == {"body", "path"}
    assert fields["n3"] == {"body"}


def test_what_gave_the_most_comes_first(wiki: Wiki) -> None:
    (term,) = next(why for hit, why in explained(wiki, "pool") if hit.identifier == "ops/pool").terms
    assert list(term.fields.values()) == sorted(term.fields.values(), reverse=True)
    # Weight times occurrences: title, alias and asked 3, body 2 × 1, path 1, summary and heading 1½.
    total = math.fsum(term.fields.values())
    assert {field: round(15 * given / total, 6) for field, given in term.fields.items()} == {
        "title": 3, "alias": 3, "asked": 3, "body": 2, "summary": 1.5, "heading": 1.5, "path": 1,
    }  # fmt: skip


@pytest.mark.parametrize("granularity", ["passage", "sentence"])
def test_a_span_has_what_it_has_from_the_body(wiki: Wiki, granularity: str) -> None:
    for _, explanation in explained(wiki, "pool 连接池", granularity=granularity):
        for term in explanation.terms:
            assert dict(term.fields) == ({"body": term.contribution} if term.contribution else {})


def test_single_characters_say_where_they_stand_too(wiki: Wiki) -> None:
    why = next(why for hit, why in explained(wiki, "连接池") if hit.identifier == "ops/pool")
    singles = [term for term in why.terms if term.kind == "single"]
    assert singles
    assert all(set(term.fields) == {"body"} for term in singles)


def test_parts_that_others_gave_are_in_the_sum(wiki: Wiki) -> None:
    parts = {hit.identifier: explanation.parts for hit, explanation in explained(wiki, "connection pool")}
    assert parts["list"]["hub"] < 0
    weighted = {hit.identifier: why.parts for hit, why in explained(wiki, "requests wait")}["workers"]
    assert weighted["weight"] < 0
    assert weighted["graph"] > 0


def test_explaining_changes_no_result(wiki: Wiki) -> None:
    for granularity in GRANULARITIES:
        plain = wiki.search("connection pool", granularity=granularity)
        told = wiki.search("connection pool", granularity=granularity, explain=True)
        assert [hit._replace(explanation=None) for hit in told.results] == list(plain.results)
