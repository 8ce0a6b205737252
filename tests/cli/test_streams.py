"""Standard output, standard error and exit codes of the real command, on pipes and on a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from wcwidth import width

from tests.conftest import Completed, Run, run_lwc

pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")

LWC = [sys.executable, "-m", "lwc"]


@pytest.fixture
def filled(run: Run) -> Run:
    """A store with pages in two scripts and a source."""
    run("init")
    run("page", "put", "rate-limits", "--title", "Rate limits", "--body", "-", input="At most 100 records.\n")
    run("page", "put", "daochu", "--title", "导出限制 😀", "--body", "-", input="每次最多导出一百条记录。\n")
    run("source", "add", "-", "--title", "Quota café", input="The quota of the EU is 100 records.\n")
    return run


def on_terminal(
    *args: str, cwd: Path, environ: dict[str, str], columns: int = 100, errors_too: bool = False
) -> tuple[int, str]:
    """Run `lwc ARGS` with a terminal as its standard output (and standard error); its exit code and screen."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*LWC, *args],
        cwd=cwd,
        env=environ | {"COLUMNS": str(columns), "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave if errors_too else subprocess.DEVNULL,
    )
    os.close(slave)
    screen = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # Linux says so when the last writer has gone
            break
        if not piece:
            break
        screen += piece
    os.close(master)
    return process.wait(timeout=30), screen.decode().replace("\r\n", "\n")


# ── formats ──────────────────────────────────────────────────────────────────────────────────────


def test_a_pipe_gets_one_compact_json_object(filled: Run) -> None:
    done = filled("page", "list")

    assert done.code == 0
    assert done.stdout.count("\n") == 1
    assert ": " not in done.stdout.split('"title"')[0]
    assert "导出限制 😀" in done.stdout
    assert list(done.json)[:4] == ["schema_version", "scope", "database", "pages"]
    assert done.stderr == ""


def test_a_terminal_gets_a_table_and_colour(filled: Run, store_dir: Path, environ: dict[str, str]) -> None:
    code, screen = on_terminal("page", "list", cwd=store_dir, environ=environ)

    assert code == 0
    assert not screen.startswith("{")
    assert "\x1b[" in screen
    assert "导出限制 😀" in screen
    _, plain = on_terminal("page", "list", cwd=store_dir, environ=environ | {"NO_COLOR": "1"})
    assert plain == re.sub("\x1b\\[[0-9;]*m", "", screen)


def test_json_on_a_terminal_is_indented(filled: Run, store_dir: Path, environ: dict[str, str]) -> None:
    _, screen = on_terminal("page", "list", "--format", "json", cwd=store_dir, environ=environ)

    assert screen.startswith('{\n  "schema_version": 1,\n')
    assert json.loads(screen)["total"] == 2


@pytest.mark.parametrize(
    ("args", "variable", "form"),
    [
        ((), None, "json"),
        ((), "table", "table"),
        ((), "jsonl", "jsonl"),
        (("--format", "json"), "table", "json"),
        (("--format", "markdown"), "json", "markdown"),
        (("--format", "auto"), "markdown", "json"),
    ],
)
def test_the_flag_comes_before_the_variable_and_the_variable_before_the_stream(
    filled: Run, args: tuple[str, ...], variable: str | None, form: str
) -> None:
    done = filled("page", "list", *args, env={"LWC_FORMAT": variable} if variable else {})

    assert done.code == 0
    assert form_of(done.stdout) == form


def form_of(text: str) -> str:
    if text.startswith("{"):
        return "json" if "pages" in json.loads(text.splitlines()[0]) else "jsonl"
    return "markdown" if text.startswith("| ") else "table"


@pytest.mark.parametrize(
    "args",
    [
        ("--format", "jsonl", "page", "list"),
        ("page", "--format", "jsonl", "list"),
        ("page", "list", "--format", "jsonl"),
        ("page", "list", "--format=jsonl"),
        ("--format", "table", "page", "list", "--format", "jsonl"),
        ("--format", "table", "page", "--format", "jsonl", "list"),
    ],
    ids=" ".join,
)
def test_a_global_option_counts_wherever_it_stands_and_the_last_one_wins(
    filled: Run, args: tuple[str, ...]
) -> None:
    assert form_of(filled(*args).stdout) == "jsonl"


