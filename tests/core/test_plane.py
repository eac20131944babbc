"""Plane geometry: by hand, by fractions, turned and moved, compiled, and compared with shapely."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.core import plane
from holdtheline.core.kernel.numba_version import PLAIN_PYTHON
from holdtheline.core.plane import (
    BOTTOM,
    DIRECTION_LENGTH,
    DIRECTIONS,
    LEFT,
    RIGHT,
    TOP,
    base_gap,
    ceil_sqrt,
    edge_distance,
    floor_sqrt,
    free_path_past_hull,
    free_path_past_point,
    hull_is_nearer,
    is_convex,
    is_in_front,
    is_nearer,
    move_along,
    move_towards,
    nearest_edge,
    never_approaches,
    point_is_nearer,
    point_of_contact,
    segments_are_nearer,
)

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


# Roots


@pytest.mark.parametrize("root", [1, 2, 3, 1000, 94_906_266, 94_906_267, 2**26 + 1, 2**31 - 1])
def test_a_root_is_exact_beside_a_square(root: int) -> None:
    square = root * root
    assert [floor_sqrt(square - 1), floor_sqrt(square), floor_sqrt(square + 1)] == [root - 1, root, root]
    assert [ceil_sqrt(square - 1), ceil_sqrt(square), ceil_sqrt(square + 1)] == [
        root if root > 1 else 0,
        root,
        root + 1,
    ]


@given(st.integers(0, 2**62 - 1))
def test_a_root_is_that_of_whole_numbers(number: int) -> None:
    assert floor_sqrt(number) == math.isqrt(number)
    assert (ceil_sqrt(number) - 1) ** 2 < number <= ceil_sqrt(number) ** 2 or number == ceil_sqrt(number) == 0


def test_the_greatest_roots() -> None:
    assert floor_sqrt(2**62 - 1) == 2**31 - 1
    assert ceil_sqrt(2**62 - 1) == 2**31
    assert floor_sqrt(0) == ceil_sqrt(0) == 0


# Nearer, by hand


def test_two_points_at_the_limit_are_not_nearer() -> None:
    assert not is_nearer(0, 0, 3000, 4000, 5000)
    assert is_nearer(0, 0, 3000, 4000, 5001)
    assert not is_nearer(7, 7, 7, 7, 0)


@pytest.mark.parametrize(
    ("other", "expected"), [((3000, 4000), 4000), ((600, 800), 0), ((599, 800), 0), ((1000, 1000), 414)]
)
def test_a_gap_runs_from_edge_to_edge(other: Point, expected: int) -> None:
    assert base_gap(0, 0, 500, *other, 500) == expected


@pytest.mark.parametrize(
    ("at", "nearest"),
    [
        ((0, 5), 5),  # beside the start
        ((50, -7), 7),  # below the middle
        ((103, 4), 5),  # past the end
        ((-3, -4), 5),  # before the start
        ((60, 0), 0),  # on it
    ],
)
def test_a_point_is_as_near_to_a_segment_as_to_its_nearest_place(at: Point, nearest: int) -> None:
    assert not point_is_nearer(*at, 0, 0, 100, 0, nearest)
    assert point_is_nearer(*at, 0, 0, 100, 0, nearest + 1)
    assert point_is_nearer(*at, 100, 0, 0, 0, nearest + 1)


def test_a_point_just_past_the_end_of_a_short_segment_is_not_beside_it() -> None:
    assert not point_is_nearer(2, 0, 0, 0, 1, 0, 1)
    assert not point_is_nearer(-1, 0, 0, 0, 1, 0, 1)


def test_a_segment_that_is_a_point_has_the_distance_of_a_point() -> None:
    assert not point_is_nearer(3, 4, 0, 0, 0, 0, 5)
    assert point_is_nearer(3, 4, 0, 0, 0, 0, 6)
    assert segments_are_nearer(3, 4, 3, 4, 0, 0, 0, 0, 6)
    assert not segments_are_nearer(3, 4, 3, 4, 0, 0, 0, 0, 5)


@pytest.mark.parametrize(
    ("one", "other", "nearest"),
    [
        ((0, 0, 10, 10), (0, 10, 10, 0), 0),  # a cross
        ((0, 0, 10, 0), (5, 0, 5, 9), 0),  # a T
        ((0, 0, 10, 0), (10, 0, 20, 5), 0),  # end to end
        ((0, 0, 10, 0), (4, 0, 20, 0), 0),  # one upon the other
        ((0, 0, 10, 0), (13, 0, 20, 0), 3),  # in one line
        ((0, 0, 10, 0), (0, 7, 10, 7), 7),  # side by side
        ((0, 0, 10, 0), (13, 4, 20, 30), 5),  # end against end
        ((0, 0, 20, 0), (10, 6, 12, 30), 6),  # end against middle
        ((0, 0, 4, 4), (6, 5, 5, 6), 2),  # a line that would cross if it went on: 1.5 * root of 2
    ],
)
def test_segments_are_as_near_as_their_nearest_places(
    one: tuple[int, ...], other: tuple[int, ...], nearest: int
) -> None:
    for first, second in (
        (one, other),
        (other, one),
        (one[2:] + one[:2], other),
        (one, other[2:] + other[:2]),
    ):
        assert segments_are_nearer(*first, *second, nearest + 1)
        assert nearest == 0 or not segments_are_nearer(*first, *second, nearest)


@pytest.mark.parametrize(
    ("segment", "nearest"),
    [
        ((0, 0, 0, 4000), 1000),  # along its left side
        ((2000, 2000, 2100, 2000), 0),  # inside
        ((0, 2000, 4000, 2000), 0),  # right through
        ((3003, 3004, 3003, 3004), 5),  # at a corner
        ((1500, 0, 2500, 400), 600),  # its end is nearest
        ((2000, 3000, 2000, 4000), 0),  # from its side on
    ],
)
def test_a_house_is_near_on_every_side_and_inside(segment: tuple[int, ...], nearest: int) -> None:
    assert hull_is_nearer(*segment, *SQUARE, 0, 4, nearest + 1)
    assert nearest == 0 or not hull_is_nearer(*segment, *SQUARE, 0, 4, nearest)


@pytest.mark.parametrize(
    ("segment", "leads_through"),
    [
        ((1000, 0, 1000, 4000), False),  # along its left side
        ((1000, 1000, 3000, 1000), False),  # the side itself
        ((0, 2000, 2000, 0), False),  # past a corner, which it touches
        ((1000, 2000, 0, 2000), False),  # from a side away
        ((2000, 3000, 2000, 3000), False),  # a place on a side
        ((1000, 2000, 1001, 2000), True),  # from a side inwards
        ((0, 0, 4000, 4000), True),  # by two corners, a diagonal
        ((0, 0, 2000, 2000), True),  # in by a corner
        ((1000, 1000, 3000, 3000), True),  # the diagonal itself
        ((0, 2001, 2001, 0), True),  # cuts a corner off
        ((2000, 2999, 2000, 2999), True),  # a place inside
    ],
)
def test_a_line_that_only_touches_a_house_does_not_lead_through_it(
    segment: tuple[int, ...], leads_through: bool
) -> None:
    assert hull_is_nearer(*segment, *SQUARE, 0, 4, 0) == leads_through
    assert hull_is_nearer(*segment[2:], *segment[:2], *SQUARE, 0, 4, 0) == leads_through


def test_a_hull_is_found_behind_others_in_the_rows() -> None:
    xs, ys = [9, 0, 100, 500, 9], [9, 0, 0, 500, 9]
    assert not hull_is_nearer(50, 5, 60, 5, xs, ys, 1, 2, 5)
    assert hull_is_nearer(50, 5, 60, 5, xs, ys, 1, 2, 6)
    assert not hull_is_nearer(503, 504, 503, 504, xs, ys, 3, 1, 5)
    assert hull_is_nearer(503, 504, 503, 504, xs, ys, 3, 1, 6)


PENTAGON = [(0, 0), (10, 0), (13, 9), (5, 15), (-3, 9)]


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        ([], False),
        ([(5, 5)], True),
        ([(5, 5), (6, 5)], True),
        ([(5, 5), (5, 5)], False),
        ([(0, 0), (9, 0), (0, 9)], True),
        ([(0, 0), (0, 9), (9, 0)], False),  # with the clock
        ([(0, 0), (4, 0), (9, 0)], False),  # in one line
        ([(0, 0), (4, 0), (9, 0), (0, 9)], False),  # a corner that is none
        ([(0, 0), (9, 0), (2, 2), (0, 9)], False),  # a dent
        ([(0, 0), (9, 0), (9, 0), (0, 9)], False),  # a corner twice
        ([(0, 0), (9, 9), (9, 0), (0, 9)], False),  # sides that cross
        (PENTAGON, True),
        (PENTAGON[::2] + PENTAGON[1::2], False),  # a star turns left at each corner too, but goes round twice
    ],
)
def test_a_hull_has_corners_against_the_clock_and_no_dent(corners: list[Point], expected: bool) -> None:
    xs, ys = [77, *(x for x, _ in corners)], [77, *(y for _, y in corners)]
    assert is_convex(xs, ys, 1, len(corners)) == expected


# Nearer, by fractions, which are exact where shapely is not


def square_to_segment(p: Point, a: Point, b: Point) -> Fraction:
    """Return the square of a distance."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    part = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, whole) if whole else Fraction(0)
    part = min(max(part, Fraction(0)), Fraction(1))
    return (p[0] - a[0] - part * dx) ** 2 + (p[1] - a[1] - part * dy) ** 2


