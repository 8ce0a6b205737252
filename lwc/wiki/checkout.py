"""A git checkout as its files describe it: where its git folder is, and which checkout is the main one."""

import os
from collections.abc import Iterator
from typing import NamedTuple

#: A `.git` file or a `commondir` holds one path; a longer file is something else.
POINTER_BYTES = 8192


class Checkout(NamedTuple):
    """`top` holds `.git`; `common` is the git folder that all worktrees of the repository share."""

    top: str
    common: str
    linked: bool

    @property
    def main(self) -> str | None:
        """The folder of the main checkout of a linked worktree; None when the repository is bare."""
        folder, name = os.path.split(self.common)
        return folder if self.linked and name == ".git" and os.path.isdir(folder) else None


def checkout_at(folder: str) -> Checkout | None:
    """The checkout whose top is `folder`; None when there is none, or its `.git` leads nowhere."""
    entry = os.path.join(folder, ".git")
    if os.path.isdir(entry):
        return Checkout(folder, entry, linked=False)
    pointer = _read_path(entry, prefix=b"gitdir:")
    if pointer is None:
        return None
    git_folder = os.path.realpath(os.path.join(folder, pointer))
    if not os.path.isdir(git_folder):
        return None
    shared = _read_path(os.path.join(git_folder, "commondir"), prefix=b"")
    if shared is None:
        return Checkout(folder, git_folder, linked=False)  # a submodule, or `git init --separate-git-dir`
    return Checkout(folder, os.path.realpath(os.path.join(git_folder, shared)), linked=True)


def checkout_of(folder: str) -> Checkout | None:
    """The checkout that `folder` lies in."""
    return next(filter(None, map(checkout_at, upward(folder))), None)


def upward(folder: str, last: str | None = None) -> Iterator[str]:
    """`folder` and the folders above it, up to and with `last`, or to the border of the file system."""
    device = os.stat(folder).st_dev
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if folder in (last, parent) or os.stat(parent).st_dev != device:
            return
        folder = parent


def _read_path(file: str, prefix: bytes) -> str | None:
    if not os.path.isfile(file):
        return None
    try:
        with open(file, "rb") as stream:
            content = stream.read(POINTER_BYTES)
    except OSError:
        return None
    if not content.startswith(prefix) or b"\0" in content:
        return None
    return os.fsdecode(content[len(prefix) :].strip()) or None
