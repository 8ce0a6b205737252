"""What replacing one page costs in a small and in a large wiki.

`python -m benchmarks.speed.replacing FOLDER` measures in its own process and prints JSON.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from random import Random

from benchmarks.speed.installation import Installation
from benchmarks.speed.measuring import run_part
from benchmarks.speed.report import Result
from benchmarks.speed.texts import documents

SIZES = (1_000, 100_000)
#: Short documents: this is about how many there are.
BYTES = 300
REPLACED = 200


def measure(installed: Installation, folder: str) -> list[Result]:
    root = os.path.join(folder, "replacing")
    os.makedirs(root)
    found = run_part("replacing", root, python=installed.python, cwd=installed.folder, env=installed.env)
    small, large = found
    ratio = large["median"] / small["median"]
    measured = " / ".join(
        f"{each['median'] * 1e3:.2f} ms (p95 {each['p95'] * 1e3:.1f})" for each in (large, small)
    )
    return [Result("replacing one page at 100,000 documents / at 1,000", ratio, 2, measured)]


def at_sizes(root: str) -> list[dict[str, float]]:
    """Two wikis, measured alternately so that what disturbs one disturbs the other."""
    from lwc import Wiki

    wikis = []
    for size in SIZES:
        project = os.path.join(root, str(size))
        os.makedirs(project)
        wiki = Wiki.open(project=project)
        wiki.init()
        fill(wiki, size)
        wikis.append(wiki)
    times: dict[int, list[float]] = {size: [] for size in SIZES}
    random = Random(5)
    for text in documents("en", REPLACED, size=BYTES, seed=9):
        for size, wiki in zip(SIZES, wikis, strict=True):
            slug = f"page-{random.randrange(size)}"
            start = time.process_time()
            wiki.pages.put(slug, body=text)
            times[size].append(time.process_time() - start)
    for wiki in wikis:
        wiki.close()
    return [_summary(times[size]) for size in SIZES]


def fill(wiki: object, count: int) -> None:
    for number, text in enumerate(documents("en", count, size=BYTES)):
        wiki.pages.put(f"page-{number}", body=text)  # type: ignore[attr-defined]


def _summary(times: list[float]) -> dict[str, float]:
    return {"median": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1]}


if __name__ == "__main__":
    print(json.dumps(at_sizes(sys.argv[1])))