@pytest.mark.parametrize("at", [0, 1, 2], ids=["before", "between", "after"])
def test_scope_project_and_read_only_count_wherever_they_stand(
    filled: Run, at: int, store_dir: Path, tmp_path: Path
) -> None:
    words = ["page", "list"]
    project = filled(*words[:at], "--project", str(store_dir), *words[at:], cwd=tmp_path)
    assert project.json["total"] == 2
    assert filled(*words[:at], "--scope", "global", *words[at:]).error["code"] == "store_not_found"

    words = ["page", "remove", "daochu", "--reason", "r"]
    assert filled(*words[:at], "--read-only", *words[at:]).error["code"] == "read_only_store"


@pytest.mark.parametrize("form", ["json", "jsonl", "table", "markdown"])
@pytest.mark.parametrize(
    "args",
    [
        ("context",),
        ("search", "limits 导出", "--explain"),
        ("page", "show", "daochu"),
        ("page", "list"),
        ("page", "links", "daochu"),
        ("page", "put", "daochu", "--tag", "a", "--dry-run"),
        ("source", "show", "1"),
        ("source", "list"),
        ("source", "status"),
        ("source", "refs", "1"),
        ("source", "add", "-"),
        ("span", "locate", "--in", "page:daochu", "--quote", "一百条"),
        ("purpose", "show"),
        ("schema", "show"),
        ("where",),
        ("init",),
        ("log",),
        ("stats",),
        ("tokens", "getUserById 导出"),
        ("migrate",),
        ("reindex",),
    ],
    ids=" ".join,
)
def test_every_command_answers_in_every_format(filled: Run, args: tuple[str, ...], form: str) -> None:
    done = filled(*args, "--format", form, input="Another source.\n")

    assert done.code == 0, done.stderr
    assert done.stderr == ""
    if form.startswith("json"):
        versions = {json.loads(line)["schema_version"] for line in done.stdout.splitlines()}
        assert versions == {1} or (form == "jsonl" and done.stdout == "")  # a list may be empty
    else:
        assert done.stdout.strip()


# ── streams that can show little (W1, W2) ────────────────────────────────────────────────────────


@pytest.mark.parametrize("encoding", ["cp936", "cp1252", "ascii", "latin-1", "utf-16", "utf-8"])
@pytest.mark.parametrize(
    "args", [("search", "导出限制"), ("page", "show", "daochu"), ("context",)], ids=" ".join
)
def test_w1_json_is_valid_and_whole_on_a_stream_of_any_encoding(
    filled: Run, encoding: str, args: tuple[str, ...]
) -> None:
    done = filled(*args, env={"PYTHONIOENCODING": encoding})

    assert done.code == 0
    assert "导出限制 😀" in json.dumps(json.loads(done.raw.decode(encoding)), ensure_ascii=False)
    if encoding != "utf-16":
        assert json.loads(done.raw)  # a reader who takes it for UTF-8 reads the same


@pytest.mark.parametrize("encoding", ["cp936", "cp1252", "ascii"])
@pytest.mark.parametrize("form", ["table", "markdown"])
def test_w1_text_survives_a_stream_of_any_encoding(filled: Run, encoding: str, form: str) -> None:
    for args in (("search", "导出", "--explain"), ("page", "show", "daochu"), ("page", "list"), ("context",)):
        done = filled(*args, "--format", form, env={"PYTHONIOENCODING": encoding})

        assert (done.code, done.stderr) == (0, "")
        assert done.raw.decode(encoding)


@pytest.mark.parametrize("encoding", ["cp936", "cp1252", "ascii"])
@pytest.mark.parametrize("form", ["table", "json"])
def test_w1_errors_survive_a_stream_of_any_encoding(filled: Run, encoding: str, form: str) -> None:
    done = filled("page", "show", "没有 😀", "--format", form, env={"PYTHONIOENCODING": encoding})

    assert done.code == 3
    if form == "json":
        assert "没有 😀" in done.error["message"]


