"""The command line: argv → one method of Wiki → render."""

from lwc.cli.program import main

__all__ = ["main"]
