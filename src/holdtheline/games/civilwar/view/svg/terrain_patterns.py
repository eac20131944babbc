"""Patterns of each terrain: marks scattered over a hex, and marks along its sides.

Adjacent hexes of the same terrain join: woods grow across the side; hachures, walls and earthworks run only
around the whole group."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .....core.hexes import DIRECTIONS, OFF_MAP
from .....core.svg import Markup, path
from ...scenario.model import BattleMap
from .layout import HALF_HEX, HEX_RADIUS, Point, format_points, hex_centre, hex_corner, side_midpoint


def draw_line(d: str, class_: str) -> Markup:
    return path(d, f"htl-line htl-{class_}")


# Scattered over a hex


def scatter_marks(
    battle_map: BattleMap, hexes: Iterable[int], patterns: tuple[tuple[Point, ...], ...], mark: str
) -> str:
    """Repeat a mark at the points of one of the patterns in each hex, so that hexes look different."""
    d = ""
    for hex_ in hexes:
        x, y = hex_centre(hex_, battle_map.width)
        row, column = divmod(hex_, battle_map.width)
        for dx, dy in patterns[(row * 5 + column * 3) % len(patterns)]:
            d += f"M{x + dx:.0f} {y + dy:.0f}{mark}"
    return d


def parse_points(text: str) -> tuple[Point, ...]:
    """Parse points written as `x,y x,y`."""
    return tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in text.split()))


def shift_points(points: Iterable[Point], dx: float, dy: float) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in points)


MEADOW = (
    parse_points("-34,8 22,-30 4,38"),
    parse_points("-20,-28 31,14 -12,34"),
    parse_points("34,-14 -30,22 12,30"),
)
GROVE = (
    parse_points(
        "-34,-12 -22,-24 20,-26 33,-14 37,3 31,19 17,29 0,36 -16,31 -30,19 -36,4 -19,9 -3,17 "
        "14,11 19,-7 4,-14 -14,-9 0,1"
    ),
    parse_points(
        "-35,-9 -26,-23 17,-27 31,-18 37,-2 34,14 22,26 7,35 -9,34 -24,26 -34,12 -17,11 0,18 18,8 "
        "17,-10 2,-13 -15,-7 1,2"
    ),
    parse_points(
        "-33,-15 -20,-26 23,-24 35,-10 36,7 27,22 13,32 -4,36 -19,28 -32,17 -37,0 -19,5 -9,16 "
        "8,15 20,4 12,-12 -6,-13 -1,1"
    ),
)
"""Trees, with a gap for the name of the hex."""
LIT_CROWNS = tuple(shift_points(trees[::2], -5, -2) for trees in GROVE)
SHADED_CROWNS = tuple(shift_points(trees[1::2], -1, 5) for trees in GROVE)
MARSH = (
    parse_points("-30,-12 12,-22 -4,6 30,10 -22,26 10,32"),
    parse_points("-14,-24 24,-12 -32,6 6,12 28,26 -10,34"),
)
HOUSES = (parse_points("-37,-12 -22,-28 22,-28 37,-12 -36,24 -14,38 14,38 36,24"),)


def draw_clear(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    return [draw_line(scatter_marks(battle_map, hexes, MEADOW, "h0m6 3h0m-9 2h0"), "blade")]


def draw_woods(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    """Draw a canopy that joins adjacent woods, with a few strokes for its crowns."""
    trees = scatter_marks(battle_map, hexes, GROVE, "h0")
    for hex_ in hexes:
        x, y = hex_centre(hex_, battle_map.width)
        closed = sorted(set(range(DIRECTIONS)) - set(open_sides(battle_map, hex_, False)))
        more = [side_midpoint(direction, HALF_HEX - 4) for direction in closed]
        more += [
            hex_corner(direction, HEX_RADIUS - 10) for direction in closed if (direction + 1) % DIRECTIONS in closed
        ]
        trees += "".join(f"M{x + dx:.0f} {y + dy:.0f}h0" for dx, dy in more)
    return [
        draw_line(trees, "tree-foot"),
        draw_line(trees, "tree"),
        draw_line(scatter_marks(battle_map, hexes, LIT_CROWNS, "q1-5 6-5"), "tree-top"),
        draw_line(scatter_marks(battle_map, hexes, SHADED_CROWNS, "q5 0 6-5"), "tree-shade"),
    ]


def draw_swamps(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    return [
        draw_line(scatter_marks(battle_map, hexes, MARSH, "h15m-20 4h25"), "ripple"),
        draw_line(scatter_marks(battle_map, hexes, MARSH, "l-5-8m8 8v-11m3 11l5-8"), "reed"),
    ]


def draw_towns(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    walls = scatter_marks(battle_map, hexes, HOUSES, "m-6 0v-7h12v7z")
    roofs = scatter_marks(battle_map, hexes, HOUSES, "m-8-6l8-7 8 7z")
    return [path(walls, "htl-house-lit htl-inked"), path(roofs, "htl-house htl-inked")]


# Along the sides of a hex that border on other terrain


def open_sides(battle_map: BattleMap, hex_: int, edge_is_open: bool) -> list[int]:
    return [
        direction
        for direction, there in enumerate(battle_map.neighbours(hex_))
        if (edge_is_open if there == OFF_MAP else battle_map.terrain[there] != battle_map.terrain[hex_])
    ]


def inset_side(sides: list[int], direction: int, distance: float) -> tuple[Point, Point]:
    """Return the line along a side at this distance from the centre; it reaches a closed side next to it."""
    ends = []
    for turn, corner in ((-1, hex_corner(direction - 1, 1)), (1, hex_corner(direction, 1))):
        if (direction + turn) % DIRECTIONS in sides:
            reach = distance * HEX_RADIUS / HALF_HEX
            ends.append((corner[0] * reach, corner[1] * reach))
        else:
            nx, ny = side_midpoint((direction + turn + turn) % DIRECTIONS, 1)
            slide = (HALF_HEX - distance) * 2 / 3**0.5
            ends.append((corner[0] * HEX_RADIUS + nx * slide, corner[1] * HEX_RADIUS + ny * slide))
    return ends[0], ends[1]


def marks_along_sides(
    battle_map: BattleMap, hexes: list[int], distance: float, mark: Callable[[Point, Point], str], edge: bool
) -> str:
    """Return the mark along every open side; with `edge` those at the edge of the map are open as well."""
    d = ""
    for hex_ in hexes:
        x, y = hex_centre(hex_, battle_map.width)
        sides = open_sides(battle_map, hex_, edge)
        for direction in sides:
            (ax, ay), (bx, by) = inset_side(sides, direction, distance)
            d += mark((x + ax, y + ay), (x + bx, y + by))
    return d


def straight_path(a: Point, b: Point) -> str:
    return f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"


def earthwork_path(a: Point, b: Point, count: int = 6, height: float = 8) -> str:
    """Return earthworks seen from above, with points towards the enemy."""
    dx, dy = (b[0] - a[0]) / count, (b[1] - a[1]) / count
    length = (dx * dx + dy * dy) ** 0.5
    out = (-dy / length * height, dx / length * height)
    peak = f"l{dx / 2 - out[0]:.1f} {dy / 2 - out[1]:.1f} {dx / 2 + out[0]:.1f} {dy / 2 + out[1]:.1f}"
    return f"M{a[0]:.1f} {a[1]:.1f}" + peak * count + "z"


def hachure_path(a: Point, b: Point, count: int = 9) -> str:
    """Return wedges that run outward, down the slope."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    d = ""
    for stroke in range(count):
        part = (stroke + 0.5) / count
        long = 15 if stroke % 2 else 11
        sx, sy = a[0] + dx * part, a[1] + dy * part
        d += f"M{sx - ux * 1.3:.1f} {sy - uy * 1.3:.1f}l{ux * 2.6:.1f} {uy * 2.6:.1f}"
        d += f" {-ux * 1.3 + uy * -long:.1f} {-uy * 1.3 + ux * long:.1f}z"
    return d


