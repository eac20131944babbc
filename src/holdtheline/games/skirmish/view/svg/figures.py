"""Characters and objectives: round bases in true size, tokens, and small signs at the bases.

Friends have a light base with a plain ring, enemies a dark one with teeth, so that colour is not needed to tell
them apart. All are drawn around (0, 0), the centre of the base, in thousandths of an inch."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from .....core.svg import Markup, css_palette, element, group, path, piece
from ...state import FRIENDS, CharacterStatus, ObjectiveStatus
from ..scene import HELD_STATUSES, Figure, ObjectiveToken, contact_pairs
from ..shapes import Point, circle_path, line_path, polygon_path, round_text, to_picture
from .labels import LabelOffsets, draw_label, place_labels

SIGN_RADIUS = 190


def draw_signs(figure: Figure) -> Iterator[Markup]:
    """Draw `done` at the upper right, `routs` at the upper left, `shot at` to the left."""
    flags = ((figure.done, "done", 45), (figure.routs, "routs", 135), (figure.shot_at, "shot", 180))
    for is_set, name, degrees in flags:
        if is_set:
            angle, distance = math.radians(degrees), figure.radius - 10
            x, y = math.cos(angle) * distance, -math.sin(angle) * distance
            yield element("g", draw_sign(name), transform=f"translate({round_text(x)} {round_text(y)})")


@lru_cache(maxsize=16)
def draw_sign(name: str) -> Markup:
    """Draw a tick, a white flag, an arrow that has struck, or crossed swords."""
    disc = element("circle", r=SIGN_RADIUS, class_="htl-sign")
    marks = {
        "done": path("M-85 5l60 65L90-70", "htl-sign-line"),
        "routs": path("M-60 110V-110M-60-105q55-35 90 0t60 5v115q-25 25-60 0t-90 0", "htl-sign-line"),
        "shot": group(
            element("circle", r=60, class_="htl-sign-line"),
            path("M-150-150L0 0M-70 0h70v-70", "htl-sign-line"),
            class_="htl-hit",
        ),
        "melee": path("M-105-105L105 105M105-105L-105 105M-115 45l70 70M115 45l-70 70", "htl-swords"),
    }
    return group(disc, marks[name], class_=f"htl-sign-{name}")


def draw_melee_signs(figures: Iterable[Figure]) -> Iterator[Markup]:
    """Draw crossed swords where two bases meet, if at least one of them is locked in melee (K3.3)."""
    pairs = [(friend, enemy) for friend, enemy in contact_pairs(figures) if friend.engaged or enemy.engaged]
    for a, b in sorted(pairs, key=lambda pair: not pair[0].engaged):
        part = a.radius / (a.radius + b.radius)
        x, y = to_picture(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
        place = f"translate({round_text(x)} {round_text(y)})"
        yield element("g", draw_sign("melee"), class_="htl-scene htl-melee", transform=place)


COLOURS = {
    "friends-face": ("#f4f8fc", "#dbe8f5"),
    "friends-ring": ("#1d5a96", "#3f86cc"),
    "friends-edge": ("#0d2f52", "#0b1d33"),
    "friends-on": ("#0d2f52", "#0b2440"),
    "friends-mark": ("#0d2f52", "#b9dcff"),
    "enemy-face": ("#7e2a17", "#8c331d"),
    "enemy-ring": ("#d8743a", "#f09a5c"),
    "enemy-edge": ("#35100a", "#26080a"),
    "enemy-on": ("#fff3e2", "#fff3e2"),
    "enemy-mark": ("#35100a", "#ffc08f"),
    "active": ("#ffc928", "#ffd75e"),
    "active-under": ("#3a2b05", "#000000"),
    "wound": ("#c3142d", "#ff4d61"),
    "slot": ("#fffdf6", "#1a222d"),
    "token": ("#f0bd3b", "#f2c451"),
    "token-edge": ("#4d3507", "#2d1f04"),
    "sign": ("#fffdf6", "#fffdf6"),
    "sign-ink": ("#2a2118", "#2a2118"),
    "move": ("#1d5a96", "#9cc8f5"),
    "range": ("#9a2d17", "#ffab7d"),
    "fear": ("#5a2d6e", "#d3a4e6"),
    "aim": ("#a32414", "#ff9a80"),
}
COLOUR_PARTS = ("face", "ring", "edge", "on", "mark")

STYLE = (
    css_palette("htl-skirmish", COLOURS)
    + "".join(
        f".htl-skirmish .htl-{side}{{"
        + ";".join(f"--htl-side-{part}:var(--htl-{side}-{part})" for part in COLOUR_PARTS)
        + "}\n"
        for side in ("friends", "enemy")
    )
    + """\
