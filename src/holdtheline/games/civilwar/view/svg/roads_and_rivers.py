"""Roads, creeks, rivers, bridges and fords: which hexes they connect, and the paths drawn through them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from .....core.hexes import DIRECTIONS, OFF_MAP
from .....core.svg import Markup, element, path
from ...rules.terrain import Terrain
from ...scenario.model import BattleMap
from .layout import HALF_HEX, Point, hex_centre, side_midpoint
from .terrain_patterns import draw_line, scatter_marks

WATER_TERRAINS = (Terrain.CREEK, Terrain.RIVER, Terrain.BRIDGE, Terrain.FORD)
CROSSINGS = (Terrain.BRIDGE, Terrain.FORD)
CURVE_SAMPLES = 14
CREEK_SWING = 2.6  # the amplitude of a creek's bends

Connections = dict[int, list[int]]
"""The directions in which a road or river leaves each hex."""


def joins_roads(a: Terrain, b: Terrain) -> bool:
    if Terrain.ROAD in (a, b):
        return {a, b} <= {Terrain.ROAD, Terrain.TOWN, *CROSSINGS}
    return Terrain.TOWN in (a, b) and (a in CROSSINGS or b in CROSSINGS)


def find_roads(battle_map: BattleMap) -> Connections:
    return connect_hexes(battle_map, joins_roads, [Terrain.ROAD])


def find_waters(battle_map: BattleMap) -> Connections:
    return connect_hexes(battle_map, lambda a, b: a in WATER_TERRAINS and b in WATER_TERRAINS, WATER_TERRAINS)


def connect_hexes(
    battle_map: BattleMap, joins: Callable[[Terrain, Terrain], bool], extended: Sequence[Terrain]
) -> Connections:
    """Connect neighbours whose terrains join; lines of the `extended` terrains continue beyond the map."""
    connections: Connections = {hex_: [] for hex_ in range(len(battle_map.terrain))}
    for hex_, direction, there in neighbour_pairs(battle_map):
        if joins(battle_map.terrain[hex_], battle_map.terrain[there]):
            connections[hex_].append(direction)
    remove_triangles(connections, battle_map)
    for hex_, terrain in enumerate(battle_map.terrain):
        if terrain in extended:
            extend_off_map(connections, battle_map, hex_)
    return connections


def neighbour_pairs(battle_map: BattleMap) -> Iterator[tuple[int, int, int]]:
    """Yield every hex with each direction and the neighbour there."""
    for hex_ in range(len(battle_map.terrain)):
        for direction, there in enumerate(battle_map.neighbours(hex_)):
            if there != OFF_MAP:
                yield hex_, direction, there


def remove_triangles(connections: Connections, battle_map: BattleMap) -> None:
    """Where three hexes form a triangle, remove the connection that continues least straight."""
    for hex_, direction, there in neighbour_pairs(battle_map):
        turn = (direction + 1) % DIRECTIONS
        third = battle_map.neighbours(hex_)[turn]
        ring = [(hex_, direction, there), (there, (direction + 2) % DIRECTIONS, third), (hex_, turn, third)]
        if third == OFF_MAP or any(direction_ not in connections[start] for start, direction_, _ in ring):
            continue
        start, removed, end = min(ring, key=lambda side: (connection_priority(connections, battle_map, *side), side[0]))
        connections[start].remove(removed)
        connections[end].remove((removed + 3) % DIRECTIONS)


def connection_priority(connections: Connections, battle_map: BattleMap, start: int, direction: int, end: int) -> int:
    """Rate a connection: whether it joins the same terrain, then how straight it continues."""
    back = (direction + 3) % DIRECTIONS
    alike = battle_map.terrain[start] == battle_map.terrain[end]
    return 3 * alike + (back in connections[start]) + (direction in connections[end])


def extend_off_map(connections: Connections, battle_map: BattleMap, hex_: int) -> None:
    """Continue a line that ends at the edge of the map beyond it."""
    if len(connections[hex_]) > 1:
        return
    back = connections[hex_][0] if connections[hex_] else 4
    for turn in (3, 2, 4, 1, 5):
        direction = (back + turn) % DIRECTIONS
        if battle_map.neighbours(hex_)[direction] == OFF_MAP:
            connections[hex_].append(direction)
            return


# Paths


def hexes_path(connections: Connections, hexes: list[int], width: int, swing: float = 0) -> str:
    return "".join(hex_path(connections[hex_], hex_centre(hex_, width), swing) for hex_ in hexes)


def hex_path(directions: list[int], centre: Point, swing: float) -> str:
    """Return a curve from side to side of a hex, or lines from each side to its centre."""
    if len(directions) == 2:
        return curve_path(side_midpoint(directions[0]), side_midpoint(directions[1]), centre, swing)
    lines = [curve_path(side_midpoint(direction), (0.0, 0.0), centre, swing) for direction in directions]
    return "".join(lines) or f"M{centre[0]:.1f} {centre[1]:.1f}h0"


def curve_path(start: Point, end: Point, centre: Point, swing: float) -> str:
    x, y = centre
    if not swing:
        bend = f"Q{x:.1f} {y:.1f} {x + end[0]:.1f} {y + end[1]:.1f}"
        return f"M{x + start[0]:.1f} {y + start[1]:.1f}{bend}"
    points = [wavy_point(start, end, step / CURVE_SAMPLES, swing) for step in range(CURVE_SAMPLES + 1)]
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in points)


def wavy_point(start: Point, end: Point, part: float, swing: float) -> Point:
    """Return a point of the curve, displaced sideways in waves. Its control point is the centre of the hex."""
    x, y = ((1 - part) ** 2 * start[i] + part**2 * end[i] for i in (0, 1))
    dx, dy = (2 * part * end[i] - 2 * (1 - part) * start[i] for i in (0, 1))
    length = math.hypot(dx, dy) or 1
    offset = swing * math.sin(part * math.tau * (math.dist(start, end) / HALF_HEX))
    return x - dy / length * offset, y + dx / length * offset


def curve_midpoint(directions: list[int]) -> Point:
    """Return the middle of the line through a hex."""
    if len(directions) != 2:
        return 0.0, 0.0
    (ax, ay), (bx, by) = side_midpoint(directions[0]), side_midpoint(directions[1])
    return (ax + bx) / 4, (ay + by) / 4


def curve_angle(directions: list[int]) -> float:
    """Return the angle of the line in the middle of a hex, in degrees as SVG counts them."""
    if not directions:
        return 0
    first, last = side_midpoint(directions[0]), side_midpoint(directions[1]) if len(directions) > 1 else (0.0, 0.0)
    return math.degrees(math.atan2(last[1] - first[1], last[0] - first[0]))


# Drawing


def draw_waters(battle_map: BattleMap) -> list[Markup]:
    flow = find_waters(battle_map)
    wet = [hex_ for hex_, terrain in enumerate(battle_map.terrain) if terrain in WATER_TERRAINS]
    broad = [hex_ for hex_ in wet if is_river_wide(battle_map, hex_, flow)]
    continues = {OFF_MAP, *broad}
    wide = {
        hex_: [direction for direction in flow[hex_] if battle_map.neighbours(hex_)[direction] in continues]
        for hex_ in broad
    }
    slim = {hex_: [direction for direction in flow[hex_] if direction not in wide.get(hex_, ())] for hex_ in wet}
    river = hexes_path(wide, broad, battle_map.width)
    brooks = [hex_ for hex_ in wet if slim[hex_] or hex_ not in broad]
    creek = hexes_path(slim, brooks, battle_map.width, CREEK_SWING)
    ripples = scatter_marks(battle_map, broad, RIPPLES, "q4-4 8 0t8 0")
    return [
        draw_line(river, "bank-river"), draw_line(creek, "bank-creek"), draw_line(river, "river"),
        draw_line(creek, "creek"),
        draw_line(ripples, "ripple"),
    ]  # fmt: skip


RIPPLES = (((-20, -14), (2, 2), (-12, 16)), ((-4, -16), (-18, 4), (4, 18)))


def is_river_wide(battle_map: BattleMap, hex_: int, flow: Connections) -> bool:
    """Return whether this is a river, or a crossing with more river than creek beside it."""
    if battle_map.terrain[hex_] == Terrain.RIVER:
        return True
    there = [battle_map.neighbours(hex_)[direction] for direction in flow[hex_]]
    beside = [battle_map.terrain[other] for other in there if other != OFF_MAP]
    return battle_map.terrain[hex_] != Terrain.CREEK and beside.count(Terrain.RIVER) > beside.count(Terrain.CREEK)


def draw_roads(battle_map: BattleMap) -> list[Markup]:
    roads = find_roads(battle_map)
    lines = hexes_path(roads, [hex_ for hex_, directions in roads.items() if directions], battle_map.width)
    return [draw_line(lines, "road-edge"), draw_line(lines, "road")]


def draw_bridges(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    deck, rails = path("M-34-7.5h68v15h-68z", "htl-deck"), draw_line("M-38-9h76M-38 9h76", "rail")
    return [draw_crossing(battle_map, hex_, deck, rails) for hex_ in hexes]


def draw_fords(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    return [
        draw_crossing(battle_map, hex_, draw_line("M-30 0h61", "stones-edge"), draw_line("M-30 0h61", "stones"))
        for hex_ in hexes
    ]


def draw_crossing(battle_map: BattleMap, hex_: int, *parts: Markup) -> Markup:
    """Draw a crossing along its road where that bends over the water, else straight across."""
    road, water = find_roads(battle_map)[hex_], find_waters(battle_map)[hex_]
    (dx, dy), angle = curve_midpoint(road or water), curve_angle(road) if road else curve_angle(water) + 90
    x, y = hex_centre(hex_, battle_map.width)
    return element("g", *parts, transform=f"translate({x + dx:.1f} {y + dy:.1f}) rotate({angle:.0f})")
