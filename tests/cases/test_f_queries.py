"""Cases F: odd queries. Query text is data, and nothing in it is an error."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from lwc.errors import LwcError

if TYPE_CHECKING:
    from lwc import Wiki

Put = Callable[..., None]
Found = Callable[..., list[str]]

ODD = (
    "real-time", "ADR-016", "TODO: fix", "C++", "C#", ".NET", "src/store.rs", "v1.0.21", "don't", 'a"b',
    '"open', "GB/s", "foo(bar)", "a AND", "NOT", "NEAR(", "*", "^x", "{a}", "%_", "[[Link]]",
)  # fmt: skip
#: What has neither letters nor digits; also SQL, control characters and what FTS5 gives a meaning.
ODDER = (
    "'; DROP TABLE page; --", "body:x", "- -", "NEAR(a b, 3)", "a NEAR b", "(", ")", '""', '"', "\\", "\x01",
    "a* b*", "+a", "title : y", "{title body} : x", "^", "a OR", "OR OR", "\ufffd", "--", "-x",
)  # fmt: skip


@pytest.fixture
def odd_pages(wiki: Wiki) -> dict[str, str]:
    """A page for each odd text, which is its body; query → slug."""
    slugs = {text: f"odd-{number}" for number, text in enumerate(ODD)}
    for text, slug in slugs.items():
        wiki.pages.put(slug, title=f"Untitled {slug[4:]}", body=text)
    wiki.pages.put("other", title="Untitled", body="Quite ordinary words stand here.")
    return slugs


@pytest.mark.parametrize("query", ODD)
def test_the_document_with_an_odd_text_is_first(
    wiki: Wiki, odd_pages: dict[str, str], found: Found, query: str
) -> None:
    """F1"""
    slugs = found(query)
    if any(character.isalnum() for character in query):
        assert slugs[0] == odd_pages[query]


@pytest.mark.parametrize("query", ODD)
def test_an_odd_query_is_no_error_on_the_command_line(wiki: Wiki, run: Any, query: str) -> None:
    """F1"""
    wiki.pages.put("other", title="Untitled", body="Quite ordinary words stand here.")
    done = run("search", query)
    assert (done.code, done.stderr) == (0, "")
    assert done.json["query"]["text"] == query


@pytest.mark.parametrize("query", ODDER)
def test_odder_queries_raise_nothing_but_that_they_are_empty(
    wiki: Wiki, odd_pages: dict[str, str], query: str
) -> None:
    """F1, F4: other instances"""
    try:
        wiki.search(query)
    except LwcError as error:
        assert error.code == "empty_query"


@pytest.mark.parametrize(
    ("query", "first"),
    [("getUserById", "camel"), ("get_user_by_id", "snake"), ("user by id", None)],
)
def test_an_identifier_is_found_whole_and_in_parts(
    put: Put, found: Found, query: str, first: str | None
) -> None:
    """F2"""
    put(
        camel="Call getUserById to load the account.",
        snake="Call get_user_by_id to load the account.",
        other="Call deleteAll to clear the table.",
    )
    slugs = found(query)
    assert "camel" in slugs
    assert first in (None, slugs[0])


def test_a_phrase_stays_together(put: Put, found: Found) -> None:
    """F3"""
    put(together="The connection pool is full.", apart="A pool of each connection is kept.")
    assert found('"connection pool"') == ["together"]
    assert set(found("connection pool")) == {"together", "apart"}


def test_a_hyphen_before_a_word_excludes(put: Put, found: Found) -> None:
    """F3"""
    put(wanted="Performance of queries.", unwanted="Performance in sports.")
    assert found("performance -sports") == ["wanted"]


def test_a_hyphen_between_blanks_is_none(put: Put, found: Found) -> None:
    """F3"""
    put(vault="Obsidian is my vault.", other="Obsidian for teams.", third="Rain.")
    assert found("obsidian - my") == ["vault", "other"]


@pytest.mark.parametrize("query", ["", " ", "\t\n", "，。！？", "🎉", "...", "\u200b"])
def test_a_query_with_nothing_to_look_for_says_so(wiki: Wiki, run: Any, query: str) -> None:
    """F4"""
    wiki.pages.put("other", title="Untitled", body="Quite ordinary words stand here.")
    done = run("search", query)
    if done.code == 2:
        assert done.error["code"] in ("empty_query", "usage")
        assert done.error["hint"]
    else:
        assert done.code == 0
        assert (done.json["results"], done.json["total"]) == ([], 0)
        assert done.json["assessment"]["next"]["reason"]


WORDS = [f"{start}{middle}{end}" for start in "bdfgk" for middle in ("ala", "emo", "iru") for end in "mnprtk"]


def test_a_pasted_paragraph_keeps_its_most_selective_terms_and_says_so(wiki: Wiki, put: Put) -> None:
    """F5"""
    assert len(WORDS) >= 70
    words = WORDS[:70]
    frequent, rarest = words[:12], words[40]
    for number in range(12):
        put(**{f"common{number}": " ".join(frequent)})
    put(right=f"The one with {rarest} in it.")
    answer = wiki.search(" ".join(words))
    assert answer.query.truncated
    assert len(answer.query.terms) == 64
    kept = " ".join(str(term) for term in answer.query.terms)
    assert rarest[:5] in kept
    assert answer.results[0].identifier == "right"


def test_a_long_chinese_sentence_is_answered(put: Put, found: Found) -> None:
    """F5"""
    sentence = (
        "请问在项目进入第二阶段之后如果供应商没有按照合同约定的时间交付全部设备我们应该按照哪一条规定计算违约金"
        "并且由哪个部门负责通知对方"
    )
    sentence += "以及需要保留哪些证据"[: 66 - len(sentence)]
    assert len(sentence) == 66
    put(
        right="供应商没有按照合同约定的时间交付设备的，按日计算违约金，由采购部门通知对方。",
        other="会议室的预订由行政部门负责。",
    )
    assert found(sentence)[0] == "right"


def test_a_hundred_kilobytes_are_answered(put: Put, wiki: Wiki, run: Any) -> None:
    """F5"""
    put(right="The zymurgist keeps a barometer.", other="Quite ordinary words stand here.")
    source = random.Random(5)
    filler = ["".join(source.choices("abcdefghijklmnop", k=7)) for _ in range(12_500)]
    filler[6_000] = "zymurgist"
    query = " ".join(filler)
    assert len(query) >= 99_000
    answer = wiki.search(query)
    assert answer.query.truncated
    assert [hit.identifier for hit in answer.results] == ["right"]
    assert run("search", query).json["results"][0]["identifier"] == "right"


def test_random_text_raises_nothing(wiki: Wiki, put: Put) -> None:
    """F6"""
    put(
        latin="Quite ordinary words stand here.", cjk="合同约定的时间 データベース 회의록", odd="foo(bar) C++"
    )
    source = random.Random(6)
    planes = [(0, 0x7F), (0, 0x2FF), (0x300, 0x11FF), (0x2000, 0x33FF), (0x3000, 0xD7FF), (0, 0x10FFFF)]
    for _ in range(10_000):
        low, high = source.choice(planes)
        query = "".join(chr(source.randint(low, high)) for _ in range(source.randint(0, 16)))
        try:
            wiki.search(query, limit=1)
        except LwcError as error:
            assert error.code == "empty_query", ascii(query)


def test_bytes_that_are_no_text_are_searched_for_as_such(wiki: Wiki, run: Any) -> None:
    """F6, on the command line"""
    assert run("search", "\udcff\udcfe words").code == 0