.htl-skirmish .htl-base-shade{fill:var(--htl-shade);opacity:.3}
.htl-skirmish .htl-base{fill:var(--htl-side-ring);stroke:var(--htl-side-edge);stroke-width:44}
.htl-skirmish .htl-face{fill:var(--htl-side-face);stroke:var(--htl-side-edge);stroke-width:26}
.htl-skirmish .htl-front{fill:var(--htl-side-mark);stroke:var(--htl-halo);stroke-width:34;
stroke-linejoin:round;paint-order:stroke}
.htl-skirmish .htl-arc{fill:none;stroke:var(--htl-side-mark);stroke-width:44;stroke-linecap:round}
.htl-skirmish .htl-spike{fill:var(--htl-side-edge)}
.htl-skirmish .htl-short{fill:var(--htl-side-on);font-weight:800;text-anchor:middle;letter-spacing:-.02em}
.htl-skirmish .htl-called{fill:var(--htl-place);stroke:var(--htl-halo);stroke-width:120;stroke-linejoin:round;
paint-order:stroke;font-size:400px;font-weight:700;text-anchor:middle}
.htl-skirmish .htl-slot{fill:var(--htl-slot);stroke:var(--htl-side-mark);stroke-width:30}
.htl-skirmish .htl-wound{fill:var(--htl-wound);stroke:var(--htl-side-mark);stroke-width:30}
.htl-skirmish .htl-wound-cross{fill:none;stroke:var(--htl-sign);stroke-width:32;stroke-linecap:round}
.htl-skirmish .htl-done .htl-base,.htl-skirmish .htl-done .htl-face{fill-opacity:.62}
.htl-skirmish .htl-glow{fill:none;stroke:var(--htl-active);stroke-width:95}
.htl-skirmish .htl-glow-under{fill:none;stroke:var(--htl-active-under);stroke-width:165}
.htl-skirmish .htl-sign{fill:var(--htl-sign);stroke:var(--htl-sign-ink);stroke-width:30}
.htl-skirmish .htl-sign-line{fill:none;stroke:var(--htl-sign-ink);stroke-width:50;stroke-linecap:round;
stroke-linejoin:round}
.htl-skirmish .htl-sign-full{fill:var(--htl-sign-ink)}
.htl-skirmish .htl-lying{fill:var(--htl-side-face);stroke:var(--htl-side-edge);stroke-width:44;
stroke-dasharray:130 90;fill-opacity:.55}
.htl-skirmish .htl-body{fill:var(--htl-side-ring);stroke:var(--htl-side-edge);stroke-width:34;
stroke-linejoin:round}
.htl-skirmish .htl-ghost{fill:var(--htl-side-face);fill-opacity:.35;stroke:var(--htl-side-mark);
stroke-width:50;stroke-dasharray:110 80}
.htl-skirmish .htl-ghost-word{fill:var(--htl-place);stroke:var(--htl-halo);stroke-width:90;paint-order:stroke;
stroke-linejoin:round;font-weight:700;text-anchor:middle;font-size:380px}
.htl-skirmish .htl-token{fill:var(--htl-token);stroke:var(--htl-token-edge);stroke-width:48;
stroke-linejoin:round}
.htl-skirmish .htl-token-ink{fill:var(--htl-token-edge)}
.htl-skirmish .htl-token-line{fill:none;stroke:var(--htl-token-edge);stroke-width:44;stroke-linejoin:round}
.htl-skirmish .htl-ring-under{fill:none;stroke:var(--htl-halo);stroke-width:110;opacity:.55}
.htl-skirmish .htl-ring-move{fill:none;stroke:var(--htl-move);stroke-width:58}
.htl-skirmish .htl-ring-half{fill:none;stroke:var(--htl-move);stroke-width:46;stroke-dasharray:60 170;
stroke-linecap:round}
.htl-skirmish .htl-ring-range{fill:none;stroke:var(--htl-range);stroke-width:58;stroke-dasharray:420 170}
.htl-skirmish .htl-ring-fear{fill:none;stroke:var(--htl-fear);stroke-width:50;stroke-dasharray:30 150;
stroke-linecap:round}
.htl-skirmish .htl-ring-tether{fill:none;stroke:var(--htl-bank);stroke-width:50;
stroke-dasharray:260 120 40 120}
.htl-skirmish .htl-ring-word{font-size:400px;font-weight:700;text-anchor:middle;stroke:var(--htl-halo);
stroke-width:110;paint-order:stroke;stroke-linejoin:round;fill:var(--htl-place)}
.htl-skirmish .htl-trail{fill:none;stroke:var(--htl-move);stroke-width:80;stroke-dasharray:20 170;
stroke-linecap:round}
.htl-skirmish .htl-arrow{fill:var(--htl-aim);stroke:var(--htl-halo);stroke-width:50;stroke-linejoin:round}
.htl-skirmish .htl-swords{fill:none;stroke:var(--htl-sign-ink);stroke-width:52;stroke-linecap:round}
"""
)

SIDE_CLASSES = ("friends", "enemy")
RIM_WIDTH = 105
"""The width of the ring of a base."""
PIP_SIZE = 90.0
MAX_FULL_SIZE_PIPS = 8
CARRIED_SCALE = 0.62
"""The size of things that are carried."""


# Bases


def draw_figures(
    figures: list[Figure], tokens: list[ObjectiveToken], names: LabelOffsets | None = None
) -> Iterator[Markup]:
    """Draw fallen figures first, then standing ones, the active one last; and the objectives."""
    by_number = {figure.number: figure for figure in figures}
    names = place_labels(figures, tokens) if names is None else names
    yield from (draw_arriving(figure) for figure in figures if figure.status == CharacterStatus.WAITS)
    yield from (draw_lying(figure, names) for figure in figures if figure.status == CharacterStatus.LIES)
    free = (token for token in tokens if token.status == ObjectiveStatus.FREE)
    yield from (draw_token(token, *to_picture(token.x, token.y), names=names) for token in free)
    standing = [figure for figure in figures if figure.status == CharacterStatus.STANDS]
    yield from (draw_base(figure, names) for figure in sorted(standing, key=lambda figure: figure.active))
    yield from draw_melee_signs(figures)
    places = CarriedPlaces()
    for figure in figures:
        if figure.status in HELD_STATUSES:
            yield draw_held(figure, places.spot(by_number.get(figure.holder, figure)))
    for token in tokens:
        if token.status == ObjectiveStatus.CARRIED:
            yield draw_token(token, *places.spot(by_number[token.holder]), scale=CARRIED_SCALE)


class CarriedPlaces:
    """Places for what a figure carries: side by side, at the right of its base."""

    def __init__(self) -> None:
        self.count: dict[int, int] = {}

    def spot(self, holder: Figure) -> Point:
        index = self.count.get(holder.number, 0)
        self.count[holder.number] = index + 1
        angle = math.radians(-35 + 48 * index)
        x, y = to_picture(holder.x, holder.y)
        distance = holder.radius + 60
        return x + math.cos(angle) * distance, y + math.sin(angle) * distance


def draw_base(figure: Figure, names: LabelOffsets) -> Markup:
    x, y = to_picture(figure.x, figure.y)
    parts = [draw_glow(figure.radius)] if figure.active else []
    parts.append(draw_disc(figure.side, figure.radius, figure.short))
    turn = f"rotate({figure.degrees:.1f})"
    parts.append(element("g", draw_facing(figure.radius), class_="htl-facing", transform=turn))
    if figure.slots:
        parts.append(element("g", draw_wound_slots(figure), transform=f"rotate({figure.degrees + 180:.1f})"))
    parts += [*draw_signs(figure), *draw_label(figure, names)]
    state = " htl-done" * figure.done + " htl-active-one" * figure.active + " htl-routs" * figure.routs
    return piece(figure.id, figure.label, x, y, *parts, class_=f"htl-figure htl-{SIDE_CLASSES[figure.side]}{state}")


@lru_cache(maxsize=256)
def draw_disc(side: int, radius: int, short: str) -> Markup:
    inner = radius - RIM_WIDTH
    parts = [
        element("circle", cx=35, cy=60, r=radius, class_="htl-base-shade"),
        element("circle", r=radius - 22, class_="htl-base"),
        element("circle", r=inner, class_="htl-face"),
    ]
    if side != FRIENDS:
        parts.append(path(spikes_path(radius), "htl-spike"))
    size = min(inner * 1.02, 900 + inner * 0.1) * (1 if len(short) < 3 else 0.8)
    parts.append(element("text", short, y=size * 0.33, font_size=size, class_="htl-short"))
    return group(*parts, class_="htl-disc")


def spikes_path(radius: int) -> str:
    """Return the teeth of an enemy's ring."""
    count = max(12, round(radius / 500 * 16))
    d = ""
    for tooth in range(count):
        angle = 2 * math.pi * (tooth + 0.5) / count
        half_angle = math.pi / count * 0.5
        inner, outer = radius - RIM_WIDTH + 8, radius - 26
        ends = ((angle - half_angle, outer), (angle, inner), (angle + half_angle, outer))
        d += polygon_path([(math.cos(turn) * distance, math.sin(turn) * distance) for turn, distance in ends])
    return d


