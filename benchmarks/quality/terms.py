"""How the baselines cut a text: words, CJK bigrams, and for each language what its dictionaries give."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

Cut = Callable[[str], list[str]]

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_WORD = re.compile(r"\w+")
_RUN = re.compile(rf"(?P<cjk>[{_CJK}]+)|[^\W{_CJK}]+(?:['’][^\W{_CJK}]+)*")
_WORD_WITH_APOSTROPHE = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SNOWBALL = {
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
}
_FUNCTION_WORDS = ("助詞", "助動詞", "記号")  # particles, auxiliary verbs, symbols


def words(text: str) -> list[str]:
    """Lower-cased words, as FTS5's `unicode61` cuts them: a run of CJK is one word."""
    return _WORD.findall(text.lower())


def words_and_bigrams(text: str) -> list[str]:
    """Lower-cased words, and of each run of CJK all adjacent pairs (of a lone character itself).

    A word keeps its apostrophe, so that a query asks for `can't` as a phrase and not for every `t`.
    """
    found: list[str] = []
    for match in _RUN.finditer(text.lower()):
        run = match.group()
        found += _pairs(run) if match.group("cjk") else [run]
    return found


def dictionary_terms(language: str) -> Cut:
    """The cut of the strong baseline: Snowball and stop words, jieba, janome; else words and bigrams."""
    if language in _SNOWBALL:
        return _stems(language)
    return {"zh": _chinese, "ja": _japanese}.get(language, lambda: _words_beside_bigrams)()


def _stems(language: str) -> Cut:
    import bm25s.stopwords
    import Stemmer

    stemmer = Stemmer.Stemmer(_SNOWBALL[language])
    stop = _stop_words(language, vars(bm25s.stopwords))

    def cut(text: str) -> list[str]:
        found = _WORD_WITH_APOSTROPHE.findall(text.lower())
        return list(stemmer.stemWords([word for word in found if word not in stop]))

    return cut


def _stop_words(language: str, lists: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """bm25s's list. Of the two English ones the longer has the question words; the letters that it has from
    contractions (`d`, `t`) are left out, which stand for something in a text of science."""
    if language != "en":
        return frozenset(lists.get(f"STOPWORDS_{language.upper()}", ()))
    return frozenset(word for word in lists["STOPWORDS_EN_PLUS"] if len(word) > 1 or word in "ai")


def _chinese() -> Cut:
    import jieba

    jieba.setLogLevel(logging.ERROR)
    return lambda text: [word for word in jieba.cut_for_search(text.lower()) if _WORD.search(word)]


def _japanese() -> Cut:
    from janome.tokenizer import Tokenizer

    tokenizer = Tokenizer()

    def cut(text: str) -> list[str]:
        found = []
        for token in tokenizer.tokenize(text):
            if token.part_of_speech.split(",")[0] in _FUNCTION_WORDS or not token.surface.strip():
                continue
            found.append((token.surface if token.base_form == "*" else token.base_form).lower())
        return found

    return cut


def _words_beside_bigrams(text: str) -> list[str]:
    return words(text) + words_and_bigrams(text)


def _pairs(run: str) -> Sequence[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]
