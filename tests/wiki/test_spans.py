"""Spans: exact text at exact bytes, for as long as the document says the same, and never other text."""

from __future__ import annotations

from pathlib import Path

import pytest

from lwc import Wiki
from lwc.errors import LwcError
from lwc.wiki.documents import SpanView

BODY = """---
tags: [db]
---
Before any heading. 第零句。

# Pool 连接池

The pool holds twenty. It is shared! 连接池的上限是二十。超过就排队；不会失败。

- first item
- second item. With two sentences.

## Table

| name | value |
|------|-------|
| size | 20    |
| wait | 5 s   |

```python
getUserById(42)
return None
```

# Last

🐘 The end.
"""


@pytest.fixture
def page(wiki: Wiki) -> Wiki:
    wiki.pages.put("pool", title="Pool", body=BODY)
    return wiki


def stale(wiki: Wiki, span: str) -> LwcError:
    with pytest.raises(LwcError) as caught:
        wiki.spans.get(span)
    assert caught.value.code == "stale_span"
    return caught.value


def passages_of(wiki: Wiki, reference: str, quote: str) -> list[SpanView]:
    """All passages of a document, from a quote in one of them."""
    (span, *_) = wiki.spans.locate(reference, quote).spans
    passage = span.parent or span.id
    expanded = wiki.spans.expand(passage, before=1000, after=1000)
    return sorted([expanded.span, *expanded.siblings], key=lambda span: span.ordinal)


def test_every_passage_and_sentence_slices_the_text_at_its_bytes(page: Wiki) -> None:
    spans = passages_of(page, "pool", "The pool holds twenty.")
    assert [span.ordinal for span in spans] == list(range(len(spans)))
    assert {span.kind for span in spans} >= {"paragraph", "table", "code"}
    for passage in list(spans):
        expanded = page.spans.expand(passage.id, children=1000)
        assert expanded.children_truncated is False
        starts = [child.byte_start for child in expanded.children]
        assert starts == sorted(set(starts))
        for ordinal, child in enumerate(expanded.children):
            assert (child.type, child.ordinal, child.parent) == ("sentence", ordinal, passage.id)
            assert passage.byte_start <= child.byte_start < child.byte_end <= passage.byte_end
        spans += expanded.children
    raw = BODY.encode()
    for span in spans:
        assert raw[span.byte_start : span.byte_end].decode() == span.text
        assert page.spans.get(span.id).span == span


def test_a_span_says_what_it_is_of(page: Wiki) -> None:
    (span,) = page.spans.locate("pool", "连接池的上限是二十。").spans
    assert (span.type, span.text, span.heading_path, span.kind) == (
        "sentence",
        "连接池的上限是二十。",
        ("Pool 连接池",),
        "paragraph",
    )
    assert span.document == ("page", "pool")
    assert span.fingerprint == page.pages.show("pool").page.fingerprint
    assert span.id.startswith("project:page:pool@" + span.fingerprint.removeprefix("xxh3:")[:16] + ".1/")
    unqualified = span.id.removeprefix("project:")
    assert page.spans.get(unqualified).span == span


def test_the_neighbours_of_a_sentence_go_on_across_passages(page: Wiki) -> None:
    (span,) = page.spans.locate("pool", "It is shared!").spans
    texts = lambda before, after: [  # noqa: E731
        sibling.text for sibling in page.spans.expand(span.id, before=before, after=after).siblings
    ]
    assert texts(1, 1) == ["The pool holds twenty.", "连接池的上限是二十。"]
    assert texts(3, 0) == ["Before any heading.", "第零句。", "The pool holds twenty."]
    assert texts(0, 0) == []
    assert texts(-5, -5) == []
    around = texts(1000, 1000)
    assert "It is shared!" not in around
    assert around[-1] == "🐘 The end."
    assert around == sorted(around, key=lambda text: BODY.index(text))


