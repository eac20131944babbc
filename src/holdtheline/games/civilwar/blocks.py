"""The blocks: a card for each piece, with its kind, its strength, its morale and its name.

The Union's cards have round corners and a plain band, the Confederacy's have cut corners and a hatched one.
All are drawn around (0, 0), the middle of the card. There are few different cards, so they are kept.
"""

from __future__ import annotations

from functools import cache, lru_cache

from ...core.svg import Markup, box, element, group, palette, path, piece
from .battle import Kind, Side
from .seen import LETTER, Block

WIDE, HIGH = 84, 36
NAME = 15.5  # the band with the name, at the foot of a card
PILL = 17  # a leader who stands with a unit
MOST_HIGH = 86  # what three cards above each other may take, so that no other row is covered
ROOM = 14
"""Letters of a name."""
TEXT_WIDTH = 76

COLOURS = {
    "union-face": ("#e1eaf4", "#21375a"),
    "union-band": ("#31557f", "#86abd9"),
    "union-hatch": ("#31557f", "#86abd9"),
    "union-edge": ("#1c3557", "#b4cdec"),
    "union-on": ("#ffffff", "#0d1a2b"),
    "confederate-face": ("#efe7d6", "#473d2c"),
    "confederate-band": ("#7d6c52", "#cdb68c"),
    "confederate-hatch": ("#675840", "#b49b6d"),
    "confederate-edge": ("#4c3f2b", "#e0cda6"),
    "confederate-on": ("#ffffff", "#20180b"),
    "symbol": ("#fffdf6", "#11161d"),
    "pip-gone": ("#fffdf6", "#11161d"),
    "green": ("#2f6b3a", "#7cc487"),
    "green-on": ("#ffffff", "#0c1c10"),
    "black": ("#1d1c1c", "#0a0a0a"),
    "black-on": ("#ffffff", "#ffffff"),
    "gold": ("#e3b23c", "#edc457"),
    "gold-on": ("#2c1f04", "#2c1f04"),
    "shut": ("#fffdf6", "#11161d"),
    "shut-on": ("#4a4438", "#d8d2c2"),
    "active": ("#ffcf3f", "#ffd75e"),
    "active-under": ("#3a2b05", "#000000"),
}

PARTS = ("face", "band", "hatch", "edge", "on")
"""The colours of a side."""

STYLE = (
    palette("htl-civilwar", COLOURS)
    + "".join(
        f".htl-civilwar .htl-{side}{{"
        + ";".join(f"--htl-side-{part}:var(--htl-{side}-{part})" for part in PARTS)
        + "}\n"
        for side in ("union", "confederate")
    )
    + "".join(
        f".htl-civilwar .htl-morale-{name}{{fill:var(--htl-{name});stroke:var(--htl-side-edge)}}\n"
        f".htl-civilwar .htl-letter-{name}{{fill:var(--htl-{name}-on)}}\n"
        for name in ("green", "black", "gold", "shut")
    )
    + """\
.htl-civilwar .htl-morale-shut{stroke-dasharray:3 2}
.htl-civilwar .htl-morale-black{stroke:#fff;stroke-width:1}
.htl-civilwar .htl-letter{font-size:15px;font-weight:700;text-anchor:middle}
.htl-civilwar .htl-card{fill:var(--htl-side-face);stroke:var(--htl-side-edge);stroke-width:1.6}
.htl-civilwar .htl-card-foot{fill:var(--htl-shade);opacity:.3}
.htl-civilwar .htl-band{fill:var(--htl-side-band);stroke:var(--htl-side-edge);stroke-width:1.6}
.htl-civilwar .htl-hatch{fill:none;stroke:var(--htl-side-hatch);stroke-width:2.4}
.htl-civilwar .htl-called{fill:var(--htl-side-on);font-family:"Arial Narrow","Liberation Sans Narrow",
"Roboto Condensed",system-ui,sans-serif;font-size:15px;font-weight:700;text-anchor:middle}
.htl-civilwar .htl-symbol-box{fill:var(--htl-symbol);stroke:var(--htl-side-edge);stroke-width:1.6}
.htl-civilwar .htl-symbol{fill:none;stroke:var(--htl-side-edge);stroke-width:2;stroke-linecap:round}
.htl-civilwar .htl-solid{fill:var(--htl-side-edge)}
.htl-civilwar .htl-star{fill:var(--htl-gold);stroke:var(--htl-drawn);stroke-width:1.2;stroke-linejoin:round}
.htl-civilwar .htl-strength{fill:var(--htl-side-edge);stroke:var(--htl-side-edge);stroke-width:1.4}
.htl-civilwar .htl-strength-gone{fill:var(--htl-pip-gone);stroke:var(--htl-side-edge);stroke-width:1.4}
.htl-civilwar .htl-held .htl-card{stroke-dasharray:5 3}
.htl-civilwar .htl-faded{fill:var(--htl-paper)}
.htl-civilwar .htl-acted .htl-face{opacity:.62}
.htl-civilwar .htl-glow-under{fill:none;stroke:var(--htl-active-under);stroke-width:7}
.htl-civilwar .htl-glow{fill:none;stroke:var(--htl-active);stroke-width:4}
"""
)

