"""Makes stores of English documents in the sizes a search is measured at, once for the parts that share them.

`python -m benchmarks.speed.filled FOLDER DOCUMENTS` makes a project of so many sources: a folder is added in
large transactions, so that 100,000 take a minute or two; as many pages, each put by itself, take ten.
"""

from __future__ import annotations

import json
import os
import sys

from benchmarks.speed.installation import Installation
from benchmarks.speed.measuring import run_part
from benchmarks.speed.texts import documents


def made(installed: Installation, folder: str, count: int) -> str:
    """The folder of the project with `count` documents; it is made when no part has asked for it before."""
    root = os.path.join(folder, f"filled-{count}")
    if not os.path.exists(root):
        os.makedirs(root)
        run_part("filled", root, str(count), python=installed.python, cwd=installed.folder, env=installed.env)
    return root


def make_project(root: str, count: int) -> None:
    from benchmarks.speed.stores import write_files
    from lwc import Wiki

    files = os.path.join(root, "docs")
    write_files(files, documents("en", count))
    with Wiki.open(project=root) as wiki:
        wiki.init()
        wiki.sources.add_folder(files)


if __name__ == "__main__":
    make_project(sys.argv[1], int(sys.argv[2]))
    print(json.dumps(True))
