"""The shape of a piece of terrain as its file gives it: a disc, a line, a rectangle or corners."""

from __future__ import annotations

from ...core.plane import DIRECTION_LENGTH, DIRECTIONS, is_convex
from ...core.tomlfile import Table
from .state import TABLE
from .table import CORNERS_OF_A_PIECE, Point
from .written import between, inches, is_on_table, off_the_table, row, thousandths

SHAPES = ("disc", "line", "rect", "corners")
FIELDS = (*SHAPES, "thick", "turned")
SMALLEST = 100
"""Thousandths: the least that something is long, wide or across."""
USUAL_THICKNESS = 250
SHARP = 1
"""The rounding of corners: as little as there can be."""

Shape = tuple[tuple[Point, ...], int]
"""Corners against the clock, and the rounding."""


def shape_of(table: Table) -> Shape:
    shapes = [shape for shape in SHAPES if shape in table.data]
    if len(shapes) != 1:
        wanted = "it must have one shape: disc, line, rect or corners"
        raise table.fault(shapes[1] if shapes else "kind", wanted, "K1.3")
    (shape,) = shapes
    for field, owner in (("thick", "line"), ("turned", "rect")):
        if field in table.data and shape != owner:
            raise table.fault(field, f"only a {owner} has this", "K1.3")
    corners, rounding = READERS[shape](table)
    for corner in corners:
        if not is_on_table(corner):
            raise table.fault(shape, off_the_table(corner), "K1.1")
    return against_the_clock(table, shape, corners), rounding


def disc(table: Table) -> Shape:
    x, y, across = row(table, "disc", "x, y, across", "K1.3")
    if not SMALLEST <= across <= TABLE:
        raise table.fault("disc", f"across must be {between(SMALLEST, TABLE)}", "K1.3")
    return ((x, y),), across // 2


def line(table: Table) -> Shape:
    x, y, to_x, to_y = row(table, "line", "x, y, to x, to y", "K1.3")
    thick = inches(table, "thick", SMALLEST, TABLE, "K1.3") if "thick" in table.data else USUAL_THICKNESS
    return ((x, y), (to_x, to_y)), thick // 2


def rect(table: Table) -> Shape:
    x, y, width, height = row(table, "rect", "x, y, width, height", "K1.3")
    if not (SMALLEST <= width <= TABLE and SMALLEST <= height <= TABLE):
        raise table.fault("rect", f"width and height must be {between(SMALLEST, TABLE)}", "K1.3")
    turned = table.whole("turned", 0, 359, "K1.3") if "turned" in table.data else 0
    twice = ((-width, -height), (width, -height), (width, height), (-width, height))
    middle = (2 * x + width, 2 * y + height)
    return tuple(turned_by(corner, turned, middle) for corner in twice), SHARP


def turned_by(twice: Point, degrees: int, middle: Point) -> Point:
    """A corner turned about the middle; both are given twice as large, so that halves are whole."""
    dx, dy = map(int, DIRECTIONS[degrees])
    along, aside = twice[0] * dx - twice[1] * dy, twice[0] * dy + twice[1] * dx
    whole = 2 * DIRECTION_LENGTH
    return (
        (middle[0] * DIRECTION_LENGTH + along + DIRECTION_LENGTH) // whole,
        (middle[1] * DIRECTION_LENGTH + aside + DIRECTION_LENGTH) // whole,
    )


def corners(table: Table) -> Shape:
    value = table.data["corners"]
    points = [pair(one) for one in value] if isinstance(value, list) else []
    right = tuple(one for one in points if one is not None)
    if len(right) != len(points) or not 3 <= len(right) <= CORNERS_OF_A_PIECE:
        wanted = f"it must be 3 to {CORNERS_OF_A_PIECE} corners [[x, y], ...], inches with up to 3 decimals"
        raise table.wrong("corners", wanted, "K1.3")
    return right, SHARP


def pair(value: object) -> Point | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = map(thousandths, value)
    return None if x is None or y is None else (x, y)


READERS = {"disc": disc, "line": line, "rect": rect, "corners": corners}


def against_the_clock(table: Table, shape: str, corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners of a convex shape, given either way round."""
    for way in (corners, corners[::-1]):
        xs, ys = zip(*way, strict=True)
        if is_convex(xs, ys, 0, len(way)):
            return way
    what = "its two ends are one point" if len(corners) == 2 else "the shape is not convex"
    raise table.fault(shape, f"{what}; build what has a bend of several pieces", "K1.3")
