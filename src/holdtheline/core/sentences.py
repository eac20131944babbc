"""Put words together into sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence


def capitalize_first(text: str) -> str:
    """Capitalize the first letter and keep the others: names have capitals too."""
    return text[:1].upper() + text[1:]


def join_words(words: Sequence[str]) -> str:
    """Return `Oda, Hask and Pim`, or `nobody` for no words."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nobody"


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return `1 hex`, `3 hexes` or `no hexes`; `nouns` is the plural if it is not the noun with an s."""
    return f"{count} {noun}" if count == 1 else f"{count or 'no'} {nouns or noun + 's'}"


def signed(number: int) -> str:
    """Return a modifier: `+1`, `−1` or `0`."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def die_sign(face: int) -> str:
    """Return a face of a die as a character, ⚀ to ⚅."""
    return chr(0x2680 + face - 1)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text; initials such as `D. H. Hill` do not end it."""
    return re.split(r"(?<=\w\w[.!?])\s", text.strip(), maxsplit=1)[0]
