"""Answers and Python: what the types and docstrings of `Wiki` and its parts say, as Markdown."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from textwrap import dedent
from types import UnionType
from typing import Any, Literal, TypeGuard, Union, get_args, get_origin, get_type_hints

# ── answers ───────────────────────────────────────────────────────────────────────────────────────

NEW_LINE = "\n    "
JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def answers() -> str:
    """The values that methods return, which are the JSON that commands print."""
    lines = [
        "# Answers",
        "",
        "What a method of [`Wiki`](python.md) returns is what its command prints as JSON: the fields below,",
        "in this order. `schema_version`, `scope` and `database` stand before them. Fields may be added;",
        "they are not renamed and not removed.",
        "",
        "`lwc page put` prints what `wiki.pages.put` returns, and so on. `lwc purpose` and `lwc schema` are",
        "`wiki.charter`; `lwc stats`, `lwc migrate` and `lwc reindex` are `wiki.upkeep`.",
    ]
    shapes: dict[type, None] = {}
    for name, member in methods():
        answer = hints(member).get("return")
        if is_record(answer):
            lines += ["", f"## {name}", "", *shape(answer)]
            shapes |= dict.fromkeys(parts_of(answer))
    lines += ["", "## lwc source add, of several paths", "", *shape(several_paths())]
    for part in sorted(shapes, key=label):
        lines += ["", f"## {label(part)}", "", *shape(part)]
    return "\n".join(lines)


@cache
def answered_by() -> dict[type, str]:
    """The records that are a whole answer, each with the first method that gives it."""
    found: dict[type, str] = {}
    for name, member in methods():
        answer = hints(member).get("return")
        if is_record(answer):
            found.setdefault(answer, name)
    return found


def several_paths() -> type:
    """The one answer that the command line puts together from those of several calls."""
    from lwc.cli.adding import SeveralAnswer

    return SeveralAnswer


def is_record(value: object) -> TypeGuard[type]:
    """Whether it is the type of a named tuple."""
    return inspect.isclass(value) and issubclass(value, tuple) and hasattr(value, "_fields")


def hints(owner: Any) -> dict[str, Any]:
    """The types of a method or record, also those that its module imports for the type checker alone."""
    return get_type_hints(owner, localns=use_cases() | vars(sys.modules[owner.__module__]))


@cache
def use_cases() -> dict[str, Any]:
    """Every class of lwc.wiki by its name."""
    import lwc.wiki

    modules = [import_module(f"lwc.wiki.{module.name}") for module in iter_modules(lwc.wiki.__path__)]
    found = {
        name: value for module in modules for name, value in vars(module).items() if inspect.isclass(value)
    }
    return found | {"Mapping": Mapping, "Sequence": Sequence}


def parts_of(record: type) -> Iterator[type]:
    """The records inside a record, outermost first."""
    for annotation in hints(record).values():
        for inner in flat(annotation):
            if is_record(inner):
                yield inner
                yield from parts_of(inner)


def flat(annotation: Any) -> Iterator[Any]:
    yield annotation
    for inner in get_args(annotation):
        yield from flat(inner)


def shape(record: type) -> Iterator[str]:
    """One record: its sentence and its fields."""
    yield from (inspect.getdoc(record) or "", "", "| field | type |", "|---|---|")
    yield from (f"| `{name}` | {json_type(annotation)} |" for name, annotation in hints(record).items())


def json_type(annotation: Any) -> str:
    """A type in the words of JSON."""
    if is_record(annotation):
        name = answered_by().get(annotation) or label(annotation)
        return f"[{name}](#{anchor(name)})"
    arguments = get_args(annotation)
    origin = get_origin(annotation)
    if origin is Literal:
        return " or ".join(f'`"{value}"`' for value in arguments)
    if origin in (Union, UnionType):
        return " or ".join(json_type(argument) for argument in arguments)
    if origin in (tuple, list, Sequence):
        inner = dict.fromkeys(json_type(argument) for argument in arguments if argument is not Ellipsis)
        return f"array of {' and '.join(inner)}"
    if origin in (Mapping, dict):
        return f"object of {json_type(arguments[1])}"
    return JSON_TYPES.get(annotation, "any")


def anchor(heading: str) -> str:
    """What a heading is linked by."""
    return re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-")


def label(record: type) -> str:
    """The heading of a record: words for its name."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", record.__name__.removesuffix("View"))


