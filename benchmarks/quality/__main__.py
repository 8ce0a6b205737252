"""`python -m benchmarks.quality [asked | ablation | SET…]`: retrieval quality on judged collections.

Without a word, or with the names of sets: lwc beside the baselines. `asked`: what stored questions are worth.
`ablation [SET…]`: what each part of the ranking is worth.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from benchmarks.quality.judged import DATA, DataMissing, names
from benchmarks.report import (
    DOCUMENTATION,
    RESULTS,
    MarksMissing,
    described,
    machine,
    write_between_marks,
    write_json,
)

PACKAGES = ("lwc-wiki", "PyStemmer", "bm25s", "jieba", "janome", "ir-measures")
MODULES = ("Stemmer", "bm25s", "jieba", "janome", "ir_measures")
SYSTEMS = ("lwc", "words", "bigrams", "strong")
EXPERIMENTS = ("asked", "ablation")
#: How many sets are measured at a time; processor time is what is reported.
PROCESSES = 2


class Report(NamedTuple):
    """What an experiment found: tables for people, and the same and more for JSON."""

    tables: str
    values: Sequence[Mapping[str, Any]]


def main() -> None:
    options = _options()
    missing = [name for name in MODULES if importlib.util.find_spec(name) is None]
    if missing:
        sys.exit(f"Not installed: {', '.join(missing)}. Install the extra: pip install --editable '.[bench]'")
    experiment = options.what[0] if options.what and options.what[0] in EXPERIMENTS else "quality"
    try:
        found = names(options.data)
        sets = [word for word in options.what if word not in EXPERIMENTS] or found
        report = {"quality": _quality, "asked": _asked, "ablation": _ablation}[experiment](options, sets)
    except DataMissing as missing_data:
        sys.exit(str(missing_data))
    _publish(options, "quality" if experiment == "quality" else f"quality-{experiment}", report)


def _quality(options: argparse.Namespace, sets: Sequence[str]) -> Report:
    from benchmarks.quality.comparing import as_json, compare
    from benchmarks.quality.systems import SYSTEMS
    from benchmarks.quality.tables import tables

    systems = [name for name in SYSTEMS if name in options.system] if options.system else list(SYSTEMS)
    search_options = {"granularity": options.granularity} if options.granularity else {}
    rows = compare(
        options.data,
        sets,
        systems,
        limit=options.limit_queries,
        options=search_options,
        processes=PROCESSES,
    )
    return Report(tables(rows), [as_json(row) for row in rows])


def _asked(options: argparse.Namespace, sets: Sequence[str]) -> Report:
    from benchmarks.quality.asked import measure, table

    rows = measure(options.data, options.limit_queries)
    return Report(table(rows), [row._asdict() for row in rows])


def _ablation(options: argparse.Namespace, sets: Sequence[str]) -> Report:
    from benchmarks.quality.ablation import measure, table

    rows = measure(options.data, sets, options.limit_queries, PROCESSES)
    return Report(table(rows), [row._asdict() for row in rows])


def _publish(options: argparse.Namespace, name: str, report: Report) -> None:
    versions = {"Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}
    about = machine(versions | {package.removesuffix("-wiki"): version(package) for package in PACKAGES})
    print(described(about), report.tables, sep="\n\n")
    path = options.json or os.path.join(RESULTS, f"{name}.json")
    write_json(path, {"machine": about._asdict(), "results": report.values})
    if options.update_docs:
        try:
            write_between_marks(DOCUMENTATION, name, f"{described(about)}\n\n{report.tables}")
        except MarksMissing as missing:
            sys.exit(str(missing))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__)
    parser.add_argument("what", nargs="*", metavar="SET", help="asked, ablation, or sets (default: all)")
    parser.add_argument("--system", action="append", choices=SYSTEMS, help="only this one; can be repeated")
    parser.add_argument("--limit-queries", type=int, metavar="N", help="the first N queries of each set")
    parser.add_argument("--granularity", help="passed to the search of lwc")
    parser.add_argument("--data", default=DATA, metavar="DIR", help="the folder of judged collections")
    parser.add_argument("--json", metavar="FILE", help="default: below benchmarks/results")
    parser.add_argument("--update-docs", action="store_true", help="write the tables into docs/benchmarks.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
