"""Where everything lies on the sheet: the head, the map with its hexes, and the tray below it."""

from __future__ import annotations

import math
from functools import cache

from ...core.hexes import DIRECTIONS, NOWHERE, neighbour
from .battle import Ground

HEX = 100
"""From side to side. No text is smaller than 15, so that a hex of 60 pixels has none below 9."""
HALF = HEX / 2
POINT = HEX / math.sqrt(3)  # from the middle to a corner
PITCH = POINT * 1.5  # from row to row
MARGIN = 26
HEAD = 130
TRAY_ROW = 62
TRAY_HEAD = 30

Spot = tuple[float, float]


def map_size(ground: Ground) -> Spot:
    odd = HALF if ground.height > 1 else 0
    return ground.width * HEX + odd, (ground.height - 1) * PITCH + 2 * POINT


def sheet_width(ground: Ground) -> int:
    return round(map_size(ground)[0] + 2 * MARGIN)


def map_foot(ground: Ground) -> float:
    """The lower end of the map with its frame."""
    return HEAD + map_size(ground)[1] + 14


def middle(hex_: int, width: int) -> Spot:
    row, column = divmod(hex_, width)
    return MARGIN + HALF + column * HEX + row % 2 * HALF, HEAD + POINT + row * PITCH


@cache
def side(direction: int, far: float = HALF) -> Spot:
    """From the middle of a hex towards the middle of its side in this direction."""
    angle = math.radians(60 * direction)
    return far * math.cos(angle), -far * math.sin(angle)


@cache
def corner(direction: int, far: float = POINT) -> Spot:
    """From the middle of a hex to its corner after this side, against the clock."""
    angle = math.radians(60 * direction + 30)
    return far * math.cos(angle), -far * math.sin(angle)


def points(spots: list[Spot]) -> str:
    return " ".join(f"{x:.1f} {y:.1f}" for x, y in spots)


def outline(ground: Ground) -> list[Spot]:
    """The edge of the map, from corner to corner."""
    after: dict[tuple[int, int], tuple[Spot, Spot]] = {}
    for hex_ in range(ground.width * ground.height):
        x, y = middle(hex_, ground.width)
        for direction in range(DIRECTIONS):
            if neighbour(hex_, direction, ground.width, ground.height) != NOWHERE:
                continue
            (ax, ay), (bx, by) = corner(direction - 1), corner(direction)
            after[near(x + ax, y + ay)] = ((x + ax, y + ay), (x + bx, y + by))
    first = min(after)
    spots: list[Spot] = []
    place = first
    while not spots or place != first:
        start, end = after[place]
        spots.append(start)
        place = near(*end)
    return spots


def near(x: float, y: float) -> tuple[int, int]:
    """The same for two ways to reckon the same corner."""
    return round(x), round(y)
