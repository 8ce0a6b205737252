"""After the reasons why a document is not found: the one next step, with its command line."""

from __future__ import annotations

from collections.abc import Sequence

from lwc.search.next_step import Asked, NextStep, command, quote
from lwc.search.reasons import Reason

#: A search shows at most so many hits.
MOST_SHOWN = 1_000
DEFAULT_SHOWN = 20
#: Reasons in the words of the query.
_OF_WORDS = frozenset(("empty_query", "excluded_word", "phrase_missing", "not_matching"))


def recourse(
    text: str,
    asked: Asked,
    limit: int,
    ref: str,
    reasons: Sequence[Reason],
    reworded: str | None,
    *,
    rank: int | None,
    successor: str,
) -> NextStep:
    """Read the document, or the one that took its place; widen what is narrow; reword; look further down.

    `ref` is qualified by its scope; `successor` is the reference of what superseded it, "" when nothing did.
    """
    codes = {reason.code for reason in reasons}
    if "shown" in codes:
        return NextStep(True, "read", "It is shown.", _show(ref))
    if successor:
        return NextStep(False, "read_successor", "Read what has taken its place.", _show(successor))
    if "retired_source" in codes:
        return NextStep(True, "read", "It is out of use; its text can still be read.", _show(ref))
    wider = _wider(asked, codes)
    if wider != asked:
        line = search_command(text, wider, limit)
        if codes & _OF_WORDS:
            again = line.replace("lwc search", f"lwc why-not {quote(ref)}", 1)
            return NextStep(
                False, "ask_again", "Its words keep it out as well: ask without the filters.", again
            )
        return NextStep(False, "widen", "The search without what keeps it out can find it.", line)
    if reworded is not None:
        line = search_command(reworded, asked, limit)
        return NextStep(False, "reword", "This wording was tried and brings it in.", line)
    if "demoted" in codes:
        line = f"lwc weight list {quote(ref)}"
        return NextStep(False, "review_adjustments", "See what was given to it, by whom and why.", line)
    if rank is not None and rank <= MOST_SHOWN:
        return NextStep(False, "raise_limit", "A higher limit shows it.", search_command(text, asked, rank))
    return NextStep(True, "read", "No wording that was tried brings it in; it can be read.", _show(ref))


def search_command(text: str, asked: Asked, limit: int) -> str:
    """The command line of a search that shows at most `limit` hits."""
    line = command(text, asked)
    return line if limit == DEFAULT_SHOWN else line.replace(" search", f" search --limit {limit}", 1)


def _show(ref: str) -> str:
    return f"lwc {ref.split(':', 2)[1]} show {quote(ref)}"


def _wider(asked: Asked, codes: set[str]) -> Asked:
    """The conditions without those that the document fails: any one of them keeps it out."""
    filters = asked.filters
    return Asked(
        type="all" if codes & {"filtered_type", "hidden_behind_page"} else asked.type,
        filters=filters._replace(
            kinds=() if "filtered_kind" in codes else filters.kinds,
            tags=() if "filtered_tag" in codes else filters.tags,
            facets=() if "filtered_facet" in codes else filters.facets,
        ),
        scope="all" if "wrong_scope" in codes else asked.scope,
    )
