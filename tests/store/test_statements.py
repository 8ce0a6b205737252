"""Every SQL statement of the store is one that a fresh schema takes, and the hot ones use their indexes."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import lwc.store
from lwc.store import candidates, links, pages, passages, sources, vocabulary, weights
from lwc.store.migrations import migrate

VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


def _statements() -> list[tuple[str, str]]:
    """(module.NAME, statement) of every constant of the store that is SQL."""
    found = []
    for module in pkgutil.iter_modules(lwc.store.__path__, "lwc.store."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if name.isupper() and isinstance(value, str) and value.lstrip(" \n").startswith(VERBS):
                found.append((f"{module.name.removeprefix('lwc.store.')}.{name}", value))
    return sorted(found)


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = tmp_path_factory.mktemp("schema") / "wiki.db"
    migrate(str(path))
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def _parameters(statement: str) -> dict[str, None] | list[None]:
    named = re.findall(r":([a-z_]+)", statement)
    return dict.fromkeys(named) if named else [None] * statement.count("?")


def test_the_store_has_its_statements_where_this_test_looks() -> None:
    assert len(_statements()) > 60


@pytest.mark.parametrize(("name", "statement"), _statements(), ids=[name for name, _ in _statements()])
def test_statement_compiles_against_a_fresh_schema(
    schema: sqlite3.Connection, name: str, statement: str
) -> None:
    schema.execute("EXPLAIN " + statement, _parameters(statement)).fetchall()


def _plan(schema: sqlite3.Connection, statement: str) -> str:
    rows = schema.execute("EXPLAIN QUERY PLAN " + statement, _parameters(statement)).fetchall()
    return "\n".join(row[3] for row in rows)


@pytest.mark.parametrize(
    ("statement", "uses"),
    [
        (
            candidates.SELECTS["page"],
            ["page_fts VIRTUAL TABLE INDEX", "SEARCH page USING INTEGER PRIMARY KEY"],
        ),
        (
            candidates.SELECTS["source"],
            ["source_fts VIRTUAL TABLE INDEX", "SEARCH source USING INTEGER PRIMARY KEY"],
        ),
        (passages.SELECT_PASSAGES_MATCHING, ["passage_fts VIRTUAL TABLE INDEX"]),
        (passages.SELECT_WINDOW, ["SEARCH passage USING INTEGER PRIMARY KEY"]),
        (passages.SELECT_PASSAGE_AT, ["SEARCH passage USING INTEGER PRIMARY KEY"]),
        (pages.SELECT_PAGE_BY_SLUG_KEY, ["SEARCH page USING INDEX sqlite_autoindex_page"]),
        (pages.SELECT_NAMED, ["page_alias_by_alias", "page_by_title"]),
        (sources.SELECT_LINEAGE, ["source_by_origin"]),
        (links.SELECT_BACKLINKS, ["link_by_target"]),
        (vocabulary.FREQUENCIES["page"], ["page_vocab VIRTUAL TABLE INDEX"]),
        (
            weights.SELECT_WEIGHTS_OF,
            ["SEARCH document_weight USING INDEX", "(target_type=? AND target_id=?)"],
        ),
        (
            weights.SELECT_FEEDBACK_OF,
            ["SEARCH query_feedback USING INDEX", "(target_type=? AND target_id=? AND fingerprint=?)"],
        ),
    ],
)
def test_hot_statement_reads_by_index(schema: sqlite3.Connection, statement: str, uses: list[str]) -> None:
    plan = _plan(schema, statement)
    assert [wanted for wanted in uses if wanted not in plan] == [], plan


def test_the_plan_of_a_search_scans_no_table(schema: sqlite3.Connection) -> None:
    for statement in candidates.SELECTS.values():
        scanned = [
            line for line in _plan(schema, statement).splitlines() if re.match(r"SCAN (page|source)\b", line)
        ]
        assert scanned == []


def test_no_statement_is_put_together_from_pieces() -> None:
    for path in Path(lwc.store.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"f\"\"\"\s*(SELECT|INSERT|UPDATE|DELETE)", text), path.name
        assert not re.search(r"(SELECT|INSERT|UPDATE|DELETE)[^\"\n]*\"\s*[+%]", text), path.name
