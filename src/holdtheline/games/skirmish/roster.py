"""What stands beside the table: the moment, the die, and everybody with wounds and states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...core.svg import Markup, box, die, element, group, no_die, number, path, piece, words
from . import figures
from .moment import is_die, moment
from .shown import ON_TABLE, WITH_SOMEBODY, Figure, Token, roll_of
from .signs import sign
from .state import Lies, There

LEFT, WIDE, TOP, FOOT = 1058.0, 328.0, 14.0, 1040.0
"""Of the column, in units of the sheet."""
EDGE = 1048.0
HEAD = 138.0
TALL, TALL_HEAD, TALL_THING = 37.0, 26.0, 27.0
APART = 16.0
"""Over the name of a company, where there is room."""
LEAST = 30.0
"""A row that is lower has one line only."""
SMALL_DIE = 52.0
KEY = 66.0
KEYS = (("done", "done this round"), ("routs", "routs"), ("melee", "in melee"), ("shot", "was shot at"))

STYLE = """\
.htl-skirmish .htl-panel{fill:var(--htl-paper);stroke:var(--htl-frame);stroke-width:1.4}
.htl-skirmish .htl-title{fill:var(--htl-quiet);font-size:15px;font-weight:700;letter-spacing:.04em}
.htl-skirmish .htl-round{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;
font-size:29px;font-weight:700}
.htl-skirmish .htl-moment{fill:var(--htl-ink);font-size:17px;font-weight:600}
.htl-skirmish .htl-company{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;
font-weight:700}
.htl-skirmish .htl-company-line{fill:none;stroke:var(--htl-side-ring);stroke-width:3}
.htl-skirmish .htl-row-active{fill:var(--htl-active);opacity:.32}
.htl-skirmish .htl-row-touch{fill:transparent}
.htl-skirmish .htl-row-id{fill:var(--htl-quiet);font-weight:600;text-anchor:end;
font-variant-numeric:tabular-nums lining-nums}
.htl-skirmish .htl-row-name{fill:var(--htl-ink);font-weight:600}
.htl-skirmish .htl-row-stats{fill:var(--htl-quiet);}
.htl-skirmish .htl-row-state{fill:var(--htl-ink);font-style:italic;text-anchor:end}
.htl-skirmish .htl-row-gone .htl-row-name{fill:var(--htl-quiet);text-decoration:line-through}
.htl-skirmish .htl-row-done .htl-row-name{font-weight:400}
"""


def column(s: Any, everybody: Sequence[Figure], tokens: Sequence[Token]) -> Markup:
    """`data-aside` is where it is: a narrow page shows it on its own, in its own size."""
    wide, high = LEFT + WIDE + 14 - EDGE, FOOT + 8
    return element(
        "g",
        box(EDGE, 0, wide + 6, high + 12, "htl-sheet htl-scene"),
        box(LEFT - 7, TOP - 7, WIDE + 14, FOOT - TOP + 7, "htl-panel htl-scene", 10),
        head(s),
        rolled(s),
        *listed(everybody, tokens),
        data_aside=" ".join(map(number, (EDGE, 0, wide, high))),
    )


def head(s: Any) -> Markup:
    """The battle, the round, and what goes on."""
    title, now = roll_of(s).title, max(int(s.round), 1)
    first, *rest = wrapped(moment(s), 27)
    lines = [words(first, LEFT + 4, TOP + 96, "htl-moment")]
    lines += [words(" ".join(rest), LEFT + 4, TOP + 118, "htl-moment")] if rest else []
    return group(
        words(shortened(title, 34), LEFT + 4, TOP + 22, "htl-title"),
        words(f"Round {now} of {int(s.rounds)}", LEFT + 4, TOP + 60, "htl-round"),
        *lines,
        class_="htl-scene htl-head",
    )


def wrapped(text: str, room: int) -> list[str]:
    """In lines of so many letters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def shortened(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def rolled(s: Any) -> Markup:
    """The die that is to be rolled, or its place."""
    waits = is_die(s)
    shown = die("?", "count", SMALL_DIE) if waits else no_die("count", SMALL_DIE)
    told = "a die to roll" if waits else "no die is to be rolled"
    return piece("die", told, LEFT + WIDE - 36, TOP + 46, shown)


# Rows


def listed(everybody: Sequence[Figure], tokens: Sequence[Token]) -> list[Markup]:
    """By companies, friends first, then the objectives; all rows as tall as there is room for."""
    companies: dict[tuple[int, str], list[Figure]] = {}
    for one in everybody:
        companies.setdefault((one.side, one.company), []).append(one)
    wanted = len(everybody) * TALL + len(companies) * TALL_HEAD
    wanted += len(tokens) * TALL_THING + TALL_HEAD * bool(tokens)
    scale = min(1.0, (FOOT - TOP - HEAD - 12) / wanted) if wanted else 1.0
    spare = FOOT - KEY - 8 - TOP - HEAD - wanted
    apart = max(0.0, min(APART, spare / len(companies))) if companies else 0.0
    parts, y = [], TOP + HEAD - apart
    for (side, name), people in companies.items():
        y += apart
        parts.append(heading(side, name or ("Friends", "Enemies")[side], y, scale))
        y += TALL_HEAD * scale
        for one in people:
            parts.append(row(one, y, scale))
            y += TALL * scale
    if tokens:
        y += apart
        parts.append(heading(None, "To carry", y, scale))
        y += TALL_HEAD * scale
        for thing in tokens:
            parts.append(thing_row(thing, y, scale))
            y += TALL_THING * scale
    return parts + ([key(FOOT - KEY)] if y + KEY + 8 < FOOT else [])


@lru_cache(maxsize=4)
def key(y: float) -> Markup:
    """What the small signs say."""
    parts = []
    for place, (name, told) in enumerate(KEYS):
        x, row = LEFT + 16 + place % 2 * WIDE / 2, y + 20 + place // 2 * 28
        where = f"translate({number(x)} {number(row)}) scale(.055)"
        parts.append(element("g", sign(name), transform=where))
        parts.append(text(told, x + 18, row + 5, "htl-row-stats", 15))
    return group(*parts, class_="htl-scene htl-key")


@lru_cache(maxsize=64)
def heading(side: int | None, name: str, y: float, scale: float) -> Markup:
    low = y + TALL_HEAD * scale
    size = min(17.0, 22 * scale)
    line = path(f"M{LEFT} {number(low - 2)}h{WIDE}", "htl-company-line")
    parts = (
        element("text", name, x=LEFT + 4, y=low - 9 * scale, font_size=f"{size:g}", class_="htl-company"),
        line,
    )
    return group(
        *parts, class_="htl-scene" + (f" htl-{figures.SIDES[side]}" if side is not None else " htl-things")
    )


def row(one: Figure, y: float, scale: float) -> Markup:
    """Those who are off the table can be touched here, the others where they stand."""
    high = TALL * scale
    gone = one.there not in (*ON_TABLE, *WITH_SOMEBODY, There.WAITS)
    state = shortened(first_state(one), 24)
    drawn = drawn_row(one.side, one.id, one.short, one.name, one.stats, one.wounds, one.slots, state, high)
    kind = f"htl-{figures.SIDES[one.side]} htl-row" + " htl-row-gone" * gone + " htl-row-done" * one.done
    under = [box(-6, 0, WIDE + 12, high, "htl-row-active", 6)] if one.active else []
    if gone:
        return piece(one.id, one.words, LEFT, y, *under, drawn, class_=kind)
    place = f"translate({number(LEFT)} {number(y)})"
    return element("g", *under, drawn, class_=f"{kind} htl-scene htl-row-{one.id}", transform=place)


def first_state(one: Figure) -> str:
    """What is said in a row: as much as there is room for."""
    told = [state for state in one.states if state != "acts"]
    return ", ".join(told[:2]) if sum(map(len, told[:2])) < 22 else told[0] if told else ""


@lru_cache(maxsize=512)
def drawn_row(
    side: int, id_: str, short: str, name: str, stats: str, wounds: int, slots: int, state: str, high: float
) -> Markup:
    both = high >= LEAST
    first = high * 0.44 if both else high * 0.68
    size = min(16.0, high * 0.62)
    radius = min(14.0, high * 0.44)
    parts = [
        box(0, 0, WIDE, high, "htl-row-touch"),
        text(id_, 28, first, "htl-row-id", min(15.0, size)),
        element(
            "g",
            figures.disc(side, 500, short),
            transform=f"translate(48 {number(high / 2)}) scale({radius / 500:g})",
        ),
        text(shortened(name, 22 if both else 18), 70, first, "htl-row-name", size),
    ]
    if slots:
        pip = min(0.062, high * 0.0018) * min(1, 8 / slots)
        where = f"translate({number(WIDE - 10)} {number(first - size * 0.36)}) scale({pip:.4g})"
        parts.append(element("g", figures.pip_row(wounds, slots), transform=where))
    if both:
        told = short_stats(stats)
        parts.append(text(told, 70, high * 0.87, "htl-row-stats", min(15.0, size)))
        parts.append(text(state, WIDE - 4, high * 0.87, "htl-row-state", min(15.0, size)))
    else:
        parts.append(text(shortened(state, 12), WIDE - 20 - min(slots, 8) * 16, first, "htl-row-state", size))
    return group(*parts, class_="htl-row-in")


def short_stats(stats: str) -> str:
    """`move 6, attack 2, defence 1, range 12` as `M6 A2 D1 R12`."""
    return " ".join(
        f"{word[0].upper()}{value}" for word, value in (part.split() for part in stats.split(", "))
    )


def text(told: str, x: float, y: float, class_: str, size: float) -> Markup:
    return element("text", told, x=x, y=y, class_=class_, font_size=f"{size:.4g}")


def thing_row(one: Token, y: float, scale: float) -> Markup:
    high = TALL_THING * scale
    gone = one.lies not in (Lies.FREE, Lies.CARRIED)
    drawn = drawn_thing(one.id, one.is_person, one.name, one.state, high)
    kind = "htl-row htl-thing-row" + " htl-row-gone" * gone
    if gone:
        return piece(one.id, one.words, LEFT, y, drawn, class_=kind)
    place = f"translate({number(LEFT)} {number(y)})"
    return element("g", drawn, class_=f"{kind} htl-scene htl-row-{one.id}", transform=place)


@lru_cache(maxsize=128)
def drawn_thing(id_: str, is_person: bool, name: str, state: str, high: float) -> Markup:
    shape = figures.person() if is_person else figures.chest()
    size = min(16.0, high * 0.62)
    return group(
        box(0, 0, WIDE, high, "htl-row-touch"),
        text(id_, 28, high * 0.68, "htl-row-id", min(15.0, size)),
        element("g", shape, transform=f"translate(48 {number(high / 2)}) scale({high * 0.0012:.4g})"),
        text(shortened(name, 18), 70, high * 0.68, "htl-row-name", size),
        text(shortened(state, 18), WIDE - 4, high * 0.68, "htl-row-state", min(15.0, size)),
        class_="htl-row-in",
    )
