"""The boxes around what is printed, to check that everything is on the page."""

from __future__ import annotations

from collections.abc import Iterable

from holdtheline.core.printing.canvas import MM_PER_POINT, Box, Canvas, Clip, Item, Point, Shape, outline_points


def item_bounds(item: Item) -> Box:
    """Return the box around what is visible of an item, including the width of its lines."""
    if isinstance(item, Clip):
        return box_around(outline_points(item.outline))
    if isinstance(item, Shape):
        return box_around(outline_points(item.outline), item.width / 2 if item.stroke else 0.0)
    font = item.face.font
    em = item.size * MM_PER_POINT / font.units_per_em
    upright = Canvas([], (item.x, item.y), item.angle)
    corners = [(x, -y * em) for x in (0.0, item.width) for y in (0.72 * font.units_per_em, font.descent * 0.6)]
    return box_around(map(upright.place, corners))


def box_around(points: Iterable[Point], extra: float = 0.0) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs) - extra, min(ys) - extra, max(xs) + extra, max(ys) + extra
