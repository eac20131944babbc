"""Draw the map of a battle to print: hexes with terrain that can be told apart without colours."""

from __future__ import annotations

import math

from ....core.printing.canvas import (
    GREY,
    INK,
    PAPER_WHITE,
    Box,
    Canvas,
    Outline,
    Point,
    Segment,
    line_outline,
    polygon_outline,
    star_outline,
)
from ....core.printing.font import Face
from ..rules.terrain import Terrain
from ..scenario.model import BattleMap, Scenario, VictoryHex
from ..view.svg.roads_and_rivers import Connections, find_roads, find_waters

HEX_WIDTH = 32.0
"""Millimetres from side to side. The largest map then has four sheets, on A4 and on Letter."""
HEX_HEIGHT = HEX_WIDTH * 2 / math.sqrt(3)
BORDER = 4.0
"""White around the map."""
SIDE_ANGLES = (0, -60, -120, 180, 120, 60)
"""The direction of each neighbour in degrees, clockwise from the right, as `core.hexes` numbers them."""
WATER, WATER_LINE, LEAF, EARTH = "#dfe8ec", "#7f95a3", "#7c8a68", "#8a7f6c"
GROUND = {Terrain.WOODS: "#eef0e6", Terrain.HILL: "#f3ecdc", Terrain.SWAMP: "#e9ede3", Terrain.RIVER: WATER}

RULED_TERRAIN = (Terrain.HILL, Terrain.FENCE, Terrain.RIVER)
"""Terrain with lines where the name of the hex is."""


def map_size(battle_map: BattleMap) -> tuple[float, float]:
    return (
        (battle_map.width + (0.5 if battle_map.height > 1 else 0)) * HEX_WIDTH + 2 * BORDER,
        (0.75 * (battle_map.height - 1) + 1) * HEX_HEIGHT + 2 * BORDER,
    )


def hex_centre(hex_: int, width: int) -> Point:
    row, column = divmod(hex_, width)
    return BORDER + (column + 0.5 + row % 2 / 2) * HEX_WIDTH, BORDER + (0.75 * row + 0.5) * HEX_HEIGHT


