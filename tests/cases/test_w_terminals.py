"""Cases W: terminals and pipes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lwc import Wiki

BODY = "连接池 データベース 회의록 👩‍👩‍👧 🐘 𠮷野家 Über naïve “quotes” — \u2028 end.\n"


@pytest.fixture
def pages(wiki: Wiki) -> None:
    wiki.pages.put("连接池/🐘", title="连接池 🐘", summary="Über “alles”", body=BODY)
    for number in range(30):
        wiki.pages.put(f"other-{number}", title=f"连接池 {number}", body="连接池 " * 50)


COMMANDS = [
    ("search", "连接池"),
    ("page", "show", "连接池/🐘"),
    ("page", "list"),
    ("context",),
    ("tokens", "连接池 🐘"),
    ("search", "--help"),
    ("page", "show", "缺页"),
]


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("encoding", ["cp936", "cp1252", "ascii", "ascii:strict", "utf-8"])
def test_json_is_valid_in_every_encoding(run: Any, encoding: str) -> None:
    """W1"""
    env = {"PYTHONIOENCODING": encoding}
    codec = encoding.partition(":")[0]
    for args in COMMANDS[:5]:
        done = run(*args, env=env)
        assert (done.code, done.stderr) == (0, "")
        json.loads(done.raw.decode(codec))
    shown = json.loads(run("page", "show", "连接池/🐘", env=env).raw.decode(codec))
    assert shown["body"] == BODY
    missing = run("page", "show", "缺页", env=env)
    assert (missing.code, missing.error["details"]["slug"]) == (3, "缺页")


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("form", ["table", "markdown", "jsonl"])
@pytest.mark.parametrize("encoding", ["cp936", "cp1252", "ascii:strict"])
def test_no_format_fails_in_a_narrow_encoding(run: Any, encoding: str, form: str) -> None:
    """W1"""
    for args in COMMANDS:
        done = run("--format", form, *args, env={"PYTHONIOENCODING": encoding})
        assert done.code == (3 if "缺页" in args else 0)
        assert "Traceback" not in done.stderr
        assert "UnicodeEncodeError" not in done.stderr
        (done.raw or b"").decode(encoding.partition(":")[0])


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("form", ["table", "json", "jsonl", "markdown"])
@pytest.mark.parametrize("args", [("search", "连接池", "--limit", "1000"), ("page", "list")], ids=" ".join)
def test_a_pipe_that_is_closed_is_quiet(
    store_dir: Path, environ: Mapping[str, str], form: str, args: tuple[str, ...]
) -> None:
    """W2: `lwc search x | head -1`"""
    command = [sys.executable, "-m", "lwc", "--format", form, *args]
    with subprocess.Popen(
        command, cwd=store_dir, env=dict(environ), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) in (0, 141)


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("columns", ["20", "1", "0", "nonsense", "500"])
def test_a_narrow_table_is_no_error(run: Any, columns: str) -> None:
    """W2"""
    for args in COMMANDS[:5]:
        done = run("--format", "table", *args, env={"COLUMNS": columns})
        assert (done.code, done.stderr) == (0, "")


@pytest.mark.usefixtures("pages")
def test_columns_of_a_table_align(run: Any) -> None:
    """W2"""
    from wcwidth import wcswidth

    lines = run(
        "--format", "table", "page", "list", "--limit", "12", env={"COLUMNS": "60"}
    ).stdout.splitlines()
    starts = {
        wcswidth(line[: line.index("concept")])
        for line in lines
        if line.startswith("other") and "concept" in line
    }
    assert len(starts) <= 1
    assert all(wcswidth(line) <= 60 for line in lines if line.startswith("other"))
