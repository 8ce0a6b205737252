-- The first schema: canonical tables, then what is derived from them.

-- ── canonical ────────────────────────────────────────────────────────────────────────────────

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- The log. `revision` is the store's revision after the operation.
CREATE TABLE operation (
    id          INTEGER PRIMARY KEY,
    revision    INTEGER NOT NULL,
    action      TEXT    NOT NULL,
    target_type TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    detail      TEXT    NOT NULL,  -- JSON object
    created_at  TEXT    NOT NULL
);
CREATE INDEX operation_by_target ON operation (target_type, target);

-- A page as it stands. A removed page keeps its row and its revisions, and leaves the index.
CREATE TABLE page (
    id         INTEGER PRIMARY KEY,
    slug       TEXT    NOT NULL,
    slug_key   TEXT    NOT NULL UNIQUE,  -- NFC and case folding of the slug
    title      TEXT    NOT NULL,
    title_key  TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    summary    TEXT    NOT NULL,
    provenance TEXT    NOT NULL,
    revision   INTEGER NOT NULL,         -- number of the current page_revision
    created_at TEXT    NOT NULL,
    updated_at TEXT    NOT NULL,
    removed_at TEXT
);
CREATE INDEX page_by_title ON page (title_key);
CREATE INDEX page_by_kind ON page (kind);
CREATE INDEX page_by_update ON page (updated_at);

-- Every state a page ever had. `attributes` holds tags, aliases, asked, facets, citations, supersedes as JSON.
CREATE TABLE page_revision (
    page_id      INTEGER NOT NULL REFERENCES page (id),
    number       INTEGER NOT NULL,
    title        TEXT    NOT NULL,
    kind         TEXT    NOT NULL,
    summary      TEXT    NOT NULL,
    provenance   TEXT    NOT NULL,
    attributes   TEXT    NOT NULL,
    fingerprint  TEXT    NOT NULL,       -- of the body
    digest       TEXT    NOT NULL,       -- of everything a writer can set; equal digest, no write
    operation_id INTEGER NOT NULL REFERENCES operation (id),
    created_at   TEXT    NOT NULL,
    body         TEXT    NOT NULL,       -- last: to read what stands behind a long text SQLite reads the text
    PRIMARY KEY (page_id, number)
);

-- The tables of a page's lists have a row id: of one WITHOUT ROWID that has columns besides a composite key,
-- the integrity check of SQLite 3.40 says that there are NULLs where there are none.
CREATE TABLE page_tag (
    page_id  INTEGER NOT NULL REFERENCES page (id),
    position INTEGER NOT NULL,
    tag      TEXT    NOT NULL,
    tag_key  TEXT    NOT NULL,
    PRIMARY KEY (page_id, tag_key)
);
CREATE INDEX page_tag_by_tag ON page_tag (tag_key, page_id);

CREATE TABLE page_alias (
    page_id   INTEGER NOT NULL REFERENCES page (id),
    position  INTEGER NOT NULL,
    alias     TEXT    NOT NULL,
    alias_key TEXT    NOT NULL,
    PRIMARY KEY (page_id, alias_key)
);
CREATE INDEX page_alias_by_alias ON page_alias (alias_key, page_id);

CREATE TABLE page_asked (
    page_id   INTEGER NOT NULL REFERENCES page (id),
    position  INTEGER NOT NULL,
    asked     TEXT    NOT NULL,
    asked_key TEXT    NOT NULL,
    PRIMARY KEY (page_id, asked_key)
);
CREATE INDEX page_asked_by_asked ON page_asked (asked_key, page_id);

CREATE TABLE page_facet (
    page_id INTEGER NOT NULL REFERENCES page (id),
    name    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    PRIMARY KEY (page_id, name, value)
) WITHOUT ROWID;
CREATE INDEX page_facet_by_value ON page_facet (name, value, page_id);

CREATE TABLE page_supersedes (
    page_id       INTEGER NOT NULL REFERENCES page (id),
    superseded_id INTEGER NOT NULL REFERENCES page (id),
    PRIMARY KEY (page_id, superseded_id)
) WITHOUT ROWID;
CREATE INDEX page_supersedes_by_superseded ON page_supersedes (superseded_id, page_id);

