"""Pure functions from a query and candidates to ranked, explained and judged results."""
