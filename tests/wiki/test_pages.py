"""Pages: what a put writes and what it leaves alone, what names a page, and what a removed page leaves."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lwc import Wiki
from lwc.errors import LwcError


def refused(code: str, call: Any, *args: Any, **options: Any) -> LwcError:
    with pytest.raises(LwcError) as caught:
        call(*args, **options)
    assert caught.value.code == code, caught.value.message
    return caught.value


def operations(wiki: Wiki) -> list[str]:
    return [operation.action for operation in wiki.log().operations]


# ── put ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_page_is_created_with_all_that_was_given(wiki: Wiki) -> None:
    source = wiki.sources.add_bytes(b"The pool holds twenty.\n").source
    answer = wiki.pages.put(
        "pools/连接池", title="Connection  pool ", kind="concept", summary="How big it is.",
        body="# Pool\n\nTwenty.", cite=[source.id], tags=["db", "DB", "运维"], aliases=["cp", "连接池"],
        asked=["How many connections?"], facets=[("version", "v2"), ("region", "eu"), ("version", "v2")],
    )  # fmt: skip
    page = answer.page
    assert (answer.created, answer.changed, answer.dry_run) == (True, True, False)
    assert (page.ref, page.slug, page.title) == (
        "project:page:pools/连接池",
        "pools/连接池",
        "Connection pool",
    )
    assert (page.kind, page.summary, page.provenance) == ("concept", "How big it is.", "source-grounded")
    assert (page.source_ids, page.citations) == ((1,), ("1",))
    assert (page.tags, page.aliases) == (("db", "运维"), ("cp", "连接池"))
    assert page.asked == ("How many connections?",)
    assert page.facets == {"region": ("eu",), "version": ("v2",)}
    assert page.revision == 1
    assert wiki.pages.show("pools/连接池").page == page
    assert wiki.pages.show("pools/连接池").body == "# Pool\n\nTwenty."
    assert operations(wiki)[0] == "page.put"
    assert (wiki.log().operations[0].id, wiki.log().operations[0].revision) == (
        answer.operation,
        answer.revision,
    )


def test_what_is_not_given_stays_and_a_list_replaces(wiki: Wiki) -> None:
    wiki.pages.put(
        "faq",
        title="Questions",
        kind="howto",
        summary="S",
        body="B",
        tags=["a", "b"],
        aliases=["x"],
        asked=["q"],
        facets=[("v", "1")],
    )
    page = wiki.pages.put("faq", tags=["b", "c"]).page
    assert (page.title, page.kind, page.summary, page.aliases, page.asked) == (
        "Questions",
        "howto",
        "S",
        ("x",),
        ("q",),
    )
    assert (page.tags, page.facets, page.revision) == (("b", "c"), {"v": ("1",)}, 2)
    assert wiki.pages.show("faq").body == "B"
    page = wiki.pages.put("faq", tags=[], aliases=(), asked=iter(()), facets=[], summary="").page
    assert (page.tags, page.aliases, page.asked, page.facets, page.summary) == ((), (), (), {}, "")


@pytest.mark.parametrize(
    "again",
    [
        {},
        {"title": "Questions"},
        {"body": "B"},
        {"tags": ["a"]},
        {"tags": ["a", "A"]},
        {"title": " Questions ", "summary": " S "},
        {"if_revision": 1},
        {"supersedes": []},
    ],
)
def test_a_put_that_changes_nothing_writes_nothing(wiki: Wiki, again: dict[str, Any]) -> None:
    first = wiki.pages.put("faq", title="Questions", summary="S", body="B", tags=["a"])
    before = (Path(str(wiki.database)).read_bytes(), Path(f"{wiki.database}-wal").read_bytes())
    answer = wiki.pages.put("faq", **again)
    assert (answer.created, answer.changed, answer.operation) == (False, False, None)
    assert (answer.revision, answer.page) == (first.revision, first.page)
    assert (Path(str(wiki.database)).read_bytes(), Path(f"{wiki.database}-wal").read_bytes()) == before


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Other"}, {"kind": "howto"}, {"summary": "T"}, {"body": "B\n"}, {"body": ""},
        {"tags": ["b", "a"]}, {"aliases": ["x"]}, {"asked": ["q?"]}, {"facets": [("v", "1")]},
        {"provenance": "hypothesis"},
    ],
    ids=str,
)  # fmt: skip
def test_every_change_is_a_revision_of_its_own(wiki: Wiki, change: dict[str, Any]) -> None:
    first = wiki.pages.put("faq", title="Questions", summary="S", body="B", tags=["a", "b"])
    answer = wiki.pages.put("faq", **change)
    assert (answer.created, answer.changed, answer.page.revision) == (False, True, 2)
    assert answer.revision == first.revision + 1
    old = wiki.pages.show("faq", revision=1)
    assert (old.page.title, old.page.tags, old.body) == ("Questions", ("a", "b"), "B")
    assert old.page.fingerprint == first.page.fingerprint


def test_the_title_of_a_new_page_comes_from_the_best_place(wiki: Wiki) -> None:
    assert wiki.pages.put("a/rate-limits").page.title == "rate limits"
    assert wiki.pages.put("b", body="Text\n\n## A *heading*\n").page.title == "A heading"
    assert wiki.pages.put("c", body="---\ntitle: Front\n---\n# Heading\n").page.title == "Front"
    assert wiki.pages.put("d", title="Given", body="---\ntitle: Front\n---\n").page.title == "Given"
    assert wiki.pages.put("b", body="# Another heading\n").page.title == "A heading"


def test_front_matter_stands_in_for_what_is_not_given(wiki: Wiki) -> None:
    body = (
        "---\ntitle: Limits\nkind: concept\nsummary: Short\ntags: [api, 限流]\naliases: rl, throttle\n"
        "asked:\n  - How many?\nfacets:\n  version: [v1, v2]\n  region: eu\nprovenance: user-provided\n---\nText.\n"
    )
    page = wiki.pages.put("limits", body=body).page
    assert (page.title, page.kind, page.summary, page.provenance) == (
        "Limits",
        "concept",
        "Short",
        "user-provided",
    )
    assert (page.tags, page.aliases, page.asked) == (("api", "限流"), ("rl", "throttle"), ("How many?",))
    assert page.facets == {"region": ("eu",), "version": ("v1", "v2")}
    page = wiki.pages.put("limits", body=body, tags=["given"], kind="howto").page
    assert (page.tags, page.kind, page.summary) == (("given",), "howto", "Short")
    assert wiki.pages.show("limits").body == body


def test_broken_front_matter_is_text_and_a_warning(wiki: Wiki) -> None:
    body = "---\ntags: [db\n---\nThe pool.\n"
    answer = wiki.pages.put("broken", title="Broken", body=body)
    assert answer.page.tags == ()
    assert wiki.pages.show("broken").body == body
    (warning,) = answer.warnings
    assert "ront matter" in warning
    assert wiki.search("pool").results[0].identifier == "broken"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"title": "  "}, "invalid_value"),
        ({"title": "x" * 513}, "invalid_value"),
        ({"title": "a\0b"}, "not_text"),
        ({"body": "a\0b"}, "not_text"),
        ({"body": "half \ud800"}, "not_text"),
        ({"tags": ["x" * 513]}, "invalid_value"),
        ({"provenance": "hearsay"}, "invalid_value"),
        ({"facets": [("", "v")]}, "invalid_value"),
        ({"facets": [("v", " ")]}, "invalid_value"),
        ({"cite": [99]}, "source_not_found"),
        ({"supersedes": ["nowhere"]}, "page_not_found"),
        ({"supersedes": ["new"]}, "invalid_value"),
        ({"if_revision": 1}, "revision_conflict"),
    ],
    ids=str,
)
def test_what_can_not_stand_is_refused_and_nothing_is_written(
    wiki: Wiki, given: dict[str, Any], code: str
) -> None:
    before = wiki.log().total
    refused(code, wiki.pages.put, "new", **given)
    assert wiki.log().total == before
    refused("page_not_found", wiki.pages.show, "new")


def test_a_writer_can_say_what_it_expects(wiki: Wiki) -> None:
    wiki.pages.put("faq", body="one", if_absent=True)
    error = refused("revision_conflict", wiki.pages.put, "faq", body="two", if_absent=True)
    assert (error.exit_code, error.details["revision"]) == (5, 1)
    assert wiki.pages.put("faq", body="two", if_revision=1).page.revision == 2
    error = refused("revision_conflict", wiki.pages.put, "faq", body="three", if_revision=1)
    assert error.details["revision"] == 2
    assert wiki.pages.show("faq").body == "two"
    wiki.pages.remove("faq", "gone")
    refused("revision_conflict", wiki.pages.put, "faq", body="three", if_revision=2)
    assert wiki.pages.put("faq", body="three", if_absent=True).page.revision == 3


def test_a_dry_run_says_what_would_be_and_writes_nothing(wiki: Wiki) -> None:
    wiki.pages.put("faq", body="B", tags=["a"])
    before = (Path(str(wiki.database)).read_bytes(), Path(f"{wiki.database}-wal").read_bytes())
    new = wiki.pages.put("new", body="# New\n\n[[faq]]", dry_run=True)
    assert (new.created, new.changed, new.dry_run, new.operation) == (True, True, True, None)
    assert (new.page.title, new.page.revision, new.page.links) == ("New", 1, ("faq",))
    changed = wiki.pages.put("faq", tags=["b"], dry_run=True)
    assert (changed.created, changed.changed, changed.page.tags, changed.page.revision) == (
        False,
        True,
        ("b",),
        2,
    )
    same = wiki.pages.put("faq", tags=["a"], dry_run=True)
    assert (same.changed, same.page.revision) == (False, 1)
    refused("revision_conflict", wiki.pages.put, "faq", if_absent=True, dry_run=True)
    refused("slug_collision", wiki.pages.put, "FAQ", dry_run=True)
    assert (Path(str(wiki.database)).read_bytes(), Path(f"{wiki.database}-wal").read_bytes()) == before
    refused("page_not_found", wiki.pages.show, "new")


# ── names ────────────────────────────────────────────────────────────────────────────────────────

BAD_SLUGS = [
    "", " ", "\t", "/", "a/", "/a", "a//b", ".", "..", "a/..", "../a", "a/./b", " a", "a ", "a / b", "a\nb",
    "a\0b", "a\\b", "a\u2028b", "a\x7fb", "\ud800", "x" * 256, "字" * 86, "a/" + "x" * 256, "/".join(["x" * 200] * 6),
]  # fmt: skip


@pytest.mark.parametrize("slug", BAD_SLUGS, ids=ascii)
def test_a_bad_slug_is_refused(wiki: Wiki, slug: str) -> None:
    error = refused("invalid_slug", wiki.pages.put, slug, title="T")
    assert error.exit_code == 4
    assert error.hint


ODD_SLUGS = [
    "🐘",
    "a b",
    "a_b",
    "a-b",
    "# x & [y]",
    "x" * 255,
    "字" * 85,
    "a.md",
    "100%",
    "it's",
    "%_",
    "团队/规则",
    "12",
    "C++",
    "...a",
    "page",
    "project",
]


@pytest.mark.parametrize("slug", ODD_SLUGS)
def test_an_odd_slug_goes_round(wiki: Wiki, slug: str) -> None:
    wiki.pages.put(slug, title="Odd one", body="The odd page.")
    assert wiki.pages.show(slug).page.slug == slug
    (hit,) = wiki.search("odd").results
    assert (hit.identifier, hit.ref) == (slug, f"project:page:{slug}")
    assert wiki.pages.show(hit.ref).body == "The odd page."
    assert hit.span is not None
    assert wiki.spans.get(hit.span.id).span.text == "The odd page."
    assert wiki.pages.put(hit.ref, body="Changed.").page.slug == slug
    assert wiki.pages.remove(hit.ref, "done").slug == slug


def test_slugs_that_differ_by_case_collide_and_the_error_names_both(wiki: Wiki) -> None:
    wiki.pages.put("Straße/FAQ", body="x")
    for other in ("straße/faq", "STRASSE/FAQ"):
        error = refused("slug_collision", wiki.pages.put, other, body="y")
        assert error.details == {"slug": other, "existing": "Straße/FAQ"}
        assert other in error.message
        assert "Straße/FAQ" in error.message
    assert wiki.pages.show("straße/faq").page.slug == "Straße/FAQ"


def test_a_slug_in_another_composition_is_the_same_page(wiki: Wiki) -> None:
    composed, decomposed = (unicodedata.normalize(form, "café/회의록") for form in ("NFC", "NFD"))
    assert composed != decomposed
    wiki.pages.put(composed, body="one")
    answer = wiki.pages.put(decomposed, body="two")
    assert (answer.created, answer.page.slug, answer.page.revision) == (False, composed, 2)
    assert wiki.pages.show(decomposed).page.slug == composed
    assert wiki.pages.list().total == 1


def test_an_alias_names_one_page(wiki: Wiki) -> None:
    wiki.pages.put("pool", aliases=["Connection Pool"])
    wiki.pages.put("other")
    taken = refused("alias_collision", wiki.pages.put, "other", aliases=["connection pool"])
    assert taken.details == {"name": "connection pool", "slug": "pool"}
    assert refused("alias_collision", wiki.pages.put, "other", aliases=["POOL"]).details["slug"] == "pool"
    assert refused("alias_collision", wiki.pages.put, "connection pool").details["slug"] == "pool"
    wiki.pages.put("pool", aliases=["pool", "cp"])
    assert wiki.pages.put("other", aliases=["Connection Pool"]).page.aliases == ("Connection Pool",)
    wiki.pages.remove("other", "gone")
    assert wiki.pages.put("third", aliases=["connection pool"]).changed


@pytest.mark.parametrize(
    "name",
    [
        "pool",
        "POOL",
        "cp",
        "Cp",
        "Connection pool",
        "connection POOL",
        "page:pool",
        "project:page:cp",
        "project:pool",
    ],
)
def test_a_page_goes_by_its_slug_its_aliases_and_its_title(wiki: Wiki, name: str) -> None:
    wiki.pages.put("pool", title="Connection pool", aliases=["cp"], body="B")
    assert wiki.pages.show(name).page.slug == "pool"
    assert wiki.pages.links(name).slug == "pool"
    assert wiki.spans.locate(name, "B").total == 1
    assert wiki.pages.remove(name, "gone").slug == "pool"


def test_a_name_of_two_pages_is_an_error_that_lists_them(wiki: Wiki) -> None:
    wiki.pages.put("b", title="Limits", body="x")
    wiki.pages.put("a", title="LIMITS", body="x")
    wiki.pages.put("c", aliases=["limits"], body="x")
    error = refused("ambiguous_reference", wiki.pages.show, "limits")
    assert sorted(error.details["slugs"]) == ["a", "b", "c"]
    assert all(slug in error.message for slug in "abc")
    refused("ambiguous_reference", wiki.pages.remove, "limits", "gone")
    refused("ambiguous_reference", wiki.pages.put, "d", supersedes=["limits"])
    wiki.pages.remove("c", "its alias made room")
    wiki.pages.put("limits", title="Other", body="y")
    assert wiki.pages.show("LIMITS").page.slug == "limits"


def test_a_missing_page_names_the_nearest_slugs(wiki: Wiki) -> None:
    for slug in ("payment-rules", "payments/rules-eu", "支付规则", "unrelated"):
        wiki.pages.put(slug, title=f"T {slug}")
    error = refused("page_not_found", wiki.pages.show, "payment-rule")
    assert error.details["near"][0] == "payment-rules"
    assert "payment-rules" in error.hint
    assert error.exit_code == 3
    assert refused("page_not_found", wiki.pages.show, "支付规").details["near"] == ["支付规则"]
    assert refused("page_not_found", wiki.pages.show, "zzz").details["near"] == []
    refused("page_not_found", wiki.pages.show, "source:1")


# ── supersession ─────────────────────────────────────────────────────────────────────────────────


def test_supersession_is_told_on_both_pages(wiki: Wiki) -> None:
    wiki.pages.put("v1", title="Version one")
    wiki.pages.put("v0")
    page = wiki.pages.put("v2", supersedes=["Version one", "V0", "v1"]).page
    assert page.supersedes == ("v0", "v1")
    assert wiki.pages.show("v1").page.superseded_by == ("v2",)
    assert wiki.pages.put("v2", supersedes=["v1", "v0"]).changed is False
    assert wiki.pages.put("v2", supersedes=["v1"]).page.supersedes == ("v1",)
    assert wiki.pages.show("v0").page.superseded_by == ()
    assert wiki.pages.put("v2", supersedes=[]).changed
    assert wiki.pages.show("v1").page.superseded_by == ()


def test_a_page_can_not_supersede_itself_by_any_name(wiki: Wiki) -> None:
    wiki.pages.put("v1", title="One", aliases=["first"])
    for name in ("v1", "V1", "One", "first"):
        refused("invalid_value", wiki.pages.put, "v1", supersedes=[name])


def test_supersession_outlives_the_removal_and_the_renaming_of_the_old_page(wiki: Wiki) -> None:
    wiki.pages.put("v1", title="One")
    wiki.pages.put("v0", title="Zero")
    wiki.pages.put("v2", supersedes=["One", "v0"])
    wiki.pages.put("v1", title="Another title")
    wiki.pages.remove("v0", "superseded for good")
    assert wiki.pages.put("v2", body="A change of the text alone.").page.supersedes == ("v0", "v1")
    refused("page_not_found", wiki.pages.put, "v3", supersedes=["v0"])
    wiki.pages.remove("v2", "gone")
    assert wiki.pages.show("v1").page.superseded_by == ()


# ── citations ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def cited(wiki: Wiki) -> Wiki:
    wiki.sources.add_bytes(b"# Rules\n\nThe pool holds twenty. It is shared.\n", origin="docs/rules.md")
    wiki.sources.add_bytes("另一份文件。\n".encode(), origin="# x & [y].md")
    return wiki


def test_a_source_is_cited_by_id_and_by_origin_and_a_span_of_it_by_its_id(cited: Wiki) -> None:
    (span,) = cited.spans.locate("source:1", "The pool holds twenty.").spans
    plain = span.id.removeprefix("project:")
    page = cited.pages.put("faq", cite=["2", "docs/rules.md", f"1#{span.id}", "project:source:1", 2]).page
    assert page.citations == ("2", "1", f"1#{plain}")
    assert page.source_ids == (2, 1)
    assert page.provenance == "source-grounded"
    assert cited.pages.put("faq", cite=["source:2", "1", f"docs/rules.md#{plain}"]).changed is False
    assert [(ref.slug, ref.span) for ref in cited.sources.refs(1).pages] == [("faq", ""), ("faq", plain)]
    assert cited.pages.put("faq", cite=[]).page.source_ids == ()
    assert cited.sources.refs(1).total == 0


def test_a_span_of_a_source_with_a_number_sign_in_its_origin_is_cited(cited: Wiki) -> None:
    (span,) = cited.spans.locate("source:2", "另一份文件。").spans
    page = cited.pages.put("faq", cite=["# x & [y].md", f"# x & [y].md#{span.id}"]).page
    assert page.citations == ("2", f"2#{span.id.removeprefix('project:')}")


def test_a_citation_that_leads_nowhere_is_refused(cited: Wiki) -> None:
    (span,) = cited.spans.locate("source:1", "The pool holds twenty.").spans
    put = cited.pages.put
    assert refused("source_not_found", put, "faq", cite=["nowhere.md"]).details == {"source": "nowhere.md"}
    refused("source_not_found", put, "faq", cite=["99#" + span.id])
    refused("source_not_found", put, "faq", cite=["#"])
    refused("invalid_value", put, "faq", cite=["2#" + span.id])
    refused("invalid_value", put, "faq", cite=["global:source:1"])
    document, _, place = span.id.partition("@")
    refused("stale_span", put, "faq", cite=[f"1#{document}@{'0' * 16}{place[16:]}"])
    refused("span_not_found", put, "faq", cite=["1#" + span.id.rpartition("/")[0] + "/99"])
    refused("span_not_found", put, "faq", cite=["1#nonsense"])
    cited.pages.put("other", body="Text of a page.")
    page_span = cited.spans.locate("other", "Text of a page.").spans[0].id
    refused("invalid_value", put, "faq", cite=["1#" + page_span])


def test_a_citation_of_a_superseded_source_stands(cited: Wiki) -> None:
    cited.pages.put("faq", cite=["docs/rules.md"])
    cited.sources.add_bytes(b"The pool holds thirty.\n", origin="docs/rules.md")
    page = cited.pages.put("faq", body="Changed.").page
    assert page.source_ids == (1,)
    assert cited.pages.put("faq", cite=["docs/rules.md"]).page.source_ids == (3,)
    assert cited.pages.put("faq", cite=[1]).page.source_ids == (1,)


# ── remove ───────────────────────────────────────────────────────────────────────────────────────


def test_a_removed_page_leaves_search_and_lists_and_keeps_its_revisions(wiki: Wiki) -> None:
    wiki.pages.put("faq", title="Questions", body="The connection pool.", tags=["db"], aliases=["q"])
    wiki.pages.put("other", body="See [[faq]].")
    answer = wiki.pages.remove("faq", "  merged into other ")
    assert (answer.slug, answer.changed) == ("faq", True)
    assert wiki.search("connection pool").results == ()
    assert [page.slug for page in wiki.pages.list().pages] == ["other"]
    assert wiki.pages.list(tag="db").total == 0
    for name in ("faq", "q", "Questions"):
        refused("page_not_found", wiki.pages.show, name)
    assert wiki.pages.links("other").links.missing == ("faq",)
    last = wiki.log().operations[0]
    assert (last.action, last.target, last.detail) == ("page.remove", "faq", {"reason": "merged into other"})
    refused("page_not_found", wiki.pages.remove, "faq", "again")
    with closing(sqlite3.connect(str(wiki.database))) as store:
        assert store.execute("SELECT body FROM page_revision").fetchall() == [
            ("The connection pool.",),
            ("See [[faq]].",),
        ]


def test_a_removed_page_comes_back_as_the_next_revision_and_empty_of_the_old(wiki: Wiki) -> None:
    wiki.pages.put("faq", title="Questions", body="one", tags=["db"])
    wiki.pages.put("faq", body="two")
    wiki.pages.remove("faq", "a mistake")
    answer = wiki.pages.put("faq", body="two")
    assert (answer.created, answer.changed, answer.page.revision, answer.page.tags) == (True, True, 3, ())
    assert answer.page.title == "faq"
    assert wiki.pages.show("faq", revision=2).page.title == "Questions"
    assert [hit.identifier for hit in wiki.search("two").results] == ["faq"]
    assert wiki.search("one").results == ()


@pytest.mark.parametrize("reason", ["", "  ", "x" * 513, "a\0b"])
def test_removing_needs_a_reason_that_can_be_kept(wiki: Wiki, reason: str) -> None:
    wiki.pages.put("faq")
    with pytest.raises(LwcError) as caught:
        wiki.pages.remove("faq", reason)
    assert caught.value.code in ("invalid_value", "not_text")
    assert wiki.pages.show("faq").page.revision == 1


# ── links ────────────────────────────────────────────────────────────────────────────────────────


def test_links_are_followed_by_slug_alias_and_title_in_both_directions(wiki: Wiki) -> None:
    wiki.pages.put(
        "guide/start",
        title="Start",
        body="[[pool|the pool]] [[CP]] [[connection pool#Size]] [[nowhere]] [up](../pool.md) ![[nowhere]] `[[code]]` [[start]]",
    )
    wiki.pages.put("pool", title="Connection pool", aliases=["cp"], body="Back to [start](guide/start.md).")
    links = wiki.pages.links("guide/start").links
    assert [(link.target, link.slug) for link in links.outgoing] == [
        ("pool", "pool"), ("CP", "pool"), ("connection pool", "pool"), ("nowhere", None), ("../pool.md", "pool"),
        ("nowhere", None), ("start", "guide/start"),
    ]  # fmt: skip
    assert (links.outgoing[0].label, links.outgoing[2].anchor) == ("the pool", "Size")
    assert links.missing == ("nowhere",)
    assert [link.slug for link in links.backlinks] == ["pool"]
    assert [link.slug for link in wiki.pages.links("pool").links.backlinks] == ["guide/start"]
    assert wiki.pages.show("guide/start").page.links == ("pool",)
    wiki.pages.put("nowhere", body="Now it is there.")
    assert wiki.pages.links("guide/start").links.missing == ()
    wiki.pages.put("guide/start", body="No links.")
    assert wiki.pages.links("pool").links.backlinks == ()


def test_a_link_leads_to_one_page_and_is_a_backlink_of_that_one_alone(wiki: Wiki) -> None:
    """A slug comes before an alias, an alias before a title, and of two titles the first slug's."""
    wiki.pages.put("pool", title="Other")
    wiki.pages.put("alias", aliases=["cp"], title="Pool")
    wiki.pages.put("title", title="CP")
    wiki.pages.put("z", title="Twice")
    wiki.pages.put("a", title="Twice")
    wiki.pages.put("from", body="[[Pool]] [[cp]] [[twice]]")
    assert [link.slug for link in wiki.pages.links("from").links.outgoing] == ["pool", "alias", "a"]
    assert wiki.pages.show("from").page.links == ("a", "alias", "pool")
    linked = [slug for slug in ("a", "alias", "pool", "title", "z") if wiki.pages.links(slug).links.backlinks]
    assert linked == ["a", "alias", "pool"]
    assert [page.slug for page in wiki.context().stores[0].pages][:3] == ["a", "alias", "pool"]


