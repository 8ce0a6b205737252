"""Documents made up from a seed: words by Zipf's law, in English and Chinese, as Markdown of 1 to 2 KB."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from random import Random
from typing import Literal, NamedTuple

Language = Literal["en", "zh", "mixed"]
LANGUAGES: tuple[Language, ...] = ("en", "zh", "mixed")

#: Distinct words beside the function words. A collection of 10,000 pages of documentation has about as many.
VOCABULARY = 30_000
#: Zipf's exponent for what follows the function words.
EXPONENT = 1.05

_FUNCTION_EN = "the of and to a in is that for it as with on be by this are or an from at not can".split()
_FUNCTION_ZH = "的 是 在 了 和 有 不 为 这 到 与 也 就 上 对 中 个 时 会 要 可以 我们 如果 需要 使用".split()
_ONSETS = "b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w".split()
_VOWELS = "a a e e i o u ai ea ie ou".split()
_CODAS = ["", "", "", *"n r s t l m d ck nd nt rd st".split()]
_ENDINGS = ["", "", "", "", "s", "ed", "ing", "er", "ly", "ment", "able"]


class Vocabulary(NamedTuple):
    """Words, the cumulative weight of each, and what stands between and after them."""

    words: list[str]
    weights: list[float]
    blank: str
    comma: str
    stop: str

    def sample(self, random: Random, count: int) -> list[str]:
        return random.choices(self.words, cum_weights=self.weights, k=count)


def vocabulary(language: Literal["en", "zh"], seed: int = 1) -> Vocabulary:
    random = Random(f"{language} {seed}")
    make, function = (
        (_english_word, _FUNCTION_EN) if language == "en" else (_chinese_words(random), _FUNCTION_ZH)
    )
    content: dict[str, None] = {}
    while len(content) < VOCABULARY:
        content[make(random)] = None
    words = [*function, *content]
    # Function words are 40 in 100 of running text.
    weights = [1 / (rank + 2) for rank in range(len(function))]
    rest = [1 / (rank + 8) ** EXPONENT for rank in range(len(content))]
    scale = 0.4 / 0.6 * sum(rest) / sum(weights)
    cumulative = list(accumulate([*(weight * scale for weight in weights), *rest]))
    between = (" ", ", ", ". ") if language == "en" else ("", "，", "。")
    return Vocabulary(words, cumulative, *between)


def documents(language: Language, count: int, *, size: int = 1500, seed: int = 1) -> Iterator[str]:
    """`count` documents of about `size` bytes; of a mixture every other one is Chinese."""
    random = Random(f"{language} {count} {seed}")
    known = [vocabulary(each) for each in ("en", "zh") if language in (each, "mixed")]
    for number in range(count):
        yield document(random, known[number % len(known)], number, round(size * random.uniform(0.67, 1.33)))


def document(random: Random, known: Vocabulary, number: int, size: int) -> str:
    """One document: a title, sections with paragraphs, and now and then a list or a piece of code."""
    blocks = [f"# {_title(random, known)} {number}"]
    length = 0
    while length < size:
        block = _block(random, known)
        if random.random() < 0.3:
            block = f"## {_title(random, known)}\n\n{block}"
        blocks.append(block)
        length += len(block.encode())
    return "\n\n".join(blocks) + "\n"


def rare_words(language: Literal["en", "zh"], count: int, *, first: int = 400, seed: int = 7) -> list[str]:
    """Words that stand in some documents and not in most, to be asked for."""
    words = vocabulary(language).words[first : first + 20 * count]
    return Random(seed).sample(words, count)


def _block(random: Random, known: Vocabulary) -> str:
    kind = random.random()
    if kind < 0.12:
        return "\n".join(f"- {_sentence(random, known)}" for _ in range(random.randint(3, 6)))
    if kind < 0.18:
        name, value = random.randint(1, 999), random.randint(1, 99)
        return f"```\nset_option_{name}(value={value})\nreturn result{value}\n```"
    return known.blank.join(_sentence(random, known) for _ in range(random.randint(2, 5)))


def _sentence(random: Random, known: Vocabulary) -> str:
    words = known.sample(random, random.randint(6, 22))
    if len(words) > 12:
        words[6] += known.comma.strip()
    text = known.blank.join(words)
    return text[0].upper() + text[1:] + known.stop.strip()


def _title(random: Random, known: Vocabulary) -> str:
    return known.blank.join(known.sample(random, random.randint(2, 5))).capitalize()


def _english_word(random: Random) -> str:
    syllables = (
        random.choice(_ONSETS) + random.choice(_VOWELS) + random.choice(_CODAS)
        for _ in range(random.choice((1, 2, 2, 3)))
    )
    return "".join(syllables) + random.choice(_ENDINGS)


class _chinese_words:
    """Makes words of one to four characters; some characters stand in many words, most in few."""

    def __init__(self, random: Random) -> None:
        self._characters = [chr(code) for code in random.sample(range(0x4E00, 0x9000), 3500)]
        self._weights = list(accumulate(1 / (rank + 30) for rank in range(len(self._characters))))

    def __call__(self, random: Random) -> str:
        count = random.choice((1, 2, 2, 2, 2, 2, 3, 4))
        return "".join(random.choices(self._characters, cum_weights=self._weights, k=count))
