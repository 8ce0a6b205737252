"""Makes the stores that are measured, in a process that has the installed lwc.

`python -m benchmarks.speed.stores FOLDER DOCUMENTS` makes a project of half pages and half sources.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable

from benchmarks.speed.texts import documents
from lwc import Wiki


def write_files(folder: str, texts: Iterable[str]) -> int:
    """One file a text, a hundred in each subfolder; answers the bytes written."""
    size = 0
    for number, text in enumerate(texts):
        path = os.path.join(folder, f"part-{number // 100:03d}", f"document-{number}.md")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            size += file.write(text) if text.isascii() else len(text.encode())
            if not text.isascii():
                file.write(text)
    return size


def make_project(root: str, count: int) -> None:
    """A store of `count` documents in two languages: the first half are sources, the second pages."""
    texts = list(documents("mixed", count))
    write_files(os.path.join(root, "docs"), texts[: count // 2])
    with Wiki.open(project=root) as wiki:
        wiki.init()
        wiki.sources.add_folder(os.path.join(root, "docs"))
        for number, text in enumerate(texts[count // 2 :]):
            wiki.pages.put(f"notes/page-{number}", body=text, kind="concept", summary=f"About part {number}.")


if __name__ == "__main__":
    make_project(sys.argv[1], int(sys.argv[2]))
    print(json.dumps(True))