def test_a_link_offset_slices_the_body(wiki: Wiki) -> None:
    body = "见[[连接池]]，以及 [[pool|池]]。\n"
    wiki.pages.put("a", body=body)
    cut = [
        body.encode()[link.byte_start : link.byte_end].decode()
        for link in wiki.pages.links("a").links.outgoing
    ]
    assert cut == ["[[连接池]]", "[[pool|池]]"]


# ── show and list ────────────────────────────────────────────────────────────────────────────────

BODY = "Intro.\n\n# One\n\nfirst\n\n## Two\n\n第二\n\n# Three\n\nthird\n"


def test_a_section_is_its_heading_and_all_under_it(wiki: Wiki) -> None:
    wiki.pages.put("faq", title="T", body=BODY)
    assert wiki.pages.show("faq", section="one").body == "# One\n\nfirst\n\n## Two\n\n第二\n\n"
    assert wiki.pages.show("faq", section="## Two").body == "## Two\n\n第二\n\n"
    assert wiki.pages.show("faq", section="Three").body == "# Three\n\nthird\n"
    error = refused("span_not_found", wiki.pages.show, "faq", section="Four")
    assert error.details["sections"] == ["One", "Two", "Three"]


def test_an_outline_lists_the_headings_and_their_ranges(wiki: Wiki) -> None:
    wiki.pages.put("faq", title="T", body=BODY)
    answer = wiki.pages.show("faq", outline=True)
    assert (answer.body, answer.window) == (None, None)
    assert answer.outline is not None
    assert [(entry.level, entry.heading) for entry in answer.outline] == [
        (1, "One"),
        (2, "Two"),
        (1, "Three"),
    ]
    cut = [BODY.encode()[entry.byte_start : entry.byte_end].decode() for entry in answer.outline]
    assert [text.partition("\n")[0] for text in cut] == ["# One", "## Two", "# Three"]


