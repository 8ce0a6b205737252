"""The reader of console blocks itself: a guard that can not fail guards nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.transcript import File, Step, agrees, normalised, steps

DOCUMENT = """# Title

<!-- file: notes/a.md -->
```markdown
# A
```

```console
$ lwc a
one
two
$ lwc b \\
> --flag
```

```python
not_run()
```
"""


def test_a_document_gives_its_files_and_commands_in_order() -> None:
    assert list(steps(DOCUMENT)) == [
        File(5, "notes/a.md", "# A\n"),
        Step(9, "lwc a", "one\ntwo"),
        Step(12, "lwc b \\\n--flag", ""),
    ]


@pytest.mark.parametrize(
    ("expected", "actual", "agreed"),
    [
        ("a\nb", "a\nb", True),
        ("a\nb", "a\nc", False),
        ("a", "a\nb", False),
        ("score 0... high", "score 0.87 high", True),
        ("score 0...", "score 0.87\nb", False),
        ("...", "", True),
        ("a\n...\nz", "a\nb\nc\nz", True),
        ("a\n...\nz", "a\nz", True),
        ("a\n...", "b\nc", False),
        ("1+1", "11", False),
        ("", "anything", False),
    ],
)
def test_dots_stand_for_any_text_and_nothing_else_does(expected: str, actual: str, agreed: bool) -> None:
    assert agrees(expected, actual) is agreed


def test_times_and_folders_are_the_same_everywhere(tmp_path: Path) -> None:
    text = f"{tmp_path}/.lwc/wiki.db  2026-01-02T03:04:05Z \n"
    assert normalised(text, tmp_path) == "/srv/project/.lwc/wiki.db  <time>"
