"""The nouns that the layers exchange, as plain named values."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

Scope = Literal["project", "global", "all"]
DocumentType = Literal["page", "source"]
TermKind = Literal["word", "identifier", "part", "bigram", "single"]


# ── text ─────────────────────────────────────────────────────────────────────────────────────────


class Token(NamedTuple):
    """One term and where it stands: `start` and `end` are character offsets into the original text."""

    term: str
    kind: TermKind
    start: int
    end: int


class Passage(NamedTuple):
    """A contiguous block of a document; offsets are bytes of the document's text in UTF-8.

    `context` is the byte range of a table's header row, for a passage that holds later rows of it.
    """

    ordinal: int
    kind: str
    heading_path: tuple[str, ...]
    byte_start: int
    byte_end: int
    context: tuple[int, int] | None = None


class Heading(NamedTuple):
    """A heading: level 1 to 6, its plain text, and its byte range in the document's text."""

    level: int
    text: str
    byte_start: int
    byte_end: int


class Link(NamedTuple):
    """A link as written; `target_key` is what it names, to be compared with the keys of page names."""

    form: Literal["wiki", "embed", "markdown"]
    target: str
    target_key: str
    anchor: str
    label: str
    byte_start: int
    byte_end: int


class FrontMatter(NamedTuple):
    """The metadata block at the top of a text: scalars stay text; `byte_end` is where the body begins."""

    fields: Mapping[str, Any]
    byte_end: int
    warning: str


class Decoded(NamedTuple):
    """Text that came in as bytes, and the encoding that it was read with."""

    text: str
    encoding: str


# ── query and ranking ────────────────────────────────────────────────────────────────────────────


class QueryTerm(NamedTuple):
    """A term of a query: its index form, how the user wrote it, and how often the query says it."""

    term: str
    kind: TermKind
    surface: str
    times: int
    stop: bool


class Query(NamedTuple):
    """What was typed, understood.

    `terms` are what is looked for, in the query's order; `dropped` the stop words left out, as written;
    `phrases` and `excluded` hold the index terms of each quoted phrase and of each excluded word or phrase.
    """

    text: str
    terms: tuple[QueryTerm, ...]
    dropped: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...]
    excluded: tuple[tuple[str, ...], ...]
    truncated: bool


class Filters(NamedTuple):
    """Conditions inside the first stage's statement; an empty tuple means no condition."""

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    facets: tuple[tuple[str, str], ...] = ()


class TermStatistics(NamedTuple):
    """Of one query term over the stores that are searched: document frequency, idf, weight in the query."""

    term: str
    kind: TermKind
    df: int
    idf: float
    weight: float


class Candidate(NamedTuple):
    """A document of the first stage with the features that the second stage scores.

    `title` may be left out ("") when it has no term of the query. `saturation` maps a term to tf/(tf+K)
    in 0..1; `exact` says which name equals the query ("title", "slug", "origin", "alias", "asked",
    "identifier" or "").
    """

    type: DocumentType
    id: int
    identifier: str
    title: str
    saturation: Mapping[str, float]
    exact: str


class Scored(NamedTuple):
    """A candidate with its score and the named parts that sum to it."""

    candidate: Candidate
    score: float
    parts: Mapping[str, float]
    matched: tuple[str, ...]
    missing: tuple[str, ...]
    coverage: float
    tier: str


class Snippet(NamedTuple):
    """An excerpt of original text. `highlights` are character ranges inside `text`; the byte offsets
    point into the field that it was taken from (`body`, `title`, `summary`, …)."""

    text: str
    field: str
    span: str | None
    byte_start: int
    byte_end: int
    highlights: tuple[tuple[int, int], ...]


class SpanReference(NamedTuple):
    """A span id taken apart: which document, in which state, which passage and sentence (0-based)."""

    scope: str | None
    type: DocumentType
    identifier: str
    fingerprint: str
    segmenter: int
    passage: int
    sentence: int | None


# ── rows of the store ────────────────────────────────────────────────────────────────────────────


class PageRow(NamedTuple):
    """A page as it stands, without its body."""

    id: int
    slug: str
    title: str
    kind: str
    summary: str
    provenance: str
    revision: int
    created_at: str
    updated_at: str
    removed_at: str | None
    fingerprint: str


class Attributes(NamedTuple):
    """The lists a writer gives a page: all are replaced together by a revision."""

    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    facets: tuple[tuple[str, str], ...] = ()
    citations: tuple[tuple[int, str], ...] = ()
    supersedes: tuple[str, ...] = ()


class SourceRow(NamedTuple):
    """A source without its text. `bytes` and `fingerprint` are of the raw content."""

    id: int
    origin: str
    title: str
    encoding: str
    bytes: int
    fingerprint: str
    path: str | None
    mtime_ns: int | None
    superseded_by: int | None
    retired_at: str | None
    retired_reason: str | None
    created_at: str


class Operation(NamedTuple):
    """A row of the log; `revision` is the store's revision after it."""

    id: int
    revision: int
    action: str
    target_type: str
    target: str
    detail: Mapping[str, Any]
    created_at: str
