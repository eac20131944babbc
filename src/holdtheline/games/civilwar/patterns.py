"""The pattern of each terrain: what is scattered over its hexes, and what runs around them.

What borders on its like runs together: woods grow over the side, and hachures, walls and earthworks go
only around the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...core.hexes import DIRECTIONS, NOWHERE, neighbour
from ...core.svg import Markup, path
from .battle import Ground
from .layout import HALF, POINT, Spot, corner, middle, points, side


def drawn(d: str, class_: str) -> Markup:
    return path(d, f"htl-line htl-{class_}")


# Scattered over a hex


def scattered(ground: Ground, hexes: Iterable[int], kinds: tuple[tuple[Spot, ...], ...], mark: str) -> str:
    """The mark at the spots of each hex, of which there are several kinds, so that hexes look different."""
    d = ""
    for hex_ in hexes:
        x, y = middle(hex_, ground.width)
        row, column = divmod(hex_, ground.width)
        for dx, dy in kinds[(row * 5 + column * 3) % len(kinds)]:
            d += f"M{x + dx:.0f} {y + dy:.0f}{mark}"
    return d


def spots(text: str) -> tuple[Spot, ...]:
    """Written as `x,y x,y`."""
    return tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in text.split()))


def moved(all_: Iterable[Spot], dx: float, dy: float) -> tuple[Spot, ...]:
    return tuple((x + dx, y + dy) for x, y in all_)


MEADOW = (
    spots("-34,8 22,-30 4,38"),
    spots("-20,-28 31,14 -12,34"),
    spots("34,-14 -30,22 12,30"),
)
GROVE = (
    spots(
        "-34,-12 -22,-24 20,-26 33,-14 37,3 31,19 17,29 0,36 -16,31 -30,19 -36,4 -19,9 -3,17 "
        "14,11 19,-7 4,-14 -14,-9 0,1"
    ),
    spots(
        "-35,-9 -26,-23 17,-27 31,-18 37,-2 34,14 22,26 7,35 -9,34 -24,26 -34,12 -17,11 0,18 18,8 "
        "17,-10 2,-13 -15,-7 1,2"
    ),
    spots(
        "-33,-15 -20,-26 23,-24 35,-10 36,7 27,22 13,32 -4,36 -19,28 -32,17 -37,0 -19,5 -9,16 "
        "8,15 20,4 12,-12 -6,-13 -1,1"
    ),
)
"""Trees; none where the name of a hex stands."""
LIT = tuple(moved(trees[::2], -5, -2) for trees in GROVE)
DIM = tuple(moved(trees[1::2], -1, 5) for trees in GROVE)
MARSH = (
    spots("-30,-12 12,-22 -4,6 30,10 -22,26 10,32"),
    spots("-14,-24 24,-12 -32,6 6,12 28,26 -10,34"),
)
HOUSES = (spots("-37,-12 -22,-28 22,-28 37,-12 -36,24 -14,38 14,38 36,24"),)


def clear(ground: Ground, hexes: list[int]) -> list[Markup]:
    return [drawn(scattered(ground, hexes, MEADOW, "h0m6 3h0m-9 2h0"), "blade")]


def woods(ground: Ground, hexes: list[int]) -> list[Markup]:
    """A canopy like a cloud, over the sides to other woods, with a few strokes for its crowns."""
    trees = scattered(ground, hexes, GROVE, "h0")
    for hex_ in hexes:
        x, y = middle(hex_, ground.width)
        closed = [way for way in range(DIRECTIONS) if not is_open(ground, hex_, way, False)]
        more = [side(way, HALF - 4) for way in closed]
        more += [corner(way, POINT - 10) for way in closed if (way + 1) % DIRECTIONS in closed]
        trees += "".join(f"M{x + dx:.0f} {y + dy:.0f}h0" for dx, dy in more)
    return [
        drawn(trees, "tree-foot"),
        drawn(trees, "tree"),
        drawn(scattered(ground, hexes, LIT, "q1-5 6-5"), "tree-top"),
        drawn(scattered(ground, hexes, DIM, "q5 0 6-5"), "tree-shade"),
    ]


def swamp(ground: Ground, hexes: list[int]) -> list[Markup]:
    return [
        drawn(scattered(ground, hexes, MARSH, "h15m-20 4h25"), "ripple"),
        drawn(scattered(ground, hexes, MARSH, "l-5-8m8 8v-11m3 11l5-8"), "reed"),
    ]


def town(ground: Ground, hexes: list[int]) -> list[Markup]:
    walls = scattered(ground, hexes, HOUSES, "m-6 0v-7h12v7z")
    roofs = scattered(ground, hexes, HOUSES, "m-8-6l8-7 8 7z")
    return [path(walls, "htl-house-lit htl-inked"), path(roofs, "htl-house htl-inked")]


# Around a hex, where it does not border on its like


def open_sides(ground: Ground, hex_: int, edge_is_open: bool) -> list[int]:
    return [way for way in range(DIRECTIONS) if is_open(ground, hex_, way, edge_is_open)]


def is_open(ground: Ground, hex_: int, way: int, edge_is_open: bool) -> bool:
    there = int(neighbour(hex_, way, ground.width, ground.height))
    return edge_is_open if there == NOWHERE else ground.terrain[there] != ground.terrain[hex_]


def inset(sides: list[int], way: int, far: float) -> tuple[Spot, Spot]:
    """The line along a side, so far from the middle; at a side that is not open it goes on to it."""
    ends = []
    for turn, at in ((-1, corner(way - 1, 1)), (1, corner(way, 1))):
        if (way + turn) % DIRECTIONS in sides:
            reach = far * POINT / HALF
            ends.append((at[0] * reach, at[1] * reach))
        else:
            (cx, cy), (nx, ny) = (at[0] * POINT, at[1] * POINT), side((way + turn + turn) % DIRECTIONS, 1)
            slide = (HALF - far) * 2 / 3**0.5
            ends.append((cx + nx * slide, cy + ny * slide))
    return ends[0], ends[1]


def along_sides(
    ground: Ground, hexes: list[int], far: float, mark: Callable[[Spot, Spot], str], edge: bool
) -> str:
    """The mark along every open side; `edge`: those at the edge of the map are open, too."""
    d = ""
    for hex_ in hexes:
        x, y = middle(hex_, ground.width)
        sides = open_sides(ground, hex_, edge)
        for way in sides:
            (ax, ay), (bx, by) = inset(sides, way, far)
            d += mark((x + ax, y + ay), (x + bx, y + by))
    return d


def straight(a: Spot, b: Spot) -> str:
    return f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"


def teeth(a: Spot, b: Spot, count: int = 6, height: float = 8) -> str:
    """Earthworks seen from above: points towards the enemy."""
    dx, dy = (b[0] - a[0]) / count, (b[1] - a[1]) / count
    length = (dx * dx + dy * dy) ** 0.5
    out = (-dy / length * height, dx / length * height)
    peak = f"l{dx / 2 - out[0]:.1f} {dy / 2 - out[1]:.1f} {dx / 2 + out[0]:.1f} {dy / 2 + out[1]:.1f}"
    return f"M{a[0]:.1f} {a[1]:.1f}" + peak * count + "z"


def hachures(a: Spot, b: Spot, count: int = 9) -> str:
    """Wedges down the slope, which is outward; the better the view, the broader they begin."""
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


def hill(ground: Ground, hexes: list[int]) -> list[Markup]:
    return [
        path(along_sides(ground, hexes, HALF - 19, hachures, False), "htl-hachure"),
        path(scattered(ground, hexes, CRESTS, "l2-9 2 9zm7 1l2-9 2 9zm7-1l2-9 2 9z"), "htl-hachure"),
    ]


CRESTS = (((-30, -18), (10, 32)), ((14, -20), (-26, 33)), ((-28, 30), (12, -20)))


def fence(ground: Ground, hexes: list[int]) -> list[Markup]:
    walls = along_sides(ground, hexes, HALF - 8, straight, True)
    return [drawn(walls, "wall-foot"), drawn(walls, "wall")]


def entrenchment(ground: Ground, hexes: list[int]) -> list[Markup]:
    return [
        path(along_sides(ground, hexes, HALF - 13, teeth, True), "htl-earth"),
        drawn(along_sides(ground, hexes, HALF - 13, straight, True), "parapet"),
    ]


def fort(ground: Ground, hexes: list[int]) -> list[Markup]:
    return [path("".join(star(ground, hex_, 47, 31) for hex_ in hexes), "htl-earth"),
            drawn("".join(star(ground, hex_, 38, 25) for hex_ in hexes), "parapet")]  # fmt: skip


def star(ground: Ground, hex_: int, far: float, near: float) -> str:
    x, y = middle(hex_, ground.width)
    ends = [spot for way in range(DIRECTIONS) for spot in (side(way, near), corner(way, far))]
    return f"M{points([(x + dx, y + dy) for dx, dy in ends])}z"
