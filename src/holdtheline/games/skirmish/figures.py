"""Characters and objectives as they stand on the table: round bases of true size, tokens, and small signs.

Friends have a light base with a plain ring, enemies a dark one with teeth around it, so that nobody is told
by colour alone. All are drawn around (0, 0), the middle of the base, in thousandths of an inch.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from ...core.svg import Markup, element, group, palette, path, piece
from .labels import Labels, label, labels
from .outlines import Spot, circle, polygon, upright, whole
from .shown import WITH_SOMEBODY, Figure, Token
from .signs import melee, signs
from .state import FRIENDS, Lies, There

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
PARTS = ("face", "ring", "edge", "on", "mark")

STYLE = (
    palette("htl-skirmish", COLOURS)
    + "".join(
        f".htl-skirmish .htl-{side}{{"
        + ";".join(f"--htl-side-{part}:var(--htl-{side}-{part})" for part in PARTS)
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
paint-order:stroke;font-size:340px;font-weight:700;text-anchor:middle}
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
.htl-skirmish .htl-ring-word{font-size:360px;font-weight:700;text-anchor:middle;stroke:var(--htl-halo);
stroke-width:110;paint-order:stroke;stroke-linejoin:round;fill:var(--htl-place)}
.htl-skirmish .htl-trail{fill:none;stroke:var(--htl-move);stroke-width:80;stroke-dasharray:20 170;
stroke-linecap:round}
.htl-skirmish .htl-arrow{fill:var(--htl-aim);stroke:var(--htl-halo);stroke-width:50;stroke-linejoin:round}
.htl-skirmish .htl-swords{fill:none;stroke:var(--htl-sign-ink);stroke-width:52;stroke-linecap:round}
"""
)

SIDES = ("friends", "enemy")
RIM = 105
"""How broad the ring of a base is."""
PIP = 90.0
MOST_PIPS = 8
WITH = 0.62
"""The size of what is carried."""


# Bases


def shown(figures: list[Figure], tokens: list[Token], names: Labels | None = None) -> Iterator[Markup]:
    """Those who lie first, then those who stand, the active one last; and the things."""
    by_number = {one.number: one for one in figures}
    names = labels(figures, tokens) if names is None else names
    yield from (ghost(one) for one in figures if one.there == There.WAITS)
    yield from (lying(one, names) for one in figures if one.there == There.LIES)
    yield from (token(one, *upright(one.x, one.y), names=names) for one in tokens if one.lies == Lies.FREE)
    standing = [one for one in figures if one.there == There.STANDS]
    yield from (base(one, names) for one in sorted(standing, key=lambda one: one.active))
    yield from melee(figures)
    loads = Loads()
    for one in figures:
        if one.there in WITH_SOMEBODY:
            yield held(one, loads.spot(by_number.get(one.holder, one)))
    for thing in tokens:
        if thing.lies == Lies.CARRIED:
            yield token(thing, *loads.spot(by_number[thing.holder]), scale=WITH)


class Loads:
    """Where the things lie that somebody has with him: beside each other, over the right of his base."""

    def __init__(self) -> None:
        self.count: dict[int, int] = {}

    def spot(self, holder: Figure) -> Spot:
        place = self.count.get(holder.number, 0)
        self.count[holder.number] = place + 1
        angle = math.radians(-35 + 48 * place)
        x, y = upright(holder.x, holder.y)
        far = holder.radius + 60
        return x + math.cos(angle) * far, y + math.sin(angle) * far


def base(one: Figure, names: Labels) -> Markup:
    x, y = upright(one.x, one.y)
    parts = [glow(one.radius)] if one.active else []
    parts.append(disc(one.side, one.radius, one.short))
    turn = f"rotate({one.degrees:.1f})"
    parts.append(element("g", front(one.radius), class_="htl-facing", transform=turn))
    parts += [element("g", slots_of(one), transform=f"rotate({one.degrees + 180:.1f})")] if one.slots else []
    parts += [*signs(one), *label(one, names)]
    state = " htl-done" * one.done + " htl-active-one" * one.active + " htl-routs" * one.routs
    return piece(one.id, one.words, x, y, *parts, class_=f"htl-figure htl-{SIDES[one.side]}{state}")


@lru_cache(maxsize=256)
def disc(side: int, radius: int, short: str) -> Markup:
    inner = radius - RIM
    parts = [
        element("circle", cx=35, cy=60, r=radius, class_="htl-base-shade"),
        element("circle", r=radius - 22, class_="htl-base"),
        element("circle", r=inner, class_="htl-face"),
    ]
    if side != FRIENDS:
        parts.append(path(spikes(radius), "htl-spike"))
    size = min(inner * 1.02, 900 + inner * 0.1) * (1 if len(short) < 3 else 0.8)
    parts.append(element("text", short, y=size * 0.33, font_size=size, class_="htl-short"))
    return group(*parts, class_="htl-disc")


def spikes(radius: int) -> str:
    """Teeth from the ring inwards to its edge."""
    count = max(12, round(radius / 500 * 16))
    d = ""
    for place in range(count):
        angle = 2 * math.pi * (place + 0.5) / count
        wide = math.pi / count * 0.5
        near, far = radius - RIM + 8, radius - 26
        d += polygon(
            [
                (math.cos(angle - wide) * far, math.sin(angle - wide) * far),
                (math.cos(angle) * near, math.sin(angle) * near),
                (math.cos(angle + wide) * far, math.sin(angle + wide) * far),
            ]
        )
    return d