-- Immutable content. Sources of one origin are one lineage; the newest that is not retired is current.
CREATE TABLE source (
    id             INTEGER PRIMARY KEY,
    origin         TEXT    NOT NULL,  -- path below the root, URL, or stdin:<digits of the fingerprint>
    origin_key     TEXT    NOT NULL,  -- NFC of the origin
    title          TEXT    NOT NULL,
    title_key      TEXT    NOT NULL,
    encoding       TEXT    NOT NULL,  -- how the raw bytes were read
    bytes          INTEGER NOT NULL,  -- of the raw content
    fingerprint    TEXT    NOT NULL,  -- of the raw bytes
    path           TEXT,              -- where the file was, for a source that came from one
    mtime_ns       INTEGER,
    superseded_by  INTEGER REFERENCES source (id),
    retired_at     TEXT,
    retired_reason TEXT,
    operation_id   INTEGER NOT NULL REFERENCES operation (id),
    created_at     TEXT    NOT NULL,
    text           TEXT    NOT NULL   -- last, as the body of a page
);
CREATE INDEX source_by_origin ON source (origin_key, id);
CREATE INDEX source_by_title ON source (title_key);
CREATE INDEX source_by_fingerprint ON source (fingerprint);

CREATE TABLE source_facet (
    source_id INTEGER NOT NULL REFERENCES source (id),
    name      TEXT    NOT NULL,
    value     TEXT    NOT NULL,
    PRIMARY KEY (source_id, name, value)
) WITHOUT ROWID;
CREATE INDEX source_facet_by_value ON source_facet (name, value, source_id);

CREATE TABLE citation (
    page_id   INTEGER NOT NULL REFERENCES page (id),
    position  INTEGER NOT NULL,
    source_id INTEGER NOT NULL REFERENCES source (id),
    span      TEXT    NOT NULL,       -- span id inside the source, or ''
    PRIMARY KEY (page_id, source_id, span)
);
CREATE INDEX citation_by_source ON citation (source_id, page_id);

-- ── derived: can be thrown away and rebuilt to the same bytes ──────────────────────────────────

-- What links name: one view of slugs, titles and aliases of the pages that are there.
CREATE VIEW page_name AS
SELECT slug_key AS key, 1 AS priority, 'slug' AS via, id AS page_id FROM page WHERE removed_at IS NULL
UNION ALL
SELECT alias_key, 2, 'alias', page_id FROM page_alias
UNION ALL
SELECT title_key, 3, 'title', id FROM page WHERE removed_at IS NULL;

CREATE TABLE link (
    page_id    INTEGER NOT NULL REFERENCES page (id),
    position   INTEGER NOT NULL,
    form       TEXT    NOT NULL,      -- wiki | embed | markdown
    target     TEXT    NOT NULL,      -- as written
    target_key TEXT    NOT NULL,
    anchor     TEXT    NOT NULL,
    label      TEXT    NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end   INTEGER NOT NULL,
    PRIMARY KEY (page_id, position)
);
CREATE INDEX link_by_target ON link (target_key, page_id);

-- id = (document number × 2 + (0 page | 1 source)) × 2^18 + ordinal: what belongs to a document is a range.
CREATE TABLE passage (
    id         INTEGER PRIMARY KEY,
    section_id INTEGER NOT NULL,      -- no foreign key: every section taken out would look through all passages
    kind       TEXT    NOT NULL,
    byte_start INTEGER NOT NULL,      -- in the UTF-8 of the document's text
    byte_end   INTEGER NOT NULL
);

-- The headings above passages: once for all passages under them, not once a passage.
CREATE TABLE section (
    id           INTEGER PRIMARY KEY,
    heading_path TEXT    NOT NULL     -- JSON array, outermost first
);

-- How many rows each full-text table holds; read by every search.
CREATE TABLE counter (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counter (name, value) VALUES ('page', 0), ('source', 0), ('passage', 0);

-- Text comes as terms joined by single spaces: the tokenizer must split at nothing else. The body comes first:
-- FTS5 marks the column of every position list but the first column's, two bytes a term and document.
CREATE VIRTUAL TABLE page_fts USING fts5 (
    body, title, aliases, asked, path, summary, headings,
    content = '',
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE VIRTUAL TABLE source_fts USING fts5 (
    body, title, path,
    content = '',
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE VIRTUAL TABLE passage_fts USING fts5 (
    body,
    content = '',
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
CREATE VIRTUAL TABLE page_vocab USING fts5vocab (page_fts, row);
CREATE VIRTUAL TABLE source_vocab USING fts5vocab (source_fts, row);
