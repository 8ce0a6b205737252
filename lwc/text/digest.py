"""Fingerprints of content: a digest that names its algorithm."""

from __future__ import annotations

from xxhash import xxh3_128_hexdigest


def fingerprint(data: bytes) -> str:
    """The fingerprint of raw bytes: `xxh3:` and the 128-bit XXH3 digest as 32 hexadecimal digits."""
    return "xxh3:" + xxh3_128_hexdigest(data)
