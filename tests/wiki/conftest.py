"""What tests of files and folders may ask for: git, and a user whom permissions bind."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

NOBODY = 65534

Git = Callable[..., None]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    """Run git in a folder: `git(folder, "init")`; nobody's settings are read."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}

    def call(folder: Path, *args: str) -> None:
        command = ["git", *identity, *args]
        subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)

    return call


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that `unprivileged` can reach; those of pytest are closed to other users."""
    folder = Path(tempfile.mkdtemp()).resolve()
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    yield folder
    for path in folder.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(folder)


@pytest.fixture
def unprivileged() -> AbstractContextManager[None]:
    """Inside of it permissions count, even when the tests are run by root."""

    @contextmanager
    def as_nobody() -> Iterator[None]:
        if os.geteuid() != 0:
            yield
            return
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)
            os.setegid(0)

    return as_nobody()
