"""Terms: one tokenizer for index and query, with offsets into the text as it was given."""

from __future__ import annotations

import time
from unicodedata import category, normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lwc.text.tokens import index_terms, is_stop, query_tokens, tokens

PIECES = [
    *("getUserById", "snake_case", "v1.0.21", "foo::bar", "src/store.rs", "C++17", ".NET", "don't", "l'homme", "O'Reilly's"),
    *("APIs", "iPhone", "HTTPServer", "AT&T", "__init__", "https://a.example/b", "e.g.", "and/or", "(word),", '"quoted"'),
    *("café", "e\u0301te\u0301", "Straße", "ёлка", "й", "ΆΛΦΑ", "TNFα", "हिन्दी", "سلام", "½", "ﬁne", "infor\u00admation"),
    *("中文合約", "東京都庁で", "데이터", "か\u309a", "ガ", "ﾃﾞｰﾀ", "𠮷野家", "สวัสดีครับ", "ខ្មែរ", "မြန်မာ", "ລາວ", "々", "〇"),
    *("👩\u200d👩\u200d👧", "❤\ufe0f", "🇩🇪", "1\ufe0f\u20e3", "。", "，", "：", "-", "_", ".", "'", "’", " ", "\n", "\u3000", "\u200b"),
    *("\u0301", "\u200d", "\ud800", "\0", "\ufdfa", "\u1100\u1161\u11a8", "2018年发布", "重跑gen-itgc后50条"),
]  # fmt: skip
MIXED_TEXT = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)
WORDS = [piece for piece in PIECES if index_terms(piece)]


def terms(text: str) -> list[str]:
    return index_terms(text).split(" ") if index_terms(text) else []


def matches(text: str, query: str) -> bool:
    """Whether every term of the query, and every single character as a beginning, is in the text."""
    have = terms(text)
    return all(
        any(term.startswith(token.term) for term in have) if token.kind == "single" else token.term in have
        for token in query_tokens(query)
    )


# ── scripts ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2018年发布的iPhone手机", "2018 年发 发布 布的 的 iphone iphon i phone 手机 机", id="C6 borders cut"),
        pytest.param("重跑gen-itgc后50条", "重跑 跑 gen-itgc gen itgc 后 50 条", id="C6 one character runs"),
        pytest.param("東京都庁でデータ", "東京 京都 都庁 庁で でデ デー ータ タ", id="C4 Han and kana are one run"),
        pytest.param("中文한국", "中文 文한 한국 국", id="Han and Hangul are one run"),
        pytest.param("中文ไทย", "中文 文 ไท ทย ย", id="Han and Thai are two runs"),
        pytest.param("𠮷野家", "𠮷野 野家 家", id="C9 second plane"),
        pytest.param("👩‍👩‍👧!😀😀", "👩‍👩‍👧 😀 😀", id="C9 a joined emoji is one term"),
        pytest.param("สวัสดี", "สวั วัส สดี ดี", id="C9 Thai marks stay with their base"),
        pytest.param("हिन्दी", "हिन्दी", id="C9 Hindi marks are not split"),
        pytest.param("か゚き", "か゚き き", id="a voiced kana without a composed form is one character"),
        pytest.param("ビル・ゲイツ", "ビル ル ゲイ イツ ツ", id="the middle dot cuts"),
        pytest.param("人々〆〇", "人々 々〆 〆〇 〇", id="repetition marks belong to the run"),
        pytest.param("，。！？…—「」", "", id="F4 punctuation gives nothing"),
        pytest.param("\ud800\udfff\0\x07", "", id="surrogates and controls give nothing"),
    ],
)  # fmt: skip
def test_scripts(text: str, expected: str) -> None:
    assert index_terms(text) == expected


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        pytest.param("中文合約轉換體驗課問題", "合約轉換", True, id="C1"),
        pytest.param("中文合約轉換體驗課問題", "合", True, id="C1 one character"),
        pytest.param("中文合約轉換體驗課問題", "題", True, id="C1 the last character"),
        pytest.param("東京都庁でデータベースを移行する", "ﾃﾞｰﾀﾍﾞｰｽ", True, id="C4 half width"),
        pytest.param("팀은 회의록을 Notion에 정리한다", normalize("NFD", "회의록"), True, id="C5 NFD"),
        pytest.param("팀은 회의록을 Notion에 정리한다", "회의", True, id="C5"),
        pytest.param("重跑gen-itgc后50条", "itgc", True, id="C6 part"),
        pytest.param("重跑gen-itgc后50条", "gen-itgc", True, id="C6 whole"),
        pytest.param("2018年发布的iPhone手机", "年发布", True, id="C6 after digits"),
        pytest.param("2018年发布的iPhone手机", "悬空", False, id="C6 not there"),
        *(pytest.param(f"x {text}, y", text, True, id=f"C9 {text}") for text in ("𠮷野家", "👩‍👩‍👧", "สวัสดีครับ", "हिन्दी")),
        pytest.param("call getUserById()", "user by id", True, id="F2 parts"),
        pytest.param("call getUserById()", "get_user", False, id="F2 another whole"),
        pytest.param("the new iPhone", "iphone", True, id="an identifier in lower case"),
        pytest.param("über uns", "uber", True, id="without accents"),
        pytest.param("Anglo‐Saxon", "anglo-saxon", True, id="the other hyphen"),
        pytest.param("it isn’t", "isn't", True, id="the other apostrophe"),
    ],
)  # fmt: skip
def test_what_finds_what(text: str, query: str, found: bool) -> None:
    assert matches(text, query) is found


