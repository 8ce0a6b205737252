"""Which stores a command works on, and why: project, global or both, found from the folder one stands in."""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.wiki.checkout import Checkout, checkout_at, upward
from lwc.wiki.places import (
    FILE,
    FOLDER,
    StoreLocation,
    database_of,
    global_folder,
    home_folder,
    is_global,
    is_store,
    location_of,
    refuse_global,
    refuse_link_out,
    starting_folder,
)

__all__ = ["Choice", "Considered", "StoreLocation", "choose", "place", "prepare_folder"]


class Considered(NamedTuple):
    """A place that was looked at and not chosen."""

    path: str
    reason: str


class Choice(NamedTuple):
    """The stores to work on, project first, and what else was looked at."""

    stores: tuple[StoreLocation, ...]
    considered: tuple[Considered, ...]


# ── choosing ─────────────────────────────────────────────────────────────────────────────────────


def choose(scope: str, *, project: str | None, environ: Mapping[str, str], cwd: str | None) -> Choice:
    """The stores of `scope`; `cwd` None is the process's own folder.

    "project" and "global" always give one location, whose `exists` may be False; "all" gives those that
    exist. Nothing is created. Raises file_not_found, not_a_file or unreadable_file for a folder that was
    named wrongly, outside_root for a store that is a link out of its root, not_a_store when `wiki.db` is
    no file, invalid_value when the global store is named as a project or no home folder is known.
    """
    if scope == "global":
        return Choice((_global(environ),), ())
    if scope == "project":
        return _project(project, environ, cwd)
    if scope == "all":
        return _all(project, environ, cwd)
    raise LwcError("usage", f"{scope!r} is not a scope.", hint="Use project, global or all.")


def _all(project: str | None, environ: Mapping[str, str], cwd: str | None) -> Choice:
    found, considered = _project(project, environ, cwd)
    locations = [*found]
    passed_over = [*considered]
    try:
        locations.append(_global(environ))
    except LwcError as error:
        if error.code != "invalid_value":
            raise
        passed_over.append(Considered(f"~/{FOLDER}/{FILE}", error.message))
    seen = {place.path for place in passed_over}
    passed_over += [
        Considered(location.database, f"no {location.scope} store there")
        for location in locations
        if not location.exists and location.database not in seen
    ]
    return Choice(tuple(location for location in locations if location.exists), tuple(passed_over))


def _project(project: str | None, environ: Mapping[str, str], cwd: str | None) -> Choice:
    start, named_by = starting_folder(project, environ, cwd)
    if named_by:
        return _named_project(start, named_by, environ)
    considered: list[Considered] = []
    for root, reason in _candidates(start, environ):
        database = database_of(root)
        if is_global(database, environ):
            considered.append(Considered(database, "the global store is never taken for a project's"))
        elif is_store(root, database):
            return Choice((StoreLocation("project", root, database, True, reason),), tuple(considered))
    return Choice((_missing_project(start, environ),), tuple(considered))


def _missing_project(start: str, environ: Mapping[str, str]) -> StoreLocation:
    root, why = _new_root(start, environ)
    database = database_of(root)
    way_out = f"`lwc init` would create one here, {why}"
    if is_global(database, environ):
        way_out = "this folder is the place of the global store, so name another with --project"
    return StoreLocation("project", root, database, False, f"no store in {start} or above it; {way_out}")


def _named_project(root: str, named_by: str, environ: Mapping[str, str]) -> Choice:
    refuse_global(database_of(root), environ)
    own = location_of("project", root, database_of(root), f"named by {named_by}")
    if own.exists:
        return Choice((own,), ())
    checkout = checkout_at(root)
    if checkout is None or checkout.main is None:
        return Choice((own,), ())
    reason = f"the main checkout of the linked git worktree named by {named_by}"
    main = location_of("project", checkout.main, database_of(checkout.main), reason)
    if not main.exists or is_global(main.database, environ):
        return Choice((own,), ())
    return Choice((main,), (Considered(own.database, "the linked git worktree has no store of its own"),))