def test_windows_of_a_body_join_to_the_whole(wiki: Wiki) -> None:
    wiki.pages.put("faq", title="T", body=BODY)
    parts, offset = [], 0
    while True:
        answer = wiki.pages.show("faq", offset_chars=offset, max_chars=7)
        assert answer.body is not None
        assert answer.window is not None
        parts.append(answer.body)
        assert answer.window.returned_chars == len(answer.body)
        assert answer.window.total_chars == len(BODY)
        assert answer.window.has_more is (answer.window.next_offset_chars is not None)
        if answer.window.next_offset_chars is None:
            break
        offset = answer.window.next_offset_chars
    assert "".join(parts) == BODY
    beyond = wiki.pages.show("faq", offset_chars=10_000)
    assert (beyond.body, beyond.window and beyond.window.has_more) == ("", False)


def test_a_revision_that_is_not_there_is_not_found(wiki: Wiki) -> None:
    wiki.pages.put("faq", body="B")
    error = refused("revision_not_found", wiki.pages.show, "faq", revision=2)
    assert (error.exit_code, error.details["revision"]) == (3, 1)


def test_pages_are_listed_by_slug_with_filters_and_in_windows(
    store_dir: Path, environ: dict[str, str]
) -> None:
    times = iter(f"2025-01-{day:02}T00:00:00.000Z" for day in range(1, 20))
    with Wiki.open(
        project=str(store_dir), environ=environ, cwd=str(store_dir), clock=lambda: next(times)
    ) as wiki:
        wiki.init()
        for number, slug in enumerate(("d", "B", "a", "C", "团队")):
            wiki.pages.put(
                slug,
                kind="howto" if number % 2 else "note",
                tags=["Even"] if number % 2 == 0 else [],
                provenance="hypothesis" if number < 2 else "user-provided",
            )
        slugs = lambda **filters: [page.slug for page in wiki.pages.list(**filters).pages]  # noqa: E731
        assert slugs() == ["a", "B", "C", "d", "团队"]
        assert slugs(kind="howto") == ["B", "C"]
        assert slugs(tag="EVEN") == ["a", "d", "团队"]
        assert slugs(provenance="hypothesis") == ["B", "d"]
        assert slugs(updated_since="2025-01-05") == ["C", "团队"]
        assert slugs(kind="note", tag="even", provenance="user-provided") == ["a", "团队"]
        assert slugs(kind="none") == []
        first = wiki.pages.list(limit=2)
        assert ([page.slug for page in first.pages], first.total, first.truncated, first.next_offset) == (
            ["a", "B"],
            5,
            True,
            2,
        )
        last = wiki.pages.list(limit=2, offset=4)
        assert ([page.slug for page in last.pages], last.truncated, last.next_offset) == (
            ["团队"],
            False,
            None,
        )
        assert wiki.pages.list(limit=0).total == 5
        refused("invalid_value", wiki.pages.list, limit=-1)
        refused("invalid_value", wiki.pages.list, offset=-1)


