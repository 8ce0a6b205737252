"""How much more a command costs than starting Python with what it can not do without."""

from __future__ import annotations

import os

from benchmarks.speed.installation import Installation
from benchmarks.speed.measuring import Child, run, run_part, shuffled
from benchmarks.speed.report import Result
from benchmarks.speed.texts import rare_words

ROUNDS = 31
DOCUMENTS = 10_000


def measure(installed: Installation, folder: str) -> list[Result]:
    root = os.path.join(folder, "cold")
    os.makedirs(root)
    run_part("stores", root, str(DOCUMENTS), python=installed.python, cwd=installed.folder, env=installed.env)
    queries = [rare_words("en", 3, seed=seed) for seed in range(8)]
    queries += [["".join(rare_words("zh", 3, seed=seed))] for seed in range(4)]
    asked = iter(queries * (ROUNDS + 1))

    def program(*arguments: str) -> Child:
        return run(arguments, cwd=root, env=installed.env)

    times = shuffled(
        ROUNDS,
        {
            "import sqlite3, click": lambda: program(installed.python, "-c", "import sqlite3, click"),
            "import click": lambda: program(installed.python, "-c", "import click"),
            "search": lambda: program(installed.lwc, "search", *next(asked)),
            "help": lambda: program(installed.lwc, "--help"),
        },
    )
    return [
        Result(
            "cold `lwc search`, three words, 10,000 documents / `import sqlite3, click`",
            times["search"] / times["import sqlite3, click"],
            1.25,
            f"{times['search'] * 1e3:.0f} ms / {times['import sqlite3, click'] * 1e3:.0f} ms",
        ),
        Result(
            "`lwc --help` / `import click`",
            times["help"] / times["import click"],
            1.25,
            f"{times['help'] * 1e3:.0f} ms / {times['import click'] * 1e3:.0f} ms",
        ),
    ]
