"""What the cases share: short ways to write pages and to ask for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lwc import Wiki

Put = Callable[..., None]
Found = Callable[..., list[str]]


@pytest.fixture
def put(wiki: Wiki) -> Put:
    """Write pages: `put(slug=body, …)`; the title says nothing, so that only the body can be found."""

    def call(**bodies: str) -> None:
        for slug, body in bodies.items():
            wiki.pages.put(slug, title=f"Untitled {len(slug)}", body=body)

    return call


@pytest.fixture
def found(wiki: Wiki) -> Found:
    """The identifiers that a search finds, best first."""

    def call(query: str, **options: Any) -> list[str]:
        return [hit.identifier for hit in wiki.search(query, **options).results]

    return call
