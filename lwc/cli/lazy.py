"""Click commands that are loaded when they are called, and take the global options anywhere on the line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from lwc.cli.commands import COMMANDS, GROUPS, targets
from lwc.cli.invocation import GLOBAL_OPTIONS
from lwc.cli.streams import write_line


class UnknownCommand(click.UsageError):
    """The name after `lwc`, or after a group, names no command."""

    def __init__(self, name: str, ctx: click.Context) -> None:
        super().__init__(f"There is no command '{name}'.", ctx)
        self.name = name


def _print_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        write_line(ctx.get_help())
        ctx.exit()


#: Of our own because click looks for a translation of its help text each time: 1 ms of every command.
_HELP = click.Option(
    ["-h", "--help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_help,
    help="Show this help.",
)


class _Examples(click.Command):
    """What every command has: the global options, and an example at the end of its help."""

    examples: tuple[str, ...] = ()

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return _HELP

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *GLOBAL_OPTIONS]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            self._refuse_repeated(ctx, args)
            return super().parse_args(ctx, args)
        except click.UsageError as fault:
            fault.ctx = fault.ctx or ctx  # click's parser does not always say whose line was wrong
            raise

    def _refuse_repeated(self, ctx: click.Context, args: list[str]) -> None:
        """Of an option that takes one value the last would win unseen; of the global ones it may."""
        names = [arg.partition("=")[0] for arg in args if arg.startswith("--")]
        if len(names) == len(set(names)):
            return  # nearly always; the rest is worth a second parse, which knows options from values
        _, _, named = self.make_parser(ctx).parse_args(list(args))
        for param in named:
            if _takes_one_value(param) and named.count(param) > 1:
                raise click.UsageError(f"{param.opts[0]} takes one value, and more than one is given.", ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = [param for param in super().get_params(ctx) if isinstance(param, click.Option)]
        for title, params in (
            ("Options", own),
            ("Global options, before or after the command", GLOBAL_OPTIONS),
        ):
            records = [record for param in params if (record := param.get_help_record(ctx))]
            with formatter.section(title):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Example" if len(self.examples) == 1 else "Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


def _takes_one_value(param: click.Parameter) -> bool:
    is_valued = isinstance(param, click.Option) and not (param.multiple or param.is_flag)
    return is_valued and param not in GLOBAL_OPTIONS


class Command(_Examples):
    """A command that does something."""


class Group(_Examples, click.Group):
    """The root (`path` is empty) or a command that holds commands; both read the table of commands."""

    def __init__(self, path: str, examples: tuple[str, ...], **settings: Any) -> None:
        super().__init__(name=path or "lwc", no_args_is_help=False, **settings)
        self.path = path
        self.examples = examples

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = (name.removeprefix(self.path).split()[0] for name in targets() if self._holds(name))
        return list(dict.fromkeys(names))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        full_name = f"{self.path} {cmd_name}".strip()
        if full_name in GROUPS:
            example = next(name for name in targets() if name.startswith(f"{full_name} "))
            return Group(full_name, (f"lwc {example} --help",), help=GROUPS[full_name])
        target = targets().get(full_name)
        return _load(target) if target else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        command = self.get_command(ctx, args[0])
        if command is None:
            raise UnknownCommand(args[0], ctx)
        return args[0], command, args[1:]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)
        _Examples.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, commands in COMMANDS.items():
            rows = [
                (name.removeprefix(self.path).strip(), summary)
                for name, (_, summary) in commands.items()
                if self._holds(name)
            ]
            if rows:
                with formatter.section(heading if not self.path else "Commands"):
                    formatter.write_dl(rows)

    def _holds(self, name: str) -> bool:
        return not self.path or name.startswith(f"{self.path} ")


def command(*examples: str, **settings: Any) -> Callable[[Callable[..., object]], Command]:
    """Makes a function a command whose help ends with `examples`; its docstring is its help."""

    def decorate(function: Callable[..., object]) -> Command:
        made = click.command(cls=Command, **settings)(function)
        made.examples = examples
        return made

    return decorate


def _load(target: str) -> click.Command:
    from importlib import import_module

    module, _, attribute = target.partition(":")
    loaded = getattr(import_module(module), attribute)
    assert isinstance(loaded, click.Command)
    return loaded
