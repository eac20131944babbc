"""Hexes in rows: neighbours, distance, rings, lines, and what lies between two of them.

Rows are counted from the top; those with odd numbers lie half a hex to the right. A hex is one number,
`row * width + column`, and NOWHERE is off the map. Where geometry is needed a hex has two coordinates: `q` to
the right along its row, `r` downwards; the third of a cube, `s = -q - r`, follows from them.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from .kernel import kernel

NOWHERE = -1
DIRECTIONS = 6
EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(DIRECTIONS)
STEP_Q = np.array([1, 1, 0, -1, -1, 0])
STEP_R = np.array([0, -1, -1, 0, 1, 1])
"""One hex in each direction."""


def q_of(hex_: Any, width: Any) -> Any:
    return hex_ % width - hex_ // width // 2


def r_of(hex_: Any, width: Any) -> Any:
    return hex_ // width


@kernel
def hex_at(q: Any, r: Any, width: Any, height: Any) -> Any:
    """The hex with these coordinates, or NOWHERE."""
    column = q + r // 2
    if r < 0 or r >= height or column < 0 or column >= width:
        return NOWHERE
    return r * width + column


def distance(a: Any, b: Any, width: Any) -> Any:
    """In steps from hex to hex."""
    q, r = q_of(a, width) - q_of(b, width), r_of(a, width) - r_of(b, width)
    return max(abs(q), abs(r), abs(q + r))


def neighbour(hex_: Any, direction: Any, width: Any, height: Any) -> Any:
    """The next hex in a direction, or NOWHERE."""
    q, r = q_of(hex_, width) + STEP_Q[direction], r_of(hex_, width) + STEP_R[direction]
    return hex_at(q, r, width, height)


def on_ring(hex_: Any, radius: Any, place: Any, width: Any, height: Any) -> Any:
    """One of the `6 * radius` hexes at this distance, from the one in the east on, against the clock."""
    side, along = place // radius, place % radius
    onward = (side + 2) % DIRECTIONS
    q = q_of(hex_, width) + STEP_Q[side] * radius + STEP_Q[onward] * along
    r = r_of(hex_, width) + STEP_R[side] * radius + STEP_R[onward] * along
    return hex_at(q, r, width, height)


def on_line(a: Any, b: Any, step: Any, width: Any, height: Any) -> Any:
    """The hex that is nearest to the straight line after so many of its `distance(a, b)` steps.

    Where two are as near, the line there and the line back go through the same one. It may lie off the map.
    """
    low, high = min(a, b), max(a, b)
    length = distance(low, high, width)
    if length == 0:
        return a
    done = step if a == low else length - step
    left = length - done
    # Six times the coordinates, a hair off the middle, so that no two hexes are as near.
    q = SCALE * (q_of(low, width) * left + q_of(high, width) * done) + 1
    r = SCALE * (r_of(low, width) * left + r_of(high, width) * done) + 2
    s = -q - r
    unit = SCALE * length
    near_q, near_r, near_s = rounded(q, unit), rounded(r, unit), rounded(s, unit)
    off_q, off_r, off_s = abs(near_q * unit - q), abs(near_r * unit - r), abs(near_s * unit - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return hex_at(near_q, near_r, width, height)


SCALE = 1000


def rounded(number: Any, unit: Any) -> Any:
    return (2 * number + unit) // (2 * unit)


# What lies between two hexes


class Passed(NamedTuple):
    """What a straight line from centre to centre passes: a hex, or a side with a hex on each hand.

    Each is told by its distance from the hex where the line begins, in q and r. For a hex both are the same.
    """

    q: int
    r: int
    other_q: int
    other_r: int


@cache
def passed(q: int, r: int) -> tuple[Passed, ...]:
    """What the line to the hex at this distance passes, in its order, without the hexes at its ends."""
    length = max(abs(q), abs(r), abs(q + r))
    around = [(a, b) for a in range(-length, length + 1) for b in range(-length, length + 1)]
    inside: list[tuple[Fraction, tuple[int, int]]] = []
    beside: list[tuple[Fraction, tuple[int, int]]] = []
    for hex_ in around:
        if hex_ in ((0, 0), (q, r)):
            continue
        when = time_in((q, r), hex_)
        if when is not None:
            (inside if when[1] else beside).append((when[0], hex_))
    told = [(time, Passed(*hex_, *hex_)) for time, hex_ in inside]
    told += [
        (time, Passed(*one, *other))
        for at, (time, one) in enumerate(sorted(beside))
        for later, other in sorted(beside)[at + 1 :]
        if later == time
    ]
    return tuple(what for _, what in sorted(told))


def time_in(end: tuple[int, int], hex_: tuple[int, int]) -> tuple[Fraction, bool] | None:
    """When the line from the middle to `end` is half way through a hex, and whether it is inside then.

    Not inside: it runs along one of its sides. None: it does not touch the hex, or only a corner of it. In
    coordinates of a cube a hex is where no two of the three differ from its own by more than 1, each from
    each: three strips. The line is inside one of them for a span of time.
    """
    ends = (end[0], end[1], -end[0] - end[1])
    middle = (hex_[0], hex_[1], -hex_[0] - hex_[1])
    first, last, inside = Fraction(0), Fraction(1), True
    for one, other in ((0, 1), (1, 2), (2, 0)):
        slope, start = ends[one] - ends[other], middle[other] - middle[one]
        if slope == 0:
            if abs(start) > 1:
                return None
            inside = inside and abs(start) < 1
            continue
        low, high = sorted((Fraction(-1 - start, slope), Fraction(1 - start, slope)))
        first, last = max(first, low), min(last, high)
    return ((first + last) / 2, inside) if first < last else None


class Lines(NamedTuple):
    """`passed` as lists for kernels, for all hexes up to some distance."""

    reach: int
    first: Any
    """Where the passed of a hex begin; `place_of` finds it, and the next place ends them."""
    hexes: Any
    """Four numbers each, as in `Passed`."""


def lines_within(reach: int) -> Lines:
    first, hexes = [0], []
    for q in range(-reach, reach + 1):
        for r in range(-reach, reach + 1):
            near = max(abs(q), abs(r), abs(q + r)) <= reach
            hexes += [number for one in (passed(q, r) if near else ()) for number in one]
            first.append(len(hexes))
    return Lines(reach, np.array(first), np.array(hexes))


@kernel
def place_of(q: Any, r: Any, reach: Any) -> Any:
    """The place of a distance in `Lines.first`."""
    return (q + reach) * (2 * reach + 1) + r + reach
