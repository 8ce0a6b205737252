"""Cases I: install and start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

#: Packages that help must not pay for, and what would open a store.
HEAVY = (
    "sqlite3",
    "pydantic",
    "sqlite_utils",
    "tabulate",
    "yaml",
    "pyromark",
    "Stemmer",
    "importlib.metadata",
)

WITHOUT_FTS5 = '''
"""Makes sqlite3 behave as one that was built without FTS5."""
import sqlite3

_connect = sqlite3.connect


def _refuse(sql):
    words = sql.lower()
    if "using fts5" in words or "_fts" in words or "fts5vocab" in words or "_vocab" in words:
        error = sqlite3.OperationalError("no such module: fts5")
        error.sqlite_errorcode, error.sqlite_errorname = 1, "SQLITE_ERROR"
        raise error


class Cursor(sqlite3.Cursor):
    def execute(self, sql, *rest):
        _refuse(sql)
        return super().execute(sql, *rest)


class Connection(sqlite3.Connection):
    def cursor(self, factory=Cursor):
        return super().cursor(factory)

    def execute(self, sql, *rest):
        _refuse(sql)
        return super().execute(sql, *rest)

    def executemany(self, sql, *rest):
        _refuse(sql)
        return super().executemany(sql, *rest)

    def executescript(self, sql):
        _refuse(sql)
        return super().executescript(sql)


def connect(*args, **options):
    options.setdefault("factory", Connection)
    return _connect(*args, **options)


sqlite3.connect = sqlite3.dbapi2.connect = connect
'''

OLD_SQLITE = """
import sqlite3

sqlite3.sqlite_version, sqlite3.sqlite_version_info = "3.31.1", (3, 31, 1)
"""


@pytest.mark.parametrize(
    "args", [("--help",), ("-h",), ("--version",), ("search", "--help"), ("page", "put", "-h")], ids=" ".join
)
def test_help_and_version_open_no_store(run: Any, store_dir: Path, args: tuple[str, ...]) -> None:
    """I1"""
    database = store_dir / ".lwc" / "wiki.db"
    database.parent.mkdir()
    database.write_bytes(b"not a store at all")
    done = run(*args)
    assert (done.code, done.stderr) == (0, "")
    assert done.stdout
    assert database.read_bytes() == b"not a store at all"
    assert list(database.parent.iterdir()) == [database]


@pytest.mark.parametrize("args", [("--help",), ("--version",), ("search", "--help")], ids=" ".join)
def test_help_and_version_load_nothing_heavy(
    store_dir: Path, environ: Mapping[str, str], args: tuple[str, ...]
) -> None:
    """I1"""
    command = [sys.executable, "-X", "importtime", "-m", "lwc", *args]
    done = subprocess.run(
        command, cwd=store_dir, env=dict(environ), capture_output=True, text=True, check=True
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "lwc.cli" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_version_is_one_line(run: Any) -> None:
    """I1"""
    assert run("--version").stdout.startswith("lwc ")
    assert run("--version").stdout.count("\n") == 1


@pytest.fixture
def python_without(tmp_path: Path, environ: Mapping[str, str]) -> Any:
    """The environment of a Python that a `sitecustomize` has taken something from."""

    def call(code: str) -> dict[str, str]:
        folder = tmp_path / "shim"
        folder.mkdir(exist_ok=True)
        (folder / "sitecustomize.py").write_text(code)
        return {"PYTHONPATH": f"{folder}:{environ['PYTHONPATH']}"}

    return call


def test_a_python_without_fts5_is_told_in_one_line_what_is_missing(run: Any, python_without: Any) -> None:
    """I2: before there is a store"""
    done = run("init", env=python_without(WITHOUT_FTS5))
    assert (done.code, done.error["code"], done.stdout) == (6, "fts5_missing", "")
    assert "FTS5" in done.error["message"]
    assert "\n" not in done.error["message"]
    assert "Python" in done.error["hint"]
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "args", [("search", "minute"), ("page", "put", "other", "--title", "Other", "--body", "-")], ids=" ".join
)
def test_a_python_without_fts5_is_told_so_with_a_store_too(
    wiki: Any, run: Any, python_without: Any, args: tuple[str, ...]
) -> None:
    """I2"""
    wiki.pages.put("rates", title="Rate limits", body="100 a minute")
    done = run(*args, input="body", env=python_without(WITHOUT_FTS5))
    assert (done.code, done.error["code"], done.stdout) == (6, "fts5_missing", "")
    assert run("search", "minute").json["total"] == 1


def test_the_shim_takes_nothing_else(wiki: Any, run: Any, python_without: Any) -> None:
    """I2: the guard; with its refusal switched off everything works"""
    wiki.pages.put("rates", title="Rate limits", body="100 a minute")
    harmless = python_without(WITHOUT_FTS5.replace("    words = sql.lower()\n", "    words = ''\n"))
    assert run("search", "minute", env=harmless).json["total"] == 1
    assert run("page", "put", "rates", "--title", "Rates", env=harmless).code == 0


def test_an_old_sqlite_is_told_in_one_line(run: Any, python_without: Any) -> None:
    """I2"""
    done = run("init", env=python_without(OLD_SQLITE))
    assert (done.code, done.error["code"]) == (6, "fts5_missing")
    assert "3.31.1" in done.error["message"]
    assert "3.38" in done.error["message"]


def test_a_wheel_works_without_the_checkout(tmp_path: Path, environ: Mapping[str, str]) -> None:
    """I3"""
    pytest.importorskip("hatchling", reason="needs hatchling to build the wheel")
    root = Path(environ["PYTHONPATH"])
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    import zipfile

    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    assert sorted(path.name for path in (tmp_path / "installed" / "lwc" / "migrations").iterdir())[
        0
    ].startswith("0001")
    assert not list((tmp_path / "installed").glob("tests"))
    env = {**environ, "PYTHONPATH": str(tmp_path / "installed")}
    project = tmp_path / "project"
    project.mkdir()

    def lwc(*args: str, text: str = "") -> str:
        command = [sys.executable, "-m", "lwc", *args]
        done = subprocess.run(
            command, input=text, cwd=project, env=env, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert '"created":true' in lwc("init")
    lwc(
        "page",
        "put",
        "pool",
        "--title",
        "Connection pool",
        "--body",
        "-",
        text="数据库连接池的上限是二十。\n",
    )
    assert '"identifier":"pool"' in lwc("search", "连接池")
