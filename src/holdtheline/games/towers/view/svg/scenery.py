"""The background of the SVG board: layout, colours, land, lanes and keeps."""

from __future__ import annotations

from functools import cache, lru_cache

from .....core.svg import Markup, css_palette, element, group, path, piece, rect, text_element
from ...state import COLUMNS, cell_of, row_and_column
from ..scene import column_id

CELL = 40
HALF = CELL / 2
WIDTH = 640
LANE_WIDTH = COLUMNS * CELL
LANE_X = (34, 350)  # the left edges of the left and the right lane
TOP = 116  # the upper edge of the deployment row
KEEP_HEIGHT = 96  # from the lower edge of row 0 to that of the keep
HEADER_HEIGHT = 60
LEGEND_HEIGHT = 74
FOOT = 6  # ground below the keeps, if the legend is not shown

COLOURS = {
    "sky": ("#cfe3ea", "#1b2240"),
    "sky-low": ("#f4e6cf", "#2c3158"),
    "far": ("#a9c0b5", "#262c4b"),
    "ground": ("#a3bd88", "#263733"),
    "grass": ("#bfd2a2", "#31463f"),
    "grass-lit": ("#cbdcb0", "#384f47"),
    "blade": ("#86a770", "#4a6a5a"),
    "flower": ("#fff7e0", "#b9b6c4"),
    "road": ("#ead8b0", "#5b5548"),
    "road-lit": ("#f1e3c2", "#665f51"),
    "rut": ("#a4854a", "#a99f86"),
    "stone": ("#cfc7b8", "#77778a"),
    "stone-lit": ("#e6dfd2", "#9393a3"),
    "stone-dim": ("#a39a8b", "#55566a"),
    "line": ("#4c4640", "#171827"),
    "court": ("#d9cba9", "#4a4854"),
    "window": ("#3a3540", "#ffd77a"),
    "bars": ("#8b8391", "#7a5a2a"),
    "pole": ("#4c4640", "#9c9cae"),
    "star": ("transparent", "#cdd5ff"),
    "gold": ("#e0a526", "#f2c14e"),
    "plate": ("#fffaf0", "#20233a"),
    "soot": ("#5d575f", "#4d4858"),
    "fire": ("#d9541e", "#f0703a"),
    "heart": ("#a8372c", "#f0836f"),
    "ice": ("#d7f0fa", "#bfe6f5"),
    "ice-line": ("#1f4e6b", "#153b54"),
    "steel": ("#5c6570", "#3c4450"),
    "own-paint": ("#2f6f9a", "#5aa3d6"),
    "own-paint-dim": ("#1f4e6b", "#3a78a6"),
    "enemy-paint": ("#b5402f", "#dd6a55"),
    "enemy-paint-dim": ("#7d231a", "#a8402f"),
}

LINE_COLOURS = ("line", "pole", "rut", "bars", "ice-line")
"""Colours of lines; the others fill a shape of the same name."""

STYLE = (
    css_palette("htl-towers", COLOURS)
    + "".join(f".htl-towers .htl-{name}{{fill:var(--htl-{name})}}\n" for name in COLOURS if name not in LINE_COLOURS)
    + """\
.htl-towers{border-radius:14px}
.htl-towers .htl-own{--htl-paint:var(--htl-own-paint);--htl-paint-dim:var(--htl-own-paint-dim)}
.htl-towers .htl-enemy{--htl-paint:var(--htl-enemy-paint);--htl-paint-dim:var(--htl-enemy-paint-dim)}
.htl-towers .htl-paint{fill:var(--htl-paint)}
.htl-towers .htl-paint-dim{fill:var(--htl-paint-dim)}
.htl-towers .htl-drawn{stroke:var(--htl-line);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.htl-towers .htl-crack{fill:none;stroke:var(--htl-line);stroke-width:1.4;stroke-linejoin:round}
.htl-towers .htl-faint{opacity:.4}
.htl-towers .htl-pole{fill:none;stroke:var(--htl-pole);stroke-width:2.5;stroke-linecap:round}
.htl-towers .htl-bars{fill:none;stroke:var(--htl-bars);stroke-width:2}
.htl-towers .htl-chevron{fill:none;stroke:var(--htl-rut);stroke-width:3;stroke-linejoin:round;
stroke-linecap:round}
.htl-towers .htl-soot{opacity:.5}
.htl-towers .htl-scene{pointer-events:none}
.htl-towers .htl-number{fill:var(--htl-ink);font-size:16px;font-weight:600;text-anchor:middle}
.htl-towers .htl-axis{font-weight:400}
.htl-towers .htl-title{fill:var(--htl-ink);font-size:20px;font-weight:700}
.htl-towers .htl-aside{fill:var(--htl-ink);font-size:16px;text-anchor:end}
.htl-towers .htl-hp{fill:var(--htl-ink);font-weight:700}
.htl-towers .htl-hp-unit{font-size:16px;font-weight:600}
"""
)


def picture_height(rows: int) -> int:
    return lane_bottom(rows) + KEEP_HEIGHT + LEGEND_HEIGHT


