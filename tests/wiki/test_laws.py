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
        st.tuples(st.just("folder"), st.lists(bodies(), min_size=1, max_size=4)),
        st.tuples(st.just("reindex")),
        st.tuples(st.just("close")),
    ),
    max_size=9,
)


def folder_with(wiki: Wiki, texts: list[str]) -> Path:
    folder = Path(str(wiki.database)).parents[1] / "folder"
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"{number}.md").write_text(text, encoding="utf-8")
    return folder


def take(wiki: Wiki, step: tuple[Any, ...]) -> None:
    """One step; a refusal is an answer too, and has to leave everything as it was."""
    try:
        if step[0] == "put":
            wiki.pages.put(**step[1])
        elif step[0] == "remove":
            wiki.pages.remove(step[1], "no longer true")
        elif step[0] == "add":
            wiki.sources.add_bytes(step[1].encode(), origin=step[2])
        elif step[0] == "retire":
            wiki.sources.retire(step[1], "withdrawn")
        elif step[0] == "folder":
            wiki.sources.add_folder(str(folder_with(wiki, step[1])))
        elif step[0] == "reindex":
            wiki.upkeep.reindex()
        else:
            wiki.close()
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


@pytest.mark.parametrize("name", ["search", "context", "page show", "span expand"])
def test_a_damaged_page_of_the_file_is_named_and_never_a_crash(
    filled: Path, environ: dict[str, str], name: str
) -> None:
    """M4: each of the file's pages in turn is zeroed; what can be read is, and the file is left alone"""
    path = filled / ".lwc" / "wiki.db"
    whole = path.read_bytes()
    codes = set()
    for start in range(0, len(whole), 8192):
        damaged = whole[:start] + bytes(8192) + whole[start + 8192 :]
        path.write_bytes(damaged)
        with Wiki.open(project=str(filled), environ=environ, cwd=str(filled)) as wiki:
            try:
                READS[name](wiki)
            except LwcError as error:
                codes.add(error.code)
        assert path.read_bytes() == damaged
    assert codes == {"corrupt_store", "not_a_store"}


# ── two writers ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def beaten(
    wiki: Wiki, store_dir: Path, environ: dict[str, str]
) -> Iterator[Callable[[Callable[[Wiki], object]], Wiki]]:
    """A second writer, before whose next transaction the first one does something."""
    with Wiki.open(project=str(store_dir), environ=environ, cwd=str(store_dir)) as second:

        def call(act: Callable[[Wiki], object]) -> Wiki:
            acts = iter([act])

            def before(statement: str) -> None:
                if statement == "BEGIN IMMEDIATE" and (now := next(acts, None)):
                    now(wiki)

            second._stores.writer().database.connection.set_trace_callback(before)
            return second

        yield call


Beaten = Callable[[Callable[[Wiki], object]], Wiki]


def rebuilt_the_same(wiki: Wiki) -> bool:
    before = derived_state(str(wiki.database))
    wiki.upkeep.reindex()
    return derived_state(str(wiki.database)) == before


def test_a_writer_that_was_beaten_changes_the_page_as_it_is_now(wiki: Wiki, beaten: Beaten) -> None:
    wiki.pages.put("faq", title="Questions", body="first words", tags=["a"])
    second = beaten(lambda first: first.pages.put("faq", body="second words", aliases=["q"]))
    page = second.pages.put("faq", tags=["b"]).page
    assert (page.revision, page.tags, page.aliases) == (3, ("b",), ("q",))
    assert wiki.pages.show("faq").body == "second words"
    assert wiki.search("first").results == ()
    assert rebuilt_the_same(wiki)


def test_a_writer_that_was_beaten_to_a_new_page_makes_its_next_revision(wiki: Wiki, beaten: Beaten) -> None:
    second = beaten(lambda first: first.pages.put("faq", body="first words", tags=["a"]))
    answer = second.pages.put("faq", body="second words")
    assert (answer.created, answer.page.revision, answer.page.tags) == (False, 2, ("a",))
    assert rebuilt_the_same(wiki)


@pytest.mark.parametrize(
    ("act", "options", "code"),
    [
        (lambda first: first.pages.put("faq", body="x"), {"if_absent": True}, "revision_conflict"),
        (lambda first: first.pages.put("FAQ", body="x"), {}, "slug_collision"),
        (lambda first: first.pages.put("other", aliases=["faq"]), {}, "alias_collision"),
        (lambda first: first.pages.put("other", aliases=["q"]), {"aliases": ["Q"]}, "alias_collision"),
    ],
)
def test_what_was_free_before_the_lock_is_looked_at_again_inside_of_it(
    wiki: Wiki, beaten: Beaten, act: Callable[[Wiki], object], options: dict[str, Any], code: str
) -> None:
    second = beaten(act)
    with pytest.raises(LwcError) as caught:
        second.pages.put("faq", **options)
    assert caught.value.code == code
    assert rebuilt_the_same(wiki)


def test_a_page_that_another_removed_first_is_not_found(wiki: Wiki, beaten: Beaten) -> None:
    wiki.pages.put("faq", body="x")
    second = beaten(lambda first: first.pages.remove("faq", "gone"))
    with pytest.raises(LwcError) as caught:
        second.pages.remove("faq", "gone too")
    assert caught.value.code == "page_not_found"
    assert rebuilt_the_same(wiki)


def test_content_that_another_added_first_is_recognised(wiki: Wiki, beaten: Beaten, store_dir: Path) -> None:
    second = beaten(lambda first: first.sources.add_bytes(b"the same", origin="a.md"))
    answer = second.sources.add_bytes(b"the same", origin="a.md")
    assert (answer.created, answer.source.id, wiki.sources.list(all=True).total) == (False, 1, 1)
    folder = folder_with(wiki, ["one", "two"])
    second = beaten(lambda first: first.sources.add_folder(str(folder)))
    added = second.sources.add_folder(str(folder))
    assert (len(added.added), added.unchanged, added.changed) == (0, 2, False)
    assert rebuilt_the_same(wiki)


def test_content_that_another_superseded_meanwhile_is_added_again(wiki: Wiki, beaten: Beaten) -> None:
    wiki.sources.add_bytes(b"A", origin="a.md")
    second = beaten(lambda first: first.sources.add_bytes(b"B", origin="a.md"))
    answer = second.sources.add_bytes(b"A", origin="a.md")
    assert (answer.created, answer.source.id, answer.supersedes) == (True, 3, 2)
    assert rebuilt_the_same(wiki)
