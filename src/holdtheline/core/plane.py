"""An open table in whole numbers: what is nearer than what, how far a way goes, which way somebody looks.

Coordinates and lengths are whole thousandths of an inch. A base is a disc. A piece of terrain is a hull: all
points nearer than its rounding to the convex shape of its corners, which lie against the clock in the rows
`xs` and `ys` from `first` on, `count` of them. One corner makes a pillar, two a wall with round ends, more a
house. So whether a base overlaps terrain, or terrain is in the way, is one question: is this nearer than
that.

The answers are exact: nothing is rounded before it is compared. For that, coordinates differ by at most
38,000, and lengths and limits are from 0 to 38,000. Then a cross product is at most 2 * 38,000 ** 2 and its
square 8.4e18, which 64 bits hold; what a root is taken of stays below 2 ** 62.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .kernel import kernel

# Whole numbers


@kernel
def isqrt(number: Any) -> Any:
    """The root, rounded down, of a number from 0 up to 2 ** 62."""
    root = int(math.sqrt(number))  # a guess, which the next lines correct
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


@kernel
def root_up(number: Any) -> Any:
    """The root, rounded up, of a number from 0 up to 2 ** 62."""
    root = isqrt(number)
    return root if root * root == number else root + 1


@kernel
def dot(ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Above 0 if two vectors point the same way, 0 at right angles, below 0 if they point opposite ways."""
    return ax * bx + ay * by