@lru_cache(maxsize=32)
def draw_facing(radius: int) -> Markup:
    """Draw the facing: a point in front of the base, and shoulders at the ends of its forward half."""
    tip, foot = radius + 250, radius + 5
    half_width = min(240, radius * 0.45)
    arrow = f"M{tip} 0L{foot} {round_text(half_width)}Q{foot + 45} 0 {foot}-{round_text(half_width)}z"
    out = radius + 75
    shoulders = f"M0-{radius - 10}V-{out}M0 {radius - 10}V{out}"
    return group(path(shoulders, "htl-arc"), path(arrow, "htl-front"), class_="htl-look")


def draw_wound_slots(figure: Figure) -> Markup:
    """Draw the wound slots along the rim, behind the figure."""
    size = PIP_SIZE if figure.slots <= MAX_FULL_SIZE_PIPS else PIP_SIZE * MAX_FULL_SIZE_PIPS / figure.slots
    distance = figure.radius - 20
    angles = [(slot - (figure.slots - 1) / 2) * size * 2.2 / distance for slot in range(figure.slots)]
    points = tuple((round(math.cos(angle) * distance), round(math.sin(angle) * distance)) for angle in angles)
    return draw_pips(figure.wounds, points, size)


def draw_pip_row(wounds: int, slots: int) -> Markup:
    """Draw the wound slots in a line that ends at (0, 0)."""
    return draw_pips(wounds, tuple((round((slot - slots + 1) * PIP_SIZE * 2.3), 0) for slot in range(slots)), PIP_SIZE)