# ── words and identifiers ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getUserById", "getuserbyid get user by id"),
        ("HTTPServer", "httpserver http server"),
        ("snake_case", "snake_case snake case"),
        ("v1.0.21", "v1.0.21 v1 v 1 0 21"),
        ("foo::bar", "foo::bar foo bar"),
        ("src/store.rs", "src/store.rs src store rs"),
        ("src/myStore.rs", "src/mystore.rs src mystore mystor my store rs"),
        ("ADR-016", "adr-016 adr 016"),
        ("real-time", "real-time real time"),
        ("C++", "c++ c"),
        ("C++17", "c++17 c++ c 17"),
        ("C#", "c# c"),
        (".NET", ".net net"),
        ("GB/s", "gb/s gb s"),
        ("a.b", "a.b a b"),
        ("user@host", "user@host user host"),
        ("AT&T", "at&t at t"),
        ("__init__", "__init__ init"),
        ("https://example.com/a?b=c", "https://example.com/a https exampl com a b c"),
        ("C:\\Temp\\x", "c:\\temp\\x c temp x"),
        ("TODO: fix", "todo fix"),
        ("foo(bar)", "foo bar"),
        ('a"b "open', "a b open"),
        ("* ^x {a} %_ NEAR( [[Link]]", "x a near link"),
        ("The end. Foo, e.g. bar", "the end foo e.g e g bar"),
        ("don't", "don't"),
        ("John's dogs", "john dog"),
        ("GitHub's", "github git hub"),
        ("l'homme", "l'homme l homm"),
        ("wait...what ../up", "wait what up"),
        ("APIs", "api"),
        ("iPhone", "iphone iphon i phone"),
        ("running Running RUNNING", "run run run"),
        ("naïve café", "naiv cafe"),
        ("--dry-run", "dry-run dri run"),
        ("TNFα", "tnfα tnf α"),
        ("п'ять", "п'ять"),
    ],
)
def test_words_and_identifiers(text: str, expected: str) -> None:
    assert index_terms(text) == expected


def test_kinds_tell_a_whole_from_its_parts() -> None:
    assert [(token.term, token.kind) for token in tokens("plain getNode 合")] == [
        ("plain", "word"),
        ("getnode", "identifier"),
        ("getnod", "part"),
        ("get", "part"),
        ("node", "part"),
        ("合", "single"),
    ]


def test_a_term_is_cut_to_sixty_four_characters_in_text_and_query() -> None:
    assert index_terms("x" * 300) == "x" * 64 == query_tokens("x" * 300)[0].term


# ── queries ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_query_has_single_characters_beside_the_bigrams_but_no_stop_characters() -> None:
    assert [(token.term, token.kind) for token in query_tokens("年的发")] == [
        ("年的", "bigram"),
        ("年", "single"),
        ("的发", "bigram"),
        ("发", "single"),
    ]


