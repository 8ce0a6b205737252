"""A span id says what it is of and can be read without a look-up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.errors import LwcError
from lwc.text.segment import SEGMENTER
from lwc.text.spanid import format_span, parse_span

FINGERPRINT = "xxh3:9f86d081884c7d659a2feaa0c55ad015"

identifiers = st.text(min_size=1) | st.text(alphabet="a@./:1-#", min_size=1)
numbers = st.integers(min_value=0, max_value=(1 << 18) - 1)


def test_an_id_names_document_state_passage_and_sentence() -> None:
    assert format_span("page", "rate-limits", FINGERPRINT, 4, 2) == "page:rate-limits@9f86d081884c7d65.1/4.2"


def test_a_passage_has_no_sentence_number() -> None:
    assert format_span("source", "12", FINGERPRINT, 0) == "source:12@9f86d081884c7d65.1/0"


def test_a_scope_stands_first() -> None:
    written = format_span("page", "a", FINGERPRINT, 1, scope="global")
    assert written == "global:page:a@9f86d081884c7d65.1/1"
    assert parse_span(written).scope == "global"


@given(
    type=st.sampled_from(["page", "source"]),
    identifier=identifiers,
    passage=numbers,
    sentence=st.none() | numbers,
    scope=st.sampled_from([None, "project", "global"]),
)
def test_what_is_written_is_read_back(type, identifier, passage, sentence, scope) -> None:
    span = parse_span(format_span(type, identifier, FINGERPRINT, passage, sentence, scope))
    assert span == (scope, type, identifier, "9f86d081884c7d65", SEGMENTER, passage, sentence)


def test_an_identifier_may_look_like_an_id_itself() -> None:
    inner = "page:x@9f86d081884c7d65.1/4.2"
    assert parse_span(format_span("page", inner, FINGERPRINT, 7)).identifier == inner


def test_the_segmenter_version_is_kept_so_that_an_old_id_can_be_told() -> None:
    assert parse_span("page:a@9f86d081884c7d65.99/4").segmenter == 99


@pytest.mark.parametrize(
    "text",
    [
        "",
        "page:a",
        "page:a@9f86d081884c7d65",
        "page:a@9f86d081884c7d65.1",
        "page:a@9f86d081884c7d65/1",
        "page:a@9F86D081884C7D65.1/1",
        "page:a@9f86d081884c7d6.1/1",
        "page:@9f86d081884c7d65.1/1",
        "passage:a@9f86d081884c7d65.1/1",
        "all:page:a@9f86d081884c7d65.1/1",
        "page:a@9f86d081884c7d65.1/1.2.3",
        "page:a@9f86d081884c7d65.1/-1",
        "page:a@9f86d081884c7d65.1/٣",
        "page:a@9f86d081884c7d65.1/1\n",
        "page:a@9f86d081884c7d65.1/99999999999999999999",
    ],
)
def test_anything_else_is_no_span(text: str) -> None:
    with pytest.raises(LwcError) as refusal:
        parse_span(text)
    assert refusal.value.code == "span_not_found"
    assert refusal.value.details == {"span": text}


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        parse_span(text)
    except LwcError as refusal:
        assert refusal.code == "span_not_found"
