"""A line diff says what changed, turns the old text into the new, and stays linear on large texts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.text import linediff
from lwc.text.linediff import unified

TEXTS = st.lists(st.sampled_from(["a", "b", "+c", "-d", "", "語\r"]), max_size=12).map("\n".join)


def patched(old: str, diff: str) -> str:
    """The old text with the diff applied, hunk by hunk."""
    lines, out, at = old.split("\n"), [], 0
    for line in diff.split("\n")[2:]:
        if hunk := re.fullmatch(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@", line):
            first = int(hunk[1]) - (hunk[2] != "0")
            out += lines[at:first]
            at = first
        elif line.startswith("+"):
            out.append(line[1:])
        else:
            assert lines[at] == line[1:]
            out += lines[at : at + 1] if line.startswith(" ") else []
            at += 1
    return "\n".join(out + lines[at:])


@pytest.mark.parametrize("comparisons", [linediff.COMPARISONS, 0])
@given(old=TEXTS, new=TEXTS)
def test_applied_to_the_old_text_it_gives_the_new(comparisons: int, old: str, new: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linediff, "COMPARISONS", comparisons)
        diff = unified(old, new, "old", "new")
    assert (diff.text == "") is (old == new)
    if diff.text and old.endswith("\n") and new.endswith("\n"):
        assert patched(old[:-1], diff.text) == new[:-1]
    elif diff.text:
        assert patched(old, diff.text) == new


def test_changed_line_endings_and_a_missing_last_newline_are_seen() -> None:
    assert unified("a\r\nb\n", "a\nb\n", "old", "new")[1:] == (1, 1)
    assert unified("a\n", "a", "old", "new")[1:] == (0, 1)


def test_large_texts_that_share_nothing_are_shown_as_replaced() -> None:
    old = "\n".join(f"old {number % 7}" for number in range(50_000))
    new = "\n".join(f"new {number % 7}" for number in range(50_000))
    assert unified(f"same\n{old}\nend", f"same\n{new}\nend", "old", "new")[1:] == (50_000, 50_000)
