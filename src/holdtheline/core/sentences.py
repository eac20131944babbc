"""Put words together into sentences."""

from __future__ import annotations

from collections.abc import Sequence


def capitalize_first(text: str) -> str:
    """Capitalize the first letter and keep the others: names have capitals too."""
    return text[:1].upper() + text[1:]


def join_words(words: Sequence[str]) -> str:
    """Return `Oda, Hask and Pim`, or `nobody` for no words."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nobody"
