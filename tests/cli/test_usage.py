"""Wrong use of the command line: said in one error, with what was probably meant."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lwc.cli.commands import COMMANDS, GROUPS, targets
from lwc.cli.program import program


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
