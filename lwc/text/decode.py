"""Bytes that came in → text, or a refusal that says where and why."""

from __future__ import annotations

import codecs

from lwc.errors import LwcError
from lwc.model import Decoded

#: The largest content that is taken, in bytes.
MAX_BYTES = 64 * 1024 * 1024

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
# Encodings of names and of program literals, not of files.
_NOT_OF_FILES = frozenset(("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"))


def decode(raw: bytes, encoding: str | None = None) -> Decoded:
    """Read bytes as text: in the encoding that is named, else as UTF-8 or as UTF-16 with its mark.

    A byte order mark is no part of the text; line ends are kept. The encoding in the answer reads the same
    bytes again: "utf-8", "utf-8-sig", "utf-16", or the codec's own name for one that was named.
    Raises LwcError `too_large`, `wrong_encoding` or `not_text` with the byte `offset`, `invalid_value`.
    """
    if len(raw) > MAX_BYTES:
        raise LwcError(
            "too_large",
            f"The content has {len(raw):,} bytes; at most {MAX_BYTES:,} are taken.",
            hint="Split it into several sources.",
            details={"bytes": len(raw), "limit": MAX_BYTES},
        )
    decoded = _detected(raw) if encoding is None else _named(raw, encoding)
    _refuse_nul(decoded.text, decoded.encoding)
    return decoded


def _detected(raw: bytes) -> Decoded:
    if raw.startswith(codecs.BOM_UTF8):
        return Decoded(_strict(raw, "utf-8", len(codecs.BOM_UTF8)), "utf-8-sig")
    if raw.startswith(_UTF32):
        raise LwcError(
            "wrong_encoding",
            "The content starts like UTF-32, which is not read unasked.",
            hint="Name it with --encoding utf-32, or convert the file to UTF-8.",
            details={"encoding": "utf-32", "offset": 0},
        )
    for mark, codec in _UTF16.items():
        if raw.startswith(mark):
            return Decoded(_strict(raw, codec, len(mark)), "utf-16")
    # A NUL says more than the first byte that is not UTF-8: binary files have both.
    if (offset := raw.find(b"\0")) >= 0:
        raise _not_text(offset)
    return Decoded(_strict(raw, "utf-8", 0), "utf-8")


def _named(raw: bytes, encoding: str) -> Decoded:
    try:
        name = codecs.lookup(encoding).name
        b"x".decode(name, "replace")  # raises LookupError for codecs that give no text, such as base64
    except (LookupError, ValueError) as error:
        raise _unknown(encoding) from error
    if name.replace("_", "-") in _NOT_OF_FILES:
        raise _unknown(encoding)
    if name == "utf-8" and raw.startswith(codecs.BOM_UTF8):
        name = "utf-8-sig"
    return Decoded(_strict(raw, name, 0).removeprefix("\ufeff"), name)


def _strict(raw: bytes, codec: str, skip: int) -> str:
    try:
        return raw[skip:].decode(codec)
    except UnicodeError as error:
        offset = skip + (error.start if isinstance(error, UnicodeDecodeError) else 0)
        raise LwcError(
            "wrong_encoding",
            f"The content is not {codec}: byte {offset} can not be read.",
            hint="Name the encoding with --encoding, for example --encoding latin-1, or convert to UTF-8.",
            details={"encoding": codec, "offset": offset},
        ) from error


def _refuse_nul(text: str, encoding: str) -> None:
    if (at := text.find("\0")) >= 0:
        raise _not_text(len(text[:at].encode(encoding)))


def _not_text(offset: int) -> LwcError:
    return LwcError(
        "not_text",
        f"The content is binary: there is a NUL at byte {offset}.",
        hint="Only text is taken. UTF-16 without its mark has to be named: --encoding utf-16-le.",
        details={"offset": offset},
    )


def _unknown(encoding: str) -> LwcError:
    return LwcError(
        "invalid_value",
        f"There is no text encoding {encoding!r}.",
        hint="Use a name such as utf-8, utf-16, latin-1, cp1252, gb18030, shift_jis or euc-kr.",
        details={"encoding": encoding},
    )
