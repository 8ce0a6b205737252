"""Upkeep: what is counted is there, and a rebuild gives the same index whatever had become of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.store.connection import SCHEMA_VERSION
from tests.store.derived import check_integrity, derived_state


@pytest.fixture
def filled(wiki: Wiki) -> Wiki:
    wiki.sources.add_bytes("# 规则\n\n连接池的上限是二十。\n".encode(), origin="a.md")
    wiki.sources.add_bytes("连接池的上限是三十。\n".encode(), origin="a.md")
    wiki.sources.add_bytes(b"Another one.", origin="b.md")
    wiki.sources.retire(3, "withdrawn")
    wiki.pages.put(
        "faq",
        title="Questions",
        body="One pool. [[other]]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        tags=["db", "DB"],
        cite=[2],
    )
    wiki.pages.put("faq", body="Two pools. [[other]] [[third]]\n\n# Heading\n\nText.\n")
    wiki.pages.put("other", aliases=["o"], body="x")
    wiki.pages.put("gone", body="y")
    wiki.pages.remove("gone", "gone")
    return wiki


def test_statistics_count_what_is_there(filled: Wiki) -> None:
    (stats,) = filled.upkeep.stats().stores
    counts = stats.counts
    assert (counts.pages, counts.removed_pages, counts.page_revisions) == (2, 1, 4)
    assert (counts.sources, counts.past_sources) == (1, 2)
    assert (counts.links, counts.citations, counts.tags) == (2, 1, 1)
    assert counts.operations == stats.revision == filled.log().total
    bodies = [filled.pages.show(page.slug).body or "" for page in filled.pages.list().pages]
    assert stats.page_bytes == sum(len(body.encode()) for body in bodies)
    assert stats.source_bytes == sum(source.bytes for source in filled.sources.list(all=True).sources)
    assert (stats.schema, stats.scope, stats.database) == (SCHEMA_VERSION, "project", filled.database)


def test_a_rebuild_derives_the_same(filled: Wiki) -> None:
    path = str(filled.database)
    before = derived_state(path)
    assert before["page_fts"]
    assert before["source_fts"]
    calls: list[tuple[int, int, str]] = []
    answer = filled.upkeep.reindex(progress=lambda *call: calls.append(call))
    assert derived_state(path) == before
    assert (answer.pages, answer.sources, answer.passages) == (2, 3, len(before["passage"]))
    assert [call[:2] for call in calls] == [(done, 5) for done in range(1, 6)]
    assert answer.operation == filled.log().operations[0].id


def test_a_rebuild_mends_whatever_was_done_to_the_index(filled: Wiki) -> None:
    """M3's kind"""
    path = str(filled.database)
    before = derived_state(path)
    found = filled.search("连接池", explain=True, type="all").results
    filled.close()
    with closing(sqlite3.connect(path)) as store:
        for table in ("page_fts", "source_fts", "passage_fts"):
            store.execute(f"INSERT INTO {table} ({table}) VALUES ('delete-all')")
        store.execute("INSERT INTO page_fts (rowid, body) VALUES (77, 'ghost')")
        store.execute("DELETE FROM link")
        store.execute("UPDATE passage SET byte_end = byte_end + 1")
        store.execute("UPDATE counter SET value = 99")
        store.commit()
    filled.upkeep.reindex()
    assert derived_state(path) == before
    assert filled.search("连接池", explain=True, type="all").results == found
    check_integrity(path)


def test_a_rebuild_that_is_interrupted_changes_nothing(filled: Wiki) -> None:
    path = str(filled.database)
    before, total = derived_state(path), filled.log().total

    def interrupt(done: int, in_all: int, name: str) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        filled.upkeep.reindex(progress=interrupt)
    assert (derived_state(path), filled.log().total) == (before, total)
    assert [hit.identifier for hit in filled.search("pools").results] == ["faq"]


def test_an_index_of_another_tokenizer_is_refused_until_it_is_rebuilt(filled: Wiki) -> None:
    filled.close()
    with closing(sqlite3.connect(str(filled.database))) as store:
        store.execute("UPDATE meta SET value = 'lwc-0 segmenter-0' WHERE key = 'index'")
        store.commit()
    for use in (
        lambda: filled.search("pool"),
        lambda: filled.pages.put("faq", body="z"),
        lambda: filled.pages.remove("faq", "gone"),
        lambda: filled.sources.add_bytes(b"z"),
        lambda: filled.spans.locate("faq", "Two"),
    ):
        with pytest.raises(LwcError) as caught:
            use()
        assert (caught.value.code, caught.value.exit_code) == ("index_mismatch", 6)
        assert "reindex" in caught.value.hint
    assert filled.pages.show("faq").page.revision == 2
    assert filled.upkeep.reindex().index_version != "lwc-0 segmenter-0"
    assert filled.search("pools").results[0].identifier == "faq"


def test_migrating_a_current_store_does_nothing(filled: Wiki, store_dir: Path) -> None:
    filled.close()
    before = {file.name: file.read_bytes() for file in (store_dir / ".lwc").iterdir()}
    assert filled.upkeep.migrate() == ((), SCHEMA_VERSION, None, False)
    assert {file.name: file.read_bytes() for file in (store_dir / ".lwc").iterdir()} == before


def test_upkeep_asks_for_one_store(store_dir: Path, environ: dict[str, str], filled: Wiki) -> None:
    with Wiki.open("all", project=str(store_dir), environ=environ, cwd=str(store_dir)) as both:
        for use in (both.upkeep.migrate, both.upkeep.reindex):
            with pytest.raises(LwcError) as caught:
                use()
            assert caught.value.code == "usage"
        assert [stats.scope for stats in both.upkeep.stats().stores] == ["project"]


def test_a_wiki_that_was_opened_to_read_refuses_every_write(
    store_dir: Path, environ: dict[str, str], filled: Wiki
) -> None:
    filled.close()
    with Wiki.open(project=str(store_dir), environ=environ, cwd=str(store_dir), read_only=True) as wiki:
        for use in (
            wiki.init,
            wiki.upkeep.migrate,
            wiki.upkeep.reindex,
            lambda: wiki.pages.put("faq", body="z"),
            lambda: wiki.pages.remove("faq", "gone"),
            lambda: wiki.sources.add_bytes(b"z"),
            lambda: wiki.sources.add_folder(str(store_dir)),
            lambda: wiki.sources.retire(1, "gone"),
            lambda: wiki.charter.set("purpose", "z"),
        ):
            with pytest.raises(LwcError) as caught:
                use()
            assert caught.value.code == "read_only_store"
        assert wiki.search("pools").total == 1