@lru_cache(maxsize=32)
def front(radius: int) -> Markup:
    """The way it looks: a point before the base, and shoulders where its forward half ends."""
    tip, foot = radius + 250, radius + 5
    wide = min(240, radius * 0.45)
    arrow = f"M{tip} 0L{foot} {whole(wide)}Q{foot + 45} 0 {foot}-{whole(wide)}z"
    out = radius + 75
    shoulders = f"M0-{radius - 10}V-{out}M0 {radius - 10}V{out}"
    return group(path(shoulders, "htl-arc"), path(arrow, "htl-front"), class_="htl-look")


def slots_of(one: Figure) -> Markup:
    """Behind its back, along the rim."""
    size = PIP if one.slots <= MOST_PIPS else PIP * MOST_PIPS / one.slots
    far = one.radius - 20
    angles = [(place - (one.slots - 1) / 2) * size * 2.2 / far for place in range(one.slots)]
    spots = tuple((round(math.cos(angle) * far), round(math.sin(angle) * far)) for angle in angles)
    return pips(one.wounds, spots, size)


def pip_row(wounds: int, slots: int) -> Markup:
    """In a line that ends at (0, 0)."""
    return pips(wounds, tuple((round((place - slots + 1) * PIP * 2.3), 0) for place in range(slots)), PIP)


@lru_cache(maxsize=256)
def pips(wounds: int, spots: tuple[tuple[int, int], ...], size: float) -> Markup:
    """A slot for each wound, filled and crossed where there is one."""
    free = "".join(circle(spot, size) for spot in spots[wounds:])
    full = "".join(circle(spot, size) for spot in spots[:wounds])
    arm = size * 0.5
    cross = "".join(
        f"M{whole(x - arm)} {whole(y - arm)}l{whole(2 * arm)} {whole(2 * arm)}"
        f"m0-{whole(2 * arm)}l-{whole(2 * arm)} {whole(2 * arm)}"
        for x, y in spots[:wounds]
    )
    parts = [path(free, "htl-slot")] if free else []
    parts += [path(full, "htl-wound"), path(cross, "htl-wound-cross")] if full else []
    return group(*parts, class_="htl-pips")


@lru_cache(maxsize=32)
def glow(radius: int) -> Markup:
    rings = (element("circle", r=radius + 90, class_=f"htl-glow{under}") for under in ("-under", ""))
    return group(*rings, class_="htl-marked")


# Those who do not stand


def lying(one: Figure, names: Labels) -> Markup:
    """Somebody flat on the ground, where the base was."""
    x, y = upright(one.x, one.y)
    parts = [
        element("circle", r=one.radius - 22, class_="htl-lying"),
        body(one.radius / 500),
        *label(one, names),
    ]
    return piece(one.id, one.words, x, y, *parts, class_=f"htl-figure htl-down htl-{SIDES[one.side]}")


@lru_cache(maxsize=32)
def body(scale: float) -> Markup:
    head = element("circle", cx=-290, cy=0, r=112, class_="htl-body")
    trunk = path(
        "M-175-95L-90-110L-30-245L55-215L15-105L90-85L365-130L385-50L160 0L385 50L365 130L90 85L15 105"
        "L55 215L-30 245L-90 110L-175 95z",
        "htl-body",
    )
    return element("g", trunk, head, class_="htl-fallen", transform=f"scale({scale:g}) rotate(-24)")


def held(one: Figure, spot: Spot) -> Markup:
    """Small, at the base of whoever has it."""
    small = element("g", disc(one.side, 500, one.short), transform=f"scale({WITH})")
    return piece(one.id, one.words, *spot, small, class_=f"htl-figure htl-held-one htl-{SIDES[one.side]}")


def ghost(one: Figure) -> Markup:
    """Where somebody will arrive, and in which round."""
    x, y = upright(one.x, one.y)
    parts = [
        element("circle", r=one.radius - 25, class_="htl-ghost"),
        element("text", f"R{one.arrives}", y=130, class_="htl-ghost-word"),
    ]
    return piece(one.id, one.words, x, y, *parts, class_=f"htl-figure htl-waits htl-{SIDES[one.side]}")


# Objectives


def token(one: Token, x: float, y: float, scale: float = 1, names: Labels | None = None) -> Markup:
    shape = person() if one.is_person else chest()
    size = f"scale({scale:g})" if scale != 1 else None
    parts = [element("g", shape, transform=size), *label(one, names or {})]
    return piece(one.id, one.words, x, y, *parts, class_="htl-objective")


@lru_cache(maxsize=1)
def chest() -> Markup:
    """A diamond with a chest on it."""
    box = path("M-170-20h340v170h-340zM-170-20q0-140 170-140t170 140", "htl-token-line")
    lock = path("M-45-25h90v85h-90z", "htl-token-ink")
    return group(path("M0-420L420 0 0 420-420 0z", "htl-token"), box, lock, class_="htl-thing")


@lru_cache(maxsize=1)
def person() -> Markup:
    """A diamond with somebody on it."""
    head = element("circle", cy=-130, r=85, class_="htl-token-ink")
    coat = path("M-150 190q0-220 150-220t150 220z", "htl-token-ink")
    return group(path("M0-420L420 0 0 420-420 0z", "htl-token"), head, coat, class_="htl-person")
