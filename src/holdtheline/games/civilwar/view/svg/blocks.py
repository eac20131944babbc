"""The blocks: a card for each piece, with its kind, its strength, its morale and its name.

Union cards have round corners and a plain band, Confederate cards cut corners and a hatched band. A card is
drawn around (0, 0), its centre. There are few different cards, so they are cached."""

from __future__ import annotations

from functools import cache, lru_cache

from .....core.svg import Markup, css_palette, element, group, path, piece, rect, text_element
from ...state import SEATS, PieceKind, Side
from ..scene import MORALE_LETTERS, Block

CARD_WIDTH, CARD_HEIGHT = 92, 42
LONE_CARD_HEIGHT = 54  # of a unit that has the hex for itself, or shares it with a leader
LOW_CARD_HEIGHT = 33  # of two units with a leader
LOW_PIP_HEIGHT = 11
NAME_BAND_HEIGHT, LOW_BAND_HEIGHT = 18.5, 17  # the band with the name, at the foot of a card
PILL_HEIGHT = 20  # the strip for a leader with a unit
MAX_NAME_LENGTH = 14  # letters
NAME_WIDTH = 84

BLOCK_COLOURS = {
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

SIDE_COLOURS = ("face", "band", "hatch", "edge", "on")
"""The colours of a side."""

BLOCK_STYLE = (
    css_palette("htl-civilwar", BLOCK_COLOURS)
    + "".join(
        f".htl-civilwar .htl-{side}{{"
        + ";".join(f"--htl-side-{part}:var(--htl-{side}-{part})" for part in SIDE_COLOURS)
        + "}\n"
        for side in SEATS
    )
    + "".join(
        f".htl-civilwar .htl-morale-{name}{{fill:var(--htl-{name});stroke:var(--htl-side-edge)}}\n"
        f".htl-civilwar .htl-letter-{name}{{fill:var(--htl-{name}-on)}}\n"
        for name in ("green", "black", "gold", "shut")
    )
    + """\
.htl-civilwar .htl-morale-shut{stroke-dasharray:3 2}
.htl-civilwar .htl-morale-black{stroke:#fff;stroke-width:1}
.htl-civilwar .htl-letter{font-size:16px;font-weight:700;text-anchor:middle}
.htl-civilwar .htl-count-left{fill:var(--htl-side-edge);font-size:20px;font-weight:800;text-anchor:middle}
.htl-civilwar .htl-low{font-size:16px}
.htl-civilwar .htl-card{fill:var(--htl-side-face);stroke:var(--htl-side-edge);stroke-width:1.6}
.htl-civilwar .htl-card-foot{fill:var(--htl-shade);opacity:.3}
.htl-civilwar .htl-band{fill:var(--htl-side-band);stroke:var(--htl-side-edge);stroke-width:1.6}
.htl-civilwar .htl-hatch{fill:none;stroke:var(--htl-side-hatch);stroke-width:2.4}
.htl-civilwar .htl-called{fill:var(--htl-side-on);font-family:"Arial Narrow","Liberation Sans Narrow",
"Roboto Condensed",system-ui,sans-serif;font-size:17px;font-weight:700;text-anchor:middle}
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

# The stack of a hex


def card_heights(stack: list[Block]) -> list[float]:
    """Return the height of each card: a pill for a leader with a unit, and less for units that share a hex."""
    units = sum(not block.is_leader for block in stack)
    has_leader = units < len(stack)
    unit_height = LONE_CARD_HEIGHT if units < 2 else LOW_CARD_HEIGHT if has_leader else CARD_HEIGHT
    leader_height = PILL_HEIGHT if units else CARD_HEIGHT
    return [leader_height if block.is_leader else unit_height for block in stack]


def stack_positions(stack: list[Block]) -> list[float]:
    """Return how far the centre of each card is below that of the hex."""
    heights = card_heights(stack)
    tops = [sum(heights[:index]) - sum(heights) / 2 for index in range(len(stack))]
    return [top + height / 2 for top, height in zip(tops, heights, strict=True)]


# A card


@lru_cache(maxsize=4096)
def draw_block(block: Block, x: float, y: float, height: float = CARD_HEIGHT, marked: bool = False) -> Markup:
    """Draw a piece with its id and title."""
    parts = [draw_glow(height)] if marked else []
    if block.acted:
        parts.append(path(card_path(block.side, height), "htl-faded"))
    face = (block.side, block.kind, block.strength, block.full_strength, block.morale, block.name)
    parts.append(draw_pill(block.side, block.name) if height == PILL_HEIGHT else draw_face(*face, height))
    return piece(
        f"piece-{block.number}",
        block.description,
        x,
        y,
        element("g", *parts, transform="rotate(-3)" if block.acted else None),
        class_=f"htl-{SEATS[block.side]}" + " htl-acted" * block.acted + " htl-held" * bool(block.held),
    )


@lru_cache(maxsize=2048)
def draw_face(
    side: int, kind: PieceKind, strength: int, full: int, morale: int, name: str, height: float = CARD_HEIGHT
) -> Markup:
    is_low = height < CARD_HEIGHT
    room = height - (LOW_BAND_HEIGHT if is_low else NAME_BAND_HEIGHT)  # for the marks above the name
    row = (room - height) / 2
    if kind == PieceKind.LEADER:
        marks = [path(star_path(0, row, 10), "htl-star")]
    else:
        marks = [
            draw_symbol(kind, -32, row, 5.2 if is_low else min(room - 8, 22) / 2),
            draw_strength(strength, full, row, LOW_PIP_HEIGHT if is_low else min(room - 5, 22)),
            draw_morale(morale, 34, row),
        ]
    shadow = rect(-CARD_WIDTH / 2, -height / 2 + 2.5, CARD_WIDTH, height, "htl-card-foot", 5)
    body = path(card_path(side, height), "htl-card")
    parts = [shadow, body, draw_name_band(side, height, height - room), *marks, draw_name(name, height / 2 - 4)]
    return group(*parts, class_=f"htl-face htl-kind-{kind.name.lower()}")


@lru_cache(maxsize=512)
def draw_pill(side: int, name: str) -> Markup:
    """Draw a leader beside his unit, as one line."""
    parts = [
        rect(-CARD_WIDTH / 2, -PILL_HEIGHT / 2 + 2, CARD_WIDTH, PILL_HEIGHT, "htl-card-foot", 3),
        *draw_strip(side, PILL_HEIGHT),
    ]
    parts += [path(star_path(-37, 0, 8), "htl-star"), draw_name(name, 5.8, 8, NAME_WIDTH - 14)]
    return group(*parts, class_="htl-face htl-kind-leader")


@cache
def card_path(side: int, height: float) -> str:
    """Return the outline: round corners for the Union, cut ones for the Confederacy."""
    x, y = CARD_WIDTH / 2, height / 2
    if side == Side.UNION:
        return f"M{-x + 6:g} {-y:g}H{x - 6:g}q6 0 6 6V{y - 6:g}q0 6-6 6H{-x + 6:g}q-6 0-6-6V{-y + 6:g}q0-6 6-6z"
    return f"M{-x + 5:g} {-y:g}H{x - 5:g}l5 5V{y - 5:g}l-5 5H{-x + 5:g}l-5-5V{-y + 5:g}z"


@cache
def draw_name_band(side: int, height: float, band: float) -> Markup:
    """Draw the band at the foot of a card."""
    x, top, foot = CARD_WIDTH / 2, height / 2 - band, height / 2
    if side == Side.UNION:
        return path(f"M{-x:g} {top:g}H{x:g}V{foot - 6:g}q0 6-6 6H{-x + 6:g}q-6 0-6-6z", "htl-band")
    edge = f"M{-x:g} {top:g}H{x:g}V{foot - 5:g}l-5 5H{-x + 5:g}l-5-5z"
    return group(path(edge, "htl-band"), path(hatching_path(top, band), "htl-hatch"), class_="htl-foot")


def draw_strip(side: int, height: float) -> tuple[Markup, ...]:
    """Draw a band without a card."""
    if side == Side.UNION:
        return (rect(-CARD_WIDTH / 2, -height / 2, CARD_WIDTH, height, "htl-band", 7),)
    return path(card_path(side, height), "htl-band"), path(hatching_path(-height / 2, height), "htl-hatch")


def hatching_path(top: float, height: float) -> str:
    slant = height * 0.5
    count = int((CARD_WIDTH - slant - 6) / 8)
    stroke = f"l{-slant:g} {height - 2:g}m{slant + 8:g} {2 - height:g}"
    return f"M{-CARD_WIDTH / 2 + slant + 4:g} {top + 1:g}" + stroke * count


def draw_name(name: str, y: float, x: float = 0, width: float = NAME_WIDTH) -> Markup:
    """Draw a name, squeezed if it is a little too long and shortened if it is much too long."""
    text = shorten_name(name, MAX_NAME_LENGTH if width == NAME_WIDTH else MAX_NAME_LENGTH - 2)
    squeezed = {"textLength": width, "lengthAdjust": "spacingAndGlyphs"} if text_width(text) > width else {}
    return element("text", text, x=x, y=y, class_="htl-called", **squeezed)


def text_width(text: str) -> float:
    return sum(6 if letter in " .'Iiljtfr" else 14.5 if letter in "MWmw" else 11 for letter in text)


def shorten_name(name: str, max_length: int) -> str:
    """Shorten `83rd Pennsylvania` to `83rd Penn.`, `Webster's Siege Guns` to `Webster's`."""
    if len(name) <= max_length:
        return name
    first, *rest = [word for word in name.split() if not word.endswith(".")] or [name]
    for word in rest:
        left = max_length - len(first) - 2
        clipped = word[: min(left, 4)].rstrip("aeiou")
        if len(word) <= left + 1:
            first = f"{first} {word}"
        elif len(clipped) >= 3:
            return f"{first} {clipped}."
        else:
            break
    return first if len(first) <= max_length else first[: max_length - 1] + "."


# Marks on a card


@cache
def draw_symbol(kind: PieceKind, x: float, y: float, h: float = 7.5) -> Markup:
    """Draw the symbol of military maps: a box with a cross, a stroke or a dot; a hull for a gunboat."""
    w = 11.5
    frame = rect(x - w, y - h, 2 * w, 2 * h, "htl-symbol-box")
    match kind:
        case PieceKind.INFANTRY:
            lines = f"M{x - w} {y - h}l{2 * w} {2 * h}M{x - w} {y + h}l{2 * w} {-2 * h}"
            return group(frame, path(lines, "htl-symbol"), class_="htl-sign")
        case PieceKind.CAVALRY:
            return group(frame, path(f"M{x - w} {y + h}l{2 * w} {-2 * h}", "htl-symbol"), class_="htl-sign")
        case PieceKind.ARTILLERY:
            dot = element("circle", cx=x, cy=y, r=4, class_="htl-solid")
            return group(frame, dot, class_="htl-sign")
        case _:
            hull = f"M{x - 13} {y + 1}h26l-4 6.5h-18z"
            house = f"M{x - 8} {y - 0.5}v-4h5v-4.5h4v4.5h6v4z"
            return group(path(hull, "htl-solid"), path(house, "htl-solid"), class_="htl-sign")


def star_path(x: float, y: float, r: float) -> str:
    steps = ((0, -1), (0.25, -0.34), (0.95, -0.31), (0.4, 0.13), (0.59, 0.81), (0, 0.42))
    right = [(x + dx * r, y + dy * r) for dx, dy in steps]
    left = [(x - dx * r, y + dy * r) for dx, dy in reversed(steps[1:-1])]
    return "M" + "L".join(f"{sx:.1f} {sy:.1f}" for sx, sy in (*right, *left)) + "z"


@cache
def draw_strength(strength: int, full: int, y: float, height: float = 16) -> Markup:
    """Draw the number of blocks, and a pip for each, filled if it is left."""
    step = min(6, 24 / full)
    left = 10 - step * full / 2
    pip = f"h{step - 2:g}v{height:g}h{2 - step:g}z"
    pips = [f"M{left + step * index:.1f} {y - height / 2:g}{pip}" for index in range(full)]
    remaining, lost = "".join(pips[:strength]), "".join(pips[strength:])
    number = "htl-count-left" if height > LOW_PIP_HEIGHT else "htl-count-left htl-low"
    marks = [text_element(str(strength), -11.5, y + (7 if height > LOW_PIP_HEIGHT else 5.6), number)]
    marks += [path(remaining, "htl-strength")] if remaining else []
    return group(*marks, *([path(lost, "htl-strength-gone")] if lost else []), class_="htl-pips")


@cache
def draw_morale(morale: int, x: float, y: float) -> Markup:
    """Draw the morale by shape and letter: round, square, pointed, or dashed if hidden."""
    name = ("shut", "green", "black", "gold")[morale]
    class_ = f"htl-morale-{name}"
    mark = {
        "shut": lambda: rect(x - 7.5, y - 7.5, 15, 15, class_, 4),
        "green": lambda: element("circle", cx=x, cy=y, r=8, class_=class_),
        "black": lambda: rect(x - 7.5, y - 7.5, 15, 15, class_),
        "gold": lambda: path(f"M{x - 10.5} {y}l3-7.8h15l3 7.8-3 7.8h-15z", class_),
    }[name]()
    squeezed = {"textLength": 14, "lengthAdjust": "spacingAndGlyphs"} if len(MORALE_LETTERS[morale]) > 1 else {}
    letter = element("text", MORALE_LETTERS[morale], x=x, y=y + 5.4, class_=f"htl-letter htl-letter-{name}", **squeezed)
    return group(mark, letter, class_="htl-morale")


@cache
def draw_glow(height: float) -> Markup:
    """Draw a frame around the piece that acts."""
    frame = (-CARD_WIDTH / 2 - 2, -height / 2 - 2, CARD_WIDTH + 4, height + 4)
    return group(rect(*frame, "htl-glow-under", 8), rect(*frame, "htl-glow", 8), class_="htl-marked")
