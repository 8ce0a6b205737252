"""Search: the laws that hold whatever is stored: order, cursors, filters, arithmetic, scopes."""

from __future__ import annotations

import json
import math
import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.wiki.retrieval.documents import BLOCK, COUNTED
from lwc.wiki.searching import SearchAnswer

Make = Callable[..., Wiki]


def refs(answer: SearchAnswer) -> list[str]:
    return [hit.ref for hit in answer.results]


def names(answer: SearchAnswer) -> list[str]:
    return [hit.identifier for hit in answer.results]


def refused(code: str, wiki: Wiki, *args: Any, **options: Any) -> None:
    with pytest.raises(LwcError) as caught:
        wiki.search(*args, **options)
    assert caught.value.code == code


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Make]:
    """Make stores that the tests of this module only read."""
    opened: list[Wiki] = []

    def call(name: str, pages: Sequence[dict[str, Any]], sources: Sequence[dict[str, Any]] = ()) -> Wiki:
        root = tmp_path_factory.mktemp(name)
        environ = {"HOME": str(root), "LWC_HOME": str(root / "global")}
        wiki = Wiki.open(
            project=str(root), environ=environ, cwd=str(root), clock=lambda: "2025-01-01T00:00:00.000Z"
        )
        wiki.init()
        opened.append(wiki)
        for page in pages:
            wiki.pages.put(**page)
        for source in sources:
            wiki.sources.add_bytes(**source)
        return wiki

    yield call
    for wiki in opened:
        wiki.close()


def library(count: int) -> list[dict[str, Any]]:
    chance = random.Random(7)
    words = ("pool", "limit", "retry", "连接池", "限流", "データベース", "timeout")
    return [
        {
            "slug": f"p{number:04}",
            "title": f"Note {number}",
            "kind": ("note", "howto")[number % 2],
            "tags": ["even"] if number % 2 == 0 else [],
            "body": "The pool " + " ".join(chance.choices(words, k=12)) + f" number {number}.",
        }
        for number in range(count)
    ]


@pytest.fixture(scope="module")
def big(make: Make) -> Wiki:
    """More matches of `pool` than two blocks hold, in pages and in sources."""
    sources = [
        {"raw": f"The pool of source {number}. 连接池 limit.".encode(), "origin": f"s/{number:03}.md"}
        for number in range(30)
    ]
    return make("big", library(2 * BLOCK + 30), sources)


# ── the cursor ───────────────────────────────────────────────────────────────────────────────────


def through_cursor(wiki: Wiki, query: str, size: int, **options: Any) -> list[Any]:
    hits: list[Any] = []
    cursor = None
    while True:
        answer = wiki.search(query, limit=size, cursor=cursor, **options)
        hits += answer.results
        cursor = answer.next_cursor
        assert answer.truncated is (cursor is not None)
        if cursor is None:
            return hits
        assert len(answer.results) == size


@pytest.mark.parametrize(
    ("query", "size", "options"),
    [
        ("pool", 50, {}),
        ("pool", 67, {"type": "page"}),
        ("pool", 200, {}),
        ("连接池 limit", 61, {}),
        ("pool", 7, {"type": "source"}),
        ("pool", 41, {"kinds": ["howto"]}),
    ],
)
def test_small_pages_through_the_cursor_are_one_big_page(
    big: Wiki, query: str, size: int, options: dict[str, Any]
) -> None:
    """K6"""
    whole = big.search(query, limit=1000, **options)
    assert (whole.truncated, whole.next_cursor) == (False, None)
    hits = through_cursor(big, query, size, **options)
    assert hits == list(whole.results)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert len({hit.ref for hit in hits}) == len(hits)


def test_pages_of_three_over_several_blocks(big: Wiki) -> None:
    """K6: only around the borders of the blocks, where gaps and repetitions would be"""
    whole = refs(big.search("pool", limit=1000))
    assert len(whole) > 2 * BLOCK
    cursor = big.search("pool", limit=BLOCK - 4).next_cursor
    found: list[str] = []
    for _ in range(20):
        answer = big.search("pool", limit=3, cursor=cursor)
        found += refs(answer)
        cursor = answer.next_cursor
    assert found == whole[BLOCK - 4 : BLOCK + 56]


def test_the_total_is_the_number_of_hits_and_says_when_it_is_not(big: Wiki, make: Make) -> None:
    whole = big.search("pool", limit=1000)
    first = big.search("pool", limit=3)
    assert (first.total, first.total_is_exact) == (len(whole.results), True)
    assert (whole.total, whole.total_is_exact) == (len(whole.results), True)
    assert big.search("pool -number", limit=3).total == 30


