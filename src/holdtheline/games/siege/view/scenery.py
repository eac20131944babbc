"""Draw the background of the siege picture: land, sky and castle."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ....core.svg import Markup, css_palette, element, group, path, rect
from ..state import Phase

WIDTH, HEIGHT = 680, 460
HORIZON = 108
LANE_Y = (180, 288, 396)
WALL_X = 194  # the middle of the breached wall

COLOURS = {
    "sky": ("#cfe3ea", "#1b2240"),
    "sky-low": ("#f4e6cf", "#2c3158"),
    "sun": ("#fff7e0", "#e9e4d2"),
    "far": ("#a9c0b5", "#262c4b"),
    "near": ("#8fae94", "#242f41"),
    "ground": ("#b9cc9b", "#2c3d3a"),
    "ground-lit": ("#c6d6a9", "#324541"),
    "road": ("#ead8b0", "#5b5548"),
    "road-edge": ("#c4a973", "#474337"),
    "rut": ("#b99b62", "#7a725f"),
    "leaf": ("#6f9468", "#3f5d50"),
    "leaf-lit": ("#8aad7c", "#4d6e5d"),
    "stone": ("#cfc7b8", "#77778a"),
    "stone-lit": ("#e6dfd2", "#9393a3"),
    "stone-dim": ("#a39a8b", "#55566a"),
    "line": ("#4c4640", "#171827"),
    "court": ("#d9cba9", "#4a4854"),
    "window": ("#3a3540", "#ffd77a"),
    "roof": ("#3f6f8e", "#4a7ea0"),
    "roof-dim": ("#2c5570", "#355f7d"),
    "pole": ("#4c4640", "#9c9cae"),
    "star": ("transparent", "#cdd5ff"),
    "flag": ("#1f5d86", "#5aa3d6"),
    "gold": ("#e0a526", "#f2c14e"),
    "plate": ("#fffaf0", "#20233a"),
    "soot": ("#5d575f", "#4d4858"),
    "fire": ("#d9541e", "#f0703a"),
}

WON_COLOURS = {
    "sky": ("#f3d9b0", "#3a3566"),
    "sky-low": ("#fdf0cf", "#8a5a6b"),
    "far": ("#c9bfa0", "#4a3f63"),
    "near": ("#a9b88d", "#34405a"),
}

LOST_COLOURS = {
    "sky": ("#8d8791", "#15131f"),
    "sky-low": ("#d59a7c", "#5a2a2c"),
    "far": ("#7d7680", "#231d2c"),
    "near": ("#6d7068", "#1d1f2a"),
    "ground": ("#a5a685", "#252d2e"),
    "ground-lit": ("#b0b08f", "#2a3333"),
    "window": ("#2b2228", "#f0703a"),
}

STROKE_COLOURS = ("line", "pole", "road", "road-edge", "rut")
"""Colours that draw lines; the others fill a shape of the same name."""

STYLE = (
    css_palette("htl-siege", COLOURS)
    + css_palette("htl-siege-won", WON_COLOURS)
    + css_palette("htl-siege-lost", LOST_COLOURS)
    + "".join(f".htl-siege .htl-{name}{{fill:var(--htl-{name})}}\n" for name in COLOURS if name not in STROKE_COLOURS)
    + """\
