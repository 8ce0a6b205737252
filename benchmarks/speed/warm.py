"""What a search costs with its wiki open, beside raw FTS5 on the same table of the same file.

`python -m benchmarks.speed.warm FOLDER…` measures the stores alternately in its own process and prints JSON.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from benchmarks.speed.filled import made
from benchmarks.speed.installation import Installation
from benchmarks.speed.measuring import run_part, timed
from benchmarks.speed.report import Result
from benchmarks.speed.texts import rare_words

#: Five for each query: a median is one of 60 times.
ROUNDS = 5
SIZES = (10_000, 100_000)
LIMIT = 10
QUERIES = 12
#: What the second stage may cost, in seconds: it does not depend on how much matches.
SECOND_STAGE = 0.001


class Kind(NamedTuple):
    """A kind of query: what it is called, what it may cost beside raw FTS5 and at ten times the documents.

    Each query takes words as one of `spread` says: from which rank on, and how many.
    """

    what: str
    goal: float
    growth: float
    spread: tuple[tuple[tuple[int, int], ...], ...]


#: A word of rank 2,000 stands in one of 150 documents of 1 to 2 KB, of rank 400 in one of 25, of rank 30 in
#: a third to two thirds. None is a stop word: what lwc drops would be no comparison.
#: The goal of mixed terms is that of the first stage alone; the whole search is held to it.
KINDS = {
    "rare": Kind("two or three rare terms", 1.5, 4, (((2000, 2),), ((2000, 3),))),
    "mixed": Kind("six mixed terms, any of them", 0.5, 12, (((30, 2), (400, 2), (2000, 2)),)),
}

#: Name of a kind → "lwc" or "raw" → the median in seconds.
Medians = dict[str, dict[str, float]]


def measure(installed: Installation, folder: str) -> list[Result]:
    roots = [made(installed, folder, size) for size in SIZES]
    found: list[Medians] = run_part(
        "warm", *roots, python=installed.python, cwd=installed.folder, env=installed.env
    )
    small, large = found
    results = [
        _beside_raw(kind, size, medians[name])
        for name, kind in KINDS.items()
        for size, medians in zip(SIZES, found, strict=True)
    ]
    return results + [_growth(kind, small[name], large[name]) for name, kind in KINDS.items()]


def _beside_raw(kind: Kind, size: int, medians: dict[str, float]) -> Result:
    ratio = (medians["lwc"] - SECOND_STAGE) / medians["raw"]
    what = f"warm search less 1 ms, {kind.what}, {size:,} documents / raw FTS5 `ORDER BY rank LIMIT {LIMIT}`"
    return Result(what, ratio, kind.goal, f"{medians['lwc'] * 1e3:.2f} ms / {medians['raw'] * 1e3:.2f} ms")


def _growth(kind: Kind, small: dict[str, float], large: dict[str, float]) -> Result:
    what = f"warm search, {kind.what}: {SIZES[1]:,} documents / {SIZES[0]:,}"
    raw = large["raw"] / small["raw"]
    measured = f"{large['lwc'] * 1e3:.2f} ms / {small['lwc'] * 1e3:.2f} ms; raw FTS5 {raw:.1f} times"
    return Result(what, large["lwc"] / small["lwc"], kind.growth, measured)


def queries(kind: Kind) -> list[str]:
    """Queries of one kind, each of other words, the words in a shuffled order."""
    made_up = []
    for number in range(QUERIES):
        ranks = kind.spread[number % len(kind.spread)]
        words = [word for first, count in ranks for word in rare_words("en", count, first=first, seed=number)]
        Random(number).shuffle(words)
        made_up.append(" ".join(words))
    return made_up


def at_sizes(roots: Sequence[str]) -> list[Medians]:
    """One open wiki and one raw connection a store, all asked in a shuffled order round by round."""
    from lwc import Wiki

    asked: list[tuple[int, str, str, Callable[[], int]]] = []
    opened: list[Wiki | sqlite3.Connection] = []
    for store, root in enumerate(roots):
        wiki = Wiki.open(project=root)
        raw = sqlite3.connect(f"file:{wiki.database}?mode=ro", uri=True)
        opened += [wiki, raw]
        for name, kind in KINDS.items():
            for query in queries(kind):
                asked.append((store, name, "lwc", _search(wiki, query)))
                asked.append((store, name, "raw", _search_raw(raw, query)))
    times: dict[tuple[int, str, str], list[float]] = {each[:3]: [] for each in asked}
    random = Random(1)
    for turn in range(ROUNDS + 1):
        random.shuffle(asked)
        for store, name, program, search in asked:
            seconds, hits = timed(search)
            if hits != LIMIT:
                raise RuntimeError(f"{program} found {hits} instead of {LIMIT}: {name}, {roots[store]}")
            if turn:  # the first warms the disk
                times[store, name, program].append(seconds)
    for each in opened:
        each.close()
    return [
        {
            name: {program: statistics.median(times[store, name, program]) for program in ("lwc", "raw")}
            for name in KINDS
        }
        for store in range(len(roots))
    ]


def _search(wiki: object, query: str) -> Callable[[], int]:
    return lambda: len(wiki.search(query, limit=LIMIT).results)  # type: ignore[attr-defined]


def _search_raw(raw: sqlite3.Connection, query: str) -> Callable[[], int]:
    """The expression that lwc's first stage matches: the same stems, any of them."""
    from lwc.search.query import parse
    from lwc.store.match import any_of

    statement = "SELECT rowid FROM source_fts WHERE source_fts MATCH ? ORDER BY rank LIMIT ?"
    expression = any_of(parse(query).terms)
    return lambda: len(raw.execute(statement, (expression, LIMIT)).fetchall())


if __name__ == "__main__":
    print(json.dumps(at_sizes(sys.argv[1:])))
