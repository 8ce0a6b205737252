"""The greatest resident memory of a process that opens a large wiki and searches it.

`python -m benchmarks.speed.memory FOLDER` searches and prints how much it found.
"""

from __future__ import annotations

import sys
from itertools import cycle, islice

from benchmarks.speed.filled import made
from benchmarks.speed.installation import Installation
from benchmarks.speed.measuring import run
from benchmarks.speed.report import Result
from benchmarks.speed.warm import KINDS, LIMIT, queries

DOCUMENTS = 100_000
SEARCHES = 50


def measure(installed: Installation, folder: str) -> list[Result]:
    """The store is made by a process of its own; what is measured is the one that only searches."""
    root = made(installed, folder, DOCUMENTS)
    command = [installed.python, "-m", "benchmarks.speed.memory", root]
    child = run(command, cwd=installed.folder, env=installed.env)
    megabytes = child.resident_mib * 2**20 / 1e6
    measured = f"{int(child.output)} hits in {SEARCHES} searches"
    return [Result(f"memory of searches over {DOCUMENTS:,} documents, MB", megabytes, 80, measured)]


def search(root: str) -> int:
    """Queries of every kind in turn; answers how many hits they had together."""
    from lwc import Wiki

    each = zip(*(queries(kind) for kind in KINDS.values()), strict=True)
    asked = [query for pair in each for query in pair]
    with Wiki.open(project=root) as wiki:
        return sum(len(wiki.search(query, limit=LIMIT).results) for query in islice(cycle(asked), SEARCHES))


if __name__ == "__main__":
    print(search(sys.argv[1]))
