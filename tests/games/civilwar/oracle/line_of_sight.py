"""Hexes as polygons on a plane: who is next to whom, how far apart, and what a line of sight passes.

It shares nothing with the package but the numbers of hexes. The plane is stretched so that all corners have
whole coordinates; that changes no neighbour and no crossing.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple


class Point(NamedTuple):
    x: Fraction
    y: Fraction


class Spot(NamedTuple):
    """A hex on the map or around it."""

    row: int
    column: int

    @property
    def centre(self) -> tuple[int, int]:
        """Return the centre of a hex: a row is 3 high, a hex 2 wide, and odd rows are half a hex to the right."""
        return 2 * self.column + self.row % 2, 3 * self.row

    @property
    def corners(self) -> list[tuple[int, int]]:
        x, y = self.centre
        return [(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)]

    @property
    def sides(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        return list(pairwise([*self.corners, self.corners[0]]))

    def has(self, point: Point) -> bool:
        """Return whether the point is in this hex or on one of its sides."""
        return all((x2 - x1) * (point.y - y1) >= (y2 - y1) * (point.x - x1) for (x1, y1), (x2, y2) in self.sides)


class Hexes:
    """All hexes of a map by their numbers."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.all = range(width * height)

    def spot(self, number: int) -> Spot:
        return Spot(*divmod(number, self.width))

    @cached_property
    def near(self) -> list[set[int]]:
        """Return the neighbours of each hex: those that share two corners with it."""
        corners = [set(self.spot(number).corners) for number in self.all]
        return [{b for b in self.all if len(corners[a] & corners[b]) == 2} for a in self.all]

    def apart(self, a: int, b: int) -> int:
        """Return the distance in steps from neighbour to neighbour."""
        return self._steps[a][b]

    @cached_property
    def _steps(self) -> list[dict[int, int]]:
        return [self._steps_from(number) for number in self.all]

    def _steps_from(self, start: int) -> dict[int, int]:
        steps, ahead = {start: 0}, [start]
        for number in ahead:
            for there in self.near[number] - steps.keys():
                steps[there] = steps[number] + 1
                ahead.append(there)
        return steps

    def passed(self, a: int, b: int) -> list[set[int | None]]:
        """Return the hexes of `passed` as numbers; None is a hex off the map (C3.5)."""
        start, end = self.spot(a), self.spot(b)
        up = start.row - start.row % 2  # two rows up the plane looks the same
        line = passed(Spot(start.row - up, 0), Spot(end.row - up, end.column - start.column))
        return [{self.number(Spot(spot.row + up, spot.column + start.column)) for spot in spots} for spots in line]

    def number(self, spot: Spot) -> int | None:
        on_map = 0 <= spot.row < self.height and 0 <= spot.column < self.width
        return spot.row * self.width + spot.column if on_map else None

    def sees(self, a: int, b: int, blocks: Callable[[int], bool]) -> bool:
        """Return whether nothing on the line blocks; hexes off the map do."""
        return not any(all(number is None or blocks(number) for number in numbers) for numbers in self.passed(a, b))


@cache
def passed(start: Spot, end: Spot) -> list[set[Spot]]:
    """Return the hexes that the line from centre to centre crosses, in sets of one, or of two along a side.

    The line is cut wherever it meets a side; then each piece lies in one hex or between two. The hexes of its
    ends do not count.
    """
    (x1, y1), (x2, y2) = start.centre, end.centre
    around = [
        Spot(row, column)
        for row in range(min(start.row, end.row) - 1, max(start.row, end.row) + 2)
        for column in range(min(start.column, end.column) - 2, max(start.column, end.column) + 3)
    ]
    times = {Fraction(0), Fraction(1)}
    for spot in around:
        times |= {time for side in spot.sides for time in meetings((x1, y1), (x2, y2), side)}
    found = []
    for before, after in pairwise(sorted(times)):
        time = (before + after) / 2
        middle = Point(x1 + time * (x2 - x1), y1 + time * (y2 - y1))
        spots = {spot for spot in around if spot.has(middle)}
        assert len(spots) in (1, 2)
        if not spots & {start, end}:
            found.append(spots)
    return found


def meetings(
    start: tuple[int, int], end: tuple[int, int], side: tuple[tuple[int, int], tuple[int, int]]
) -> list[Fraction]:
    """Return where, from 0 to 1, the line meets this side: once, never, or at both ends if it runs along it."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    (x1, y1), (x2, y2) = side
    ends = [dx * (y1 - y) - dy * (x1 - x), dx * (y2 - y) - dy * (x2 - x)]
    if ends == [0, 0]:
        length = dx * dx + dy * dy
        times = [Fraction(dx * (cx - x) + dy * (cy - y), length) for cx, cy in side] if length else []
    elif ends[0] * ends[1] > 0:
        times = []
    else:
        part = Fraction(ends[0], ends[0] - ends[1])
        meeting = Point(x1 + part * (x2 - x1), y1 + part * (y2 - y1))
        times = [(meeting.x - x) / dx if dx else (meeting.y - y) / dy]
    return [time for time in times if 0 <= time <= 1]


@cache
def hexes_of(width: int, height: int) -> Hexes:
    """Return the map of this size, which all battles share because its distances take long to compute."""
    return Hexes(width, height)