def test_a_cursor_of_another_query_or_state_is_refused(wiki: Wiki) -> None:
    """K6"""
    for number in range(9):
        wiki.pages.put(f"p{number}", title=f"T{number}", body="The pool.", tags=["db"])
    cursor = wiki.search("pool", limit=2).next_cursor
    assert cursor is not None
    assert len(wiki.search("pool", limit=5, cursor=cursor).results) == 5
    refused("invalid_cursor", wiki, "the pool", cursor=cursor)
    refused("invalid_cursor", wiki, "pool", type="page", cursor=cursor)
    refused("invalid_cursor", wiki, "pool", tags=["db"], cursor=cursor)
    for wrong in ("x", "c1.0.0.0", cursor + "0x", cursor.replace("c1", "c2"), "c1.1.1.1.00000000.1"):
        refused("invalid_cursor", wiki, "pool", cursor=wrong)
    wiki.pages.put("p0", body="The pool.")
    assert len(wiki.search("pool", cursor=cursor).results) == 7
    wiki.pages.put("p0", body="Another text.")
    refused("stale_cursor", wiki, "pool", cursor=cursor)


# ── determinism ──────────────────────────────────────────────────────────────────────────────────

QUERIES = ("pool", "limit retry", "连接池", "データベース timeout", "the pool number 17", "pool -retry", "池")


def answers(wiki: Wiki) -> list[str]:
    """The whole answers as text, without what names the state of the store."""
    found = (wiki.search(query, limit=30, explain=True) for query in QUERIES)
    return [json.dumps(answer._replace(next_cursor=None), ensure_ascii=False) for answer in found]


def test_order_of_insertion_rebuilding_and_vacuum_change_nothing(make: Make) -> None:
    """K5"""
    pages = library(120)
    expected = make("forwards", pages)
    first = answers(expected)
    shuffled = pages[:]
    random.Random(3).shuffle(shuffled)
    other = make(
        "shuffled",
        [*({**page, "body": "Something that is replaced. The pool."} for page in shuffled[:40]), *shuffled],
    )
    assert answers(other) == first
    for wiki in (expected, other):
        wiki.upkeep.reindex()
        assert answers(wiki) == first
        wiki.close()
        with closing(sqlite3.connect(str(wiki.database))) as store:
            store.execute("VACUUM")
        assert answers(wiki) == first


# ── arithmetic ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "query", [*QUERIES, "Note 17", "p0017", "getUserById", "to be or not to be", "nowhere pool"]
)
def test_the_parts_sum_to_the_score_and_the_terms_to_their_parts(big: Wiki, query: str) -> None:
    """K4"""
    plain, explained = big.search(query, limit=30), big.search(query, limit=30, explain=True)
    assert [hit._replace(explanation=None) for hit in explained.results] == list(plain.results)
    scores = [hit.score for hit in explained.results]
    assert scores == sorted(scores, reverse=True)
    for hit in explained.results:
        assert hit.explanation is not None
        parts = hit.explanation.parts
        assert abs(math.fsum(parts.values()) - hit.score) < 1e-9
        assert (
            abs(
                sum(term.contribution for term in hit.explanation.terms)
                - parts["terms"]
                - parts["characters"]
            )
            < 1e-9
        )
        assert hit.explanation.score == hit.score
        assert 0.0 <= hit.score <= 1.0


# ── filters ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def crowded(make: Make) -> Wiki:
    """1,100 short pages about the pool before one long page that has the attributes asked for."""
    wiki = make("crowded", [])
    sources = [
        (f"The pool {number}. Pool pool pool.".encode(), f"s/{number:04}.md") for number in range(1, 4)
    ]
    for number in range(1100):
        wiki.pages.put(f"crowd-{number:04}", title=f"Crowd {number}", body="pool pool pool pool")
    wiki.pages.put(
        "wanted", title="Wanted", kind="decision", tags=["Rare", "second"], facets=[("version", "v2"), ("region", "eu/de")],
        body="Many other words stand here. " * 40 + "The pool is named once.",
    )  # fmt: skip
    for raw, origin in sources:
        wiki.sources.add_bytes(raw, origin=origin)
    wiki.sources.add_bytes(b"Other words. " * 60 + b"The pool.", origin="late.md", facets=[("version", "v3")])
    return wiki


