"""What the largest and the most awkward texts cost: time and memory of adding each, in its own process.

`python -m benchmarks.speed.large SHAPE MIB FOLDER` adds one text and prints JSON.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from itertools import cycle, islice
from typing import Any

from benchmarks.speed.installation import Installation
from benchmarks.speed.measuring import run_part
from benchmarks.speed.report import Result
from benchmarks.speed.texts import documents

LAST = "The last sentence names a quokkaberry."
#: Shape → sizes in MiB; where there are two, time has to grow as the size does.
SHAPES = {"prose": (8, 63), "one line": (2, 20), "blank lines": (1,), "nested lists": (1, 8)}


def measure(installed: Installation, folder: str) -> list[Result]:
    results = []
    for number, (shape, sizes) in enumerate(SHAPES.items()):
        found = [
            run_part(
                "large",
                shape,
                str(size),
                os.path.join(folder, f"large-{number}-{size}"),
                python=installed.python,
                cwd=installed.folder,
                env=installed.env,
            )
            for size in sizes
        ]
        results.append(_result(shape, sizes, found))
    return results


def _result(shape: str, sizes: tuple[int, ...], found: list[dict[str, Any]]) -> Result:
    measured = "; ".join(
        f"{each['bytes'] / 2**20:.0f} MiB {each['seconds']:.1f} s, {each['resident']:.0f} MiB resident"
        + ("" if each["found"] else ", last sentence NOT found")
        for each in found
    )
    if len(found) == 1:
        return Result(f"adding {shape}, seconds", found[0]["seconds"], None, measured)
    growth = (found[1]["seconds"] / found[0]["seconds"]) / (found[1]["bytes"] / found[0]["bytes"])
    what = f"adding {shape}: time a byte at {sizes[1]} MiB / at {sizes[0]} MiB"
    return Result(what, growth, 1.5, measured)


def text_of(shape: str, mib: int) -> str:
    """A text of about so many MiB that ends with LAST."""
    size = mib << 20
    if shape == "prose":
        return _repeated("\n".join(documents("en", 2_000)), size) + f"\n\n{LAST}\n"
    if shape == "one line":
        return _repeated(" ".join("".join(documents("en", 500)).split()) + " ", size) + LAST
    if shape == "blank lines":
        return "\n" * 1_000_000 + f"{LAST}\n"
    deep = (f"{'  ' * (line % 50)}- point {line}\n" for line in cycle(range(5_000)))
    return _repeated("".join(islice(deep, 5_000)), size) + f"\n\n{LAST}\n"


def once(shape: str, mib: int, folder: str) -> dict[str, Any]:
    from lwc import Wiki

    os.makedirs(folder)
    path = os.path.join(folder, "large.md")
    with open(path, "w", encoding="utf-8", newline="") as file:
        size = file.write(text_of(shape, mib))
    with Wiki.open(project=folder) as wiki:
        wiki.init()
        start = time.process_time()
        wiki.sources.add(path)
        seconds = time.process_time() - start
        resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        hits = wiki.search("quokkaberry").results
    found = bool(hits) and "quokkaberry" in hits[0].snippet.text
    return {"bytes": size, "seconds": seconds, "resident": resident, "found": found}


def _repeated(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


if __name__ == "__main__":
    print(json.dumps(once(sys.argv[1], int(sys.argv[2]), sys.argv[3])))
