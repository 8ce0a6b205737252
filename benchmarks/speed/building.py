"""What an index costs to build and to keep, beside one raw full-text column of the same documents.

`python -m benchmarks.speed.building LANGUAGE DOCUMENTS` measures once, in its own process, and prints JSON;
`… building reindex FOLDER` is the part of it that must not profit from what the adding remembers.
"""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile

from benchmarks.speed.installation import Installation
from benchmarks.speed.measuring import run_part, timed
from benchmarks.speed.report import Result
from benchmarks.speed.texts import LANGUAGES, Language, documents

ROUNDS = 3
DOCUMENTS = 10_000
NAMES: dict[Language, str] = {"en": "English", "zh": "Chinese", "mixed": "both, half and half"}


def measure(installed: Installation) -> list[Result]:
    """Every round is a process of its own: what one remembers of a vocabulary must not help the next."""
    found: dict[Language, list[dict[str, float]]] = {language: [] for language in LANGUAGES}
    for _ in range(ROUNDS):
        for language, rounds in found.items():
            rounds.append(
                run_part(
                    "building",
                    language,
                    str(DOCUMENTS),
                    python=installed.python,
                    cwd=installed.folder,
                    env=installed.env,
                )
            )
    return [result for language, rounds in found.items() for result in _results(language, rounds)]


def _results(language: Language, rounds: list[dict[str, float]]) -> list[Result]:
    middle = {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}
    text, name = middle["text"], NAMES[language]

    def time(what: str, key: str, goal: float | None) -> Result:
        ratio = statistics.median(each[key] / each["raw"] for each in rounds)
        measured = f"{middle[key]:.2f} s / {middle['raw']:.2f} s, {text / middle[key] / 1e6:.1f} MB/s"
        return Result(f"{what}, {name} / raw FTS5 insert", ratio, goal, measured)

    def size(what: str, key: str, goal: float | None) -> Result:
        measured = f"{middle[key] / 1e6:.1f} MB / {text / 1e6:.1f} MB"
        return Result(f"{what}, {name} / raw text", middle[key] / text, goal, measured)

    return [
        time("index build (`reindex`)", "reindex", 6),
        time("`source add FOLDER`, reading and hashing with it", "add", None),
        size("database after `reindex`", "reindexed", 4),
        size("database after adding", "added", 4),
        size("raw FTS5 database with the text", "raw_bytes", None),
    ]


def once(language: Language, count: int, folder: str) -> dict[str, float]:
    from benchmarks.speed.stores import write_files
    from lwc import Wiki

    texts = list(documents(language, count))
    files = os.path.join(folder, "docs")
    written = write_files(files, texts)
    raw = os.path.join(folder, "raw.db")
    raw_seconds, _ = timed(lambda: insert_raw(raw, texts))
    with Wiki.open(project=folder) as wiki:
        wiki.init()
        database = str(wiki.database)
        add_seconds, _ = timed(lambda: wiki.sources.add_folder(files))
    added = os.path.getsize(database)
    reindex_seconds = _reindexed_in_a_fresh_process(folder)
    reindexed = _compact_size(database, folder)
    return {
        "text": written,
        "raw": raw_seconds,
        "add": add_seconds,
        "reindex": reindex_seconds,
        "added": added,
        "reindexed": reindexed,
        "raw_bytes": os.path.getsize(raw),
    }


def reindex(folder: str) -> float:
    from lwc import Wiki

    with Wiki.open(project=folder) as wiki:
        return timed(wiki.upkeep.reindex)[0]


def _reindexed_in_a_fresh_process(folder: str) -> float:
    command = [sys.executable, "-m", "benchmarks.speed.building", "reindex", folder]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def insert_raw(path: str, texts: list[str]) -> None:
    """The same documents into one column of an ordinary full-text table, in one transaction."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("CREATE VIRTUAL TABLE document USING fts5 (body, tokenize = 'unicode61')")
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO document (body) VALUES (?)", ((text,) for text in texts))
    connection.execute("COMMIT")
    connection.close()


def _compact_size(database: str, folder: str) -> int:
    """The size without the pages that the old index left free in the file."""
    compact = os.path.join(folder, "compact.db")
    connection = sqlite3.connect(database)
    connection.execute("VACUUM INTO ?", (compact,))
    connection.close()
    return os.path.getsize(compact)


def main(what: str, value: str) -> None:
    if what == "reindex":
        print(reindex(value))
        return
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(once(next(each for each in LANGUAGES if each == what), int(value), folder)))


if __name__ == "__main__":
    main(*sys.argv[1:])
