"""Cases K: filters, order and snippets."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lwc import Wiki
from lwc.text.tokens import index_terms

if TYPE_CHECKING:
    from collections.abc import Callable

    Put = Callable[..., None]

CROWD = 1_100
MENTION = (
    " ".join(["Quite another matter is told here at some length."] * 40) + " It mentions the limit once."
)


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wiki]:
    """Over 1,000 pages that are all about `limit`, and one of each sort that only mentions it."""
    folder = tmp_path_factory.mktemp("crowded")
    environ = {"HOME": str(folder / "home"), "LWC_HOME": str(folder / "home" / ".lwc")}
    with Wiki.open("global", environ=environ) as everywhere:
        everywhere.init()
        everywhere.pages.put("mention", title="Elsewhere", body=MENTION)
    (folder / "project").mkdir()
    with Wiki.open(project=str(folder / "project"), environ=environ, cwd=str(folder)) as wiki:
        wiki.init()
        for number in range(CROWD):
            wiki.pages.put(
                f"crowd/{number:04}",
                title=f"Limit {number}",
                kind="concept",
                tags=["crowd"],
                body="The limit, limit, limit.",
            )
        wiki.pages.put("by-kind", title="Other one", kind="faq", body=MENTION)
        wiki.pages.put("by-tag", title="Other two", kind="concept", tags=["rare", "other"], body=MENTION)
        wiki.pages.put(
            "by-facet", title="Other three", kind="concept", facets=[("version", "v9")], body=MENTION
        )
        wiki.sources.add_bytes(MENTION.encode(), origin="elsewhere.md")
        yield wiki


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({"kinds": ["faq"]}, "by-kind"),
        ({"tags": ["rare"]}, "by-tag"),
        ({"tags": ["rare", "other"], "kinds": ["concept"]}, "by-tag"),
        ({"where": [("version", "v9")]}, "by-facet"),
        ({"type": "source"}, "1"),
    ],
)
def test_a_filter_finds_the_one_page_that_passes_it(
    crowded: Wiki, conditions: dict[str, Any], expected: str
) -> None:
    """K3"""
    answer = crowded.search("limit", **conditions)
    assert [hit.identifier for hit in answer.results] == [expected]
    assert answer.total == 1


def test_no_filter_shows_them_far_below(crowded: Wiki) -> None:
    """K3: the premise"""
    first = crowded.search("limit", type="page", limit=1000)
    assert len(first.results) == 1000
    assert all(hit.identifier.startswith("crowd/") for hit in first.results)


def test_another_scope_finds_its_own_page(crowded: Wiki, tmp_path_factory: pytest.TempPathFactory) -> None:
    """K3"""
    assert crowded.database is not None
    project = Path(crowded.database).parents[1]
    home = project.parent / "home"
    environ = {"HOME": str(home), "LWC_HOME": str(home / ".lwc")}
    with Wiki.open("global", environ=environ, project=str(project)) as everywhere:
        assert [hit.identifier for hit in everywhere.search("limit").results] == ["mention"]
    with Wiki.open("all", environ=environ, project=str(project)) as both:
        answer = both.search("limit", kinds=["faq"])
        assert [hit.ref for hit in answer.results] == ["project:page:by-kind"]


# ── what comes first ─────────────────────────────────────────────────────────────────────────────


def test_the_page_titled_like_the_query_comes_before_a_thousand_that_repeat_it(wiki: Wiki) -> None:
    """K1"""
    for number in range(1_000):
        wiki.pages.put(f"n{number:04}", title=f"Note {number}", body="Retry budget. " * (1 + number % 9))
    wiki.pages.put("wanted", title="Retry budget", body="How often a call is made again.")
    answer = wiki.search("retry budget", limit=3)
    assert answer.results[0].identifier == "wanted"
    assert answer.results[0].tier == "exact"


def test_singular_and_plural_find_the_same_first_page(wiki: Wiki) -> None:
    """K2"""
    wiki.pages.put("tabs", title="Keeping order", body="A tab manager groups open tabs and closes old ones.")
    wiki.pages.put("people", title="Staff", body="The manager of the shop keeps a tab on every order.")
    wiki.pages.put("keys", title="Keyboard", body="The tab key moves on.")
    first = [wiki.search(query).results[0].identifier for query in ("tab manager", "tabs manager")]
    assert first == ["tabs", "tabs"]


def test_pages_about_the_matter_come_before_passing_mentions_of_another_store(
    wiki: Wiki, tmp_path: Path
) -> None:
    """K9"""
    environ = {"HOME": str(tmp_path / "home"), "LWC_HOME": str(tmp_path / "home" / ".lwc")}
    for number in range(3):
        wiki.pages.put(
            f"retries-{number}",
            title=f"Webhook retries {number}",
            body="Webhook retries wait a second, then two, then four. A webhook is retried five times.",
        )
    with Wiki.open("global", environ=environ) as everywhere:
        everywhere.init()
        for number in range(300):
            everywhere.pages.put(
                f"other-{number:03}", title=f"Matter {number}", body=MENTION + " Webhook retries are another."
            )
    assert wiki.database is not None
    project = str(Path(wiki.database).parents[1])
    with Wiki.open("all", environ=environ, project=project) as both:
        first = [hit.ref for hit in both.search("webhook retries", limit=4).results]
    assert sorted(first[:3]) == [f"project:page:retries-{number}" for number in range(3)]
    assert first[3].startswith("global:")


# ── the same bytes ───────────────────────────────────────────────────────────────────────────────

TOPICS = (
    "连接池 connection pool",
    "データベース移行 migration",
    "회의록 minutes",
    "rate limits",
    "webhook retries",
)


def library() -> list[dict[str, Any]]:
    """Pages of which many are equally good, so that ties have to be broken the same way."""
    return [
        {
            "slug": f"{number % 5}-topic-{number}",
            "title": f"Note {number}",
            "kind": "concept" if number % 2 else "howto",
            "body": f"# {TOPICS[number % 5]}\n\nThe rule for {TOPICS[(number + 1) % 5]} is kept here.\n",
        }
        for number in range(40)
    ]


QUERIES = (
    "connection pool",
    "连接池",
    "データベース",
    "the rule",
    "rate limits webhook",
    "회의록",
    "minutes -pool",
)


def answers_of(run: Any, **where: Any) -> list[bytes]:
    return [run("search", query, "--explain", "--limit", "50", **where).raw for query in QUERIES]


def put_all(wiki: Wiki, pages: list[dict[str, Any]]) -> None:
    for page in pages:
        wiki.pages.put(**page)


def test_the_same_query_gives_the_same_bytes(wiki: Wiki, run: Any, store_dir: Path) -> None:
    """K5: twice, in another process, after reindex, after vacuum"""
    put_all(wiki, library())
    first = answers_of(run)
    assert all(json.loads(raw)["results"] for raw in first)
    assert (
        answers_of(run, env={"PYTHONHASHSEED": "1"}) == answers_of(run, env={"PYTHONHASHSEED": "2"}) == first
    )
    # `revision` counts writes, and reindex is one; the cursor is bound to it.
    before = [without_revision(raw) for raw in first]
    assert run("reindex").code == 0
    assert [without_revision(raw) for raw in answers_of(run)] == before
    wiki.close()
    with closing(sqlite3.connect(store_dir / ".lwc" / "wiki.db")) as store:
        store.execute("VACUUM")
    assert [without_revision(raw) for raw in answers_of(run)] == before


def without_revision(raw: bytes) -> Any:
    answer = json.loads(raw)
    for key in ("database", "next_cursor", "revision"):
        answer.pop(key, None)
    return answer


def test_the_order_of_insertion_makes_no_difference(wiki: Wiki, run: Any, tmp_path: Path) -> None:
    """K5"""
    put_all(wiki, library())
    other = tmp_path / "other"
    other.mkdir()
    assert run("init", cwd=other).code == 0
    environ = {"HOME": str(tmp_path / "home"), "LWC_HOME": str(tmp_path / "home" / ".lwc")}
    with Wiki.open(project=str(other), environ=environ) as backwards:
        put_all(backwards, library()[::-1])
    expected = [without_revision(raw) for raw in answers_of(run)]
    assert [without_revision(raw) for raw in answers_of(run, cwd=other)] == expected


# ── the cursor ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("query", ["the rule", "connection pool", "连接池", "note 7"])
@pytest.mark.parametrize("size", [1, 3, 7])
def test_pages_through_the_cursor_are_one_big_page(wiki: Wiki, query: str, size: int) -> None:
    """K6"""
    put_all(wiki, library())
    whole = wiki.search(query, limit=200)
    assert (whole.next_cursor, whole.truncated) == (None, False)
    hits: list[Any] = []
    cursor = None
    for _ in range(200):
        page = wiki.search(query, limit=size, cursor=cursor)
        assert page.total == whole.total
        hits += page.results
        cursor = page.next_cursor
        if cursor is None:
            break
    assert [(hit.rank, hit.ref, hit.score) for hit in hits] == [
        (hit.rank, hit.ref, hit.score) for hit in whole.results
    ]
    assert [hit.rank for hit in hits] == list(range(1, whole.total + 1))


def test_a_cursor_of_another_query_or_another_state_is_refused(wiki: Wiki, run: Any) -> None:
    """K6"""
    put_all(wiki, library())
    cursor = run("search", "the rule", "--limit", "3").json["next_cursor"]
    for args in (("search", "webhook", "--cursor", cursor), ("search", "the rule", "--cursor", "anything")):
        assert (run(*args).code, run(*args).error["code"]) == (2, "invalid_cursor")
    assert run("search", "the rule", "--limit", "3", "--cursor", cursor).code == 0
    run("page", "put", "new", "--title", "New")
    done = run("search", "the rule", "--limit", "3", "--cursor", cursor)
    assert (done.code, done.error["code"]) == (5, "stale_cursor")


# ── snippets ─────────────────────────────────────────────────────────────────────────────────────

PADDING = (
    "Other words stand before it, and they go on for a while. 这里先写一些别的内容，再说要紧的事。 " * 20
)
SNIPPETS: dict[str, tuple[str, str]] = {
    "latin": ("The ﬁnal limit is 100 requests.", "final limit"),
    "accents": ("Über das Kündigungsrecht der Verträge.", "kundigungsrecht"),
    "decomposed": ("Cafe\u0301 au lait near the Zürich office.", "café"),
    "full width": ("Ｔｈｅ ＷＥＢＨＯＯＫ retries three times.", "webhook"),
    "half width": ("その ﾃﾞｰﾀﾍﾞｰｽ を移行する。", "データベース"),
    "chinese": ("连接池的上限是二十个连接。", "连接池上限"),
    "korean": ("팀은 회의록을 Notion에 정리한다.", "회의록"),
    "emoji": ("👩‍👩‍👧 🐘 the elephant 🐘 is kept.", "elephant"),
    "plane 2": ("𠮷野家の牛丼を食べる。", "野家"),
    "identifier": ("Call getUserById(42) first.", "getuserbyid"),
    "one character": ("中文合約轉換體驗課問題", "合"),
}


@pytest.mark.parametrize("where", ["alone", "in the middle", "at the end"])
@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_is_original_text_at_its_offsets(wiki: Wiki, name: str, where: str) -> None:
    """K7"""
    sentence, query = SNIPPETS[name]
    before = "" if where == "alone" else PADDING
    body = before + sentence + (PADDING if where == "in the middle" else "")
    wiki.pages.put("wanted", title="Untitled", body=body)
    wiki.pages.put("other", title="Nothing", body="無關的內容。 Irrelevant.")
    hit = wiki.search(query).results[0]
    assert hit.identifier == "wanted"
    snippet = hit.snippet
    assert snippet.field == "body"
    assert body.encode()[snippet.byte_start : snippet.byte_end].decode() == snippet.text
    assert snippet.highlights
    looked_for = {term for token in wiki.tokens(query, query=True).terms for term in [token.term]}
    for start, end in snippet.highlights:
        assert 0 <= start < end <= len(snippet.text)
        marked = index_terms(snippet.text[start:end]).split()
        assert any(
            term.startswith(wanted) or wanted.startswith(term) for term in marked for wanted in looked_for
        )
    assert list(snippet.highlights) == sorted(snippet.highlights)
    assert any(sentence[at : at + 2] in snippet.text for at in range(0, len(sentence), 2))


def test_a_snippet_of_a_title_says_that_it_is_one(wiki: Wiki) -> None:
    """K7"""
    wiki.pages.put("rates", title="Rate limits", body="Something else.")
    snippet = wiki.search("rate limits").results[0].snippet
    text = {"title": "Rate limits", "body": "Something else."}[snippet.field]
    assert text.encode()[snippet.byte_start : snippet.byte_end].decode() == snippet.text
