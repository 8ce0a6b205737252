"""The address of a span: which document, in which state, which passage and sentence."""

from __future__ import annotations

import re

from lwc.errors import LwcError
from lwc.model import DocumentType, SpanReference

#: The version of the rules by which passages and sentences are cut. Another version makes other spans.
SEGMENTER = 1
#: How much of the fingerprint's hexadecimal digits an address carries: 64 bits.
DIGITS = 16
# From the right, because an identifier may hold any character: .<segmenter>/<passage>[.<sentence>]
# It is compiled when the first id is read: a search only writes them.
_FORM = r"(?s)(?:(project|global):)?(page|source):(.+)@([0-9a-f]{16})\.(\d{1,9})/(\d{1,9})(?:\.(\d{1,9}))?"


def format_span(
    type: DocumentType,
    identifier: str,
    fingerprint: str,
    passage: int,
    sentence: int | None = None,
    scope: str | None = None,
) -> str:
    """The span's id, as in "page:rate-limits@9f86d081884c7d65.1/4.2", from the whole fingerprint."""
    prefix = f"{scope}:" if scope else ""
    digits = fingerprint.rpartition(":")[2][:DIGITS]
    tail = "" if sentence is None else f".{sentence}"
    return f"{prefix}{type}:{identifier}@{digits}.{SEGMENTER}/{passage}{tail}"


def parse_span(text: str) -> SpanReference:
    """The id taken apart. The fingerprint is the 16 digits that the id carries."""
    match = re.fullmatch(_FORM, text, re.ASCII)
    if match is None:
        raise LwcError(
            "span_not_found",
            f"'{text}' is not a span id.",
            hint="A span id is like page:rate-limits@9f86d081884c7d65.1/4.2; search results carry them.",
            details={"span": text},
        )
    scope, type, identifier, fingerprint, segmenter, passage, sentence = match.groups()
    return SpanReference(
        scope,
        "page" if type == "page" else "source",
        identifier,
        fingerprint,
        int(segmenter),
        int(passage),
        None if sentence is None else int(sentence),
    )
