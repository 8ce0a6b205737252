"""Laws of the store: what is derived always equals what a rebuild would derive, and reads write nothing."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lwc import Wiki
from lwc.errors import LwcError
from lwc.wiki.upkeep import StoreStats
from tests.store.derived import check_integrity, derived_state

WORDS = (
    "pool",
    "pools",
    "getUserById",
    "v1.0.21",
    "real-time",
    "限流",
    "连接池的上限",
    "データベース",
    "회의록을",
    "Übung",
    "é",
    "e\u0301",
    "[[faq]]",
    "[[a b|go]]",
    "[x](../é.md)",
)
BLOCKS = (
    "{}",
    "# {}",
    "## {}\n\ntext {}",
    "- {}\n- {}",
    "| h | i |\n|---|---|\n| {} | {} |",
    "```\n{}\n```",
    "> {}",
    "{}。{}！",
)
SLUGS = ("faq", "a b", "é", "e\u0301", "FAQ", "团队/规则", "a-b", "🐘")


@st.composite
def bodies(draw: st.DrawFn) -> str:
    blocks = draw(st.lists(st.sampled_from(BLOCKS), max_size=4))
    words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
    return "\n\n".join(block.format(draw(words), draw(words)) for block in blocks)


NAMES = st.lists(st.sampled_from((*WORDS, *SLUGS)), max_size=2)
OPTIONAL_NAMES = st.none() | NAMES
PUTS = st.fixed_dictionaries(
    {"slug": st.sampled_from(SLUGS)},
    optional={
        "title": st.sampled_from((*WORDS, *SLUGS)),
        "body": bodies(),
        "summary": st.sampled_from(WORDS),
        "tags": OPTIONAL_NAMES,
        "aliases": OPTIONAL_NAMES,
        "asked": OPTIONAL_NAMES,
        "facets": st.lists(
            st.tuples(st.sampled_from(("version", "地区")), st.sampled_from(WORDS)), max_size=2
        ),
        "supersedes": st.lists(st.sampled_from(SLUGS), max_size=1),
        "cite": st.lists(st.sampled_from((1, 2)), max_size=2),
    },
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), PUTS),
        st.tuples(st.just("remove"), st.sampled_from(SLUGS)),
        st.tuples(st.just("add"), bodies(), st.sampled_from(("é.md", "e\u0301.md", "notes.md"))),
        st.tuples(st.just("retire"), st.sampled_from((1, 2, 3))),
    ),
    max_size=9,
)


def take(wiki: Wiki, step: tuple[Any, ...]) -> None:
    """One step; a refusal is an answer too, and has to leave everything as it was."""
    try:
        if step[0] == "put":
            wiki.pages.put(**step[1])
        elif step[0] == "remove":
            wiki.pages.remove(step[1], "no longer true")
        elif step[0] == "add":
            wiki.sources.add_bytes(step[1].encode(), origin=step[2])
        else:
            wiki.sources.retire(step[1], "withdrawn")
    except LwcError as refusal:
        assert refusal.code not in ("internal", "corrupt_store"), refusal.message


@contextmanager
def fresh_wiki() -> Iterator[Wiki]:
    with tempfile.TemporaryDirectory() as folder:
        environ = {"HOME": folder, "LWC_HOME": f"{folder}/home"}
        with Wiki.open(project=folder, environ=environ, cwd=folder) as wiki:
            wiki.init()
            yield wiki


@settings(max_examples=60)
@given(STEPS)
def test_what_is_derived_equals_what_a_rebuild_derives(steps: list[tuple[Any, ...]]) -> None:
    with fresh_wiki() as wiki:
        for step in steps:
            take(wiki, step)
        path = str(wiki.database)
        before = derived_state(path)
        check_integrity(path)
        wiki.upkeep.reindex()
        assert derived_state(path) == before
        check_integrity(path)


def stats_of(wiki: Wiki) -> StoreStats:
    (stats,) = wiki.upkeep.stats().stores
    return stats


@settings(max_examples=30)
@given(STEPS)
def test_the_counters_and_the_log_tell_what_is_there(steps: list[tuple[Any, ...]]) -> None:
    with fresh_wiki() as wiki:
        for step in steps:
            before = stats_of(wiki)
            take(wiki, step)
            after = stats_of(wiki)
            written = after.counts.operations - before.counts.operations
            assert written == after.revision - before.revision
            assert written in (0, 1)
            if not written:
                assert after == before
        counts = stats_of(wiki).counts
        assert counts.pages == wiki.pages.list().total
        assert counts.sources == wiki.sources.list().total


@settings(max_examples=40)
@given(STEPS)
def test_every_span_can_be_got_again_and_slices_its_document(steps: list[tuple[Any, ...]]) -> None:
    with fresh_wiki() as wiki:
        for step in steps:
            take(wiki, step)
        for query in ("pool", "限流", "text"):
            for hit in wiki.search(query, type="all").results:
                text = text_of(wiki, hit.ref).encode()
                if hit.span is not None:
                    spans = [wiki.spans.get(hit.span.id).span]
                    expanded = wiki.spans.expand(hit.span.id, before=3, after=3)
                    spans += [*expanded.siblings, *expanded.children]
                    for span in spans:
                        assert text[span.byte_start : span.byte_end].decode() == span.text
                        assert wiki.spans.get(span.id).span == span
                if hit.snippet.field == "body":
                    shown = text[hit.snippet.byte_start : hit.snippet.byte_end].decode()
                    assert shown == hit.snippet.text


def text_of(wiki: Wiki, ref: str) -> str:
    if ":source:" in ref:
        return wiki.sources.show(ref, max_chars=None).text
    return wiki.pages.show(ref).body or ""


# ── reads ────────────────────────────────────────────────────────────────────────────────────────

READS: dict[str, Callable[[Wiki], object]] = {
    "search": lambda wiki: wiki.search("pool"),
    "search and explain": lambda wiki: wiki.search("连接池", explain=True, limit=1),
    "search for nothing": lambda wiki: wiki.search("nowhere"),
    "context": lambda wiki: wiki.context(),
    "context of a task": lambda wiki: wiki.context(task="pool", budget=500),
    "tokens": lambda wiki: wiki.tokens("pool"),
    "where": lambda wiki: wiki.where(),
    "page show": lambda wiki: wiki.pages.show("faq"),
    "page list": lambda wiki: wiki.pages.list(),
    "page links": lambda wiki: wiki.pages.links("faq"),
    "page put, dry": lambda wiki: wiki.pages.put("faq", body="Another.", dry_run=True),
    "source show": lambda wiki: wiki.sources.show(1),
    "source list": lambda wiki: wiki.sources.list(all=True),
    "source refs": lambda wiki: wiki.sources.refs(1),
    "source status": lambda wiki: wiki.sources.status(all=True),
    "source diff": lambda wiki: wiki.sources.diff(1),
    "span get": lambda wiki: wiki.spans.get(wiki.spans.locate("faq", "connection pool").spans[0].id),
    "span expand": lambda wiki: wiki.spans.expand(wiki.spans.locate("faq", "connection pool").spans[0].id),
    "log": lambda wiki: wiki.log(),
    "purpose": lambda wiki: wiki.charter.show("purpose"),
    "stats": lambda wiki: wiki.upkeep.stats(),
}


def everything_in(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def filled(wiki: Wiki, store_dir: Path) -> Path:
    (store_dir / "rules.md").write_text("# Rules\n\nThe connection pool holds twenty.\n")
    wiki.sources.add("rules.md")
    wiki.pages.put("faq", title="Questions", body="How big is the connection pool? 连接池 twenty.", cite=[1])
    wiki.close()
    return store_dir


@pytest.mark.parametrize("name", READS)
def test_a_read_leaves_every_file_as_it_was(filled: Path, environ: dict[str, str], name: str) -> None:
    before = everything_in(filled)
    with Wiki.open(project=str(filled), environ=environ, cwd=str(filled)) as wiki:
        READS[name](wiki)
    assert everything_in(filled) == before


@pytest.mark.parametrize("name", [name for name in READS if name != "page put, dry"])
def test_a_read_beside_a_log_of_writes_leaves_it_as_it_was(
    wiki: Wiki, filled: Path, environ: dict[str, str], name: str
) -> None:
    wiki.pages.put("late", title="Late", body="In the log of writes alone: the connection pool.")
    log = filled / ".lwc" / "wiki.db-wal"
    before = ((filled / ".lwc" / "wiki.db").read_bytes(), log.read_bytes())
    with Wiki.open(project=str(filled), environ=environ, cwd=str(filled)) as reader:
        READS[name](reader)
    assert ((filled / ".lwc" / "wiki.db").read_bytes(), log.read_bytes()) == before
