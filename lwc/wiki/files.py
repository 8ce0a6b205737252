"""Files that come in as sources: one file, all that a folder holds, or bytes from a stream."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lwc.errors import LwcError
from lwc.text.decode import MAX_BYTES, decode
from lwc.text.digest import fingerprint
from lwc.wiki.globs import Globs
from lwc.wiki.paths import absolute, lies_in, origin_of, outside, printable, reading_error

_OPEN_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)


class Incoming(NamedTuple):
    """Text that came in, and what it came from. `bytes` and `fingerprint` are of the raw content.

    `path` and `mtime_ns` (taken before the content was read) are None for bytes from a stream.
    """

    text: str
    encoding: str
    origin: str
    path: str | None
    mtime_ns: int | None
    bytes: int
    fingerprint: str


class Skipped(NamedTuple):
    """A file or folder that was to be read and could not be; `code` is an error's."""

    path: str
    code: str
    message: str


def read_file(
    path: str, *, encoding: str | None = None, root: str | None = None, cwd: str | None = None
) -> Incoming:
    """Read one regular file. Its origin is its path from `root`, or its absolute path when it lies elsewhere.

    A relative `path` is one from `cwd` (the process's own folder when None). Raises file_not_found,
    not_a_file, unreadable_file, too_large (before it is read), outside_root when `path` lies in `root` and a
    symbolic link on the way leads out, invalid_value when its name is not Unicode, and what `decode` raises.
    """
    shown = printable(path)
    full = absolute(path, cwd)
    origin = origin_of(full, root)
    raw, mtime_ns = _read(full, shown)
    try:
        decoded = decode(raw, encoding)
    except LwcError as error:
        raise _about(error, shown) from error
    return Incoming(decoded.text, decoded.encoding, origin, full, mtime_ns, len(raw), fingerprint(raw))


def read_bytes(raw: bytes, *, origin: str | None = None, encoding: str | None = None) -> Incoming:
    """Take bytes from a stream. Without an origin they get one made from their fingerprint, because streams
    have nothing to do with each other: a later one must not supersede an earlier."""
    decoded = decode(raw, encoding)
    digest = fingerprint(raw)
    given = origin or f"stdin:{digest.rpartition(':')[2][:16]}"
    return Incoming(decoded.text, decoded.encoding, given, None, None, len(raw), digest)


def read_or_skip(
    path: str, *, encoding: str | None = None, root: str | None = None, cwd: str | None = None
) -> Incoming | Skipped:
    """As `read_file`, for one of many: a failure is a value."""
    try:
        return read_file(path, encoding=encoding, root=root, cwd=cwd)
    except LwcError as error:
        return Skipped(printable(path), error.code, error.message)


def fingerprint_of(path: str) -> str:
    """The fingerprint of a file's content, whatever its encoding. Raises what `read_file` does."""
    return fingerprint(_read(absolute(path, None), printable(path))[0])


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def _read(full: str, shown: str) -> tuple[bytes, int]:
    try:
        # Looked at before it is opened: opening alone can rewind a tape or wake the other end of a FIFO.
        _refuse_unreadable_kind(os.stat(full), shown)
        with open(os.open(full, _OPEN_FLAGS), "rb") as stream:
            status = os.fstat(stream.fileno())
            _refuse_unreadable_kind(status, shown)
            raw = stream.read(status.st_size + 1)
            if len(raw) > status.st_size:  # a file that grows, or says it is empty as those of /proc do
                raw += stream.read(MAX_BYTES + 1 - len(raw))
    except OSError as error:
        raise reading_error(error, shown) from error
    if len(raw) > MAX_BYTES:
        raise _too_large(shown)
    return raw, status.st_mtime_ns


def _refuse_unreadable_kind(status: os.stat_result, shown: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "no regular file")
        raise LwcError("not_a_file", f"{shown} is {kind}.", details={"path": shown})
    if status.st_size > MAX_BYTES:
        raise _too_large(shown)


_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def _too_large(shown: str) -> LwcError:
    message = f"{shown} is larger than {MAX_BYTES >> 20} MiB."
    return LwcError("too_large", message, hint="Split it.", details={"path": shown, "limit": MAX_BYTES})


def _about(error: LwcError, shown: str) -> LwcError:
    """The same failure with the file's name in it."""
    details = {"path": shown, **error.details}
    return LwcError(error.code, f"{shown}: {error.message}", hint=error.hint, details=details)


# ── folders ──────────────────────────────────────────────────────────────────────────────────────

#: Folders that are never read, not even when a pattern names them: stores, and what programs put there.
NEVER = frozenset({".git", ".lwc", "__pycache__", "node_modules"})

