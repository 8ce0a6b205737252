"""Fingerprints."""

from __future__ import annotations

from lwc.text.digest import fingerprint


def test_a_fingerprint_names_its_algorithm_and_has_a_known_value() -> None:
    assert fingerprint(b"") == "xxh3:99aa06d3014798d86001c324468d497f"


def test_a_byte_more_is_another_fingerprint() -> None:
    assert fingerprint(b"a\n") != fingerprint(b"a\r\n")
