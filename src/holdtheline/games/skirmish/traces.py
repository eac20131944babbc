"""What an event leaves on the table: ways and aims, to be drawn after somebody else has acted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .happened import Happened
from .names import thing_id

INCH = 1000
WAYS = {Happened.MOVED: "goes", Happened.FLED: "flees", Happened.KNOCKED: "thrown"}
AIMS = {
    Happened.SHOT: "shoots",
    Happened.FOUGHT: "fights",
    Happened.STRUCK_BACK: "fights",
    Happened.FREE_BLOW: "fights",
}
RESULTS = (
    Happened.STRUCK,
    Happened.SAVED,
    Happened.WOUNDED,
    Happened.UNHURT,
    Happened.ROUTED,
    Happened.GRABBED,
    Happened.FELL,
    Happened.DROWNED,
)


def trace(kind: int, numbers: Sequence[int]) -> dict[str, Any] | None:
    """Who did what: a way with its two ends, an aim at somebody, what came of it, or the line of a list."""
    piece, second, third, fourth = (int(number) for number in numbers)
    if kind in WAYS:
        how = "charges" if kind == Happened.MOVED and fourth else WAYS[Happened(kind)]
        return traced(piece, how, way=[place_of(second), place_of(third)])
    if kind in AIMS:
        return traced(piece, AIMS[Happened(kind)], at=thing_id(second))
    if kind in RESULTS:
        return traced(piece, "result")
    return traced(piece, "listed") if kind == Happened.LISTED else None


def traced(
    piece: int, how: str, *, way: list[list[float]] | None = None, at: str | None = None
) -> dict[str, Any]:
    return {"who": thing_id(piece), "how": how, "way": way, "at": at}


def place_of(spot: int) -> list[float]:
    """Of a place in one number, as events have it."""
    return [(spot >> 16) / INCH, (spot & 65535) / INCH]
