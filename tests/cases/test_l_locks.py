"""Cases L: locks and file systems."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lwc import Wiki

PROCESSES = 16
WRITES = 50

WRITER = """
import os, sys, time
from lwc import Wiki
folder, number, writes = sys.argv[1], sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.read()
with Wiki.open(project=folder, cwd=folder) as wiki:
    created = wiki.init().created
    for page in range(writes):
        wiki.pages.put(f"writer-{number}/page-{page}", title=f"Page {page}", body=f"Written by {number}.", tags=["raced"])
print(created, flush=True)
"""


def database(store_dir: Path) -> Path:
    return store_dir / ".lwc" / "wiki.db"


def test_sixteen_processes_write_into_a_store_they_all_create(
    store_dir: Path, environ: Mapping[str, str], run: Any
) -> None:
    """L1"""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(store_dir), str(number), str(WRITES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environ, "LWC_BUSY_TIMEOUT_MS": "60000"},
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()  # the start for all
        writer.stdin = None
    ended = [(*writer.communicate(timeout=120), writer.returncode) for writer in writers]

    assert [(errors, code) for _, errors, code in ended] == [("", 0)] * PROCESSES
    assert sorted(created for created, _, _ in ended) == ["False\n"] * (PROCESSES - 1) + ["True\n"]
    with closing(sqlite3.connect(database(store_dir))) as store:
        assert store.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert store.execute("SELECT count(*) FROM page").fetchone() == (PROCESSES * WRITES,)
        revisions = [row[0] for row in store.execute("SELECT revision FROM operation ORDER BY id")]
        for table in ("page_fts", "passage_fts"):
            store.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    assert len(set(revisions)) == len(revisions)
    assert run("page", "list", "--limit", "1").json["total"] == PROCESSES * WRITES
    assert run("search", "written", "--limit", "1").json["total"] == PROCESSES * WRITES


@pytest.fixture
def long_write(wiki: Wiki, store_dir: Path) -> Iterator[sqlite3.Connection]:
    """A writer that has begun and not committed; a page `before` was there before."""
    wiki.pages.put("before", title="Before", body="Here before the write began.")
    writer = sqlite3.connect(database(store_dir), isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE page SET title = 'Half written'")
    yield writer
    if writer.in_transaction:
        writer.execute("ROLLBACK")
    writer.close()


def test_readers_answer_during_a_long_write(long_write: sqlite3.Connection, run: Any) -> None:
    """L2"""
    hit = run("search", "began").json["results"][0]
    assert (hit["identifier"], hit["title"]) == ("before", "Before")
    assert run("page", "show", "before").json["page"]["title"] == "Before"
    assert run("context").code == 0


def test_a_writer_that_can_not_wait_ends_with_the_busy_code(long_write: sqlite3.Connection, run: Any) -> None:
    """L2"""
    done = run("page", "put", "after", "--title", "After", env={"LWC_BUSY_TIMEOUT_MS": "100"})
    assert (done.code, done.error["code"], done.error["retryable"]) == (75, "store_busy", True)
    assert done.error["hint"]
    assert done.stdout == ""


def test_a_writer_that_waits_succeeds(long_write: sqlite3.Connection, run: Any) -> None:
    """L2"""

    def end_it() -> None:
        time.sleep(1.0)
        long_write.execute("ROLLBACK")

    ending = threading.Thread(target=end_it)
    ending.start()
    done = run("page", "put", "after", "--title", "After", env={"LWC_BUSY_TIMEOUT_MS": "30000"})
    ending.join()
    assert done.code == 0
    assert done.json["page"]["title"] == "After"
    assert run("page", "show", "before").json["page"]["title"] == "Before"


# ── a store that can not be written ──────────────────────────────────────────────────────────────


def bound_by_permissions() -> list[str]:
    """The beginning of a command that permissions bind: root loses the right to pass them over."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("run by root, and setpriv is not there to give up its rights")
    return ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]


@pytest.fixture(params=["after a clean end", "beside a log of writes"])
def closed_store(request: pytest.FixtureRequest, run: Any, store_dir: Path) -> Iterator[Path]:
    """A store whose files and folder can not be written, with one page and one source."""
    assert run("init").code == 0
    assert (
        run("page", "put", "rates", "--title", "Rate limits", "--body", "-", input="100 a minute").code == 0
    )
    assert run("source", "add", "-", input="The source says 100.").code == 0
    folder = database(store_dir).parent
    reader = None
    if request.param == "beside a log of writes":
        reader = sqlite3.connect(database(store_dir))  # keeps the -wal from being cleared away
        reader.execute("SELECT count(*) FROM page").fetchone()
        run("page", "put", "late", "--title", "Late", "--body", "-", input="Only in the log of writes")
        assert (folder / "wiki.db-wal").stat().st_size > 0
    for file in folder.iterdir():
        file.chmod(0o400)
    folder.chmod(0o500)
    yield store_dir
    folder.chmod(0o700)
    for file in folder.iterdir():
        file.chmod(0o600)
    if reader is not None:
        reader.close()


def bound(store_dir: Path, environ: Mapping[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    command = [*bound_by_permissions(), sys.executable, "-m", "lwc", *args]
    return subprocess.run(
        command, cwd=store_dir, env=dict(environ), input="text", capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("search", "minute"), '"identifier":"rates"'),
        (("context",), '"slug":"rates"'),
        (("page", "show", "rates"), "100 a minute"),
        (("page", "list"), '"slug":"rates"'),
        (("source", "show", "1"), "The source says 100."),
        (("log",), '"action":"page.put"'),
        (("where",), '"writable":false'),
        (("stats",), "1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_reads_works_in_a_folder_that_can_not_be_written(
    closed_store: Path, environ: dict[str, str], args: tuple[str, ...], expected: str
) -> None:
    """L4"""
    before = sorted((closed_store / ".lwc").iterdir())
    done = bound(closed_store, environ, *args)
    assert (done.returncode, done.stderr) == (0, "")
    assert expected in done.stdout
    assert sorted((closed_store / ".lwc").iterdir()) == before


def test_what_was_written_last_is_read_too(closed_store: Path, environ: dict[str, str]) -> None:
    """L4: the log of writes is not passed over"""
    if not (closed_store / ".lwc" / "wiki.db-wal").exists():
        pytest.skip("this store has none")
    assert '"identifier":"late"' in bound(closed_store, environ, "search", "log of writes").stdout


@pytest.mark.parametrize(
    "args",
    [
        ("page", "put", "other", "--title", "Other"),
        ("page", "remove", "rates", "--reason", "gone"),
        ("purpose", "set", "-"),
        ("reindex",),
    ],
    ids=" ".join,
)
def test_what_writes_says_that_it_can_not(
    closed_store: Path, environ: dict[str, str], args: tuple[str, ...]
) -> None:
    """L4"""
    before = database(closed_store).read_bytes()
    done = bound(closed_store, environ, *args)
    assert done.returncode == 4
    assert '"code":"read_only_store"' in done.stderr.replace('": "', '":"')
    assert database(closed_store).read_bytes() == before
