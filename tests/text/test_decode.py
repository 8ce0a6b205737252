"""Bytes that come in: text in a known encoding, or a refusal with the offset (P3)."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.errors import LwcError
from lwc.text import decode as module
from lwc.text.decode import decode

TEXT = "héllo 中文\r\nsecond line"


@pytest.mark.parametrize(
    ("raw", "encoding", "expected"),
    [
        pytest.param(TEXT.encode(), None, (TEXT, "utf-8"), id="P3 UTF-8 and CRLF"),
        pytest.param(TEXT.encode("utf-8-sig"), None, (TEXT, "utf-8-sig"), id="P3 byte order mark"),
        pytest.param(
            codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), None, (TEXT, "utf-16"), id="P3 UTF-16 little"
        ),
        pytest.param(
            codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), None, (TEXT, "utf-16"), id="P3 UTF-16 big"
        ),
        pytest.param(b"", None, ("", "utf-8"), id="P3 empty"),
        pytest.param(b"caf\xe9", "latin-1", ("café", "iso8859-1"), id="P3 latin-1 by name"),
        pytest.param("中文".encode("gb18030"), "GB18030", ("中文", "gb18030"), id="Chinese by name"),
        pytest.param(TEXT.encode("utf-8-sig"), "utf8", (TEXT, "utf-8-sig"), id="a mark under a plain name"),
        pytest.param(b"\xff\xfea\x00", "utf-16-le", ("a", "utf-16-le"), id="a mark under one order's name"),
        pytest.param("a".encode("utf-32"), "utf-32", ("a", "utf-32"), id="UTF-32 by name"),
    ],
)
def test_what_is_read(raw: bytes, encoding: str | None, expected: tuple[str, str]) -> None:
    assert decode(raw, encoding) == expected


@pytest.mark.parametrize(
    ("raw", "encoding", "code", "offset"),
    [
        pytest.param(b"abc caf\xe9 x", None, "wrong_encoding", 7, id="P3 latin-1 unnamed"),
        pytest.param(codecs.BOM_UTF8 + b"ab\xff", None, "wrong_encoding", 5, id="after a mark"),
        pytest.param(b"\xff\xfea\x00b", None, "wrong_encoding", 4, id="UTF-16 cut short"),
        pytest.param(b"\xff\xfe\x00\xd8a\x00", None, "wrong_encoding", 2, id="half of a pair"),
        pytest.param(codecs.BOM_UTF32_LE + b"a\0\0\0", None, "wrong_encoding", 0, id="UTF-32 little"),
        pytest.param(codecs.BOM_UTF32_BE + b"\0\0\0a", None, "wrong_encoding", 0, id="UTF-32 big"),
        pytest.param(b"caf\xe9", "ascii", "wrong_encoding", 3, id="named wrongly"),
        pytest.param(b"\xed\xa0\x80", None, "wrong_encoding", 0, id="an encoded surrogate"),
        pytest.param(b"ab\0cd", None, "not_text", 2, id="P3 NUL"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0", None, "not_text", 8, id="binary"),
        pytest.param("é\0".encode(), "utf-8", "not_text", 2, id="NUL under a name"),
    ],
)
def test_what_is_refused_and_where(raw: bytes, encoding: str | None, code: str, offset: int) -> None:
    with pytest.raises(LwcError) as refusal:
        decode(raw, encoding)
    assert (refusal.value.code, refusal.value.details["offset"]) == (code, offset)
    assert refusal.value.hint


@pytest.mark.parametrize(
    "encoding", ["klingon", "", "base64", "rot13", "hex", "zip", "idna", "unicode_escape", "a\0b"]
)
def test_a_name_that_is_no_text_encoding_is_refused(encoding: str) -> None:
    with pytest.raises(LwcError) as refusal:
        decode(b"abc", encoding)
    assert refusal.value.code == "invalid_value"


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 10)
    assert decode(b"x" * 10).text == "x" * 10
    with pytest.raises(LwcError) as refusal:
        decode(b"x" * 11)
    assert refusal.value.code == "too_large"
    assert refusal.value.details == {"bytes": 11, "limit": 10}


@given(st.binary())
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        text, encoding = decode(raw)
    except LwcError as refusal:
        assert refusal.code in ("not_text", "wrong_encoding")
    else:
        assert raw.decode(encoding) == text