def hex_outline(x: float, y: float, part: float = 1.0) -> Outline:
    radius = HEX_HEIGHT / 2 * part
    angles = (math.radians(60 * corner - 90) for corner in range(6))
    return polygon_outline([(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles])


def draw_map(canvas: Canvas, scenario: Scenario, box: Box) -> None:
    """Draw the hexes that touch a box: ground, water and roads, terrain, then outlines and names."""
    battle_map = scenario.battle_map
    hexes = [hex_ for hex_ in range(len(battle_map.terrain)) if touches(hex_centre(hex_, battle_map.width), box)]
    waters, roads = find_waters(battle_map), find_roads(battle_map)
    for hex_ in hexes:
        x, y = hex_centre(hex_, battle_map.width)
        canvas.draw(hex_outline(x, y), GROUND.get(battle_map.terrain[hex_], PAPER_WHITE))
    for hex_ in hexes:
        draw_lines(canvas, battle_map, hex_, waters, roads)
    for hex_ in hexes:
        x, y = hex_centre(hex_, battle_map.width)
        draw_terrain(canvas, x, y, battle_map.terrain[hex_])
    for hex_ in hexes:
        x, y = hex_centre(hex_, battle_map.width)
        canvas.draw(hex_outline(x, y), None, GREY, 0.25)
        draw_hex_name(canvas, x, y, battle_map.name_of(hex_), battle_map.terrain[hex_])
    for victory_hex in scenario.victory_hexes:
        if victory_hex.hex in hexes:
            draw_victory_hex(canvas, *hex_centre(victory_hex.hex, battle_map.width), victory_hex)
    for hex_, label in scenario.labels:
        if hex_ in hexes:
            draw_place_name(canvas, *hex_centre(hex_, battle_map.width), label)


def draw_hex_name(canvas: Canvas, x: float, y: float, name: str, terrain: Terrain) -> None:
    """Write the name at the top of a hex, in a gap of the terrain's lines if it has them."""
    baseline = y - HEX_HEIGHT / 2 + 6.2
    if terrain in RULED_TERRAIN:
        width = Face.BOLD.width(name, 8) + 1.2
        canvas.rect(x - width / 2, baseline - 3.1, width, 3.8, GROUND.get(terrain, PAPER_WHITE), None)
    canvas.text(name, x, baseline, 8, Face.BOLD, "middle", GREY)


def touches(centre: Point, box: Box) -> bool:
    left, top, right, bottom = box
    return left - HEX_WIDTH < centre[0] < right + HEX_WIDTH and top - HEX_HEIGHT < centre[1] < bottom + HEX_HEIGHT


# Water and roads


def draw_lines(canvas: Canvas, battle_map: BattleMap, hex_: int, waters: Connections, roads: Connections) -> None:
    """Draw the water and the road through a hex, from its sides to its middle, within the hex."""
    x, y = hex_centre(hex_, battle_map.width)
    terrain = battle_map.terrain[hex_]
    inside = canvas.clipped(hex_outline(x, y))
    if terrain == Terrain.RIVER:
        inside.hatch(hex_outline(x, y), 2.2, 0, WATER_LINE, 0.2)
    elif waters[hex_]:
        for stroke, width in ((WATER_LINE, 5.4), (WATER, 4.6)):
            inside.draw(path_through_hex(x, y, waters[hex_]), None, stroke, width)
    if roads[hex_]:
        for stroke, width in ((EARTH, 3.2), (PAPER_WHITE, 2.0)):
            inside.draw(path_through_hex(x, y, roads[hex_]), None, stroke, width)


def path_through_hex(x: float, y: float, directions: list[int]) -> Outline:
    """Return a curve from side to side, or lines from each side to the middle."""
    ends = []
    for direction in directions:
        angle = math.radians(SIDE_ANGLES[direction])
        ends.append((x + HEX_WIDTH / 2 * 1.05 * math.cos(angle), y + HEX_WIDTH / 2 * 1.05 * math.sin(angle)))
    if len(ends) == 2:
        (ax, ay), (bx, by) = ends
        handles = ((ax + 2 * x) / 3, (ay + 2 * y) / 3), ((bx + 2 * x) / 3, (by + 2 * y) / 3)
        return Segment("M", (ends[0],)), Segment("C", (*handles, ends[1]))
    return tuple(segment for end in ends for segment in line_outline(end, (x, y)))


# Terrain


def draw_terrain(canvas: Canvas, x: float, y: float, terrain: Terrain) -> None:
    """Draw the signs of a terrain around the middle of its hex, as the legend shows them."""
    if terrain == Terrain.WOODS:
        for dx, dy in ((-9, -4), (0, -7), (9, -4), (-11, 4), (11, 4), (-5, 9), (5, 9), (0, 1)):
            canvas.circle(x + dx, y + dy, 2.6, "#dde3cf", LEAF, 0.35)
    elif terrain == Terrain.HILL:
        for part in (0.78, 0.5):
            canvas.draw(hex_outline(x, y, part), None, EARTH, 0.35)
        for tick in range(24):
            c, s = math.cos(math.radians(tick * 15)), math.sin(math.radians(tick * 15))
            canvas.line(x + 12.3 * c, y + 12.3 * s, x + 9.3 * c, y + 9.3 * s, EARTH, 0.25)
    elif terrain == Terrain.TOWN:
        for dx, dy, width, depth in ((-5, -8, 5, 4.5), (2, -8, 7, 4.5), (-8, 3, 5, 5), (3, 4, 7, 4)):
            canvas.rect(x + dx, y + dy, width, depth, "#55504a", INK, 0.25)
    elif terrain == Terrain.FENCE:
        canvas.draw(hex_outline(x, y, 0.8), None, INK, 0.5, (3.2, 1.2))
        canvas.draw(hex_outline(x, y, 0.73), None, INK, 0.25)
    elif terrain == Terrain.ENTRENCHMENT:
        canvas.draw(zigzag(x, y), None, INK, 0.7)
    elif terrain == Terrain.FORT:
        canvas.draw(star_outline(x, y, 13), "#d8d2c4", INK, 0.7)
    elif terrain == Terrain.BRIDGE:
        canvas.rect(x - 5, y - 3, 10, 6, PAPER_WHITE, None)
        for rail in (y - 3, y + 3):
            canvas.line(x - 5.5, rail, x + 5.5, rail, INK, 0.7)
    elif terrain == Terrain.FORD:
        for stone in (-4.5, -1.5, 1.5, 4.5):
            canvas.circle(x + stone, y, 1, PAPER_WHITE, INK, 0.35)
    elif terrain == Terrain.SWAMP:
        for dx, dy in ((-8, -3), (0, -7), (8, -3), (-4, 4), (4, 4), (0, 10)):
            for lean in (-1.6, 0.0, 1.6):
                canvas.line(x + dx, y + dy, x + dx + lean, y + dy - 3, LEAF, 0.35)
            canvas.line(x + dx - 2.4, y + dy, x + dx + 2.4, y + dy, WATER_LINE, 0.3)


def zigzag(x: float, y: float) -> Outline:
    points = [(x - 12 + 3 * step, y + (2.2 if step % 2 else -2.2)) for step in range(9)]
    return line_outline(*points)


def draw_victory_hex(canvas: Canvas, x: float, y: float, victory_hex: VictoryHex) -> None:
    """Draw a star with the VP, and the letter of the side that scores them unless both do, on white."""
    x -= 10.5
    y -= 7.5
    letters = "" if len(victory_hex.scorers) == 2 else "UC"[victory_hex.scorers[0]]
    canvas.circle(x, y, 4.2, PAPER_WHITE, None)
    if letters:
        canvas.circle(x, y + 5.6, 2, PAPER_WHITE, None)
    canvas.draw(star_outline(x, y, 4.6), INK)
    canvas.text(victory_hex.worth, x, y + 1.2, 7.5, Face.BOLD, "middle", PAPER_WHITE)
    if letters:
        canvas.text(letters, x, y + 6.6, 7.5, Face.BOLD, "middle")


def draw_place_name(canvas: Canvas, x: float, y: float, label: str) -> None:
    size = min(9.0, 9.0 * (HEX_WIDTH * 1.25) / max(Face.QUOTE.width(label, 9.0), 1e-6))
    width = Face.QUOTE.width(label, size) + 1.6
    baseline = y + HEX_HEIGHT / 4 + 2.2
    canvas.rect(x - width / 2, baseline - 2.9, width, 3.9, PAPER_WHITE, None, radius=0.6)
    canvas.text(label, x, baseline, size, Face.QUOTE, "middle")


def draw_terrain_sample(canvas: Canvas, terrain: Terrain) -> None:
    """Draw one hex of a terrain in a small size, around the canvas's origin, for the legend."""
    small = canvas.at(0, 0, 0, 0.42)
    small.draw(hex_outline(0, 0), GROUND.get(terrain, PAPER_WHITE))
    inside = small.clipped(hex_outline(0, 0))
    if terrain == Terrain.RIVER:
        inside.hatch(hex_outline(0, 0), 2.2, 0, WATER_LINE, 0.3)
    elif terrain in (Terrain.CREEK, Terrain.BRIDGE, Terrain.FORD):
        for stroke, width in ((WATER_LINE, 5.4), (WATER, 4.6)):
            inside.draw(line_outline((0, -20), (0, 20)), None, stroke, width)
    elif terrain == Terrain.ROAD:
        for stroke, width in ((EARTH, 3.2), (PAPER_WHITE, 2.0)):
            inside.draw(line_outline((-20, 0), (20, 0)), None, stroke, width)
    draw_terrain(small, 0, 0, terrain)
    small.draw(hex_outline(0, 0), None, GREY, 0.5)