SIDES = {Side.UNION: "union", Side.CONFEDERATE: "confederate"}


# Where the cards of one hex lie


def heights(stack: list[Block]) -> list[float]:
    """A leader who has a unit with him is a pill; all others are whole cards."""
    with_unit = any(not block.is_leader for block in stack)
    return [PILL if block.is_leader and with_unit else HIGH for block in stack]


def places(stack: list[Block]) -> tuple[list[float], float]:
    """The middle of each card below the middle of the hex, and the scale at which all of them fit."""
    high = heights(stack)
    scale = min(1, MOST_HIGH / max(sum(high), 1))
    up = 6 if sum(high) == HIGH + PILL else 0  # so that the name of the place below is not cut
    top, ys = -sum(high) / 2 - up, []
    for one in high:
        ys.append((top + one / 2) * scale)
        top += one
    return ys, scale


# A card


@lru_cache(maxsize=4096)
def block(
    one: Block, x: float, y: float, scale: float = 1, pill: bool = False, marked: bool = False
) -> Markup:
    """The piece with its id and its title."""
    high = PILL if pill else HIGH
    shown = [glow(high)] if marked else []
    if one.acted:
        shown.append(path(shape(one.side, high), "htl-faded"))
    shown.append(pill_of(one.side, one.name) if pill else card(one))
    turn = "rotate(-3)" if one.acted else ""
    size = f"scale({scale:.3f})" if scale < 1 else ""
    return piece(
        f"piece-{one.number}",
        one.words,
        x,
        y,
        element("g", *shown, transform=f"{turn} {size}".strip() or None),
        class_=f"htl-{SIDES[Side(one.side)]}" + " htl-acted" * one.acted + " htl-held" * bool(one.held),
    )


def card(one: Block) -> Markup:
    return face(one.side, one.kind, one.strength, one.full, one.morale, one.name)


@lru_cache(maxsize=2048)
def face(side: int, kind: Kind, strength: int, full: int, morale: int, name: str) -> Markup:
    row = -HIGH / 2 + (HIGH - NAME) / 2
    if kind == Kind.LEADER:
        marks = [path(star(0, row, 9.5), "htl-star")]
    else:
        marks = [symbol(kind, -26, row), pips(strength, full, row), morale_mark(morale, 30, row)]
    parts = [*body(side, HIGH), band(side), *marks, called(name, HIGH / 2 - 3.4)]
    return group(*parts, class_=f"htl-face htl-kind-{kind.name.lower()}")


@lru_cache(maxsize=512)
def pill_of(side: int, name: str) -> Markup:
    """A leader beside his unit: one line."""
    parts = [box(-WIDE / 2, -PILL / 2 + 2, WIDE, PILL, "htl-card-foot", 3), *strip(side, -PILL / 2, PILL)]
    parts += [path(star(-33.5, 0, 7.5), "htl-star"), called(name, 5.2, 7.5, TEXT_WIDTH - 15)]
    return group(*parts, class_="htl-face htl-kind-leader")


@cache
def body(side: int, high: float) -> tuple[Markup, ...]:
    shadow = box(-WIDE / 2, -high / 2 + 2.5, WIDE, high, "htl-card-foot", 5)
    return shadow, path(shape(side, high), "htl-card")


@cache
def shape(side: int, high: float) -> str:
    """Round corners, or cut ones."""
    x, y = WIDE / 2, high / 2
    if side == Side.UNION:
        return (
            f"M{-x + 6:g} {-y:g}H{x - 6:g}q6 0 6 6V{y - 6:g}q0 6-6 6H{-x + 6:g}q-6 0-6-6V{-y + 6:g}q0-6 6-6z"
        )
    return f"M{-x + 5:g} {-y:g}H{x - 5:g}l5 5V{y - 5:g}l-5 5H{-x + 5:g}l-5-5V{-y + 5:g}z"


@cache
def band(side: int) -> Markup:
    """At the foot of a card, where the name stands."""
    x, top, foot = WIDE / 2, HIGH / 2 - NAME, HIGH / 2
    if side == Side.UNION:
        return path(f"M{-x:g} {top:g}H{x:g}V{foot - 6:g}q0 6-6 6H{-x + 6:g}q-6 0-6-6z", "htl-band")
    edge = f"M{-x:g} {top:g}H{x:g}V{foot - 5:g}l-5 5H{-x + 5:g}l-5-5z"
    return group(path(edge, "htl-band"), path(hatching(top, NAME), "htl-hatch"), class_="htl-foot")


def strip(side: int, top: float, high: float) -> tuple[Markup, ...]:
    """A band by itself."""
    x = WIDE / 2
    if side == Side.UNION:
        return (box(-x, top, WIDE, high, "htl-band", 7),)
    edge = f"M{-x + 5:g} {top:g}H{x - 5:g}l5 5V{top + high - 5:g}l-5 5H{-x + 5:g}l-5-5V{top + 5:g}z"
    return path(edge, "htl-band"), path(hatching(top, high), "htl-hatch")


