"""Every failure a caller can act on: a stable code, an exit code that says what to do, and the way out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EXIT_DONE = 0
EXIT_FOUND = 1
EXIT_USAGE = 2
EXIT_NOT_FOUND = 3
EXIT_REFUSED = 4
EXIT_CHANGED = 5
EXIT_STORE = 6
EXIT_PARTIAL = 8
EXIT_INTERNAL = 70
EXIT_BUSY = 75
EXIT_INTERRUPTED = 130

#: code → (exit code, what it means). The reference of error codes is generated from this table.
CODES: dict[str, tuple[int, str]] = {
    "usage": (EXIT_USAGE, "The command line could not be understood."),
    "empty_query": (EXIT_USAGE, "The query has nothing to look for."),
    "invalid_cursor": (EXIT_USAGE, "The cursor belongs to another query, or is not a cursor."),
    "store_not_found": (EXIT_NOT_FOUND, "No store was found where one was looked for."),
    "page_not_found": (EXIT_NOT_FOUND, "No page has this slug, title or alias."),
    "source_not_found": (EXIT_NOT_FOUND, "No source has this id."),
    "span_not_found": (EXIT_NOT_FOUND, "The document has no such span, or does not hold the quote."),
    "file_not_found": (EXIT_NOT_FOUND, "A file or folder that was named does not exist."),
    "revision_not_found": (EXIT_NOT_FOUND, "The page has no such revision."),
    "invalid_slug": (EXIT_REFUSED, "The slug can not name a page."),
    "slug_collision": (EXIT_REFUSED, "Another page has a slug that differs by case or composition alone."),
    "alias_collision": (EXIT_REFUSED, "The alias already names another page."),
    "ambiguous_reference": (EXIT_REFUSED, "The name fits more than one document."),
    "invalid_value": (EXIT_REFUSED, "A value is out of its range or not of its form."),
    "not_text": (EXIT_REFUSED, "The content is binary, or holds NUL characters."),
    "wrong_encoding": (EXIT_REFUSED, "The content is not in the encoding that was assumed or named."),
    "too_large": (EXIT_REFUSED, "The content is larger than the limit."),
    "outside_root": (EXIT_REFUSED, "A symbolic link leads out of the folder that is being read."),
    "not_a_file": (EXIT_REFUSED, "What was named is neither a regular file nor a folder."),
    "unreadable_file": (EXIT_REFUSED, "The file exists and can not be read."),
    "reason_repeats_query": (
        EXIT_REFUSED,
        "The reason holds the text of the query, which feedback does not keep.",
    ),
    "read_only_store": (EXIT_REFUSED, "The store can not be written here."),
    "stale_span": (EXIT_CHANGED, "The document has changed since the span was made."),
    "revision_conflict": (EXIT_CHANGED, "The page is at another revision than the writer expected."),
    "stale_cursor": (EXIT_CHANGED, "The store has changed since the cursor was made."),
    "not_a_store": (EXIT_STORE, "The file is not an lwc store."),
    "corrupt_store": (EXIT_STORE, "The store is damaged."),
    "newer_store": (EXIT_STORE, "The store was written by a newer version of lwc."),
    "older_store": (EXIT_STORE, "The store has to be migrated first."),
    "index_mismatch": (EXIT_STORE, "The index was made by another tokenizer or segmenter, or is incomplete."),
    "fts5_missing": (EXIT_STORE, "This Python's SQLite is too old or lacks FTS5."),
    "disk_full": (EXIT_STORE, "The disk is full, or the store's files can not grow."),
    "io_error": (EXIT_STORE, "The operating system could not read or write the store."),
    "store_busy": (EXIT_BUSY, "Another process is writing."),
    "internal": (EXIT_INTERNAL, "A fault in lwc."),
    "interrupted": (EXIT_INTERRUPTED, "Interrupted by the user."),
}


#: code → the usual way out, for a failure that is raised without one of its own.
WAYS_OUT: dict[str, str] = {
    "page_not_found": "`lwc page list` and `lwc search` show what there is.",
    "source_not_found": "`lwc source list` shows the ids and origins.",
    "span_not_found": "`lwc search` and `lwc span locate` give the ids of spans.",
    "file_not_found": "Check the path; it is taken from the current folder.",
    "revision_not_found": "Leave --revision out for the page as it is.",
    "invalid_value": "The command's --help says what it takes.",
    "not_text": "Give text in UTF-8, or name its encoding with --encoding.",
    "wrong_encoding": "Name the encoding with --encoding.",
    "too_large": "Split it into several.",
    "outside_root": "Name the file that the link leads to.",
    "not_a_file": "Name a regular file or a folder; a stream is read with -.",
    "unreadable_file": "Check its permissions.",
    "read_only_store": "Check the folder's permissions, or choose another with --project.",
    "not_a_store": "Choose another folder with --project, or move what is there away.",
    "disk_full": "Free some space and try again.",
    "io_error": "Check the disk and its permissions, then try again.",
    "internal": "Run it again with LWC_DEBUG=1 and report what it prints.",
}


class LwcError(Exception):
    """A failure with its code, message and way out; `CODES` lists the codes.

    `hint` is one sentence that says what to do next, `details` holds plain values (they are printed
    as JSON), `retryable` is true when the same call may succeed later.
    """

    def __init__(
        self, code: str, message: str, *, hint: str = "", details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint or WAYS_OUT.get(code, "")
        self.details: dict[str, Any] = dict(details or {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Exceptions are made again from `args` alone, and the code is not among them."""
        return _restored, (type(self), self.code, self.message, self.hint, self.details)

    @property
    def exit_code(self) -> int:
        return CODES[self.code][0]

    @property
    def retryable(self) -> bool:
        return self.code == "store_busy"


def _restored(kind: type[LwcError], code: str, message: str, hint: str, details: dict[str, Any]) -> LwcError:
    return kind(code, message, hint=hint, details=details)
