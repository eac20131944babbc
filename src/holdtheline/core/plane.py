"""Exact geometry of an open battlefield in integers: distances, free paths, facing, edges.

Coordinates and lengths are thousandths of an inch. A base is a disc. A piece of terrain is a rounded convex hull:
all points nearer than its rounding to the convex shape of its corners, which are listed counter-clockwise in the
rows `xs` and `ys` from `first` on, `count` of them. One corner makes a pillar, two a wall with round ends, more a
house. So overlap and obstruction are unit question: is this nearer than that.

Answers are exact: nothing is rounded before it is compared. For that, coordinates differ by at most 38,000, and
lengths and limits are from 0 to 38,000. Then a cross product is at most 2 * 38,000 ** 2 and its square 8.4e18,
which fits into 64 bits; arguments of a square root stay below 2 ** 62.
"""

from __future__ import annotations

import math

import numpy as np

from .kernel.compiler import kernel
from .state_record import Numbers, Words

# Integers


@kernel
def floor_sqrt(number: int) -> int:
    """Return the square root, rounded down, of a number from 0 to 2 ** 62."""
    root = int(math.sqrt(number))  # a guess; the next lines correct it
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


@kernel
def ceil_sqrt(number: int) -> int:
    """Return the square root, rounded up, of a number from 0 to 2 ** 62."""
    root = floor_sqrt(number)
    return root if root * root == number else root + 1


@kernel
def dot(ax: int, ay: int, bx: int, by: int) -> int:
    """Return the dot product: above 0 if the vectors point the same way, 0 at right angles, else below 0."""
    return ax * bx + ay * by


@kernel
def cross(ax: int, ay: int, bx: int, by: int) -> int:
    """Return the cross product: above 0 if b points to the left of a, 0 if along it, below 0 if to the right."""
    return ax * by - ay * bx


@kernel
def squared_distance(ax: int, ay: int, bx: int, by: int) -> int:
    """Return the square of the distance between two points."""
    return (bx - ax) * (bx - ax) + (by - ay) * (by - ay)


# Which is nearer


@kernel
def is_nearer(ax: int, ay: int, bx: int, by: int, limit: int) -> bool:
    """Return whether two points are nearer to each other than a limit."""
    return squared_distance(ax, ay, bx, by) < limit * limit


@kernel
def base_gap(ax: int, ay: int, ar: int, bx: int, by: int, br: int) -> int:
    """Return the distance from base edge to base edge, rounded down; 0 if they touch or overlap."""
    return max(floor_sqrt(squared_distance(ax, ay, bx, by)) - ar - br, 0)


@kernel
def point_is_nearer(px: int, py: int, ax: int, ay: int, bx: int, by: int, limit: int) -> bool:
    """Return whether a point is nearer than a limit to the segment from a to b, which may be a point."""
    whole = squared_distance(ax, ay, bx, by)
    reach = dot(bx - ax, by - ay, px - ax, py - ay)
    if reach <= 0:
        return is_nearer(px, py, ax, ay, limit)
    if reach >= whole:
        return is_nearer(px, py, bx, by, limit)
    aside = cross(bx - ax, by - ay, px - ax, py - ay)
    return aside * aside < limit * limit * whole


