"""Shapes of terrain in pictures: geometry, outlines as SVG paths, points inside and along them.

Points are thousandths of an inch with y down, as in SVG; `to_picture` converts those of the rules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..state import BATTLEFIELD_SIZE

Point = tuple[float, float]


def to_picture(x: float, y: float) -> Point:
    """Convert a point of the rules, where y goes up, to a point of the picture."""
    return x, BATTLEFIELD_SIZE - y


@dataclass(frozen=True)
class Shape:
    """All points nearer than the rounding to the convex hull of the corners."""

    corners: tuple[Point, ...]  # counter-clockwise, as in the rules
    rounding: float

    @property
    def middle(self) -> Point:
        xs, ys = zip(*self.corners, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        xs, ys = zip(*self.corners, strict=True)
        r = self.rounding
        return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r

    @property
    def edges(self) -> list[tuple[Point, Point]]:
        """The edges, clockwise; a line has one for each direction."""
        corners = self.corners[::-1]
        return list(zip(corners, (*corners[1:], corners[0]), strict=True))

    @property
    def slant(self) -> float:
        """The direction of its longest edge in degrees, such that text along it is not upside down."""
        if len(self.corners) == 1:
            return 0.0
        (ax, ay), (bx, by) = max(self.edges, key=lambda edge: math.dist(*edge))
        angle = math.degrees(math.atan2(by - ay, bx - ax)) % 180
        return angle - 180 if angle > 90 else angle

    def depth(self, x: float, y: float) -> float:
        """Return how far inside the shape a point is; outside it is negative."""
        if len(self.corners) == 1:
            return self.rounding - math.dist((x, y), self.corners[0])
        if len(self.corners) == 2:
            return self.rounding - distance_to_segment((x, y), *self.corners)
        aside = [signed_distance((x, y), *edge) for edge in self.edges]
        if min(aside) >= 0:
            return min(aside) + self.rounding
        return self.rounding - min(distance_to_segment((x, y), *edge) for edge in self.edges)

    def shrunk(self, part: float) -> Shape:
        """Return the shape scaled down about its middle."""
        mx, my = self.middle
        corners = tuple((mx + (x - mx) * part, my + (y - my) * part) for x, y in self.corners)
        return Shape(corners, self.rounding * part)


def signed_distance(point: Point, a: Point, b: Point) -> float:
    """Return how far a point is on the inner side of an edge."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx * (point[1] - a[1]) - dy * (point[0] - a[0])) / (math.hypot(dx, dy) or 1)


def distance_to_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)
    along = max(0.0, min(1.0, along))
    return math.dist(point, (a[0] + along * dx, a[1] + along * dy))


# Paths


def round_text(value: float) -> str:
    return str(round(value))


def line_path(*points: Point) -> str:
    """Return a line through these points; a single point only moves there."""
    return "M" + "L".join(f"{round_text(x)} {round_text(y)}" for x, y in points)


def circle_path(middle: Point, radius: float) -> str:
    x, y, r = round_text(middle[0] - radius), round_text(middle[1]), round_text(radius)
    return f"M{x} {y}a{r} {r} 0 1 1 {round_text(2 * radius)} 0a{r} {r} 0 1 1-{round_text(2 * radius)} 0z"


def polygon_path(points: Sequence[Point]) -> str:
    return f"{line_path(*points)}z"


def outward_normal(a: Point, b: Point, length: float) -> Point:
    """Return the outward normal of an edge, with this length."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    norm = math.hypot(dx, dy) or 1
    return dy / norm * length, -dx / norm * length


def points_along_outline(shape: Shape, step: float) -> Iterator[tuple[Point, Point]]:
    """Yield points on the outline, about one step apart, each with its outward unit normal."""
    r = shape.rounding
    if len(shape.corners) == 1:
        (x, y), count = shape.corners[0], max(6, round(2 * math.pi * r / step))
        for index in range(count):
            normal = math.cos(2 * math.pi * index / count), math.sin(2 * math.pi * index / count)
            yield (x + normal[0] * r, y + normal[1] * r), normal
        return
    for a, b in shape.edges:
        normal = outward_normal(a, b, 1)
        count = max(1, round(math.dist(a, b) / step))
        for index in range(count):
            part = (index + 0.5) / count
            x, y = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
            yield (x + normal[0] * r, y + normal[1] * r), normal


def outline_path(shape: Shape, grown: float = 0) -> str:
    """Return the outline of a shape, grown outwards."""
    r = shape.rounding + grown
    if len(shape.corners) == 1:
        return circle_path(shape.corners[0], max(r, 1))
    if r <= 5:
        return polygon_path(shape.corners)
    d = ""
    for a, b in shape.edges:
        out = outward_normal(a, b, r)
        start, end = (a[0] + out[0], a[1] + out[1]), (b[0] + out[0], b[1] + out[1])
        turn = f"A{round_text(r)} {round_text(r)} 0 0 1 " if d else "M"
        d += f"{turn}{round_text(start[0])} {round_text(start[1])}L{round_text(end[0])} {round_text(end[1])}"
    a, b = shape.edges[0]
    out = outward_normal(a, b, r)
    return d + f"A{round_text(r)} {round_text(r)} 0 0 1 {round_text(a[0] + out[0])} {round_text(a[1] + out[1])}z"


# Scattered points


def pseudo_random(x: int, y: int, salt: int = 0) -> float:
    """Return a number from 0 to 1 that depends only on the arguments."""
    mixed = (x * 73856093 ^ y * 19349663 ^ salt * 83492791) & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF


def scatter_points(shape: Shape, step: float, min_depth: float, salt: int = 0) -> Iterator[Point]:
    """Yield irregular points, about one step apart and at least this deep inside the shape."""
    left, top, right, bottom = shape.bounds
    for row in range(math.floor(top / step), math.ceil(bottom / step) + 1):
        for column in range(math.floor(left / step), math.ceil(right / step) + 1):
            shift = 0.5 if row % 2 else 0.0
            x = (column + shift + 0.5 * (pseudo_random(column, row, salt) - 0.5)) * step
            y = (row + 0.5 * (pseudo_random(row, column, salt + 7) - 0.5)) * step
            if shape.depth(x, y) >= min_depth:
                yield x, y