_SUFFIXES = """
    png jpg jpeg gif webp bmp tif tiff ico icns heic heif avif svg psd xcf ai eps
    mp3 wav flac ogg oga opus m4a aac aiff mid midi mp4 m4v mov avi mkv webm wmv mpg mpeg
    pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi azw3 djvu
    zip tar gz tgz bz2 xz zst 7z rar jar war whl egg dmg iso deb rpm apk
    ttf otf woff woff2 eot
    o a so dylib dll exe lib class pyc pyo pyd wasm bin db sqlite sqlite3 parquet npy npz
"""

#: What lies beside text in a vault or a checkout: pictures, sound, film, office documents, archives, fonts,
#: what compilers and databases write. Only suffixes that no text has (`.ts` is TypeScript as well as video).
ATTACHMENTS = frozenset("." + suffix for suffix in _SUFFIXES.split())


class Walk:
    """The files of a folder, to be iterated once, sorted by name at every level.

    Gives the path of each file that is to be read, and a Skipped for what can not be: a folder that is
    unreadable, a symbolic link that leads out of the folder or to nothing. Left out and only counted in
    `ignored`: hidden names, NEVER, ATTACHMENTS, and links to what lies in the folder, because that is read
    by its own name (so a loop of links is no loop here). With `include` the files that a pattern fits are
    read, attachments and hidden ones among them, and no others. What the patterns leave out was left out by
    the user and is not counted.
    """

    def __init__(self, folder: str, top: str, include: Sequence[str], exclude: Sequence[str]) -> None:
        self.ignored = 0
        self._folder = folder
        self._top = top
        self._include = Globs(include, hidden=False)
        self._exclude = Globs(exclude, hidden=True)

    def __iter__(self) -> Iterator[str | Skipped]:
        waiting = [iter(_entries(self._top))]  # not recursive: folders nest deeper than Python's calls
        while waiting:
            entry = next(waiting[-1], None)
            if entry is None:
                waiting.pop()
            elif not self._is_wanted(entry):
                continue
            elif entry.is_symlink():
                yield from self._link(entry)
            elif not entry.is_dir(follow_symlinks=False):
                yield self._shown(entry)
            else:
                try:
                    waiting.append(iter(_entries(entry.path)))
                except OSError as error:
                    yield self._skipped(entry, reading_error(error, printable(self._shown(entry))))

    def _is_wanted(self, entry: os.DirEntry[str]) -> bool:
        is_folder = _leads_to_a_folder(entry)
        path = self._relative(entry) + ("/" if is_folder else "")
        if self._exclude.fit(path):
            return False
        if self._include:
            by_rule = entry.name not in NEVER
            by_pattern = self._may_hold_wanted(entry) if is_folder else self._include.fit(path)
            return by_rule and by_pattern
        left_out = entry.name.startswith(".") or entry.name in NEVER or _is_attachment(entry.name, is_folder)
        self.ignored += left_out
        return not left_out

    def _may_hold_wanted(self, folder: os.DirEntry[str]) -> bool:
        return self._include.name_hidden or not folder.name.startswith(".")

    def _link(self, entry: os.DirEntry[str]) -> Iterator[Skipped]:
        shown = printable(self._shown(entry))
        try:
            if not lies_in(entry.path, self._top):
                raise outside(shown, printable(self._folder))
            os.stat(entry.path)
        except OSError as error:
            yield self._skipped(entry, reading_error(error, shown))
        except LwcError as error:
            yield self._skipped(entry, error)
        else:
            self.ignored += 1

    def _skipped(self, entry: os.DirEntry[str], error: LwcError) -> Skipped:
        return Skipped(printable(self._shown(entry)), error.code, error.message)

    def _shown(self, entry: os.DirEntry[str]) -> str:
        """The entry's path in the words of who named the folder."""
        relative = self._relative(entry)
        return relative if self._folder == os.curdir else os.path.join(self._folder, relative)

    def _relative(self, entry: os.DirEntry[str]) -> str:
        return entry.path[len(self._top.rstrip(os.sep)) + 1 :]


def walk(
    folder: str,
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    root: str | None = None,
    cwd: str | None = None,
) -> Walk:
    """The files of `folder`. Raises file_not_found, not_a_file, unreadable_file for the folder itself,
    outside_root when it is a link in `root` that leads out, invalid_value for a pattern that is none."""
    shown = printable(folder)
    top = absolute(folder, cwd)
    origin_of(top, root)
    try:
        if not os.path.isdir(top):
            os.stat(top)
            raise LwcError("not_a_file", f"{shown} is not a folder.", details={"path": shown})
        with os.scandir(top):
            return Walk(folder, top, include, exclude)
    except OSError as error:
        raise reading_error(error, shown) from error


def _entries(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return sorted(entries, key=lambda entry: entry.name)


def _leads_to_a_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # a link to itself, or into a folder that is closed


def _is_attachment(name: str, is_folder: bool) -> bool:
    return not is_folder and os.path.splitext(name)[1].lower() in ATTACHMENTS
