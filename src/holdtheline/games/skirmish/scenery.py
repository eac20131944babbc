"""The table with its terrain: the ground, each piece of terrain to touch, names, and inches along the edges.

All of it stays the same for a whole battle, so it is kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from ...core.svg import Markup, element, group, palette, path, piece
from .outlines import Shape, chance, polygon, scattered, whole
from .patterns import ART, line
from .shown import Piece
from .state import IS_EXIT, TABLE, Ground

INCH = 1000
BORDER = 1100
"""How far the frame with its inches goes out from the table."""

COLOURS = {
    "sheet": ("#e9dfc6", "#171b22"),
    "paper": ("#f7f0df", "#1f2630"),
    "frame": ("#6b4f2e", "#4a3a28"),
    "frame-edge": ("#3e2c17", "#8a7350"),
    "frame-ink": ("#fbf1dc", "#f0e3c6"),
    "meadow": ("#d9dcb0", "#2c3830"),
    "slab": ("#d3cdc0", "#31343b"),
    "seam": ("#aaa292", "#4a4f58"),
    "grid": ("#8b8f5c", "#6c7a6a"),
    "blade": ("#a9b07a", "#465545"),
    "drawn": ("#463a28", "#0d1013"),
    "halo": ("#f6f0de", "#151a1d"),
    "place": ("#3a2f1e", "#f0e6cf"),
    "mortar": ("#5c564c", "#17191c"),
    "stone": ("#a9a294", "#7e7d7a"),
    "stone-lit": ("#c9c2b3", "#9c9a95"),
    "wood-floor": ("#bcc78d", "#22302a"),
    "bush": ("#93aa6b", "#34503d"),
    "leaf": ("#7f9e5c", "#3f6349"),
    "leaf-lit": ("#c3d69b", "#7aa37d"),
    "leaf-dim": ("#3f5530", "#121c16"),
    "water": ("#a6cbd6", "#264d63"),
    "shallows": ("#d3e7ea", "#3f7189"),
    "bank": ("#4f7d8c", "#86b6c9"),
    "wave": ("#4b8196", "#8cc0d6"),
    "hill": ("#dccf98", "#453f2e"),
    "hill-up": ("#e4d8a8", "#544c37"),
    "hill-top": ("#eee4bd", "#645a41"),
    "contour": ("#8b6a34", "#c4a86c"),
    "rock": ("#c9b795", "#57503f"),
    "wedge": ("#6f5836", "#211d16"),
    "rock-edge": ("#463518", "#d3bf94"),
    "gap": ("#1f1a17", "#050607"),
    "gap-rim": ("#6d5c48", "#5a5145"),
    "gap-lines": ("#a08c70", "#8d8272"),
    "brink": ("#dfcfa9", "#3d382e"),
    "tooth": ("#8d3f21", "#f0a27c"),
    "roof": ("#a4543b", "#7e4534"),
    "roof-lit": ("#bf7152", "#9a5a44"),
    "tile": ("#6e3020", "#3c1d15"),
    "ridge": ("#efd9bd", "#e8c9a6"),
    "boards": ("#c79c62", "#7d5f3b"),
    "board": ("#6e4c22", "#2a1d0d"),
    "iron": ("#3d3a39", "#cfc8bb"),
}

FILLED = (
    "sheet", "meadow", "slab", "stone", "stone-lit", "wood-floor", "water", "hill", "hill-up", "hill-top",
    "rock", "wedge", "gap", "gap-rim", "brink", "tooth", "roof", "roof-lit", "boards", "frame",
)  # fmt: skip

STYLE = (
    palette("htl-skirmish", COLOURS)
    + "".join(f".htl-skirmish .htl-{name}{{fill:var(--htl-{name})}}\n" for name in FILLED)
    + """\
