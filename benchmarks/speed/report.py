"""What was measured, as a table for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks import report
from benchmarks.report import Machine


class Result(NamedTuple):
    """One measure: `value` is to be at most `goal`; None for a figure that has no goal."""

    what: str
    value: float
    goal: float | None
    measured: str

    @property
    def verdict(self) -> str:
        if self.goal is None:
            return ""
        return "met" if self.value <= self.goal else "missed"


def table(results: Sequence[Result]) -> str:
    """A Markdown table."""
    lines = ["| what | ratio | goal | | measured |", "|---|---:|---:|---|---|"]
    for result in results:
        goal = "" if result.goal is None else f"≤ {result.goal:g}"
        lines.append(
            f"| {result.what} | {result.value:.2f} | {goal} | {result.verdict} | {result.measured} |"
        )
    return "\n".join(lines)


def write_json(path: str, machine: Machine, results: Sequence[Result]) -> None:
    rows = [{**result._asdict(), "verdict": result.verdict} for result in results]
    report.write_json(path, {"machine": machine._asdict(), "results": rows})


def write_into(path: str, machine: Machine, results: Sequence[Result]) -> None:
    """Replace what stands between the two marks of a page of documentation."""
    report.write_between_marks(path, "speed", f"{report.described(machine)}\n\n{table(results)}")
