"""Console blocks of Markdown files: finding them, running them, and saying where they are wrong.

A block is fenced as ```console. A line `$ command` runs, continuation lines start with `> `, and what
follows is the output that is expected: `...` in a line stands for any text, as a line for any lines. All blocks of one file run in
order in one folder. These comments, each on a line of its own, set the folder up:

    <!-- wiki: fixtures -->   the store holds the wiki of fixtures/
    <!-- file: NAME -->       the fenced block that follows is written to NAME
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<body>.*?)^(?P=indent)```$", re.M | re.S)
FILE = re.compile(r"<!-- file: (?P<name>\S+) -->\s*\Z")
WIKI = re.compile(r"<!-- wiki: fixtures -->")

# What differs from one run to the next, and from one machine to another.
VOLATILE = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|\+00:00)?"), "<time>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d\b"), "<date>"),
)


class Step(NamedTuple):
    """One command with the output that the document shows for it."""

    line: int
    command: str
    expected: str


class File(NamedTuple):
    """A file that the document shows, and that its commands read."""

    line: int
    name: str
    text: str


def steps(markdown: str) -> Iterator[Step | File]:
    """Everything that is to be done for a document, in its order."""
    for fence in FENCE.finditer(markdown):
        line = markdown.count("\n", 0, fence.start()) + 2
        body = dedent(fence["body"], len(fence["indent"]))
        if named := FILE.search(markdown, 0, fence.start()):
            yield File(line, named["name"], body)
        elif fence["language"] == "console":
            yield from commands(body, line)


def dedent(text: str, width: int) -> str:
    return "".join(
        line[width:] if line[:width].isspace() else line for line in text.splitlines(keepends=True)
    )


def commands(block: str, first: int) -> Iterator[Step]:
    """The commands of one block."""
    command, start, output = "", first, list[str]()
    for number, line in enumerate(block.splitlines(), first):
        if line.startswith("$ "):
            if command:
                yield Step(start, command, "\n".join(output))
            command, start, output = line[2:], number, []
        elif line.startswith("> ") and not output:
            command += "\n" + line[2:]
        else:
            output.append(line)
    if command:
        yield Step(start, command, "\n".join(output))


def normalised(text: str, folder: Path) -> str:
    """Without what a run can not repeat, and without blanks at line ends."""
    text = text.replace(str(folder.resolve()), "/srv/project").replace(str(folder), "/srv/project")
    for pattern, name in VOLATILE:
        text = pattern.sub(name, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def agrees(expected: str, actual: str) -> bool:
    """Whether the output is what the document shows: `...` is any text of a line, or as a line any lines."""
    pattern = "".join(
        "(?:.*\n)?" if line == "..." else re.escape(line).replace(re.escape("..."), "[^\n]*") + "\n"
        for line in expected.split("\n")
    )
    return re.fullmatch(pattern, actual + "\n", re.S) is not None
