"""Judged collections: documents, queries, and which documents answer which query."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.report import REPOSITORY

DATA = os.path.join(os.path.dirname(REPOSITORY), "shared", "data")
FILES = ("corpus.jsonl", "queries.jsonl", "qrels.tsv")
#: What is in the known sets; others are described by their language.
KINDS = {
    "cranfield": "en abstracts",
    "cisi": "en long questions",
    "scifact": "en claims",
    "stackfaq": "en paraphrases, FAQ",
    "stackfaq_answers": "en, question to answer",
    "cmrc2018": "zh questions to passages",
    "jsquad": "ja questions to passages",
    "korpair": "ko paraphrases",
    "npl": "en short abstracts",
}
#: A larger set is asked a fixed sample of so many of its queries.
SAMPLE, SEED = 2_000, 7


class Text(NamedTuple):
    """A document; the title may be empty."""

    id: str
    title: str
    text: str

    @property
    def joined(self) -> str:
        """Title and text as the one text that the baselines index."""
        return f"{self.title} {self.text}"


class Question(NamedTuple):
    """A query of a collection."""

    id: str
    text: str


class Collection(NamedTuple):
    """`grades` has the judged documents of every query: above 0 is relevant, and each query has one."""

    name: str
    language: str
    documents: tuple[Text, ...]
    queries: tuple[Question, ...]
    grades: Mapping[str, Mapping[str, int]]

    @property
    def kind(self) -> str:
        return KINDS.get(self.name, self.language)


class DataMissing(Exception):
    """There are no judged collections where they were looked for; the message says what is needed."""


def names(data: str) -> list[str]:
    """The collections of a folder, the known ones first. Raises DataMissing when there is none."""
    listed = sorted(os.listdir(data)) if os.path.isdir(data) else []
    found = [name for name in listed if _is_complete(os.path.join(data, name))]
    if not found:
        raise DataMissing(
            f"No judged collections in {data}: --data DIR names a folder with a folder for each set, of "
            'corpus.jsonl {"id", "title", "text", "lang"}, queries.jsonl {"id", "text"} and qrels.tsv '
            "(query, document, grade)."
        )
    known = [name for name in KINDS if name in found]
    return known + [name for name in found if name not in KINDS]


def load(data: str, name: str, *, sample: int | None = SAMPLE, limit: int | None = None) -> Collection:
    """Read one collection: its queries with a relevant document, at most `limit` of them.

    Of more than `sample` queries a fixed sample is taken first; None takes all.
    Raises DataMissing when one of its files is not there.
    """
    folder = os.path.join(data, name)
    if not _is_complete(folder):
        raise DataMissing(f"{folder} does not have {', '.join(FILES)}.")
    corpus = _lines(os.path.join(folder, "corpus.jsonl"))
    documents = tuple(Text(row["id"], row.get("title", ""), row["text"]) for row in corpus)
    grades = _grades(os.path.join(folder, "qrels.tsv"))
    rows = _lines(os.path.join(folder, "queries.jsonl"))
    queries = [Question(row["id"], row["text"]) for row in rows if _is_answered(grades.get(row["id"]))]
    if sample is not None and len(queries) > sample:
        queries = Random(SEED).sample(queries, sample)
    queries = queries[:limit]
    languages = Counter(str(row.get("lang", "en")) for row in corpus)
    return Collection(
        name,
        languages.most_common(1)[0][0],
        documents,
        tuple(queries),
        {query.id: grades[query.id] for query in queries},
    )


def _is_complete(folder: str) -> bool:
    return all(os.path.isfile(os.path.join(folder, name)) for name in FILES)


def _is_answered(judged: Mapping[str, int] | None) -> bool:
    return judged is not None and any(grade > 0 for grade in judged.values())


def _lines(path: str) -> Sequence[Mapping[str, Any]]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def _grades(path: str) -> dict[str, dict[str, int]]:
    grades: dict[str, dict[str, int]] = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            query, document, grade = line.rstrip("\n").split("\t")
            grades.setdefault(query, {})[document] = int(grade)
    return grades
