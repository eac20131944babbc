"""Hex grids: neighbours, distance, and what lies between two hexes.

Rows are counted from the top; odd rows are shifted half a hex to the right. A hex is one number,
`row * width + column`; OFF_MAP is no hex. For geometry a hex has axial coordinates: `q` to the right along its
row, `r` downwards; the third cube coordinate is `s = -q - r`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

from .kernel.compiler import kernel
from .state_record import Words

OFF_MAP = -1
DIRECTIONS = 6
EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(DIRECTIONS)
STEP_Q = np.array([1, 1, 0, -1, -1, 0])
STEP_R = np.array([0, -1, -1, 0, 1, 1])
"""The step to the next hex in each direction."""


def hex_q(hex_: int, width: int) -> int:
    return hex_ % width - hex_ // width // 2


def hex_r(hex_: int, width: int) -> int:
    return hex_ // width


@kernel
def hex_at(q: int, r: int, width: int, height: int) -> int:
    """Return the hex with these coordinates, or OFF_MAP."""
    column = q + r // 2
    if r < 0 or r >= height or column < 0 or column >= width:
        return OFF_MAP
    return r * width + column


def hex_distance(a: int, b: int, width: int) -> int:
    """Return the distance in steps from hex to hex."""
    q, r = hex_q(a, width) - hex_q(b, width), hex_r(a, width) - hex_r(b, width)
    return max(abs(q), abs(r), abs(q + r))


def neighbour(hex_: int, direction: int, width: int, height: int) -> int:
    """Return the next hex in a direction, or OFF_MAP."""
    q, r = hex_q(hex_, width) + STEP_Q[direction], hex_r(hex_, width) + STEP_R[direction]
    return hex_at(q, r, width, height)


# Hexes and sides between two hexes


class Crossing(NamedTuple):
    """A hex that a straight line from centre to centre crosses, or a side that it runs along, between two hexes.

    The coordinates are relative to the first hex of the line. For a hex both pairs are the same.
    """

    q: int
    r: int
    other_q: int
    other_r: int


@cache
def line_crossings(q: int, r: int) -> tuple[Crossing, ...]:
    """Return the crossings of the line to the hex at this distance, in order, without its first and last hex."""
    length = max(abs(q), abs(r), abs(q + r))
    around = [(a, b) for a in range(-length, length + 1) for b in range(-length, length + 1)]
    inside: list[tuple[Fraction, tuple[int, int]]] = []
    beside: list[tuple[Fraction, tuple[int, int]]] = []
    for hex_ in around:
        if hex_ in ((0, 0), (q, r)):
            continue
        found = crossing_time((q, r), hex_)
        if found is not None:
            time, is_inside = found
            (inside if is_inside else beside).append((time, hex_))
    beside.sort()
    crossings = [(time, Crossing(*hex_, *hex_)) for time, hex_ in inside]
    crossings += [
        (time, Crossing(*left, *right))
        for index, (time, left) in enumerate(beside)
        for other_time, right in beside[index + 1 :]
        if other_time == time
    ]
    return tuple(crossing for _, crossing in sorted(crossings))


def crossing_time(end: tuple[int, int], hex_: tuple[int, int]) -> tuple[Fraction, bool] | None:
    """Return when the line from the origin to `end` is half-way through a hex, and whether it is inside then.

    A line that is not inside runs along a side. None: it misses the hex, or only touches a corner. In cube
    coordinates a hex is the intersection of three strips, and the line is inside each of them for a span of time.
    """
    ends = (end[0], end[1], -end[0] - end[1])
    centre = (hex_[0], hex_[1], -hex_[0] - hex_[1])
    first, last, inside = Fraction(0), Fraction(1), True
    for i, j in ((0, 1), (1, 2), (2, 0)):
        slope, start = ends[i] - ends[j], centre[j] - centre[i]
        if slope == 0:
            if abs(start) > 1:
                return None
            inside = inside and abs(start) < 1
            continue
        low, high = sorted((Fraction(-1 - start, slope), Fraction(1 - start, slope)))
        first, last = max(first, low), min(last, high)
    return ((first + last) / 2, inside) if first < last else None


class CrossingLookup(NamedTuple):
    """`line_crossings` as arrays for kernels, for all hexes up to a distance."""

    reach: int
    first: Words  # where the crossings of a line start in `hexes`, by `crossing_index`; the next entry ends them
    hexes: Words  # four numbers for each `Crossing`


def build_crossing_lookup(reach: int) -> CrossingLookup:
    first, hexes = [0], []
    for q in range(-reach, reach + 1):
        for r in range(-reach, reach + 1):
            near = max(abs(q), abs(r), abs(q + r)) <= reach
            hexes += [number for crossing in (line_crossings(q, r) if near else ()) for number in crossing]
            first.append(len(hexes))
    return CrossingLookup(reach, np.array(first), np.array(hexes))


@kernel
def crossing_index(q: int, r: int, reach: int) -> int:
    """Return the index of a line in `CrossingLookup.first`."""
    return (q + reach) * (2 * reach + 1) + r + reach
