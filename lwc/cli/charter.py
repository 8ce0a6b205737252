"""`lwc purpose` and `lwc schema`: what the wiki is for, and the rules for its pages."""

from __future__ import annotations

from typing import Literal

import click

from lwc.cli.invocation import Invocation
from lwc.cli.lazy import command
from lwc.cli.parameters import read_text
from lwc.render.view import View

Name = Literal["purpose", "schema"]


WRITTEN = View(facts=("changed", "operation"), text="text")


def _show(invocation: Invocation, name: Name) -> None:
    invocation.answer(
        lambda wiki: wiki.charter.show(name), View(text="text", empty=f"Not set yet: lwc {name} set FILE.")
    )


def _set(invocation: Invocation, name: Name, file: str) -> None:
    text = read_text(file)
    invocation.answer(lambda wiki: wiki.charter.set(name, text), WRITTEN)


@command("lwc purpose show")
@click.pass_obj
def purpose_show(invocation: Invocation) -> None:
    """Print what the wiki is for."""
    _show(invocation, "purpose")


@command("lwc purpose set purpose.md", 'echo "How our exports work." | lwc purpose set -')
@click.argument("file", metavar="FILE|-")
@click.pass_obj
def purpose_set(invocation: Invocation, file: str) -> None:
    """Say what the wiki is for, in the text of a file or of standard input."""
    _set(invocation, "purpose", file)


@command("lwc schema show")
@click.pass_obj
def schema_show(invocation: Invocation) -> None:
    """Print the rules for the pages."""
    _show(invocation, "schema")


@command("lwc schema set schema.md")
@click.argument("file", metavar="FILE|-")
@click.pass_obj
def schema_set(invocation: Invocation, file: str) -> None:
    """Set the rules for the pages: kinds, names, what belongs where."""
    _set(invocation, "schema", file)
