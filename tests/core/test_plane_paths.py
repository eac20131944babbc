"""Plane geometry: how far a path leads, what it keeps away from, facings and edges."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.core.plane import (
    BOTTOM,
    DIRECTION_LENGTH,
    DIRECTIONS,
    LEFT,
    RIGHT,
    TOP,
    ceil_sqrt,
    edge_distance,
    free_path_past_hull,
    free_path_past_point,
    is_in_front,
    is_nearer,
    move_along,
    move_towards,
    nearest_edge,
    never_approaches,
    point_of_contact,
)

from .plane_shapes import (
    FURTHEST,
    SQUARE,
    TOLERANCE,
    Point,
    near_or_far,
    point,
    rows,
    shape_of,
    shapes,
    square_to_segment,
    turned,
)


def test_a_way_along_a_whole_direction_has_its_whole_length() -> None:
    assert move_along(100, 100, 3, 4, 5000) == (3100, 4100)
    assert move_along(100, 100, -300, 400, 5000) == (-2900, 4100)
    assert move_along(0, 0, 0, -7, 12_000) == (0, -12_000)
    assert move_along(5, 6, 1, 1, 0) == (5, 6)
    assert move_along(0, 0, 1, 1, 1000) == (707, 707)
    assert move_along(0, 0, DIRECTION_LENGTH, 1, 12_000) == (11_999, 0)


any_direction = st.one_of(
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    st.tuples(st.integers(-FURTHEST, FURTHEST), st.integers(-FURTHEST, FURTHEST)),
    st.integers(0, 359).map(lambda degrees: (int(DIRECTIONS[degrees, 0]), int(DIRECTIONS[degrees, 1]))),
).filter(lambda direction: direction != (0, 0))


@given(point, any_direction, st.integers(0, FURTHEST))
def test_a_way_is_never_too_long_and_hardly_too_short(a: Point, direction: Point, distance: int) -> None:
    x, y = move_along(*a, *direction, distance)
    gone = (x - a[0]) ** 2 + (y - a[1]) ** 2
    assert max(distance - 2, 0) ** 2 <= gone <= distance**2
    # The exact end, rounded towards the start, so less than 1 off in x and y.
    whole = direction[0] ** 2 + direction[1] ** 2
    for part, off in ((direction[0], x - a[0]), (direction[1], y - a[1])):
        assert off**2 * whole <= (part * distance) ** 2 < (abs(off) + 1) ** 2 * whole
        assert off * part >= 0
    assert move_along(*turned(a), *turned(direction), distance) == turned((x, y))


@given(point, point, st.integers(0, FURTHEST))
def test_a_way_to_a_point_ends_there_only_if_the_distance_covers_it(a: Point, b: Point, distance: int) -> None:
    at = move_towards(*a, *b, distance)
    if math.dist(a, b) <= distance:
        assert at == b
    else:
        assert at == move_along(*a, b[0] - a[0], b[1] - a[1], distance)
        assert at != b
    assert move_towards(*a, *b, ceil_sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)) == b


def test_touching_is_at_the_limit_by_hand() -> None:
    assert point_of_contact(3, 4, 0, 0, 1000) == (600, 800)
    assert point_of_contact(0, -9000, 0, 0, 1000) == (0, -1000)
    assert point_of_contact(1001, 1001, 1000, 1000, 1000) == (1708, 1708)


@given(near_or_far, near_or_far, st.integers(1, 24_000))
def test_touching_is_never_nearer_than_the_limit_and_hardly_further(a: Point, c: Point, limit: int) -> None:
    if a == c:
        return
    x, y = point_of_contact(*a, *c, limit)
    assert limit**2 <= (x - c[0]) ** 2 + (y - c[1]) ** 2 < (limit + 2) ** 2
    assert not is_nearer(x, y, *c, limit)
    # Less than 2 beside the line from c to a, and on a's side of c.
    aside = (a[0] - c[0]) * (y - c[1]) - (a[1] - c[1]) * (x - c[0])
    assert aside**2 < 4 * ((a[0] - c[0]) ** 2 + (a[1] - c[1]) ** 2)
    assert (a[0] - c[0]) * (x - c[0]) + (a[1] - c[1]) * (y - c[1]) > 0


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0, 0), (9000, 0), 4000),  # straight at it
        ((0, 0), (4000, 0), 4000),  # up to it
        ((0, 0), (3000, 0), 3000),  # not as far
        ((0, 1000), (9000, 1000), 9000),  # past it, touching
        ((0, 600), (9000, 600), 4200),  # 800 before its middle
        ((0, 0), (0, 5000), 5000),  # elsewhere
        ((4000, 0), (9000, 0), 0),  # from contact on
        ((4000, 0), (4000, 3000), 3000),  # from contact aside
        ((4000, 0), (1000, 0), 3000),  # from contact back
        ((4500, 0), (1000, 0), 3500),  # too near, and away
        ((4500, 0), (4500, 2000), 2000),  # too near, and no nearer
        ((4500, 0), (4600, 0), 0),  # too near, and nearer
        ((4500, 0), (9000, 0), 0),  # too near, and nearer before it is further
        ((5000, 0), (9000, 0), 4000),  # from its centre one can only go away
        ((0, 0), (0, 0), 0),
        ((0, 0), (1, 1), 2),  # a length is rounded up, so that it covers the way
    ],
)
def test_how_far_it_is_to_a_point_by_hand(a: Point, b: Point, expected: int) -> None:
    assert free_path_past_point(*a, *b, 5000, 0, 1000) == expected
    assert free_path_past_hull(*a, *b, [5000], [0], 0, 1, 1000) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0, 2000), (9000, 2000), 500),  # against the left side
        ((0, 3500), (9000, 3500), 9000),  # along the top, touching
        ((0, 3400), (9000, 3400), 700),  # against the corner, 300 and 400 from it
        ((2000, 9000), (2000, 0), 5500),  # from above
        ((600, 2000), (0, 2000), 600),  # too near, and away
        ((600, 2000), (600, 5000), 3000),  # too near, and no nearer
        ((600, 2000), (700, 2000), 0),  # too near, and nearer
        ((600, 2000), (601, 9000), 0),  # too near, and a little nearer
        ((3100, 3100), (3200, 3000), 142),  # round the corner, no nearer
        ((3100, 3100), (3200, 2999), 0),
        ((2000, 2000), (9000, 2000), 7000),  # inside, nothing is nearer
    ],
)
def test_how_far_it_is_to_a_house_by_hand(a: Point, b: Point, expected: int) -> None:
    assert free_path_past_hull(*a, *b, *SQUARE, 0, 4, 500) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((50, 9), (90, 9), True),  # beside the wall, along it
        ((50, 9), (90, 8), False),
        ((50, -9), (90, -8), False),
        ((50, -9), (90, -10), True),
        ((50, 0), (90, -10), True),  # upon the wall
        ((110, 0), (120, 5), True),  # beyond its end
        ((110, 0), (110, 5), True),
        ((110, 0), (109, 5), False),
        ((100, 0), (50, 0), True),  # at its end
    ],
)
def test_who_keeps_away_from_a_wall(a: Point, b: Point, expected: bool) -> None:
    assert never_approaches(*a, *b, [0, 100], [0, 0], 0, 2) == expected
    assert never_approaches(*a, *b, [100, 0], [0, 0], 0, 2) == expected


def square_to_shape(p: Point, corners: list[Point]) -> Fraction:
    """Return the square of the distance, from outside."""
    return min(square_to_segment(p, corners[place - 1], corners[place]) for place in range(len(corners)))


@given(near_or_far, near_or_far, shapes)
def test_who_keeps_away_is_never_nearer_than_at_first(a: Point, b: Point, corners: list[Point]) -> None:
    shape = shape_of(corners)
    at_first, at_last = square_to_shape(a, corners), square_to_shape(b, corners)
    least = min(at_first, at_last, *(square_to_segment(corner, a, b) for corner in corners))
    meets = shapely.intersects(shape, shapely.LineString([a, b]))
    expected = shapely.intersects(shape, shapely.Point(a)) or (not meets and least == at_first)
    assert never_approaches(*a, *b, *rows(corners)) == expected


# Facing and edges


def test_ahead_is_the_forward_half_with_its_border() -> None:
    assert is_in_front(0, 1, 5, 0)
    assert is_in_front(0, 1, -5, 0)
    assert is_in_front(0, 1, 0, 0)
    assert is_in_front(0, 1, -5, 1)
    assert not is_in_front(0, 1, 5000, -1)


def test_directions_are_degrees_against_the_clock() -> None:
    assert DIRECTIONS.shape == (360, 2)
    expected = {
        0: (30_000, 0),
        1: (29_995, 524),
        30: (25_981, 15_000),
        45: (21_213, 21_213),
        60: (15_000, 25_981),
    }
    assert {degrees: tuple(DIRECTIONS[degrees].tolist()) for degrees in expected} == expected
    for degrees in range(360):
        x, y = DIRECTIONS[degrees].tolist()
        assert abs(x - DIRECTION_LENGTH * math.cos(math.radians(degrees))) < 0.5 + TOLERANCE
        assert abs(y - DIRECTION_LENGTH * math.sin(math.radians(degrees))) < 0.5 + TOLERANCE
        assert DIRECTIONS[(degrees + 90) % 360].tolist() == [-y, x]


@pytest.mark.parametrize(
    ("at", "edge", "distance"),
    [
        ((3, 50), LEFT, 3),
        ((98, 50), RIGHT, 2),
        ((50, 7), BOTTOM, 7),
        ((50, 99), TOP, 1),
        ((50, 50), LEFT, 50),
        ((90, 10), RIGHT, 10),
        ((50, 50 + 1), TOP, 49),
        ((100, 100), RIGHT, 0),
        ((0, 0), LEFT, 0),
    ],
)
def test_the_nearest_edge_and_of_several_the_first(at: Point, edge: int, distance: int) -> None:
    assert nearest_edge(*at, 100) == edge
    assert edge_distance(*at, 100) == distance
