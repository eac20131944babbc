"""Points, hulls and their shifts, for the tests of the plane."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import shapely
from hypothesis import strategies as st

Point = tuple[int, int]
TABLE = 24_000
FURTHEST = 38_000
"""The greatest difference of coordinates, and the greatest length, that the module supports."""
TOLERANCE = 1e-6
"""Thousandths of an inch. Shapely cannot decide a distance that is nearer to the limit than this."""
SQUARE = ([1000, 3000, 3000, 1000], [1000, 1000, 3000, 3000])
coordinate = st.integers(0, TABLE)
point = st.tuples(coordinate, coordinate)
small = st.tuples(st.integers(0, 12), st.integers(0, 12))
near_or_far = st.one_of(small, point)
"""Small numbers make right angles, contacts and collinear points frequent."""
PENTAGON = [(0, 0), (10, 0), (13, 9), (5, 15), (-3, 9)]


# Nearer, by fractions, which are exact where shapely is not


def square_to_segment(p: Point, a: Point, b: Point) -> Fraction:
    """Return the square of a distance."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    part = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, whole) if whole else Fraction(0)
    part = min(max(part, Fraction(0)), Fraction(1))
    return (p[0] - a[0] - part * dx) ** 2 + (p[1] - a[1] - part * dy) ** 2


# The same, moved, turned and from the other end


def turned(at: Point) -> Point:
    """Turn a point by 90 degrees, counter-clockwise."""
    return -at[1], at[0]


shifts = st.tuples(st.integers(-7000, 7000), st.integers(-7000, 7000))
limits = st.one_of(st.integers(1, 12), st.integers(1, 12_000))
ends = st.tuples(near_or_far, near_or_far)
shapes = st.one_of(
    near_or_far.map(lambda at: [at]),
    ends.filter(lambda both: both[0] != both[1]).map(list),
    st.sampled_from([[(3, 3), (9, 4), (5, 8)], PENTAGON, [(2000, 2000), (9000, 1500), (9500, 7000), (4000, 8000)]]),
)


def rows(corners: Sequence[Point]) -> tuple[list[int], list[int], int, int]:
    return [x for x, _ in corners], [y for _, y in corners], 0, len(corners)


def moved(at: Point, shift: Point) -> Point:
    return at[0] + shift[0], at[1] + shift[1]


# Against shapely


def shape_of(corners: Sequence[Point]) -> Any:
    if len(corners) == 1:
        return shapely.Point(corners[0])
    return shapely.LineString(corners) if len(corners) == 2 else shapely.Polygon(corners)
