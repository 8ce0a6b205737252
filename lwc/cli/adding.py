"""What `lwc source add` does with each of its paths, and how it tells."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from lwc.cli.parameters import check_stdin, read_stdin
from lwc.cli.progress import Progress
from lwc.errors import LwcError
from lwc.render.blocks import Block, Facts, Heading, sentence
from lwc.render.compose import cell, items_of
from lwc.render.view import Fields, View

if TYPE_CHECKING:
    from lwc.wiki import Wiki
    from lwc.wiki.folders import FolderAnswer
    from lwc.wiki.sources import AddAnswer

#: Failures that say nothing about the other inputs: these go on being added.
_OF_ONE_INPUT = frozenset(
    {
        "file_not_found",
        "invalid_value",
        "not_a_file",
        "not_text",
        "outside_root",
        "too_large",
        "unreadable_file",
        "wrong_encoding",
    }
)


class Skipped(NamedTuple):
    """An input that was not added, and why."""

    path: str
    code: str
    message: str


class SeveralAnswer(NamedTuple):
    """What became of several paths: the answer of each that was added, and all that was left out.

    Each answer is what the path alone would have got; `skipped` also names what their folders skipped, and
    `total` counts the inputs, the files of folders among them.
    """

    answers: tuple[AddAnswer | FolderAnswer, ...]
    skipped: tuple[Skipped, ...]
    changed: bool
    total: int


class Addition(NamedTuple):
    """The options of the command, which hold for each of its paths."""

    title: str | None
    origin: str | None
    facets: tuple[tuple[str, str], ...]
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    encoding: str | None

    def to(self, wiki: Wiki, paths: tuple[str, ...]) -> AddAnswer | FolderAnswer | SeveralAnswer:
        """Adds each path. One path that fails raises; of several, those that fail are named as skipped."""
        self.check(paths)
        return self._one(wiki, paths[0]) if len(paths) == 1 else self._several(wiki, paths)

    def _one(self, wiki: Wiki, path: str) -> AddAnswer | FolderAnswer:
        if path == "-":
            return wiki.sources.add_bytes(
                read_stdin(),
                title=self.title,
                origin=self.origin,
                facets=self.facets,
                encoding=self.encoding,
            )
        return self._folder(wiki, path) if os.path.isdir(path) else self._file(wiki, path)

    def _file(self, wiki: Wiki, path: str) -> AddAnswer:
        try:
            return wiki.sources.add(
                path, title=self.title, origin=self.origin, facets=self.facets, encoding=self.encoding
            )
        except LwcError as error:
            if error.code == "not_a_file":  # a device or a pipe, /dev/stdin among them
                error.hint = "To read standard input, use -: … | lwc source add -"
            raise

    def _folder(self, wiki: Wiki, path: str) -> FolderAnswer:
        with Progress("added") as progress:
            return wiki.sources.add_folder(
                path,
                origin=self.origin,
                include=self.include,
                exclude=self.exclude,
                encoding=self.encoding,
                facets=self.facets,
                progress=progress,
            )

    def check(self, paths: tuple[str, ...]) -> None:
        """Refuses options that can not hold for these paths, before any of them is read."""
        _check_stdin(paths)
        folders = [path for path in paths if path != "-" and os.path.isdir(path)]
        if self.title and (folders or len(paths) > 1):
            raise LwcError(
                "usage",
                "--title names one source, and more than one is to be added.",
                hint="Leave it out, or add one file at a time.",
            )
        if self.origin and len(paths) > 1:
            raise LwcError(
                "usage",
                "--origin is of one path, and more than one is named.",
                hint="Leave it out, or add one path at a time.",
            )
        if (self.include or self.exclude) and not folders:
            raise LwcError(
                "usage",
                "--include and --exclude choose from a folder, and none is named.",
                hint="Leave them out.",
            )

    def _several(self, wiki: Wiki, paths: tuple[str, ...]) -> SeveralAnswer:
        answers: list[AddAnswer | FolderAnswer] = []
        refused: list[tuple[str, LwcError]] = []
        for path in paths:
            try:
                answers.append(self._one(wiki, path))
            except LwcError as error:
                if error.code not in _OF_ONE_INPUT:
                    raise
                refused.append((path, error))
        skipped = [Skipped(path, error.code, error.message) for path, error in refused]
        if not answers:
            raise _all_refused(refused[0][1], skipped)
        for answer in answers:
            skipped += getattr(answer, "skipped", ())
        total = sum(getattr(answer, "total", 1) for answer in answers) + len(refused)
        return SeveralAnswer(tuple(answers), tuple(skipped), any(answer.changed for answer in answers), total)


def _check_stdin(paths: tuple[str, ...]) -> None:
    if "-" in paths:
        check_stdin()
    if paths.count("-") > 1:
        raise LwcError(
            "usage", "Standard input can be read once, and - is named more than once.", hint="Name it once."
        )


def _all_refused(first: LwcError, skipped: list[Skipped]) -> LwcError:
    details = {**first.details, "skipped": [one._asdict() for one in skipped]}
    return LwcError(
        first.code,
        f"None of {len(skipped)} inputs was added. The first: {first.message}",
        hint=first.hint or "Name files that can be read; each one alone says what is wrong with it.",
        details=details,
    )


def _for_people(fields: Fields) -> list[Block]:
    blocks: list[Block] = []
    for answer in fields.get("answers", [fields]):
        blocks += _one_answer(answer)
    if skipped := fields.get("skipped"):
        blocks.append(Heading(f"Skipped ({len(skipped)})", 2))
        blocks += items_of(skipped, ("path", "code", "message"))
    return blocks


def _one_answer(answer: Fields) -> list[Block]:
    if source := answer.get("source"):
        state = "added" if answer["created"] else "already there, unchanged"
        names = ("ref", "title", "origin", "bytes", "fingerprint", "superseded_by")
        pairs = ((name.replace("_", " "), cell(name, source[name])) for name in names if source[name])
        return [sentence(state, "bold"), Facts(tuple(pairs))]
    counts = {"added": len(answer["added"]), "updated": answer["updated"], "unchanged": answer["unchanged"]}
    counts |= {"skipped": len(answer["skipped"]), "ignored": answer["ignored"]}
    return [
        sentence(f"{answer['folder']}: {cell('', counts)}, of {answer['total']}", "bold"),
        *items_of(answer["added"], ("id", "title", "origin")),
    ]


ADDED = View(items="added", compose=_for_people)