@pytest.mark.parametrize(
    "filters",
    [
        {"kinds": ["decision"]},
        {"kinds": ["decision", "none"]},
        {"tags": ["rare"]},
        {"tags": ["RARE", "second"]},
        {"where": [("version", "v2")]},
        {"where": [("region", "eu")]},
        {"where": [("region", "eu/de/by")]},
        {"where": [("region", "eu/de"), ("version", "v2")]},
        {"kinds": ["decision"], "tags": ["rare"], "where": [("version", "v2")], "type": "page"},
    ],
    ids=str,
)
def test_a_filter_finds_what_stands_behind_a_thousand_others(crowded: Wiki, filters: dict[str, Any]) -> None:
    """K3"""
    assert "wanted" not in names(crowded.search("pool", type="page", limit=1000))
    answer = crowded.search("pool", **filters)
    assert refs(answer) == ["project:page:wanted"]
    assert (answer.total, answer.total_is_exact, answer.truncated) == (1, True, False)


@pytest.mark.parametrize(
    "filters",
    [
        {"kinds": ["none"]},
        {"tags": ["rare", "third"]},
        {"where": [("region", "eu/fr")]},
        {"where": [("region", "e")]},
        {"where": [("version", "v2"), ("region", "us")]},
        {"kinds": ["decision"], "type": "source"},
    ],
    ids=str,
)
def test_a_filter_that_nothing_passes_gives_an_empty_answer(crowded: Wiki, filters: dict[str, Any]) -> None:
    answer = crowded.search("pool", **filters)
    assert (answer.results, answer.total, answer.total_is_exact, answer.next_cursor) == ((), 0, True, None)


def test_a_type_finds_what_stands_behind_a_thousand_others(crowded: Wiki) -> None:
    """K3"""
    assert len(crowded.search("pool", type="source").results) == 4
    assert names(crowded.search("pool", where=[("version", "v3")])) == ["4"]
    many = crowded.search("pool", type="page", limit=3)
    assert (many.total, many.total_is_exact) == (COUNTED, False)


def test_an_exact_title_comes_first_among_many_that_repeat_it(make: Make) -> None:
    """K1"""
    crowd = [
        {
            "slug": f"c{number:03}",
            "title": f"On the rate limit {number}",
            "body": "rate limit rate limit rate limit",
        }
        for number in range(300)
    ]
    wiki = make(
        "exact",
        [*crowd, {"slug": "zz", "title": "Rate limit", "body": "Unrelated words that go on for a while."}],
    )
    for query in ("rate limit", "Rate Limit", " rate limit "):
        hit = wiki.search(query).results[0]
        assert (hit.identifier, hit.rank, hit.tier) == ("zz", 1, "exact")
        assert names(wiki.search(query, limit=1000)).count("zz") == 1
    assert names(wiki.search("zz"))[0] == "zz"
    assert names(wiki.search("c123"))[0] == "c123"


# ── pages and sources ────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def paired(wiki: Wiki) -> Wiki:
    wiki.sources.add_bytes(b"# Pool\n\nThe pool holds twenty.", origin="pool.md", facets=[("version", "v2")])
    wiki.sources.add_bytes(b"# Queue\n\nBeside the pool.", origin="queue.md")
    wiki.pages.put("pool-summary", title="Summary", kind="source", cite=[1], body="The pool, in short.")
    wiki.pages.put("note", title="Note", cite=[2], body="A note about the pool.")
    return wiki


def test_a_source_gives_way_to_a_page_that_stands_for_it(paired: Wiki) -> None:
    auto = paired.search("pool")
    assert sorted(refs(auto)) == ["project:page:note", "project:page:pool-summary", "project:source:2"]
    assert (auto.total, paired.search("pool", limit=1).total) == (3, 3)
    assert next(hit for hit in auto.results if hit.identifier == "pool-summary").paired_source_ids == (1,)
    assert len(paired.search("pool", type="all").results) == 4
    assert sorted(names(paired.search("pool", type="source"))) == ["1", "2"]
    assert refs(paired.search("holds twenty"))[0] == "project:source:1"


def test_a_page_that_is_filtered_out_hides_no_source(paired: Wiki) -> None:
    assert refs(paired.search("pool", where=[("version", "v2")])) == ["project:source:1"]
    assert paired.search("pool", where=[("version", "v2")], limit=1).total == 1
    paired.pages.put("pool-summary", facets=[("version", "*")])
    assert refs(paired.search("pool", where=[("version", "v2")])) == ["project:page:pool-summary"]