def test_a_heading_that_is_a_whole_text_is_cut_to_a_title(wiki: Wiki) -> None:
    page = wiki.pages.put("long", body=f"# {'word ' * 2_000}\n\nBody.\n").page

    assert page.title.startswith("word word")
    assert len(page.title) <= 512


@pytest.mark.parametrize(
    "slug", ["a\u200bb", "\u202eabc", "source:1", "page:source:1", "all:page:x", "Global:x"]
)
def test_a_slug_that_can_not_be_told_from_another_is_refused(wiki: Wiki, slug: str) -> None:
    with pytest.raises(LwcError) as caught:
        wiki.pages.put(slug, title="X")
    assert caught.value.code == "invalid_slug"


def test_half_a_surrogate_pair_names_nothing(wiki: Wiki) -> None:
    for ask in (
        lambda: wiki.pages.show("\udcff"),
        lambda: wiki.pages.links("\udcff"),
        lambda: wiki.pages.list(tag="\udcff"),
        lambda: wiki.pages.put("x", cite=["\udcff"]),
        lambda: wiki.pages.put("x", supersedes=["\udcff"]),
        lambda: wiki.sources.show("\udcff"),
        lambda: wiki.sources.add_bytes(b"x", origin="\udcff"),
        lambda: wiki.spans.locate("\udcff", "x"),
        lambda: wiki.log(target="\udcff"),
    ):
        with pytest.raises(LwcError) as caught:
            ask()
        assert caught.value.code == "not_text"


