"""Processor time (user and system) of child processes and of this one, with nothing in between."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Child(NamedTuple):
    """A child process that has ended: its processor time, its greatest resident memory, what it wrote."""

    seconds: float
    resident_mib: float
    output: bytes
    status: int


def run(arguments: Sequence[str], *, cwd: str, env: Mapping[str, str]) -> Child:
    """Run a program to its end with standard output in a pipe. Raises RuntimeError when it fails."""
    process = subprocess.Popen(arguments, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    assert process.stdout is not None  # it is a pipe
    with process.stdout as stream:
        output = stream.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"exit code {process.returncode}: {' '.join(arguments)}")
    return Child(usage.ru_utime + usage.ru_stime, _mib(usage.ru_maxrss), output, process.returncode)


def run_part(module: str, *arguments: str, python: str, cwd: str, env: Mapping[str, str]) -> Any:
    """Run a module of this package in a fresh process; it prints one JSON value as its last line."""
    command = [python, "-m", f"benchmarks.speed.{module}", *arguments]
    child = run(command, cwd=cwd, env=env)
    return json.loads(child.output.splitlines()[-1])


def shuffled(rounds: int, programs: Mapping[str, Callable[[], Child]], seed: int = 1) -> dict[str, float]:
    """The median processor time of each program in seconds, each run once a round in a shuffled order."""
    times: dict[str, list[float]] = {name: [] for name in programs}
    random = Random(seed)
    for _ in range(rounds + 1):
        names = list(programs)
        random.shuffle(names)
        for name in names:
            times[name].append(programs[name]().seconds)
    return {name: statistics.median(found[1:]) for name, found in times.items()}  # the first warms the disk


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Processor seconds of this process that a piece of work takes, and its answer."""
    start = time.process_time()
    answer = work()
    return time.process_time() - start, answer


def clean_environment(home: str) -> dict[str, str]:
    """The environment of a user who has set nothing: bytecode is written and read."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LWC_"))}
    return {**env, "HOME": home, "LC_ALL": "C.UTF-8"}


def _mib(maxrss: int) -> float:
    return maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
