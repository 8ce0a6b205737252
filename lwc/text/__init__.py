"""Pure functions on strings: normalising, terms, passages, links, digests, budgets."""
