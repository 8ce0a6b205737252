"""The derived index: what a document leaves when it is replaced or removed, which is nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc import Wiki
from lwc.model import Passage
from lwc.store import index, meta
from lwc.store.connection import Database, open_for_writing
from lwc.store.index import PageTerms, PassageTerms, SourceTerms
from lwc.store.migrations import migrate
from lwc.store.passages import PASSAGES_A_DOCUMENT, document_of_passage, passage_range
from tests.store.derived import check_integrity, derived_state, index_bytes

UPDATES = 300


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    path = str(tmp_path / "wiki.db")
    migrate(path)
    opened = open_for_writing(path)
    yield opened
    opened.close()


def passage(ordinal: int, terms: str, path: tuple[str, ...] = (), context: str = "") -> PassageTerms:
    return PassageTerms(Passage(ordinal, "paragraph", path, ordinal * 10, ordinal * 10 + 9), terms, context)


def page(*passages: PassageTerms, title: str = "rate limit") -> PageTerms:
    body = " ".join(at.terms for at in passages)
    return PageTerms(
        title=title, aliases="alias", asked="asked", path="slug", summary="summary", headings="heading", body=body,
        passages=passages,
    )  # fmt: skip


def source(*passages: PassageTerms) -> SourceTerms:
    return SourceTerms(
        title="title", path="path", body=" ".join(at.terms for at in passages), passages=passages
    )


@given(st.integers(0, 2**40), st.sampled_from(("page", "source")), st.integers(0, PASSAGES_A_DOCUMENT - 1))
def test_the_id_of_a_passage_says_what_it_belongs_to(document: int, type: str, ordinal: int) -> None:
    first, last = passage_range(type, document)  # type: ignore[arg-type]
    assert first <= first + ordinal <= last < 2**63
    assert document_of_passage(first + ordinal) == (type, document, ordinal)


def test_the_passages_of_documents_do_not_overlap() -> None:
    ranges = sorted(passage_range(type, number) for number in range(5) for type in ("page", "source"))  # type: ignore[arg-type]
    assert all(before[1] < after[0] for before, after in pairwise(ranges))


def test_a_document_that_is_taken_out_leaves_nothing(database: Database) -> None:
    empty = derived_state(database.path)
    terms = page(
        passage(0, "the pool", ("A", "连接池")), passage(1, "1 2", ("A",), "name value"), passage(2, "x")
    )
    index.insert_page(database, 1, terms)
    state = derived_state(database.path)
    assert [row[3] for row in state["passage_fts"] if row[0] == passage_range("page", 1)[0] + 1] == [
        "name",
        "value",
        "1",
        "2",
    ]
    assert [row[1] for row in state["section"]] == ['["A","连接池"]', '["A"]', "[]"]
    assert dict(state["counter"]) == {"page": 1, "source": 0, "passage": 3}
    index.delete_page(database, 1, terms)
    assert derived_state(database.path) == empty
    check_integrity(database.path)


def test_a_document_is_taken_out_without_touching_another(database: Database) -> None:
    kept, gone = page(passage(0, "the same words")), page(passage(0, "the same words"), passage(1, "more"))
    index.insert_page(database, 1, kept)
    index.insert_source(database, 1, source(passage(0, "the same words")))
    before = derived_state(database.path)
    index.insert_page(database, 2, gone)
    index.delete_page(database, 2, gone)
    assert derived_state(database.path) == before


def test_clearing_leaves_an_empty_index(database: Database) -> None:
    empty = derived_state(database.path)
    index.insert_page(database, 1, page(passage(0, "one")))
    index.insert_source(database, 1, source(passage(0, "body")))
    index.clear(database)
    assert derived_state(database.path) == empty
    assert meta.counters(database) == {"page": 0, "source": 0, "passage": 0}
    check_integrity(database.path)


@pytest.mark.parametrize(
    "term", ["c++", "src/store.rs", 'a"b', "v1.0.21", "<tag>", "it's", "foo::bar", "~/.x", "{}", "限流", "ü"]
)
def test_a_term_is_stored_whole(database: Database, term: str) -> None:
    """The full-text tables split at the space and at nothing else."""
    index.insert_page(database, 1, page(passage(0, f"before {term} after"), title=term))
    state = derived_state(database.path)
    assert [row[3] for row in state["passage_fts"]] == ["before", term, "after"]
    assert (1, "title", 0, term) in state["page_fts"]


# ── one page updated many times ──────────────────────────────────────────────────────────────────


def test_a_page_updated_again_and_again_costs_what_it_costs_once(wiki: Wiki) -> None:
    """M5"""
    path = str(wiki.database)
    for number in range(20):
        wiki.pages.put(f"other-{number}", body=f"Other words stand here, number {number}. 其他内容。")
    sizes: list[int] = []
    for number in range(UPDATES):
        wiki.pages.put(
            "page",
            body=f"The pool number{number} holds word{number} and 第{number}个连接池。\n\nAnd a second passage.",
        )
        sizes.append(index_bytes(path))
    # It goes up and down as FTS5 merges its segments, below a bound that it has reached by the middle.
    assert max(sizes[UPDATES // 2 :]) < 1.2 * max(sizes[: UPDATES // 2])
    with closing(sqlite3.connect(path)) as store:
        for table in ("page_fts", "passage_fts"):
            for number in range(0, UPDATES - 1, 37):
                assert (
                    store.execute(
                        f"SELECT rowid FROM {table} WHERE {table} MATCH ?", (f'"word{number}"',)
                    ).fetchall()
                    == []
                )
    assert wiki.search(f"word{UPDATES - 1}").results[0].identifier == "page"
    before = derived_state(path)
    wiki.upkeep.reindex()
    assert derived_state(path) == before
    check_integrity(path)