@kernel
def segments_are_nearer(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, limit: int) -> bool:
    """Return whether the segments from a to b and from c to d are nearer than a limit; 0: whether they cross."""
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
    ax: int, ay: int, bx: int, by: int, xs: Numbers, ys: Numbers, first: int, count: int, limit: int
) -> bool:
    """Return whether the segment from a to b is nearer to the hull than a limit.

    With a limit of 0, whether it leads through the inside of the hull, which has at least three corners then: to touch
    a side or a corner is not enough.
    """
    if count == 1:
        return point_is_nearer(xs[first], ys[first], ax, ay, bx, by, limit)
    if is_beside_hull(ax, ay, bx, by, xs, ys, first, count, limit):
        return False  # the usual case
    if count == 2:
        return segments_are_nearer(ax, ay, bx, by, xs[first], ys[first], xs[first + 1], ys[first + 1], limit)
    a_is_inside, b_is_inside = True, True
    cx, cy = xs[first + count - 1], ys[first + count - 1]
    for corner in range(first, first + count):
        dx, dy = xs[corner], ys[corner]
        a_side, b_side = cross(dx - cx, dy - cy, ax - cx, ay - cy), cross(dx - cx, dy - cy, bx - cx, by - cy)
        side = max(a_side, b_side)
        if side < 0 and side * side >= limit * limit * squared_distance(cx, cy, dx, dy):
            return False  # both ends are far outside this side
        if side == 0 and limit == 0:
            return False
        a_is_inside = a_is_inside and a_side >= 0
        b_is_inside = b_is_inside and b_side >= 0
        cx, cy = dx, dy
    if a_is_inside or b_is_inside:
        return True
    corners_met = 0
    for corner in range(first, first + count):
        dx, dy = xs[corner], ys[corner]
        if segments_are_nearer(ax, ay, bx, by, cx, cy, dx, dy, limit):
            return True
        if limit == 0 and point_is_nearer(dx, dy, ax, ay, bx, by, 1) and cross(bx - ax, by - ay, dx - ax, dy - ay) == 0:
            corners_met += 1
        cx, cy = dx, dy
    return corners_met > 1  # a diagonal: along a side it would lie outside of it


@kernel
def is_beside_hull(
    ax: int, ay: int, bx: int, by: int, xs: Numbers, ys: Numbers, first: int, count: int, limit: int
) -> bool:
    """Return whether the upright rectangles around the hull and the segment are not nearer than a limit."""
    left, right, bottom, top = xs[first], xs[first], ys[first], ys[first]
    for corner in range(first + 1, first + count):
        left, right = min(left, xs[corner]), max(right, xs[corner])
        bottom, top = min(bottom, ys[corner]), max(top, ys[corner])
    if max(ax, bx) + limit <= left or min(ax, bx) - limit >= right:
        return True
    return max(ay, by) + limit <= bottom or min(ay, by) - limit >= top


def is_convex(xs: Numbers, ys: Numbers, first: int, count: int) -> bool:
    """Return whether the corners make a hull: each is to the left of every side that it is not an end of."""
    if count == 2:
        return squared_distance(xs[first], ys[first], xs[first + 1], ys[first + 1]) > 0
    for index in range(count):
        start, end = first + index, first + (index + 1) % count
        side_x, side_y = xs[end] - xs[start], ys[end] - ys[start]
        for corner in range(first, first + count):
            aside = cross(side_x, side_y, xs[corner] - xs[start], ys[corner] - ys[start])
            if corner != start and corner != end and aside <= 0:
                return False
    return count > 0


# Paths


