"""Keeping the store out of git's sight by `info/exclude`, which is the user's own and never shared."""

from __future__ import annotations

import os
from typing import Literal, NamedTuple

from lwc.wiki.checkout import Checkout, checkout_of

PATTERN = b".lwc/"
_EVERYWHERE = frozenset({b".lwc", b".lwc/", b"**/.lwc", b"**/.lwc/"})
_AT_THE_TOP = frozenset({b"/.lwc", b"/.lwc/"})

ExcludeStatus = Literal["added", "present", "not_a_repository", "skipped", "unwritable"]


class GitExclude(NamedTuple):
    """What was done, and the file it was done to. `skipped`: the user has decided otherwise."""

    status: ExcludeStatus
    path: str | None


def exclude_from_git(root: str) -> GitExclude:
    """Add `.lwc/` to the exclude file of the repository that `root` lies in, once.

    What the file holds is kept byte for byte. A line that takes the pattern back (`!.lwc/`), or an exclude
    file that is a link out of the git folder, is a decision of the user's: `skipped`.
    """
    root = os.path.realpath(root)
    checkout = checkout_of(root)
    if checkout is None:
        return GitExclude("not_a_repository", None)
    file = os.path.join(checkout.common, "info", "exclude")
    if not _lies_in(file, checkout.common):
        return GitExclude("skipped", file)
    try:
        return GitExclude(_write(file, _patterns(checkout, root)), file)
    except OSError:
        return GitExclude("unwritable", file)


def _patterns(checkout: Checkout, root: str) -> frozenset[bytes]:
    return _EVERYWHERE | _AT_THE_TOP if root == checkout.top else _EVERYWHERE


def _lies_in(file: str, folder: str) -> bool:
    return os.path.realpath(file).startswith(os.path.realpath(folder) + os.sep)


def _write(file: str, patterns: frozenset[bytes]) -> ExcludeStatus:
    content = _read(file)
    for line in reversed(
        content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    ):  # git lets the last match decide
        if line.rstrip() in patterns:
            return "present"
        if line.startswith(b"!") and line[1:].rstrip() in patterns:
            return "skipped"
    _append(file, _addition(content))
    return "added"


def _read(file: str) -> bytes:
    if not os.path.lexists(file):
        return b""
    if not os.path.isfile(file):
        raise OSError(f"{file} is not a regular file")  # a FIFO would block
    with open(file, "rb") as stream:
        return stream.read()


def _addition(content: bytes) -> bytes:
    """Our line in the file's own line ends, on a line of its own."""
    newline = b"\r\n" if b"\r\n" in content else b"\n"
    separator = newline if content and not content.endswith(b"\n") else b""
    return separator + PATTERN + newline


def _append(file: str, addition: bytes) -> None:
    """One write with O_APPEND: a process that appends at the same moment loses nothing."""
    os.makedirs(os.path.dirname(file), exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    try:
        os.write(descriptor, addition)
    finally:
        os.close(descriptor)