def test_a_number_beyond_the_store_is_refused(wiki: Wiki) -> None:
    wiki.pages.put("x", title="X")
    for ask in (
        lambda: wiki.pages.list(limit=2**63),
        lambda: wiki.pages.list(offset=10**30),
        lambda: wiki.pages.show("x", revision=2**63),
        lambda: wiki.sources.list(limit=2**63),
        lambda: wiki.context(limit=2**63),
        lambda: wiki.log(limit=2**63),
    ):
        with pytest.raises(LwcError) as caught:
            ask()
        assert caught.value.code == "invalid_value"


def test_a_page_in_the_other_store_is_answered_from_there(
    wiki: Wiki, store_dir: Path, environ: dict[str, str]
) -> None:
    with Wiki.open("global", environ=environ, cwd=str(store_dir)) as shared:
        shared.init()
        path = shared.database
    wiki.pages.put("here", title="Here")
    assert wiki.answered_from == ("project", wiki.database)

    wiki.pages.put("global:page:there", title="There")

    assert wiki.answered_from == ("global", path)
    assert wiki.pages.show("global:page:there").page.ref == "global:page:there"


def test_a_citation_that_ends_with_a_hash_is_of_the_whole_source(wiki: Wiki) -> None:
    wiki.sources.add_bytes(b"Text.\n", origin="a.md")
    assert wiki.pages.put("x", title="X", cite=["1#"]).page.citations == ("1",)
