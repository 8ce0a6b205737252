"""The log: one row for every write, newest first, found by time, action and target."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lwc import Wiki
from lwc.errors import LwcError


@pytest.fixture
def wiki(store_dir: Path, environ: dict[str, str]) -> Iterator[Wiki]:
    """A store with one write of every kind, a day apart."""
    days = (f"2025-01-{day:02}T12:00:00.000Z" for day in range(1, 32))
    with Wiki.open(
        project=str(store_dir), environ=environ, cwd=str(store_dir), clock=lambda: next(days)
    ) as opened:
        opened.init()
        opened.pages.put("faq", title="Questions")
        opened.sources.add_bytes(b"text", origin="faq")
        opened.charter.set("purpose", "p")
        opened.pages.put("faq", body="b", cite=[1])
        opened.sources.retire(1, "withdrawn")
        opened.pages.remove("faq", "gone")
        opened.upkeep.reindex()
        yield opened


ACTIONS = [
    "store.init",
    "page.put",
    "source.add",
    "purpose.set",
    "page.put",
    "source.retire",
    "page.remove",
    "store.reindex",
]


def test_every_write_has_one_row_with_the_revision_after_it(wiki: Wiki) -> None:
    answer = wiki.log()
    assert [operation.action for operation in answer.operations] == ACTIONS[::-1]
    assert [operation.revision for operation in answer.operations] == list(range(len(ACTIONS), 0, -1))
    assert [operation.id for operation in answer.operations] == list(range(len(ACTIONS), 0, -1))
    assert (answer.total, answer.truncated) == (len(ACTIONS), False)
    assert wiki.upkeep.stats().stores[0].revision == len(ACTIONS)


def test_the_rows_are_found_by_what_they_are_about(wiki: Wiki) -> None:
    actions = lambda **filters: [operation.action for operation in wiki.log(**filters).operations]  # noqa: E731
    assert actions(target="faq") == ["page.remove", "source.retire", "page.put", "source.add", "page.put"]
    assert actions(target="project:page:faq") == ["page.remove", "page.put", "page.put"]
    assert actions(target="source:1") == actions(target="project:source:1") == ["source.retire", "source.add"]
    assert actions(target="page:faq") == ["page.remove", "page.put", "page.put"]
    assert actions(action="page.put") == ["page.put"] * 2
    assert actions(since="2025-01-07") == ["store.reindex", "page.remove"]
    assert actions(since="2025-01-07T01:00:00+01:00") == ["store.reindex", "page.remove"]
    assert actions(since="20250107T000000Z") == ["store.reindex", "page.remove"]
    assert actions(since="2025-01") == actions(since="2025") == ACTIONS[::-1]
    assert actions(since="2025-01-05T12:00:00.000Z", action="page.put", target="faq") == ["page.put"]
    assert actions(action="PAGE.PUT") == []


def test_a_limit_cuts_and_the_total_stays(wiki: Wiki) -> None:
    answer = wiki.log(limit=2)
    assert ([operation.action for operation in answer.operations], answer.total, answer.truncated) == (
        ["store.reindex", "page.remove"],
        8,
        True,
    )
    filtered = wiki.log(limit=1, action="page.put")
    assert (filtered.total, filtered.truncated) == (2, True)
    with pytest.raises(LwcError) as caught:
        wiki.log(limit=-1)
    assert caught.value.code == "invalid_value"


@pytest.mark.parametrize("since", ["yesterday", "2026-13-45", "", "0000", "2025-1-1"])
def test_a_time_that_can_not_be_read_is_refused(wiki: Wiki, since: str) -> None:
    for ask in (lambda: wiki.log(since=since), lambda: wiki.pages.list(updated_since=since)):
        with pytest.raises(LwcError) as caught:
            ask()
        assert (caught.value.code, bool(caught.value.hint)) == ("invalid_value", True)


def test_a_refused_write_leaves_no_row(wiki: Wiki) -> None:
    with pytest.raises(LwcError):
        wiki.pages.put("new", cite=[99])
    with pytest.raises(LwcError):
        wiki.pages.put("new", if_revision=3)
    assert wiki.log().total == len(ACTIONS)


def test_two_stores_are_told_together(wiki: Wiki, store_dir: Path, environ: dict[str, str]) -> None:
    with Wiki.open(
        "global", environ=environ, cwd=str(store_dir), clock=lambda: "2025-01-04T18:00:00.000Z"
    ) as shared:
        shared.init()
    with Wiki.open("all", project=str(store_dir), environ=environ, cwd=str(store_dir)) as both:
        answer = both.log(limit=5)
        assert [(operation.scope, operation.action) for operation in answer.operations][3:] == [
            ("project", "page.put"),
            ("global", "store.init"),
        ]
        assert (answer.total, answer.truncated) == (9, True)
