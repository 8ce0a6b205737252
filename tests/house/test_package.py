"""What `import lwc` gives, and what it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lwc
from tests.conftest import ROOT


def test_wiki_and_the_version_are_public_and_nothing_else_is() -> None:
    assert lwc.__all__ == ["Wiki", "__version__"]
    assert lwc.Wiki.__name__ == "Wiki"
    with pytest.raises(AttributeError, match="Wika"):
        _ = lwc.Wika


def test_the_package_alone_loads_nothing_of_its_own(environ: dict[str, str]) -> None:
    code = "import sys, lwc; print(*[name for name in sys.modules if name.startswith('lwc')])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["lwc"]
