"""The reference is complete and current."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lwc.cli.commands import targets
from lwc.errors import CODES
from tests.conftest import ROOT

REFERENCE = ROOT / "docs" / "reference"


def test_the_generated_reference_is_current() -> None:
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", targets())
def test_every_command_is_documented_with_an_example(name: str) -> None:
    sections = re.split(r"^### ", (REFERENCE / "commands.md").read_text("utf-8"), flags=re.MULTILINE)
    section = next(section for section in sections if section.startswith(f"lwc {name}\n"))
    assert f"\nlwc {name}" in section.split("```sh", 1)[1]


@pytest.mark.parametrize("code", CODES)
def test_every_error_code_is_documented(code: str) -> None:
    assert f"`{code}`" in (REFERENCE / "errors.md").read_text("utf-8")


def test_every_link_between_documents_leads_somewhere() -> None:
    broken = []
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", prose):
            if not (path.parent / target).exists():
                broken.append(f"{path.relative_to(ROOT)}: {target}")
    assert broken == []


def test_every_page_of_the_documentation_is_reachable_from_its_index() -> None:
    docs = ROOT / "docs"
    seen, waiting = set[Path](), [docs / "index.md"]
    while waiting:
        path = waiting.pop().resolve()
        if path in seen or not path.exists():
            continue
        seen.add(path)
        targets = re.findall(r"\]\((?!https?:)([^)#\s]+\.md)", path.read_text("utf-8"))
        waiting += [path.parent / target for target in targets]
    assert [path for path in sorted(docs.rglob("*.md")) if path.resolve() not in seen] == []
