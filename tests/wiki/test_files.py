"""Files that come in: one file, a folder, a stream."""

from __future__ import annotations

import os
import socket
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from lwc.errors import LwcError
from lwc.text.digest import fingerprint
from lwc.wiki.files import Skipped, read_bytes, read_file, read_or_skip, walk
from lwc.wiki.globs import Globs

MEBIBYTE = 1 << 20


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = (tmp_path / "vault").resolve()
    folder.mkdir()
    return folder


def write(path: Path, content: str | bytes = "text\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(LwcError) as caught:
        call()
    return caught.value.code


def files_of(folder: Path, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> list[str]:
    """The paths that a walk gives, from the folder; there is nothing skipped."""
    given = list(walk(str(folder), include=include, exclude=exclude))
    assert [item for item in given if isinstance(item, Skipped)] == []
    return [os.path.relpath(item, folder) for item in given if isinstance(item, str)]


def skipped_of(folder: Path) -> list[tuple[str, str]]:
    """Name and code of what a walk and the reading after it skip."""
    given = [item if isinstance(item, Skipped) else read_or_skip(item) for item in walk(str(folder))]
    return [(os.path.basename(item.path), item.code) for item in given if isinstance(item, Skipped)]


# ── one file ─────────────────────────────────────────────────────────────────────────────────────


def test_a_file_is_read_with_all_that_is_known_of_it(vault: Path) -> None:
    raw = "\ufeffGrüße\r\n中文".encode()
    file = write(vault / "notes" / "a.md", raw)
    incoming = read_file(str(file), root=str(vault))
    assert (incoming.text, incoming.bytes) == ("Grüße\r\n中文", len(raw))
    assert incoming.origin == "notes/a.md"
    assert incoming.path == str(file)
    assert incoming.mtime_ns == file.stat().st_mtime_ns
    assert incoming.fingerprint == fingerprint(raw)


def test_an_encoding_can_be_named(vault: Path) -> None:
    file = write(vault / "a.txt", "Grüße".encode("latin-1"))
    assert code_of(lambda: read_file(str(file))) == "wrong_encoding"
    assert read_file(str(file), encoding="latin-1").text == "Grüße"


@pytest.mark.parametrize(
    "named", ["notes/a.md", "./notes/a.md", "notes/../notes/./a.md", "../vault/notes/a.md"]
)
def test_the_origin_is_the_same_however_the_path_is_written(vault: Path, named: str) -> None:
    write(vault / "notes" / "a.md")
    assert read_file(named, root=str(vault), cwd=str(vault)).origin == "notes/a.md"


def test_the_origin_keeps_the_name_as_it_is_written(vault: Path) -> None:
    for name in (
        "a b.md",
        "# x & [y].md",
        "🐘.md",
        unicodedata.normalize("NFD", "über.md"),
        "é" * 120 + ".md",
    ):
        file = write(vault / name)
        assert read_file(str(file), root=str(vault)).origin == name


def test_a_file_outside_of_the_root_has_its_absolute_path_for_origin(tmp_path: Path, vault: Path) -> None:
    file = write(tmp_path / "elsewhere" / "a.md").resolve()
    assert read_file(str(file), root=str(vault)).origin == str(file)
    assert read_file("../elsewhere/a.md", root=str(vault), cwd=str(vault)).origin == str(file)
    sibling = write(vault.parent / "vault-2" / "a.md")
    assert read_file(str(sibling), root=str(vault)).origin == str(sibling)


def test_a_root_that_is_reached_through_a_link_is_the_same_root(tmp_path: Path, vault: Path) -> None:
    write(vault / "notes" / "a.md")
    (tmp_path / "link").symlink_to(vault)
    through = str(tmp_path / "link" / "notes" / "a.md")
    assert read_file(through, root=str(vault)).origin == "notes/a.md"
    assert read_file(str(vault / "notes" / "a.md"), root=str(tmp_path / "link")).origin == "notes/a.md"


@pytest.mark.parametrize("link", ["file", "folder"])
def test_a_link_out_of_the_root_is_refused(tmp_path: Path, vault: Path, link: str) -> None:
    secret = write(tmp_path / "elsewhere" / "secret.md", "secret")
    if link == "file":
        (vault / "a.md").symlink_to(secret)
        named = vault / "a.md"
    else:
        (vault / "notes").symlink_to(secret.parent)
        named = vault / "notes" / "secret.md"
    with pytest.raises(LwcError) as caught:
        read_file(str(named), root=str(vault))
    assert caught.value.code == "outside_root"
    assert caught.value.details == {"path": str(named)}


def test_a_link_inside_of_the_root_is_read_under_its_own_name(vault: Path) -> None:
    write(vault / "v2.md", "second")
    (vault / "latest.md").symlink_to("v2.md")
    incoming = read_file(str(vault / "latest.md"), root=str(vault))
    assert (incoming.origin, incoming.text) == ("latest.md", "second")


def test_what_is_no_file_is_refused_without_blocking(vault: Path) -> None:
    os.mkfifo(vault / "pipe")
    (vault / "folder").mkdir()
    for name in (str(vault / "pipe"), str(vault / "folder"), "/dev/null", "/dev/zero"):
        assert code_of(partial(read_file, name)) == "not_a_file"


def test_a_socket_is_refused(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(vault)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        assert code_of(lambda: read_file("socket")) == "not_a_file"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("missing.md", "file_not_found"),
        ("a.md/below", "file_not_found"),
        ("dangling.md", "file_not_found"),
        ("loop.md", "unreadable_file"),
        ("x" * 300, "unreadable_file"),
        ("", "invalid_value"),
        ("a\0b", "invalid_value"),
        ("\ud800", "invalid_value"),
    ],
)
def test_a_path_that_leads_to_no_file_says_why(vault: Path, name: str, code: str) -> None:
    write(vault / "a.md")
    (vault / "dangling.md").symlink_to("nothing")
    (vault / "loop.md").symlink_to("loop.md")
    assert code_of(lambda: read_file(name, root=str(vault), cwd=str(vault))) == code


def test_a_file_that_may_not_be_read_says_so(
    open_folder: Path, unprivileged: AbstractContextManager[None]
) -> None:
    file = write(open_folder / "a.md")
    file.chmod(0)
    with unprivileged:
        assert code_of(lambda: read_file(str(file))) == "unreadable_file"


def test_a_name_that_is_not_unicode_is_refused_in_words_that_can_be_printed(vault: Path) -> None:
    name = os.path.join(os.fsencode(vault), b"\xff.md")
    with open(name, "wb") as stream:
        stream.write(b"text")
    for path in (os.fsdecode(name), "\udcff.md"):
        skipped = read_or_skip(path, root=str(vault), cwd=str(vault))
        assert isinstance(skipped, Skipped)
        assert skipped.code == "invalid_value"
        assert "\\udcff.md" in (skipped.path + skipped.message).encode().decode()


def test_a_file_over_the_limit_is_refused_before_it_is_read(vault: Path) -> None:
    file = vault / "big.md"
    with file.open("wb") as stream:
        stream.truncate(1 << 40)  # a hole: nothing on the disk
    with pytest.raises(LwcError) as caught:
        read_file(str(file))
    assert caught.value.code == "too_large"
    assert caught.value.details["limit"] == 64 * MEBIBYTE


def test_a_file_that_says_it_is_empty_is_read_to_its_end() -> None:
    if not os.path.exists("/proc/self/status"):
        pytest.skip("needs /proc")
    assert os.stat("/proc/self/status").st_size == 0
    assert read_file("/proc/self/status").text.startswith("Name:")


@pytest.mark.parametrize(("raw", "code"), [(b"a\0b", "not_text"), (b"abc\xff", "wrong_encoding")])
def test_what_can_not_be_decoded_names_the_file_and_the_offset(vault: Path, raw: bytes, code: str) -> None:
    file = write(vault / "a.md", raw)
    with pytest.raises(LwcError) as caught:
        read_file(str(file))
    assert caught.value.code == code
    assert str(file) in caught.value.message
    assert caught.value.details["path"] == str(file)
    assert caught.value.details["offset"] == raw.index(b"\0" if b"\0" in raw else b"\xff")


def test_an_empty_file_is_text(vault: Path) -> None:
    assert read_file(str(write(vault / "a.md", b""))).text == ""


# ── a stream ─────────────────────────────────────────────────────────────────────────────────────


def test_a_stream_gets_an_origin_of_its_own() -> None:
    first, second = read_bytes(b"one"), read_bytes(b"two")
    assert first.origin == "stdin:" + fingerprint(b"one").removeprefix("xxh3:")[:16]
    assert first.origin != second.origin
    assert first == read_bytes(b"one")
    assert (first.text, first.bytes, first.path, first.mtime_ns) == ("one", 3, None, None)


def test_a_stream_can_be_given_an_origin_and_an_encoding() -> None:
    incoming = read_bytes("ü".encode("latin-1"), origin="https://example.org/a", encoding="latin-1")
    assert (incoming.text, incoming.origin) == ("ü", "https://example.org/a")


@pytest.mark.parametrize(("raw", "code"), [(b"a\0b", "not_text"), (b"\xff\xff", "wrong_encoding")])
def test_a_stream_that_is_no_text_is_refused(raw: bytes, code: str) -> None:
    assert code_of(lambda: read_bytes(raw)) == code


# ── a folder ─────────────────────────────────────────────────────────────────────────────────────


def test_a_folder_gives_its_files_sorted_by_name_at_every_level(vault: Path) -> None:
    for name in ("b.md", "a/z.md", "a/b/c.txt", "B.md", "a.md", "中/文.md", "noext"):
        write(vault / name)
    expected = ["B.md", "a/b/c.txt", "a/z.md", "a.md", "b.md", "noext", "中/文.md"]
    assert files_of(vault) == expected
    assert files_of(vault) == expected


def test_paths_are_in_the_words_of_who_named_the_folder(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(vault / "notes" / "a.md")
    monkeypatch.chdir(vault)
    assert list(walk("notes")) == ["notes/a.md"]
    assert list(walk(".")) == ["notes/a.md"]
    assert list(walk("./notes/")) == ["./notes/a.md"]
    monkeypatch.chdir(vault.parent)
    assert list(walk("notes", cwd=str(vault))) == ["notes/a.md"]


def test_what_nobody_means_is_left_out_and_counted(vault: Path) -> None:
    for name in (
        "page.md", ".hidden.md", ".obsidian/app.json", ".git/HEAD", ".lwc/wiki.db",
        "node_modules/x/README.md", "__pycache__/x.txt", "IMAGE.PNG", "a.pdf", "film.mp4", "x.tar.gz",
        "code.ts",
    ):  # fmt: skip
        write(vault / name)
    walked = walk(str(vault))
    assert [os.path.relpath(str(path), vault) for path in walked] == ["code.ts", "page.md"]
    assert walked.ignored == 10


def test_a_vault_with_attachments_has_nothing_skipped(vault: Path) -> None:
    write(vault / "page.md")
    write(vault / "attachments" / "photo.jpg", b"\xff\xd8\0")
    assert skipped_of(vault) == []


@pytest.mark.parametrize(
    ("include", "exclude", "expected"),
    [
        ((), (), ["README.md", "docs/a.md", "docs/deep/draft-b.md", "docs/deep/c.txt", "src/main.py"]),
        (("*.md",), (), ["README.md", "docs/a.md", "docs/deep/draft-b.md"]),
        (("/*.md",), (), ["README.md"]),
        (("docs/**",), (), ["docs/a.md", "docs/deep/c.txt", "docs/deep/draft-b.md"]),
        (("docs",), (), ["docs/a.md", "docs/deep/c.txt", "docs/deep/draft-b.md"]),
        (("docs/*.md",), (), ["docs/a.md"]),
        (("docs/**/*.md",), (), ["docs/a.md", "docs/deep/draft-b.md"]),
        (("*.md", "*.py"), ("**/draft-*",), ["README.md", "docs/a.md", "src/main.py"]),
        ((), ("docs/",), ["README.md", "src/main.py"]),
        ((), ("deep", "*.py"), ["README.md", "docs/a.md"]),
        (("*.pdf",), (), ["paper.pdf"]),
        ((".github/**",), (), [".github/ci.md"]),
        (("[!R]*.md",), ("d[a-f]*/**",), ["docs/a.md", "docs/deep/draft-b.md"]),
        (("*",), ("docs/**",), ["README.md", "paper.pdf", "src/main.py"]),
        (("nothing",), (), []),
        (("**/.git/**", "node_modules/**"), (), []),
    ],
)  # fmt: skip
def test_patterns_choose(
    vault: Path, include: tuple[str, ...], exclude: tuple[str, ...], expected: list[str]
) -> None:
    for name in (
        "README.md", "docs/a.md", "docs/deep/draft-b.md", "docs/deep/c.txt", "src/main.py", "paper.pdf",
        ".github/ci.md", ".hidden.md", ".git/HEAD.md", "node_modules/x.md",
    ):  # fmt: skip
        write(vault / name)
    assert sorted(files_of(vault, include=include, exclude=exclude)) == sorted(expected)


def test_patterns_and_names_meet_whatever_their_composition(vault: Path) -> None:
    name = unicodedata.normalize("NFD", "über.md")
    write(vault / name)
    assert files_of(vault, include=(unicodedata.normalize("NFC", "ü*.md"),)) == [name]


@pytest.mark.parametrize("pattern", ["", "/", "[z-a].md"])
def test_a_pattern_that_is_none_is_refused(vault: Path, pattern: str) -> None:
    assert code_of(lambda: walk(str(vault), include=(pattern,))) == "invalid_value"
    assert code_of(lambda: walk(str(vault), exclude=(pattern,))) == "invalid_value"


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("a*c", "a/c", False),
        ("*", ".a", False),
        (".*", ".a", True),
        ("**/a", "a", True),
        ("**/a", "x/y/a", True),
        ("**/a", "x/.y/a", False),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("[]]", "]", True),
        ("[!]]", "a", True),
        ("[", "[", True),
        ("[a", "[a", True),
        (r"a\b", r"a\b", True),
        (r"[\w]", "w", True),
        (r"[\w]", "x", False),
        ("a.md", "aXmd", False),
        ("A.md", "a.md", False),
        ("a\nb", "a\nb", True),
        ("a/", "a", False),
        ("a/", "a/", True),
        ("a/", "x/a/b", True),
    ],
)
def test_a_pattern_means_what_it_means_in_a_shell(pattern: str, path: str, fits: bool) -> None:
    assert Globs([pattern], hidden=False).fit(path) is fits