def _candidates(start: str, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The folders that may hold the project's store, nearest first, each with the reason to take it.

    At the top of a linked worktree the same folders of the main checkout follow before those above it.
    """
    for folder in upward(start, home_folder(environ)):
        reason = "the current folder" if folder == start else "the nearest folder above that has a store"
        yield folder, reason
        checkout = checkout_at(folder)
        if checkout is not None and checkout.main is not None:
            for twin in _twins(start, checkout, checkout.main):
                yield twin, f"the main checkout of the linked git worktree {folder}"


def _twins(start: str, worktree: Checkout, main: str) -> Iterator[str]:
    """The folders of the main checkout that stand for `start` and those above it in the worktree."""
    for folder in upward(start, worktree.top):
        twin = os.path.normpath(os.path.join(main, os.path.relpath(folder, worktree.top)))
        if os.path.isdir(twin):
            yield twin


def _global(environ: Mapping[str, str]) -> StoreLocation:
    folder = global_folder(environ)
    if folder is None:
        raise LwcError(
            "invalid_value",
            "The global store has no place: HOME is not set.",
            hint="Set HOME, or set LWC_HOME to the folder that is to hold wiki.db.",
        )
    moved = bool(environ.get("LWC_HOME"))
    home = home_folder(environ)
    database = os.path.join(folder, FILE)
    reason = "the folder that LWC_HOME names" if moved else "the home folder"
    # LWC_HOME is the way to keep the global store elsewhere, so there a link may lead anywhere.
    return location_of("global", home or folder, database, reason, confined=not moved)


# ── creating ─────────────────────────────────────────────────────────────────────────────────────


def place(scope: str, *, project: str | None, environ: Mapping[str, str], cwd: str | None) -> StoreLocation:
    """Where `init` creates the store; a place that has one already is answered with `exists`.

    A project's store goes to the folder that was named, else to the nearest folder from the current one
    upward that has a store or a `.git`, else to the current folder. So the whole checkout shares one store
    wherever in it `init` was called, a linked worktree gets its own, and what `init` answered is what
    `choose` finds from the same folder. Raises as `choose` does.
    """
    if scope == "global":
        return _global(environ)
    if scope != "project":
        raise LwcError(
            "usage", f"A store is created in one scope, not in {scope!r}.", hint="Use project or global."
        )
    start, named_by = starting_folder(project, environ, cwd)
    root, reason = (start, f"named by {named_by}") if named_by else _new_root(start, environ)
    refuse_global(database_of(root), environ)
    return location_of("project", root, database_of(root), reason)


def _new_root(start: str, environ: Mapping[str, str]) -> tuple[str, str]:
    home = home_folder(environ)
    for folder in upward(start, home):
        # Many keep their settings in a git repository that is the home folder: it is no project.
        if os.path.lexists(os.path.join(folder, ".git")) and (folder != home or folder == start):
            return folder, "the top of the git checkout"
        database = database_of(folder)
        if not is_global(database, environ) and is_store(folder, database):
            return folder, "the nearest folder that has a store"
    return start, "the current folder"


def prepare_folder(location: StoreLocation) -> str:
    """Create the folder of the store, for its owner alone (0700), and give its path.

    A folder that is there is left as it is. Raises outside_root, not_a_store when a file is in the way,
    read_only_store, disk_full or io_error.
    """
    folder = os.path.dirname(location.database)
    if folder == os.path.join(location.root, FOLDER):
        refuse_link_out(location.root, folder)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise _creation_error(error, folder) from error
    return folder


def _creation_error(error: OSError, folder: str) -> LwcError:
    import errno

    details = {"path": folder}
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        return LwcError(
            "not_a_store", f"{folder} can not be a folder: a file is in the way.", details=details
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        hint = "Choose a folder that you can write with --project."
        return LwcError("read_only_store", f"{folder} can not be created here.", hint=hint, details=details)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return LwcError("disk_full", f"{folder} can not be created: the disk is full.", details=details)
    return LwcError("io_error", f"{folder} can not be created: {error.strerror}.", details=details)
