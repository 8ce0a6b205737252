"""Which stores are chosen from where, and where `init` puts a new one."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from lwc.errors import LwcError
from lwc.wiki.scopes import Choice, StoreLocation, choose, place, prepare_folder

Git = Callable[..., None]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = (tmp_path / "home").resolve()
    folder.mkdir()
    return folder


@pytest.fixture
def env(home: Path) -> dict[str, str]:
    return {"HOME": str(home)}


def folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def store(root: Path) -> Path:
    """A file where the store of `root` is; scopes look at names and kinds alone."""
    folder(root / ".lwc")
    database = root / ".lwc" / "wiki.db"
    database.touch()
    return database


def chosen(
    scope: str, env: dict[str, str], cwd: Path | str | None = None, project: str | None = None
) -> Choice:
    return choose(scope, project=project, environ=env, cwd=None if cwd is None else str(cwd))


def the_project(
    env: dict[str, str], cwd: Path | str | None = None, project: str | None = None
) -> StoreLocation:
    (location,) = chosen("project", env, cwd, project).stores
    return location


def placed(env: dict[str, str], cwd: Path | str, project: str | None = None) -> StoreLocation:
    return place("project", project=project, environ=env, cwd=str(cwd))


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(LwcError) as caught:
        call()
    return caught.value.code


# ── the project ──────────────────────────────────────────────────────────────────────────────────


def test_the_store_of_the_current_folder_is_found(home: Path, env: dict[str, str]) -> None:
    database = store(home / "project")
    assert the_project(env, home / "project") == StoreLocation(
        "project", str(home / "project"), str(database), True, "the current folder"
    )


def test_the_nearest_store_upward_is_found(home: Path, env: dict[str, str]) -> None:
    store(home / "outer")
    database = store(home / "outer" / "inner")
    cwd = folder(home / "outer" / "inner" / "a" / "b")
    found = the_project(env, cwd)
    assert (found.root, found.database) == (str(home / "outer" / "inner"), str(database))
    assert "above" in found.reason


def test_outside_of_the_home_folder_the_search_goes_on_to_the_top(
    tmp_path: Path, env: dict[str, str]
) -> None:
    database = store(tmp_path / "elsewhere")
    assert the_project(env, folder(tmp_path / "elsewhere" / "deep" / "er")).database == str(
        database.resolve()
    )


def test_the_search_does_not_go_above_the_home_folder(
    tmp_path: Path, home: Path, env: dict[str, str]
) -> None:
    store(tmp_path)
    assert not the_project(env, folder(home / "work")).exists


def test_the_search_stops_at_the_border_of_the_file_system(
    tmp_path: Path, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store(tmp_path / "disk")
    mounted = str(folder(tmp_path / "disk" / "mounted").resolve())
    real = os.stat

    def stat_with_a_mount(path: str, **options: bool) -> os.stat_result:
        status = real(path, **options)
        on_the_mount = str(path).startswith(mounted)
        return os.stat_result([*status[:2], status.st_dev + on_the_mount, *status[3:]])

    inside = folder(Path(mounted) / "work")
    assert the_project(env, inside).exists
    monkeypatch.setattr(os, "stat", stat_with_a_mount)
    assert not the_project(env, inside).exists


def test_the_global_store_is_not_taken_for_a_project(home: Path, env: dict[str, str]) -> None:
    database = store(home)
    choice = chosen("project", env, folder(home / "work"))
    assert not choice.stores[0].exists
    assert [place.path for place in choice.considered] == [str(database)]
    assert "global" in choice.considered[0].reason


def test_the_home_folder_is_a_project_when_the_global_store_is_elsewhere(
    tmp_path: Path, home: Path, env: dict[str, str]
) -> None:
    database = store(home)
    env["LWC_HOME"] = str(tmp_path / "global")
    assert the_project(env, folder(home / "work")).database == str(database)


@pytest.mark.parametrize("link", ["folder", "file", "hard link"])
def test_the_global_store_is_recognised_behind_a_link(home: Path, env: dict[str, str], link: str) -> None:
    database = store(home)
    project = folder(home / "project")
    if link == "folder":
        (project / ".lwc").symlink_to(home / ".lwc")
    else:
        folder(project / ".lwc")
        target = project / ".lwc" / "wiki.db"
        target.symlink_to(database) if link == "file" else target.hardlink_to(database)
    assert not the_project(env, project).exists
    assert code_of(lambda: the_project(env, home, str(project))) == "invalid_value"
    assert code_of(lambda: placed(env, project)) == "invalid_value"


def test_a_missing_store_says_where_init_would_create_it(home: Path, env: dict[str, str]) -> None:
    cwd = folder(home / "work")
    found = the_project(env, cwd)
    assert found[:4] == ("project", str(cwd), str(cwd / ".lwc" / "wiki.db"), False)
    assert "lwc init" in found.reason


def test_in_the_home_folder_no_store_is_promised(home: Path, env: dict[str, str]) -> None:
    reason = the_project(env, home).reason
    assert "lwc init" not in reason
    assert "global" in reason


def test_looking_creates_nothing(home: Path, env: dict[str, str]) -> None:
    cwd = folder(home / "work")
    for scope in ("project", "global", "all"):
        chosen(scope, env, cwd)
    placed(env, cwd)
    assert list(cwd.iterdir()) == []
    assert list(home.iterdir()) == [cwd]


def test_a_store_that_is_a_link_out_of_the_project_is_refused(home: Path, env: dict[str, str]) -> None:
    store(home / "other")
    project = folder(home / "project")
    (project / ".lwc").symlink_to(home / "other" / ".lwc")
    assert code_of(lambda: the_project(env, project)) == "outside_root"
    assert code_of(lambda: the_project(env, home, str(project))) == "outside_root"


def test_a_store_that_is_a_link_inside_of_the_project_is_followed(home: Path, env: dict[str, str]) -> None:
    project = folder(home / "project")
    store(project / "data")
    (project / ".lwc").symlink_to("data/.lwc")
    assert the_project(env, project).exists


def test_a_database_that_is_no_file_is_no_store(home: Path, env: dict[str, str]) -> None:
    os.mkfifo(folder(home / "project" / ".lwc") / "wiki.db")
    assert code_of(lambda: the_project(env, home / "project")) == "not_a_store"


def test_a_store_that_can_not_be_looked_at_is_not_passed_over(
    open_folder: Path, unprivileged: AbstractContextManager[None]
) -> None:
    store(open_folder)
    inner = open_folder / "inner"
    store(inner)
    (inner / ".lwc").chmod(0)
    with unprivileged:
        assert code_of(lambda: the_project({}, inner)) == "unreadable_file"


# ── named folders ────────────────────────────────────────────────────────────────────────────────


def test_the_option_comes_before_the_variable_and_the_variable_before_the_folder(
    home: Path, env: dict[str, str]
) -> None:
    for name in ("option", "variable", "current"):
        store(home / name)
    assert the_project(env, home / "current").root == str(home / "current")
    env["LWC_PROJECT_ROOT"] = str(home / "variable")
    assert the_project(env, home / "current")[1::3] == (str(home / "variable"), "named by LWC_PROJECT_ROOT")
    named = the_project(env, home / "current", str(home / "option"))
    assert named[1::3] == (str(home / "option"), "named by --project")


def test_a_named_folder_is_the_root_itself(home: Path, env: dict[str, str]) -> None:
    store(home / "project")
    below = folder(home / "project" / "docs")
    assert the_project(env, home, str(below))[1:4:2] == (str(below), False)


def test_an_empty_variable_counts_as_none(home: Path, env: dict[str, str]) -> None:
    store(home / "project")
    empty = {**env, "LWC_PROJECT_ROOT": "", "LWC_HOME": ""}
    assert the_project(empty, home / "project").root == str(home / "project")
    assert chosen("global", empty).stores[0].database == str(home / ".lwc" / "wiki.db")


@pytest.mark.parametrize(
    "name", ["project", "./project", "../home/project", "~/project", "project/../project/"]
)
def test_a_named_folder_is_understood_from_where_one_stands(
    home: Path, env: dict[str, str], name: str
) -> None:
    store(home / "project")
    assert the_project(env, home, name).root == str(home / "project")


def test_a_folder_named_through_a_link_is_the_folder_itself(home: Path, env: dict[str, str]) -> None:
    store(home / "project")
    (home / "link").symlink_to("project")
    assert the_project(env, home, "link").root == str(home / "project")
    assert the_project(env, home / "link").root == str(home / "project")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("missing", "file_not_found"),
        ("file/below", "file_not_found"),
        ("file", "not_a_file"),
        ("", "invalid_value"),
        ("a\0b", "invalid_value"),
        ("x" * 5000, "unreadable_file"),
        ("loop", "unreadable_file"),
    ],
)
def test_a_folder_that_is_none_is_named(home: Path, env: dict[str, str], name: str, code: str) -> None:
    (home / "file").touch()
    (home / "loop").symlink_to("loop")
    for scope in ("project", "all"):
        with pytest.raises(LwcError) as caught:
            chosen(scope, env, home, name)
        assert caught.value.code == code
        assert "--project" in caught.value.message
    assert code_of(lambda: placed(env, home, name)) == code
    if name and "\0" not in name:
        assert code_of(lambda: the_project({**env, "LWC_PROJECT_ROOT": name}, home)) == code


def test_a_current_folder_that_was_deleted_is_an_error_only_when_it_is_needed(
    home: Path, env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store(home / "project")
    gone = folder(home / "gone")
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert code_of(lambda: the_project(env)) == "file_not_found"
    assert code_of(lambda: the_project(env, gone)) == "file_not_found"
    assert code_of(lambda: the_project(env, project="project")) == "file_not_found"
    assert the_project(env, project=str(home / "project")).exists
    assert not chosen("global", env).stores[0].exists


# ── global and all ───────────────────────────────────────────────────────────────────────────────


def test_the_global_store_is_in_the_home_folder(home: Path, env: dict[str, str]) -> None:
    location = chosen("global", env).stores[0]
    assert location == StoreLocation(
        "global", str(home), str(home / ".lwc" / "wiki.db"), False, "the home folder"
    )
    store(home)
    assert chosen("global", env).stores[0].exists
    assert place("global", project=None, environ=env, cwd=None) == location._replace(exists=True)


def test_lwc_home_is_the_folder_that_holds_the_database(
    tmp_path: Path, home: Path, env: dict[str, str]
) -> None:
    env["LWC_HOME"] = str(tmp_path / "moved")
    location = chosen("global", env).stores[0]
    assert location.database == str((tmp_path / "moved" / "wiki.db").resolve())
    assert location.root == str(home)
    assert "LWC_HOME" in location.reason


def test_lwc_home_may_begin_with_a_tilde(home: Path) -> None:
    assert chosen("global", {"HOME": str(home), "LWC_HOME": "~/notes"}).stores[0].database == str(
        home / "notes" / "wiki.db"
    )


def test_a_relative_lwc_home_is_refused(home: Path, env: dict[str, str]) -> None:
    env["LWC_HOME"] = "somewhere"
    assert code_of(lambda: chosen("global", env)) == "invalid_value"


def test_without_a_home_folder_projects_work_and_the_global_store_says_what_is_missing(
    tmp_path: Path,
) -> None:
    database = store(tmp_path / "project").resolve()
    assert the_project({}, tmp_path / "project").database == str(database)
    with pytest.raises(LwcError) as caught:
        chosen("global", {})
    assert (caught.value.code, "HOME" in caught.value.message) == ("invalid_value", True)
    both = chosen("all", {}, tmp_path / "project")
    assert [location.scope for location in both.stores] == ["project"]
    assert "HOME" in both.considered[0].reason
    assert chosen("global", {"LWC_HOME": str(tmp_path)}).stores[0].root == str(tmp_path.resolve())


@pytest.mark.parametrize(
    ("stores", "scopes"),
    [
        ((), []),
        (("project",), ["project"]),
        (("global",), ["global"]),
        (("project", "global"), ["project", "global"]),
    ],
)
def test_all_is_the_stores_that_exist_project_first(
    home: Path, env: dict[str, str], stores: tuple[str, ...], scopes: list[str]
) -> None:
    project = folder(home / "project")
    if "project" in stores:
        store(project)
    if "global" in stores:
        store(home)
    choice = chosen("all", env, project)
    assert [location.scope for location in choice.stores] == scopes
    named = {location.database for location in choice.stores} | {other.path for other in choice.considered}
    assert named == {str(project / ".lwc" / "wiki.db"), str(home / ".lwc" / "wiki.db")}


@pytest.mark.parametrize("scope", ["", "both", "Project"])
def test_another_scope_is_wrong_use(env: dict[str, str], home: Path, scope: str) -> None:
    assert code_of(lambda: chosen(scope, env, home)) == "usage"


@pytest.mark.parametrize("scope", ["all", "both"])
def test_a_store_is_created_in_one_scope(env: dict[str, str], home: Path, scope: str) -> None:
    assert code_of(lambda: place(scope, project=None, environ=env, cwd=str(home))) == "usage"


# ── where init creates ───────────────────────────────────────────────────────────────────────────


def test_a_store_is_created_at_the_top_of_the_checkout(home: Path, env: dict[str, str], git: Git) -> None:
    git(folder(home / "repo"), "init")
    location = placed(env, folder(home / "repo" / "src" / "deep"))
    assert (location.root, location.exists) == (str(home / "repo"), False)


def test_a_store_is_created_in_the_current_folder_outside_of_git(home: Path, env: dict[str, str]) -> None:
    assert placed(env, folder(home / "notes" / "2024")).root == str(home / "notes" / "2024")


def test_the_store_above_is_answered_and_no_second_one_created(home: Path, env: dict[str, str]) -> None:
    store(home / "notes")
    assert placed(env, folder(home / "notes" / "2024"))[1:4:2] == (str(home / "notes"), True)


def test_a_checkout_inside_of_a_project_gets_its_own_store(home: Path, env: dict[str, str], git: Git) -> None:
    store(home / "notes")
    git(folder(home / "notes" / "repo"), "init")
    assert placed(env, home / "notes" / "repo").root == str(home / "notes" / "repo")


def test_a_home_folder_under_git_is_no_project(home: Path, env: dict[str, str], git: Git) -> None:
    git(home, "init")
    assert placed(env, folder(home / "work")).root == str(home / "work")


def test_no_project_is_created_where_the_global_store_belongs(home: Path, env: dict[str, str]) -> None:
    assert code_of(lambda: placed(env, home)) == "invalid_value"
    assert code_of(lambda: placed(env, home, "~")) == "invalid_value"


def test_what_was_placed_is_what_is_chosen_afterwards(home: Path, env: dict[str, str], git: Git) -> None:
    git(folder(home / "repo"), "init")
    folder(home / "repo" / "docs")
    folder(home / "plain" / "below")
    store(home / "plain")
    for cwd in (home / "repo", home / "repo" / "docs", home / "plain" / "below", folder(home / "new")):
        location = placed(env, cwd)
        prepare_folder(location)
        Path(location.database).touch()
        assert the_project(env, cwd)[:4] == location._replace(exists=True)[:4]


# ── git worktrees ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def worktree(home: Path, git: Git) -> Path:
    """A linked worktree of `home/main`, with a folder `docs` in both."""
    main = folder(home / "main")
    git(main, "init")
    folder(main / "docs")
    (main / "docs" / "page.md").touch()
    git(main, "add", ".")
    git(main, "commit", "-m", "first")
    git(main, "worktree", "add", str(home / "linked"))
    return home / "linked"


def test_a_linked_worktree_follows_to_its_main_checkout(
    home: Path, env: dict[str, str], worktree: Path
) -> None:
    database = store(home / "main")
    for cwd in (worktree, worktree / "docs"):
        found = the_project(env, cwd)
        assert (found.root, found.database) == (str(home / "main"), str(database))
        assert str(worktree) in found.reason
    named = chosen("project", env, home, str(worktree))
    assert named.stores[0].database == str(database)
    assert named.considered[0].path == str(worktree / ".lwc" / "wiki.db")


def test_a_linked_worktree_uses_its_own_store_first(home: Path, env: dict[str, str], worktree: Path) -> None:
    store(home / "main")
    database = store(worktree)
    assert the_project(env, worktree / "docs").database == str(database)
    assert the_project(env, home, str(worktree)).database == str(database)


def test_a_store_deeper_in_the_main_checkout_is_found_from_the_same_folder(
    home: Path, env: dict[str, str], worktree: Path
) -> None:
    store(home / "main")
    database = store(home / "main" / "docs")
    assert the_project(env, worktree / "docs").database == str(database)
    assert the_project(env, worktree).root == str(home / "main")


def test_a_linked_worktree_gets_its_own_store(home: Path, env: dict[str, str], worktree: Path) -> None:
    store(home / "main")
    assert placed(env, worktree / "docs")[1:4:2] == (str(worktree), False)


def test_without_a_store_in_the_main_checkout_the_search_goes_on_upward(
    home: Path, env: dict[str, str], git: Git, worktree: Path
) -> None:
    git(home / "main", "worktree", "add", "-b", "other", str(folder(home / "around") / "linked"))
    database = store(home / "around")
    assert the_project(env, home / "around" / "linked").database == str(database)
    assert not the_project(env, worktree).exists


def test_a_worktree_of_a_bare_repository_has_no_main_checkout(
    home: Path, env: dict[str, str], git: Git, worktree: Path
) -> None:
    git(home, "clone", "--bare", str(home / "main"), str(home / "bare.git"))
    git(home / "bare.git", "worktree", "add", str(home / "of-bare"))
    assert the_project(env, home / "of-bare")[1:4:2] == (str(home / "of-bare"), False)


@pytest.mark.parametrize("content", ["", "gitdir:", "gitdir: /nowhere/worktrees/x", "anything", "gitdir: \0"])
def test_a_git_file_that_leads_nowhere_is_passed_over(home: Path, env: dict[str, str], content: str) -> None:
    project = folder(home / "project")
    (project / ".git").write_text(content)
    assert not the_project(env, project).exists
    assert placed(env, project).root == str(project)


# ── the folder ───────────────────────────────────────────────────────────────────────────────────


def test_the_folder_is_for_its_owner_alone(home: Path, env: dict[str, str]) -> None:
    location = placed(env, folder(home / "project"))
    created = Path(prepare_folder(location))
    assert created == home / "project" / ".lwc"
    assert stat.S_IMODE(created.stat().st_mode) == 0o700
    assert prepare_folder(location) == str(created)


def test_the_folder_that_lwc_home_names_is_created_with_those_above(
    tmp_path: Path, env: dict[str, str]
) -> None:
    env["LWC_HOME"] = str(tmp_path / "a" / "b")
    created = prepare_folder(place("global", project=None, environ=env, cwd=None))
    assert created == str((tmp_path / "a" / "b").resolve())
    assert stat.S_IMODE(os.stat(created).st_mode) == 0o700


@pytest.mark.parametrize("target", ["../other", "/nonexistent/folder"])
def test_a_folder_that_is_a_link_out_of_the_project_is_refused(
    home: Path, env: dict[str, str], target: str
) -> None:
    folder(home / "other")
    project = folder(home / "project")
    (project / ".lwc").symlink_to(target)
    assert code_of(lambda: prepare_folder(placed(env, project))) == "outside_root"
    assert list((home / "other").iterdir()) == []


def test_a_file_in_the_way_is_named(home: Path, env: dict[str, str]) -> None:
    (folder(home / "project") / ".lwc").touch()
    assert code_of(lambda: prepare_folder(placed(env, home / "project"))) == "not_a_store"


def test_a_folder_that_can_not_be_written_is_named(
    open_folder: Path, unprivileged: AbstractContextManager[None]
) -> None:
    project = folder(open_folder / "project")
    project.chmod(0o555)
    with unprivileged:
        assert code_of(lambda: prepare_folder(placed({}, project))) == "read_only_store"
