"""Big input: what is last in it is found, whatever its shape. Sizes end in seconds only when work is linear."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lwc import Wiki

MEBIBYTE = 1 << 20
LAST = "The zymurgist keeps the barometer of Ouagadougou."
QUERY = "zymurgist barometer Ouagadougou"


def add(wiki: Wiki, folder: Path, text: str) -> str:
    file = folder / "big.md"
    file.write_text(text, encoding="utf-8")
    return str(wiki.sources.add(str(file)).source.id)


def expect_last_sentence(wiki: Wiki, identifier: str, text: str) -> None:
    """The last sentence is found, its snippet and its span are that very text."""
    hit = wiki.search(QUERY, limit=1).results[0]
    raw = text.encode()
    assert (hit.type, hit.identifier, hit.tier) == ("source", identifier, "all_terms")
    assert raw[hit.snippet.byte_start : hit.snippet.byte_end].decode() == hit.snippet.text
    assert "zymurgist" in hit.snippet.text
    located = wiki.spans.locate(f"source:{identifier}", LAST)
    assert located.total == 1
    (span,) = located.spans
    assert LAST in span.text
    assert raw[span.byte_start : span.byte_end].decode() == span.text
    assert len(span.text) < 10_000


def paragraphs(size: int) -> str:
    """About `size` bytes of prose with headings, in two scripts, no two paragraphs the same."""
    written, pieces, number = 0, [], 0
    while written < size:
        number += 1
        heading = f"\n## Section {number}\n\n" if number % 40 == 1 else ""
        pieces.append(
            f"{heading}Paragraph {number} tells how item{number % 997} is kept in shelf{number % 89}. "
            f"It was checked {number} times. 第{number}段说明货物的存放地点与检查方法。\n\n"
        )
        written += len(pieces[-1].encode())
    return "".join(pieces)


@pytest.mark.parametrize("size", [1, 8])
def test_long_prose(wiki: Wiki, store_dir: Path, size: int) -> None:
    text = paragraphs(size * MEBIBYTE) + LAST + "\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_a_source_of_64_mebibytes(wiki: Wiki, store_dir: Path) -> None:
    line = "All work and no play makes the record of this day a plain one, as it was before.\n\n"
    end = f"\n{LAST}\n"
    text = line * ((64 * MEBIBYTE - len(end)) // len(line))
    text += "x" * (64 * MEBIBYTE - len(end) - len(text)) + end
    assert len(text) == 64 * MEBIBYTE
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_one_byte_more_is_too_large(wiki: Wiki, store_dir: Path, run: Any) -> None:
    with (store_dir / "big.md").open("wb") as file:
        file.truncate(64 * MEBIBYTE + 1)
    done = run("source", "add", "big.md")
    assert (done.code, done.error["code"]) == (4, "too_large")
    (store_dir / "folder").mkdir()
    (store_dir / "big.md").rename(store_dir / "folder" / "big.md")
    (store_dir / "folder" / "small.md").write_text("small")
    done = run("source", "add", "folder")
    assert (done.code, [one["code"] for one in done.json["skipped"]]) == (8, ["too_large"])
    assert len(done.json["added"]) == 1


@pytest.mark.parametrize(
    "unit",
    ["word ", "x", "字", "a,", "_", "(", "[", "*", "`", "<", "|", "é", "\u0301", "👩‍👩‍👧", "a\u200d"],
    ids=ascii,
)
def test_one_long_line_of_anything(wiki: Wiki, store_dir: Path, unit: str) -> None:
    """A megabyte of each, because 20 of each would take minutes."""
    text = unit * (MEBIBYTE // len(unit.encode())) + f"\n\n{LAST}\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_a_line_of_20_mebibytes(wiki: Wiki, store_dir: Path) -> None:
    text = "no end in sight, and on it goes; " * (20 * MEBIBYTE // 33) + LAST
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_a_million_blank_lines(wiki: Wiki, store_dir: Path) -> None:
    text = "First.\n" + "\n" * 1_000_000 + LAST + "\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_a_million_blank_lines_of_blanks(wiki: Wiki, store_dir: Path) -> None:
    text = "First.\n" + "  \r\n" * 1_000_000 + LAST
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


@pytest.mark.parametrize("depth", [50, 500])
@pytest.mark.parametrize("mark", ["- ", "1. ", "> "])
def test_deep_nesting(wiki: Wiki, store_dir: Path, mark: str, depth: int) -> None:
    if mark == "> ":
        lines = [mark * level + f"Level {level}." for level in range(1, depth + 1)]
    else:
        lines = [" " * (len(mark) * level) + f"{mark}Level {level}." for level in range(depth)]
    text = "\n".join(lines) + " " + LAST + "\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_many_nested_lists(wiki: Wiki, store_dir: Path) -> None:
    nest = "".join(" " * (2 * level) + f"- Level {level}.\n" for level in range(50))
    text = nest * 400 + "\n" + LAST + "\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_a_table_of_many_rows(wiki: Wiki, store_dir: Path) -> None:
    rows = "".join(f"| item{number} | {number} | shelf {number % 7} |\n" for number in range(30_000))
    text = f"| name | number | place |\n|---|---|---|\n{rows}| last | 0 | {LAST} |\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_more_spans_than_a_document_may_have(wiki: Wiki, store_dir: Path) -> None:
    text = "".join(f"P{number}.\n\n" for number in range(300_000)) + LAST + "\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)


def test_memory_is_bounded(wiki: Wiki, store_dir: Path) -> None:
    """Sixteen bytes of memory for each byte of a source that is added and searched."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = paragraphs(8 * MEBIBYTE) + LAST + "\n"
    expect_last_sentence(wiki, add(wiki, store_dir, text), text)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < 16 * 16 * MEBIBYTE
