"""What the store knows of how pages stand among others, by the names, links and citations of real pages."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lwc import Wiki
from lwc.search.standing import only_lists
from lwc.store import standing
from lwc.store.connection import Database, open_for_reading
from lwc.store.migrations import migrate

Ids = Callable[..., list[int]]


@pytest.fixture
def database(wiki: Wiki) -> Iterator[Database]:
    """The project's store, read beside the wiki that writes."""
    opened = open_for_reading(str(wiki.database))
    yield opened
    opened.close()


@pytest.fixture
def ids(database: Database) -> Ids:
    """The ids of pages by their slugs, removed ones too."""

    def of(*slugs: str) -> list[int]:
        rows = dict(database.rows("SELECT slug, id FROM page"))
        return [rows[slug] for slug in slugs]

    return of


def put(wiki: Wiki, slug: str, body: str = "Text.", **given: object) -> None:
    wiki.pages.put(slug, **{"title": slug.capitalize(), "body": body, **given})  # type: ignore[arg-type]


# ── ties ─────────────────────────────────────────────────────────────────────────────────────────


def test_links_tie_both_ways_by_slug_alias_and_title(wiki: Wiki, database: Database, ids: Ids) -> None:
    put(wiki, "first", "See [[Out there]] and [text](by-slug.md).", title="The First", aliases=["leader"])
    put(wiki, "by-slug", "See [[first]].")
    put(wiki, "by-alias", "See [[LEADER]] and once more [[leader|it]].")
    put(wiki, "by-title", "See [[the first#part]].")
    put(wiki, "out", title="Out there")
    put(wiki, "apart", "See [[by-slug]] and [[nowhere]].")
    first, by_slug, by_alias, by_title, out, apart = ids(
        "first", "by-slug", "by-alias", "by-title", "out", "apart"
    )
    assert standing.ties(database, [first, by_slug, by_alias, by_title, out, apart], [first]) == {
        by_slug: {first: 2},
        by_alias: {first: 1},
        by_title: {first: 1},
        out: {first: 1},
    }