def test_an_excluding_pattern_fits_hidden_names_too() -> None:
    assert Globs(["*.md"], hidden=True).fit("a/.b/.c.md")


def test_a_pattern_takes_no_time_to_fail() -> None:
    globs = Globs(["**/*a*a*a/**/x", "b"], hidden=False)
    assert not globs.fit("/".join(["a" * 40] * 40) + "/.")


def test_links_that_lead_out_are_named_and_the_rest_goes_on(tmp_path: Path, vault: Path) -> None:
    write(tmp_path / "elsewhere" / "secret.md")
    write(vault / "z.md")
    (vault / "a.md").symlink_to(tmp_path / "elsewhere" / "secret.md")
    (vault / "folder").symlink_to(tmp_path / "elsewhere")
    (vault / "up").symlink_to("..")
    assert skipped_of(vault) == [("a.md", "outside_root"), ("folder", "outside_root"), ("up", "outside_root")]
    assert str(vault / "z.md") in list(walk(str(vault)))
    assert [os.path.basename(str(item)) for item in walk(str(vault), exclude=("folder", "up", "a.md"))] == [
        "z.md"
    ]


def test_links_inside_of_the_folder_are_left_out_so_that_nothing_is_read_twice(vault: Path) -> None:
    write(vault / "notes" / "v2.md")
    (vault / "latest.md").symlink_to("notes/v2.md")
    (vault / "other").symlink_to("notes")
    (vault / "notes" / "loop").symlink_to(vault)
    walked = walk(str(vault))
    assert list(walked) == [str(vault / "notes" / "v2.md")]
    assert walked.ignored == 3


