"""The places where stores are: the folder a project was named by, the home folder, and what is there."""

import os
import stat
from collections.abc import Mapping
from typing import NamedTuple

from lwc.errors import LwcError

FOLDER = ".lwc"
FILE = "wiki.db"


class StoreLocation(NamedTuple):
    """Where a store is, or would be. `root` is the folder that the wiki is about: a file's origin is
    relative to it. The global wiki is about the home folder, wherever LWC_HOME puts its database."""

    scope: str
    root: str
    database: str
    exists: bool
    reason: str


def location_of(scope: str, root: str, database: str, reason: str, *, confined: bool = True) -> StoreLocation:
    exists = is_store(root, database, confined=confined)
    return StoreLocation(scope, root, database, exists, reason)


# ── folders that were named ──────────────────────────────────────────────────────────────────────


def starting_folder(project: str | None, environ: Mapping[str, str], cwd: str | None) -> tuple[str, str]:
    """The folder to begin at, and what named it ("" for the current folder)."""
    if project is not None:
        return _named_folder(project, "--project", environ, cwd), "--project"
    named = environ.get("LWC_PROJECT_ROOT")
    if named:
        return _named_folder(named, "LWC_PROJECT_ROOT", environ, cwd), "LWC_PROJECT_ROOT"
    return os.path.realpath(_current(cwd)), ""


def _current(cwd: str | None) -> str:
    try:
        folder = os.getcwd() if cwd is None else os.path.abspath(cwd)
        os.stat(folder)
    except OSError as error:
        raise LwcError(
            "file_not_found",
            "The current folder does not exist any more.",
            hint="Change to a folder that exists, or name one with --project.",
        ) from error
    return folder


def _named_folder(name: str, named_by: str, environ: Mapping[str, str], cwd: str | None) -> str:
    if not name or "\0" in name:
        raise LwcError("invalid_value", f"{named_by} needs the path of a folder, not {name!r}.")
    path = _expand(name, environ)
    if not os.path.isabs(path):
        path = os.path.join(_current(cwd), path)
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        raise _folder_error(error, name, named_by) from error
    if not stat.S_ISDIR(mode):
        hint = "Name the folder that holds the file."
        raise LwcError("not_a_file", f"{named_by} names {name}, which is not a folder.", hint=hint)
    return os.path.realpath(path)


def _folder_error(error: OSError, name: str, named_by: str) -> LwcError:
    details = {"path": name}
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        hint = "Create the folder, or correct its name."
        return LwcError(
            "file_not_found", f"{named_by} names {name}, which does not exist.", hint=hint, details=details
        )
    message = f"{named_by} names {name}, which can not be read: {error.strerror}."
    return LwcError("unreadable_file", message, details=details)


def _expand(path: str, environ: Mapping[str, str]) -> str:
    if path == "~" or path.startswith("~/"):
        home = home_folder(environ)
        return path if home is None else os.path.join(home, path[2:])
    return os.path.expanduser(path)  # ~name


# ── the home folder and the global store ─────────────────────────────────────────────────────────


def home_folder(environ: Mapping[str, str]) -> str | None:
    home = environ.get("HOME") or environ.get("USERPROFILE")
    return os.path.realpath(home) if home and os.path.isabs(home) else None


def global_folder(environ: Mapping[str, str]) -> str | None:
    moved = environ.get("LWC_HOME")
    if moved:
        path = _expand(moved, environ)
        if not os.path.isabs(path) or "\0" in path:
            hint = "The global store must not depend on the current folder."
            raise LwcError(
                "invalid_value", f"LWC_HOME is {moved!r}, which is not an absolute path.", hint=hint
            )
        return os.path.realpath(path)
    home = home_folder(environ)
    return None if home is None else os.path.join(home, FOLDER)


def is_global(database: str, environ: Mapping[str, str]) -> bool:
    folder = global_folder(environ)
    if folder is None:
        return False
    path = os.path.join(folder, FILE)
    if os.path.realpath(database) == os.path.realpath(path):
        return True
    try:
        return os.path.samefile(database, path)  # a bind mount or hard link has another path
    except OSError:
        return False


def refuse_global(database: str, environ: Mapping[str, str]) -> None:
    if is_global(database, environ):
        raise LwcError(
            "invalid_value",
            f"{database} is the global store, which is never taken for a project's.",
            hint="Use --scope global, or another folder with --project.",
            details={"path": database},
        )


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


def database_of(root: str) -> str:
    return os.path.join(root, FOLDER, FILE)


def is_store(root: str, database: str, *, confined: bool = True) -> bool:
    """Whether a file is where the store of `root` would be; links are followed inside of `root` alone."""
    try:
        mode = os.stat(database).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        hint = "Set its permissions right, or choose another folder with --project."
        message = f"{database} can not be looked at: {error.strerror}."
        raise LwcError("unreadable_file", message, hint=hint, details={"path": database}) from error
    if not stat.S_ISREG(mode):
        raise LwcError("not_a_store", f"{database} is not a file.", details={"path": database})
    if confined:
        refuse_link_out(root, database)
    return True


def refuse_link_out(root: str, path: str) -> None:
    target = os.path.realpath(path)
    if os.path.commonpath([root, target]) != root:
        raise LwcError(
            "outside_root",
            f"{path} is a symbolic link that leads out of {root}.",
            hint="Remove the link; LWC_HOME moves the global store, --project names another project.",
            details={"path": path, "target": target},
        )
