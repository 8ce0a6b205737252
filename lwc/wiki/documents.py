"""A document (page or source) whose text and spans are read, whatever its type."""

from typing import NamedTuple

from lwc.errors import LwcError
from lwc.model import DocumentType
from lwc.store import passages, revisions, sources
from lwc.store.connection import Database
from lwc.store.passages import StoredPassage
from lwc.text.spanid import SEGMENTER, format_span
from lwc.wiki.stores import OpenStore, Stores, check_index


class DocumentReference(NamedTuple):
    """A document as an answer names it; the identifier is a page's slug or a source's id."""

    type: str
    identifier: str


class SpanView(NamedTuple):
    """A span and its text. Offsets are bytes of the document's text in UTF-8."""

    id: str
    type: str
    document: DocumentReference
    parent: str | None
    ordinal: int
    kind: str
    heading_path: tuple[str, ...]
    byte_start: int
    byte_end: int
    fingerprint: str
    segmenter_version: int
    text: str


class Document(NamedTuple):
    """A document as it is now. `revision` is a page's current one, 0 for a source."""

    store: OpenStore
    type: DocumentType
    id: int
    identifier: str
    fingerprint: str
    revision: int

    @property
    def database(self) -> Database:
        return self.store.database

    def text(self) -> str:
        if self.type == "source":
            return sources.text(self.database, self.id)
        state = revisions.get(self.database, self.id, self.revision)
        return "" if state is None else state.body

    def span_id(self, passage: int, sentence: int | None = None) -> str:
        return format_span(
            self.type, self.identifier, self.fingerprint, passage, sentence, scope=self.store.scope
        )

    def passage(self, ordinal: int) -> StoredPassage:
        """Raises `span_not_found`."""
        found = passages.get(self.database, self.type, self.id, ordinal)
        if found is None:
            raise _no_span(self, f"passage {ordinal}")
        return found

    def passage_text(self, passage: StoredPassage) -> str:
        return passages.text(self.database, self.type, self.id, passage.byte_start, passage.byte_end)

    def passage_view(self, passage: StoredPassage) -> SpanView:
        return self._view(passage, None, passage.byte_start, passage.byte_end, self.passage_text(passage))

    def sentence_views(self, passage: StoredPassage) -> list[SpanView]:
        """The sentences of a passage, in order."""
        from lwc.text.sentences import sentences

        text = self.passage_text(passage)
        views = []
        for ordinal, (start, end) in enumerate(sentences(text, passage.kind)):
            byte_start = passage.byte_start + len(text[:start].encode())
            sentence = text[start:end]
            views.append(
                self._view(passage, ordinal, byte_start, byte_start + len(sentence.encode()), sentence)
            )
        return views

    def span_view(self, passage_ordinal: int, sentence: int | None) -> SpanView:
        """Raises `span_not_found`."""
        passage = self.passage(passage_ordinal)
        if sentence is None:
            return self.passage_view(passage)
        views = self.sentence_views(passage)
        if sentence >= len(views):
            raise _no_span(self, f"sentence {sentence} in passage {passage_ordinal}")
        return views[sentence]

    def _view(
        self, passage: StoredPassage, sentence: int | None, byte_start: int, byte_end: int, text: str
    ) -> SpanView:
        return SpanView(
            id=self.span_id(passage.ordinal, sentence),
            type="passage" if sentence is None else "sentence",
            document=DocumentReference(self.type, self.identifier),
            parent=None if sentence is None else self.span_id(passage.ordinal),
            ordinal=passage.ordinal if sentence is None else sentence,
            kind=passage.kind,
            heading_path=passage.heading_path,
            byte_start=byte_start,
            byte_end=byte_end,
            fingerprint=self.fingerprint,
            segmenter_version=SEGMENTER,
            text=text,
        )


def find_document(stores: Stores, name: str) -> Document:
    """The document that a reference names: `source:12`, or a page's slug, alias or title.

    Raises `page_not_found`, `source_not_found`, `ambiguous_reference`, `index_mismatch`.
    """
    from lwc.wiki import references

    if references.parse(name).type == "source":
        store, source = references.find_source(stores, name)
        document = Document(store, "source", source.id, str(source.id), source.fingerprint, 0)
    else:
        store, page = references.find_page(stores, name)
        document = Document(store, "page", page.id, page.slug, page.fingerprint, page.revision)
    check_index(store)
    return document


def _no_span(document: Document, what: str) -> LwcError:
    return LwcError(
        "span_not_found",
        f"{document.type} {document.identifier} has no {what}.",
        hint="`lwc search` and `lwc span locate` give the ids of spans.",
        details={"document": f"{document.type}:{document.identifier}"},
    )
