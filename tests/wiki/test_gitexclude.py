"""`.lwc/` in git's own exclude file: once, without a byte of the user's changed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from lwc.wiki.gitexclude import GitExclude, exclude_from_git

Git = Callable[..., None]


@pytest.fixture
def repository(tmp_path: Path, git: Git) -> Path:
    """A repository that a store was put into."""
    folder = (tmp_path / "repository").resolve()
    (folder / ".lwc").mkdir(parents=True)
    (folder / ".lwc" / "wiki.db").touch()
    git(folder, "init")
    return folder


def exclude_file(repository: Path) -> Path:
    return repository / ".git" / "info" / "exclude"


def untracked(folder: Path) -> str:
    """What git sees: the judge of whether the pattern works."""
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def test_git_does_not_see_the_store_any_more(repository: Path) -> None:
    assert "wiki.db" in untracked(repository)
    assert exclude_from_git(str(repository)) == GitExclude("added", str(exclude_file(repository)))
    assert untracked(repository) == ""
    assert not (repository / ".gitignore").exists()


def test_a_second_time_changes_nothing(repository: Path) -> None:
    exclude_from_git(str(repository))
    before = exclude_file(repository).read_bytes()
    assert exclude_from_git(str(repository)) == GitExclude("present", str(exclude_file(repository)))
    assert exclude_file(repository).read_bytes() == before


@pytest.mark.parametrize(
    ("before", "added"),
    [
        (b"", b".lwc/\n"),
        (b"*.tmp\n", b".lwc/\n"),
        (b"*.tmp", b"\n.lwc/\n"),
        (b"# mine\r\n*.tmp\r\n", b".lwc/\r\n"),
        (b"*.a\r\n*.tmp", b"\r\n.lwc/\r\n"),
        (b"\xff\xfe not text \r", b"\n.lwc/\n"),
        (b"#.lwc/\nx.lwc/\n", b".lwc/\n"),
        (b"!.lwc/\n.lwc/\n!other\n", None),
    ],
)
def test_what_stands_there_is_kept_byte_for_byte(
    repository: Path, before: bytes, added: bytes | None
) -> None:
    exclude_file(repository).write_bytes(before)
    status = exclude_from_git(str(repository)).status
    assert status == ("added" if added else "present")
    assert exclude_file(repository).read_bytes() == before + (added or b"")
    assert untracked(repository) == ""


@pytest.mark.parametrize(
    "line",
    [b".lwc", b".lwc/", b"/.lwc/", b"/.lwc", b"**/.lwc/", b".lwc/  ", b"\xef\xbb\xbf.lwc/", b".lwc/\r"],
)
def test_the_users_own_pattern_is_enough(repository: Path, line: bytes) -> None:
    exclude_file(repository).write_bytes(line + b"\n")
    assert untracked(repository) == ""
    assert exclude_from_git(str(repository)).status == "present"


def test_a_user_who_wants_the_store_in_git_is_left_alone(repository: Path) -> None:
    exclude_file(repository).write_bytes(b"!.lwc/\n")
    assert exclude_from_git(str(repository)).status == "skipped"
    assert exclude_file(repository).read_bytes() == b"!.lwc/\n"


def test_a_store_below_the_top_is_excluded_too(repository: Path) -> None:
    below = repository / "docs"
    (below / ".lwc").mkdir(parents=True)
    (below / ".lwc" / "wiki.db").touch()
    exclude_file(repository).write_bytes(b"/.lwc/\n")
    assert exclude_from_git(str(below)).status == "added"
    assert untracked(repository) == ""


def test_the_folder_of_the_file_is_created(repository: Path) -> None:
    exclude_file(repository).unlink(missing_ok=True)
    exclude_file(repository).parent.rmdir()
    assert exclude_from_git(str(repository)).status == "added"
    assert exclude_file(repository).read_bytes() == b".lwc/\n"


def test_a_linked_worktree_shares_the_file_of_its_repository(repository: Path, git: Git) -> None:
    git(repository, "commit", "--allow-empty", "-m", "first")
    git(repository, "worktree", "add", "../linked")
    linked = repository.parent / "linked"
    (linked / ".lwc").mkdir()
    (linked / ".lwc" / "wiki.db").touch()
    assert exclude_from_git(str(linked)) == GitExclude("added", str(exclude_file(repository)))
    assert untracked(linked) == untracked(repository) == ""


def test_a_submodule_has_a_file_of_its_own(repository: Path, git: Git) -> None:
    git(repository, "commit", "--allow-empty", "-m", "first")
    outer = repository.parent / "outer"
    outer.mkdir()
    git(outer, "init")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", str(repository), "inner")
    (outer / "inner" / ".lwc").mkdir()
    (outer / "inner" / ".lwc" / "wiki.db").touch()
    written = exclude_from_git(str(outer / "inner"))
    assert written == GitExclude("added", str(outer / ".git" / "modules" / "inner" / "info" / "exclude"))
    assert untracked(outer / "inner") == ""


def test_outside_of_git_nothing_is_written(tmp_path: Path) -> None:
    assert exclude_from_git(str(tmp_path)) == GitExclude("not_a_repository", None)
    assert list(tmp_path.iterdir()) == []


def test_a_link_out_of_the_git_folder_is_not_followed(repository: Path) -> None:
    elsewhere = repository.parent / "elsewhere"
    elsewhere.write_bytes(b"mine\n")
    exclude_file(repository).unlink(missing_ok=True)
    exclude_file(repository).symlink_to(elsewhere)
    assert exclude_from_git(str(repository)).status == "skipped"
    assert elsewhere.read_bytes() == b"mine\n"


def test_a_pipe_in_its_place_does_not_block(repository: Path) -> None:
    exclude_file(repository).unlink(missing_ok=True)
    os.mkfifo(exclude_file(repository))
    assert exclude_from_git(str(repository)).status == "unwritable"


def test_a_file_that_can_not_be_written_is_said(
    open_folder: Path, git: Git, unprivileged: AbstractContextManager[None]
) -> None:
    git(open_folder, "init")
    exclude_file(open_folder).write_bytes(b"mine\n")
    exclude_file(open_folder).chmod(0o444)
    with unprivileged:
        assert exclude_from_git(str(open_folder)).status == "unwritable"
    assert exclude_file(open_folder).read_bytes() == b"mine\n"


def test_writers_at_the_same_moment_lose_nothing(repository: Path) -> None:
    exclude_file(repository).write_bytes(b"*.tmp\n")
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(exclude_from_git, [str(repository)] * 64))
    lines = exclude_file(repository).read_bytes().splitlines()
    assert lines[0] == b"*.tmp"
    assert set(lines[1:]) == {b".lwc/"}
