"""What counts for the ranking: one adjustment a document, the user's before the agent's."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from lwc import Wiki
from lwc.search.fingerprint import fingerprint
from lwc.store import weights
from lwc.store.connection import Database, open_for_reading
from lwc.store.weights import Adjustment

USER, AGENT = "user-provided", "agent-observed"
QUERY = fingerprint("payment rules")


@pytest.fixture
def database(wiki: Wiki) -> Iterator[Database]:
    """Pages 1 to 4 and source 1, read beside the wiki that writes."""
    for slug in ("one", "two", "three", "four"):
        wiki.pages.put(slug, title=slug, body=slug)
    wiki.sources.add_bytes(b"text", origin="text.md")
    opened = open_for_reading(str(wiki.database))
    yield opened
    opened.close()


def effective(database: Database, *ids: int, query: str = QUERY) -> dict[int, Adjustment]:
    return weights.effective(database, "page", query, json.dumps(ids))


def test_a_store_knows_whether_it_has_any(wiki: Wiki, database: Database) -> None:
    assert weights.any_stored(database) is False
    assert effective(database, 1, 2, 3, 4) == {}
    wiki.weights.feedback("page", "one", query="x y", signal="relevant", reason="r", provenance=USER)
    assert weights.any_stored(database) is True
    wiki.weights.feedback_clear("page", "one", all=True)
    assert weights.any_stored(database) is False
    wiki.weights.set("source", 1, value=1, reason="r", provenance=AGENT)
    assert weights.any_stored(database) is True


def test_what_a_user_provided_prevails(wiki: Wiki, database: Database) -> None:
    wiki.weights.set("page", "one", value=-2, reason="r", provenance=USER)
    wiki.weights.set("page", "one", value=2, reason="r", provenance=AGENT)
    wiki.weights.set("page", "two", value=1, reason="r", provenance=AGENT)
    for signal, provenance in (("relevant", AGENT), ("irrelevant", USER)):
        wiki.weights.feedback(
            "page", "two", query="payment rules", signal=signal, reason="r", provenance=provenance
        )
    assert effective(database, 1, 2) == {1: (-2, USER, "", ""), 2: (1, AGENT, "irrelevant", USER)}
    wiki.weights.clear("page", "one", provenance=USER)
    wiki.weights.feedback_clear("page", "two", all=True, provenance=USER)
    assert effective(database, 1, 2) == {1: (2, AGENT, "", ""), 2: (1, AGENT, "relevant", AGENT)}


def test_only_the_query_the_type_and_the_documents_that_are_asked_for_are_read(
    wiki: Wiki, database: Database
) -> None:
    wiki.weights.set("page", "three", value=1, reason="r", provenance=USER)
    wiki.weights.set("source", 1, value=-1, reason="r", provenance=USER)
    wiki.weights.feedback(
        "page", "four", query="payment rules", signal="relevant", reason="r", provenance=AGENT
    )
    assert effective(database, 1, 4) == {4: (0, "", "relevant", AGENT)}
    assert effective(database, 1, 4, query=fingerprint("rules payment")) == {}
    assert weights.effective(database, "source", QUERY, "[1, 3]") == {1: (-1, USER, "", "")}
    assert effective(database) == {}


def test_the_schema_refuses_what_is_no_adjustment(wiki: Wiki, database: Database) -> None:
    wiki.weights.set("page", "one", value=1, reason="r", provenance=USER)
    wiki.close()
    with sqlite3.connect(Path(str(wiki.database))) as store:
        for wrong in ("weight = 0", "weight = 3", "reason = ''", "provenance = 'me'", "target_type = 'tag'"):
            with pytest.raises(sqlite3.IntegrityError):
                store.execute(f"UPDATE document_weight SET {wrong}")
