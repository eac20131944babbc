"""The shapes of terrain on the picture: outlines as paths, and spots that lie inside.

Points are thousandths of an inch with y down, as the picture has them; `upright` turns those of the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .state import TABLE

Spot = tuple[float, float]


def upright(x: float, y: float) -> Spot:
    """A point of the rules, where y goes up, as a point of the picture."""
    return x, TABLE - y


@dataclass(frozen=True)
class Shape:
    """All points nearer than the rounding to the convex shape of the corners."""

    corners: tuple[Spot, ...]
    """With y down; against the clock, as they look, as the rules have them."""
    rounding: float

    @property
    def middle(self) -> Spot:
        xs, ys = zip(*self.corners, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        xs, ys = zip(*self.corners, strict=True)
        r = self.rounding
        return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r

    @property
    def edges(self) -> list[tuple[Spot, Spot]]:
        """With the clock, as they look; of a line: there and back."""
        corners = self.corners[::-1]
        return list(zip(corners, (*corners[1:], corners[0]), strict=True))

    @property
    def long_edge(self) -> tuple[Spot, Spot]:
        return max(self.edges, key=lambda edge: math.dist(*edge))

    @property
    def slant(self) -> float:
        """The direction of its longest edge in degrees, so that words along it can be read."""
        if len(self.corners) == 1:
            return 0.0
        (ax, ay), (bx, by) = self.long_edge
        angle = math.degrees(math.atan2(by - ay, bx - ax)) % 180
        return angle - 180 if angle > 90 else angle

    def depth(self, x: float, y: float) -> float:
        """How far inside a point lies; outside it is below 0."""
        if len(self.corners) == 1:
            return self.rounding - math.dist((x, y), self.corners[0])
        if len(self.corners) == 2:
            return self.rounding - distance((x, y), *self.corners)
        aside = [beside((x, y), *edge) for edge in self.edges]
        if min(aside) >= 0:
            return min(aside) + self.rounding
        return self.rounding - min(distance((x, y), *edge) for edge in self.edges)

    def shrunk(self, part: float) -> Shape:
        """The same shape about its middle, smaller."""
        mx, my = self.middle
        corners = tuple((mx + (x - mx) * part, my + (y - my) * part) for x, y in self.corners)
        return Shape(corners, self.rounding * part)


def beside(point: Spot, a: Spot, b: Spot) -> float:
    """How far a point lies to the inner side of an edge."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (dx * (point[1] - a[1]) - dy * (point[0] - a[0])) / (math.hypot(dx, dy) or 1)


def distance(point: Spot, a: Spot, b: Spot) -> float:
    """From a point to a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)
    along = max(0.0, min(1.0, along))
    return math.dist(point, (a[0] + along * dx, a[1] + along * dy))


# Paths


def whole(value: float) -> str:
    return str(round(value))


def moved_to(spot: Spot) -> str:
    return f"M{whole(spot[0])} {whole(spot[1])}"


def circle(middle: Spot, radius: float) -> str:
    x, y, r = whole(middle[0] - radius), whole(middle[1]), whole(radius)
    return f"M{x} {y}a{r} {r} 0 1 1 {whole(2 * radius)} 0a{r} {r} 0 1 1-{whole(2 * radius)} 0z"


def polygon(spots: Sequence[Spot]) -> str:
    return "M" + "L".join(f"{whole(x)} {whole(y)}" for x, y in spots) + "z"


def outline(shape: Shape, grown: float = 0) -> str:
    """Around the shape, so much farther out."""
    r = shape.rounding + grown
    if len(shape.corners) == 1:
        return circle(shape.corners[0], max(r, 1))
    if r <= 5:
        return polygon(shape.corners)
    d = ""
    for a, b in shape.edges:
        out = outward(a, b, r)
        start, end = (a[0] + out[0], a[1] + out[1]), (b[0] + out[0], b[1] + out[1])
        turn = f"A{whole(r)} {whole(r)} 0 0 1 " if d else "M"
        d += f"{turn}{whole(start[0])} {whole(start[1])}L{whole(end[0])} {whole(end[1])}"
    a, b = shape.edges[0]
    out = outward(a, b, r)
    return d + f"A{whole(r)} {whole(r)} 0 0 1 {whole(a[0] + out[0])} {whole(a[1] + out[1])}z"


def outward(a: Spot, b: Spot, far: float) -> Spot:
    """The way out over an edge, so long."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1
    return dy / length * far, -dx / length * far


# Spots


def chance(x: int, y: int, salt: int = 0) -> float:
    """A number from 0 to 1 that is always the same for the same numbers."""
    mixed = (x * 73856093 ^ y * 19349663 ^ salt * 83492791) & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 1274126177 & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 0xFFFF


def scattered(shape: Shape, step: float, least: float, salt: int = 0) -> Iterator[Spot]:
    """Spots about so far from each other, at least so deep inside, as if thrown by hand."""
    left, top, right, bottom = shape.bounds
    for row in range(math.floor(top / step), math.ceil(bottom / step) + 1):
        for column in range(math.floor(left / step), math.ceil(right / step) + 1):
            shift = 0.5 if row % 2 else 0.0
            x = (column + shift + 0.5 * (chance(column, row, salt) - 0.5)) * step
            y = (row + 0.5 * (chance(row, column, salt + 7) - 0.5)) * step
            if shape.depth(x, y) >= least:
                yield x, y


def along(shape: Shape, step: float) -> Iterator[tuple[Spot, Spot]]:
    """Spots on the outline, about so far from each other, each with the way out there (1 long)."""
    r = shape.rounding
    if len(shape.corners) == 1:
        (x, y), count = shape.corners[0], max(6, round(2 * math.pi * r / step))
        for place in range(count):
            way = math.cos(2 * math.pi * place / count), math.sin(2 * math.pi * place / count)
            yield (x + way[0] * r, y + way[1] * r), way
        return
    for a, b in shape.edges:
        out = outward(a, b, 1)
        count = max(1, round(math.dist(a, b) / step))
        for place in range(count):
            part = (place + 0.5) / count
            at = a[0] + (b[0] - a[0]) * part + out[0] * r, a[1] + (b[1] - a[1]) * part + out[1] * r
            yield at, out