def hatching(top: float, high: float) -> str:
    slant = high * 0.5
    count = int((WIDE - slant - 6) / 8)
    stroke = f"l{-slant:g} {high - 2:g}m{slant + 8:g} {2 - high:g}"
    return f"M{-WIDE / 2 + slant + 4:g} {top + 1:g}" + stroke * count


def called(name: str, y: float, x: float = 0, room: float = TEXT_WIDTH) -> Markup:
    """A name, squeezed if it is a little too long, cut if it is much too long."""
    text = shortened(name, ROOM if room == TEXT_WIDTH else ROOM - 2)
    tight = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if text_width(text) > room else {}
    return element("text", text, x=x, y=y, class_="htl-called", **tight)


def text_width(text: str) -> float:
    return sum(4.6 if letter in " .'Iiljtfr" else 11 if letter in "MWmw" else 7.9 for letter in text)


def shortened(name: str, room: int) -> str:
    """`83rd Pennsylvania` becomes `83rd Penn.`, `Webster's Siege Guns` becomes `Webster's`."""
    if len(name) <= room:
        return name
    first, *rest = [word for word in name.split() if not word.endswith(".")] or [name]
    for word in rest:
        left = room - len(first) - 2
        clipped = word[: min(left, 4)].rstrip("aeiou")
        if len(word) <= left + 1:
            first = f"{first} {word}"
        elif len(clipped) >= 3:
            return f"{first} {clipped}."
        else:
            break
    return first if len(first) <= room else first[: room - 1] + "."


# Marks on a card


@cache
def symbol(kind: Kind, x: float, y: float) -> Markup:
    """As on military maps: a box with a cross, a stroke or a dot; a hull; a star."""
    w, h = 12.5, 7.5
    frame = box(x - w, y - h, 2 * w, 2 * h, "htl-symbol-box")
    match kind:
        case Kind.INFANTRY:
            lines = f"M{x - w} {y - h}l{2 * w} {2 * h}M{x - w} {y + h}l{2 * w} {-2 * h}"
            return group(frame, path(lines, "htl-symbol"), class_="htl-sign")
        case Kind.CAVALRY:
            return group(frame, path(f"M{x - w} {y + h}l{2 * w} {-2 * h}", "htl-symbol"), class_="htl-sign")
        case Kind.ARTILLERY:
            dot = element("circle", cx=x, cy=y, r=4, class_="htl-solid")
            return group(frame, dot, class_="htl-sign")
        case Kind.GUNBOAT:
            hull = f"M{x - 13} {y + 1}h26l-4 6.5h-18z"
            house = f"M{x - 8} {y - 0.5}v-4h5v-4.5h4v4.5h6v4z"
            return group(path(hull, "htl-solid"), path(house, "htl-solid"), class_="htl-sign")
        case _:
            return group(path(star(x, y, 9), "htl-star"), class_="htl-sign")


def star(x: float, y: float, r: float) -> str:
    steps = ((0, -1), (0.25, -0.34), (0.95, -0.31), (0.4, 0.13), (0.59, 0.81), (0, 0.42))
    right = [(x + dx * r, y + dy * r) for dx, dy in steps]
    left = [(x - dx * r, y + dy * r) for dx, dy in reversed(steps[1:-1])]
    return "M" + "L".join(f"{sx:.1f} {sy:.1f}" for sx, sy in (*right, *left)) + "z"


@cache
def pips(strength: int, full: int, y: float) -> Markup:
    """As many blocks as there were, those that are left filled."""
    step = 7.6
    left = 4.6 - step * full / 2
    all_ = [f"M{left + step * at:.1f} {y - 5.5:g}h4.8v11h-4.8z" for at in range(full)]
    there, gone = "".join(all_[:strength]), "".join(all_[strength:])
    marks = [path(there, "htl-strength")] if there else []
    return group(*marks, *([path(gone, "htl-strength-gone")] if gone else []), class_="htl-pips")


@cache
def morale_mark(morale: int, x: float, y: float) -> Markup:
    """Round, square, pointed or shut, and with its letter."""
    name = ("shut", "green", "black", "gold")[morale]
    class_ = f"htl-morale-{name}"
    mark = {
        "shut": lambda: box(x - 7.5, y - 8, 15, 16, class_, 4),
        "green": lambda: element("circle", cx=x, cy=y, r=8.6, class_=class_),
        "black": lambda: box(x - 7.5, y - 8, 15, 16, class_),
        "gold": lambda: path(f"M{x - 10.5} {y}l3-8.5h15l3 8.5-3 8.5h-15z", class_),
    }[name]()
    tight = {"textLength": 14, "lengthAdjust": "spacingAndGlyphs"} if len(LETTER[morale]) > 1 else {}
    letter = element("text", LETTER[morale], x=x, y=y + 5.4, class_=f"htl-letter htl-letter-{name}", **tight)
    return group(mark, letter, class_="htl-morale")


@cache
def glow(high: float) -> Markup:
    """Around the piece that acts."""
    place = (-WIDE / 2 - 2, -high / 2 - 2, WIDE + 4, high + 4)
    return group(box(*place, "htl-glow-under", 8), box(*place, "htl-glow", 8), class_="htl-marked")