def test_first_pages_are_tied_with_each_other_and_none_with_itself(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    put(wiki, "one", "[[two]] [[one]]")
    put(wiki, "two", "[[two]]")
    one, two = ids("one", "two")
    assert standing.ties(database, [one, two], [one, two]) == {one: {two: 1}, two: {one: 1}}


def test_a_link_ties_with_the_page_that_has_the_best_name_alone(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    put(wiki, "payments")
    put(wiki, "b-titled", title="Payments")
    put(wiki, "a-titled", title="Refund rules")
    put(wiki, "z-aliased", aliases=["refund rules"])
    put(wiki, "linking", "[[payments]] and [[refund rules]]")
    payments, b_titled, a_titled, z_aliased, linking = ids(
        "payments", "b-titled", "a-titled", "z-aliased", "linking"
    )
    named = [payments, b_titled, a_titled, z_aliased]
    assert standing.ties(database, named, [linking]) == {payments: {linking: 1}, z_aliased: {linking: 1}}
    assert standing.ties(database, [linking], named) == {linking: {payments: 1, z_aliased: 1}}


def test_of_equal_titles_the_first_slug_is_meant(wiki: Wiki, database: Database, ids: Ids) -> None:
    put(wiki, "b", title="Same name")
    put(wiki, "a", title="Same name")
    put(wiki, "linking", "[[same name]]")
    a, b, linking = ids("a", "b", "linking")
    assert standing.ties(database, [a, b], [linking]) == {a: {linking: 1}}


def test_a_removed_page_is_tied_with_nothing_and_leaves_its_name(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    put(wiki, "target", aliases=["goal"])
    put(wiki, "linking", "[[target]] [[goal]]")
    put(wiki, "titled", title="Target")
    gone, linking, titled = ids("target", "linking", "titled")
    assert standing.ties(database, [gone, titled], [linking]) == {gone: {linking: 1}}
    wiki.pages.remove("target", reason="Merged")
    assert standing.ties(database, [gone, titled], [linking]) == {titled: {linking: 1}}
    wiki.pages.remove("linking", reason="Merged")
    assert standing.ties(database, [gone, titled], [linking]) == {}


def test_ties_agree_with_what_the_pages_show(wiki: Wiki, database: Database, ids: Ids) -> None:
    put(wiki, "a", "[[b]] [[Sea]] [[x]]", aliases=["x"])
    put(wiki, "b", "[[d]] [[x]] [[a]]")
    put(wiki, "c", "[[a]] [[b]]", title="Sea")
    put(wiki, "d", "[[Sea]] [[nothing]]", title="B")
    slugs = ("a", "b", "c", "d")
    of = dict(zip(slugs, ids(*slugs), strict=True))
    expected: dict[int, dict[int, int]] = {}
    for slug in slugs:
        for link in {link.slug for link in wiki.pages.links(slug).links.outgoing} - {None, slug}:
            for one, other in ((slug, link), (link, slug)):
                counts = expected.setdefault(of[one], {})
                counts[of[other]] = counts.get(of[other], 0) + 1
    assert standing.ties(database, list(of.values()), list(of.values())) == expected


def test_a_source_that_both_cite_is_one_tie(wiki: Wiki, database: Database, ids: Ids) -> None:
    for origin in ("a.md", "b.md", "c.md"):
        wiki.sources.add_bytes(f"text of {origin}".encode(), origin=origin)
    put(wiki, "first", "[[linked]]", cite=[1, 2])
    put(wiki, "sharing-two", cite=[1, 2, 3])
    put(wiki, "sharing-none", cite=[3])
    put(wiki, "linked", "[[first]]", cite=["b.md"])
    first, two, none, both = ids("first", "sharing-two", "sharing-none", "linked")
    assert standing.ties(database, [first, two, none, both], [first]) == {two: {first: 1}, both: {first: 3}}


def test_nothing_is_tied_without_first_pages(wiki: Wiki, database: Database, ids: Ids) -> None:
    put(wiki, "a", "[[a]]")
    assert standing.ties(database, ids("a"), []) == {}
    assert standing.ties(database, [], ids("a")) == {}


# ── listings ─────────────────────────────────────────────────────────────────────────────────────


def test_a_listing_is_told_by_its_kind_and_the_bytes_of_its_links(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    put(wiki, "plain", "No link at all.\n", kind="Index")
    put(wiki, "links", "- [[plain]]\n- [目录](listing.md)\n- [[x|y]]\n")
    put(wiki, "titled", "---\nkind: note\n---\n[[plain]] text\n")
    put(wiki, "bare", "")
    plain, links, titled, bare = ids("plain", "links", "titled", "bare")
    found = standing.listings(database, [plain, links, titled, bare])
    assert found[plain][1:] == (0, 0, len("No link at all."))
    assert found[plain].kind.casefold() == "index"
    written = "- [[plain]]\n- [目录](listing.md)\n- [[x|y]]"
    assert found[links][1:] == (3, len("[[plain]][目录](listing.md)[[x|y]]".encode()), len(written.encode()))
    assert found[titled].links == 1
    assert found[titled].bytes == pytest.approx(len("[[plain]] text"), abs=1)
    assert found[bare][1:] == (0, 0, 0)
    assert [page for page in (plain, links, titled, bare) if only_lists(found[page])] == [plain, links]


def test_prose_with_links_is_no_listing(wiki: Wiki, database: Database, ids: Ids) -> None:
    """K8: neither a slug nor a title says that a page is one."""
    prose = "The [[bank]] moves what the [[customer]] paid to the [[shop]] within two working days.\n"
    for slug in ("protocol", "stock", "indexing", "index", "table-of-contents"):
        put(wiki, slug, prose)
    found = standing.listings(database, ids("protocol", "stock", "indexing", "index", "table-of-contents"))
    assert [listing.links for listing in found.values()] == [3] * 5
    assert not any(only_lists(listing) for listing in found.values())


def test_a_long_page_is_measured_to_its_end(wiki: Wiki, database: Database, ids: Ids) -> None:
    links = "".join(f"- [[page-{number}]]\n" for number in range(200))
    prose = "\n\n".join(f"Sentence number {number} stands by itself." for number in range(400))
    put(wiki, "long", f"{links}\n{prose}")
    put(wiki, "list", links)
    put(wiki, "next", "Other text.")  # its passages follow those of the list
    long, listing, _ = ids("long", "list", "next")
    found = standing.listings(database, [long, listing])
    assert found[long].bytes == len(f"{links}\n{prose}")
    assert found[listing].bytes == len(links) - 1
    assert (only_lists(found[long]), only_lists(found[listing])) == (False, True)


# ── successors ───────────────────────────────────────────────────────────────────────────────────


def test_a_chain_of_successors_is_followed_and_slugs_are_in_order(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    put(wiki, "a")
    put(wiki, "b2", supersedes=["a"])
    put(wiki, "b1", supersedes=["a"])
    put(wiki, "c", supersedes=["b2"])
    put(wiki, "other")
    put(wiki, "unasked", supersedes=["other"])
    a, b1, b2, c = ids("a", "b1", "b2", "c")
    assert standing.successors(database, [a]) == {a: ((b1, "b1"), (b2, "b2")), b2: ((c, "c"),)}
    assert standing.successors(database, [c]) == {}
    assert standing.successors(database, []) == {}


def test_pages_that_supersede_each_other_come_to_an_end(wiki: Wiki, database: Database, ids: Ids) -> None:
    put(wiki, "a")
    put(wiki, "b", supersedes=["a"])
    put(wiki, "a", supersedes=["b"])
    a, b = ids("a", "b")
    assert standing.successors(database, [a]) == {a: ((b, "b"),), b: ((a, "a"),)}


def test_a_removed_successor_does_not_count(wiki: Wiki, database: Database, ids: Ids) -> None:
    put(wiki, "a")
    put(wiki, "b", supersedes=["a"])
    put(wiki, "c", supersedes=["b"])
    a, b = ids("a", "b")
    wiki.pages.remove("c", reason="Wrong")
    assert standing.successors(database, [a, b]) == {a: ((b, "b"),)}
    put(wiki, "c", supersedes=["b"])
    wiki.pages.remove("b", reason="Wrong")
    assert standing.successors(database, [a]) == {}


def test_a_removed_page_with_its_rows_left_supersedes_nothing(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    put(wiki, "a")
    put(wiki, "b", supersedes=["a"])
    with sqlite3.connect(str(wiki.database)) as store:
        store.execute("UPDATE page SET removed_at = '2026-01-01T00:00:00Z' WHERE slug = 'b'")
    store.close()
    assert standing.successors(database, ids("a")) == {}


# ── citations ────────────────────────────────────────────────────────────────────────────────────


def test_a_cited_source_that_was_superseded_is_told_with_the_newest(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    """T2"""
    wiki.sources.add_bytes(b"first terms", origin="terms.md")
    wiki.sources.add_bytes(b"prices", origin="prices.md")
    put(wiki, "citing", cite=[1, 2])
    put(wiki, "fresh", cite=[2])
    citing, fresh = ids("citing", "fresh")
    assert standing.superseded_citations(database, [citing, fresh]) == {}
    wiki.sources.add_bytes(b"second terms", origin="terms.md")
    assert standing.superseded_citations(database, [citing, fresh]) == {citing: ((1, 3),)}
    put(wiki, "later", cite=[3, 1])
    wiki.sources.add_bytes(b"third terms", origin="terms.md")
    wiki.sources.add_bytes(b"new prices", origin="prices.md")
    (later,) = ids("later")
    assert standing.superseded_citations(database, [citing, fresh, later]) == {
        citing: ((1, 4), (2, 5)),
        fresh: ((2, 5),),
        later: ((1, 4), (3, 4)),
    }
    assert standing.superseded_citations(database, []) == {}


def test_a_source_is_told_once_however_many_of_its_spans_are_cited(
    wiki: Wiki, database: Database, ids: Ids
) -> None:
    """T2"""
    wiki.sources.add_bytes(b"first terms", origin="terms.md")
    put(wiki, "citing", cite=[1])
    (citing,) = ids("citing")
    with sqlite3.connect(str(wiki.database)) as store:
        store.execute(
            "INSERT INTO citation (page_id, position, source_id, span) VALUES (?, 1, 1, 'x')", (citing,)
        )
    store.close()
    wiki.sources.add_bytes(b"second terms", origin="terms.md")
    assert standing.superseded_citations(database, [citing]) == {citing: ((1, 2),)}


# ── how it is read ───────────────────────────────────────────────────────────────────────────────

STATEMENTS = sorted(
    (name, value)
    for name, value in vars(standing).items()
    if name.startswith("SELECT_") and name != "SELECT_ANY_SUPERSEDED"  # of no pages: it ends at the first row
)


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = Path(tmp_path_factory.mktemp("schema")) / "wiki.db"
    migrate(str(path))
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


@pytest.mark.parametrize(("name", "statement"), STATEMENTS, ids=[name for name, _ in STATEMENTS])
def test_a_statement_reads_the_rows_of_these_pages_alone(
    schema: sqlite3.Connection, name: str, statement: str
) -> None:
    parameters = dict.fromkeys(re.findall(r":([a-z_]+)", statement))
    rows = schema.execute("EXPLAIN QUERY PLAN " + statement, parameters).fetchall()
    plan = [row[3] for row in rows]
    tables = {table for (table,) in schema.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    scanned = [line for line in plan if line.startswith("SCAN ") and line.split()[1] in {*tables, "other"}]
    assert scanned == [], plan
    assert [line for line in plan if "AUTOMATIC" in line or "MATERIALIZE" in line] == [], plan
    assert sum(line.startswith("SEARCH ") for line in plan) >= 2, plan
