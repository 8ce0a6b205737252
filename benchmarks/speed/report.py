"""What was measured, as a table for people and as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from typing import NamedTuple

BEGIN, END = "<!-- speed: begin -->", "<!-- speed: end -->"


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


class Machine(NamedTuple):
    """What the figures depend on besides the code."""

    processor: str
    processors: int
    system: str
    python: str
    sqlite: str
    click: str
    lwc: str


def table(results: Sequence[Result]) -> str:
    """A Markdown table."""
    lines = ["| what | ratio | goal | | measured |", "|---|---:|---:|---|---|"]
    for result in results:
        goal = "" if result.goal is None else f"≤ {result.goal:g}"
        lines.append(
            f"| {result.what} | {result.value:.2f} | {goal} | {result.verdict} | {result.measured} |"
        )
    return "\n".join(lines)


def described(machine: Machine) -> str:
    return (
        f"{machine.processor}, {machine.processors} processors, {machine.system}; Python {machine.python}, "
        f"SQLite {machine.sqlite}, click {machine.click}, lwc {machine.lwc}."
    )


def machine(*, python: str, sqlite: str, click: str, lwc: str) -> Machine:
    system = f"{platform.system()} {platform.machine()}"
    return Machine(_processor(), os.cpu_count() or 1, system, python, sqlite, click, lwc)


def write_json(path: str, machine: Machine, results: Sequence[Result]) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    rows = [{**result._asdict(), "verdict": result.verdict} for result in results]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"machine": machine._asdict(), "results": rows}, file, ensure_ascii=False, indent=2)
        file.write("\n")


def write_into(path: str, machine: Machine, results: Sequence[Result]) -> None:
    """Replace what stands between the two marks of a page of documentation."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = f"{before}{BEGIN}\n\n{described(machine)}\n\n{table(results)}\n\n{END}{after}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(new)


def _processor() -> str:
    """As the kernel names it, where it does."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
