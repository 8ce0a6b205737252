"""Wrong use of the command line: said in one error, with what was probably meant."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lwc.cli.commands import COMMANDS, GROUPS, targets
from lwc.cli.program import program
from tests.conftest import ROOT


def invoke(*args: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner(env={"LWC_FORMAT": None, "LWC_DEBUG": None, **(env or {})}).invoke(program, args)


def error_of(result: Result) -> dict[str, Any]:
    error: dict[str, Any] = json.loads(result.stderr)["error"]
    return error


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["search", "x", "--limt", "3"], "--limit"),
        (["search", "x", "--knd=concept"], "--kind"),
        (["search", "x", "--scpe", "all"], "--scope"),
        (["--fromat", "json", "search", "x"], "--format"),
        (["page", "put", "x", "--titel", "T"], "--title"),
        (["source", "add", "x", "--encodin", "latin-1"], "--encoding"),
        (["serch", "x"], "lwc search"),
        (["page", "putt", "x"], "lwc page put"),
        (["source", "ad", "x"], "lwc source add"),
        (["pages", "list"], "lwc page"),
        (["add", "x"], "lwc source add"),
        (["locate", "x"], "lwc span locate"),
    ],
    ids=" ".join,
)
def test_the_nearest_right_flag_or_command_is_named(args: list[str], meant: str) -> None:
    result = invoke(*args)

    assert result.exit_code == 2
    assert result.stdout == ""
    error = error_of(result)
    assert error["code"] == "usage"
    assert any(nearest.startswith(meant) for nearest in error["details"]["nearest"])
    assert meant in error["hint"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["search"], "QUERY"),
        (["page", "show"], "SLUG"),
        (["page", "remove", "x"], "--reason"),
        (["search", "x", "--type", "book"], "'auto', 'page', 'source', 'all'"),
        (["search", "x", "--limit", "0"], "--limit"),
        (["search", "x", "--limit", "many"], "--limit"),
        (["search", "x", "--where", "version"], "NAME=VALUE"),
        (["page", "show", "x", "y"], "y"),
        (["--scope", "nowhere", "search", "x"], "'project', 'global', 'all'"),
        (["search", "x", "--format", "xml"], "'json'"),
        (["search", "x", "--format"], "--format"),
        (["page"], "needs a command"),
        (["page", "--format", "json"], "needs a command"),
        (["--read-only"], "needs a command"),
    ],
    ids=" ".join,
)
def test_every_usage_error_is_one_json_object_with_exit_2(args: list[str], said: str) -> None:
    result = invoke(*args)

    assert result.exit_code == 2
    error = error_of(result)
    assert list(error) == ["code", "message", "hint", "retryable", "details"]
    assert error["code"] == "usage"
    assert said in error["message"]
    assert error["hint"]
    assert error["retryable"] is False


@pytest.mark.parametrize(
    ("args", "command"),
    [
        (["search", "x", "--format"], "lwc search"),
        (["page", "put", "x", "--title"], "lwc page put"),
        (["page", "--scope"], "lwc page"),
        (["search", "x", "--explain=yes"], "lwc search"),
        (["source", "list", "--limit", "many"], "lwc source list"),
        (["page", "put", "x", "--body", "a", "--body", "b"], "lwc page put"),
    ],
    ids=" ".join,
)
def test_a_usage_error_points_to_the_help_of_its_own_command(args: list[str], command: str) -> None:
    error = error_of(invoke(*args))

    assert f"{command} --help" in error["hint"]
    assert error["details"]["command"] == command


@pytest.mark.parametrize(
    ("args", "option"),
    [
        (["page", "put", "x", "--body", "-", "--body", "f"], "--body"),
        (["page", "put", "x", "--title=A", "--title", "B"], "--title"),
        (["search", "x", "--limit", "3", "--limit", "3"], "--limit"),
        (["page", "remove", "x", "--reason", "a", "--reason", "b"], "--reason"),
    ],
    ids=" ".join,
)
def test_an_option_of_one_value_is_not_given_twice(args: list[str], option: str) -> None:
    result = invoke(*args)

    assert result.exit_code == 2
    assert error_of(result)["message"] == f"{option} takes one value, and more than one is given."


@pytest.mark.parametrize(
    "args",
    [
        ["search", "x", "--tag", "a", "--tag", "b"],
        ["search", "x", "--explain", "--explain"],
        ["page", "put", "x", "--title", "--body", "--summary", "--body"],
        ["search", "--", "x", "--limit", "--limit"],
    ],
    ids=" ".join,
)
def test_lists_flags_and_values_that_look_like_options_may_be_given_twice(
    args: list[str], tmp_path: Path
) -> None:
    result = invoke("--project", str(tmp_path), *args)

    assert error_of(result)["code"] == "store_not_found"


@pytest.mark.parametrize(("limit", "exit_code"), [("0", 2), ("-1", 2), ("1001", 2), ("1", 3), ("1000", 3)])
def test_a_search_can_be_asked_for_a_thousand_hits(limit: str, exit_code: int, tmp_path: Path) -> None:
    result = invoke("--project", str(tmp_path), "search", "x", "--limit", limit)

    assert result.exit_code == exit_code
    assert (error_of(result)["code"] == "usage") is (exit_code == 2)


def test_the_help_says_how_many_hits_can_be_asked_for() -> None:
    from lwc.wiki.searching import MOST_RESULTS

    assert f"1<=x<={MOST_RESULTS}" in "".join(invoke("search", "--help").stdout.split())


def test_every_error_of_the_command_line_says_what_to_do_next() -> None:
    silent = []
    for path in (ROOT / "lwc" / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "LwcError":
                hints = [keyword.value for keyword in node.keywords if keyword.arg == "hint"]
                if not hints or (isinstance(hints[0], ast.Constant) and not hints[0].value):
                    silent.append(f"{path.name}:{node.lineno}")
    assert silent == []


def test_a_query_that_begins_with_a_hyphen_is_told_of_the_double_hyphen() -> None:
    assert " -- " in error_of(invoke("search", "-x"))["hint"]


def test_for_people_an_error_is_what_why_and_next() -> None:
    result = invoke("search", "x", "--limt", "3", "--format", "table")

    assert result.exit_code == 2
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["error", "why", "next"]
    assert "--limit" in result.stderr


@pytest.mark.parametrize(
    ("args", "format_variable", "is_json"),
    [
        ([], None, True),
        ([], "table", False),
        ([], "markdown", False),
        (["--format", "json"], "table", True),
        (["--format=jsonl"], "table", True),
        (["--format", "table"], "json", False),
        (["--format", "auto"], "table", True),
        (["--format", "table", "--format", "json"], None, True),
        (["--", "--format", "table"], None, True),
    ],
)
def test_errors_come_in_the_form_that_was_asked_for(
    args: list[str], format_variable: str | None, is_json: bool
) -> None:
    result = invoke("page", "nothing", *args, env={"LWC_FORMAT": format_variable} if format_variable else {})

    assert result.exit_code == 2
    assert result.stderr.startswith("{") is is_json


@pytest.mark.parametrize(
    "args", [["page", "nothing"], ["page", "show", "nothing"], ["search", " "]], ids=" ".join
)
def test_the_format_named_before_a_command_holds_for_its_errors(args: list[str]) -> None:
    assert invoke("--format", "table", *args).stderr.startswith("error: ")
    assert invoke("--format", "json", *args).stderr.startswith("{")


def test_a_format_variable_that_is_no_format_is_wrong_use() -> None:
    result = invoke("where", env={"LWC_FORMAT": "xml"})

    assert result.exit_code == 2
    assert "LWC_FORMAT" in error_of(result)["message"]


@pytest.mark.parametrize("name", targets())
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_has_help_with_an_example(name: str, flag: str) -> None:
    result = invoke(*name.split(), flag)

    assert result.exit_code == 0
    assert f"Usage: lwc {name}" in result.stdout
    examples = result.stdout.split("Example", 1)[1]
    assert f"lwc {name}" in examples.replace("--scope all ", "")
    assert "--format" in result.stdout


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_a_group_lists_its_commands(group: str) -> None:
    result = invoke(group, "--help")

    assert result.exit_code == 0
    for name in targets():
        if name.startswith(f"{group} "):
            assert f"  {name.removeprefix(group).strip()} " in result.stdout


@pytest.mark.parametrize("args", [[], ["--help"], ["-h"]], ids=str)
def test_the_help_lists_every_command_under_its_heading(args: list[str]) -> None:
    result = invoke(*args)

    assert result.exit_code == 0
    for heading, commands in COMMANDS.items():
        assert f"\n{heading}:\n" in result.stdout
        for name, (_, summary) in commands.items():
            assert f"  {name} " in result.stdout
            assert summary in result.stdout
