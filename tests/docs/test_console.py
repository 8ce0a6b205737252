"""Every console block of the documentation is run, and shows what the commands really answer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, clean_environment
from tests.docs.transcript import WIKI, File, agrees, normalised, steps

DOCUMENTS = [
    path
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    if "```console" in path.read_text("utf-8")
]
BASH = shutil.which("bash")


@pytest.fixture(scope="session")
def fixture_wiki(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose store holds the wiki of fixtures/; made once, copied for each document."""
    folder = tmp_path_factory.mktemp("fixtures") / "project"
    folder.mkdir()
    command = [sys.executable, str(ROOT / "fixtures" / "load.py"), str(folder)]
    done = subprocess.run(
        command, cwd=folder, env=clean_environment(folder.parent / "home"), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty project whose path is as long as the one that documents show, so that columns are as wide."""
    with tempfile.TemporaryDirectory(prefix="", dir="/tmp") as outer:
        inner = Path(outer) / "doc"
        inner.mkdir()
        yield inner


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment in which `lwc` and `python` are this checkout's and this interpreter's."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for name, arguments in {"lwc": "-m lwc", "python": ""}.items():
        script = bin_folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        script.chmod(0o755)
    environ = clean_environment(tmp_path / "home")
    # Blocks show what a person sees: on a terminal `auto` is a table, here it has to be asked for.
    return environ | {
        "PATH": f"{bin_folder}{os.pathsep}{environ['PATH']}",
        "LWC_FORMAT": "table",
        "TZ": "UTC",
    }


@pytest.mark.skipif(BASH is None, reason="needs bash")
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_console_block_shows_what_the_command_answers(
    path: Path, folder: Path, shell: dict[str, str], request: pytest.FixtureRequest
) -> None:
    markdown = path.read_text("utf-8")
    if WIKI.search(markdown):
        shutil.copytree(request.getfixturevalue("fixture_wiki"), folder, dirs_exist_ok=True)
    wrong = []
    for step in steps(markdown):
        if isinstance(step, File):
            (folder / step.name).parent.mkdir(parents=True, exist_ok=True)
            (folder / step.name).write_text(step.text, "utf-8")
            continue
        done = subprocess.run(
            [str(BASH), "-c", step.command],
            cwd=folder,
            env=shell,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
        )
        actual = normalised(done.stdout.decode("utf-8", "replace"), folder)
        if not agrees(normalised(step.expected, folder), actual):
            where = f"{path.relative_to(ROOT)}:{step.line}"
            wrong.append(f"{where}: $ {step.command}\n--- documented\n{step.expected}\n--- real\n{actual}")
    assert not wrong, "\n\n".join(wrong)