def test_superseded_and_retired_sources_are_not_found(paired: Wiki) -> None:
    paired.sources.add_bytes(b"Nothing of the kind.", origin="queue.md")
    paired.sources.retire(1, "withdrawn")
    assert paired.search("pool", type="source").results == ()
    assert paired.search("pool", type="source", limit=1).total == 0
    assert paired.search("queue.md", type="source").results[0].identifier == "3"


# ── two stores ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def both(make: Make, tmp_path_factory: pytest.TempPathFactory) -> Wiki:
    root = tmp_path_factory.mktemp("both")
    environ = {"HOME": str(root), "LWC_HOME": str(root / "global")}
    for scope, count in (("project", 40), ("global", BLOCK + 30)):
        with Wiki.open(scope, project=str(root), environ=environ, cwd=str(root)) as wiki:  # type: ignore[arg-type]
            wiki.init()
            for number in range(count):
                wiki.pages.put(f"p{number:03}", title=f"Note {number}", body=f"The pool of number {number}.")
    return Wiki.open("all", project=str(root), environ=environ, cwd=str(root))


def test_equals_of_two_stores_stand_with_the_project_first(both: Wiki) -> None:
    answer = both.search("number 17 pool", limit=4)
    assert refs(answer)[:2] == ["project:page:p017", "global:page:p017"]
    assert answer.results[0].score == answer.results[1].score


def test_the_cursor_goes_through_two_stores(both: Wiki) -> None:
    """K6"""
    whole = both.search("pool", limit=1000)
    assert (len(whole.results), whole.total) == (BLOCK + 70, BLOCK + 70)
    assert through_cursor(both, "pool", 47) == list(whole.results)
    assert len(set(refs(whole))) == BLOCK + 70
    both.close()


def test_on_topic_pages_of_the_project_come_before_passing_mentions(tmp_path: Path) -> None:
    """K9"""
    environ = {"HOME": str(tmp_path), "LWC_HOME": str(tmp_path / "global")}
    open_ = lambda scope: Wiki.open(scope, project=str(tmp_path), environ=environ, cwd=str(tmp_path))  # noqa: E731
    with open_("project") as wiki:
        wiki.init()
        for number in range(3):
            wiki.pages.put(
                f"on-topic-{number}",
                title=f"Connection pool {number}",
                body="The connection pool and how it grows.",
            )
    with open_("global") as wiki:
        wiki.init()
        for number in range(60):
            wiki.pages.put(
                f"passing-{number}",
                title=f"Other {number}",
                body="About something else. " * 20 + "Unlike a connection pool.",
            )
    with open_("all") as wiki:
        assert [hit.scope for hit in wiki.search("connection pool", limit=5).results] == ["project"] * 3 + [
            "global"
        ] * 2


# ── what is refused, and what is not ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("query", "options", "code"),
    [
        ("", {}, "empty_query"),
        (" \n", {}, "empty_query"),
        ("x", {"type": "passage!"}, "usage"),
        ("x", {"limit": 0}, "invalid_value"),
        ("x", {"limit": 1001}, "invalid_value"),
        ("x", {"limit": -1}, "invalid_value"),
    ],
)
def test_what_can_not_be_asked_is_refused(big: Wiki, query: str, options: dict[str, Any], code: str) -> None:
    refused(code, big, query, **options)


@pytest.mark.parametrize(
    "query",
    [
        "，。！？",
        "🐘",
        "-pool",
        '""',
        "\ud800",
        "*",
        "NOT",
        "a AND",
        "NEAR(",
        '"open',
        "pool\0x",
        "((((",
        "%_",
    ],
)
def test_any_text_is_a_query(big: Wiki, query: str) -> None:
    """F1, F4"""
    answer = big.search(query, limit=3)
    assert len(answer.results) <= 3


def test_a_store_without_anything_answers(wiki: Wiki) -> None:
    for type in ("auto", "page", "source", "all"):
        answer = wiki.search("pool 连接池", type=type)
        assert (answer.results, answer.total, answer.truncated) == ((), 0, False)
    wiki.pages.put("empty", body="")
    assert names(wiki.search("empty")) == ["empty"]


def test_the_title_in_front_matter_is_no_excerpt(wiki: Wiki) -> None:
    wiki.pages.put("limits", body="---\ntitle: Rate limits\ntags: [api]\n---\nA client asks at most often.\n")

    (hit,) = wiki.search("rate limits").results

    assert (hit.snippet.field, hit.snippet.text) == ("title", "Rate limits")


