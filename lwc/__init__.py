"""lwc: an embedded wiki knowledge store. `Wiki` and `__version__` are public, nothing else is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lwc.wiki import Wiki

__version__ = "0.1.0"
__all__ = ["Wiki", "__version__"]


def __getattr__(name: str) -> object:
    # `lwc --help` imports this package and no store: Wiki is loaded when it is first asked for.
    if name == "Wiki":
        from lwc.wiki import Wiki

        return Wiki
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
