"""The words and characters that say little about what a query is after."""

from __future__ import annotations

_ENGLISH = """
a about after all also am an and any are aren't as at be because been before being between both but by
can can't could couldn't did didn't do does doesn't doing don't down during each either for from further
had has hasn't have haven't having he her here hers him his how i i'd i'll i'm i've if in into is isn't
it it's its just let's many me might more most much must my no nor not of off on only onto or other our
ours out over please shall she should shouldn't so some such than that that's the their theirs them then
there there's these they they're this those through to too under until up upon us very was wasn't we
we're were weren't what what's when where where's whether which while who who's whom whose why will with
within without won't would wouldn't you you're your yours
"""
# Stems of listed words that are no listed word themselves, so that a term can be asked about as well.
_STEMS = "ani becaus befor dure onli veri whi pleas"

#: English function and question words, casefolded, and their stems.
ENGLISH = frozenset((_ENGLISH + _STEMS).split())

#: Chinese characters of grammar, in both spellings. They say nothing of Japanese or Korean text.
CHINESE = frozenset(
    "与个为么之也了于什从何個其几到及吗吧呢和哪啊嗎在多对對少就幾從怎或把於是有為的而與被誰谁这這那都麼"
)