def test_links_to_nothing_and_to_themselves_are_named(vault: Path) -> None:
    (vault / "a.md").symlink_to("nothing")
    (vault / "b.md").symlink_to("b.md")
    assert skipped_of(vault) == [("a.md", "file_not_found"), ("b.md", "unreadable_file")]


def test_what_can_not_be_read_is_named_and_the_rest_goes_on(
    open_folder: Path, unprivileged: AbstractContextManager[None]
) -> None:
    write(open_folder / "closed" / "x.md")
    write(open_folder / "a.md").chmod(0)
    write(open_folder / "binary.md", b"\0\1\2")
    write(open_folder / "latin.md", b"Gr\xfc\xdfe")
    write(open_folder / "z.md")
    os.mkfifo(open_folder / "pipe")
    (open_folder / "closed").chmod(0)
    with unprivileged:
        assert skipped_of(open_folder) == [
            ("a.md", "unreadable_file"),
            ("binary.md", "not_text"),
            ("closed", "unreadable_file"),
            ("latin.md", "wrong_encoding"),
            ("pipe", "not_a_file"),
        ]
        assert str(open_folder / "z.md") in list(walk(str(open_folder)))


def test_a_folder_that_is_none_is_an_error_and_not_an_empty_one(tmp_path: Path, vault: Path) -> None:
    write(vault / "file.md")
    assert code_of(lambda: walk(str(vault / "missing"))) == "file_not_found"
    assert code_of(lambda: walk(str(vault / "file.md"))) == "not_a_file"
    assert code_of(lambda: walk("")) == "invalid_value"
    write(tmp_path / "elsewhere" / "a.md")
    (vault / "link").symlink_to(tmp_path / "elsewhere")
    assert code_of(lambda: walk(str(vault / "link"), root=str(vault))) == "outside_root"


def test_a_closed_folder_is_an_error(open_folder: Path, unprivileged: AbstractContextManager[None]) -> None:
    (open_folder / "closed").mkdir(mode=0)
    with unprivileged:
        assert code_of(lambda: walk(str(open_folder / "closed"))) == "unreadable_file"


def test_folders_may_nest_deeper_than_calls(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(vault)
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    Path("deep.md").touch()
    (found,) = walk(str(vault))
    assert isinstance(found, str)
    assert found.endswith("d/deep.md")
    os.remove("deep.md")
    for _ in range(1200):  # what pytest itself does to old folders is recursive
        os.chdir("..")
        os.rmdir("d")


def test_every_failure_of_a_file_tells_the_way_out(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("missing.md", "pipe", "."):
        with pytest.raises(LwcError) as caught:
            read_file(str(tmp_path / name))
        assert caught.value.hint