def lanes_box(rows: int) -> str:
    """Return the part of the picture without header and legend: the page of a table has both in words."""
    height = picture_height(rows) - LEGEND_HEIGHT + FOOT - HEADER_HEIGHT
    return f"0 {HEADER_HEIGHT} {WIDTH} {height}"


def lane_bottom(rows: int) -> int:
    """Return the lower edge of row 0."""
    return TOP + rows * CELL


def cell_corner(side: int, cell: int, rows: int) -> tuple[int, int]:
    """Return the upper left corner of a cell; row 0 is at the bottom."""
    row, column = row_and_column(cell)
    return LANE_X[side] + column * CELL, TOP + (rows - 1 - row) * CELL


def cell_centre(side: int, cell: int, rows: int) -> tuple[float, float]:
    x, y = cell_corner(side, cell, rows)
    return x + HALF, y + HALF


# The land


@cache
def draw_land(rows: int) -> Markup:
    """Draw the sky, the meadow, and a low wall along each lane."""
    parts = [
        rect(0, 0, WIDTH, TOP, "htl-sky"),
        path(STARS_PATH, "htl-star"),
        path(f"M0 58A420 40 0 0 1 {WIDTH} 62V{TOP}H0z", "htl-sky-low"),
        path("M0 72Q70 52 150 66T330 62T500 66T640 56V130H0z", "htl-far"),
        path(f"M0 84Q120 68 230 76T450 72T640 78V{picture_height(rows)}H0z", "htl-ground"),
    ]
    for x in LANE_X:
        parts += [draw_side_wall(x - 6, rows), draw_side_wall(x + LANE_WIDTH, rows)]
    return group(*parts, class_="htl-scene")


STARS_PATH = "".join(
    f"M{x} {y}h2v2h-2z" for x, y in ((12, 40), (302, 12), (352, 26), (395, 9), (428, 38), (448, 14), (548, 50))
)


