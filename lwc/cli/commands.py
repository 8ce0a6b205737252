"""Which commands there are: the help is written from this table, and no command is loaded to write it."""

from __future__ import annotations

#: Heading → full name of the command → where it is defined, and what it does in one line.
COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "Ask": {
        "context": ("lwc.cli.context:context", "Purpose, schema and the index of pages, before a task."),
        "search": ("lwc.cli.search:search", "Find pages and sources, best first."),
        "why-not": ("lwc.cli.why_not:why_not", "Say why a document is absent or low for a query."),
        "span get": ("lwc.cli.span:get", "Print the exact text of a span."),
        "span expand": ("lwc.cli.span:expand", "Print what stands around a span."),
        "span locate": ("lwc.cli.span:locate", "Find the span that holds a quote."),
    },
    "Pages": {
        "page put": ("lwc.cli.page:put", "Write a page, or change what is named of it."),
        "page show": ("lwc.cli.page:show", "Print a page."),
        "page list": ("lwc.cli.page:list_", "List pages."),
        "page links": ("lwc.cli.page:links", "List the links from and to a page, and the broken ones."),
        "page remove": ("lwc.cli.page:remove", "Take a page out; its revisions are kept."),
    },
    "Sources": {
        "source add": ("lwc.cli.source:add", "Keep files, folders or standard input as sources."),
        "source show": ("lwc.cli.source:show", "Print the text of a source."),
        "source list": ("lwc.cli.source:list_", "List sources."),
        "source refs": ("lwc.cli.source:refs", "List the pages that cite a source."),
        "source status": ("lwc.cli.source:status", "Compare sources with their files."),
        "source diff": ("lwc.cli.source:diff", "Show how a file differs from its source."),
        "source retire": ("lwc.cli.source:retire", "Take a source out of use; its text is kept."),
    },
    "Ranking": {
        "weight set": ("lwc.cli.weight:set_", "Make a document count more or less in every search."),
        "weight list": ("lwc.cli.weight:list_", "List weights and feedback."),
        "weight clear": ("lwc.cli.weight:clear", "Take away a document's weight."),
        "weight feedback": ("lwc.cli.weight:feedback", "Say whether a document answers a query."),
        "weight feedback-clear": ("lwc.cli.weight:feedback_clear", "Take away feedback on a document."),
    },
    "Charter": {
        "purpose show": ("lwc.cli.charter:purpose_show", "Print what the wiki is for."),
        "purpose set": ("lwc.cli.charter:purpose_set", "Say what the wiki is for."),
        "schema show": ("lwc.cli.charter:schema_show", "Print the rules for its pages."),
        "schema set": ("lwc.cli.charter:schema_set", "Set the rules for its pages."),
    },
    "Store": {
        "init": ("lwc.cli.store:init", "Create the store of this project."),
        "where": ("lwc.cli.store:where", "Say which stores are used, and why."),
        "log": ("lwc.cli.store:log", "List what was written, newest first."),
        "stats": ("lwc.cli.store:stats", "Count what the store holds."),
        "tokens": ("lwc.cli.store:tokens", "Show the terms of a text."),
        "migrate": ("lwc.cli.store:migrate", "Bring the store up to this version."),
        "reindex": ("lwc.cli.store:reindex", "Rebuild the index from the text."),
    },
}

#: Commands that hold commands.
GROUPS: dict[str, str] = {
    "span": "Exact text with its place.",
    "page": "What the wiki knows, kept up to date.",
    "source": "What it knows it from, kept as it was.",
    "weight": "What is known to rank too low or too high.",
    "purpose": "What the wiki is for.",
    "schema": "The rules for its pages.",
}


def targets() -> dict[str, str]:
    """Full name → where the command is defined."""
    return {name: target for section in COMMANDS.values() for name, (target, _) in section.items()}
