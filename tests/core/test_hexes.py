"""Hexes: compared with a map walked hex by hex, and with the geometry of hexagons."""

from __future__ import annotations

import math
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.core.hexes import (
    DIRECTIONS,
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    OFF_MAP,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    Crossing,
    build_crossing_lookup,
    crossing_index,
    hex_at,
    hex_distance,
    hex_q,
    hex_r,
    line_crossings,
    neighbour,
)

WIDTH, HEIGHT = 13, 11
MAP = range(WIDTH * HEIGHT)
MIDDLE = 5 * WIDTH + 6
any_hex = st.integers(0, WIDTH * HEIGHT - 1)


# The twin: hexagons with centres a distance of 1 apart, in rows


def centre(hex_: int) -> tuple[float, float]:
    row, column = divmod(hex_, WIDTH)
    return column + (row % 2) / 2, row * math.sqrt(3) / 2


def apart(a: int, b: int) -> float:
    return math.dist(centre(a), centre(b))


def beside(hex_: int) -> set[int]:
    return {other for other in MAP if 0.9 < apart(hex_, other) < 1.1}


def walked(start: int) -> dict[int, int]:
    """Return the number of steps to every hex."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        at = waiting.popleft()
        for other in beside(at) - found.keys():
            found[other] = found[at] + 1
            waiting.append(other)
    return found


# Neighbours, distance


@given(any_hex)
def test_a_hex_has_its_coordinates(hex_: int) -> None:
    assert hex_at(hex_q(hex_, WIDTH), hex_r(hex_, WIDTH), WIDTH, HEIGHT) == hex_


@given(any_hex)
def test_neighbours_lie_side_by_side(hex_: int) -> None:
    found = [neighbour(hex_, direction, WIDTH, HEIGHT) for direction in range(DIRECTIONS)]
    on_map = [other for other in found if other != OFF_MAP]
    assert set(on_map) == beside(hex_)
    assert len(on_map) == len(set(on_map))


@pytest.mark.parametrize(
    ("direction", "right", "down"),
    [
        (EAST, 1, 0),
        (NORTH_EAST, 0.5, -1),
        (NORTH_WEST, -0.5, -1),
        (WEST, -1, 0),
        (SOUTH_WEST, -0.5, 1),
        (SOUTH_EAST, 0.5, 1),
    ],
)
@pytest.mark.parametrize("hex_", [MIDDLE, MIDDLE + WIDTH])
def test_a_direction_is_as_it_is_called(hex_: int, direction: int, right: float, down: float) -> None:
    (x, y), (there_x, there_y) = centre(hex_), centre(int(neighbour(hex_, direction, WIDTH, HEIGHT)))
    assert there_x - x == right
    assert there_y - y == pytest.approx(down * math.sqrt(3) / 2)
    assert neighbour(neighbour(hex_, direction, WIDTH, HEIGHT), (direction + 3) % 6, WIDTH, HEIGHT) == hex_


@pytest.mark.parametrize("start", [0, WIDTH - 1, MIDDLE, WIDTH * HEIGHT - 1, 3 * WIDTH])
def test_the_distance_is_the_way_on_foot(start: int) -> None:
    assert {hex_: hex_distance(start, hex_, WIDTH) for hex_ in MAP} == walked(start)


# Crossings


def on_paper(q: float, r: float) -> tuple[float, float]:
    return q + r / 2, r * math.sqrt(3) / 2


def part_within(end: tuple[int, int], hex_: tuple[int, int]) -> float:
    """Return the part of the line to `end` inside a closed hexagon, clipped by its six sides."""
    (x, y), (cx, cy) = on_paper(*end), on_paper(*hex_)
    first, last = 0.0, 1.0
    for side in range(6):
        across = math.cos(side * math.pi / 3), math.sin(side * math.pi / 3)
        rise = across[0] * x + across[1] * y
        room = 0.5 + across[0] * cx + across[1] * cy
        if abs(rise) < 1e-9:
            if room < -1e-9:
                return 0.0
        elif rise > 0:
            last = min(last, room / rise)
        else:
            first = max(first, room / rise)
    return max(last - first, 0.0)


def off_the_line(end: tuple[int, int], hex_: tuple[int, int]) -> float:
    """Return the distance of a hex's centre from the straight line."""
    (x, y), (cx, cy) = on_paper(*end), on_paper(*hex_)
    return abs(x * cy - y * cx) / math.hypot(x, y)


REACH = 6
OFFSETS = [
    (q, r)
    for q in range(-REACH, REACH + 1)
    for r in range(-REACH, REACH + 1)
    if 0 < max(abs(q), abs(r), abs(q + r)) <= REACH
]


@pytest.mark.parametrize("end", OFFSETS, ids=str)
def test_what_a_line_passes_is_what_it_passes_on_paper(end: tuple[int, int]) -> None:
    crossings = line_crossings(*end)
    inside = {(one.q, one.r) for one in crossings if one[:2] == one[2:]}
    along = {frozenset({one[:2], one[2:]}) for one in crossings if one[:2] != one[2:]}
    touched = {hex_ for hex_ in OFFSETS if hex_ != end and part_within(end, hex_) > 1e-6}
    beside_it = {hex_ for hex_ in touched if off_the_line(end, hex_) > 0.5 - 1e-9}
    assert inside == touched - beside_it
    assert {hex_ for pair in along for hex_ in pair} == beside_it
    assert len(crossings) == len(inside) + len(along)


@pytest.mark.parametrize("end", OFFSETS, ids=str)
def test_back_a_line_passes_the_same(end: tuple[int, int]) -> None:
    q, r = end
    there = [frozenset({one[:2], one[2:]}) for one in line_crossings(q, r)]
    back = [frozenset({(q + one[0], r + one[1]), (q + one[2], r + one[3])}) for one in line_crossings(-q, -r)]
    assert there == back[::-1]


def test_a_line_by_hand() -> None:
    assert line_crossings(1, 0) == ()
    assert line_crossings(3, 0) == (Crossing(1, 0, 1, 0), Crossing(2, 0, 2, 0))
    assert line_crossings(1, 1) == (Crossing(0, 1, 1, 0),)  # along the side that two hexes share
    assert line_crossings(2, 2) == (Crossing(0, 1, 1, 0), Crossing(1, 1, 1, 1), Crossing(1, 2, 2, 1))


@pytest.mark.parametrize("reach", [1, 3, 4])
def test_the_lists_for_kernels_hold_the_same(reach: int) -> None:
    lines = build_crossing_lookup(reach)
    for q, r in OFFSETS:
        if max(abs(q), abs(r), abs(q + r)) <= reach:
            place = int(crossing_index(q, r, reach))
            numbers = lines.hexes[lines.offsets[place] : lines.offsets[place + 1]].reshape(-1, 4)
            assert [tuple(map(int, row)) for row in numbers] == [tuple(one) for one in line_crossings(q, r)]