@pytest.mark.parametrize(
    "args", [["search", "limits"], ["--help"], ["page", "list", "--format", "table"]], ids=" ".join
)
def test_w2_a_reader_who_leaves_early_is_no_failure(
    filled: Run, args: list[str], store_dir: Path, environ: dict[str, str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        [*LWC, *args], cwd=store_dir, env=environ, stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)

    _, errors = process.communicate(timeout=30)

    assert process.returncode == 0
    assert errors == b""


def test_w2_head_gets_its_line(filled: Run, store_dir: Path, environ: dict[str, str]) -> None:
    command = f"{sys.executable} -m lwc context --format table | head -1"
    done = subprocess.run(command, shell=True, cwd=store_dir, env=environ, capture_output=True, text=True)

    assert done.stdout == "Project wiki\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    "args", [("page", "list"), ("source", "list"), ("log",), ("search", "limits")], ids=" ".join
)
def test_w2_twenty_columns_are_enough(
    filled: Run, args: tuple[str, ...], store_dir: Path, environ: dict[str, str]
) -> None:
    code, screen = on_terminal(*args, cwd=store_dir, environ=environ | {"NO_COLOR": "1"}, columns=20)

    assert code == 0
    assert [line for line in screen.splitlines() if width(line) > 20] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_answer_that_can_not_be_written_is_an_error(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*LWC, "page", "list"], cwd=store_dir, env=environ, stdout=full, stderr=subprocess.PIPE, text=True
        )

    assert done.returncode == 6
    assert json.loads(done.stderr)["error"]["code"] == "io_error"


def test_closed_standard_streams_do_not_crash(filled: Run, store_dir: Path, environ: dict[str, str]) -> None:
    command = f"{sys.executable} -m lwc page list >&- 2>&- <&-"

    assert subprocess.run(command, shell=True, cwd=store_dir, env=environ).returncode == 0


# ── exit codes ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("args", "exit_code", "code"),
    [
        (("search", "limits"), 0, ""),
        (("search", "absentword"), 0, ""),
        (("search", "absentword", "--fail-empty"), 1, ""),
        (("search", "limits", "--fail-empty"), 0, ""),
        (("search", "limits", "--record"), 0, ""),
        (("--read-only", "search", "limits", "--record"), 4, "read_only_store"),
        (("search", ""), 2, "empty_query"),
        (("page", "show", "rate-limit"), 3, "page_not_found"),
        (("source", "show", "99"), 3, "source_not_found"),
        (("source", "add", "absent.md"), 3, "file_not_found"),
        (("page", "put", "x", "--title", "X", "--body", "absent.md"), 3, "file_not_found"),
        (("page", "put", "x", "--title", "X", "--body", "."), 4, "not_a_file"),
        (("page", "put", "rate-limits", "--title", "X", "--if-revision", "9"), 5, "revision_conflict"),
        (("source", "add", "-", "--include", "*.md"), 2, "usage"),
    ],
    ids=str,
)
def test_the_exit_code_says_what_to_do(filled: Run, args: tuple[str, ...], exit_code: int, code: str) -> None:
    done = filled(*args)

    assert done.code == exit_code
    if code:
        assert done.stdout == ""
        assert done.error["code"] == code
    else:
        assert done.stderr == ""


def test_a_missing_page_names_the_nearest(filled: Run) -> None:
    assert "rate-limits" in filled("page", "show", "rate-limit").error["hint"]


