"""Wrong use of the command line, answered with what was probably meant. Loaded only then."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import click

from lwc.cli.commands import GROUPS, targets
from lwc.cli.lazy import Group, UnknownCommand
from lwc.errors import LwcError

_LEAST_LIKENESS = 0.6


def usage_error(fault: click.ClickException) -> LwcError:
    """`fault` as our error: the hint names the nearest flag, command or value, else the help."""
    ctx = fault.ctx if isinstance(fault, click.UsageError) else None
    message = _sentence(fault, ctx)
    nearest = _nearest(fault, ctx) if ctx else []
    details: dict[str, object] = {"nearest": nearest}
    if ctx:
        details |= {"command": ctx.command_path, "usage": ctx.get_usage().removeprefix("Usage: ")}
    return LwcError("usage", message, hint=_hint(fault, ctx, nearest), details=details)


def _sentence(fault: click.ClickException, ctx: click.Context | None) -> str:
    if isinstance(fault, click.NoSuchOption):
        return f"There is no option {fault.option_name}."
    if ctx and _lacks_command(fault):
        return f"'{ctx.command_path}' needs a command."
    return fault.format_message()


def _lacks_command(fault: click.ClickException) -> bool:
    return type(fault) is click.UsageError and fault.ctx is not None and isinstance(fault.ctx.command, Group)


def _hint(fault: click.ClickException, ctx: click.Context | None, nearest: list[str]) -> str:
    if ctx is None:
        return "lwc --help lists the commands."
    asks_help = f"{ctx.command_path} --help shows all of it."
    if isinstance(fault, click.NoSuchOption) and not fault.option_name.startswith("--") and not nearest:
        return f"Text that begins with - comes after --: {ctx.command_path} -- -text. {asks_help}"
    if _lacks_command(fault):
        return f"Say one of: {', '.join(nearest)}."
    if nearest:
        return f"Did you mean {' or '.join(nearest)}? {asks_help}"
    return asks_help


def _nearest(fault: click.ClickException, ctx: click.Context) -> list[str]:
    if isinstance(fault, click.NoSuchOption):
        return _nearest_options(fault.option_name, ctx)
    if isinstance(fault, UnknownCommand):
        return nearest_commands(fault.name, ctx.command_path.removeprefix("lwc").strip())
    if _lacks_command(fault) and isinstance(ctx.command, Group):
        return [f"{ctx.command_path} {name}" for name in ctx.command.list_commands(ctx)]
    if isinstance(fault, click.BadParameter) and fault.param and isinstance(fault.param.type, click.Choice):
        return _close_choice(fault, fault.param.type)
    return []


def _nearest_options(wrong: str, ctx: click.Context) -> list[str]:
    """The hyphens are not compared: every option has them."""
    names = [name for param in ctx.command.get_params(ctx) for name in param.opts if name.startswith("--")]
    return [f"--{word}" for word in _close(wrong.lstrip("-"), [name.lstrip("-") for name in names])][:2]


def nearest_commands(wrong: str, group: str) -> list[str]:
    """Full names, `lwc` in front: of the group first, then of all commands whose last word is alike."""
    names = list(targets())
    inside = {name.split()[-1]: name for name in names if group and name.startswith(f"{group} ")}
    if inside:
        return [f"lwc {inside[word]}" for word in _close(wrong, inside)] or [
            f"lwc {name}" for name in names if name.split()[-1] == wrong
        ]
    whole = _close(wrong, [*names, *GROUPS])
    last = [name for name in names if _close(wrong, [name.split()[-1]])]
    return [f"lwc {name}" for name in dict.fromkeys([*whole, *last])][:4]


def _close_choice(fault: click.BadParameter, choice: click.Choice[str]) -> list[str]:
    words = fault.message.split("'")
    return _close(words[1], [str(value) for value in choice.choices]) if len(words) > 1 else []


def _close(wrong: str, right: Iterable[str]) -> list[str]:
    return get_close_matches(wrong, list(right), n=3, cutoff=_LEAST_LIKENESS)
