"""The ways off the table: its nearest edge or, in a closed room, the exit; and where a way meets the edge."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import cross, dot, nearest_edge, square
from .state import IS_EXIT, MOST_TERRAIN, TABLE

EDGE_X = (-1, 1, 0, 0)
EDGE_Y = (0, 0, -1, 1)
"""Towards each edge, as plane.nearest_edge numbers them."""


@kernel
def to_the_edge(ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Where a way from a to b ends, or leaves the table."""
    whole = 1 + max(abs(bx - ax), abs(by - ay))
    part = whole
    if bx < 0:
        part = min(part, whole * ax // (ax - bx))
    if bx > TABLE:
        part = min(part, whole * (TABLE - ax) // (bx - ax))
    if by < 0:
        part = min(part, whole * ay // (ay - by))
    if by > TABLE:
        part = min(part, whole * (TABLE - ay) // (by - ay))
    if part == whole:
        return bx, by
    return clipped(ax, bx, part, whole), clipped(ay, by, part, whole)


@kernel
def clipped(a: Any, b: Any, part: Any, whole: Any) -> Any:
    """A part of the way from a to b, rounded towards a."""
    return a + (b - a) * part // whole if b > a else a - (a - b) * part // whole


@kernel
def way_out(s: Any, x: Any, y: Any) -> Any:
    """The nearest point by which one leaves the table, and how wide the exit is around it."""
    if s.enclosed:
        return exit_from(s, x, y)
    edge = nearest_edge(x, y, TABLE)
    gx = x if EDGE_X[edge] == 0 else (TABLE if EDGE_X[edge] > 0 else 0)
    gy = y if EDGE_Y[edge] == 0 else (TABLE if EDGE_Y[edge] > 0 else 0)
    return gx, gy, 0


@kernel
def exit_from(s: Any, x: Any, y: Any) -> Any:
    """The nearest point of the nearest exit of a closed room, and its rounding; the place itself if none."""
    gx, gy, rounding = x, y, 0
    found, nearest = False, 0
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if s.t_bits[place] & IS_EXIT:
            px, py = nearest_point(s, place, x, y)
            away = square(x, y, px, py)
            if not found or away < nearest:
                found, nearest = True, away
                gx, gy, rounding = px, py, s.t_round[place]
    return gx, gy, rounding


@kernel
def nearest_point(s: Any, place: Any, x: Any, y: Any) -> Any:
    """The point of a terrain, without its rounding, nearest to a place; the place if it lies within."""
    first, count = s.t_first[place], s.t_count[place]
    is_inside, px, py = count > 2, s.corner_x[first], s.corner_y[first]
    ax, ay = s.corner_x[first + count - 1], s.corner_y[first + count - 1]
    for corner in range(first, first + count):
        bx, by = s.corner_x[corner], s.corner_y[corner]
        is_inside = is_inside and cross(bx - ax, by - ay, x - ax, y - ay) >= 0
        whole = max(square(ax, ay, bx, by), 1)
        part = min(max(dot(bx - ax, by - ay, x - ax, y - ay), 0), whole)
        qx, qy = clipped(ax, bx, part, whole), clipped(ay, by, part, whole)
        if square(x, y, qx, qy) < square(x, y, px, py):
            px, py = qx, qy
        ax, ay = bx, by
    return (x, y) if is_inside else (px, py)