@given(near_or_far, near_or_far, near_or_far, st.integers(-1, 2))
def test_a_limit_beside_the_distance_is_decided_exactly(a: Point, b: Point, p: Point, more: int) -> None:
    exact = square_to_segment(p, a, b)
    limit = max(math.isqrt(int(exact)) + more, 0)
    assert point_is_nearer(*p, *a, *b, limit) == (exact < limit * limit)


@given(st.integers(1, 38), st.integers(0, 500), st.integers(-1000, 1000), st.booleans())
def test_a_tangent_is_not_nearer(limit: int, length: int, slide: int, is_left: bool) -> None:
    """Return a segment in the direction 3, 4 that passes at a multiple of 5."""
    side = 1 if is_left else -1
    px, py = 3 * slide - 4 * limit * side, 4 * slide + 3 * limit * side
    is_beside = 0 <= slide <= length
    assert not point_is_nearer(px, py, 0, 0, 3 * length, 4 * length, 5 * limit)
    assert point_is_nearer(px, py, 0, 0, 3 * length, 4 * length, 5 * limit + 1) >= is_beside


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


@given(ends, ends, limits, shifts)
def test_segments_are_as_near_from_either_end_and_wherever_they_lie(
    one: tuple[Point, Point], other: tuple[Point, Point], limit: int, shift: Point
) -> None:
    (a, b), (c, d) = one, other
    answer = segments_are_nearer(*a, *b, *c, *d, limit)
    assert answer == segments_are_nearer(*c, *d, *a, *b, limit)
    assert answer == segments_are_nearer(*b, *a, *c, *d, limit)
    assert answer == segments_are_nearer(*(number for at in (a, b, c, d) for number in moved(at, shift)), limit)
    assert answer == segments_are_nearer(*(number for at in (a, b, c, d) for number in turned(at)), limit)
    assert answer == hull_is_nearer(*a, *b, *rows([c, d]), limit)
    assert segments_are_nearer(*a, *a, *c, *d, limit) == point_is_nearer(*a, *c, *d, limit)
    assert point_is_nearer(*a, *c, *c, limit) == is_nearer(*a, *c, limit) == is_nearer(*c, *a, limit)
    assert base_gap(*a, 5, *c, 7) == base_gap(*c, 7, *a, 5) == base_gap(*turned(a), 5, *turned(c), 7)


