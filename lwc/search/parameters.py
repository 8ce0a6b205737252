"""What the kinds of evidence weigh beside one another; docs/decisions/0008 says how it was chosen."""

from typing import NamedTuple


class Parameters(NamedTuple):
    """Weights are relative to a term's own, which is 1 times its idf times how often the query says it.

    A weight of 0 switches its part off.
    """

    #: k1 of BM25 is `k1_short` for the shortest texts, and grows by `k1_growth` up to an average of
    #: `k1_length` terms.
    k1_short: float = 0.8
    k1_growth: float = 1.0
    k1_length: float = 200.0
    #: k1 for single characters, of which a text has more than it has words.
    k1_character: float = 0.8
    #: A single CJK character beside its bigrams.
    characters: float = 1.0
    #: The i-th bigram of a Korean word weighs 1/(1 + decay·i): the stem stands first, endings last.
    hangul_decay: float = 3.0
    #: A name that looks like code, spelt exactly, and its parts beside it.
    identifier: float = 2.0
    part_beside_whole: float = 0.5
    #: A word in exactly the form that was typed, beside its stem.
    forms: float = 0.4
    #: Words that begin as a word of the query does.
    beginnings: float = 0.4
    #: The most that stands within a few words of one another; in texts of at least `window_from` terms.
    window: float = 0.2
    window_from: float = 24.0
    #: How well query and title fit each other.
    title: float = 0.3


PARAMETERS = Parameters()
