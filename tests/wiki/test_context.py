"""Context: bounded, ordered, never a body, and honest about what was left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.text.budget import estimate_tokens
from lwc.wiki.context import ContextAnswer, StoreContext


def the_store(answer: ContextAnswer) -> StoreContext:
    (store,) = answer.stores
    return store


def slugs(answer: ContextAnswer) -> list[str]:
    return [page.slug for page in the_store(answer).pages]


@pytest.fixture
def wiki(store_dir: Path, environ: dict[str, str]) -> Iterator[Wiki]:
    """A store whose every write is a minute later than the one before."""
    times = (f"2025-01-01T{minute // 60:02}:{minute % 60:02}:00.000Z" for minute in range(600))
    with Wiki.open(
        project=str(store_dir), environ=environ, cwd=str(store_dir), clock=lambda: next(times)
    ) as opened:
        opened.init()
        yield opened


@pytest.fixture
def filled(wiki: Wiki) -> Wiki:
    wiki.charter.set("purpose", "What we know about payments.\nFor everybody.")
    wiki.charter.set("schema", "A page a rule.")
    wiki.pages.put(
        "linked",
        title="Linked",
        summary="Named by two.",
        kind="concept",
        tags=["api", "限流"],
        body="BODY-OF-LINKED",
    )
    wiki.pages.put("old", body="[[linked]] BODY-OF-OLD")
    wiki.pages.put("once", title="Named once", body="[[linked]] [[linked]] [[once]] BODY")
    wiki.pages.put("new", body="[[Named once]] about refunds")
    wiki.pages.put("gone", body="[[old]]")
    wiki.pages.remove("gone", "no longer needed")
    return wiki


def test_a_store_tells_its_purpose_its_pages_and_what_happened_last(filled: Wiki) -> None:
    answer = filled.context()
    store = the_store(answer)
    assert (store.scope, store.database) == ("project", filled.database)
    assert (store.purpose, store.schema) == ("What we know about payments.\nFor everybody.", "A page a rule.")
    assert (store.pages_total, store.truncated, store.pinned_tags) == (4, False, ())
    assert [operation.action for operation in store.recent_operations][:2] == ["page.remove", "page.put"]
    assert (store.operations_total, len(store.recent_operations)) == (9, 9)
    page = store.pages[0]
    assert (page.slug, page.title, page.kind, page.summary, page.tags) == (
        "linked",
        "Linked",
        "concept",
        "Named by two.",
        ("api", "限流"),
    )
    assert "BODY" not in json.dumps(answer)


def test_the_most_linked_come_first_then_the_latest(filled: Wiki) -> None:
    answer = filled.context()
    assert slugs(answer) == ["linked", "once", "new", "old"]
    assert answer.ordered_by == "most linked, then most recently updated"
    filled.pages.put("old", summary="Changed.")
    assert slugs(filled.context()) == ["linked", "once", "old", "new"]


def test_what_a_task_finds_comes_before_all_others(filled: Wiki) -> None:
    answer = filled.context(task="how do refunds work?")
    assert slugs(answer) == ["new", "linked", "once", "old"]
    assert answer.ordered_by.startswith("search of the task, then")
    assert slugs(filled.context(task="refunds", limit=1)) == ["new"]
    assert slugs(filled.context(task="nothing like it", limit=2)) == ["linked", "once"]
    assert slugs(filled.context(task="  ")) == ["linked", "once", "new", "old"]
    assert slugs(filled.context(task="，。！？")) == ["linked", "once", "new", "old"]


def test_a_limit_cuts_and_says_so(filled: Wiki) -> None:
    store = the_store(filled.context(limit=2))
    assert ([page.slug for page in store.pages], store.pages_total, store.truncated) == (
        ["linked", "once"],
        4,
        True,
    )
    assert slugs(filled.context(limit=0)) == []
    assert the_store(filled.context(limit=4)).truncated is False


@pytest.mark.parametrize("options", [{"limit": -1}, {"budget": 0}, {"budget": -5}])
def test_what_makes_no_sense_is_refused(filled: Wiki, options: dict[str, Any]) -> None:
    with pytest.raises(LwcError) as caught:
        filled.context(**options)
    assert caught.value.code == "invalid_value"


@pytest.mark.parametrize("budget", [200, 500, 1000, 3000])
@pytest.mark.parametrize("words", ["The payment rule for refunds of cards. ", "退款规则和限流的上限说明。"])
def test_a_context_stays_within_its_budget_in_every_script(wiki: Wiki, words: str, budget: int) -> None:
    """A3's kind: long texts of two scripts, and the answer as JSON"""
    wiki.charter.set("purpose", words * 100)
    wiki.charter.set("schema", words * 100)
    for number in range(30):
        wiki.pages.put(f"page-{number}", title=words.strip(), summary=words * 10, body=words)
    answer = wiki.context(budget=budget)
    store = the_store(answer)
    assert answer.budget == budget
    assert answer.estimated_tokens <= budget
    assert store.truncated is True
    assert store.purpose.endswith("…")
    assert store.pages or budget < 1000
    assert estimate_tokens(json.dumps(answer._asdict(), ensure_ascii=False)) <= budget * 1.2
    bigger = wiki.context(budget=budget * 2)
    assert len(the_store(bigger).pages) >= len(store.pages)


def test_a_budget_that_holds_all_cuts_nothing(filled: Wiki) -> None:
    assert filled.context(budget=10_000).stores == filled.context().stores


def test_both_stores_tell_theirs_and_share_the_budget(
    store_dir: Path, environ: dict[str, str], filled: Wiki
) -> None:
    with Wiki.open("global", environ=environ, cwd=str(store_dir)) as shared:
        shared.init()
        shared.pages.put("everywhere", body="Refunds, in general.")
    with Wiki.open("all", project=str(store_dir), environ=environ, cwd=str(store_dir)) as wiki:
        answer = wiki.context(task="refunds", budget=2000)
        assert [store.scope for store in answer.stores] == ["project", "global"]
        assert [store.pages[0].slug for store in answer.stores] == ["new", "everywhere"]
        assert answer.estimated_tokens <= 2000


def test_an_empty_store_has_a_context(wiki: Wiki) -> None:
    store = the_store(wiki.context(budget=100))
    assert (store.purpose, store.schema, store.pages, store.pages_total, store.truncated) == (
        "",
        "",
        (),
        0,
        False,
    )