def test_a_sentence_knows_its_passage_and_section_and_a_passage_its_sentences(page: Wiki) -> None:
    (span,) = page.spans.locate("pool", "It is shared!").spans
    expanded = page.spans.expand(span.id)
    assert (expanded.span, expanded.children, expanded.children_truncated) == (span, (), False)
    assert expanded.parent is not None
    assert (expanded.parent.id, expanded.parent.type) == (span.parent, "passage")
    assert expanded.section is not None
    assert (expanded.section.heading, expanded.section.level) == ("Pool 连接池", 1)
    section = BODY.encode()[expanded.section.byte_start : expanded.section.byte_end].decode()
    assert section.startswith("# Pool")
    assert section.rstrip().endswith("```")
    passage = page.spans.expand(expanded.parent.id, children=2)
    assert [child.text for child in passage.children] == ["The pool holds twenty.", "It is shared!"]
    assert (passage.children_truncated, passage.parent) == (True, None)
    assert [sibling.ordinal for sibling in passage.siblings] == [
        expanded.parent.ordinal - 1,
        expanded.parent.ordinal + 1,
    ]
    first = page.spans.locate("pool", "Before any heading.").spans[0]
    assert page.spans.expand(first.id).section is None


# ── locate ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("quote", "type", "text"),
    [
        ("twenty", "sentence", "The pool holds twenty."),
        (
            "twenty. It is",
            "passage",
            "The pool holds twenty. It is shared! 连接池的上限是二十。超过就排队；不会失败。",
        ),
        ("上限", "sentence", "连接池的上限是二十。"),
        ("getUserById(42)", "sentence", "getUserById(42)"),
        ("🐘", "sentence", "🐘 The end."),
    ],
)
def test_a_quote_is_located_in_the_smallest_span_that_holds_it(
    page: Wiki, quote: str, type: str, text: str
) -> None:
    answer = page.spans.locate("pool", quote)
    (span,) = answer.spans
    assert (span.type, span.text, answer.total, answer.truncated) == (type, text, 1, False)
    ((start, end),) = answer.byte_ranges
    assert BODY.encode()[start:end].decode() == quote


def test_every_place_of_a_quote_is_counted_and_the_first_are_shown(wiki: Wiki) -> None:
    wiki.pages.put("many", body="\n\n".join(["The same sentence."] * 30))
    answer = wiki.spans.locate("page:many", "same")
    assert (len(answer.spans), len(answer.byte_ranges), answer.total, answer.truncated) == (20, 20, 30, True)
    assert len({span.id for span in answer.spans}) == 20


@pytest.mark.parametrize("quote", ["the POOL holds twenty.", "thirty", "half \ud800"])
def test_a_quote_that_is_not_there_character_for_character_is_not_found(page: Wiki, quote: str) -> None:
    with pytest.raises(LwcError) as caught:
        page.spans.locate("pool", quote)
    assert (caught.value.code, caught.value.exit_code) == ("span_not_found", 3)


def test_a_quote_in_a_document_without_passages_is_an_error_and_no_crash(wiki: Wiki) -> None:
    wiki.pages.put("headings", body="# Only a heading\n")
    with pytest.raises(LwcError) as caught:
        wiki.spans.locate("headings", "Only")
    assert caught.value.code == "span_not_found"
    with pytest.raises(LwcError) as caught:
        wiki.spans.locate("headings", "  ")
    assert caught.value.code == "usage"


# ── what a span id may not do ────────────────────────────────────────────────────────────────────


def test_a_span_number_that_is_not_there_is_not_found(page: Wiki) -> None:
    (span,) = page.spans.locate("pool", "It is shared!").spans
    base = span.id.rpartition("/")[0]
    for number in ("99", "0.99", "262143", "262144", "999999999", "0.999999999"):
        for use in (page.spans.get, page.spans.expand):
            with pytest.raises(LwcError) as caught:
                use(f"{base}/{number}")
            assert caught.value.code == "span_not_found"


def test_a_span_of_a_document_that_is_not_there_says_so(page: Wiki) -> None:
    tail = "@0123456789abcdef.1/0"
    for span, code in (
        ("page:nowhere" + tail, "page_not_found"),
        ("source:9" + tail, "source_not_found"),
        ("pool", "span_not_found"),
        ("", "span_not_found"),
        ("global:page:pool" + tail, "store_not_found"),
    ):
        with pytest.raises(LwcError) as caught:
            page.spans.get(span)
        assert caught.value.code == code, span