.htl-skirmish .htl-scene{pointer-events:none}
.htl-skirmish .htl-line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.htl-skirmish .htl-grid{stroke:var(--htl-grid);stroke-width:14;opacity:.28}
.htl-skirmish .htl-grid-six{stroke:var(--htl-grid);stroke-width:26;opacity:.42}
.htl-skirmish .htl-blade{stroke:var(--htl-blade);stroke-width:45}
.htl-skirmish .htl-seam{stroke:var(--htl-seam);stroke-width:36}
.htl-skirmish .htl-wall-foot{fill:var(--htl-mortar);stroke:var(--htl-drawn);stroke-width:40}
.htl-skirmish .htl-joint{stroke:var(--htl-mortar);stroke-width:45}
.htl-skirmish .htl-gleam{stroke:var(--htl-halo);stroke-width:45;opacity:.6}
.htl-skirmish .htl-wood-floor{stroke:var(--htl-leaf-dim);stroke-width:40;stroke-dasharray:120 110}
.htl-skirmish .htl-bush-foot{stroke:var(--htl-leaf-dim);stroke-width:420}
.htl-skirmish .htl-bush{stroke:var(--htl-bush);stroke-width:350}
.htl-skirmish .htl-tree-foot{stroke:var(--htl-leaf-dim);stroke-width:760}
.htl-skirmish .htl-tree{stroke:var(--htl-leaf);stroke-width:680}
.htl-skirmish .htl-tree-top{stroke:var(--htl-leaf-lit);stroke-width:60}
.htl-skirmish .htl-tree-shade{stroke:var(--htl-leaf-dim);stroke-width:48}
.htl-skirmish .htl-water{stroke:var(--htl-bank);stroke-width:70}
.htl-skirmish .htl-shallows{stroke:var(--htl-shallows);stroke-width:55;stroke-dasharray:420 260}
.htl-skirmish .htl-wave{stroke:var(--htl-wave);stroke-width:52}
.htl-skirmish .htl-glint{stroke:var(--htl-shallows);stroke-width:48}
.htl-skirmish .htl-contour{stroke:var(--htl-contour);stroke-width:45}
.htl-skirmish .htl-hachure{stroke:var(--htl-contour);stroke-width:30;opacity:.75}
.htl-skirmish .htl-crack{stroke:var(--htl-wedge);stroke-width:34}
.htl-skirmish .htl-rock-edge{stroke:var(--htl-rock-edge);stroke-width:64}
.htl-skirmish .htl-gap-rim{stroke:var(--htl-drawn);stroke-width:34;stroke-linejoin:round}
.htl-skirmish .htl-gap-lines{stroke:var(--htl-gap-lines);stroke-width:30}
.htl-skirmish .htl-brink-edge{stroke:var(--htl-tooth);stroke-width:32;stroke-dasharray:170 130}
.htl-skirmish .htl-tile{stroke:var(--htl-tile);stroke-width:26;opacity:.8}
.htl-skirmish .htl-ridge{stroke:var(--htl-ridge);stroke-width:70}
.htl-skirmish .htl-house-edge{stroke:var(--htl-drawn);stroke-width:70}
.htl-skirmish .htl-flue{fill:var(--htl-stone-lit);stroke:var(--htl-drawn);stroke-width:40}
.htl-skirmish .htl-flue-hole{fill:var(--htl-drawn)}
.htl-skirmish .htl-board{stroke:var(--htl-board);stroke-width:34}
.htl-skirmish .htl-iron{stroke:var(--htl-iron);stroke-width:70;stroke-dasharray:90 120}
.htl-skirmish .htl-door-edge{stroke:var(--htl-board);stroke-width:64}
.htl-skirmish .htl-out{stroke:var(--htl-halo);stroke-width:110;stroke-linejoin:miter}
.htl-skirmish .htl-out-under{stroke:var(--htl-drawn);stroke-width:200}
.htl-skirmish .htl-place-name{fill:var(--htl-place);stroke:var(--htl-halo);stroke-width:110;
stroke-linejoin:round;paint-order:stroke;font-family:ui-serif,Georgia,serif;font-style:italic;font-weight:600;
font-size:370px;text-anchor:middle}
.htl-skirmish .htl-frame{stroke:var(--htl-frame-edge);stroke-width:50}
.htl-skirmish .htl-tick{stroke:var(--htl-frame-ink);stroke-width:28;stroke-linecap:butt}
.htl-skirmish .htl-tick-half{stroke:var(--htl-frame-ink);stroke-width:18;stroke-linecap:butt;opacity:.7}
.htl-skirmish .htl-inch{fill:var(--htl-frame-ink);font-size:380px;font-weight:600;text-anchor:middle;
font-variant-numeric:lining-nums}
"""
)

LOW = (
    Ground.HILL, Ground.WATER, Ground.CLIFF, Ground.GAP, Ground.EDGE, Ground.DOOR, Ground.WOOD, Ground.WALL,
    Ground.PILLAR, Ground.HOUSE,
)  # fmt: skip
"""From the lowest to the highest."""
NAMED_BESIDE = (Ground.PILLAR, Ground.EDGE, Ground.DOOR)
"""Their names stand under or over them."""


def table(pieces: tuple[Piece, ...], is_room: bool) -> Markup:
    """All that lies under the characters, with its names."""
    return group(land(pieces, is_room), frame(), names(pieces, ()), class_="htl-all-land")


@lru_cache(maxsize=64)
def land(pieces: tuple[Piece, ...], is_room: bool) -> Markup:
    low = sorted(pieces, key=lambda one: LOW.index(Ground(one.kind)))
    return group(
        group(*(floor() if is_room else meadow()), class_="htl-scene"),
        *(touched(one) for one in low),
        class_="htl-land",
    )


def touched(one: Piece) -> Markup:
    art = ART[one.kind](one.shape)
    if one.bits & IS_EXIT:
        art += way_out(one.shape)
    return piece(
        one.id, one.words, 0, 0, *art, class_=f"htl-ground htl-{Ground(one.kind).name.lower()}-piece"
    )


def way_out(shape: Shape) -> list[Markup]:
    """Two chevrons towards the nearest edge of the table."""
    x, y = shape.middle
    ways = {(-1, 0): x, (1, 0): TABLE - x, (0, -1): y, (0, 1): TABLE - y}
    ux, uy = min(ways, key=lambda way: ways[way])
    d = ""
    for far in (-150, 200):
        tip = x + ux * (far + 150), y + uy * (far + 150)
        left = tip[0] - ux * 250 - uy * 380, tip[1] - uy * 250 - ux * 380
        right = tip[0] - ux * 250 + uy * 380, tip[1] - uy * 250 + ux * 380
        d += "M" + "L".join(f"{whole(px)} {whole(py)}" for px, py in (left, tip, right))
    return [line(d, "out-under"), line(d, "out")]


# The ground

ALL = Shape(((0, 0), (0, TABLE), (TABLE, TABLE), (TABLE, 0)), 0)


def meadow() -> list[Markup]:
    blades = "".join(
        f"M{whole(x)} {whole(y)}l-60-120m90 120v-150m30 150l60-110" for x, y in scattered(ALL, 2300, 150)
    )
    dots = "".join(f"M{whole(x)} {whole(y)}h0" for x, y in scattered(ALL, 1700, 150, salt=5))
    return [path(polygon(ALL.corners), "htl-meadow"), line(blades + dots, "blade"), *grid()]


def floor() -> list[Markup]:
    """Slabs of stone, as in a hall."""
    d = ""
    for row in range(12):
        y = row * 2 * INCH
        d += f"M0 {y}H{TABLE}"
        x = -INCH * 2 * chance(row, 3)
        while x < TABLE:
            x += INCH * (1.6 + 1.7 * chance(round(x), row))
            if 0 < x < TABLE:
                d += f"M{whole(x)} {y}v{2 * INCH}"
    return [path(polygon(ALL.corners), "htl-slab"), line(d, "seam"), *grid()]


def grid() -> list[Markup]:
    """Inches, faint; every sixth a little less so."""
    fine = "".join(f"M{at} 0V{TABLE}M0 {at}H{TABLE}" for at in range(INCH, TABLE, INCH) if at % (6 * INCH))
    six = "".join(f"M{at} 0V{TABLE}M0 {at}H{TABLE}" for at in range(6 * INCH, TABLE, 6 * INCH))
    return [line(fine, "grid"), line(six, "grid-six")]


# Around it


@lru_cache(maxsize=1)
def frame() -> Markup:
    """It covers what sticks out, and carries the inches."""
    far = TABLE + BORDER
    outer = f"M-{BORDER} -{BORDER}H{far}V{far}H-{BORDER}z"
    halves = "".join(ticks(at, 130) for at in range(INCH // 2, TABLE, INCH))
    inches = "".join(ticks(at, 330 if at % (6 * INCH) == 0 else 220) for at in range(0, TABLE + 1, INCH))
    return group(
        path(outer + polygon(ALL.corners), "htl-frame", fill_rule="evenodd"),
        line(halves, "tick-half"),
        line(inches, "tick"),
        *(number for inch in range(25) for number in numbers(inch)),
        class_="htl-scene htl-ruler",
    )


def ticks(at: int, long: int) -> str:
    """On all four sides."""
    return f"M{at} 0v-{long}M{at} {TABLE}v{long}M0 {at}h-{long}M{TABLE} {at}h{long}"


def numbers(inch: int) -> list[Markup]:
    x, y = inch * INCH, TABLE - inch * INCH
    spots = ((x, -470), (x, TABLE + 750), (-660, y + 135), (TABLE + 660, y + 135))
    return [element("text", str(inch), x=sx, y=sy, class_="htl-inch") for sx, sy in spots]


# Names

ROOM = 102.0
"""Half of what a letter takes."""
LINE = 330.0
APART = 90.0
"""Between a name and what stands beside it."""


def names(pieces: tuple[Piece, ...], taken: Iterable[tuple[float, float, float]]) -> Markup:
    """Of the terrain, where nobody stands in the way. `taken`: middles, and how far to each side."""
    blocked = [(x, y, far + APART) for x, y, far in taken]
    parts = []
    for one, spots in name_spots(pieces):
        half = len(one.name) * ROOM
        for x, y, slant in spots:
            reach = half * math.cos(math.radians(slant)), LINE + half * abs(math.sin(math.radians(slant)))
            if all(abs(x - bx) > reach[0] + far or abs(y - 110 - by) > reach[1] for bx, by, far in blocked):
                parts.append(name_at(one.name, x, y, slant))
                blocked.append((x, y - 110, reach[0]))
                break
    return group(*parts, class_="htl-scene htl-names")


def name_at(name: str, x: float, y: float, slant: float) -> Markup:
    turn = f"rotate({slant:.0f} {whole(x)} {whole(y)})" if slant else None
    return element("text", name, x=round(x), y=round(y), class_="htl-place-name", transform=turn)


@lru_cache(maxsize=64)
def name_spots(pieces: tuple[Piece, ...]) -> tuple[tuple[Piece, list[tuple[float, float, float]]], ...]:
    """Where each name may stand, the best first."""
    return tuple((one, spots_of(one, pieces)) for one in pieces if one.name)


def spots_of(one: Piece, pieces: tuple[Piece, ...]) -> list[tuple[float, float, float]]:
    """In the piece if it is broad, else under or over it, always on the table."""
    (x, y), shape = one.shape.middle, one.shape
    _, top, _, bottom = shape.bounds
    slant = shape.slant if len(shape.corners) == 2 else 0.0
    if one.kind == Ground.WALL or (one.kind == Ground.PILLAR and len(shape.corners) > 1):
        angle, far = math.radians(slant), min(shape.rounding + 420, 900.0)
        spots = [(x - math.sin(angle) * side, y + math.cos(angle) * side) for side in (far, 190 - far)]
    elif one.kind in NAMED_BESIDE:
        others = [other.shape for other in pieces if other is not one]
        spots = [(x, bottom + 420), (x, top - 180)]
        spots.sort(key=lambda spot: any(other.depth(spot[0], spot[1] - 120) > 0 for other in others))
    else:
        spots = [(x, y + 120 + down) for down in (0, -800, 800, -1500, 1500)]
        spots += [(x + aside, y + 120) for aside in (-4000, 4000, -8000, 8000)]
        spots = [spot for spot in spots if shape.depth(spot[0], spot[1] - 110) > 150] or spots[:1]
    return [on_table(one.name, *spot, slant) for spot in spots]


def on_table(name: str, x: float, y: float, slant: float) -> tuple[float, float, float]:
    half = len(name) * ROOM
    return max(half, min(TABLE - half, x)), max(450.0, min(TABLE - 150.0, y)), slant
