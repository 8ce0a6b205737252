"""Prove that an installed lwc works by itself: run by `make wheel` with the Python of a clean environment."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

LWC = Path(sys.executable).with_name("lwc")
DEVELOPMENT_ONLY = ("hypothesis", "importlinter", "mypy", "pytest", "ruff")


def lwc(folder: str, *args: str, text: str = "") -> str:
    """Run the installed script in `folder` and give its stdout; a failure prints everything and ends this."""
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "LWC_HOME": f"{folder}/home"}
    done = subprocess.run(
        [LWC, *args], input=text, capture_output=True, text=True, cwd=folder, env=environment
    )
    if done.returncode:
        sys.exit(f"lwc {' '.join(args)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(fact: bool, message: str) -> None:
    """Python's `assert` can be switched off; this can not."""
    if not fact:
        sys.exit(message)


def main() -> None:
    for name in DEVELOPMENT_ONLY:
        expect(importlib.util.find_spec(name) is None, f"{name} is installed: this environment is not clean")
    package = importlib.util.find_spec("lwc")
    expect(package is not None and package.origin is not None, "lwc is not installed")
    home = Path(str(package and package.origin)).parent
    expect("site-packages" in home.parts, f"lwc was imported from {home}, not from the wheel")
    expect(any((home / "migrations").glob("0001_*.sql")), "the wheel holds no migrations")
    expect((home / "py.typed").exists(), "the wheel does not say that it is typed")

    with tempfile.TemporaryDirectory() as folder:
        expect(lwc(folder, "--version").strip() != "", "no version")
        expect(json.loads(lwc(folder, "init"))["created"] is True, "init made no store")
        body = "Keep the pool small.\n\n数据库连接池的上限是二十。\n"
        lwc(folder, "page", "put", "pool", "--title", "Connection pool", "--body", "-", text=body)
        for query in ("connection pool", "连接池"):
            hits = json.loads(lwc(folder, "search", query))["results"]
            expect([hit["identifier"] for hit in hits] == ["pool"], f"search {query!r} found {hits}")
        expect(json.loads(lwc(folder, "page", "show", "pool"))["body"] == body, "the body changed on its way")
        lwc(folder, "reindex")
        lwc(folder, "--format", "table", "context")
    print(f"the wheel works on Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