@pytest.mark.parametrize("query", ["茶水", "清茶"])
def test_single_characters_are_tried_last_and_say_so(wiki: Wiki, query: str) -> None:
    wiki.pages.put("tea", title="Tea", body="茶叶很好。水很清。")

    answer = wiki.search(query)

    assert [(hit.identifier, hit.tier) for hit in answer.results] == [("tea", "widened")]
    assert answer.results[0].snippet.highlights
    assert answer.assessment.widenings == ({"to": "single characters", "brought": 1, "kept": True},)


def test_single_characters_are_not_tried_when_a_pair_is_found(wiki: Wiki) -> None:
    wiki.pages.put("tea", title="Tea", body="茶叶很好。")
    wiki.pages.put("tree", title="Tree", body="树叶。")

    answer = wiki.search("茶叶")

    assert [hit.identifier for hit in answer.results] == ["tea"]
    assert answer.assessment.widenings == ()


def test_a_slip_of_the_pen_is_told_the_nearest_words_of_the_stores(wiki: Wiki) -> None:
    wiki.pages.put("tea", title="Tea", body="Sencha wants a kettle of eighty degrees.")
    wiki.sources.add_bytes(b"Sencha comes from Shizuoka.\n", origin="notes/sencha.md")

    assert wiki.search("sencah").assessment.nearest_terms == {"sencah": ("sencha",)}
    assert wiki.search("shizouka tea").assessment.nearest_terms == {"shizouka": ("shizuoka",)}
    assert wiki.search("sencha kettle").assessment.nearest_terms == {}


@pytest.mark.parametrize(("query", "why"), [("...", "no letter"), ("-tea", "leave out"), ("%_", "no letter")])
def test_a_query_with_nothing_to_look_for_ends_there_and_says_why(wiki: Wiki, query: str, why: str) -> None:
    wiki.pages.put("tea", title="Tea", body="Sencha.")

    answer = wiki.search(query)

    assert (answer.results, answer.total) == ((), 0)
    assert answer.assessment.next.stop
    assert why in answer.assessment.next.reason


def test_a_recorded_search_is_one_row_in_the_log_and_changes_nothing_else(wiki: Wiki) -> None:
    for number in range(7):
        wiki.pages.put(f"tea-{number}", title=f"Tea {number}", body="Sencha.")
    revision = wiki.upkeep.stats().stores[0].revision
    plain = wiki.search("sencha", limit=6)
    assert (plain.operation, plain.operations, wiki.log(action="search.record").total) == (None, None, 0)

    answer = wiki.search("sencha", limit=6, record=True)

    assert answer._replace(operation=None) == plain
    (row,) = wiki.log(action="search.record").operations
    assert (row.id, row.revision, row.target_type, row.target) == (
        answer.operation,
        revision,
        "query",
        "sencha",
    )
    assert row.detail == {"results": 6, "refs": refs(answer)[:5]}
    assert wiki.upkeep.stats().stores[0].revision == revision
    assert names(wiki.search("sencha", limit=6, cursor=answer.next_cursor)) == ["tea-6"]


def test_a_search_that_finds_nothing_is_recorded_and_a_refused_one_is_not(wiki: Wiki) -> None:
    assert wiki.search("zzyzx", record=True).operation is not None
    refused("empty_query", wiki, " ", record=True)
    refused("invalid_cursor", wiki, "zzyzx", cursor="c", record=True)
    (row,) = wiki.log(action="search.record").operations
    assert (row.target, row.detail) == ("zzyzx", {"results": 0, "refs": []})


def test_in_scope_all_every_store_has_its_row(wiki: Wiki, store_dir: Path, environ: dict[str, str]) -> None:
    place: dict[str, Any] = {"project": str(store_dir), "environ": environ, "cwd": str(store_dir)}
    with Wiki.open("global", **place) as other, Wiki.open("all", **place) as both:
        other.init()
        wiki.pages.put("tea", body="Sencha.")
        answer = both.search("sencha", record=True)
        assert both.answered_from == ("all", None)
        rows = both.log(action="search.record").operations
        assert answer.operation is None
        assert answer.operations == {row.scope: row.id for row in rows}
        assert sorted(row.scope for row in rows) == ["global", "project"]


@pytest.mark.parametrize("scope", ["project", "all"])
def test_recording_is_refused_before_searching_where_nothing_may_be_written(
    wiki: Wiki, store_dir: Path, environ: dict[str, str], scope: Any
) -> None:
    with Wiki.open(
        scope, project=str(store_dir), environ=environ, cwd=str(store_dir), read_only=True
    ) as reader:
        refused("read_only_store", reader, "sencha", cursor="not looked at", record=True)
        assert reader.search("sencha").total == 0
        assert reader.log(action="search.record").total == 0
