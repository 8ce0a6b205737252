"""The two texts of a store: what it is for, and how its pages are made."""

from __future__ import annotations

import pytest

from lwc import Wiki
from lwc.errors import LwcError


@pytest.mark.parametrize("name", ["purpose", "schema"])
def test_a_text_is_set_shown_and_written_down(wiki: Wiki, name: str) -> None:
    assert wiki.charter.show(name) == (name, "")
    answer = wiki.charter.set(name, "  支付的规则。\nAnd more.\n")
    assert (answer.text, answer.changed) == ("支付的规则。\nAnd more.", True)
    assert wiki.charter.show(name).text == answer.text
    operation = wiki.log().operations[0]
    assert (operation.id, operation.action, operation.target) == (answer.operation, f"{name}.set", name)
    assert operation.revision == answer.revision


def test_an_equal_text_writes_nothing(wiki: Wiki) -> None:
    first = wiki.charter.set("purpose", "What it is for.")
    before = wiki.log().total
    again = wiki.charter.set("purpose", " What it is for.\n")
    assert (again.changed, again.operation, again.revision) == (False, None, first.revision)
    assert wiki.log().total == before
    assert wiki.charter.set("purpose", "").changed
    assert wiki.charter.set("schema", "").changed is False


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("Purpose", "x", "usage"),
        ("revision", "5", "usage"),
        ("purpose", "a\0b", "not_text"),
        ("schema", "x" * 100_001, "invalid_value"),
    ],
)
def test_what_can_not_stand_is_refused(wiki: Wiki, name: str, text: str, code: str) -> None:
    before = wiki.log().total
    with pytest.raises(LwcError) as caught:
        wiki.charter.set(name, text)
    assert (caught.value.code, wiki.log().total) == (code, before)


def test_a_text_that_is_none_of_the_two_is_not_shown(wiki: Wiki) -> None:
    with pytest.raises(LwcError) as caught:
        wiki.charter.show("created_at")
    assert caught.value.code == "usage"


def test_the_log_keeps_every_text_that_was_set(wiki: Wiki) -> None:
    wiki.charter.set("purpose", "First.")
    wiki.charter.set("purpose", "")

    texts = [operation.detail["text"] for operation in wiki.log(action="purpose.set").operations]
    assert texts == ["", "First."]
