-- Adjustments of the ranking, which are canonical; and the terms of passages, which are derived.

-- ── canonical ────────────────────────────────────────────────────────────────────────────────

-- How much a document counts, whatever is asked. One row a provenance: what a user said stands before what an
-- agent observed. A target has no foreign key (it is a page or a source), and neither is ever deleted.
CREATE TABLE document_weight (
    target_type  TEXT    NOT NULL CHECK (target_type IN ('page', 'source')),
    target_id    INTEGER NOT NULL,
    provenance   TEXT    NOT NULL CHECK (provenance IN ('user-provided', 'agent-observed')),
    weight       INTEGER NOT NULL CHECK (weight IN (-2, -1, 1, 2)),
    reason       TEXT    NOT NULL CHECK (length(reason) BETWEEN 1 AND 512),
    operation_id INTEGER NOT NULL REFERENCES operation (id),
    updated_at   TEXT    NOT NULL,
    PRIMARY KEY (target_type, target_id, provenance)
);

-- Whether a document answers one query. The query is known by its fingerprint; its text is stored nowhere.
CREATE TABLE query_feedback (
    target_type  TEXT    NOT NULL CHECK (target_type IN ('page', 'source')),
    target_id    INTEGER NOT NULL,
    fingerprint  TEXT    NOT NULL,
    provenance   TEXT    NOT NULL CHECK (provenance IN ('user-provided', 'agent-observed')),
    signal       TEXT    NOT NULL CHECK (signal IN ('relevant', 'irrelevant')),
    tokenizer    TEXT    NOT NULL,  -- name and version that the fingerprint was made with
    reason       TEXT    NOT NULL CHECK (length(reason) BETWEEN 1 AND 512),
    operation_id INTEGER NOT NULL REFERENCES operation (id),
    updated_at   TEXT    NOT NULL,
    PRIMARY KEY (target_type, target_id, fingerprint, provenance)
);

-- ── derived ──────────────────────────────────────────────────────────────────────────────────

CREATE VIRTUAL TABLE passage_vocab USING fts5vocab (passage_fts, row);
