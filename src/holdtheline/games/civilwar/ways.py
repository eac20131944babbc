"""Roads, creeks and rivers: which hexes a line joins, and how it runs through them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ...core.hexes import DIRECTIONS, NOWHERE, neighbour
from .battle import Ground, Terrain
from .layout import HALF, Spot, middle, side

WATER = (Terrain.CREEK, Terrain.RIVER, Terrain.BRIDGE, Terrain.FORD)
CROSSINGS = (Terrain.BRIDGE, Terrain.FORD)
SAMPLES = 14
WAVE = 2.6  # how far a creek swings

Ways = dict[int, list[int]]
"""For each hex the directions in which the line leaves it."""


def joins_roads(a: Terrain, b: Terrain) -> bool:
    if Terrain.ROAD in (a, b):
        return {a, b} <= {Terrain.ROAD, Terrain.TOWN, *CROSSINGS}
    return Terrain.TOWN in (a, b) and (a in CROSSINGS or b in CROSSINGS)


def joins_waters(a: Terrain, b: Terrain) -> bool:
    return a in WATER and b in WATER


def roads(ground: Ground) -> Ways:
    ways = joined(ground, joins_roads)
    for hex_, terrain in enumerate(ground.terrain):
        if terrain == Terrain.ROAD:
            lead_off(ways, ground, hex_)
    return ways


def waters(ground: Ground) -> Ways:
    ways = joined(ground, joins_waters)
    for hex_, terrain in enumerate(ground.terrain):
        if terrain in WATER:
            lead_off(ways, ground, hex_)
    return ways


def joined(ground: Ground, joins: Callable[[Terrain, Terrain], bool]) -> Ways:
    ways: Ways = {hex_: [] for hex_ in range(len(ground.terrain))}
    for hex_, direction, there in sides(ground):
        if joins(ground.terrain[hex_], ground.terrain[there]):
            ways[hex_].append(direction)
    untangle(ways, ground)
    return ways


def sides(ground: Ground) -> Iterator[tuple[int, int, int]]:
    """Every hex with every direction in which there is another."""
    for hex_ in range(len(ground.terrain)):
        for direction in range(DIRECTIONS):
            there = int(neighbour(hex_, direction, ground.width, ground.height))
            if there != NOWHERE:
                yield hex_, direction, there


def untangle(ways: Ways, ground: Ground) -> None:
    """Where three hexes are joined in a ring, the side is left out that goes on the least straight."""
    for hex_, direction, there in sides(ground):
        turn = (direction + 1) % DIRECTIONS
        third = int(neighbour(hex_, turn, ground.width, ground.height))
        ring = [(hex_, direction, there), (there, (direction + 2) % DIRECTIONS, third), (hex_, turn, third)]
        if third == NOWHERE or any(way not in ways[at] for at, way, _ in ring):
            continue
        at, way, end = min(ring, key=lambda one: (worth(ways, ground, *one), one[0]))
        ways[at].remove(way)
        ways[end].remove((way + 3) % DIRECTIONS)


def worth(ways: Ways, ground: Ground, at: int, way: int, end: int) -> int:
    """How much a side is worth to keep: that it joins the same terrain, and then how straight it goes on."""
    back = (way + 3) % DIRECTIONS
    alike = ground.terrain[at] == ground.terrain[end]
    return 3 * alike + (back in ways[at]) + (way in ways[end])


def lead_off(ways: Ways, ground: Ground, hex_: int) -> None:
    """A line that ends at the edge of the map goes on beyond it."""
    if len(ways[hex_]) > 1:
        return
    back = ways[hex_][0] if ways[hex_] else 4
    for turn in (3, 2, 4, 1, 5):
        direction = (back + turn) % DIRECTIONS
        if neighbour(hex_, direction, ground.width, ground.height) == NOWHERE:
            ways[hex_].append(direction)
            return


# Lines


def lines(ways: Ways, hexes: list[int], width: int, swing: float = 0) -> str:
    """One path through these hexes."""
    return "".join(line(ways[hex_], middle(hex_, width), swing) for hex_ in hexes)


def line(directions: list[int], at: Spot, swing: float) -> str:
    """Through a hex: from side to side in a bow, or from each side to the middle."""
    if len(directions) == 2:
        return bow(side(directions[0]), side(directions[1]), at, swing)
    return "".join(bow(side(direction), (0.0, 0.0), at, swing) for direction in directions) or dot(at)


def dot(at: Spot) -> str:
    return f"M{at[0]:.1f} {at[1]:.1f}h0"


def bow(start: Spot, end: Spot, at: Spot, swing: float) -> str:
    x, y = at
    if not swing:
        bend = f"Q{x:.1f} {y:.1f} {x + end[0]:.1f} {y + end[1]:.1f}"
        return f"M{x + start[0]:.1f} {y + start[1]:.1f}{bend}"
    spots = [swung(start, end, step / SAMPLES, swing) for step in range(SAMPLES + 1)]
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in spots)


def swung(start: Spot, end: Spot, part: float, swing: float) -> Spot:
    """A spot of the bow, pushed aside as waves go. The bow's third point is the middle of the hex."""
    x, y = ((1 - part) ** 2 * start[i] + part**2 * end[i] for i in (0, 1))
    dx, dy = (2 * part * end[i] - 2 * (1 - part) * start[i] for i in (0, 1))
    length = math.hypot(dx, dy) or 1
    away = swing * math.sin(part * math.tau * (math.dist(start, end) / HALF))
    return x - dy / length * away, y + dx / length * away


def bend(directions: list[int]) -> Spot:
    """The middle of the line through a hex."""
    if len(directions) != 2:
        return 0.0, 0.0
    (ax, ay), (bx, by) = side(directions[0]), side(directions[1])
    return (ax + bx) / 4, (ay + by) / 4


def slant(directions: list[int]) -> float:
    """The angle of the line in the middle of a hex, in degrees as SVG turns."""
    if not directions:
        return 0
    first, last = side(directions[0]), side(directions[1]) if len(directions) > 1 else (0.0, 0.0)
    return math.degrees(math.atan2(last[1] - first[1], last[0] - first[0]))
