"""The benchmark of retrieval quality measures what it says: on three documents the figures are known."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

for needed in ("ir_measures", "bm25s", "Stemmer"):
    pytest.importorskip(needed, reason="the extra 'bench' is not installed")

from benchmarks.quality import judged, systems, terms  # noqa: E402 - they need what may be missing
from benchmarks.quality.ablation import PARAMETERS_MODULE, PARTS, with_parameters  # noqa: E402
from benchmarks.quality.asked import by_document  # noqa: E402
from benchmarks.quality.measures import evaluate  # noqa: E402

LINES = {
    "corpus.jsonl": [
        {"id": "a", "title": "Tides", "text": "The moon raises tides in the sea.", "lang": "en"},
        {"id": "b", "title": "", "text": "潮汐是海水的周期性涨落。", "lang": "en"},
        {"id": "c", "title": "Wind", "text": "Wind moves the sea as waves.", "lang": "en"},
    ],
    "queries.jsonl": [
        {"id": "q1", "text": "moon and sea"},
        {"id": "q2", "text": "潮汐"},
        {"id": "q3", "text": "nothing that is there"},
        {"id": "blank", "text": " "},
        {"id": "unjudged", "text": "wind"},
    ],
}
QRELS = "q1\ta\t1\nq1\tc\t3\nq2\tb\t1\nq3\tc\t2\nblank\ta\t1\nunjudged\tc\t0\n"


@pytest.fixture
def data(tmp_path: Path) -> str:
    folder = tmp_path / "small"
    folder.mkdir()
    for name, rows in LINES.items():
        folder.joinpath(name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    folder.joinpath("qrels.tsv").write_text(QRELS, "utf-8")
    return str(tmp_path)


def test_a_query_without_a_relevant_document_is_left_out(data: str) -> None:
    assert judged.names(data) == ["small"]
    assert [query.id for query in judged.load(data, "small").queries] == ["q1", "q2", "q3", "blank"]


def test_the_gain_is_linear_and_a_query_that_finds_nothing_counts(data: str) -> None:
    found = evaluate(judged.load(data, "small"), {"q1": ["a", "c"], "q2": ["c", "b"]})
    discount = 1 / math.log2(3)
    first = (1 + 3 * discount) / (3 + 1 * discount)
    assert found == pytest.approx(
        {"nDCG@10": (first + discount) / 4, "Recall@5": 2 / 4, "hit@5": 2 / 4, "MRR@10": 1.5 / 4}
    )


def test_a_large_collection_gives_a_sample_that_is_always_the_same(data: str) -> None:
    once, again = (judged.load(data, "small", sample=2).queries for _ in range(2))
    assert once == again
    assert len(once) == 2
    assert judged.load(data, "small", sample=2, limit=1).queries == once[:1]


def test_a_folder_without_collections_says_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(judged.DataMissing, match=r"--data DIR .* qrels\.tsv"):
        judged.names(str(tmp_path / "absent"))


def test_the_baselines_cut_words_pairs_and_stems() -> None:
    assert terms.words("The Sea, 潮汐2") == ["the", "sea", "潮汐2"]
    assert terms.words_and_bigrams("Can't see 海水的 2018年") == [
        "can't",
        "see",
        "海水",
        "水的",
        "2018",
        "年",
    ]
    assert terms.dictionary_terms("en")("The moon raises tides") == ["moon", "rais", "tide"]
    assert terms.dictionary_terms("ko")("달 조석은") == ["달", "조석은", "달", "조석", "석은"]


@pytest.mark.parametrize("system", list(systems.SYSTEMS))
def test_a_system_ranks_the_document_with_all_words_first_and_answers_every_query(
    data: str, system: str
) -> None:
    rankings = systems.SYSTEMS[system](judged.load(data, "small"), {}).rankings
    assert rankings["q1"] == ["a", "c"]
    assert rankings.keys() == {"q1", "q2", "q3", "blank"}
    assert rankings["blank"] == []


def test_pairs_find_chinese_where_words_do_not(data: str) -> None:
    collection = judged.load(data, "small")
    found = {
        name: systems.SYSTEMS[name](collection, {}).rankings["q2"] for name in ("words", "bigrams", "lwc")
    }
    assert found == {"words": [], "bigrams": ["b"], "lwc": ["b"]}


def test_paraphrases_are_gathered_by_the_document_that_is_relevant(data: str) -> None:
    found = by_document(judged.load(data, "small"))
    assert {document: [query.id for query in queries] for document, queries in found.items()} == {
        "a": ["q1", "blank"],
        "c": ["q1", "q3"],
        "b": ["q2"],
    }


def test_a_part_of_the_ablation_changes_parameters_that_there_are_and_gives_them_back() -> None:
    module = pytest.importorskip(PARAMETERS_MODULE, reason="the ranking has no parameters to switch off")
    usual = module.PARAMETERS
    for part in PARTS:
        with with_parameters(**part.without):
            assert usual != module.PARAMETERS
        assert module.PARAMETERS is usual