@given(near_or_far, near_or_far, shapes)
def test_a_line_leads_through_the_inside_of_a_hull_as_shapely_has_it(a: Point, b: Point, corners: list[Point]) -> None:
    if len(corners) > 2:
        line = shapely.LineString([a, b]) if a != b else shapely.Point(a)
        inside = shapely.relate_pattern(shapely.Polygon(corners), line, "T********")
        assert hull_is_nearer(*a, *b, *rows(corners), 0) == inside


@given(near_or_far, near_or_far, shapes, limits, shifts, st.integers(0, 7))
def test_a_hull_is_as_near_and_a_way_as_long_wherever_they_lie(
    a: Point, b: Point, corners: list[Point], limit: int, shift: Point, start: int
) -> None:
    shape, there, around = (
        rows(corners),
        rows([moved(at, shift) for at in corners]),
        rows([turned(at) for at in corners]),
    )
    begun_elsewhere = rows([corners[(place + start) % len(corners)] for place in range(len(corners))])
    assert is_convex(*shape)
    assert is_convex(*there)
    assert is_convex(*around)
    answer = hull_is_nearer(*a, *b, *shape, limit)
    assert answer == hull_is_nearer(*b, *a, *shape, limit)
    for function in (hull_is_nearer, free_path_past_hull):
        answer = function(*a, *b, *shape, limit)
        assert answer == function(*moved(a, shift), *moved(b, shift), *there, limit)
        assert answer == function(*turned(a), *turned(b), *around, limit)
        assert answer == function(*a, *b, *begun_elsewhere, limit)
    if len(corners) == 1:
        assert free_path_past_hull(*a, *b, *shape, limit) == free_path_past_point(*a, *b, *corners[0], limit)


