"""What a query is known by where its text may not be kept: a digest of its terms in their order."""

from __future__ import annotations

import json

from lwc.search import query
from lwc.text import digest
from lwc.text.tokens import TOKENIZER, query_tokens


def fingerprint(text: str) -> str:
    """`xxh3:` and 32 hexadecimal digits, the same for queries that say the same words in the same order.

    Every term counts, stop words too. Case, width and white space make no difference, and neither does
    punctuation that the tokenizer takes for none. A phrase or an exclusion is another query than its words.
    Another tokenizer makes other fingerprints.
    """
    folded = text.casefold()  # before the tokenizer, which reads parts of words (PostgreSQL) from their case
    parsed = query.parse(folded)
    terms = [token.term for token in query_tokens(folded)]
    asked = json.dumps([TOKENIZER, terms, parsed.phrases, parsed.excluded], separators=(",", ":"))
    return digest.fingerprint(asked.encode("ascii"))
