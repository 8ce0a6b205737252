"""Cases C: scripts and tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from lwc.text.tokens import query_tokens, tokens

if TYPE_CHECKING:
    from lwc import Wiki

Put = Callable[..., None]
Found = Callable[..., list[str]]

PARTIAL = {"most_terms", "some_terms"}


@pytest.mark.parametrize("query", ["合約轉換", "合"])
def test_a_part_of_a_run_is_found_down_to_one_character(put: Put, found: Found, query: str) -> None:
    """C1"""
    put(course="中文合約轉換體驗課問題", other="天氣預報說明天下雨", english="nothing of the kind")
    assert found(query) == ["course"]


def test_a_hit_that_lacks_a_word_says_so(put: Put, wiki: Wiki) -> None:
    """C2"""
    put(coupon="云工开物 300 元学生券", other="雾凇词库部署")
    (hit,) = wiki.search("云工开物 优惠券").results
    assert hit.identifier == "coupon"
    assert hit.tier in PARTIAL
    assert hit.matched_terms == ("云工开物",)
    assert hit.missing_terms == ("优惠券",)


def test_a_blank_between_words_makes_no_difference(put: Put, wiki: Wiki) -> None:
    """C3"""
    put(deploy="雾凇词库部署", other="云工开物 300 元学生券")
    (joined,) = wiki.search("雾凇拼音").results
    (apart,) = wiki.search("雾凇 拼音").results
    assert joined.identifier == apart.identifier == "deploy"
    assert joined.tier == apart.tier
    assert joined.tier in PARTIAL
    assert joined.missing_terms == apart.missing_terms == ("拼音",)


@pytest.mark.parametrize("query", ["データベース移行", "ﾃﾞｰﾀﾍﾞｰｽ", "ﾃﾞｰﾀﾍﾞｰｽ移行"])
def test_half_width_kana_are_folded(put: Put, found: Found, query: str) -> None:
    """C4"""
    put(move="東京都庁でデータベースを移行する", other="大阪で会議を開く")
    assert found(query)[0] == "move"


@pytest.mark.parametrize("query", [unicodedata.normalize("NFD", "회의록"), "회의록", "회의"])
def test_hangul_is_found_composed_or_not(put: Put, found: Found, query: str) -> None:
    """C5"""
    put(minutes=unicodedata.normalize("NFC", "팀은 회의록을 Notion에 정리한다"), other="점심은 김밥이다")
    assert found(query) == ["minutes"]


def test_hangul_is_found_when_it_is_stored_decomposed(put: Put, found: Found) -> None:
    """C5, the other way round"""
    put(minutes=unicodedata.normalize("NFD", "팀은 회의록을 Notion에 정리한다"))
    assert found("회의록") == ["minutes"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("itgc", ["rerun"]),
        ("gen-itgc", ["rerun"]),
        ("年发布", ["phone"]),
        ("iphone手机", ["phone"]),
        ("2018", ["phone"]),
        ("50条", ["rerun"]),
        ("悬空", []),
    ],
)
def test_every_border_of_scripts_cuts(put: Put, found: Found, query: str, expected: list[str]) -> None:
    """C6"""
    put(rerun="重跑gen-itgc后50条", phone="2018年发布的iPhone手机")
    assert found(query) == expected


RARE_SCRIPTS = {
    "plane2": "𠮷野家",
    "family": "👩‍👩‍👧",
    "thai": "สวัสดีครับ",
    "hindi": "हिन्दी",
    "lao": "ສະບາຍດີ",
    "khmer": "សួស្តី",
    "arabic": "السلام عليكم",
    "hebrew": "שָׁלוֹם",
    "bopomofo": "ㄅㄆㄇㄈ",
}


@pytest.mark.parametrize("slug", RARE_SCRIPTS)
def test_rare_scripts_are_found(put: Put, found: Found, slug: str) -> None:
    """C9"""
    put(**{name: f"before {text} after" for name, text in RARE_SCRIPTS.items()})
    assert found(RARE_SCRIPTS[slug]) == [slug]


@pytest.mark.parametrize("text", RARE_SCRIPTS.values())
def test_marks_are_not_split_from_their_letters(text: str) -> None:
    """C9"""
    for token in [*tokens(text), *query_tokens(text)]:
        assert unicodedata.category(text[token.start])[0] != "M"
        assert token.end == len(text) or unicodedata.category(text[token.end])[0] != "M"


@pytest.mark.parametrize(
    ("query", "first"),
    [("what is this", "english"), ("是什么", "chinese"), ("to be or not to be", "hamlet")],
)
def test_stop_words_are_kept_when_nothing_else_is_left(
    wiki: Wiki, found: Found, query: str, first: str
) -> None:
    """C10"""
    wiki.pages.put("english", title="What is this", body="An introduction.")
    wiki.pages.put("chinese", title="是什么", body="简介。")
    wiki.pages.put("hamlet", title="Soliloquy", body="To be, or not to be, that is the question.")
    wiki.pages.put("other", title="Payment rules", body="Invoices are due in thirty days. 发票三十天内付清。")
    assert found(query)[0] == first


def test_the_answer_is_found_on_line_29000_of_30000(wiki: Wiki) -> None:
    """C11"""
    answer = "逾期付款的，按日计收万分之五的违约金。"
    lines = [
        f"第{number}条：双方应当按照约定的时间和地点交付货物并办理验收手续。" for number in range(1, 30_001)
    ]
    lines[28_999] = f"第29000条：{answer}"
    text = "\n".join(lines) + "\n"
    source = wiki.sources.add_bytes(text.encode()).source

    (hit,) = wiki.search("逾期付款按日计收万分之五违约金", type="source", limit=1).results
    assert hit.identifier == str(source.id)
    raw = text.encode()
    assert raw[hit.snippet.byte_start : hit.snippet.byte_end].decode() == hit.snippet.text
    assert "万分之五" in hit.snippet.text

    located = wiki.spans.locate(hit.ref, answer)
    assert located.total == 1
    (span,) = located.spans
    start = len("\n".join(lines[:28_999]).encode()) + 1
    assert start <= span.byte_start < span.byte_end <= start + len(lines[28_999].encode())
    assert raw[span.byte_start : span.byte_end].decode() == span.text
    assert answer in span.text
    assert wiki.spans.get(span.id).span.text == span.text
