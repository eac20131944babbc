"""Plane geometry compared with shapely in random cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.core.kernel.numba_version import PLAIN_PYTHON
from holdtheline.core.plane import (
    DIRECTIONS,
    base_gap,
    free_path_past_hull,
    free_path_past_point,
    hull_is_nearer,
    is_convex,
    is_in_front,
    is_nearer,
    move_towards,
    never_approaches,
    point_is_nearer,
    segments_are_nearer,
)

from .plane_shapes import TABLE, TOLERANCE, Point, point, rows, shape_of


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
