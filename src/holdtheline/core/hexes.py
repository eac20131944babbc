"""Hex grids: neighbours, distance, and what lies between two hexes.

Rows are counted from the top; odd rows are shifted half a hex to the right. A hex is one number,
`row * width + column`; OFF_MAP means no hex. For geometry a hex has axial coordinates: `q` to the right along its
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


# Hexes and hexsides between two hexes


class Crossing(NamedTuple):
    """A hex that a straight line from centre to centre crosses, or a hexside that it runs along.

    The coordinates are relative to the first hex of the line. For a hexside they are the hexes on both sides of it; for
    a hex both pairs are the same.
    """

    q: int
    r: int
    other_q: int
    other_r: int


@cache
def line_crossings(q: int, r: int) -> tuple[Crossing, ...]:
    """Return the crossings of the line to the hex at this offset, in order, without its first and last hex."""
    length = max(abs(q), abs(r), abs(q + r))
    candidates = [(a, b) for a in range(-length, length + 1) for b in range(-length, length + 1)]
    inside: list[tuple[Fraction, tuple[int, int]]] = []
    beside: list[tuple[Fraction, tuple[int, int]]] = []
    for hex_ in candidates:
        if hex_ in ((0, 0), (q, r)):
            continue
        found = crossing_midpoint((q, r), hex_)
        if found is not None:
            middle, is_inside = found
            (inside if is_inside else beside).append((middle, hex_))
    beside.sort()
    crossings = [(middle, Crossing(*hex_, *hex_)) for middle, hex_ in inside]
    crossings += [
        (middle, Crossing(*left, *right))
        for index, (middle, left) in enumerate(beside)
        for other_middle, right in beside[index + 1 :]
        if other_middle == middle
    ]
    return tuple(crossing for _, crossing in sorted(crossings))


def crossing_midpoint(end: tuple[int, int], hex_: tuple[int, int]) -> tuple[Fraction, bool] | None:
    """Return the middle of the part of the line from the origin to `end` that crosses a hex, and whether it is inside.

    The middle is a fraction of the line. A line that is not inside runs along a hexside. Return None if the line misses
    the hex, or only touches a corner. In cube coordinates a hex is the intersection of three strips, and the line is
    inside each of them for an interval.
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

    max_distance: int
    offsets: Words  # where the crossings of a line start in `hexes`, by `crossing_index`; the next entry ends them
    hexes: Words  # four numbers for each `Crossing`


def build_crossing_lookup(max_distance: int) -> CrossingLookup:
    offsets, hexes = [0], []
    for q in range(-max_distance, max_distance + 1):
        for r in range(-max_distance, max_distance + 1):
            near = max(abs(q), abs(r), abs(q + r)) <= max_distance
            hexes += [number for crossing in (line_crossings(q, r) if near else ()) for number in crossing]
            offsets.append(len(hexes))
    return CrossingLookup(max_distance, np.array(offsets), np.array(hexes))


@kernel
def crossing_index(q: int, r: int, max_distance: int) -> int:
    """Return the index of a line in `CrossingLookup.offsets`."""
    return (q + max_distance) * (2 * max_distance + 1) + r + max_distance
