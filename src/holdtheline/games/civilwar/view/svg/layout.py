"""The layout of the page: the header, the map with its hexes, and the tray below it."""

from __future__ import annotations

import math
from functools import cache

from .....core.hexes import DIRECTIONS, OFF_MAP
from ...scenario.model import BattleMap

HEX_WIDTH = 100
"""From hexside to hexside. No text is smaller than 15, so that it is at least 9 pixels high in a hex of 60 pixels."""
HALF_HEX = HEX_WIDTH / 2
HEX_RADIUS = HEX_WIDTH / math.sqrt(3)  # from the middle to a corner
ROW_HEIGHT = HEX_RADIUS * 1.5  # from row to row
MARGIN = 26
HEADER_HEIGHT = 130
TRAY_ROW_HEIGHT = 66
TRAY_HEADER_HEIGHT = 30

Point = tuple[float, float]


def map_size(battle_map: BattleMap) -> Point:
    odd = HALF_HEX if battle_map.height > 1 else 0
    return battle_map.width * HEX_WIDTH + odd, (battle_map.height - 1) * ROW_HEIGHT + 2 * HEX_RADIUS


def page_width(battle_map: BattleMap) -> int:
    return round(map_size(battle_map)[0] + 2 * MARGIN)


def map_bottom(battle_map: BattleMap) -> float:
    """Return the lower end of the map with its frame."""
    return HEADER_HEIGHT + map_size(battle_map)[1] + 14


def hex_centre(hex_: int, width: int) -> Point:
    row, column = divmod(hex_, width)
    return (
        MARGIN + HALF_HEX + column * HEX_WIDTH + row % 2 * HALF_HEX,
        HEADER_HEIGHT + HEX_RADIUS + row * ROW_HEIGHT,
    )


@cache
def side_midpoint(direction: int, distance: float = HALF_HEX) -> Point:
    """Return the offset from the centre of a hex to the middle of its side in this direction."""
    angle = math.radians(60 * direction)
    return distance * math.cos(angle), -distance * math.sin(angle)


@cache
def hex_corner(direction: int, distance: float = HEX_RADIUS) -> Point:
    """Return the offset from the centre of a hex to its corner after this side, counter-clockwise."""
    angle = math.radians(60 * direction + 30)
    return distance * math.cos(angle), -distance * math.sin(angle)


def hex_outline(distance: float = HEX_RADIUS) -> str:
    """Return the path around a hex at (0, 0), at this distance of its corners."""
    return f"M{format_points([hex_corner(direction, distance) for direction in range(DIRECTIONS)])}z"


def format_points(points: list[Point]) -> str:
    return " ".join(f"{x:.1f} {y:.1f}" for x, y in points)


def map_outline(battle_map: BattleMap) -> list[Point]:
    """Return the corners along the edge of the map."""
    after: dict[tuple[int, int], tuple[Point, Point]] = {}
    for hex_ in range(battle_map.width * battle_map.height):
        x, y = hex_centre(hex_, battle_map.width)
        for direction, there in enumerate(battle_map.neighbours(hex_)):
            if there == OFF_MAP:
                (ax, ay), (bx, by) = hex_corner(direction - 1), hex_corner(direction)
                after[rounded_point(x + ax, y + ay)] = ((x + ax, y + ay), (x + bx, y + by))
    first = min(after)
    points: list[Point] = []
    corner = first
    while not points or corner != first:
        start, end = after[corner]
        points.append(start)
        corner = rounded_point(*end)
    return points


def rounded_point(x: float, y: float) -> tuple[int, int]:
    """Round, so that both hexes at a corner give the same point."""
    return round(x), round(y)