# ── Python ────────────────────────────────────────────────────────────────────────────────────────


PYTHON = """\
```python
from lwc import Wiki

with Wiki.open() as wiki:
    wiki.init()
    wiki.pages.put("rate-limits", title="Rate limits", body="600 requests a minute.")
    for hit in wiki.search("requests a minute").results:
        print(hit.ref, hit.score)
```

Answers are named tuples; [Answers](answers.md) lists their fields. A failure is an `lwc.errors.LwcError` with
`code`, `message`, `hint`, `details`, `exit_code` and `retryable`; [Errors](errors.md) lists the codes.
"""


def python() -> str:
    """`Wiki` and its parts, from their docstrings."""
    from lwc import Wiki

    lines = ["# Python", "", PYTHON, inspect.getdoc(Wiki) or ""]
    for name, member in public(Wiki):
        lines += ["", *method("Wiki.open" if name == "open" else f"wiki.{name}", member)]
    for name, part in parts(Wiki):
        lines += ["", f"## wiki.{name}", "", inspect.getdoc(part) or ""]
        for inner, member in public(part):
            lines += ["", *method(f"wiki.{name}.{inner}", member)]
    return "\n".join(lines)


def methods() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every method that users call, by the name they call it by."""
    from lwc import Wiki

    yield from ((f"wiki.{name}", member) for name, member in public(Wiki))
    for name, part in parts(Wiki):
        yield from ((f"wiki.{name}.{inner}", member) for inner, member in public(part))


def public(owner: type) -> Iterator[tuple[str, Callable[..., object]]]:
    """The methods that a class defines for its users, in the order of the source."""
    for name in vars(owner):
        member = getattr(owner, name)
        if not name.startswith("_") and inspect.isroutine(member):
            yield name, member


def parts(owner: type) -> Iterator[tuple[str, type]]:
    """What `wiki.pages`, `wiki.sources` … are: properties whose type has methods of its own."""
    for name, member in vars(owner).items():
        getter = getattr(member, "fget", None) or getattr(member, "func", None)
        part = hints(getter).get("return") if getter and not name.startswith("_") else None
        if inspect.isclass(part) and part.__module__.startswith("lwc.wiki") and not is_record(part):
            yield name, part


def method(name: str, member: Callable[..., object]) -> Iterator[str]:
    """One method's section."""
    yield from (
        f"### {name}",
        "",
        f"```python\n{signature(name, member)}\n```",
        "",
        inspect.getdoc(member) or "",
    )
    if is_record(hints(member).get("return")):
        yield from ("", f"Answer: [{name}](answers.md#{anchor(name)})")


def signature(name: str, member: Callable[..., object], width: int = 100) -> str:
    """A signature as its source has it, on one line or with a parameter on each."""
    node = ast.parse(dedent(inspect.getsource(member))).body[0]
    assert isinstance(node, ast.FunctionDef)
    parameters = [*parameters_of(node.args)][1:]  # without self or cls
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{name}({', '.join(parameters)}){result}"
    return line if len(line) <= width else f"{name}(\n    {f',{NEW_LINE}'.join(parameters)},\n){result}"


def parameters_of(arguments: ast.arguments) -> Iterator[str]:
    """The parameters, each with its type and default."""
    missing = len(arguments.args) - len(arguments.defaults)
    for index, argument in enumerate(arguments.args):
        yield parameter(argument, arguments.defaults[index - missing] if index >= missing else None)
    if arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield parameter(argument, default)


def parameter(argument: ast.arg, default: ast.expr | None) -> str:
    text = ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")
    return text.replace("'", '"')
