PRAGMA application_id = 1819763505;
PRAGMA user_version = 2;
BEGIN;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE operation (
    id          INTEGER PRIMARY KEY,
    revision    INTEGER NOT NULL,
    action      TEXT    NOT NULL,
    target_type TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    detail      TEXT    NOT NULL,  -- JSON object
    created_at  TEXT    NOT NULL
);
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
CREATE TABLE page_tag (
    page_id  INTEGER NOT NULL REFERENCES page (id),
    position INTEGER NOT NULL,
    tag      TEXT    NOT NULL,
    tag_key  TEXT    NOT NULL,
    PRIMARY KEY (page_id, tag_key)
);
CREATE TABLE page_alias (
    page_id   INTEGER NOT NULL REFERENCES page (id),
    position  INTEGER NOT NULL,
    alias     TEXT    NOT NULL,
    alias_key TEXT    NOT NULL,
    PRIMARY KEY (page_id, alias_key)
);
CREATE TABLE page_asked (
    page_id   INTEGER NOT NULL REFERENCES page (id),
    position  INTEGER NOT NULL,
    asked     TEXT    NOT NULL,
    asked_key TEXT    NOT NULL,
    PRIMARY KEY (page_id, asked_key)
);
CREATE TABLE page_facet (
    page_id INTEGER NOT NULL REFERENCES page (id),
    name    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    PRIMARY KEY (page_id, name, value)
) WITHOUT ROWID;
CREATE TABLE page_supersedes (
    page_id       INTEGER NOT NULL REFERENCES page (id),
    superseded_id INTEGER NOT NULL REFERENCES page (id),
    PRIMARY KEY (page_id, superseded_id)
) WITHOUT ROWID;
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
CREATE TABLE source_facet (
    source_id INTEGER NOT NULL REFERENCES source (id),
    name      TEXT    NOT NULL,
    value     TEXT    NOT NULL,
    PRIMARY KEY (source_id, name, value)
) WITHOUT ROWID;
CREATE TABLE citation (
    page_id   INTEGER NOT NULL REFERENCES page (id),
    position  INTEGER NOT NULL,
    source_id INTEGER NOT NULL REFERENCES source (id),
    span      TEXT    NOT NULL,       -- span id inside the source, or ''
    PRIMARY KEY (page_id, source_id, span)
);
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
CREATE TABLE passage (
    id         INTEGER PRIMARY KEY,
    section_id INTEGER NOT NULL,      -- no foreign key: every section taken out would look through all passages
    kind       TEXT    NOT NULL,
    byte_start INTEGER NOT NULL,      -- in the UTF-8 of the document's text
    byte_end   INTEGER NOT NULL
);
CREATE TABLE section (
    id           INTEGER PRIMARY KEY,
    heading_path TEXT    NOT NULL     -- JSON array, outermost first
);
CREATE TABLE counter (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
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
CREATE VIRTUAL TABLE passage_vocab USING fts5vocab (passage_fts, row);
INSERT INTO "_sqlite_migrations" VALUES (1, 'lwc', '0001_store', '2026-12-01 04:28:23.644252+00:00');
INSERT INTO "_sqlite_migrations" VALUES (2, 'lwc', '0002_weights', '2026-12-01 04:28:23.644722+00:00');
INSERT INTO "meta" VALUES ('created_at', '2025-01-02T03:04:05.678Z');
INSERT INTO "meta" VALUES ('index', 'lwc-1 segmenter-1');
INSERT INTO "meta" VALUES ('revision', '9');
INSERT INTO "operation" VALUES (1, 1, 'store.init', 'store', 'project', '{"index": "lwc-1 segmenter-1"}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (2, 2, 'source.add', 'source', 'limits.md', '{"fingerprint": "xxh3:70679137732b696623b9005411af2e6e", "origin": "limits.md"}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (3, 3, 'source.add', 'source', 'limits.md', '{"fingerprint": "xxh3:636b550f6e92bc8184ea4a175d89f49f", "origin": "limits.md"}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (4, 4, 'page.put', 'page', 'rate-limits', '{"revision": 1, "title": "Rate limits"}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (5, 5, 'page.put', 'page', 'rate-limits', '{"revision": 2, "title": "Rate limits"}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (6, 6, 'page.put', 'page', '连接池', '{"revision": 1, "title": "连接池"}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (7, 7, 'weight.set', 'page', 'rate-limits', '{"provenance": "agent-observed", "reason": "The specification", "weight": 2}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (8, 8, 'weight.set', 'page', 'rate-limits', '{"provenance": "user-provided", "reason": "Being rewritten", "weight": -1}', '2025-01-02T03:04:05.678Z');
INSERT INTO "operation" VALUES (9, 9, 'weight.feedback', 'source', '2', '{"fingerprint": "xxh3:79004e50bc53796bc0cb16102609591a", "provenance": "agent-observed", "reason": "Too short", "signal": "irrelevant"}', '2025-01-02T03:04:05.678Z');
INSERT INTO "page" VALUES (1, 'rate-limits', 'rate-limits', 'Rate limits', 'rate limits', 'note', '', 'source-grounded', 2, '2025-01-02T03:04:05.678Z', '2025-01-02T03:04:05.678Z', NULL);
INSERT INTO "page" VALUES (2, '连接池', '连接池', '连接池', '连接池', 'concept', '', 'agent-observed', 1, '2025-01-02T03:04:05.678Z', '2025-01-02T03:04:05.678Z', NULL);
INSERT INTO "page_revision" VALUES (1, 1, 'Rate limits', 'note', '', 'source-grounded', '{"tags": [], "aliases": [], "asked": [], "facets": [], "citations": [[1, ""]], "supersedes": []}', 'xxh3:af114f80a9705caa445e999cbcde6287', 'xxh3:b0e450caf2a0652769e06265c2907ca6', 4, '2025-01-02T03:04:05.678Z', 'At most 50 requests a minute.
');
INSERT INTO "page_revision" VALUES (1, 2, 'Rate limits', 'note', '', 'source-grounded', '{"tags": ["api"], "aliases": [], "asked": [], "facets": [], "citations": [[2, ""]], "supersedes": []}', 'xxh3:1553476d62dd3af9ee4121f675ed6277', 'xxh3:765f86d4d1070e00af3bbc95f5fcec64', 5, '2025-01-02T03:04:05.678Z', 'At most 100 requests a minute.

See [[连接池]].
');
INSERT INTO "page_revision" VALUES (2, 1, '连接池', 'concept', '', 'agent-observed', '{"tags": [], "aliases": ["pool"], "asked": [], "facets": [], "citations": [], "supersedes": []}', 'xxh3:0ab698cc4941398c4988c7a0ff7b0d98', 'xxh3:5f26820ef0607a1101608b69d31b0078', 6, '2025-01-02T03:04:05.678Z', '连接池的上限是二十。
');
INSERT INTO "page_tag" VALUES (1, 0, 'api', 'api');
INSERT INTO "page_alias" VALUES (2, 0, 'pool', 'pool');
INSERT INTO "source" VALUES (1, 'limits.md', 'limits.md', 'Limits', 'limits', 'utf-8', 17, 'xxh3:70679137732b696623b9005411af2e6e', NULL, NULL, 2, NULL, NULL, 2, '2025-01-02T03:04:05.678Z', 'The limit is 50.
');
INSERT INTO "source" VALUES (2, 'limits.md', 'limits.md', 'Limits', 'limits', 'utf-8', 18, 'xxh3:636b550f6e92bc8184ea4a175d89f49f', NULL, NULL, NULL, NULL, NULL, 3, '2025-01-02T03:04:05.678Z', 'The limit is 100.
');
INSERT INTO "citation" VALUES (1, 0, 2, '');
INSERT INTO "link" VALUES (1, 0, 'wiki', '连接池', '连接池', '', '', 36, 49);
INSERT INTO "passage" VALUES (524288, 524288, 'paragraph', 0, 30);
INSERT INTO "passage" VALUES (524289, 524288, 'paragraph', 32, 50);
INSERT INTO "passage" VALUES (786432, 786432, 'paragraph', 0, 16);
INSERT INTO "passage" VALUES (1048576, 1048576, 'paragraph', 0, 30);
INSERT INTO "passage" VALUES (1310720, 1310720, 'paragraph', 0, 17);
INSERT INTO "section" VALUES (524288, '[]');
INSERT INTO "section" VALUES (786432, '[]');
INSERT INTO "section" VALUES (1048576, '[]');
INSERT INTO "section" VALUES (1310720, '[]');
INSERT INTO "counter" VALUES ('page', 2);
INSERT INTO "counter" VALUES ('passage', 5);
INSERT INTO "counter" VALUES ('source', 2);
DELETE FROM "page_fts_data";
INSERT INTO "page_fts_data" VALUES (1, X'0213050100060000');
INSERT INTO "page_fts_data" VALUES (10, X'000000000103030003010101020101030101');
INSERT INTO "page_fts_data" VALUES (137438953473, X'0000005F0330353001020401016101020602017401020201056C696D6974010C01010301040401056D696E757401020702036F7374010203010472617465010C01010201040305072D6C696D69747301060104020206657175657374010205040706060F0A080E0E');
INSERT INTO "page_fts_data" VALUES (274877906945, X'0000008B043031303001020401023530010101016101030602017401030201056C696D6974010D01010301040401056D696E757401030702036F7374010303010472617465010D01010201040305072D6C696D6974730107010402020665717565737401030501037365650102080106E68EA5E6B1A001020A0202B1A001020B0106E8BF9EE68EA501020904080606060F0A080E0E0B080B07');
INSERT INTO "page_fts_data" VALUES (412316860417, X'000000820530706F6F6C02060102020106E4B88AE999900202060205BA8CE58D810202090103E58D8102020A0106E68EA5E6B1A0020E03010103010403020598AFE4BA8C0202080202B1A0020C0101040104040403E79A840202040106E79A84E4B88A0202050106E8BF9EE68EA5020E020101020104020106E99990E698AF020207040B0B0A08110A0C080B11');
DELETE FROM "page_fts_idx";
INSERT INTO "page_fts_idx" VALUES (1, X'', 2);
INSERT INTO "page_fts_idx" VALUES (2, X'', 2);
INSERT INTO "page_fts_idx" VALUES (3, X'', 2);
DELETE FROM "page_fts_docsize";
INSERT INTO "page_fts_docsize" VALUES (1, X'0A020000030000');
INSERT INTO "page_fts_docsize" VALUES (2, X'09030100030000');
DELETE FROM "page_fts_config";
INSERT INTO "page_fts_config" VALUES ('version', 4);
DELETE FROM "source_fts_data";
INSERT INTO "source_fts_data" VALUES (1, X'02080206');
INSERT INTO "source_fts_data" VALUES (10, X'000000000102020002010101020101');
INSERT INTO "source_fts_data" VALUES (137438953473, X'0000003E033035300102050102697301020401056C696D6974010E030101020102030604732E6D64010601020201026D6401060102040103746865010202040707100B09');
INSERT INTO "source_fts_data" VALUES (274877906945, X'0000003F04303130300202050102697302020401056C696D6974020E030101020102030604732E6D64020601020201026D6402060102040103746865020202040807100B09');
DELETE FROM "source_fts_idx";
INSERT INTO "source_fts_idx" VALUES (1, X'', 2);
INSERT INTO "source_fts_idx" VALUES (2, X'', 2);
DELETE FROM "source_fts_docsize";
INSERT INTO "source_fts_docsize" VALUES (1, X'040103');
INSERT INTO "source_fts_docsize" VALUES (2, X'040103');
DELETE FROM "source_fts_config";
INSERT INTO "source_fts_config" VALUES ('version', 4);
DELETE FROM "passage_fts_data";
INSERT INTO "passage_fts_data" VALUES (1, X'051B');
INSERT INTO "passage_fts_data" VALUES (10, X'000000000105050005010101020101030101040101050101');
INSERT INTO "passage_fts_data" VALUES (137438953473, X'0000002C03303530B08000020501026973B08000020401056C696D6974B0800002030103746865B0800002020409090C');
INSERT INTO "passage_fts_data" VALUES (274877906945, X'0000002D0430313030D08000020501026973D08000020401056C696D6974D0800002030103746865D080000202040A090C');
INSERT INTO "passage_fts_data" VALUES (412316860417, X'0000004103303530A080000204010161A080000206020174A08000020201056D696E7574A08000020702036F7374A080000203010772657175657374A080000205040908080C0A');
INSERT INTO "passage_fts_data" VALUES (549755813889, X'000000770430313030A08000020401023530A0800001010161A080000306020174A08000030201056D696E7574A08000030702036F7374A080000303010772657175657374A0800003050103736565A0800102020106E68EA5E6B1A0A0800102040202B1A0A0800102050106E8BF9EE68EA5A080010203040A0808080C0A0E0A0D09');
INSERT INTO "passage_fts_data" VALUES (687194767361, X'000000730730E4B88AE99990C0800002060205BA8CE58D81C0800002090103E58D81C08000020A0106E68EA5E6B1A0C080000203020598AFE4BA8CC0800002080205B1A0E79A84C0800002040106E79A84E4B88AC0800002050106E8BF9EE68EA5C0800002020106E99990E698AFC080000207040D0C0A0D0C0C0D0D');
DELETE FROM "passage_fts_idx";
INSERT INTO "passage_fts_idx" VALUES (1, X'', 2);
INSERT INTO "passage_fts_idx" VALUES (2, X'', 2);
INSERT INTO "passage_fts_idx" VALUES (3, X'', 2);
INSERT INTO "passage_fts_idx" VALUES (4, X'', 2);
INSERT INTO "passage_fts_idx" VALUES (5, X'', 2);
DELETE FROM "passage_fts_docsize";
INSERT INTO "passage_fts_docsize" VALUES (524288, X'06');
INSERT INTO "passage_fts_docsize" VALUES (524289, X'04');
INSERT INTO "passage_fts_docsize" VALUES (786432, X'04');
INSERT INTO "passage_fts_docsize" VALUES (1048576, X'09');
INSERT INTO "passage_fts_docsize" VALUES (1310720, X'04');
DELETE FROM "passage_fts_config";
INSERT INTO "passage_fts_config" VALUES ('version', 4);
INSERT INTO "document_weight" VALUES ('page', 1, 'agent-observed', 2, 'The specification', 7, '2025-01-02T03:04:05.678Z');
INSERT INTO "document_weight" VALUES ('page', 1, 'user-provided', -1, 'Being rewritten', 8, '2025-01-02T03:04:05.678Z');
INSERT INTO "query_feedback" VALUES ('source', 2, 'xxh3:79004e50bc53796bc0cb16102609591a', 'agent-observed', 'irrelevant', 'lwc-1', 'Too short', 9, '2025-01-02T03:04:05.678Z');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX operation_by_target ON operation (target_type, target);
CREATE INDEX page_by_title ON page (title_key);
CREATE INDEX page_by_kind ON page (kind);
CREATE INDEX page_by_update ON page (updated_at);
CREATE INDEX page_tag_by_tag ON page_tag (tag_key, page_id);
CREATE INDEX page_alias_by_alias ON page_alias (alias_key, page_id);
CREATE INDEX page_asked_by_asked ON page_asked (asked_key, page_id);
CREATE INDEX page_facet_by_value ON page_facet (name, value, page_id);
CREATE INDEX page_supersedes_by_superseded ON page_supersedes (superseded_id, page_id);
CREATE INDEX source_by_origin ON source (origin_key, id);
CREATE INDEX source_by_title ON source (title_key);
CREATE INDEX source_by_fingerprint ON source (fingerprint);
CREATE INDEX source_facet_by_value ON source_facet (name, value, source_id);
CREATE INDEX citation_by_source ON citation (source_id, page_id);
CREATE VIEW page_name AS
SELECT slug_key AS key, 1 AS priority, 'slug' AS via, id AS page_id FROM page WHERE removed_at IS NULL
UNION ALL
SELECT alias_key, 2, 'alias', page_id FROM page_alias
UNION ALL
SELECT title_key, 3, 'title', id FROM page WHERE removed_at IS NULL;
CREATE INDEX link_by_target ON link (target_key, page_id);
COMMIT;