# Ways


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


# Against shapely


def shape_of(corners: Sequence[Point]) -> Any:
    if len(corners) == 1:
        return shapely.Point(corners[0])
    return shapely.LineString(corners) if len(corners) == 2 else shapely.Polygon(corners)


class Terrain(NamedTuple):
    """Return hulls as two rows, and their shapes."""

    xs: Any
    ys: Any
    first: list[int]
    count: list[int]
    shapes: Any

    def hull(self, number: int) -> tuple[Any, Any, int, int]:
        return self.xs, self.ys, self.first[number], self.count[number]


CASES = 100_000 if not PLAIN_PYTHON else 10_000
"""The sums of the numbers of cases below."""
DISCS, PASSES, WALLS, ARCS, HOUSES, SIGHTS, WAYS = (CASES * part // 100 for part in (15, 20, 15, 15, 20, 10, 5))
HULLS = 800
RIGHTMOST = [(16_000, 8000), (8000, 8000), (9000, 9000)]
"""Of the first three hulls, the corner that a segment in the direction 3, 4 passes on its right."""


def some_corners(random: np.random.Generator, count: int) -> list[Point]:
    """Return corners on an ellipse, from the size of a pebble to half the table."""
    width, height = np.exp(random.uniform(np.log(40), np.log(6000), 2))
    middle = random.uniform(6000, 18_000, 2)
    angles = np.sort(random.uniform(0, 2 * np.pi, count))
    spots = middle + np.stack([width * np.cos(angles), height * np.sin(angles)], 1)
    return [(int(x), int(y)) for x, y in np.rint(spots)]


@pytest.fixture(scope="module")
def terrain() -> Terrain:
    random = np.random.default_rng(6)
    found: list[list[Point]] = [
        [(8000, 8000), (16_000, 8000), (16_000, 16_000), (8000, 16_000)],
        [(8000, 8000), (11_000, 12_000)],
        [(9000, 9000)],
    ]
    while len(found) < HULLS:
        corners = some_corners(random, 1 + len(found) % 8)
        if is_convex(*rows(corners)):
            found.append(corners)
    count = [len(corners) for corners in found]
    xs, ys, *_ = rows([at for corners in found for at in corners])
    first = [0, *np.cumsum(count).tolist()]
    return Terrain(np.array(xs), np.array(ys), first, count, np.array([shape_of(corners) for corners in found]))


def some_points(random: np.random.Generator, count: int) -> Any:
    """Return points on the table; one in four on a grid of inches, where right angles are frequent."""
    spots = random.integers(0, TABLE + 1, (count, 2))
    spots[::4] = spots[::4] // 1000 * 1000
    return spots


def some_limits(random: np.random.Generator, distances: Any) -> Any:
    """Return limits: half of them the rounded distance, or 1 more or less; many others as small as bases."""
    count = len(distances)
    beside = np.rint(distances).astype(np.int64) + random.integers(-1, 2, count)
    other = random.integers(1, np.where(random.random(count) < 0.5, 1500, 12_001))
    return np.maximum(np.where(random.random(count) < 0.5, beside, other), 1)


def tangents(random: np.random.Generator, corners: Any) -> tuple[Any, Any, Any]:
    """Return segments in the direction 3, 4 that pass the corners on their right, and their distances."""
    before, after, aside = (random.integers(low, 1200, (len(corners), 1)) for low in (0, 0, 1))
    beside = corners + aside * [4, -3]
    return beside - before * [3, 4], beside + after * [3, 4], 5 * aside[:, 0]


TANGENT = slice(None, None, 8)
"""The cases that touch exactly, so that nothing is nearer."""


def segments(a: Any, b: Any) -> Any:
    return shapely.linestrings(np.stack([a, b], 1))


def compare(answers: Sequence[bool], distances: Any, limits: Any) -> None:
    """Check that all agree, except those too near to decide; the tangents among these are known."""
    result = np.array(answers, bool)
    unclear = np.abs(distances - limits) < TOLERANCE
    assert not np.any((result != (distances < limits)) & ~unclear)
    assert 0.1 < np.mean(result) < 0.9
    assert np.all(unclear[TANGENT])
    assert not np.any(result[TANGENT])


def call_rows(function: Callable[..., Any], *columns: Any) -> list[Any]:
    """Return a kernel's answer for each row of numbers."""
    return [function(*row) for row in np.column_stack(columns).tolist()]


def test_all_cases_are_a_hundred_thousand() -> None:
    assert DISCS + PASSES + WALLS + ARCS + HOUSES + SIGHTS + WAYS == CASES


def test_discs_overlap_as_shapely_says() -> None:
    random = np.random.default_rng(1)
    a, b = some_points(random, DISCS), some_points(random, DISCS)
    b[TANGENT] = a[TANGENT] + random.integers(1, 2000, (len(a[TANGENT]), 1)) * [3, -4]
    distances = shapely.distance(shapely.points(a), shapely.points(b))
    limits = some_limits(random, distances)
    limits[TANGENT] = np.rint(distances[TANGENT])
    compare(call_rows(is_nearer.compiled, a, b, limits), distances, limits)
    gaps = call_rows(base_gap.compiled, a, limits // 3, b, limits - limits // 3)
    assert np.all(np.abs(gaps - np.maximum(distances - limits, 0) + 0.5) <= 0.5 + TOLERANCE)


def test_segments_pass_discs_as_shapely_says() -> None:
    random = np.random.default_rng(2)
    p, a, b = (some_points(random, PASSES) for _ in range(3))
    a[TANGENT], b[TANGENT], touching_limits = tangents(random, p[TANGENT])
    distances = shapely.distance(shapely.points(p), segments(a, b))
    limits = some_limits(random, distances)
    limits[TANGENT] = touching_limits
    compare(call_rows(point_is_nearer.compiled, p, a, b, limits), distances, limits)


def test_walls_are_as_near_as_shapely_says() -> None:
    random = np.random.default_rng(3)
    a, b, c, d = (some_points(random, WALLS) for _ in range(4))
    b, d = a + (b - a) // 3, c + (d - c) // 3
    d[::10] = c[::10]  # points
    a[TANGENT], b[TANGENT], touching_limits = tangents(random, c[TANGENT])
    d[TANGENT] = c[TANGENT] + random.integers(0, 500, (len(c[TANGENT]), 1)) * [-5, 3]
    distances = shapely.distance(segments(a, b), segments(c, d))
    limits = some_limits(random, distances)
    limits[TANGENT] = touching_limits
    compare(call_rows(segments_are_nearer.compiled, a, b, c, d, limits), distances, limits)


def test_a_facing_looks_ahead_as_shapely_says() -> None:
    random = np.random.default_rng(4)
    at, other = some_points(random, ARCS), some_points(random, ARCS)
    facing = DIRECTIONS[random.integers(0, 360, ARCS)]
    facing[TANGENT] = [3, 4]
    other[TANGENT] = at[TANGENT] + random.integers(-1000, 1001, (len(at[TANGENT]), 1)) * [-4, 3]
    forward = facing / np.hypot(facing[:, 0], facing[:, 1])[:, None] * 100_000
    left = np.stack([-forward[:, 1], forward[:, 0]], 1)
    half = shapely.polygons(np.stack([at - left, at - left + forward, at + left + forward, at + left], 1))
    spots = shapely.points(other)
    result = np.array(call_rows(is_in_front.compiled, facing, other - at), bool)
    unclear = shapely.distance(spots, segments(at - left, at + left)) < TOLERANCE
    assert not np.any((result != shapely.intersects(spots, half)) & ~unclear)
    assert 0.4 < np.mean(result[~unclear]) < 0.6
    assert np.all(unclear[TANGENT])
    assert np.all(result[TANGENT])  # the border is ahead


def test_hulls_are_as_near_as_shapely_says(terrain: Terrain) -> None:
    random = np.random.default_rng(5)
    a, b = some_points(random, HOUSES), some_points(random, HOUSES)
    which = random.integers(0, HULLS, HOUSES)
    b[::3] = a[::3]  # bases
    b[1::3] = a[1::3] + (b[1::3] - a[1::3]) // 4
    which[TANGENT] = random.integers(0, len(RIGHTMOST), len(which[TANGENT]))
    a[TANGENT], b[TANGENT], touching_limits = tangents(random, np.array(RIGHTMOST)[which[TANGENT]])
    distances = shapely.distance(segments(a, b), terrain.shapes[which])
    limits = some_limits(random, distances)
    limits[TANGENT] = touching_limits
    nearer = hull_is_nearer.compiled
    cases = zip(a.tolist(), b.tolist(), which.tolist(), limits.tolist(), strict=True)
    answers = [nearer(*start, *end, *terrain.hull(number), limit) for start, end, number, limit in cases]
    compare(answers, distances, limits)


def test_sight_past_hulls_and_bases_is_blocked_as_shapely_says(terrain: Terrain) -> None:
    random = np.random.default_rng(7)
    a, b = some_points(random, SIGHTS), some_points(random, SIGHTS)
    which, rounding = random.integers(0, HULLS, (SIGHTS, 3)), random.integers(1, 600, (SIGHTS, 3))
    bases, radius = random.integers(0, TABLE + 1, (SIGHTS, 4, 2)), random.integers(250, 1001, (SIGHTS, 4))
    which[TANGENT] = [0, 1, 2]
    bases[TANGENT] = RIGHTMOST[0]
    a[TANGENT], b[TANGENT], touching_limits = tangents(random, bases[TANGENT, 0])
    rounding[TANGENT], radius[TANGENT] = [[1]], touching_limits[:, None]
    rounding[TANGENT, 0] = touching_limits
    lines = segments(a, b)[:, None]
    hull_room = shapely.distance(lines, terrain.shapes[which]) - rounding
    base_room = shapely.distance(lines, shapely.points(bases)) - radius
    hull, base = hull_is_nearer.compiled, point_is_nearer.compiled

    def is_blocked(case: int) -> bool:
        start, end = a[case].tolist(), b[case].tolist()
        hulls = zip(which[case].tolist(), rounding[case].tolist(), strict=True)
        discs = zip(bases[case].tolist(), radius[case].tolist(), strict=True)
        return any(hull(*start, *end, *terrain.hull(number), limit) for number, limit in hulls) or any(
            base(*middle, *start, *end, limit) for middle, limit in discs
        )

    answers = [is_blocked(case) for case in range(SIGHTS)]
    compare(answers, np.minimum(hull_room.min(1), base_room.min(1)), np.zeros(SIGHTS))


def test_a_way_stops_where_shapely_says(terrain: Terrain) -> None:
    random = np.random.default_rng(8)
    starts, ends_there = some_points(random, WAYS), some_points(random, WAYS)
    numbers, limits = random.integers(0, HULLS, WAYS), random.integers(1, 1500, WAYS)
    way, nearer, place = free_path_past_hull.compiled, hull_is_nearer.compiled, move_towards.compiled
    stopped = []
    for case in range(WAYS):
        a, b, limit = starts[case].tolist(), ends_there[case].tolist(), int(limits[case])
        hull = terrain.hull(int(numbers[case]))
        far = way(*a, *b, *hull, limit)
        assert 0 <= far < math.dist(a, b) + 1
        if nearer(*a, *a, *hull, limit):
            assert (far > 0) == (never_approaches(*a, *b, *hull) and a != b)
        elif nearer(*a, *b, *hull, limit):
            assert not nearer(*a, *place(*a, *b, far), *hull, limit)
            assert nearer(*a, *place(*a, *b, far + 1), *hull, limit)
            stopped.append((case, far / math.dist(a, b), (far + 1) / math.dist(a, b)))
        else:
            assert place(*a, *b, far) == tuple(b)
    cases, parts, further_parts = (np.array(column) for column in zip(*stopped, strict=True))
    assert len(cases) > WAYS // 10
    a, b, limits, shapes = starts[cases], ends_there[cases], limits[cases], terrain.shapes[numbers[cases]]
    gone, further = (segments(a, a + (b - a) * part[:, None]) for part in (parts, further_parts))
    assert np.all(shapely.distance(gone, shapes) > limits - 2)
    assert np.all(shapely.distance(further, shapes) < limits + 2)


@given(point, point, st.integers(1, 12_000))
def test_a_way_straight_at_a_point_is_exact_to_3_thousandths(a: Point, c: Point, limit: int) -> None:
    far, room = free_path_past_point(*a, *c, *c, limit), math.dist(a, c) - limit
    assert room - 3 <= far < max(room, 0) + 2


# Plain and compiled


Arguments = Callable[[Callable[[], int], Callable[[], int]], tuple[Any, ...]]


def numbers(many: int, limits: int = 1) -> Arguments:
    """Return some coordinates, and then some limits."""
    return lambda place, length: (*(place() for _ in range(many)), *(length() for _ in range(limits)))


def with_hull(many: int, limits: int) -> Arguments:
    def arguments(place: Callable[[], int], length: Callable[[], int]) -> tuple[Any, ...]:
        xs, ys = [place() for _ in range(9)], [place() for _ in range(9)]
        first, count = length() % 2, 1 + length() % 8
        return (*(place() for _ in range(many)), xs, ys, first, count, *(length() for _ in range(limits)))

    return arguments


def along_numbers(place: Callable[[], int], length: Callable[[], int]) -> tuple[Any, ...]:
    return place(), place(), place() - place(), 1 + place() // 2, length()


KERNELS: dict[str, Arguments] = {
    "floor_sqrt": lambda place, length: ((place() * place() + length()) * 1_400_000_000 + place(),),
    "ceil_sqrt": lambda place, length: ((place() * place() + length()) * 1_400_000_000 + place(),),
    "is_nearer": numbers(4),
    "base_gap": lambda place, length: (place(), place(), length(), place(), place(), length()),
    "point_is_nearer": numbers(6),
    "segments_are_nearer": numbers(8),
    "hull_is_nearer": with_hull(4, 1),
    "never_approaches": with_hull(4, 0),
    "free_path_past_point": numbers(6),
    "free_path_past_hull": with_hull(4, 1),
    "move_along": along_numbers,
    "move_towards": numbers(4),
    "point_of_contact": lambda place, length: (place(), place(), place() // 2, -1 - place() // 2, length()),
    "is_in_front": numbers(4, 0),
    "edge_distance": numbers(3, 0),
    "nearest_edge": numbers(3, 0),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", KERNELS)
def test_plain_and_compiled_agree_up_to_the_greatest_numbers(name: str) -> None:
    """The plain form gets Python's integers, which never overflow, so no product exceeds 64 bits."""
    random = np.random.default_rng(9)
    function = getattr(plane, name)

    def place() -> int:
        return int(random.choice([0, FURTHEST, random.integers(0, FURTHEST + 1), random.integers(0, 9)]))

    def length() -> int:
        return int(random.choice([1, FURTHEST, random.integers(1, FURTHEST + 1), random.integers(1, 9)]))

    for _ in range(300):
        plain = KERNELS[name](place, length)
        compiled = [np.array(each) if isinstance(each, list) else each for each in plain]
        assert function(*plain) == function.compiled(*compiled)
