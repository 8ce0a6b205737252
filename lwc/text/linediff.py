"""What differs between two texts, line by line, as a unified diff; linear where the texts are large."""

from __future__ import annotations

from typing import NamedTuple

#: Lines before and after a change that are shown with it.
CONTEXT = 3
#: Finding the smallest change takes the product of the lines in the worst case; beyond this many comparisons
#: (some two seconds) the whole stretch between the first and the last difference is shown as replaced.
COMPARISONS = 4_000_000


class LineDiff(NamedTuple):
    """A unified diff, and how many lines it adds and removes."""

    text: str
    added: int
    removed: int


def unified(old: str, new: str, old_name: str, new_name: str) -> LineDiff:
    """The diff that turns `old` into `new`; equal texts give an empty one.

    Lines end at a line feed alone: a carriage return belongs to its line, so that changed line endings show.
    """
    before, after = old.split("\n"), new.split("\n")
    if not before[-1] and not after[-1]:  # both end with a line feed, after which no line begins
        before, after = before[:-1], after[:-1]
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    removed, added = len(before) - start - end, len(after) - start - end
    if not removed and not added:
        return LineDiff("", 0, 0)
    if removed * added > COMPARISONS:
        return LineDiff(_replaced(before, after, start, end, old_name, new_name), added, removed)
    return _smallest(before, after, old_name, new_name)


def _common(left: list[str], right: list[str]) -> int:
    """How many lines are the same from the beginning on."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _smallest(before: list[str], after: list[str], old_name: str, new_name: str) -> LineDiff:
    import difflib

    lines = list(difflib.unified_diff(before, after, old_name, new_name, lineterm="", n=CONTEXT))
    added = sum(line.startswith("+") for line in lines[2:])
    removed = sum(line.startswith("-") for line in lines[2:])
    return LineDiff("\n".join(lines), added, removed)


def _replaced(before: list[str], after: list[str], start: int, end: int, old_name: str, new_name: str) -> str:
    """One hunk that replaces all lines between the first and the last difference."""
    lead = before[max(0, start - CONTEXT) : start]
    trail = before[len(before) - end :][:CONTEXT]
    gone, come = before[start : len(before) - end], after[start : len(after) - end]
    around = len(lead) + len(trail)
    first = start - len(lead) + 1
    return "\n".join(
        [
            f"--- {old_name}",
            f"+++ {new_name}",
            f"@@ -{first},{len(gone) + around} +{first},{len(come) + around} @@",
            *(f" {line}" for line in lead),
            *(f"-{line}" for line in gone),
            *(f"+{line}" for line in come),
            *(f" {line}" for line in trail),
        ]
    )
