"""What one document has of a query, as the index knows it, and which pages stand before it."""

from __future__ import annotations

from lwc.model import Filters, Query
from lwc.search.reasons import Holding
from lwc.store import candidates, fields, match, sources
from lwc.wiki.retrieval import DocumentKey, Retrieval
from lwc.wiki.stores import OpenStore

#: For each term of a query the fields in which a document has it.
TermFields = list[tuple[str, ...]]


def term_fields(store: OpenStore, key: DocumentKey, query: Query) -> TermFields:
    """In the query's order; names come before the body."""
    _, type, id = key
    return fields.holding(store.database, type, id, [match.one(term) for term in query.terms])


def holding(store: OpenStore, key: DocumentKey, retrieval: Retrieval, held: TermFields) -> Holding:
    """What the document has of that which decides whether it is found."""
    query = retrieval.query
    selecting = set(retrieval.selecting)
    found = [term for term, places in zip(query.terms, held, strict=True) if places]
    return Holding(
        selecting=any(term in selecting for term in found),
        characters=any(term.kind == "single" for term in found),
        excluded=tuple(phrase for phrase in query.excluded if _has(store, key, query, phrase)),
        phrases=tuple(phrase for phrase in query.phrases if not _has(store, key, query, phrase)),
    )


def pages_before(
    store: OpenStore, key: DocumentKey, retrieval: Retrieval, filters: Filters
) -> tuple[str, ...]:
    """The slugs of the pages of kind `source` that summarise the source and match the query too."""
    _, _, id = key
    pairs = sources.summary_pages(store.database, [id])
    expression = match.expression(retrieval.query, retrieval.selecting)
    page_ids = [page_id for _, page_id, _ in pairs]
    matching = candidates.matching_pages(store.database, expression, filters, page_ids)
    return tuple(dict.fromkeys(slug for _, page_id, slug in pairs if page_id in matching))


def _has(store: OpenStore, key: DocumentKey, query: Query, phrase: tuple[str, ...]) -> bool:
    _, type, id = key
    alone = match.expression(query._replace(terms=(), phrases=(phrase,), excluded=()), ())
    return fields.matches(store.database, type, id, alone)
