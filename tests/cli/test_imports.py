"""What the command line loads: click and next to nothing for its help, JSON and the store for a read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

#: A package or module here costs more than a whole search, or is for people and not for a pipe.
NEVER_ON_A_READ = {
    "asyncio",
    "difflib",
    "importlib.metadata",
    "lwc.cli.suggest",
    "lwc.render.blocks",
    "lwc.render.compose",
    "lwc.render.table",
    "pydantic",
    "shutil",
    "sqlite_utils",
    "tabulate",
    "tempfile",
    "urllib.request",
    "wcwidth",
    "yaml",
}

RUN_AND_REPORT = """
import sys
from lwc.cli import main
try:
    main()
finally:
    sys.stderr.write("\\n".join(["", "loaded:", *sorted(sys.modules)]))
"""


def modules(environ: dict[str, str], code: str, *args: str, cwd: Path) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", code, *args], cwd=cwd, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.partition("loaded:\n")[2].split())


def test_importing_the_command_line_loads_click_and_errors_alone(
    environ: dict[str, str], store_dir: Path
) -> None:
    code = "import sys, {}; sys.stderr.write('\\n'.join(['loaded:', *sys.modules]))"
    click = modules(environ, code.format("click"), cwd=store_dir)
    ours = modules(environ, code.format("lwc.cli"), cwd=store_dir) - click

    assert {name for name in ours if not name.startswith("lwc.cli")} == {"lwc", "lwc.errors"}


@pytest.mark.parametrize("args", [["--help"], ["-h"], ["--version"], ["page", "--help"]], ids=" ".join)
def test_help_and_version_load_no_command_and_open_nothing(
    args: list[str], environ: dict[str, str], store_dir: Path
) -> None:
    loaded = modules(environ, RUN_AND_REPORT, *args, cwd=store_dir)

    assert not loaded & {"sqlite3", "json", "lwc.wiki", "lwc.cli.page", "lwc.cli.search", "lwc.render"}
    # click's own parser asks difflib about every short option before it finds it.
    assert not loaded & (NEVER_ON_A_READ - ({"difflib"} if args == ["-h"] else set()))
    assert list(store_dir.iterdir()) == []


@pytest.fixture
def span(run: Run) -> str:
    """A store with one page; the id of a span of it."""
    run("init")
    run("page", "put", "pool", "--title", "Connection pool", "--body", "-", input="Keep the pool small.\n")
    spans = run("span", "locate", "--in", "page:pool", "--quote", "Keep the pool").json["spans"]
    identifier: str = spans[0]["id"]
    return identifier


@pytest.mark.parametrize(
    "args",
    [
        ["search", "pool"],
        ["search", "pool", "--explain", "--format", "jsonl"],
        ["context"],
        ["page", "show", "pool"],
        ["page", "list"],
        ["page", "links", "pool"],
        ["span", "get", "SPAN"],
        ["span", "expand", "SPAN"],
        ["source", "list"],
        ["source", "status"],
        ["tokens", "pool 连接池"],
        ["purpose", "show"],
        ["stats"],
        ["where"],
        ["log"],
    ],
    ids=" ".join,
)
def test_a_read_in_a_pipe_loads_nothing_that_people_or_writers_need(
    args: list[str], span: str, environ: dict[str, str], store_dir: Path
) -> None:
    args = [span if arg == "SPAN" else arg for arg in args]

    assert not modules(environ, RUN_AND_REPORT, *args, cwd=store_dir) & NEVER_ON_A_READ


def test_a_search_loads_nothing_that_cuts_text(span: str, environ: dict[str, str], store_dir: Path) -> None:
    loaded = modules(environ, RUN_AND_REPORT, "search", "pool", cwd=store_dir)

    assert not loaded & {"locale", "lwc.store.index", "lwc.text.segment", "lwc.text.sentences", "pyromark"}


def test_a_table_is_drawn_by_tabulate(span: str, environ: dict[str, str], store_dir: Path) -> None:
    """The guard above sees what it is meant to see."""
    loaded = modules(environ, RUN_AND_REPORT, "page", "list", "--format", "table", cwd=store_dir)

    assert {"tabulate", "wcwidth", "lwc.render.table"} <= loaded
