"""How spans share the places of a list, and which stand for their document."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from lwc.search.grouping import FIRST_PLACES, MATCHES, MOST_OF_ONE, apart, by_document, capped

LISTS = st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 99)), unique=True, max_size=40)


def document(span: tuple[str, int]) -> str:
    return span[0]


def test_a_fourth_span_of_one_document_waits_until_after_the_first_ten() -> None:
    spans = [("a", 0), ("a", 1), ("a", 2), ("a", 3), *((letter, 0) for letter in "bcdefghij")]
    assert capped(spans, document)[:4] == [("a", 0), ("a", 1), ("a", 2), ("b", 0)]
    assert capped(spans, document)[9:] == [("h", 0), ("a", 3), ("i", 0), ("j", 0)]


@given(LISTS)
def test_the_cap_loses_nothing_and_keeps_the_order_of_what_it_takes(spans: list[tuple[str, int]]) -> None:
    shown = capped(spans, document)
    assert sorted(shown) == sorted(spans)
    for letter in "abcde":
        assert [span for span in shown if span[0] == letter] == [span for span in spans if span[0] == letter]


@given(LISTS)
def test_no_document_takes_more_than_three_places_while_others_have_spans(
    spans: list[tuple[str, int]],
) -> None:
    shown = capped(spans, document)
    others = sum(min(MOST_OF_ONE, number) for number in Counter(map(document, spans)).values())
    first = shown[: min(FIRST_PLACES, others)]
    assert all(number <= MOST_OF_ONE for number in Counter(map(document, first)).values())


@given(LISTS)
def test_groups_stand_where_their_first_spans_stand(spans: list[tuple[str, int]]) -> None:
    groups = by_document(spans, document)
    assert sorted(span for group in groups for span in group) == sorted(spans)
    assert [group[0] for group in groups] == [
        span for at, span in enumerate(spans) if span[0] not in map(document, spans[:at])
    ]


@given(st.lists(st.integers(0, 30), unique=True))
def test_spans_that_stand_for_a_document_do_not_hold_one_another(spans: list[int]) -> None:
    """A number stands for a passage (tens) or for a sentence in it."""
    taken = apart(spans, lambda span, other: other in (span, span // 10 * 10))
    assert taken == taken[:MATCHES]
    assert all(
        one // 10 != other // 10 or (one % 10 and other % 10)
        for one in taken
        for other in taken
        if one != other
    )
    assert taken[:1] == tuple(spans[:1])
