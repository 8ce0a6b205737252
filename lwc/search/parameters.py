"""What each kind of evidence is worth in a score; docs/decisions/0008 says how the numbers were chosen."""

from collections.abc import Mapping
from typing import NamedTuple

# ── shares of the score ──────────────────────────────────────────────────────────────────────────
# Each part is its share times a measure in 0..1; the greatest shares add up to 1. A name that equals the
# query comes first, always: the least of EXACT is more than all other parts together.

EXACT: Mapping[str, float] = {
    "title": 0.55,
    "slug": 0.55,
    "origin": 0.55,
    "alias": 0.55,
    "asked": 0.53,
    "identifier": 0.51,
}
#: Everything that words, characters and titles say, together.
EVIDENCE = 0.42
#: The most that ties with the first pages can add.
GRAPH = 0.02
#: Between equals, the page that was written from a source comes before the source.
PAGE = 0.01
#: What a sentence has of its passage's score. Spans have no ties, so the shares add up to the same.
PASSAGE = GRAPH
#: What the parts besides `exact` can reach together.
REST = EVIDENCE + GRAPH + PAGE

# ── fusion ───────────────────────────────────────────────────────────────────────────────────────

#: Reciprocal rank fusion's constant: how little first place is worth more than second.
K = 60
#: What each run can give, times K + 1; they sum to K + 1. First place by an exact name is more than first
#: place in all others together.
PRIORS: Mapping[str, float] = {"exact": 32.0, "document": 14.5, "passage": 8.5, "sentence": 6.0}

# ── parts that come from other documents ─────────────────────────────────────────────────────────

#: Ties are with so many of the best pages.
FIRST = 3
#: What a page that only lists others loses, of all that it has besides an exact name.
HUB = 0.5
#: A page is mostly links from so many links, and from this share of its bytes, on.
LINKS = 3
MOSTLY = 0.5
#: The most that a superseded page can have of its successor's score.
HAIR_BELOW = 0.999

# ── parts that users give ────────────────────────────────────────────────────────────────────────

#: What one step of weight moves: a quarter of what a hit could still gain, or of what it has.
STEP = 0.25
#: `relevant` closes so much of the distance to the best that a hit without an exact name can be.
RELEVANT = 0.8
#: `irrelevant` takes so much of the whole score, that of an exact name with it.
IRRELEVANT = 0.8

# ── kinds of evidence beside one another ─────────────────────────────────────────────────────────


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
    #: How well the query fits the title and headings above a passage.
    context: float = 0.15


PARAMETERS = Parameters()
