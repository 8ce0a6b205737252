"""The next step after an answer: stop, or widen one dimension, never two."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lwc.model import Filters, Query

NOT_PROOF = "That does not mean that the knowledge does not exist."
#: A longer query stands in the suggested command as a shell variable: the command stays readable and bounded.
LONG_QUERY = 300


class Asked(NamedTuple):
    """The conditions that a search ran under."""

    type: str = "auto"
    filters: Filters = Filters()
    scope: str = "project"


class NextStep(NamedTuple):
    """What to do next; `command` is empty when no single command does it."""

    stop: bool
    action: str
    reason: str
    command: str


def next_step(
    query: Query,
    asked: Asked,
    confidence: str,
    missing: tuple[str, ...],
    nearest: Mapping[str, tuple[str, ...]],
    *,
    total: int,
    documents: int,
) -> NextStep:
    """Stop when the answer is good; else widen the first dimension that is narrow.

    Their order: phrase, type, kind, tag, facet, scope, wording.
    """
    if not query.terms and not query.phrases:
        what = (
            "only says what to leave out"
            if query.excluded
            else "holds no letter, digit or symbol to look for"
        )
        return NextStep(True, "ask", f"The query {what}.", "")
    if confidence in ("high", "medium"):
        return NextStep(True, "answer", "The best hit covers what was asked for.", "")
    why = _why(total, missing)
    if total == 0 and query.phrases:
        unquoted = query.text.translate(dict.fromkeys(map(ord, '"“”„'), " "))
        return NextStep(
            False, "unquote", f"{why} The query asks for exact phrases.", command(unquoted, asked)
        )
    for action, reason, wider in _wider(asked):
        return NextStep(False, action, f"{why} {reason}", command(query.text, wider))
    if documents == 0:
        return NextStep(True, "add", f"{why} The searched stores hold no documents yet.", "")
    if reworded := _reworded(query.text, nearest):
        return NextStep(False, "reword", f"{why} The stores use similar words.", command(reworded, asked))
    if total == 0:
        return NextStep(False, "reword", f"{why} Other words for the same thing may find it.", "")
    return NextStep(True, "check", f"{why} Nothing wider is left; read the hits before relying on them.", "")


def command(text: str, asked: Asked) -> str:
    """The command line of a search under these conditions."""
    words = ["lwc", "search"]
    if asked.type != "auto":
        words += ["--type", asked.type]
    for kind in asked.filters.kinds:
        words += ["--kind", quote(kind)]
    for tag in asked.filters.tags:
        words += ["--tag", quote(tag)]
    for name, value in asked.filters.facets:
        words += ["--where", quote(f"{name}={value}")]
    if asked.scope != "project":
        words += ["--scope", asked.scope]
    return " ".join([*words, "--", '"$QUERY"' if len(text) > LONG_QUERY else quote(" ".join(text.split()))])


def quote(text: str) -> str:
    """A word of a POSIX command line."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return "'" + printable.replace("'", "'\"'\"'") + "'"


def _why(total: int, missing: tuple[str, ...]) -> str:
    if total == 0:
        return f"Nothing was found under these conditions. {NOT_PROOF}"
    if missing:
        return f"No shown hit has {', '.join(missing[:5])}."
    return "The hits match only in part."


def _wider(asked: Asked) -> Iterator[tuple[str, str, Asked]]:
    """Every dimension that is narrow, with the conditions that leave out that one alone."""
    filters = asked.filters
    if asked.type in ("page", "source"):
        yield "widen_type", f"Only documents of type {asked.type} were searched.", asked._replace(type="all")
    if filters.kinds:
        wider = asked._replace(filters=filters._replace(kinds=()))
        yield "widen_kind", f"Only kind {', '.join(filters.kinds)} was searched.", wider
    if filters.tags:
        wider = asked._replace(filters=filters._replace(tags=()))
        yield "widen_tag", f"Only documents tagged {', '.join(filters.tags)} were searched.", wider
    if filters.facets:
        names = ", ".join(f"{name}={value}" for name, value in filters.facets)
        wider = asked._replace(filters=filters._replace(facets=()))
        yield "widen_facet", f"Only documents with {names} were searched.", wider
    if asked.scope != "all":
        yield "widen_scope", f"Only the {asked.scope} store was searched.", asked._replace(scope="all")


def _reworded(text: str, nearest: Mapping[str, tuple[str, ...]]) -> str:
    """The query with the first word that has a near spelling replaced; "" when there is none."""
    for term, words in nearest.items():
        if words and term in text:
            return text.replace(term, words[0], 1)
    return ""