def draw_side_wall(x: float, rows: int) -> Markup:
    stones = "".join(f"M{x} {y}h6" for y in range(TOP + CELL // 2, lane_bottom(rows), CELL // 2))
    return group(
        rect(x, TOP - 4, 6, lane_bottom(rows) - TOP + 8, "htl-stone-lit htl-drawn", 1.5),
        path(stones, "htl-crack htl-faint"),
        class_="htl-side-wall",
    )


@cache
def draw_grass(rows: int) -> Markup:
    """Draw scattered grass and flowers, the same in every picture."""
    grass, flowers = "", ""
    for spot in range(2 * (rows - 1)):
        side, row, column = spot % 2, spot // 2, (spot * spot * 5 + spot * 3) % 11
        if column >= COLUMNS:
            continue
        x, y = cell_corner(side, cell_of(row, column), rows)
        x, y = x + 6 + spot * 7 % 24, y + 12 + spot * 13 % 22
        if spot % 3:
            grass += f"M{x} {y}l-3-7 4 5 1-8 2 8 4-5-3 7z"
        else:
            flowers += f"M{x} {y}h3v3h-3zM{x + 7} {y + 4}h3v3h-3z"
    return group(path(grass, "htl-blade"), path(flowers, "htl-flower"), class_="htl-scene")


@cache
def draw_numbers(rows: int) -> Markup:
    """Draw the numbers of rows on the left of each lane, and of columns above and below it.

    Those above the right lane can be clicked, because your soldiers enter there.
    """
    parts = []
    for side, x in enumerate(LANE_X):
        parts.append(text_element("row", x - 18, TOP - 8, "htl-number htl-axis htl-scene"))
        for row in range(rows):
            parts.append(
                text_element(row, x - 18, cell_centre(side, cell_of(row, 0), rows)[1] + 5, "htl-number htl-scene")
            )
        for column in range(COLUMNS):
            at = x + column * CELL + HALF
            parts.append(draw_column_head(column, at) if side else text_element(column, at, TOP - 8, "htl-number"))
    return group(*parts, draw_numbers_below(rows), class_="htl-numbers")


@cache
def draw_numbers_below(rows: int) -> Markup:
    """Draw the numbers of columns below each lane, on the ground before its keep."""
    y = lane_bottom(rows) + 15
    numbers = (text_element(i, x + i * CELL + HALF, y, "htl-number htl-scene") for x in LANE_X for i in range(COLUMNS))
    return group(*numbers, class_="htl-columns")


def draw_column_head(column: int, x: float) -> Markup:
    parts = rect(-HALF, -10, CELL, 20, "htl-frame"), text_element(column, 0, 5, "htl-number")
    return piece(column_id(column), f"Column {column}, where soldiers enter", x, TOP - 13, *parts)


@cache
def draw_lane_title(side: int, title: str) -> Markup:
    x = LANE_X[side]
    return group(
        text_element(title, x, TOP - 29, "htl-title"),
        text_element("▾ soldiers enter", x + LANE_WIDTH, TOP - 30, "htl-aside"),
        class_="htl-heading htl-scene",
    )


# The keep of a lane's defender


def battlement_path(x: float, y: float, width: float, count: int, tooth: float = 9) -> str:
    """Return a battlement from left to right."""
    step = width / (2 * count - 1)
    teeth = f"h{step:.2f}v{tooth:g}h{step:.2f}v-{tooth:g}" * (count - 1)
    return f"M{x:g} {y:g}{teeth}h{step:.2f}"


WALL_JOINTS = "".join(
    f"M{x} {y}h11"
    for at, y in enumerate(range(44, KEEP_HEIGHT, 12))
    for x in range(6 + at % 2 * 16, LANE_WIDTH - 6, 34)
    if not 92 < x < 180
)
WALL = (
    rect(-6, 0, LANE_WIDTH + 12, KEEP_HEIGHT, "htl-court"),
    path(f"{battlement_path(-6, 24, LANE_WIDTH + 12, 12)}V{KEEP_HEIGHT}H-6z", "htl-stone htl-drawn"),
    path(WALL_JOINTS, "htl-crack htl-faint"),
)
GATE = group(
    path(f"{battlement_path(100, 18, 80, 6)}v14h-4V{KEEP_HEIGHT}h-72v-64h-4z", "htl-stone-lit htl-drawn"),
    path(f"M104.8 34h10V{KEEP_HEIGHT}h-10z", "htl-stone-dim"),
    path(f"M120 {KEEP_HEIGHT}v-28a20 20 0 0 1 40 0v28z", "htl-stone htl-drawn"),
    path(f"M125 {KEEP_HEIGHT}v-27a15 15 0 0 1 30 0v27z", "htl-window"),
    path(f"M132.5 {KEEP_HEIGHT}v-39M140 {KEEP_HEIGHT}v-42M147.5 {KEEP_HEIGHT}v-39M125 72h30M125 84h30", "htl-bars"),
    class_="htl-gate",
)
PENNANT = group(
    path("M222 92V40", "htl-pole"),
    path("M223 42q12-5 22 0t20 0l-8 11 8 12q-12 5-20 0t-22 0z", "htl-paint htl-drawn"),
    path("M229 47.5q8-3 14 0", "htl-bars"),
    class_="htl-pennant",
)
BROKEN_GATE = group(
    path("M112 30q-10-10 2-20q2 8 8 8q-2-14 12-16q-2 8 6 12q8-4 6-12q14 6 10 18q6 0 6-6q8 8 0 16z", "htl-soot"),
    path("M104 96V40l8-6 4 8 8-12 6 14 10-8 8 10 6-12 8 8 4-6 10 12V96z", "htl-stone-lit htl-drawn"),
    path("M120 96v-28l8-16 12-4 12 6 8 14v28z", "htl-window"),
    path("M124 96q-2-14 6-22q2 6 6 8q0-12 8-16q0 10 6 14q2-2 2-6q8 10 2 22z", "htl-fire"),
    path("M132 96q-2-8 4-13q2 4 4 5q2-4 4-6q4 8 2 14z", "htl-gold"),
    path("M112 44l4 12-5 8M170 46l-4 14 5 10", "htl-crack"),
    class_="htl-gate",
)
FALLEN_PENNANT = group(
    path("M200 88L250 72", "htl-pole"),
    path("M250 72l4 16-12-2-6 8-10-12z", "htl-paint htl-drawn"),
    class_="htl-pennant",
)
HEART_PATH = "M0 9C-9 3-11-1-11-4.5A5.7 5.7 0 0 1 0-6.5 5.7 5.7 0 0 1 11-4.5C11-1 9 3 0 9z"
HP_SIZES = (22, 22, 22, 18, 14)
"""Font sizes of the HP, by their number of characters."""


@lru_cache(maxsize=128)
def draw_keep(side: int, id_: str, title: str, hp: str, fallen: bool, rows: int) -> Markup:
    """Draw a wall below row 0, with a gate in its middle; when the keep has fallen, its pennant lies on the ground."""
    gate, pennant = (BROKEN_GATE, FALLEN_PENNANT) if fallen else (GATE, PENNANT)
    parts = (*WALL, gate, draw_hp_plate(hp, len(hp), fallen), pennant)
    return piece(id_, title, LANE_X[side], lane_bottom(rows), *parts, class_="htl-enemy" if side else "htl-own")


def draw_hp_plate(hp: str | Markup, length: int, fallen: bool = False, class_: str = "htl-hp-plate") -> Markup:
    """Draw the plate with the HP on a keep; `length` is the number of characters of `hp`."""
    broken = [path("M1-7l-3 5 5 3-4 7", "htl-crack")] if fallen else []
    heart = element("g", path(HEART_PATH, "htl-heart htl-drawn"), *broken, transform="translate(18 65)")
    unit = element("tspan", " HP", class_="htl-hp-unit")
    size = HP_SIZES[length]
    number = element("text", hp, unit, x=33, y=65 + size * 0.36, font_size=size, class_="htl-hp")
    return group(rect(1, 48, 98, 34, "htl-plate htl-drawn", 6), heart, number, class_=class_)
