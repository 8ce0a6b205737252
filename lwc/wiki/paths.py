"""Paths of files that come in: how they are shown, where a file lies, and what it is called from the root."""

from __future__ import annotations

import os

from lwc.errors import LwcError


def printable(path: str) -> str:
    """The path as Unicode: a byte of a name that is not UTF-8 stands as `\\udcff`."""
    return path.encode("utf-8", "backslashreplace").decode()


def absolute(path: str, cwd: str | None) -> str:
    """The absolute path, with the links of the folders before a `..` followed first."""
    if not path or "\0" in path:
        raise LwcError("invalid_value", f"{path!r} is not the path of a file.")
    try:
        os.fsencode(path)
        full = os.path.join(cwd or os.getcwd(), path) if not os.path.isabs(path) else path
    except UnicodeEncodeError as error:
        raise LwcError("invalid_value", f"{printable(path)} is not the path of a file.") from error
    except FileNotFoundError as error:
        raise LwcError("file_not_found", "The current folder does not exist any more.") from error
    if os.pardir in full.split(os.sep):
        folder, name = os.path.split(full)
        full = os.path.realpath(full) if name == os.pardir else os.path.join(os.path.realpath(folder), name)
    return os.path.normpath(full)


def origin_of(full: str, root: str | None) -> str:
    """The path from `root` with '/' between the names, as they are written; absolute when outside of it.

    Raises outside_root when `full` lies in `root` and leads out of it, invalid_value for a name that is not
    Unicode (it could be neither stored nor printed).
    """
    inside = None if root is None else _path_from(root, full)
    if root is not None and inside is not None and not lies_in(full, root):
        raise outside(printable(full), printable(root))
    origin = (full if inside is None else inside).replace(os.sep, "/")
    if any("\ud800" <= character <= "\udfff" for character in origin):
        hint = "Rename the file; its name is not valid UTF-8."
        shown = printable(full)
        raise LwcError(
            "invalid_value", f"{shown} has a name that is not Unicode.", hint=hint, details={"path": shown}
        )
    return origin


def lies_in(path: str, folder: str) -> bool:
    """Whether `path` is in `folder` when all links are followed."""
    top = os.path.realpath(folder)
    return os.path.commonpath([os.path.realpath(path), top]) == top


def _path_from(root: str, full: str) -> str | None:
    """`full` without the folder at its beginning that is `root`, by whatever way it is written."""
    top = os.path.realpath(root)
    if full.startswith(top + os.sep):
        return full[len(top) + 1 :]
    folder, names = full, []
    while folder != os.path.dirname(folder):
        folder, name = os.path.split(folder)
        names.append(name)
        if os.path.realpath(folder) == top:
            return os.path.join(*reversed(names))
    return None


def outside(path: str, folder: str) -> LwcError:
    """The refusal of a link; both paths are printable."""
    return LwcError(
        "outside_root",
        f"{path} is a symbolic link that leads out of {folder}.",
        hint="Add what the link leads to by its own path.",
        details={"path": path},
    )


def reading_error(error: OSError, shown: str) -> LwcError:
    """What the operating system said about a path, in our codes."""
    details = {"path": shown}
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return LwcError("file_not_found", f"{shown} does not exist.", details=details)
    if isinstance(error, PermissionError):
        return LwcError("unreadable_file", f"{shown} can not be read: permission denied.", details=details)
    return LwcError("unreadable_file", f"{shown} can not be read: {error.strerror}.", details=details)