.htl-siege .htl-drawn{stroke:var(--htl-line);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.htl-siege .htl-pole{fill:none;stroke:var(--htl-pole);stroke-width:3;stroke-linecap:round}
.htl-siege .htl-crack{fill:none;stroke:var(--htl-line);stroke-width:1.6;stroke-linejoin:round}
.htl-siege .htl-faint{opacity:.4}
.htl-siege .htl-road,.htl-siege .htl-road-edge,.htl-siege .htl-rut{fill:none}
.htl-siege .htl-road{stroke:var(--htl-road);stroke-width:44}
.htl-siege .htl-road-edge{stroke:var(--htl-road-edge);stroke-width:50}
.htl-siege .htl-rut{stroke:var(--htl-rut);stroke-width:2;stroke-dasharray:16 10;opacity:.7}
.htl-siege .htl-ray{opacity:.22}
.htl-siege .htl-soot{opacity:.42}
"""
)


# The land

STARS = (
    (22, 30, 1.2), (48, 62, 0.9), (70, 18, 1.0), (160, 48, 1.1), (176, 14, 0.9), (216, 34, 1.3), (330, 14, 1.0),
    (420, 8, 1.2), (512, 16, 0.9), (590, 12, 1.3), (606, 58, 0.9), (670, 14, 0.9),
)  # fmt: skip
RAYS = (
    (0, 112, 0, -50), (0, 0, 180, 0), (400, 0, 80, 0), (530, 0, 44, 0), (604, 0, 36, 0), (664, 0, 16, 8),
    (680, 44, 0, 24),
)  # fmt: skip
TREES = (
    (398, 142, 0.8), (415, 148, 1.0), (545, 140, 0.7), (440, 250, 0.9), (512, 244, 1.1), (532, 250, 0.8),
    (446, 352, 1.0), (466, 357, 1.3), (566, 452, 1.2), (340, 452, 0.9),
)  # fmt: skip


def circles_path(spots: Iterable[tuple[float, float, float]]) -> str:
    """Return one path of many circles (x, y, radius), so that they do not show through each other."""
    return "".join(f"M{x - r:g} {y}a{r} {r} 0 1 1 {2 * r:g} 0a{r} {r} 0 1 1 {-2 * r:g} 0" for x, y, r in spots)


SUN = element("circle", cx=644, cy=44, r=22, class_="htl-sun")
SUNRISE = group(
    path("".join(f"M632 96L{x} {y}l{dx} {dy}z" for x, y, dx, dy in RAYS), "htl-gold htl-ray"),
    element("circle", cx=632, cy=92, r=38, class_="htl-gold"),
    class_="htl-dawn",
)


@cache
def sky(phase: int) -> Markup:
    return group(
        rect(0, 0, WIDTH, HORIZON + 20, "htl-sky"),
        path(circles_path(STARS), "htl-star"),
        element("ellipse", cx=430, cy=HORIZON + 10, rx=420, ry=74, class_="htl-sky-low"),
        *([] if phase == Phase.LOST else [SUNRISE if phase == Phase.WON else SUN]),
        path("M0 100Q70 72 150 92T330 84T500 90T680 76V140H0z", "htl-far"),
        path("M0 112Q120 92 230 106T450 98T680 106V140H0z", "htl-near"),
        class_="htl-scene",
    )


def road(y: float) -> tuple[Markup, ...]:
    """Draw a road to the castle, and the rut in it."""
    middle = f"M150 {y}H340Q420 {y - 9} 480 {y}T600 {y}H680"
    rut = path(f"M310 {y}H340Q420 {y - 9} 480 {y}T594 {y}", "htl-rut")
    return path(middle, "htl-road-edge"), path(middle, "htl-road"), rut


def tree(x: float, y: float, scale: float) -> Markup:
    return element(
        "g",
        element("ellipse", cx=1, cy=0, rx=11, ry=3.5, class_="htl-shadow"),
        path("M-10 0q10 4 20 0L0-30z", "htl-leaf"),
        path("M10 0q-5 2-9 2L0-30z", "htl-leaf-lit"),
        class_="htl-tree",
        transform=f"translate({x} {y}) scale({scale})",
    )


LAND = group(
    rect(0, HORIZON, WIDTH, HEIGHT - HORIZON, "htl-ground"),
    path("M0 150Q180 118 360 138T680 126V190Q520 210 340 196T0 214z", "htl-ground-lit"),
    path("M160 344Q400 296 680 322V400Q470 372 160 414z", "htl-ground-lit"),
    *(part for y in LANE_Y for part in road(y)),
    *(tree(x, y, scale) for x, y, scale in TREES),
    class_="htl-scene",
)


# Parts of the castle


def battlement_path(x: float, y: float, width: float, count: int, height: float = 8) -> str:
    """Return the path of a battlement, from left to right."""
    step = width / (2 * count - 1)
    teeth = f"h{step:g}v{height:g}h{step:g}v-{height:g}" * (count - 1)
    return f"M{x:g} {y:g}{teeth}h{step:g}"


def wall(x: float, top: float, width: float, foot: float) -> Markup:
    """Draw a wall with a battlement and some joints between its stones."""
    rows, columns = int((foot - top - 18) // 10), int(width // 40)
    joints = "".join(
        f"M{x + 16 + column * 40 + row % 2 * 19:g} {top + 18 + row * 10:g}h10"
        for row in range(rows)
        for column in range(columns)
    )
    return group(
        path(f"{battlement_path(x, top, width, 9)}V{foot:g}H{x:g}z", "htl-stone htl-drawn"),
        path(joints, "htl-crack htl-faint"),
        class_="htl-wall",
    )


def roof(x: float, foot: float, half: float) -> Markup:
    return group(
        path(f"M{x - half} {foot}L{x} {foot - 40}L{x + half} {foot}z", "htl-roof htl-drawn"),
        path(f"M{x - half + 2} {foot - 0.8}L{x} {foot - 38}L{x - 4.5} {foot - 0.8}z", "htl-roof-dim"),
        class_="htl-spire",
    )


def arrow_slit_path(x: float, y: float) -> str:
    return f"M{x - 3:g} {y:g}v-12a3 3 0 0 1 6 0v12z"


def tower(x: float, foot: float, height: float, fallen: bool) -> Markup:
    """Draw a round tower; it has lost its roof if the castle has fallen."""
    top, left = foot - height, x - 19
    return group(
        element("ellipse", cx=x + 3, cy=foot, rx=25, ry=6, class_="htl-shadow"),
        path(f"M{left} {top + 12}H{left + 38}V{foot}H{left}z", "htl-stone htl-drawn"),
        path(f"M{left + 0.8} {top + 16}h10V{foot - 0.8}h-10z", "htl-stone-dim"),
        path(f"{battlement_path(left - 4, top, 46, 4)}v16h-46z", "htl-stone-lit htl-drawn"),
        path(arrow_slit_path(x, foot - 22), "htl-window"),
        *([] if fallen else [roof(x, top + 3, 25)]),
        class_="htl-tower",
    )


def ruined_wall(foot: float) -> Markup:
    """Draw the remains of the wall between two breaches."""
    return element(
        "g",
        element("ellipse", cx=3, cy=0, rx=30, ry=6, class_="htl-shadow"),
        path("M-24 0l2-16 5-3V-54h-5v-10h9v6h8v-6h8v8l6 7 1 9 6 4 2 14 5 7 1 15z", "htl-stone htl-drawn"),
        path("M-16.2-.8V-54h8l2 18-4 14 3 21.2z", "htl-stone-dim"),
        path("M4-58l-4 12 5 9-4 10M12-30l-5 8 3 7", "htl-crack"),
        path("M-29 3l4-9h8l5 9zM10 4l3-7 7-2 5 9zM-12 4l3-5h6l3 5z", "htl-stone-lit htl-drawn"),
        class_="htl-ruin",
        transform=f"translate({WALL_X} {foot})",
    )


def rubble(y: float) -> Markup:
    """Draw stones in a breach."""
    return element(
        "g",
        path("M-26-16l3-7h6l4 7zM20-14l4-6 5 1 3 5zM-30 18l3-6h6l3 6z", "htl-stone-lit htl-drawn"),
        path("M28 16l3-5h5l3 5zM-10-12l2-4h4l2 4zM14 14l2-4h4l2 4z", "htl-stone htl-drawn"),
        class_="htl-rubble",
        transform=f"translate({WALL_X} {y})",
    )


def turret(x: float) -> Markup:
    return group(
        path(f"M{x - 13} 112h26V270h-26z", "htl-stone htl-drawn"),
        path(f"M{x - 12.2} 112h8V269.2h-8z", "htl-stone-dim"),
        roof(x, 115, 17),
        path(arrow_slit_path(x + 3, 152), "htl-window"),
        class_="htl-turret",
    )


GATE = (
    path("M78 270v-26a16 16 0 0 1 32 0v26z", "htl-stone-lit htl-drawn"),
    path("M83 270v-25a11 11 0 0 1 22 0v25z", "htl-window"),
)
KEEP = group(
    element("ellipse", cx=97, cy=270, rx=66, ry=8, class_="htl-shadow"),
    turret(50),
    turret(138),
    path(f"{battlement_path(56, 66, 76, 6)}v17h-4V270H60V83h-4z", "htl-stone htl-drawn"),
    path("M60.8 84h16V269.2h-16z", "htl-stone-dim"),
    path("M56.8 76h74.4v6.2h-74.4z", "htl-stone-lit"),
    path("M60 168h68M112 104h10M90 112h9M114 146h9M90 180h9M113 216h10M90 222h8M114 238h9", "htl-crack htl-faint"),
    path(
        "".join(arrow_slit_path(x, y) for x, y in ((82, 130), (106, 130), (94, 154), (82, 200), (106, 200))),
        "htl-window",
    ),
    *GATE,
    class_="htl-keep",
)

SMOKE = (
    (88, 104, 12), (76, 84, 16), (94, 64, 20), (118, 46, 24), (150, 34, 22), (178, 22, 18), (208, 16, 12),
    (64, 60, 11), (122, 78, 11),
)  # fmt: skip
FALLEN_KEEP = group(
    path(circles_path(SMOKE), "htl-soot"),
    element("ellipse", cx=97, cy=270, rx=70, ry=9, class_="htl-shadow"),
    path("M72 150q-8-26 8-44q0 14 8 18q2-22 18-36q-2 20 8 30q4-8 2-16q14 22 4 50z", "htl-fire"),
    path("M84 150q-4-14 6-24q2 8 6 10q2-10 8-18q2 16 6 32z", "htl-gold"),
    path("M37 270V172l6-8 4 6 6-14 6 8 4 10V270z", "htl-stone htl-drawn"),
    path("M60 270V140l7-10 5 8 8-4 6 16 10-8 8 18 9-5 6 20 9 12V270z", "htl-stone htl-drawn"),
    path("M60.8 269.2V141l6-9 5 8 5-3V269.2z", "htl-stone-dim"),
    path("M92 152l-6 20 9 14-7 22 8 16M116 178l-8 18 6 14M46 180l5 20-5 18", "htl-crack"),
    path(f"{arrow_slit_path(82, 206)}{arrow_slit_path(108, 214)}", "htl-window"),
    *GATE,
    path("M120 274l6-26 8-6 6 10 8 2 8 20zM28 275l6-12 9-2 6 14zM140 277l4-9 9-1 5 10z", "htl-stone-lit htl-drawn"),
    class_="htl-keep",
)
FALLEN_BANNER = group(
    path("M100 262L164 232", "htl-pole"),
    path("M164 232l-4 26-7-4-6 8-6-18z", "htl-flag htl-drawn"),
    class_="htl-banner",
)


def banner(field: str, emblem: str) -> Markup:
    """Draw the banner on the keep, in these colours."""
    return group(
        path("M94 74V12", "htl-pole"),
        path("M95 14q12-6 24 0t26 0l-8 12 8 14q-14 6-26 0t-24 0z", f"{field} htl-drawn"),
        path("M114 18l2.6 6 6.4.6-4.9 4.3 1.5 6.3-5.6-3.4-5.6 3.4 1.5-6.3-4.9-4.3 6.4-.6z", emblem),
        element("circle", cx=94, cy=11, r=3.5, class_="htl-gold htl-drawn"),
        class_="htl-banner",
    )


# The whole castle

PAVING = (
    "M20 300h14M42 312h9M150 330h12M138 344h9M24 390h12M150 398h14M44 404h8M146 200h12M24 214h12M156 288h10M14 352h8"
)


@cache
def castle(phase: int) -> Markup:
    """Draw the castle: its banner flies, golden if the game was won; if it was lost, the keep has fallen."""
    if phase == Phase.LOST:
        keep = (FALLEN_KEEP, FALLEN_BANNER)
    else:
        keep = (KEEP, banner("htl-gold", "htl-flag") if phase == Phase.WON else banner("htl-flag", "htl-gold"))
    return group(
        path(f"M0 130H{WALL_X + 8}L{WALL_X + 2} 300 {WALL_X + 10} 460H0z", "htl-court"),
        *(path(f"M{WALL_X - 30} {y - 22}h46l-8 12 6 14-9 18h-35z", "htl-court") for y in LANE_Y),
        path(PAVING, "htl-crack htl-faint"),
        wall(-12, 118, 190, 158),
        tower(WALL_X, 156, 80, phase == Phase.LOST),
        *keep,
        *(part for y in LANE_Y[:2] for part in (rubble(y), ruined_wall(y + 82))),
        rubble(LANE_Y[2]),
        class_="htl-castle",
    )


@cache
def front_wall(phase: int) -> Markup:
    return group(wall(-12, 430, 190, 470), tower(WALL_X, 480, 62, phase == Phase.LOST), class_="htl-castle")
