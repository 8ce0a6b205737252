"""The comparison as Markdown, a table for each measure."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.quality.comparing import AVERAGE_GOALS, MEASURES_WITH_GOALS, Compared, averages
from benchmarks.quality.judged import KINDS
from benchmarks.quality.measures import MEASURES

_TEXT, _NUMBER = "---", "---:"


def tables(rows: Sequence[Compared]) -> str:
    """All tables, each below the name of its measure."""
    return "\n\n".join(f"**{measure}**\n\n{table(rows, measure)}" for measure in MEASURES)


def table(rows: Sequence[Compared], measure: str) -> str:
    """One measure: a row for each set, and the average over them."""
    systems = list(rows[0].outcomes)
    judged = measure in MEASURES_WITH_GOALS and "lwc" in systems
    lines = [
        ["set", "kind", "documents", "queries", *systems, *(["goal", ""] if judged else [])],
        [_TEXT, _TEXT, _NUMBER, _NUMBER, *[_NUMBER] * len(systems), *([_NUMBER, _TEXT] if judged else [])],
    ]
    for row in rows:
        values = {system: outcome.measures[measure] for system, outcome in row.outcomes.items()}
        cells = [row.set, row.kind, f"{row.documents:,}", f"{row.queries:,}", *map(_figure, values.values())]
        lines.append(cells + (_verdict(values["lwc"], row.goal(measure)) if judged else []))
    means = averages(rows, measure)
    cells = ["**average**", "", "", "", *map(_figure, means.values())]
    goal = AVERAGE_GOALS.get(measure) if {row.set for row in rows} == KINDS.keys() else None
    lines.append(cells + (_verdict(means["lwc"], goal) if judged else []))
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _verdict(value: float, goal: float | None) -> list[str]:
    if goal is None:
        return ["", ""]
    return [f"≥ {_figure(goal)}", "met" if value >= goal else "missed"]


def _figure(value: float) -> str:
    return f"{value:.3f}"
