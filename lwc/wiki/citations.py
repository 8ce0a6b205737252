"""What a page cites: a source, or a span of it, resolved when the page is written."""

from __future__ import annotations

from collections.abc import Iterable

from lwc.errors import LwcError
from lwc.model import SourceRow
from lwc.text import spanid
from lwc.wiki import references
from lwc.wiki.documents import Document
from lwc.wiki.stale import check_fresh
from lwc.wiki.stores import OpenStore


def resolve_citations(store: OpenStore, cited: Iterable[str | int]) -> tuple[tuple[int, str], ...]:
    """(source id, span id or "") of each citation, in order.

    A citation is a source's id or origin, qualified or not, with `#` and a span id for a span of it.
    Raises `source_not_found`, `span_not_found`, `stale_span`, and `invalid_value` for a span of another
    document or a source of another store.
    """
    return tuple(_resolve(store, str(name).removesuffix("#")) for name in cited if str(name).strip())


def _resolve(store: OpenStore, name: str) -> tuple[int, str]:
    whole = _source(store, name)
    if whole is not None:
        return whole.id, ""
    before, _, span = name.rpartition("#")  # an origin may hold a `#`, the id of a source's span holds none
    source = _source(store, before) if before and span else None
    if source is None:
        raise references.source_not_found(before or name)
    return source.id, _checked_span(store, source, span)


def _source(store: OpenStore, name: str) -> SourceRow | None:
    reference = references.parse(name)
    if reference.scope not in (None, store.scope):
        raise LwcError(
            "invalid_value",
            f"{name!r} is in another store; a page cites sources of its own.",
            hint=f"Add the source to the {store.scope} store, then cite it there.",
        )
    return references.source_named(store.database, reference.name)


def _checked_span(store: OpenStore, source: SourceRow, span: str) -> str:
    reference = spanid.parse_span(span)
    if reference.type != "source" or reference.identifier != str(source.id):
        raise LwcError(
            "invalid_value", f"The span {span!r} is not of source {source.id}.", details={"span": span}
        )
    document = Document(store, "source", source.id, str(source.id), source.fingerprint, 0)
    check_fresh(document, reference)
    document.span_view(reference.passage, reference.sentence)
    return spanid.format_span(
        "source", str(source.id), source.fingerprint, reference.passage, reference.sentence
    )