def test_another_segmenter_makes_a_span_stale(page: Wiki) -> None:
    (span,) = page.spans.locate("pool", "It is shared!").spans
    error = stale(page, span.id.replace(".1/", ".2/"))
    assert (error.details["prior_segmenter"], error.details["current_segmenter"]) == (2, 1)
    assert error.details["candidates"] == []


# ── staleness ────────────────────────────────────────────────────────────────────────────────────


def test_a_stale_span_names_the_spans_that_say_the_same_now(page: Wiki) -> None:
    sentence = page.spans.locate("pool", "It is shared!").spans[0]
    passage = page.spans.locate("pool", "🐘").spans[0].parent
    page.pages.put("pool", body="A new beginning.\n\n" + BODY.replace("twenty", "thirty"))
    error = stale(page, sentence.id)
    assert error.details["current_fingerprint"] == page.pages.show("pool").page.fingerprint
    assert sentence.fingerprint.removeprefix("xxh3:").startswith(error.details["prior_fingerprint"])
    (candidate,) = error.details["candidates"]
    assert page.spans.get(candidate).span.text == "It is shared!"
    (candidate,) = stale(page, passage or "").details["candidates"]
    assert page.spans.get(candidate).span.text == "🐘 The end."
    with pytest.raises(LwcError) as caught:
        page.spans.expand(sentence.id)
    assert caught.value.code == "stale_span"


def test_a_page_that_says_again_what_it_said_has_its_old_spans_back(page: Wiki) -> None:
    (span,) = page.spans.locate("pool", "It is shared!").spans
    page.pages.put("pool", body="Other.")
    assert stale(page, span.id).details["candidates"] == []
    page.pages.put("pool", body=BODY)
    assert page.spans.get(span.id).span == span


def test_a_removed_page_has_no_spans(page: Wiki) -> None:
    (span,) = page.spans.locate("pool", "It is shared!").spans
    page.pages.remove("pool", "gone")
    with pytest.raises(LwcError) as caught:
        page.spans.get(span.id)
    assert caught.value.code == "page_not_found"


def test_the_spans_of_a_superseded_and_of_a_retired_source_still_open(wiki: Wiki) -> None:
    wiki.sources.add_bytes(b"The limit is fifty. It is low.\n", origin="limits.md")
    (span,) = wiki.spans.locate("source:1", "It is low.").spans
    wiki.sources.add_bytes(b"The limit is ninety.\n", origin="limits.md")
    assert wiki.spans.get(span.id).span == span
    wiki.sources.retire(1, "withdrawn")
    assert [sibling.text for sibling in wiki.spans.expand(span.id).siblings] == ["The limit is fifty."]


def test_ids_are_the_same_after_a_rebuild_and_in_another_store(page: Wiki, tmp_path: Path) -> None:
    before = passages_of(page, "pool", "twenty")
    page.upkeep.reindex()
    assert passages_of(page, "pool", "twenty") == before
    with Wiki.open(
        project=str(tmp_path / "other"), environ={"HOME": str(tmp_path), "LWC_HOME": str(tmp_path / "g")}
    ) as other:
        (tmp_path / "other").mkdir()
        other.init()
        other.pages.put("first", body="Something before, so that the row ids differ.")
        other.pages.put("pool", body=BODY)
        assert passages_of(other, "pool", "twenty") == before


def test_an_edit_by_another_process_while_a_span_is_read_gives_no_other_text(
    page: Wiki, store_dir: Path, environ: dict[str, str]
) -> None:
    """The writer commits between finding the page and reading its passage."""
    (span,) = page.spans.locate("pool", "It is shared!").spans
    page.close()
    with Wiki.open(project=str(store_dir), environ=environ, cwd=str(store_dir)) as reader:
        reader.pages.list()
        (store,) = reader._stores.readers()
        edits = iter(["An entirely different text. It has other sentences. Three of them.\n\n" * 9])

        def edit(statement: str) -> None:
            if "FROM passage" in statement and (body := next(edits, None)):
                page.pages.put("pool", body=body)

        store.database.connection.set_trace_callback(edit)
        assert reader.spans.get(span.id).span == span
        assert next(edits, None) is None
        stale(reader, span.id)
