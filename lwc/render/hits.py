"""A search for people: what was found, why, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lwc.render.blocks import Block, Heading, Paragraph, Run, Style, sentence
from lwc.render.explanation import explained
from lwc.render.values import at
from lwc.render.view import Fields

_TIERS = {
    "exact": "exact",
    "all_terms": "all terms",
    "most_terms": "most terms",
    "some_terms": "some terms",
    "widened": "widened",
}
_SPANS = ("passage", "sentence")
_INDENT = 4


def hits(fields: Fields) -> list[Block]:
    """How the query was read, the hits from best to worst, then the judgement and the next step."""
    blocks: list[Block] = list(_reading(fields["query"]))
    for hit in fields["results"]:
        blocks += _hit(hit)
    if not fields["results"]:
        blocks.append(sentence("Nothing was found.", "bold"))
    return blocks + list(_closing(fields))


def _reading(query: Fields) -> Iterator[Block]:
    if query.get("truncated"):
        yield sentence("The query was cut to its most selective terms.", "dim")
    if dropped := query.get("dropped"):
        yield sentence(f"Left out as too common: {', '.join(dropped)}.", "dim")
    if excluded := query.get("excluded"):
        yield sentence(f"Excluded: {', '.join(excluded)}.", "dim")


def _hit(hit: Fields) -> Iterator[Block]:
    yield Heading(f"{hit['rank']:>2}  {hit['title'] or hit['identifier']}", 2, _INDENT)
    if hit.get("type") in _SPANS and (path := _heading_path(hit, hit["title"])):
        yield sentence(path, indent=_INDENT)
    yield Paragraph(tuple(_standing(hit)), _INDENT)
    matches = hit.get("matches") or ()
    text = at(hit, "snippet.text")
    if text and text not in [at(match, "snippet.text") for match in matches]:
        yield _excerpt(hit, _INDENT)
    elif hit.get("summary") and not text:
        yield sentence(hit["summary"], indent=_INDENT)
    for match in matches:
        yield from _match(match, hit["title"])
    if missing := hit.get("missing_terms"):
        yield sentence(f"without: {', '.join(missing)}", "dim", _INDENT)
    if explanation := hit.get("explanation"):
        yield from explained(explanation, _INDENT)


def _match(match: Fields, title: str) -> Iterator[Block]:
    """One of the spans that stand for a document: where it is, and its text."""
    words = [match["type"], _heading_path(match, title), f"score {match['score']:.4f}"]
    about = "".join(f" · {word}" for word in words if word)
    yield Paragraph((Run(match["ref"]), Run(about, "dim")), _INDENT)
    yield _excerpt(match, 2 * _INDENT)


def _heading_path(hit: Fields, title: str) -> str:
    """The headings above a span; a first one that only repeats the title says nothing new."""
    path = at(hit, "span.heading_path") or []
    return " > ".join(path[1:] if path and path[0].casefold() == title.casefold() else path)


def _excerpt(hit: Fields, indent: int) -> Paragraph:
    text = at(hit, "snippet.text")
    return Paragraph(tuple(highlighted(text, at(hit, "snippet.highlights") or ())), indent)


def _standing(hit: Fields) -> Iterator[Run]:
    yield Run(hit["ref"], "bold")
    score = hit["score"] if hit.get("fused_score") is None else hit["fused_score"]
    words = [hit.get("kind"), _TIERS.get(hit["tier"], hit["tier"]), f"score {score:.4f}"]
    if hit.get("freshness") not in (None, "", "fresh", "unverified"):
        words.append(hit["freshness"])
    yield Run("".join(f" · {word}" for word in words if word), "dim")


def highlighted(text: str, ranges: Iterable[Any]) -> Iterator[Run]:
    """`text` in runs: what lies inside the ranges (characters, in order) is marked."""
    at_character = 0
    for start, end in ranges:
        yield Run(text[at_character:start])
        yield Run(text[start:end], "match")
        at_character = end
    yield Run(text[at_character:])


def _closing(fields: Fields) -> Iterator[Block]:
    assessment = fields.get("assessment") or {}
    about = "" if fields.get("total_is_exact", True) else "at least "
    words = [f"{len(fields['results'])} of {about}{fields['total']}"]
    if confidence := assessment.get("confidence"):
        words.append(f"confidence {confidence}")
    if (coverage := assessment.get("coverage")) is not None:
        words.append(f"coverage {_coverage(coverage)}")
    yield Heading(" · ".join(words), 2)
    yield from _advice(fields, assessment)


def _advice(fields: Fields, assessment: Fields) -> Iterator[Block]:
    if missing := assessment.get("missing_terms"):
        yield sentence(f"No hit has: {', '.join(missing)}.{_nearest(assessment.get('nearest_terms'))}")
    if assessment.get("fabrication_risk"):
        yield sentence("Do not complete this from memory: the evidence is thin.")
    step = assessment.get("next") or {}
    if step.get("reason"):
        yield sentence(f"Next: {step['reason']}")
    if step.get("command"):
        yield _command(step["command"])
    if cursor := fields.get("next_cursor"):
        yield Paragraph((Run("More: add ", "dim"), Run(f"--cursor {cursor}", "bold")))


def _command(command: str, style: Style = "bold") -> Paragraph:
    return Paragraph((Run(command, style),), _INDENT)


def _nearest(nearest: Any) -> str:
    if not nearest:
        return ""
    if isinstance(nearest, dict):
        nearest = [
            word for words in nearest.values() for word in (words if isinstance(words, list) else [words])
        ]
    words = [word.get("nearest", word.get("term")) if isinstance(word, dict) else word for word in nearest]
    return f" The store has: {', '.join(map(str, words))}."


def _coverage(coverage: Any) -> str:
    if isinstance(coverage, dict):
        return ", ".join(f"{name.replace('_', ' ')} {share:.0%}" for name, share in coverage.items())
    return f"{coverage:.0%}"
