"""Front matter stays text, and links are what a reader of the rendered page could follow."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwc.model import Link
from lwc.text import commonmark
from lwc.text.markdown import front_matter, links, title


def found(text: str, base: str = "") -> list[Link]:
    data = text.encode()
    result = list(links(text, base))
    for link in result:
        assert data[link.byte_start : link.byte_end].decode().strip("![]<>")[:1] != ""
    return result


def keys(text: str, base: str = "") -> list[str]:
    return [link.target_key for link in found(text, base)]


# ── links ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("written", "form", "target", "key", "anchor", "label"),
    [
        ("[[a]]", "wiki", "a", "a", "", ""),
        ("[[a|b]]", "wiki", "a", "a", "", "b"),
        ("[[a#h]]", "wiki", "a", "a", "h", ""),
        ("[[a#h|b]]", "wiki", "a", "a", "h", "b"),
        ("[[a#^b]]", "wiki", "a", "a", "^b", ""),
        ("[[dir/a]]", "wiki", "dir/a", "dir/a", "", ""),
        ("[[a.md]]", "wiki", "a.md", "a", "", ""),
        ("[[Node.js]]", "wiki", "Node.js", "node.js", "", ""),
        ("[[Größe]]", "wiki", "Größe", "grösse", "", ""),
        ("[[Gro\u0308ße]]", "wiki", "Gro\u0308ße", "grösse", "", ""),
        ("[[支付 规则]]", "wiki", "支付 规则", "支付 规则", "", ""),
        ("[[a |b]]", "wiki", "a", "a", "", "b"),
        ("![[a]]", "embed", "a", "a", "", ""),
        ("[t](a.md)", "markdown", "a.md", "guide/a", "", "t"),
        ("[t](a%20b.md)", "markdown", "a%20b.md", "guide/a b", "", "t"),
        ("[t](<a b.md>)", "markdown", "a b.md", "guide/a b", "", "t"),
        ("[t](../x/a.md#h)", "markdown", "../x/a.md", "x/a", "h", "t"),
        ("[t](./A.MD 'title')", "markdown", "./A.MD", "guide/a", "", "t"),
        ("[t](/x/a.md)", "markdown", "/x/a.md", "x/a", "", "t"),
        ("[*t* `c`](a.md#%C3%BC)", "markdown", "a.md", "guide/a", "ü", "t c"),
        ("![t](a.md)", "embed", "a.md", "guide/a", "", "t"),
    ],
)
def test_every_form_of_a_link_is_read(  # O1
    written: str, form: str, target: str, key: str, anchor: str, label: str
) -> None:
    text = f"é {written} after"
    end = 3 + len(written.encode())
    assert found(text, "guide/setup") == [Link(form, target, key, anchor, label, 3, end)]  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["[t][ref]", "[ref]", "[ref][]", "[t][REF]"])
def test_a_reference_leads_where_its_definition_says(written: str) -> None:
    (link,) = found(f"See {written}.\n\n[ref]: ../faq.md#top 'T'\n", "guide/setup")
    assert (link.form, link.target_key, link.anchor) == ("markdown", "faq", "top")
    assert (link.byte_start, link.byte_end) == (4, 4 + len(written))


@pytest.mark.parametrize(
    "text",
    [
        "[x](http://a.b/c.md) [x](//a.b/c.md) [x](mailto:a@b.md) <http://a.b/c.md> <a@b.md> [x](file:///c.md)",
        "[x](#here) [[#here]] [[#^here]] [x]()",
        "[x](a.pdf) ![x](a.png) [x](dir/) ![[a.png]] [[a.pdf]] [[a.canvas]] [x](a.md.txt)",
        "`[[a]]` ``[t](a.md)``",
        "```\n[[a]] [t](a.md)\n```",
        "~~~sh\nif [[ -z $x ]]; then [[a]]\n",
        "    [[a]]",
        "<!-- [[a]] [t](a.md) -->",
        "text <!-- [[a]] --> text",
        "<!--\n\n[[a]]\n\n-->",
        "---\nup: '[[a]]'\n---\n",
        '[[ -z "$x" ]] && [[ $a == b ]]',
        "[[:alpha:]]",
        "[[https://a.b/c]] [[]] [[ ]] [[|a]] [[a\nb]]",
        "\\[[a]] [\\[a]] [t\\](a.md)",
        "x[[1], [2]]",
        "[t](a.md",
        "[t] (a.md)",
    ],
)
def test_these_lead_to_no_page(text: str) -> None:
    assert found(text) == []


def test_a_bar_in_a_table_cell_is_escaped() -> None:
    (link,) = found("| a | b |\n|---|---|\n| [[x y\\|z]] | 2 |\n")
    assert (link.target, link.label) == ("x y", "z")


def test_links_stand_in_the_order_of_the_text() -> None:
    text = "# [[a]]\n\n- [[b]]\n  > [[c]]\n\n[![d](d.md)](e.md) **[[f]]**\n\n[^1]: [[g]]\n"
    assert keys(text) == ["a", "b", "c", "e", "d", "f", "g"]


def test_a_relative_link_that_leaves_the_wiki_keeps_its_dots() -> None:
    assert keys("[t](../../a.md)", "guide/setup") == ["../a"]


def test_wiki_links_are_not_relative() -> None:
    assert keys("[[a]] [t](a.md)", "guide/setup") == ["a", "guide/a"]


def test_a_long_text_has_the_same_links_as_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[t][ref] [[é]]\n\n```\n[[no]]\n```\n\n<!-- [[no]]\n\n[[no]] -->\n\n" * 50 + "[ref]: a.md\n"
    whole = found(text)
    assert len(whole) == 100
    monkeypatch.setattr(commonmark, "PIECE", 200)
    assert found(text) == whole


def test_no_link_is_read_in_a_comment_longer_than_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commonmark, "PIECE", 200)
    assert keys("<!--\n" + "[[no]]\n\n" * 100 + "-->\n\n[[yes]]\n") == ["yes"]
    assert keys("```\n" + "[[no]]\n\n" * 100 + "```\n\n[[yes]]\n") == ["yes"]


@given(
    st.lists(
        st.sampled_from(
            ["[[", "]]", "[", "](", ")", "a.md", "|", "#", "!", "`", "\n", "é", "<", ">", "\\", "]: ", " "]
        )
    ).map("".join)
    | st.text()
)
def test_links_lie_in_the_text_and_no_text_breaks_them(text: str) -> None:
    size = len(text.encode())
    for link in links(text, "a/b"):
        assert 0 <= link.byte_start < link.byte_end <= size
        assert link.target_key
        assert text.encode()[link.byte_start : link.byte_end].decode()


@pytest.mark.parametrize(
    "text",
    ["[[a]]", "[[", "[a](", "![", "![[", "[a][", "[a]:", "[[a|", "![![a](b.md)](c.md)", "`[[", "<!--[["],
)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    links(text * (1_500_000 // len(text)) + "](")
    assert time.process_time() - start < 15  # 0.1 to 2 s


# ── front matter ─────────────────────────────────────────────────────────────────────────────────


def test_scalars_stay_as_they_are_written() -> None:
    text = "---\ntitle: Ä\ndate: 2024-01-01\nok: yes\nn: 1.10\nnull: ~\nempty:\nint: !!int 5\n---\nbody"
    matter = front_matter(text)
    assert matter is not None
    assert matter.fields == {
        "title": "Ä",
        "date": "2024-01-01",
        "ok": "yes",
        "n": "1.10",
        "null": "~",
        "empty": "",
        "int": "5",
    }
    assert text.encode()[matter.byte_end :] == b"body"
    assert matter.warning == ""


def test_lists_and_mappings_are_kept() -> None:
    matter = front_matter("---\ntags: [a, 1]\nmore:\n  - b\n  - c: d\n---\n")
    assert matter is not None
    assert matter.fields == {"tags": ["a", "1"], "more": ["b", {"c": "d"}]}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", " \n"])
@pytest.mark.parametrize("closing", ["---", "..."])
def test_every_line_end_and_both_closings_will_do(end: str, closing: str) -> None:
    text = f"---{end}a: b{end}{closing}{end}body"
    matter = front_matter(text)
    assert matter is not None
    assert matter.fields == {"a": "b"}
    assert text.encode()[matter.byte_end :].strip() == b"body"


@pytest.mark.parametrize(
    "text", ["", "a", "\n---\na: b\n---\n", " ---\na: b\n---\n", "----\na: b\n---\n", "--- a\n---\n"]
)
def test_only_the_first_line_opens_it(text: str) -> None:
    assert front_matter(text) is None


def test_it_may_be_empty() -> None:
    matter = front_matter("---\n---\nbody")
    assert matter is not None
    assert (matter.fields, matter.byte_end, matter.warning) == ({}, 8, "")


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        ("a: [\n---\n", "line 3"),
        ("just text\n---\n", "not a list of keys and values"),
        ("- a\n---\n", "not a list of keys and values"),
        ("a: b\n", "not closed"),
        ("a: &x [1]\nb: *x\n---\n", "aliases"),
        ("? [a]\n: b\n---\n", "a key is"),
        ("a: \x01\n---\n", "not YAML"),
        ("a: " + "[" * 30_000 + "\n---\n", "nest"),
        ("- " * 30_000 + "\n---\n", "nested"),
        ("a: " + "{b: " * 200 + "\n---\n", "nested"),
        ("a: " + "x" * 70_000 + "\n---\n", "64 KiB"),
        ("a: b\ta: c\n\tx\n---\n", "kept as text"),
    ],
)
def test_what_can_not_be_read_is_kept_as_text_with_a_warning(block: str, reason: str) -> None:
    matter = front_matter("---\n" + block + "body")
    assert matter is not None
    assert (matter.fields, matter.byte_end) == ({}, 0)
    assert reason in matter.warning


def test_of_a_repeated_key_the_last_counts_with_a_warning() -> None:
    matter = front_matter("---\na: 1\na: 2\n---\n")
    assert matter is not None
    assert matter.fields == {"a": "2"}
    assert "repeats a" in matter.warning


def test_nothing_in_it_is_executed() -> None:
    matter = front_matter("---\na: !!python/object/apply:os.system ['exit 1']\n---\n")
    assert matter is not None
    assert matter.fields == {"a": ["exit 1"]}


@given(st.text())
def test_no_front_matter_breaks_the_reader(block: str) -> None:
    matter = front_matter(f"---\n{block}\n---\n")
    assert matter is not None
    assert matter.byte_end == 0 or matter.byte_end <= len(f"---\n{block}\n---\n".encode())


# ── title ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ntitle: From the top\n---\n# Heading", "From the top"),
        ("---\ntags: [a]\n---\ntext\n\n## A *b* `c` { #id }", "A b c"),
        ("---\ntitle:\n---\n# Heading", "Heading"),
        ("---\ntitle: [a]\n---\n# Heading", "Heading"),
        ("Setext\n======", "Setext"),
        ("```\n# no\n```\n\n- # no\n\n#\n\n# yes", "yes"),
        ("no heading", None),
        ("", None),
    ],
)
def test_a_title_is_the_front_matters_or_the_first_headings(text: str, expected: str | None) -> None:
    assert title(text) == expected