def draw_hills(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    return [
        path(marks_along_sides(battle_map, hexes, HALF_HEX - 19, hachure_path, False), "htl-hachure"),
        path(scatter_marks(battle_map, hexes, CRESTS, "l2-9 2 9zm7 1l2-9 2 9zm7-1l2-9 2 9z"), "htl-hachure"),
    ]


CRESTS = (((-30, -18), (10, 32)), ((14, -20), (-26, 33)), ((-28, 30), (12, -20)))


def draw_fences(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    walls = marks_along_sides(battle_map, hexes, HALF_HEX - 8, straight_path, True)
    return [draw_line(walls, "wall-foot"), draw_line(walls, "wall")]


def draw_entrenchments(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    return [
        path(marks_along_sides(battle_map, hexes, HALF_HEX - 13, earthwork_path, True), "htl-earth"),
        draw_line(marks_along_sides(battle_map, hexes, HALF_HEX - 13, straight_path, True), "parapet"),
    ]


def draw_forts(battle_map: BattleMap, hexes: list[int]) -> list[Markup]:
    return [path("".join(fort_path(battle_map, hex_, 47, 31) for hex_ in hexes), "htl-earth"),
            draw_line("".join(fort_path(battle_map, hex_, 38, 25) for hex_ in hexes), "parapet")]  # fmt: skip


def fort_path(battle_map: BattleMap, hex_: int, distance: float, near: float) -> str:
    x, y = hex_centre(hex_, battle_map.width)
    ends = [
        spot
        for direction in range(DIRECTIONS)
        for spot in (side_midpoint(direction, near), hex_corner(direction, distance))
    ]
    return f"M{format_points([(x + dx, y + dy) for dx, dy in ends])}z"
