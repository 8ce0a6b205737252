"""The house rules that can be read off the source."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from lwc import __version__

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "lwc").rglob("*.py"))
LONGEST = 300  # lines: a longer file holds a noun that has no module yet
EMPTY_NAMES = {
    "utils",
    "util",
    "helpers",
    "manager",
    "managers",
    "handler",
    "handlers",
    "common",
    "base",
    "misc",
}
# Joined here so that this file does not hold what it looks for.
REPLACE = "INSERT OR " + "REPLACE"
LOCAL_PATHS = re.compile(
    "|".join(["/wor" + "k/", "/ro" + "ot/", "/ho" + r"me/\w+/\.", r"\.\./sha" + "red/requ"])
)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def test_a_module_says_in_its_first_sentence_what_it_is_for() -> None:
    sentence = re.compile(r"[^\n]+(?:\n[^\n]+)*?[.:](?:\s|$)")
    docstrings = {name(path): ast.get_docstring(ast.parse(read(path))) or "" for path in MODULES}
    assert [module for module, text in docstrings.items() if not sentence.match(text)] == []


def test_a_module_is_short() -> None:
    lengths = {name(path): len(read(path).splitlines()) for path in MODULES}
    assert {module: length for module, length in lengths.items() if length > LONGEST} == {}


def test_a_module_is_named_after_what_it_holds() -> None:
    assert [path for path in map(name, MODULES) if EMPTY_NAMES & set(re.split(r"[/._]", path))] == []


def test_no_module_catches_what_it_does_not_know() -> None:
    swallowed = [
        f"{name(path)}:{handler.lineno}"
        for path in MODULES
        for handler in ast.walk(ast.parse(read(path)))
        if isinstance(handler, ast.ExceptHandler) and catches_all(handler) and not raises(handler)
    ]
    assert swallowed == []


def catches_all(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or ast.unparse(handler.type) in {"Exception", "BaseException"}


def raises(handler: ast.ExceptHandler) -> bool:
    """Whether the handler ends by passing the exception on, as one that rolls back does."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def test_no_statement_replaces_a_row_that_a_full_text_index_knows() -> None:
    paths = [*MODULES, *sorted((ROOT / "migrations").glob("*.sql"))]
    assert [name(path) for path in paths if REPLACE in read(path).upper()] == []


def tracked() -> list[Path]:
    """Every file that a commit would hold."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("needs a git checkout")
    return [
        ROOT / entry for entry in listed.stdout.decode().split("\0") if entry and (ROOT / entry).is_file()
    ]


def test_no_file_names_the_machine_it_was_written_on() -> None:
    found = {name(path): match[0] for path in tracked() if (match := LOCAL_PATHS.search(read(path)))}
    assert found == {}


def test_no_file_holds_a_note_to_self() -> None:
    note = re.compile(r"\b(?:TO" + "DO|FIX" + r"ME|X" + r"XX)\b(?!: fix)")
    found = [name(path) for path in tracked() if path.suffix == ".py" and note.search(read(path))]
    assert found == []


def test_the_changelog_opens_with_this_version() -> None:
    headings = re.findall(r"^## \[?([^\]\s]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == __version__