@lru_cache(maxsize=256)
def draw_pips(wounds: int, points: tuple[tuple[int, int], ...], size: float) -> Markup:
    """Draw a pip for each slot, filled and crossed if it has a wound."""
    free = "".join(circle_path(point, size) for point in points[wounds:])
    full = "".join(circle_path(point, size) for point in points[:wounds])
    arm = size * 0.5
    wide = round_text(2 * arm)
    strokes = f"l{wide} {wide}m0-{wide}l-{wide} {wide}"
    cross = "".join(f"{line_path((x - arm, y - arm))}{strokes}" for x, y in points[:wounds])
    parts = [path(free, "htl-slot")] if free else []
    parts += [path(full, "htl-wound"), path(cross, "htl-wound-cross")] if full else []
    return group(*parts, class_="htl-pips")


@lru_cache(maxsize=32)
def draw_glow(radius: int) -> Markup:
    rings = (element("circle", r=radius + 90, class_=f"htl-glow{under}") for under in ("-under", ""))
    return group(*rings, class_="htl-marked")


# Fallen, held and arriving


def draw_lying(figure: Figure, names: LabelOffsets) -> Markup:
    """Draw a figure flat on the ground."""
    x, y = to_picture(figure.x, figure.y)
    parts = [
        element("circle", r=figure.radius - 22, class_="htl-lying"),
        draw_body(figure.radius / 500),
        *draw_label(figure, names),
    ]
    return piece(figure.id, figure.label, x, y, *parts, class_=f"htl-figure htl-down htl-{SIDE_CLASSES[figure.side]}")


