"""How much of a term each field of a document gives, against counting by hand."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lwc.model import DocumentType, QueryTerm
from lwc.store import candidates, field_shares, index, match
from lwc.store.connection import Database, open_for_writing
from lwc.store.field_shares import FIELDS
from lwc.store.index import PageTerms, SourceTerms
from lwc.store.migrations import migrate

#: How often an occurrence in each field counts.
WEIGHTS = {"body": 1.0, "title": 3.0, "alias": 3.0, "asked": 3.0, "path": 1.0, "summary": 1.5, "heading": 1.5}
Fields = Mapping[str, str]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    path = str(tmp_path / "wiki.db")
    migrate(path)
    opened = open_for_writing(path)
    yield opened
    opened.close()


def put(database: Database, type: DocumentType, *documents: Fields) -> None:
    """Documents with these terms in their fields; their ids count from 1."""
    with database.transaction():
        for number, fields in enumerate(documents, start=1):
            terms = [*(fields.get(field, "") for field in FIELDS[type]), ()]
            if type == "page":
                index.insert_page(database, number, PageTerms._make(terms))
            else:
                index.insert_source(database, number, SourceTerms._make(terms))


def scale(documents: int, having: int) -> float:
    """What FTS5's bm25 is divided by: its idf, which is never below 1e-6, times k1 + 1."""
    idf = math.log((documents - having + 0.5) / (having + 0.5))
    return 2.2 * (idf if idf > 0 else 1e-6)


def shares_of(
    database: Database, type: DocumentType, expression: str, documents: int, *ids: int
) -> dict[int, dict[str, float]]:
    wanted = json.dumps(ids or list(range(1, documents + 1)))
    everywhere = candidates.bm25_of(database, type, expression, json.dumps(list(range(1, documents + 1))))
    return field_shares.shares(database, type, expression, wanted, scale(documents, len(everywhere)))


def counted(fields: Fields, term: str) -> dict[str, float]:
    """The shares by counting: occurrences times weight. A term that ends with * is a beginning."""
    weighed = {
        field: WEIGHTS[field] * sum(_is(word, term) for word in text.split())
        for field, text in fields.items()
    }
    total = sum(weighed.values())
    return {field: value / total for field, value in weighed.items() if value}


def _is(word: str, term: str) -> bool:
    return word.startswith(term[:-1]) if term.endswith("*") else word == term


EVERYWHERE = {
    "body": "pool of the pool with a long text about other things and many more words",
    "title": "pool",
    "alias": "the pool pool",
    "asked": "why wait for the pool",
    "path": "ops pool",
    "summary": "pool pool pool",
    "heading": "pool sizes",
}


@pytest.mark.parametrize("others", [0, 1, 40])
def test_the_shares_of_a_page_are_its_occurrences_times_their_weights(
    database: Database, others: int
) -> None:
    put(database, "page", EVERYWHERE, *({"body": "something else"},) * others)
    found = shares_of(database, "page", '"pool"', 1 + others)
    assert found == {1: pytest.approx(counted(EVERYWHERE, "pool"), abs=1e-9)}
    # Two in the body and one in the title, of 2 + 3 + 6 + 3 + 1 + 4.5 + 1.5 in all.
    assert found[1]["body"] == pytest.approx(2 / 21)
    assert found[1]["title"] == pytest.approx(3 / 21)
    assert list(found[1]) == list(FIELDS["page"])


def test_the_shares_of_a_source(database: Database) -> None:
    source = {"body": "pool pool text", "title": "the pool", "path": "pool md"}
    put(database, "source", source, {"body": "text"}, {"title": "pool"}, {"body": "x"}, {"body": "y"})
    assert shares_of(database, "source", '"pool"', 5) == {
        1: pytest.approx({"body": 2 / 6, "title": 3 / 6, "path": 1 / 6}, abs=1e-9),
        3: {"title": 1.0},
    }


def test_a_term_that_stands_at_the_front_twice_counts_twice(database: Database) -> None:
    first = {"body": "pool pool", "title": "pool"}
    put(database, "page", first, {"body": "x"}, {"body": "y"})
    assert shares_of(database, "page", '"pool"', 3) == {
        1: pytest.approx({"body": 0.4, "title": 0.6}, abs=1e-9)
    }


def test_a_single_character_counts_in_every_pair_that_it_begins(database: Database) -> None:
    page = {"body": "连接 接池 池", "title": "连线 线连 连", "heading": "接连 连"}
    put(database, "page", page, {"body": "x"}, {"body": "y"})
    single = match.one(QueryTerm("连", "single", "连", 1, stop=False))
    assert shares_of(database, "page", single, 3) == {1: pytest.approx(counted(page, "连*"), abs=1e-9)}
    assert shares_of(database, "page", single, 3)[1]["title"] == pytest.approx(6 / 8.5)


def test_a_term_in_most_documents_has_shares_too(database: Database) -> None:
    put(database, "page", *({"body": "pool", "title": "pool"},) * 20)
    found = shares_of(database, "page", '"pool"', 20)
    assert len(found) == 20
    assert all(one == pytest.approx({"body": 0.25, "title": 0.75}, abs=1e-9) for one in found.values())


def test_only_the_documents_asked_for_that_match_are_answered(database: Database) -> None:
    put(database, "page", {"body": "pool"}, {"body": "pool"}, {"body": "other"})
    assert shares_of(database, "page", '"pool"', 3, 2, 3) == {2: {"body": 1.0}}


TEXTS = st.lists(st.sampled_from(("pool", "a", "b", "c")), max_size=12).map(" ".join)
PAGES = st.fixed_dictionaries(dict.fromkeys(FIELDS["page"], TEXTS))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(pages=st.lists(PAGES, min_size=1, max_size=6))
def test_shares_are_what_counting_says_whatever_the_lengths(
    database: Database, pages: list[dict[str, str]]
) -> None:
    """The length norm is of all fields, whichever of them weigh."""
    index.clear(database)
    put(database, "page", *pages)
    expected = {
        number: pytest.approx(counted(page, "pool"), abs=1e-9)
        for number, page in enumerate(pages, start=1)
        if counted(page, "pool")
    }
    found = shares_of(database, "page", '"pool"', len(pages))
    assert found == expected
    assert all(sum(shares.values()) == pytest.approx(1.0, abs=1e-12) for shares in found.values())