def test_an_error_on_a_terminal_is_three_short_lines(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    code, screen = on_terminal("page", "show", "nix", cwd=store_dir, environ=environ, errors_too=True)

    assert code == 3
    assert [line.split(":")[0] for line in screen.splitlines()] == ["error", "why", "next"]


def test_a_fault_of_ours_ends_with_70_and_shows_a_traceback_only_when_asked(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    code = "import sys, lwc.wiki as w; del w.Wiki.search; from lwc.cli import main; main()"
    command = [sys.executable, "-c", code, "search", "limits"]

    plain = subprocess.run(command, cwd=store_dir, env=environ, capture_output=True, text=True)
    debugged = subprocess.run(
        command, cwd=store_dir, env=environ | {"LWC_DEBUG": "1"}, capture_output=True, text=True
    )

    assert plain.returncode == debugged.returncode == 70
    assert json.loads(plain.stderr)["error"]["code"] == "internal"
    assert "LWC_DEBUG" in json.loads(plain.stderr)["error"]["hint"]
    assert "Traceback" in debugged.stderr
    assert debugged.stdout == plain.stdout == ""


def test_an_interrupt_ends_with_130(filled: Run, store_dir: Path, environ: dict[str, str]) -> None:
    process = subprocess.Popen(
        [*LWC, "page", "put", "x", "--title", "X", "--body", "-"],
        cwd=store_dir,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background job ignores it
    )
    assert process.stdin is not None
    try:
        for _ in range(20):  # more than a pipe holds: the last piece is taken only by a command that reads
            process.stdin.write(b"x" * 65536)
            process.stdin.flush()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    finally:
        process.kill()
    out, errors = process.communicate()

    assert process.returncode == 130
    assert out == b""
    assert json.loads(errors)["error"]["code"] == "interrupted"
    assert filled("page", "show", "x").code == 3


def test_a_query_that_is_not_utf_8_is_searched_with_replacement_characters(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    done = subprocess.run([*LWC, "search", b"limits \xff"], cwd=store_dir, env=environ, capture_output=True)

    assert done.returncode == 0
    assert json.loads(done.stdout)["query"]["text"] == "limits \ufffd"


def test_words_that_are_not_quoted_are_one_query(filled: Run) -> None:
    assert filled("search", "rate", "limits").json["query"]["text"] == "rate limits"


# ── adding sources ───────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def folder(store_dir: Path) -> Path:
    """Two readable files, one binary."""
    docs = store_dir / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# Alpha\n\nText.\n")
    (docs / "b.md").write_text("# Beta\n\nText.\n")
    (docs / "binary.md").write_bytes(b"\x00\x01\x02")
    return docs


def test_a_folder_with_a_bad_file_is_added_without_it_and_the_exit_code_is_8(
    filled: Run, folder: Path
) -> None:
    done = filled("source", "add", "docs")

    assert done.code == 8
    assert [source["title"] for source in done.json["added"]] == ["Alpha", "Beta"]
    assert [(skipped["path"], skipped["code"]) for skipped in done.json["skipped"]] == [
        ("docs/binary.md", "not_text")
    ]
    assert filled("source", "add", "docs").json["unchanged"] == 2


def test_of_several_paths_each_is_answered_and_each_that_failed_is_named(filled: Run, folder: Path) -> None:
    done = filled("source", "add", "docs/a.md", "absent.md", "docs/binary.md", "docs")

    assert done.code == 8
    assert [answer.get("created") for answer in done.json["answers"]] == [True, None]
    assert [skipped["path"] for skipped in done.json["skipped"]] == [
        "absent.md",
        "docs/binary.md",
        "docs/binary.md",
    ]
    assert done.json["changed"] is True


def test_when_nothing_of_several_was_added_the_error_names_them_all(filled: Run, folder: Path) -> None:
    done = filled("source", "add", "absent.md", "docs/binary.md")

    assert done.code == 3
    assert done.error["code"] == "file_not_found"
    assert [skipped["path"] for skipped in done.error["details"]["skipped"]] == [
        "absent.md",
        "docs/binary.md",
    ]


@pytest.mark.parametrize(
    "args",
    [("docs", "--title", "T"), ("docs/a.md", "docs/b.md", "--title", "T"), ("docs/a.md", "--exclude", "x")],
    ids=" ".join,
)
def test_options_that_can_not_hold_for_these_paths_are_refused_before_anything_is_added(
    filled: Run, folder: Path, args: tuple[str, ...]
) -> None:
    done = filled("source", "add", *args)

    assert (done.code, done.error["code"]) == (2, "usage")
    assert filled("source", "list").json["total"] == 1


def test_a_folder_on_a_terminal_shows_a_bar_that_is_wiped_away(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    many = store_dir / "many"
    many.mkdir()
    for number in range(300):
        (many / f"{number}.md").write_text(f"# Title {number}\n\n" + "word " * 400)

    _, screen = on_terminal(
        "source", "add", "many", "--format", "json", cwd=store_dir, environ=environ, errors_too=True
    )

    if "\r" in screen:  # a fast machine is done before the first bar is due
        assert re.search(r"\[#*\.*\] added \d+ of 300", screen)
        assert "\r\x1b[K{" in screen
    assert json.loads(screen[screen.index("{") :])["total"] == 300


# ── text that comes in ───────────────────────────────────────────────────────────────────────────


def test_a_body_is_read_from_standard_input_only_when_that_is_asked_for(filled: Run) -> None:
    assert filled("page", "put", "x", "--title", "X", input="ignored").json["created"] is True
    assert filled("page", "show", "x").json["body"] == ""
    assert filled("page", "put", "x", "--body", "-", input="read\n").json["changed"] is True
    assert filled("page", "show", "x").json["body"] == "read\n"


def test_what_is_not_named_stays_and_an_empty_value_empties_a_list(filled: Run) -> None:
    filled("page", "put", "daochu", "--tag", "a", "--tag", "b", "--alias", "导出")

    assert filled("page", "put", "daochu", "--kind", "concept").json["page"]["tags"] == ["a", "b"]
    emptied = filled("page", "put", "daochu", "--tag", "").json["page"]
    assert (emptied["tags"], emptied["aliases"]) == ([], ["导出"])


@pytest.mark.parametrize("name", ["purpose", "schema"])
def test_purpose_and_schema_are_set_from_a_file_or_from_standard_input(
    filled: Run, name: str, store_dir: Path
) -> None:
    (store_dir / "text.md").write_text("What it is for.\n")

    assert filled(name, "set", "text.md").json["changed"] is True
    assert filled(name, "set", "-", input="What it is for.\n").json["changed"] is False
    assert filled(name, "show").json["text"].strip() == "What it is for."
    assert filled(name, "show", "--format", "table").stdout == "What it is for.\n"


def test_the_version_opens_nothing(environ: dict[str, str], store_dir: Path) -> None:
    done: Completed = run_lwc(["--version"], cwd=store_dir, env=environ)

    assert re.fullmatch(r"lwc \d+\.\d+\.\d+\n", done.stdout)
    assert list(store_dir.iterdir()) == []


@pytest.mark.parametrize(
    "args",
    [
        ["purpose", "set", "-"],
        ["page", "put", "limits", "--body", "-"],
        ["source", "add", "-"],
    ],
    ids=" ".join,
)
def test_a_closed_standard_input_is_no_empty_text(
    args: list[str], filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    before = filled("log").json["total"]

    done = subprocess.run(
        [*LWC, *args], cwd=store_dir, env=environ, capture_output=True, preexec_fn=lambda: os.close(0)
    )

    assert done.returncode == 2
    assert json.loads(done.stderr)["error"]["message"] == "Standard input is closed."
    assert filled("log").json["total"] == before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    "args", [["--help"], ["--version"], ["page", "--help"], ["search", "limits"]], ids=" ".join
)
def test_a_full_disk_behind_standard_output_is_an_error_with_its_code(
    args: list[str], filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*LWC, *args], cwd=store_dir, env=environ, stdout=full, stderr=subprocess.PIPE)

    assert (done.returncode, json.loads(done.stderr)["error"]["code"]) == (6, "io_error")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("args", "code"), [(["nosuch"], 2), (["page", "show", "nosuch"], 3), (["search", "limits"], 0)]
)
def test_an_error_that_can_not_be_said_keeps_its_code(
    args: list[str], code: int, filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*LWC, *args], cwd=store_dir, env=environ, stdout=subprocess.PIPE, stderr=full)

    assert done.returncode == code


def test_half_a_surrogate_pair_is_written_as_an_escape_that_can_be_read() -> None:
    from lwc.render.json import to_json
    from lwc.render.values import plain

    assert to_json(plain({"path": "a\udcffb"})) == '{"path":"a\\\\udcffb"}\n'


@pytest.mark.parametrize("paths", [["first.md", "-"], ["-", "-"], ["-"]], ids=" ".join)
def test_a_standard_input_that_can_not_be_read_is_known_before_anything_is_added(
    paths: list[str], filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    (store_dir / "first.md").write_text("Text.\n")
    close = None if paths == ["-", "-"] else (lambda: os.close(0))

    done = subprocess.run(
        [*LWC, "source", "add", *paths], cwd=store_dir, env=environ, capture_output=True, preexec_fn=close
    )

    assert (done.returncode, json.loads(done.stderr)["error"]["code"]) == (2, "usage")
    assert filled("source", "list").json["total"] == 1


def test_a_standard_input_open_for_writing_alone_is_an_error(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    command = f"{sys.executable} -m lwc purpose set - 0> written"
    done = subprocess.run(command, shell=True, cwd=store_dir, env=environ, capture_output=True)

    assert (done.returncode, json.loads(done.stderr)["error"]["code"]) == (4, "unreadable_file")
    assert json.loads(done.stderr)["error"]["hint"]


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs devices")
def test_a_device_as_a_source_is_told_of_the_hyphen(filled: Run) -> None:
    error = filled("source", "add", "/dev/null").error

    assert error["code"] == "not_a_file"
    assert "lwc source add -" in error["hint"]


def test_help_is_printed_on_a_stream_that_lacks_its_characters(
    environ: dict[str, str], store_dir: Path
) -> None:
    done = run_lwc(["page", "put", "--help"], cwd=store_dir, env=environ | {"PYTHONIOENCODING": "latin-1"})

    assert (done.code, done.stderr) == (0, "")
    assert "source, index \\u2026" in done.stdout


@pytest.mark.parametrize("args", [["nosuch"], ["--format", "table", "nosuch"]], ids=" ".join)
@pytest.mark.parametrize("debug", ["", "1"])
def test_a_closed_standard_error_keeps_the_exit_code(
    args: list[str], debug: str, store_dir: Path, environ: dict[str, str]
) -> None:
    done = subprocess.run(
        [*LWC, *args], cwd=store_dir, env=environ | {"LWC_DEBUG": debug}, preexec_fn=lambda: os.close(2)
    )

    assert done.returncode == 2


def test_a_terminal_that_says_it_has_no_columns_is_taken_for_eighty_wide(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    summary = " ".join(["word"] * 60)
    filled("page", "put", "wordy", "--title", "Wordy", "--summary", summary)
    for args in (("page", "list"), ("page", "list", "--help")):
        _, unset = on_terminal(*args, cwd=store_dir, environ=environ | {"NO_COLOR": "1"}, columns=0)
        _, eighty = on_terminal(*args, cwd=store_dir, environ=environ | {"NO_COLOR": "1"}, columns=80)

        assert unset == eighty
        assert 60 < max(map(width, unset.splitlines())) <= 80


def test_a_put_says_that_it_was_a_trial_only_when_it_was(filled: Run) -> None:
    trial = filled("page", "put", "new", "--title", "New", "--dry-run", "--format", "table").stdout
    real = filled("page", "put", "new", "--title", "New", "--format", "table").stdout

    assert re.search(r"^dry run +yes$", trial, re.MULTILINE)
    assert "dry run" not in real
    assert re.search(r"^changed +yes$", real, re.MULTILINE)


def test_absent_and_at_a_revision_can_not_be_asked_for_together(filled: Run) -> None:
    done = filled("page", "put", "new", "--title", "New", "--if-absent", "--if-revision", "1")

    assert (done.code, done.error["code"]) == (2, "usage")


def test_a_span_names_its_document_as_commands_take_it_and_is_what_it_is(filled: Run) -> None:
    text = "# Quota\n\nThe first sentence. The second one.\n"
    filled("page", "put", "quota", "--title", "Quota", "--body", "-", input=text)
    located = filled("span", "locate", "--in", "page:quota", "--quote", "second")
    sentence = located.json["spans"][0]["id"]
    passage = located.json["spans"][0]["parent"]

    shown = filled("span", "get", sentence, "--format", "table").stdout
    facts = dict(re.findall(r"^(document|kind|section) +(.+)$", shown, re.MULTILINE))
    assert facts == {"document": "project:page:quota", "kind": "sentence", "section": "Quota"}
    assert filled("span", "locate", "--in", facts["document"], "--quote", "second").json["total"] == 1

    around = filled("span", "expand", passage, "--format", "table").stdout
    assert re.search(r"^kind +paragraph$", around, re.MULTILINE)
    assert len(re.findall(r"^\S+\.[01] +sentence +The ", around, re.MULTILINE)) == 2
    assert "under" not in around
    places = filled("span", "locate", "--in", "page:quota", "--quote", "second", "--format", "table").stdout
    assert " sentence " in places


def strings_of(value: object) -> list[str]:
    if isinstance(value, dict):
        value = list(value.values())
    return [text for item in value for text in strings_of(item)] if isinstance(value, list) else [str(value)]


def test_no_answer_and_no_error_holds_half_a_surrogate_pair(
    filled: Run, store_dir: Path, environ: dict[str, str]
) -> None:
    (store_dir / "docs").mkdir()
    (store_dir / "docs" / "good.md").write_text("Text.\n")
    with open(os.fsencode(store_dir) + b"/docs/\xff.md", "w") as file:
        file.write("Text.\n")
    for args, name in (
        ([b"page", b"show", b"\xff"], ""),
        ([b"search", b"limits", b"--limit", b"\xff"], "\\udcff"),
        ([b"page", b"list", b"--\xff"], "--\\udcff"),
        ([b"source", b"add", b"\xff.md"], "\\udcff.md"),
        ([b"source", b"add", b"docs/good.md", b"\xff.md"], "\\udcff.md"),
        ([b"source", b"add", b"docs"], "docs/\\udcff.md"),
    ):
        done = subprocess.run([*LWC, *args], cwd=store_dir, env=environ, capture_output=True)

        printed = json.loads(done.stdout or done.stderr)
        assert json.dumps(printed, ensure_ascii=False).encode()  # half a pair has no UTF-8 form
        assert name in "\n".join(strings_of(printed))
