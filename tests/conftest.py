"""What every test may ask for: a fresh store, the real command line, and data that may be absent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from lwc import Wiki

ROOT = Path(__file__).resolve().parents[1]
#: Judged corpora and Markdown trees that are not part of the project; tests that need them skip without.
SHARED_DATA = ROOT.parent / "shared" / "data"

# `ci` draws the same examples on every run: a law that fails, fails for everyone. `explore` searches on.
_QUIET = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture)
settings.register_profile("ci", derandomize=True, deadline=None, database=None, suppress_health_check=_QUIET)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=_QUIET)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


class Completed(NamedTuple):
    """A command that has ended: its exit code and what it wrote."""

    args: tuple[str, ...]
    code: int
    stdout: str
    stderr: str
    raw: bytes

    @property
    def json(self) -> Any:
        """The answer on stdout."""
        assert self.stdout, f"lwc {' '.join(self.args)}: exit {self.code}, nothing on stdout\n{self.stderr}"
        return json.loads(self.stdout)

    @property
    def error(self) -> dict[str, Any]:
        """The `error` object on stderr, with its code, message, hint, retryable and details."""
        line = next(line for line in self.stderr.splitlines() if line.startswith("{"))
        error: dict[str, Any] = json.loads(line)["error"]
        return error


class Run(Protocol):
    """Runs `lwc` in a process of its own."""

    def __call__(
        self,
        *args: str,
        input: str | bytes | None = None,
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Completed: ...


def clean_environment(home: Path) -> dict[str, str]:
    """This process's environment without the settings of lwc, with its home and global store in `home`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LWC_", "PYTHON"))}
    home.mkdir(parents=True, exist_ok=True)
    return kept | {
        "HOME": str(home),
        "LWC_HOME": str(home / ".lwc"),
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "100",
    }


def run_lwc(
    args: Sequence[str],
    *,
    cwd: Path | str,
    env: Mapping[str, str],
    input: str | bytes | None = None,
    timeout: float = 60,
) -> Completed:
    """Run `python -m lwc ARGS`; the output is UTF-8 with replacement, `raw` holds stdout as it was."""
    data = input.encode() if isinstance(input, str) else (input or b"")
    done = subprocess.run(
        [sys.executable, "-m", "lwc", *args],
        input=data,
        capture_output=True,
        cwd=cwd,
        env=dict(env),
        timeout=timeout,
        check=False,
    )
    out, err = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    return Completed(tuple(args), done.returncode, out, err, done.stdout)


@pytest.fixture
def store_dir(tmp_path: Path) -> Path:
    """The root of the project that `wiki` and `run` work in; its store will be `.lwc/wiki.db`."""
    folder = tmp_path / "project"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """A clean environment: own home, own global store, no LWC_ variable from outside."""
    return clean_environment(tmp_path / "home")


@pytest.fixture
def wiki(store_dir: Path, environ: dict[str, str]) -> Iterator[Wiki]:
    """A fresh project store, opened for writing."""
    from lwc import Wiki

    with Wiki.open(project=str(store_dir), environ=environ, cwd=str(store_dir)) as opened:
        opened.init()
        yield opened


@pytest.fixture
def run(store_dir: Path, environ: dict[str, str]) -> Run:
    """Run the real command line in `store_dir`: `run("search", "x")` gives code, stdout, stderr, json, error.

    There is no store until `run("init")` or the `wiki` fixture made one. `env` adds to the environment.
    """

    def call(
        *args: str,
        input: str | bytes | None = None,
        cwd: Path | str | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Completed:
        return run_lwc(
            args, cwd=cwd or store_dir, env=environ | dict(env or {}), input=input, timeout=timeout
        )

    return call


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of corpora beside the checkout; a test that needs it skips where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("needs the corpora that are kept outside the project")
    return SHARED_DATA
