"""The two lanes before a unit stands on them: where everything lies, the colours, the land and the keeps."""

from __future__ import annotations

from functools import cache, lru_cache

from ...core.svg import Markup, box, element, group, palette, path, piece, words
from .state import COLUMNS

CELL = 40
HALF = CELL / 2
WIDTH = 640
LANE_WIDTH = COLUMNS * CELL
LANE_X = (34, 350)  # the left edge of the lane at the left, and of the one at the right
TOP = 116  # the upper edge of the deployment row
KEEP = 96  # from the foot of row 0 to the foot of the keep
LEGEND = 74

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

LINES = ("line", "pole", "rut", "bars", "ice-line")
"""Colours that draw lines; the others fill a shape of the same name."""

STYLE = (
    palette("htl-towers", COLOURS)
    + "".join(f".htl-towers .htl-{name}{{fill:var(--htl-{name})}}\n" for name in COLOURS if name not in LINES)
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
.htl-towers .htl-number{fill:var(--htl-ink);font-size:14px;font-weight:600;text-anchor:middle}
.htl-towers .htl-title{fill:var(--htl-ink);font-size:20px;font-weight:700}
.htl-towers .htl-aside{fill:var(--htl-ink);font-size:14px;text-anchor:end}
.htl-towers .htl-hp{fill:var(--htl-ink);font-weight:700}
.htl-towers .htl-hp-unit{font-size:14px;font-weight:600}
"""
)


def height(rows: int) -> int:
    return foot(rows) + KEEP + LEGEND


def foot(rows: int) -> int:
    """The lower edge of row 0."""
    return TOP + rows * CELL


def corner(side: int, row: int, column: int, rows: int) -> tuple[int, int]:
    """The upper left corner of a cell; row 0 is the lowest."""
    return LANE_X[side] + column * CELL, TOP + (rows - 1 - row) * CELL


def middle(side: int, row: int, column: int, rows: int) -> tuple[float, float]:
    x, y = corner(side, row, column, rows)
    return x + HALF, y + HALF


# The land


@cache
def land(rows: int) -> Markup:
    """Sky above, meadow below, and a low wall along each lane."""
    parts = [
        box(0, 0, WIDTH, TOP, "htl-sky"),
        path(STARS, "htl-star"),
        element("ellipse", cx=300, cy=86, rx=420, ry=40, class_="htl-sky-low"),
        path("M0 72Q70 52 150 66T330 62T500 66T640 56V130H0z", "htl-far"),
        path(f"M0 84Q120 68 230 76T450 72T640 78V{height(rows)}H0z", "htl-ground"),
    ]
    for x in LANE_X:
        parts += [side_wall(x - 6, rows), side_wall(x + LANE_WIDTH, rows)]
    return group(*parts, class_="htl-scene")


STARS = "".join(
    f"M{x} {y}h2v2h-2z"
    for x, y in ((12, 40), (302, 12), (352, 26), (395, 9), (428, 38), (448, 14), (548, 50))
)


def side_wall(x: float, rows: int) -> Markup:
    stones = "".join(f"M{x} {y}h6" for y in range(TOP + CELL // 2, foot(rows), CELL // 2))
    return group(
        box(x, TOP - 4, 6, foot(rows) - TOP + 8, "htl-stone-lit htl-drawn", 1.5),
        path(stones, "htl-crack htl-faint"),
        class_="htl-side-wall",
    )


@cache
def tufts(rows: int) -> Markup:
    """Grass and flowers, here and there, the same in every picture."""
    grass, flowers = "", ""
    for spot in range(2 * (rows - 1)):
        side, row, column = spot % 2, spot // 2, (spot * spot * 5 + spot * 3) % 11
        if column >= COLUMNS:
            continue
        x, y = corner(side, row, column, rows)
        x, y = x + 6 + spot * 7 % 24, y + 12 + spot * 13 % 22
        if spot % 3:
            grass += f"M{x} {y}l-3-7 4 5 1-8 2 8 4-5-3 7z"
        else:
            flowers += f"M{x} {y}h3v3h-3zM{x + 7} {y + 4}h3v3h-3z"
    return group(path(grass, "htl-blade"), path(flowers, "htl-flower"), class_="htl-scene")


@cache
def numbers(rows: int) -> Markup:
    """Rows at the left of each lane, columns above and below it, counted from 0.

    Those above the lane at the right can be touched: there the own soldiers enter.
    """
    parts = []
    for side, x in enumerate(LANE_X):
        for row in range(rows):
            parts.append(words(row, x - 18, middle(side, row, 0, rows)[1] + 5, "htl-number htl-scene"))
        for column in range(COLUMNS):
            at = x + column * CELL + HALF
            parts.append(words(column, at, foot(rows) + 15, "htl-number htl-scene"))
            parts.append(column_head(column, at) if side else words(column, at, TOP - 8, "htl-number"))
    return group(*parts, class_="htl-numbers")


def column_head(column: int, x: float) -> Markup:
    return piece(
        f"column-{column}",
        f"Column {column}, where soldiers enter",
        x,
        TOP - 13,
        box(-HALF, -10, CELL, 20, "htl-frame"),
        words(column, 0, 5, "htl-number"),
    )


@cache
def heading(side: int, title: str) -> Markup:
    x = LANE_X[side]
    return group(
        words(title, x, TOP - 29, "htl-title"),
        words("▾ soldiers enter here", x + LANE_WIDTH, TOP - 30, "htl-aside"),
        class_="htl-heading htl-scene",
    )


# The keep of a lane's defender


@lru_cache(maxsize=128)
def keep(side: int, name: str, told: str, hp: str, fallen: bool, rows: int) -> Markup:
    """A wall below row 0, with a gate in its middle; `name` is its id, `told` its title."""
    parts = [
        box(-6, 0, LANE_WIDTH + 12, KEEP, "htl-court"),
        path(f"{merlons(-6, 24, LANE_WIDTH + 12, 12)}V{KEEP}H-6z", "htl-stone htl-drawn"),
        path(joints(KEEP), "htl-crack htl-faint"),
        broken_gate() if fallen else gate(),
        heart_plate(hp, fallen),
        pennant(fallen),
    ]
    whose = "htl-enemy" if side else "htl-own"
    return piece(name, told, LANE_X[side], foot(rows), *parts, class_=whose)


def merlons(x: float, y: float, width: float, count: int, tooth: float = 9) -> str:
    """A battlement, from its left end to its right one."""
    step = width / (2 * count - 1)
    teeth = f"h{step:.2f}v{tooth:g}h{step:.2f}v-{tooth:g}" * (count - 1)
    return f"M{x:g} {y:g}{teeth}h{step:.2f}"


def joints(low: float) -> str:
    return "".join(
        f"M{x} {y}h11"
        for at, y in enumerate(range(44, int(low), 12))
        for x in range(6 + at % 2 * 16, LANE_WIDTH - 6, 34)
        if not 92 < x < 180
    )


def gate() -> Markup:
    return group(
        path(f"{merlons(100, 18, 80, 6)}v14h-4V{KEEP}h-72v-64h-4z", "htl-stone-lit htl-drawn"),
        path(f"M104.8 34h10V{KEEP}h-10z", "htl-stone-dim"),
        path(f"M120 {KEEP}v-28a20 20 0 0 1 40 0v28z", "htl-stone htl-drawn"),
        path(f"M125 {KEEP}v-27a15 15 0 0 1 30 0v27z", "htl-window"),
        path(f"M132.5 {KEEP}v-39M140 {KEEP}v-42M147.5 {KEEP}v-39M125 72h30M125 84h30", "htl-bars"),
        class_="htl-gate",
    )


def broken_gate() -> Markup:
    return group(
        path(
            "M112 30q-10-10 2-20q2 8 8 8q-2-14 12-16q-2 8 6 12q8-4 6-12q14 6 10 18q6 0 6-6q8 8 0 16z",
            "htl-soot",
        ),
        path(
            f"M104 {KEEP}V40l8-6 4 8 8-12 6 14 10-8 8 10 6-12 8 8 4-6 10 12V{KEEP}z",
            "htl-stone-lit htl-drawn",
        ),
        path(f"M120 {KEEP}v-28l8-16 12-4 12 6 8 14v28z", "htl-window"),
        path("M124 96q-2-14 6-22q2 6 6 8q0-12 8-16q0 10 6 14q2-2 2-6q8 10 2 22z", "htl-fire"),
        path("M132 96q-2-8 4-13q2 4 4 5q2-4 4-6q4 8 2 14z", "htl-gold"),
        path("M112 44l4 12-5 8M170 46l-4 14 5 10", "htl-crack"),
        class_="htl-gate",
    )


HEART = "M0 9C-9 3-11-1-11-4.5A5.7 5.7 0 0 1 0-6.5 5.7 5.7 0 0 1 11-4.5C11-1 9 3 0 9z"


HP_SIZES = (22, 22, 22, 18, 14)
"""By how many characters there are."""


def heart_plate(hp: str, fallen: bool) -> Markup:
    broken = [path("M1-7l-3 5 5 3-4 7", "htl-crack")] if fallen else []
    heart = element("g", path(HEART, "htl-heart htl-drawn"), *broken, transform="translate(18 65)")
    unit = element("tspan", " HP", class_="htl-hp-unit")
    size = HP_SIZES[len(hp)]
    number = element("text", hp, unit, x=33, y=65 + size * 0.36, font_size=size, class_="htl-hp")
    return group(box(1, 48, 98, 34, "htl-plate htl-drawn", 6), heart, number, class_="htl-hp-plate")


def pennant(fallen: bool) -> Markup:
    """It flies beside the gate, and lies on the ground when the keep has fallen."""
    if fallen:
        return group(
            path("M200 88L250 72", "htl-pole"),
            path("M250 72l4 16-12-2-6 8-10-12z", "htl-paint htl-drawn"),
            class_="htl-pennant",
        )
    return group(
        path("M222 92V40", "htl-pole"),
        path("M223 42q12-5 22 0t20 0l-8 11 8 12q-12 5-20 0t-22 0z", "htl-paint htl-drawn"),
        path("M229 47.5q8-3 14 0", "htl-bars"),
        class_="htl-pennant",
    )