@kernel
def move_along(ax: int, ay: int, dx: int, dy: int, distance: int) -> tuple[int, int]:
    """Return the end of a straight path in a direction: never longer than the distance, and less than 2 shorter."""
    whole = squared_distance(0, 0, dx, dy)
    x, y = dx * distance, dy * distance
    x, y = floor_sqrt(x * x // whole), floor_sqrt(y * y // whole)
    return ax + (x if dx > 0 else -x), ay + (y if dy > 0 else -y)


@kernel
def point_of_contact(ax: int, ay: int, cx: int, cy: int, limit: int) -> tuple[int, int]:
    """Return the point from c towards a, which is another point, at the limit from c or less than 2 further."""
    whole = squared_distance(ax, ay, cx, cy)
    x, y = (ax - cx) * limit, (ay - cy) * limit
    x, y = ceil_sqrt(-(-x * x // whole)), ceil_sqrt(-(-y * y // whole))
    return cx + (x if ax > cx else -x), cy + (y if ay > cy else -y)


@kernel
def move_towards(ax: int, ay: int, bx: int, by: int, distance: int) -> tuple[int, int]:
    """Return the end of a straight path from a to b: b itself if the distance covers it."""
    if distance * distance >= squared_distance(ax, ay, bx, by):
        return bx, by
    return move_along(ax, ay, bx - ax, by - ay, distance)


@kernel
def free_path_past_point(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, limit: int) -> int:
    """Return how far a base can move straight from a to b without coming nearer to c than a limit.

    `move_towards` gives the point reached, and the path to it is free, exactly. Its coordinates are integers, so the
    answer is between 1 before the stop for a limit wider by 2 and the stop for a limit narrower by 2; the two are
    close together head on, less so if the path only grazes c. Past several obstacles the shortest path counts, but
    its end is rounded again: go back by 1 until it is free of all of them. A base that starts nearer than the limit
    can move all the way if the distance never falls, otherwise not at all.
    """
    low, high = 0, ceil_sqrt(squared_distance(ax, ay, bx, by))
    if not point_is_nearer(cx, cy, ax, ay, bx, by, limit):
        return high
    if is_nearer(ax, ay, cx, cy, limit):
        return high if dot(bx - ax, by - ay, ax - cx, ay - cy) >= 0 else 0
    free, blocked = bound_stop(ax, ay, bx, by, cx, cy, limit)
    while high - low > 1:
        middle = (low + high) // 2
        is_blocked = middle >= blocked
        if free < middle < blocked:
            x, y = move_towards(ax, ay, bx, by, middle)
            is_blocked = point_is_nearer(cx, cy, ax, ay, x, y, limit)
        if is_blocked:
            high = middle
        else:
            low = middle
    return low


@kernel
def bound_stop(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, limit: int) -> tuple[int, int]:
    """Return up to which length a path that c stops is certainly free, and from which it is certainly blocked.

    The end of a path is rounded by less than 2, so a limit wider or narrower by 3 decides.
    """
    length = floor_sqrt(squared_distance(ax, ay, bx, by))
    along, aside = dot(bx - ax, by - ay, cx - ax, cy - ay), cross(bx - ax, by - ay, cx - ax, cy - ay)
    aside = aside * aside // squared_distance(ax, ay, bx, by)
    free = along // (length + 1) - floor_sqrt(max((limit + 3) * (limit + 3) - aside, 0)) - 4
    narrow = (limit - 3) * (limit - 3) - aside - 1
    if limit < 3 or narrow < 0:
        return free, length + 2
    return free, along // length + 1 - floor_sqrt(narrow) + 4


@kernel
def free_path_past_hull(
    ax: int, ay: int, bx: int, by: int, xs: Numbers, ys: Numbers, first: int, count: int, limit: int
) -> int:
    """Return how far a base can move straight from a to b without coming nearer to a hull than a limit.

    Everything else is as in `free_path_past_point`.
    """
    if count == 1:
        return free_path_past_point(ax, ay, bx, by, xs[first], ys[first], limit)
    low, high = 0, ceil_sqrt(squared_distance(ax, ay, bx, by))
    if not hull_is_nearer(ax, ay, bx, by, xs, ys, first, count, limit):
        return high
    if hull_is_nearer(ax, ay, ax, ay, xs, ys, first, count, limit):
        return high if never_approaches(ax, ay, bx, by, xs, ys, first, count) else 0
    while high - low > 1:
        middle = (low + high) // 2
        x, y = move_towards(ax, ay, bx, by, middle)
        if hull_is_nearer(ax, ay, x, y, xs, ys, first, count, limit):
            high = middle
        else:
            low = middle
    return low


@kernel
def never_approaches(ax: int, ay: int, bx: int, by: int, xs: Numbers, ys: Numbers, first: int, count: int) -> bool:
    """Return whether the distance to the hull never falls on the path from a to b.

    The first step decides: the distance falls if it leads towards the side or corner nearest to a.
    """
    is_inside = count > 2
    nearest = first
    for corner in range(first, first + count):
        following = corner + 1 if corner + 1 < first + count else first
        cx, cy, dx, dy = xs[corner], ys[corner], xs[following], ys[following]
        reach, aside = dot(dx - cx, dy - cy, ax - cx, ay - cy), cross(dx - cx, dy - cy, ax - cx, ay - cy)
        if aside <= 0 and 0 < reach < squared_distance(cx, cy, dx, dy):
            return aside == 0 or cross(dx - cx, dy - cy, bx - ax, by - ay) <= 0
        is_inside = is_inside and aside >= 0
        if squared_distance(ax, ay, cx, cy) < squared_distance(ax, ay, xs[nearest], ys[nearest]):
            nearest = corner
    return is_inside or dot(bx - ax, by - ay, ax - xs[nearest], ay - ys[nearest]) >= 0


# Facing, and the edges of the table

DIRECTION_LENGTH = 30_000
"""Long enough that a path across the table ends within a thousandth of an inch of the exact point."""


def compute_directions() -> Words:
    """Compute a vector for each degree by series in integers: the sine may differ between machines."""
    unit = 10**30
    pi = 3_141592653589793238462643383280
    quarter = []
    for degrees in range(90):
        angle, term = pi * degrees // 180, unit
        x, y = unit, 0
        for power in range(1, 40):
            term = term * angle // (unit * power)
            sign = -1 if power % 4 > 1 else 1
            if power % 2:
                y += sign * term
            else:
                x += sign * term
        quarter.append([(2 * DIRECTION_LENGTH * part + unit) // (2 * unit) for part in (x, y)])
    rows = np.array(quarter, np.int64)
    turned = rows[:, ::-1] * [-1, 1]
    return np.concatenate([rows, turned, -rows, -turned])


DIRECTIONS = compute_directions()
"""A vector x, y of length DIRECTION_LENGTH for each of 360 degrees, counter-clockwise from the right."""
DIRECTION_X, DIRECTION_Y = (np.ascontiguousarray(column) for column in DIRECTIONS.T)


@kernel
def unit_direction(dx: int, dy: int) -> tuple[int, int]:
    """Return a direction, which is not 0, with the length DIRECTION_LENGTH."""
    length = floor_sqrt(dx * dx + dy * dy)
    return dx * DIRECTION_LENGTH // length, dy * DIRECTION_LENGTH // length


@kernel
def nearest_degrees(dx: int, dy: int, step: int) -> int:
    """Return the multiple of a step, in degrees, whose direction is nearest to this one."""
    best = 0
    for degrees in range(step, 360, step):
        x, y = DIRECTION_X[degrees], DIRECTION_Y[degrees]
        if dot(dx, dy, x, y) > dot(dx, dy, DIRECTION_X[best], DIRECTION_Y[best]):
            best = degrees
    return best


@kernel
def rotate(dx: int, dy: int, degrees: int) -> tuple[int, int]:
    """Return a direction of length DIRECTION_LENGTH turned to the left by these degrees."""
    across, up = int(DIRECTION_X[degrees % 360]), int(DIRECTION_Y[degrees % 360])
    return (dx * across - dy * up) // DIRECTION_LENGTH, (dx * up + dy * across) // DIRECTION_LENGTH


@kernel
def is_in_front(fx: int, fy: int, dx: int, dy: int) -> bool:
    """Return whether a direction is in the forward half of a facing; its border counts."""
    return dot(fx, fy, dx, dy) >= 0


LEFT, RIGHT, BOTTOM, TOP = range(4)


@kernel
def edge_distance(x: int, y: int, size: int) -> int:
    """Return the distance from a point to the nearest edge of a square table."""
    return min(x, size - x, y, size - y)


@kernel
def nearest_edge(x: int, y: int, size: int) -> int:
    """Return the nearest edge of the table; of several the first: left, right, bottom, top."""
    distance = edge_distance(x, y, size)
    if x == distance:
        return LEFT
    if size - x == distance:
        return RIGHT
    if y == distance:
        return BOTTOM
    return TOP