@kernel
def cross(ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Above 0 if the second vector points to the left of the first, 0 along it, below 0 to the right."""
    return ax * by - ay * bx


@kernel
def square(ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """The square of the distance of two points."""
    return (bx - ax) * (bx - ax) + (by - ay) * (by - ay)


# What is nearer than what


@kernel
def is_nearer(ax: Any, ay: Any, bx: Any, by: Any, limit: Any) -> Any:
    """Whether two points are nearer to each other than a limit."""
    return square(ax, ay, bx, by) < limit * limit


@kernel
def gap(ax: Any, ay: Any, ar: Any, bx: Any, by: Any, br: Any) -> Any:
    """The distance from base edge to base edge, rounded down; 0 if they touch or overlap."""
    return max(isqrt(square(ax, ay, bx, by)) - ar - br, 0)


@kernel
def point_is_nearer(px: Any, py: Any, ax: Any, ay: Any, bx: Any, by: Any, limit: Any) -> Any:
    """Whether a point is nearer than a limit to the segment from a to b, which may be a point too."""
    whole = square(ax, ay, bx, by)
    reach = dot(bx - ax, by - ay, px - ax, py - ay)
    if reach <= 0:
        return is_nearer(px, py, ax, ay, limit)
    if reach >= whole:
        return is_nearer(px, py, bx, by, limit)
    aside = cross(bx - ax, by - ay, px - ax, py - ay)
    return aside * aside < limit * limit * whole


@kernel
def segments_are_nearer(
    ax: Any, ay: Any, bx: Any, by: Any, cx: Any, cy: Any, dx: Any, dy: Any, limit: Any
) -> Any:
    """Whether the segments from a to b and from c to d are nearer than a limit, which is above 0."""
    a_side, b_side = cross(dx - cx, dy - cy, ax - cx, ay - cy), cross(dx - cx, dy - cy, bx - cx, by - cy)
    c_side, d_side = cross(bx - ax, by - ay, cx - ax, cy - ay), cross(bx - ax, by - ay, dx - ax, dy - ay)
    if a_side * b_side < 0 and c_side * d_side < 0:
        return True
    return (
        point_is_nearer(ax, ay, cx, cy, dx, dy, limit)
        or point_is_nearer(bx, by, cx, cy, dx, dy, limit)
        or point_is_nearer(cx, cy, ax, ay, bx, by, limit)
        or point_is_nearer(dx, dy, ax, ay, bx, by, limit)
    )


@kernel
def hull_is_nearer(
    ax: Any, ay: Any, bx: Any, by: Any, xs: Any, ys: Any, first: Any, count: Any, limit: Any
) -> Any:
    """Whether the segment from a to b is nearer than a limit, above 0, to the convex shape of the corners."""
    is_inside = count > 2
    cx, cy = xs[first + count - 1], ys[first + count - 1]
    for corner in range(first, first + count):
        dx, dy = xs[corner], ys[corner]
        a_side, b_side = cross(dx - cx, dy - cy, ax - cx, ay - cy), cross(dx - cx, dy - cy, bx - cx, by - cy)
        side = max(a_side, b_side)
        if side < 0 and side * side >= limit * limit * square(cx, cy, dx, dy):
            return False  # both ends are so far outside this side that nothing else matters: the usual case
        is_inside = is_inside and a_side >= 0
        cx, cy = dx, dy
    if is_inside:
        return True
    for corner in range(first, first + count):
        dx, dy = xs[corner], ys[corner]
        if segments_are_nearer(ax, ay, bx, by, cx, cy, dx, dy, limit):
            return True
        cx, cy = dx, dy
    return False


def is_convex(xs: Any, ys: Any, first: Any, count: Any) -> Any:
    """Whether corners are those of a hull: each lies to the left of every side that it is no end of."""
    if count == 2:
        return square(xs[first], ys[first], xs[first + 1], ys[first + 1]) > 0
    for place in range(count):
        start, end = first + place, first + (place + 1) % count
        side_x, side_y = xs[end] - xs[start], ys[end] - ys[start]
        for corner in range(first, first + count):
            aside = cross(side_x, side_y, xs[corner] - xs[start], ys[corner] - ys[start])
            if corner != start and corner != end and aside <= 0:
                return False
    return count > 0


# Ways


@kernel
def along(ax: Any, ay: Any, dx: Any, dy: Any, distance: Any) -> Any:
    """The end of a straight way in a direction: never longer than the distance, and less than 2 shorter."""
    whole = square(0, 0, dx, dy)
    x, y = dx * distance, dy * distance
    x, y = isqrt(x * x // whole), isqrt(y * y // whole)
    return ax + (x if dx > 0 else -x), ay + (y if dy > 0 else -y)


@kernel
def touching(ax: Any, ay: Any, cx: Any, cy: Any, limit: Any) -> Any:
    """The point from c towards a, another point, as far from c as the limit or less than 2 further."""
    whole = square(ax, ay, cx, cy)
    x, y = (ax - cx) * limit, (ay - cy) * limit
    x, y = root_up(-(-x * x // whole)), root_up(-(-y * y // whole))
    return cx + (x if ax > cx else -x), cy + (y if ay > cy else -y)


@kernel
def towards(ax: Any, ay: Any, bx: Any, by: Any, distance: Any) -> Any:
    """The end of a straight way from a to b: b itself if the distance covers it."""
    if distance * distance >= square(ax, ay, bx, by):
        return bx, by
    return along(ax, ay, bx - ax, by - ay, distance)


@kernel
def way_to_point(ax: Any, ay: Any, bx: Any, by: Any, cx: Any, cy: Any, limit: Any) -> Any:
    """How far one may go from a straight to b and never be nearer than a limit to c.

    `towards` tells where that is, and the way there is free, exactly. As it ends at a whole point, the answer
    lies between 1 before the stop of a limit wider by 2 and the stop of one narrower by 2: close together
    head on, less so where one would only graze c. Past several things the shortest way counts, but its end is
    rounded anew: go back by 1 until it is free of all of them. Who begins nearer may go all the way if the
    distance never falls, and else not at all.
    """
    low, high = 0, root_up(square(ax, ay, bx, by))
    if not point_is_nearer(cx, cy, ax, ay, bx, by, limit):
        return high
    if is_nearer(ax, ay, cx, cy, limit):
        return high if dot(bx - ax, by - ay, ax - cx, ay - cy) >= 0 else 0
    while high - low > 1:
        middle = (low + high) // 2
        x, y = towards(ax, ay, bx, by, middle)
        if point_is_nearer(cx, cy, ax, ay, x, y, limit):
            high = middle
        else:
            low = middle
    return low


@kernel
def way_to_hull(
    ax: Any, ay: Any, bx: Any, by: Any, xs: Any, ys: Any, first: Any, count: Any, limit: Any
) -> Any:
    """How far one may go from a straight to b and never be nearer than a limit to a hull.

    Everything else is as in `way_to_point`.
    """
    low, high = 0, root_up(square(ax, ay, bx, by))
    if not hull_is_nearer(ax, ay, bx, by, xs, ys, first, count, limit):
        return high
    if hull_is_nearer(ax, ay, ax, ay, xs, ys, first, count, limit):
        return high if keeps_away(ax, ay, bx, by, xs, ys, first, count) else 0
    while high - low > 1:
        middle = (low + high) // 2
        x, y = towards(ax, ay, bx, by, middle)
        if hull_is_nearer(ax, ay, x, y, xs, ys, first, count, limit):
            high = middle
        else:
            low = middle
    return low


@kernel
def keeps_away(ax: Any, ay: Any, bx: Any, by: Any, xs: Any, ys: Any, first: Any, count: Any) -> Any:
    """Whether the distance to the shape of the corners never falls on the way from a to b.

    The first step tells: it falls if that leads towards what is nearest to a, a side or else a corner.
    """
    is_inside = count > 2
    nearest = first
    for corner in range(first, first + count):
        following = corner + 1 if corner + 1 < first + count else first
        cx, cy, dx, dy = xs[corner], ys[corner], xs[following], ys[following]
        reach, aside = dot(dx - cx, dy - cy, ax - cx, ay - cy), cross(dx - cx, dy - cy, ax - cx, ay - cy)
        if aside <= 0 and 0 < reach < square(cx, cy, dx, dy):
            return aside == 0 or cross(dx - cx, dy - cy, bx - ax, by - ay) <= 0
        is_inside = is_inside and aside >= 0
        if square(ax, ay, cx, cy) < square(ax, ay, xs[nearest], ys[nearest]):
            nearest = corner
    return is_inside or dot(bx - ax, by - ay, ax - xs[nearest], ay - ys[nearest]) >= 0


# Facing, and the edges of the table

DIRECTION_LENGTH = 30_000
"""Long enough that a way across the table ends within a thousandth of where it should."""


def all_directions() -> np.ndarray[Any, np.dtype[np.int64]]:
    """A vector for each degree, by series in whole numbers: no machine's sine can differ from another's."""
    one = 10**30
    pi = 3_141592653589793238462643383280
    quarter = []
    for degrees in range(90):
        angle, term = pi * degrees // 180, one
        x, y = one, 0
        for power in range(1, 40):
            term = term * angle // (one * power)
            sign = -1 if power % 4 > 1 else 1
            if power % 2:
                y += sign * term
            else:
                x += sign * term
        quarter.append([(2 * DIRECTION_LENGTH * part + one) // (2 * one) for part in (x, y)])
    rows = np.array(quarter, np.int64)
    turned = rows[:, ::-1] * [-1, 1]
    return np.concatenate([rows, turned, -rows, -turned])


DIRECTIONS = all_directions()
"""For each of 360 degrees, from the right against the clock, a vector of that length: x, y."""


@kernel
def is_ahead(fx: Any, fy: Any, dx: Any, dy: Any) -> Any:
    """Whether a direction is in the forward half of a facing; its border is."""
    return dot(fx, fy, dx, dy) >= 0


LEFT, RIGHT, BOTTOM, TOP = range(4)


@kernel
def edge_distance(x: Any, y: Any, size: Any) -> Any:
    """How far a point is from the nearest edge of a table with this side."""
    return min(x, size - x, y, size - y)


@kernel
def nearest_edge(x: Any, y: Any, size: Any) -> Any:
    """The nearest edge of the table; of several the first: left, right, bottom, top."""
    distance = edge_distance(x, y, size)
    if x == distance:
        return LEFT
    if size - x == distance:
        return RIGHT
    if y == distance:
        return BOTTOM
    return TOP
