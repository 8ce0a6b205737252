"""Why a hit has its score, for people: bars that add up, and what each term gave."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lwc.render.bars import decimal
from lwc.render.blocks import GLUE, Bars, Block, Table, sentence
from lwc.render.compose import items_of
from lwc.render.view import Fields

_COLUMNS = ("term", "kind", "df", "idf", "weight", "gives=contribution", "where")
#: What a narrow terminal leaves out: kind, idf, weight, df.
_SPARE = (1, 3, 4, 2)


def explained(explanation: Fields, indent: int) -> Iterator[Block]:
    """The parts and their sum, the runs that were fused, the terms, the filters."""
    parts, runs = explanation["parts"], explanation.get("runs") or ()
    ranks = {run["name"]: f"{run['name']}, rank {run['rank']}" for run in runs}
    yield Bars(_drawn({ranks.get(name, name): value for name, value in parts.items()}), indent)
    total, score = math.fsum(parts.values()), explanation["score"]
    yield sentence(f"sum {decimal(total)} = score {decimal(score)}", "dim", indent)
    for names, run in _distinct(runs):
        named = " and ".join(ranks[name] for name in names)
        yield sentence(f"{named}: score {decimal(run['score'])}", "dim", indent)
        yield Bars(_drawn(run["parts"]), 2 * indent)
    yield from _terms(explanation.get("terms") or (), indent)
    if filters := explanation.get("filters"):
        yield sentence(f"filters: {', '.join(map(str, filters))}", "dim", indent)


def _distinct(runs: Iterable[Fields]) -> list[tuple[list[str], Fields]]:
    """Names and run; one with the parts of another is not shown twice: a name brought the document first."""
    found: list[tuple[list[str], Fields]] = []
    for run in runs:
        same = next((names for names, other in found if other["parts"] == run["parts"]), None)
        if same is None:
            found.append(([run["name"]], run))
        else:
            same.append(run["name"])
    return found


def _drawn(parts: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """What is not 0: most parts of most scores are."""
    return tuple((name, value) for name, value in parts.items() if value)


def _terms(terms: Any, indent: int) -> Iterator[Block]:
    rows = [{**term, "where": _where(term.get("fields") or {})} for term in terms]
    for block in items_of(rows, _COLUMNS, indent=indent):
        yield block._replace(spare=_SPARE) if isinstance(block, Table) else block


def _where(fields: Mapping[str, float]) -> str:
    """The fields that a term stands in and what each gave, as `title .062, body .021`."""
    order = sorted(fields.items(), key=lambda field: -field[1])
    return ", ".join(f"{name}{GLUE}{_thousandths(value)}" for name, value in order)


def _thousandths(value: float) -> str:
    return f"{value:.3f}".removeprefix("0") if value >= 0.0005 else "<.001"