@lru_cache(maxsize=32)
def draw_body(scale: float) -> Markup:
    head = element("circle", cx=-290, cy=0, r=112, class_="htl-body")
    trunk = path(
        "M-175-95L-90-110L-30-245L55-215L15-105L90-85L365-130L385-50L160 0L385 50L365 130L90 85L15 105"
        "L55 215L-30 245L-90 110L-175 95z",
        "htl-body",
    )
    return element("g", trunk, head, class_="htl-fallen", transform=f"scale({scale:g}) rotate(-24)")


def draw_held(figure: Figure, point: Point) -> Markup:
    """Draw a small figure at the base of its holder."""
    small = element("g", draw_disc(figure.side, 500, figure.short), transform=f"scale({CARRIED_SCALE})")
    class_ = f"htl-figure htl-held-one htl-{SIDE_CLASSES[figure.side]}"
    return piece(figure.id, figure.label, *point, small, class_=class_)


def draw_arriving(figure: Figure) -> Markup:
    """Draw where a character will arrive, and in which round."""
    x, y = to_picture(figure.x, figure.y)
    parts = [
        element("circle", r=figure.radius - 25, class_="htl-ghost"),
        element("text", f"R{figure.arrives}", y=130, class_="htl-ghost-word"),
    ]
    return piece(figure.id, figure.label, x, y, *parts, class_=f"htl-figure htl-waits htl-{SIDE_CLASSES[figure.side]}")


# Objectives


def draw_token(
    token: ObjectiveToken, x: float, y: float, scale: float = 1, names: LabelOffsets | None = None
) -> Markup:
    shape = draw_person() if token.is_person else draw_chest()
    size = f"scale({scale:g})" if scale != 1 else None
    parts = [element("g", shape, transform=size), *draw_label(token, names or {})]
    return piece(token.id, token.label, x, y, *parts, class_="htl-objective")


@lru_cache(maxsize=1)
def draw_chest() -> Markup:
    """Draw a diamond with a chest on it."""
    box = path("M-170-20h340v170h-340zM-170-20q0-140 170-140t170 140", "htl-token-line")
    lock = path("M-45-25h90v85h-90z", "htl-token-ink")
    return group(path("M0-420L420 0 0 420-420 0z", "htl-token"), box, lock, class_="htl-thing")


@lru_cache(maxsize=1)
def draw_person() -> Markup:
    """Draw a diamond with a person on it."""
    head = element("circle", cy=-130, r=85, class_="htl-token-ink")
    coat = path("M-150 190q0-220 150-220t150 220z", "htl-token-ink")
    return group(path("M0-420L420 0 0 420-420 0z", "htl-token"), head, coat, class_="htl-person")
