"""Plane geometry: roots, distances and hulls by hand, by fractions, turned and moved, and compiled."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.core import plane
from holdtheline.core.plane import (
    base_gap,
    ceil_sqrt,
    floor_sqrt,
    free_path_past_hull,
    free_path_past_point,
    hull_is_nearer,
    is_convex,
    is_nearer,
    point_is_nearer,
    segments_are_nearer,
)

from .plane_shapes import (
    FURTHEST,
    PENTAGON,
    SQUARE,
    Point,
    ends,
    limits,
    moved,
    near_or_far,
    rows,
    shapes,
    shifts,
    square_to_segment,
    turned,
)


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
