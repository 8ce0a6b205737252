"""What every benchmark's report has: the machine and versions, JSON, and a block in the documentation."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from typing import Any, NamedTuple

REPOSITORY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = os.path.join(REPOSITORY, "benchmarks", "results")
DOCUMENTATION = os.path.join(REPOSITORY, "docs", "benchmarks.md")


class MarksMissing(Exception):
    """A page of documentation has no place for the report; the message names the marks."""


class Machine(NamedTuple):
    """What the figures depend on besides the code; `versions` by the name of a program."""

    processor: str
    processors: int
    system: str
    versions: Mapping[str, str]


def machine(versions: Mapping[str, str]) -> Machine:
    """This machine, with the versions of what is measured."""
    system = f"{platform.system()} {platform.machine()}"
    return Machine(_processor(), os.cpu_count() or 1, system, versions)


def described(machine: Machine) -> str:
    """The machine and the versions as one sentence."""
    versions = ", ".join(f"{name} {version}" for name, version in machine.versions.items())
    return f"{machine.processor}, {machine.processors} processors, {machine.system}; {versions}."


def write_json(path: str, value: Mapping[str, Any]) -> None:
    """Write one JSON object, and the folder it is in where that is missing."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=2)
        file.write("\n")


def write_between_marks(path: str, name: str, block: str) -> None:
    """Replace what stands between `<!-- NAME: begin -->` and `<!-- NAME: end -->` in a page.

    Raises MarksMissing when the page does not have both.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, begun, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not (begun and ended):
        raise MarksMissing(f"{path} has no {begin} and {end}.")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{before}{begin}\n\n{block}\n\n{end}{after}")


def _processor() -> str:
    """As the kernel names it, where it does."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