def test_a_run_of_one_character_is_asked_for_even_when_it_is_a_stop_character() -> None:
    assert [(token.term, token.kind) for token in query_tokens("的")] == [("的", "single")]


def test_chinese_stop_characters_are_none_in_japanese() -> None:
    assert "何" in [token.term for token in query_tokens("何を見る")]


@pytest.mark.parametrize("word", ["the", "The", "what", "isn't", "isn’t", "becaus", "的", "嗎"])
def test_stop_words(word: str) -> None:
    """C10."""
    assert is_stop(word)


@pytest.mark.parametrize("word", ["connection", "合", "的确", "", "not-a", "us-east"])
def test_other_words_are_no_stop_words(word: str) -> None:
    assert not is_stop(word)


# ── laws ─────────────────────────────────────────────────────────────────────────────────────────────


@given(MIXED_TEXT)
def test_tokens_are_the_terms_of_the_index_in_the_same_order(text: str) -> None:
    assert " ".join(token.term for token in tokens(text)) == index_terms(text)


@given(st.text(st.characters(codec=None)))
@settings(max_examples=1000)
def test_no_text_raises(text: str) -> None:
    """F6."""
    assert " ".join(token.term for token in tokens(text)) == index_terms(text)
    query_tokens(text)


@given(MIXED_TEXT)
def test_terms_are_made_of_what_the_index_can_hold(text: str) -> None:
    for token in [*tokens(text), *query_tokens(text)]:
        assert 0 < len(token.term) <= 64
        assert not any(c.isspace() or category(c) in ("Cc", "Cs") for c in token.term)
        assert token.term == "".join(c.lower() if c.isascii() else c for c in token.term)


@given(MIXED_TEXT)
def test_offsets_lie_in_the_text_and_never_go_back(text: str) -> None:
    for found in (tokens(text), query_tokens(text)):
        assert all(0 <= token.start < token.end <= len(text) for token in found)
        starts = [token.start for token in found]
        assert starts == sorted(starts)


@given(MIXED_TEXT)
def test_composed_and_decomposed_input_give_the_same_terms(text: str) -> None:
    assert index_terms(normalize("NFC", text)) == index_terms(normalize("NFD", text))


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=10), st.data())
def test_whole_words_of_a_text_find_it(words: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    assert matches(" ".join(words), " ".join(words[first : last + 1]))


@given(st.text(st.sampled_from("中文合約轉換體驗課のデー데이"), min_size=1, max_size=20), st.data())
def test_any_part_of_a_run_finds_it(run: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(run) - 1))
    last = data.draw(st.integers(first, len(run) - 1))
    assert matches(run, run[first : last + 1])


def test_no_term_depends_on_where_a_block_ends() -> None:
    sample = "real-time v1.0.21 合約轉換e\u0301te\u0301 ﾃﾞｰﾀ。d'accord👩\u200d👧 foo::bar"
    for length in range(4096 - len(sample), 4097):  # a block is 4,096 characters and what follows to a border
        padding = ("x " * 2048)[: length - 1] + " "
        assert terms(padding + sample) == terms(padding) + terms(sample)
        assert [token.term for token in tokens(padding + sample)] == terms(padding + sample)


@given(MIXED_TEXT)
def test_the_terms_of_a_token_lie_where_it_says(text: str) -> None:
    for token in tokens(text):
        assert token.term in terms(text[token.start : token.end]) or len(token.term) == 64


@pytest.mark.parametrize(
    "unit",
    [*("a", "A", "aA", "[", "-", "a-", "a.", "a1", "\n", "_", "+", "\u0301", "\u0301\u0316", "e\u0301", "漢", "漢\u3099"),
    *("\u1161", "ส", "สั", "👩\u200d", "\u200b", "ﾃﾞ", "हि", "🇩", "a://", "é", "\ud800")],
)  # fmt: skip
def test_a_long_text_without_a_border_takes_linear_time(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    begin = time.process_time()
    index_terms(text)
    tokens(text[:100_000])
    query_tokens(text[:100_000])
    assert time.process_time() - begin < 3
