"""Cases T: freshness of sources and spans."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lwc.errors import LwcError

if TYPE_CHECKING:
    from lwc import Wiki


def states(wiki: Wiki, *, everything: bool = True) -> dict[int, str]:
    return {source.id: source.status for source in wiki.sources.status(all=everything).sources}


@pytest.fixture
def file(wiki: Wiki, store_dir: Path) -> Path:
    """A tracked file: source 1."""
    path = store_dir / "rules.md"
    path.write_text("Version A\n")
    assert wiki.sources.add(str(path)).source.id == 1
    return path


def test_an_untouched_file_is_fresh(wiki: Wiki, file: Path) -> None:
    """T1"""
    assert states(wiki) == {1: "fresh"}


def test_a_touched_file_is_fresh(wiki: Wiki, file: Path) -> None:
    """T1: no false alarm"""
    os.utime(file, ns=(1, 1))
    assert states(wiki) == {1: "fresh"}
    assert wiki.sources.add(str(file)).changed is False


def test_an_edited_file_is_modified_and_supersedes_when_it_is_added(wiki: Wiki, file: Path) -> None:
    """T1"""
    file.write_text("Version B\n")
    assert states(wiki) == {1: "modified"}
    difference = wiki.sources.diff(1)
    assert (difference.status, difference.added, difference.removed) == ("modified", 1, 1)
    assert "-Version A" in difference.diff
    assert "+Version B" in difference.diff
    added = wiki.sources.add(str(file))
    assert (added.created, added.supersedes, added.source.id) == (True, 1, 2)
    assert states(wiki) == {1: "superseded", 2: "fresh"}
    assert wiki.sources.show(1).text == "Version A\n"


def test_an_edit_that_keeps_size_and_time_is_seen(wiki: Wiki, file: Path) -> None:
    """T1"""
    before = file.stat()
    file.write_text("Version Z\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert states(wiki) == {1: "modified"}


def test_a_deleted_file_is_missing(wiki: Wiki, file: Path) -> None:
    """T1"""
    file.unlink()
    assert states(wiki) == {1: "missing"}
    assert wiki.sources.show(1).text == "Version A\n"
    file.mkdir()
    assert states(wiki) == {1: "missing"}


def test_a_renamed_file_is_missing_and_its_new_place_is_told(wiki: Wiki, file: Path) -> None:
    """T1"""
    moved = file.rename(file.with_name("moved.md"))
    assert states(wiki) == {1: "missing"}
    assert wiki.sources.add(str(moved)).source.id == 2
    (old, new) = wiki.sources.status(all=True).sources
    assert (old.status, old.moved_to) == ("missing", (2,))
    assert (new.status, new.moved_to) == ("fresh", ())


def test_a_reverted_file_is_current_again(wiki: Wiki, file: Path) -> None:
    """T1: A→B→A"""
    file.write_text("Version B\n")
    wiki.sources.add(str(file))
    file.write_text("Version A\n")
    assert states(wiki) == {1: "superseded", 2: "modified"}
    again = wiki.sources.add(str(file))
    assert again.changed
    current = {number: state for number, state in states(wiki).items() if state != "superseded"}
    assert current == {again.source.id: "fresh"}
    assert wiki.sources.show(again.source.id).text == "Version A\n"
    assert wiki.sources.show("rules.md").source.id == again.source.id
    assert wiki.sources.add(str(file)).changed is False


def test_what_came_from_no_file_is_untracked(wiki: Wiki) -> None:
    """T1"""
    wiki.sources.add_bytes(b"From a stream", origin="https://example.org/terms")
    assert states(wiki) == {1: "untracked"}


def test_a_retired_source_raises_no_alarm(wiki: Wiki, file: Path) -> None:
    """T1"""
    wiki.sources.retire(1, "withdrawn")
    file.unlink()
    assert states(wiki, everything=False) == {}


def test_status_on_the_command_line(wiki: Wiki, run: Any, file: Path) -> None:
    """T1"""
    file.write_text("Version B\n")
    answer = run("source", "status").json
    assert (answer["counts"], answer["total"]) == ({"modified": 1}, 1)
    assert run("source", "diff", "1").json["status"] == "modified"


# ── spans ────────────────────────────────────────────────────────────────────────────────────────

BODY = "# Limits\n\nAt most 100 requests a minute.\n\nRetries wait two seconds.\n"


def stale(wiki: Wiki, span: str) -> LwcError:
    with pytest.raises(LwcError) as caught:
        wiki.spans.get(span)
    assert caught.value.code == "stale_span"
    assert caught.value.exit_code == 5
    with pytest.raises(LwcError) as expanded:
        wiki.spans.expand(span)
    assert expanded.value.code == "stale_span"
    return caught.value


def test_a_span_of_an_old_body_is_refused_with_the_current_fingerprint(wiki: Wiki) -> None:
    """T3"""
    first = wiki.pages.put("limits", title="Limits", body=BODY)
    (span,) = wiki.spans.locate("page:limits", "Retries wait two seconds.").spans
    second = wiki.pages.put("limits", body=BODY.replace("100", "200"))
    error = stale(wiki, span.id)
    assert first.page.fingerprint.removeprefix("xxh3:").startswith(error.details["prior_fingerprint"])
    assert error.details["current_fingerprint"] == second.page.fingerprint != first.page.fingerprint
    (candidate,) = error.details["candidates"]
    identifier = candidate if isinstance(candidate, str) else candidate["id"]
    assert wiki.spans.get(identifier).span.text == span.text


def test_a_span_whose_text_is_gone_has_no_candidates(wiki: Wiki) -> None:
    """T3"""
    wiki.pages.put("limits", title="Limits", body=BODY)
    (span,) = wiki.spans.locate("page:limits", "At most 100 requests a minute.").spans
    wiki.pages.put("limits", body=BODY.replace("100", "200"))
    assert stale(wiki, span.id).details["candidates"] in ([], ())


def test_a_span_lives_on_when_only_other_things_of_the_page_change(wiki: Wiki) -> None:
    """T3"""
    wiki.pages.put("limits", title="Limits", body=BODY)
    (span,) = wiki.spans.locate("page:limits", "At most 100 requests a minute.").spans
    wiki.pages.put("limits", title="Other title", tags=["api"], body=BODY)
    wiki.upkeep.reindex()
    assert wiki.spans.get(span.id).span.text == span.text
    wiki.pages.put("limits", body="Quite another body.\n")
    wiki.pages.put("limits", body=BODY)
    assert wiki.spans.get(span.id).span == span


def test_a_stale_span_on_the_command_line(wiki: Wiki, run: Any) -> None:
    """T3"""
    wiki.pages.put("limits", title="Limits", body=BODY)
    hit = run("search", "requests a minute").json["results"][0]
    span = hit["snippet"]["span"]
    assert "100 requests" in run("span", "get", span).json["span"]["text"]
    wiki.pages.put("limits", body=BODY.replace("100", "200"))
    for command in ("get", "expand"):
        done = run("span", command, span)
        assert (done.code, done.error["code"], done.stdout) == (5, "stale_span", "")


def test_a_span_of_a_superseded_source_still_gives_its_own_text(wiki: Wiki, file: Path) -> None:
    """T3: a source is never rewritten"""
    (span,) = wiki.spans.locate("source:1", "Version A").spans
    file.write_text("Version B\n")
    wiki.sources.add(str(file))
    assert wiki.spans.get(span.id).span.text == span.text == "Version A"
