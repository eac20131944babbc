"""The SVG figures of the eight units, and the marks on them. They differ in shape; colour only repeats it.

All are drawn around (0, 0), the centre of a cell. Figures that are drawn often are cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from .....core.svg import Markup, element, group, path, rect
from ...state import TOWERS, Unit, unit_name
from .scenery import CELL, HALF, battlement_path

STYLE = """\
.htl-towers .htl-frame{fill:#fff;fill-opacity:0;stroke:none}
.htl-towers .htl-snow{fill:none;stroke:var(--htl-ice-line);stroke-width:1.8;stroke-linecap:round}
.htl-towers .htl-token{fill:var(--htl-face);stroke:var(--htl-edge);stroke-width:2}
.htl-towers .htl-plinth{fill:var(--htl-paint);fill-opacity:.3;stroke:var(--htl-paint-dim);stroke-width:2}
.htl-towers .htl-sent{pointer-events:none}
.htl-towers .htl-ink-in{fill:var(--htl-dot)}
.htl-towers .htl-ink-out{fill:var(--htl-face)}
.htl-towers .htl-stroke-in{fill:none;stroke:var(--htl-dot);stroke-width:2.2;stroke-linecap:round;
stroke-linejoin:round}
.htl-towers .htl-stroke-out{fill:none;stroke:var(--htl-face);stroke-width:2;stroke-linecap:round}
.htl-towers .htl-plate-edge{stroke:var(--htl-line);stroke-width:1}
.htl-towers .htl-bar-well{fill:var(--htl-ink);opacity:.25}
.htl-towers .htl-bar{fill:var(--htl-ink)}
.htl-towers .htl-health{fill:var(--htl-ink);font-weight:700}
.htl-towers .htl-tally-plate{fill:var(--htl-ink);stroke:var(--htl-plate);stroke-width:1}
.htl-towers .htl-tally{fill:var(--htl-plate);font-weight:700;text-anchor:middle}
.htl-towers .htl-cross-under{fill:none;stroke:var(--htl-plate);stroke-width:5.5;stroke-linecap:round}
.htl-towers .htl-cross{fill:none;stroke:var(--htl-ink);stroke-width:2.6;stroke-linecap:round}
.htl-towers .htl-down{opacity:.8}
.htl-towers .htl-scaffold{fill:none;stroke:var(--htl-ink);stroke-width:2;stroke-dasharray:5 4}
.htl-towers .htl-plus{fill:none;stroke:var(--htl-count-pip);stroke-width:2.2;stroke-linecap:round}
.htl-towers .htl-acts-under{fill:none;stroke:var(--htl-line);stroke-width:5.5}
.htl-towers .htl-acts{fill:none;stroke:var(--htl-gold);stroke-width:3}
"""


def snowflake_path(x: float, y: float, r: float) -> str:
    """Return a snowflake with six arms; a large one has barbs."""
    arms = ((0, 1), (0.866, 0.5), (0.866, -0.5))
    lines = "".join(f"M{x - r * dx:.2f} {y - r * dy:.2f}L{x + r * dx:.2f} {y + r * dy:.2f}" for dx, dy in arms)
    ends = (*arms, *((-dx, -dy) for dx, dy in arms))
    barbs = "".join(
        f"M{x + r * (0.9 * dx - 0.28 * dy):.2f} {y + r * (0.9 * dy + 0.28 * dx):.2f}"
        f"L{x + r * 0.55 * dx:.2f} {y + r * 0.55 * dy:.2f}"
        f"L{x + r * (0.9 * dx + 0.28 * dy):.2f} {y + r * (0.9 * dy - 0.28 * dx):.2f}"
        for dx, dy in ends
    )
    return lines + (barbs if r > 6 else "")


ROCKET_TUBES = "".join(
    f"M{x - 3.2:g} {y}a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0 1 1-6.4 0z" for y in (-12.5, -4.5) for x in (-9, 0, 9)
)
HORSE_HEAD = (
    "M7 12.5H-8.5C-10 5-9.5-3-6-7.5C-4-10-1.5-11 0-11L1.5-14.5 4-10.5C7-8.5 8.5-4.5 11-.5"
    "C12 1.5 10.5 4.5 8.5 4C6.5 3.5 5 1.5 2.5 1.5C2 5 6.5 7 7 12.5z"
)
UNIT_SHAPES = {
    Unit.MISSILE: (  # one slim upright missile with fins
        path("M-12 9l3-7h18l3 7z", "htl-stone htl-drawn"),
        path("M-4.5-4l-6 7v3h21v-3l-6-7z", "htl-paint-dim htl-drawn"),
        path("M-4.5 5V-9Q-4.5-15 0-19Q4.5-15 4.5-9V5z", "htl-paint htl-drawn"),
        path("M-4.5-8.5h9v3h-9z", "htl-stone-lit htl-drawn"),
    ),
    Unit.ROCKET: (  # a wide box with six tubes, on two legs
        path("M-8-1l-4 10h5l3-10zM8-1l4 10h-5l-3-10z", "htl-steel htl-drawn"),
        rect(-15, -17.5, 30, 18, "htl-paint htl-drawn", 2),
        path(ROCKET_TUBES, "htl-window htl-drawn"),
    ),
    Unit.FROST: (  # a hexagonal crystal with a snowflake in it
        path("M-10 9l3-6h14l3 6z", "htl-stone htl-drawn"),
        path("M0-19.5L12-12.5V-1.5L0 5.5-12-1.5V-12.5z", "htl-ice htl-drawn"),
        path(snowflake_path(0, -7, 8.5), "htl-snow"),
    ),
    Unit.BLOCKADE: (  # a low wall from one edge of the cell to the other
        path(f"{battlement_path(-18, -13, 36, 4, 6)}V9h-36z", "htl-stone htl-drawn"),
        path("M-18-1h36M-18 4.5h36M-8-6.5v5.5M7-6.5v5.5M-13-1v5.5M1-1v5.5M13-1v5.5", "htl-crack"),
        path("M-6 4.5v4.5M8 4.5v4.5", "htl-crack"),
    ),
    Unit.SHIELD: (
        path("M-9.5-9.5Q0-12 9.5-9.5V0Q8.5 8 0 12.5Q-8.5 8-9.5 0z", "htl-ink-in"),
        path("M0-9V10M-7.5-2.5H7.5", "htl-stroke-out"),
    ),
    Unit.RIFLE: (  # a man with a rifle that is taller than he is
        path("M-8.5 12V3.5Q-8.5-2-3-2Q2.5-2 2.5 3.5V12z", "htl-ink-in"),
        path("M-6.5-7.5a3.5 4 0 0 0 7 0zM-8.5-7.5h11v-1.5h-2.5l-1-4h-4l-1 4h-2.5z", "htl-ink-in"),
        path("M7-13V3", "htl-stroke-in"),
        path("M5.5 1h3.2l1 11h-5.2z", "htl-ink-in"),
        path("M2 3.5L6.5 1", "htl-stroke-in"),
    ),
    Unit.BOMB: (  # round, with a burning fuse
        path("M-10.5 4a8.5 8.5 0 1 1 17 0a8.5 8.5 0 1 1-17 0z", "htl-ink-in"),
        path("M.5-5.5l4-3 4 5-4 3z", "htl-ink-in"),
        path("M5.5-5.5Q6-10 9.5-9.5", "htl-stroke-in"),
        path("M10-14.5l1 3 3-.5-2 2.5 2 2.5-3-.5-1 3-1-3-3 .5 2-2.5-2-2.5 3 .5z", "htl-ink-in"),
        path("M-7 3.5a5 5 0 0 1 4-4.5", "htl-stroke-out"),
    ),
    Unit.HORSE: (  # its head
        path(HORSE_HEAD, "htl-ink-in"),
        element("circle", cx=3.5, cy=-5.5, r=1.4, class_="htl-ink-out"),
        path("M-3.5-6.5C-5.5-3-6 1-5.5 5", "htl-stroke-out"),
    ),
}
TOWER_SHADOW = element("ellipse", cx=1, cy=9, rx=16, ry=3, class_="htl-shadow")
OWN_PLINTH = group(element("circle", r=18, class_="htl-plinth"), TOWER_SHADOW, class_="htl-base-of-tower")
ENEMY_PLINTH = group(rect(-18.5, -18.5, 37, 37, "htl-plinth"), TOWER_SHADOW, class_="htl-base-of-tower")
OWN_TOKEN = element("circle", r=16.5, class_="htl-token")
ENEMY_TOKEN = rect(-15.5, -15.5, 31, 31, "htl-token", 1.5)


@cache
def draw_unit(unit: int, own: bool) -> Markup:
    """Draw a unit of this kind, a tower on a plinth, a soldier on a token: round for your own, else square."""
    plinth, token = (OWN_PLINTH, OWN_TOKEN) if own else (ENEMY_PLINTH, ENEMY_TOKEN)
    ground = plinth if unit in TOWERS else token
    class_ = f"htl-figure htl-unit-{unit_name(unit)} {'htl-own' if own else 'htl-enemy'}"
    return group(ground, *UNIT_SHAPES[Unit(unit)], class_=class_)


def short_number(n: int) -> str:
    """Return a number in at most four characters."""
    if n < 10_000:
        return str(n)
    return f"{n // 1000}k" if n < 1_000_000 else f"{n // 1_000_000}M"


@lru_cache(maxsize=512)
def draw_health_bar(health: int, full: int) -> Markup:
    """Draw the health that is left as a number and a bar."""
    text = short_number(max(health, 0))
    size = 12 if len(text) < 4 else 9
    start, width = health_bar_extent(len(text), size)
    left = width * min(max(health, 0), full) / full
    number = element("text", text, **health_number_attributes(size))
    bar = [rect(start, 11.5, left, 5, "htl-bar", 1)] if left else []
    return draw_health_plate(number, start, bar, "htl-health-line")


def health_bar_extent(digits: int, size: int) -> tuple[float, float]:
    """Return where the bar begins after a number of this size, and its width."""
    start = -15 + size * 0.68 * digits
    return start, 17 - start


def health_number_attributes(size: int) -> dict[str, Any]:
    return {"x": -17, "y": 14 + size * 0.36, "font_size": size, "class_": "htl-health"}


def draw_health_plate(number: Markup, start: float, bar: Sequence[Markup], class_: str) -> Markup:
    """Draw the plate below a tower, with a number and a bar that begins at `start`."""
    plate = rect(-19, 8, 38, 11.5, "htl-plate htl-plate-edge", 3)
    return group(plate, number, rect(start, 11.5, 17 - start, 5, "htl-bar-well", 1), *bar, class_=class_)


@cache
def draw_count(count: int, scale: float) -> Markup:
    """Draw the count of a pile at the lower right; it shrinks less than the figures."""
    text = f"×{count}" if scale == 1 else str(count)
    size = 5 + 7 * scale
    width = size * (0.35 + 0.62 * len(text))
    overhang = 2 * scale - 1  # beyond the edge of the token
    x, y = 17 * scale - width + overhang, 17 * scale - size + overhang
    return group(
        rect(x, y, width, size + 1, "htl-tally-plate", (size + 1) / 2),
        element("text", text, x=x + width / 2, y=y + size * 0.9, font_size=size, class_="htl-tally"),
        class_="htl-count-mark",
    )


# Marks

CELL_FRAME = rect(-HALF, -HALF, CELL, CELL, "htl-frame")
"""The edge of the cell, visible only while the mouse is over it."""
SCAFFOLD = rect(-HALF + 1.5, -HALF + 1.5, CELL - 3, CELL - 3, "htl-scaffold", 3)
NEW_MARK = group(
    element("circle", cx=14, cy=-14, r=6.5, class_="htl-gold htl-drawn"),
    path("M14-17.5v7M10.5-14h7", "htl-plus"),
    class_="htl-new",
)
"""The plus sign on a tower built in this planning phase, which has a scaffold around it."""
FROZEN_MARK = group(
    element("circle", cx=-10.5, cy=-10.5, r=7.5, class_="htl-ice htl-drawn"),
    path(snowflake_path(-10.5, -10.5, 5), "htl-snow"),
    class_="htl-frozen",
)
FALLEN_MARK = group(
    path("M-15-15L15 15M15-15L-15 15", "htl-cross-under"),
    path("M-15-15L15 15M15-15L-15 15", "htl-cross"),
    class_="htl-fallen",
)
FALLEN_BELOW_MARK = group(
    element("circle", cx=-12, cy=9, r=6.5, class_="htl-plate htl-drawn"),
    path("M-14.7 6.3l5.4 5.4M-9.3 6.3l-5.4 5.4", "htl-cross"),
    class_="htl-fallen-below",
)
"""The mark of a soldier that stands while others in its pile have fallen."""
ACTING_MARK = group(
    rect(-HALF, -HALF, CELL, CELL, "htl-acts-under", 5),
    rect(-HALF, -HALF, CELL, CELL, "htl-acts", 5),
    path("M-7-29h14l-7 9z", "htl-gold htl-drawn"),
    class_="htl-acting",
)
"""The frame of the unit that acts."""
