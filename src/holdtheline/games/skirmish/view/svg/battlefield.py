"""The ground, each piece of terrain as a hotspot, and the frame with its inches.

All of it stays the same for a whole battle, so it is cached."""

from __future__ import annotations

from functools import lru_cache

from .....core.svg import Markup, css_palette, element, group, path, piece
from ...state import BATTLEFIELD_SIZE, INCH, IS_EXIT, TerrainKind
from ..scene import TerrainPiece
from ..shapes import Shape, line_path, polygon_path, pseudo_random, round_text, scatter_points
from .labels import draw_terrain_names
from .terrain_art import TERRAIN_ART, draw_line

BORDER = 1100
"""The width of the frame with its inches."""

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

FILLED_CLASSES = (
    "sheet", "meadow", "slab", "stone", "stone-lit", "wood-floor", "water", "hill", "hill-up", "hill-top",
    "rock", "wedge", "gap", "gap-rim", "brink", "tooth", "roof", "roof-lit", "boards", "frame",
)  # fmt: skip

STYLE = (
    css_palette("htl-skirmish", COLOURS)
    + "".join(f".htl-skirmish .htl-{name}{{fill:var(--htl-{name})}}\n" for name in FILLED_CLASSES)
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
font-size:400px;text-anchor:middle}
.htl-skirmish .htl-frame{stroke:var(--htl-frame-edge);stroke-width:50}
.htl-skirmish .htl-tick{stroke:var(--htl-frame-ink);stroke-width:28;stroke-linecap:butt}
.htl-skirmish .htl-tick-half{stroke:var(--htl-frame-ink);stroke-width:18;stroke-linecap:butt;opacity:.7}
.htl-skirmish .htl-inch{fill:var(--htl-frame-ink);font-size:380px;font-weight:600;text-anchor:middle;
font-variant-numeric:lining-nums}
"""
)

DRAWING_ORDER = (
    TerrainKind.HILL, TerrainKind.WATER, TerrainKind.CLIFF, TerrainKind.GAP,
    TerrainKind.EDGE, TerrainKind.DOOR, TerrainKind.WOOD, TerrainKind.WALL,
    TerrainKind.PILLAR, TerrainKind.HOUSE,
)  # fmt: skip
"""From the lowest to the highest."""


def draw_map(pieces: tuple[TerrainPiece, ...], is_room: bool) -> Markup:
    """Draw everything under the characters, with its names."""
    return group(draw_terrain(pieces, is_room), draw_frame(), draw_terrain_names(pieces, ()), class_="htl-all-land")


@lru_cache(maxsize=64)
def draw_terrain(pieces: tuple[TerrainPiece, ...], is_room: bool) -> Markup:
    ordered = sorted(pieces, key=lambda piece_: DRAWING_ORDER.index(TerrainKind(piece_.kind)))
    return group(
        group(*(draw_floor() if is_room else draw_meadow()), class_="htl-scene"),
        *(draw_piece(piece_) for piece_ in ordered),
        class_="htl-land",
    )


def draw_piece(terrain: TerrainPiece) -> Markup:
    art = TERRAIN_ART[terrain.kind](terrain.shape)
    if terrain.bits & IS_EXIT:
        art += draw_exit(terrain.shape)
    kind = TerrainKind(terrain.kind).name.lower()
    return piece(terrain.id, terrain.label, 0, 0, *art, class_=f"htl-ground htl-{kind}-piece")


def draw_exit(shape: Shape) -> list[Markup]:
    """Draw two chevrons towards the nearest edge of the table."""
    x, y = shape.middle
    distances = {(-1, 0): x, (1, 0): BATTLEFIELD_SIZE - x, (0, -1): y, (0, 1): BATTLEFIELD_SIZE - y}
    ux, uy = min(distances, key=lambda direction: distances[direction])
    d = ""
    for shift in (0, 350):
        tip = x + ux * shift, y + uy * shift
        left = tip[0] - ux * 250 - uy * 380, tip[1] - uy * 250 - ux * 380
        right = tip[0] - ux * 250 + uy * 380, tip[1] - uy * 250 + ux * 380
        d += line_path(left, tip, right)
    return [draw_line(d, "out-under"), draw_line(d, "out")]


# The ground

WHOLE_BATTLEFIELD = Shape(
    ((0, 0), (0, BATTLEFIELD_SIZE), (BATTLEFIELD_SIZE, BATTLEFIELD_SIZE), (BATTLEFIELD_SIZE, 0)), 0
)


def draw_meadow() -> list[Markup]:
    tufts = scatter_points(WHOLE_BATTLEFIELD, 2300, 150)
    blades = "".join(f"{line_path(point)}l-60-120m90 120v-150m30 150l60-110" for point in tufts)
    dots = "".join(f"{line_path(point)}h0" for point in scatter_points(WHOLE_BATTLEFIELD, 1700, 150, salt=5))
    return [
        path(polygon_path(WHOLE_BATTLEFIELD.corners), "htl-meadow"),
        draw_line(blades + dots, "blade"),
        *draw_grid(),
    ]


def draw_floor() -> list[Markup]:
    """Draw stone slabs."""
    d = ""
    for row in range(12):
        y = row * 2 * INCH
        d += f"M0 {y}H{BATTLEFIELD_SIZE}"
        x = -INCH * 2 * pseudo_random(row, 3)
        while x < BATTLEFIELD_SIZE:
            x += INCH * (1.6 + 1.7 * pseudo_random(round(x), row))
            if 0 < x < BATTLEFIELD_SIZE:
                d += f"M{round_text(x)} {y}v{2 * INCH}"
    return [path(polygon_path(WHOLE_BATTLEFIELD.corners), "htl-slab"), draw_line(d, "seam"), *draw_grid()]


def draw_grid() -> list[Markup]:
    """Draw a faint line for each inch, and a stronger one for every sixth."""
    lines = {at: f"M{at} 0V{BATTLEFIELD_SIZE}M0 {at}H{BATTLEFIELD_SIZE}" for at in range(INCH, BATTLEFIELD_SIZE, INCH)}
    fine = "".join(line for at, line in lines.items() if at % (6 * INCH))
    six = "".join(line for at, line in lines.items() if at % (6 * INCH) == 0)
    return [draw_line(fine, "grid"), draw_line(six, "grid-six")]


# The frame


@lru_cache(maxsize=1)
def draw_frame() -> Markup:
    """Draw the frame, which covers what extends beyond the battlefield and has the inches."""
    end = BATTLEFIELD_SIZE + BORDER
    outer = f"M-{BORDER} -{BORDER}H{end}V{end}H-{BORDER}z"
    halves = "".join(ticks_path(at, 130) for at in range(INCH // 2, BATTLEFIELD_SIZE, INCH))
    inches = "".join(ticks_path(at, 220 if at % (6 * INCH) else 330) for at in range(0, BATTLEFIELD_SIZE + 1, INCH))
    return group(
        path(outer + polygon_path(WHOLE_BATTLEFIELD.corners), "htl-frame", fill_rule="evenodd"),
        draw_line(halves, "tick-half"),
        draw_line(inches, "tick"),
        *(number for inch in range(25) for number in draw_inch_numbers(inch)),
        class_="htl-scene htl-ruler",
    )


def ticks_path(at: int, length: int) -> str:
    """Return ticks on all four sides."""
    return f"M{at} 0v-{length}M{at} {BATTLEFIELD_SIZE}v{length}M0 {at}h-{length}M{BATTLEFIELD_SIZE} {at}h{length}"


def draw_inch_numbers(inch: int) -> list[Markup]:
    x, y = inch * INCH, BATTLEFIELD_SIZE - inch * INCH
    points = ((x, -470), (x, BATTLEFIELD_SIZE + 750), (-660, y + 135), (BATTLEFIELD_SIZE + 660, y + 135))
    return [element("text", str(inch), x=sx, y=sy, class_="htl-inch") for sx, sy in points]
