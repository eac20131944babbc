"""The decisions of a battle in the oracle's own words, independent of the codes of the engine."""

from __future__ import annotations

from typing import NamedTuple

NOTHING = -1


class Order(NamedTuple):
    """What is done, by which piece, in or to which hex, and with which leader; `NOTHING` for what it does not name."""

    word: str
    piece: int = NOTHING
    hex: int = NOTHING
    leader: int = NOTHING
