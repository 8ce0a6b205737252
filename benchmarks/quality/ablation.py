"""What each part of lwc's ranking is worth: nDCG@10 with one part at a time switched off."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from benchmarks.quality.judged import Collection, load
from benchmarks.quality.measures import evaluate
from benchmarks.quality.systems import fill, search_all
from lwc import Wiki

MEASURE = "nDCG@10"
PARAMETERS_MODULE = "lwc.search.parameters"


class Part(NamedTuple):
    """A part of the ranking, and the parameters that switch it off."""

    label: str
    without: Mapping[str, Any]


#: What is switched off, one row at a time.
PARTS: tuple[Part, ...] = (
    Part("single characters", {"characters": 0.0}),
    Part("exact forms", {"forms": 0.0}),
    Part("words that begin alike", {"beginnings": 0.0}),
    Part("window", {"window": 0.0}),
    Part("title", {"title": 0.0}),
    Part("k1 that grows with length (1.2 instead)", {"k1_short": 1.2, "k1_growth": 0.0}),
    Part("Korean stems before endings", {"hangul_decay": 0.0}),
    Part(
        "everything that is read from texts",
        {
            "forms": 0.0,
            "beginnings": 0.0,
            "window": 0.0,
        },
    ),
)


class Ablation(NamedTuple):
    """nDCG@10 of a set as it is, and without each part by its label."""

    set: str
    whole: float
    without: Mapping[str, float]


@contextmanager
def with_parameters(**fields: Any) -> Iterator[None]:
    """lwc ranks with other parameters inside of the block. Raises ValueError for a name that there is not."""
    if not fields:
        yield
        return
    module = importlib.import_module(PARAMETERS_MODULE)
    usual = module.PARAMETERS
    vars(module)["PARAMETERS"] = usual._replace(**fields)
    try:
        yield
    finally:
        vars(module)["PARAMETERS"] = usual


def measure(data: str, sets: Sequence[str], limit: int | None, processes: int) -> list[Ablation]:
    """Every set in a process of its own, `processes` at a time."""
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(_ablation, data, name, limit) for name in sets]
        return [job.result() for job in jobs]


def table(rows: Sequence[Ablation]) -> str:
    """A Markdown table of the points (hundredths) lost without each part; a gain has a minus."""
    head = ["without", *(row.set for row in rows), "average"]
    lines = [_line(head), _line(["---", *["---:"] * (len(rows) + 1)])]
    whole = [row.whole for row in rows]
    lines.append(_line(["nothing: nDCG@10", *(f"{value:.3f}" for value in [*whole, _mean(whole)])]))
    for part in PARTS:
        lost = [100 * (row.whole - row.without[part.label]) for row in rows]
        lines.append(_line([part.label, *(f"{points:.1f}" for points in lost), f"{_mean(lost):.2f}"]))
    return "\n".join(lines)


def _ablation(data: str, name: str, limit: int | None) -> Ablation:
    collection = load(data, name, limit=limit)
    with tempfile.TemporaryDirectory() as folder, Wiki.open(project=folder) as wiki:
        fill(wiki, collection.documents)
        whole = _value(wiki, collection, {})
        return Ablation(name, whole, {part.label: _value(wiki, collection, part.without) for part in PARTS})


def _value(wiki: Wiki, collection: Collection, fields: Mapping[str, Any]) -> float:
    with with_parameters(**fields):
        return evaluate(collection, search_all(wiki, collection, {}).rankings)[MEASURE]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
