"""`python -m benchmarks.speed [PART…] [--json FILE] [--update-docs]`: measure, print, write."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable

from benchmarks.report import DOCUMENTATION, RESULTS, Machine, described, machine
from benchmarks.speed import building, cold, large, memory, replacing, warm
from benchmarks.speed.installation import Installation, install
from benchmarks.speed.report import Result, table, write_into, write_json

#: The quick ones first; each takes the installed lwc and a folder of its own.
PARTS: dict[str, Callable[[Installation, str], list[Result]]] = {
    "cold": cold.measure,
    "building": lambda installed, folder: building.measure(installed),
    "large": large.measure,
    "replacing": replacing.measure,
    "warm": warm.measure,
    "memory": memory.measure,
}


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        print("building and installing the wheel …", file=sys.stderr)
        installed = install(folder)
        results: list[Result] = []
        for part in options.parts or PARTS:
            print(f"measuring: {part} …", file=sys.stderr)
            results += PARTS[part](installed, folder)
        about = _machine(installed)
    print(described(about), table(results), sep="\n\n")
    write_json(options.json, about, results)
    if options.update_docs:
        write_into(DOCUMENTATION, about, results)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[*PARTS, []], help=", ".join(PARTS))
    parser.add_argument("--json", default=os.path.join(RESULTS, "speed.json"))
    parser.add_argument("--update-docs", action="store_true", help="write the table into docs/benchmarks.md")
    return parser.parse_args()


def _machine(installed: Installation) -> Machine:
    return machine(
        {
            "Python": installed.version_of("'.'.join(map(str, __import__('sys').version_info[:3]))"),
            "SQLite": installed.version_of("sqlite3.sqlite_version"),
            "click": installed.version_of("m.version('click')"),
            "lwc": installed.version_of("m.version('lwc-wiki')"),
        }
    )


if __name__ == "__main__":
    main()
