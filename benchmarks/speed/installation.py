"""lwc as a user has it: a wheel in an environment of its own, compiled to bytecode, nothing editable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

from benchmarks.report import REPOSITORY
from benchmarks.speed.measuring import clean_environment


class Installation(NamedTuple):
    """Where lwc is installed. `folder` holds a copy of benchmarks/, so that it is importable and lwc/ is not:
    `import lwc` there finds the wheel."""

    folder: str
    python: str
    lwc: str
    env: Mapping[str, str]

    def version_of(self, expression: str) -> str:
        command = [self.python, "-c", f"import sqlite3, importlib.metadata as m; print({expression})"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def install(folder: str) -> Installation:
    """Build the wheel and install it with its dependencies below `folder`."""
    environment = os.path.join(folder, "venv")
    binaries = os.path.join(environment, "Scripts" if os.name == "nt" else "bin")
    python = os.path.join(binaries, "python")
    env = clean_environment(folder)
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "venv", environment], check=True, env=env)
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, REPOSITORY], check=True, env=env)
    wheels = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".whl")]
    subprocess.run([*pip, "install", *wheels], check=True, env=env)
    subprocess.run([python, "-m", "compileall", "-q", os.path.join(environment, "lib")], check=True, env=env)
    copy = os.path.join(folder, "benchmarks")
    shutil.copytree(os.path.join(REPOSITORY, "benchmarks"), copy, ignore=shutil.ignore_patterns("results"))
    return Installation(folder, python, os.path.join(binaries, "lwc"), env)
