"""The process `lwc`, also as `python -m lwc`: the command line, in a process that ends with it."""

from __future__ import annotations

import gc


def main() -> None:
    """The entry point of the console script; never returns."""
    # The collector of cycles finds nothing in what imports make, and looks a dozen times while click loads;
    # at the end of the process Python looks once more, through everything. 9 of the 41 ms that importing
    # sqlite3 and click takes are spent so. A long command still collects, at every 50,000 new objects.
    gc.set_threshold(50_000)
    try:
        from lwc.cli import main as run

        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
