"""What stands around the map: the two sides, the turn, the APs and the dice above, those who wait below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...core.svg import Markup, box, die, element, group, no_die, path, piece, words
from . import blocks
from .battle import Ground, Scenario, Side
from .layout import HEAD, MARGIN, TRAY_HEAD, TRAY_ROW, map_foot, sheet_width
from .names import SEATS
from .scenarios import scenario_of
from .seen import Block, Standing, headline, standing_of, waiting
from .state import ROLLS, SIDES, Phase

PANEL = 236
TALL = 92
TOP = 14
SLOT = 92
DIE = 46
MOST_PIPS = 14

STYLE = """\
.htl-civilwar .htl-panel{fill:var(--htl-paper);stroke:var(--htl-neat);stroke-width:1.4}
.htl-civilwar .htl-acts .htl-panel{stroke:var(--htl-active-under);stroke-width:3}
.htl-civilwar .htl-acts-edge{fill:none;stroke:var(--htl-active);stroke-width:3}
.htl-civilwar .htl-caption{fill:var(--htl-quiet);font-size:15px;font-weight:600;letter-spacing:.1em}
.htl-civilwar .htl-side-name{fill:var(--htl-ink);font-size:16px;font-weight:700;letter-spacing:.08em}
.htl-civilwar .htl-vp{fill:var(--htl-ink);font-size:34px;font-weight:700;font-family:ui-serif,Georgia,serif}
.htl-civilwar .htl-vp-of{fill:var(--htl-quiet);font-size:16px;font-weight:600}
.htl-civilwar .htl-small{fill:var(--htl-ink);font-size:15px}
.htl-civilwar .htl-aside{fill:var(--htl-quiet);font-size:15px;text-anchor:end}
.htl-civilwar .htl-sentence{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;font-size:23px;
font-weight:600}
.htl-civilwar .htl-ap{fill:var(--htl-active);stroke:var(--htl-active-under);stroke-width:1.6}
.htl-civilwar .htl-ap-number{fill:var(--htl-ink);font-size:17px;font-weight:700}
.htl-civilwar .htl-turn-past{fill:var(--htl-neat)}
.htl-civilwar .htl-turn-now{fill:var(--htl-active);stroke:var(--htl-active-under);stroke-width:1.6}
.htl-civilwar .htl-turn-next{fill:none;stroke:var(--htl-neat);stroke-width:1.4}
.htl-civilwar .htl-hit{fill:var(--htl-hit);stroke:var(--htl-drawn);stroke-width:1}
.htl-civilwar .htl-tray-line{fill:none;stroke:var(--htl-neat);stroke-width:1.4}
.htl-civilwar .htl-due{fill:var(--htl-quiet);font-size:15px;text-anchor:middle}
.htl-civilwar .htl-due-now{fill:var(--htl-ink);font-weight:700}
"""


# Above the map


def head(s: Any, seat: int) -> list[Markup]:
    wide = sheet_width(scenario_of(s).ground)
    return [
        *(panel(standing_of(s, side), wide) for side in range(SIDES)),
        centre(s, seat, wide),
        *dice(s, wide),
    ]


@lru_cache(maxsize=512)
def panel(now: Standing, wide: int) -> Markup:
    """A side: its VP against its number, and its losses."""
    x = MARGIN - 14 if now.side == Side.UNION else wide - MARGIN + 14 - PANEL
    name = SEATS[now.side]
    parts = [
        box(x, TOP, PANEL, TALL, "htl-panel", 9),
        flag(now.side, x + 12, TOP + 12),
        words(name.upper(), x + 62, TOP + 26, "htl-side-name"),
        words(now.vp, x + 12, TOP + 68, "htl-vp"),
        words(f"of {now.vp_to_win} VP", x + 18 + 19 * len(str(now.vp)), TOP + 68, "htl-vp-of"),
        words(now.lost_words, x + 12, TOP + 86, "htl-small"),
        path(stars(now, x + PANEL), "htl-star"),
    ]
    if now.acts:
        parts.append(box(x + 3, TOP + 3, PANEL - 6, TALL - 6, "htl-acts-edge", 7))
    return group(*parts, class_=f"htl-scene htl-{name}" + " htl-acts" * now.acts)


def stars(now: Standing, right: float) -> str:
    """One for each VP, as far as there is room."""
    count = min(max(now.vp, 0), 7)
    return "".join(blocks.star(right - 16 - 16 * at, TOP + 60, 7) for at in range(count))


def flag(side: int, x: float, y: float) -> Markup:
    """The side's own pattern, as its blocks have it."""
    field = blocks.strip(side, -9, 18)
    return element("g", *field, class_="htl-flag", transform=f"translate({x + 20:g} {y + 9:g}) scale(.48 1)")


def centre(s: Any, seat: int, wide: int) -> Markup:
    x = MARGIN + PANEL + 8
    scenario, number, turns = scenario_of(s), int(s.number), int(s.turns)
    parts = [
        words(f"{scenario.title}, {scenario.date}".upper(), x, TOP + 16, "htl-caption"),
        words(headline(s, seat), x, TOP + 43, "htl-sentence"),
        words(f"Turn {number} of {turns}", x, TOP + 65, "htl-small"),
        turn_track(number, turns, x + 108, TOP + 60),
        *action_points(int(s.ap), x, TOP + 84),
    ]
    return group(*parts, class_="htl-scene htl-centre")


@lru_cache(maxsize=256)
def turn_track(now: int, turns: int, x: float, y: float) -> Markup:
    """A mark for each turn of the battle."""
    step = min(14, 260 / turns)
    kinds = ("past", "now", "next")
    return group(
        *(
            box(x + step * at, y - 4, step - 3, 8, f"htl-turn-{kinds[(at + 1 >= now) + (at + 1 > now)]}", 2)
            for at in range(turns)
        ),
        class_="htl-track",
    )


def action_points(left: int, x: float, y: float) -> list[Markup]:
    shown = [words(f"{left} AP left", x, y + 6, "htl-ap-number")]
    return shown + [
        element("circle", cx=x + 114 + 15 * at, cy=y, r=5.5, class_="htl-ap")
        for at in range(min(left, MOST_PIPS))
    ]


# Dice


IN_COMBAT = (*ROLLS[1:5], Phase.RETREAT, Phase.DISPLACE, Phase.FLIGHT, Phase.ADVANCE)


def dice(s: Any, wide: int) -> list[Markup]:
    """The dice still to be rolled, at the right of the head; the first of them is the one to touch."""
    right = wide - MARGIN - PANEL - 16
    left = dice_left(s)
    parts = [one_die(at, s, right - DIE / 2 - at * (DIE + 8)) for at in range(max(left, 1))]
    if s.phase in IN_COMBAT and s.target:
        parts.append(hits(int(s.hits), int(s.ones), right))
    return parts


def dice_left(s: Any) -> int:
    if s.phase in (Phase.DICE, Phase.LEADER, Phase.MORALE):
        return min(max(int(s.dice), 1), 4)
    return 1 if s.phase in ROLLS else 0


def one_die(at: int, s: Any, x: float) -> Markup:
    """Open dice wait for their roll; the place of a die is there always."""
    y = TOP + 28
    rolls = s.phase in ROLLS
    shown = die("?", "count", DIE) if rolls else no_die("count", DIE)
    if at:
        return element("g", shown, class_="htl-scene", transform=f"translate({x:g} {y})")
    told = f"a die to roll, {dice_left(s)} left" if rolls else "no die is to be rolled"
    return piece("die", told, x, y, shown)


@lru_cache(maxsize=64)
def hits(count: int, ones: int, right: float) -> Markup:
    y = TOP + 78
    told = f"{count} hit{'s' * (count != 1)}" + f", {ones} one{'s' * (ones != 1)} rolled" * (ones > 0)
    bursts = "".join(burst(right - 8 - 20 * at, y - 5) for at in range(count))
    return group(
        path(bursts, "htl-hit") if count else "",
        words(told, right - 20 * count - 4, y, "htl-aside"),
        class_="htl-scene htl-hits",
    )


def burst(x: float, y: float) -> str:
    """Where a shell went off."""
    return f"M{x} {y - 9}l2.5 5.5 6-2-3 5.5 3 5.5-6-2-2.5 5.5-2.5-5.5-6 2 3-5.5-3-5.5 6 2z"


# Below the map


def slots(ground: Ground) -> int:
    """Cards beside each other, for each side."""
    return int((sheet_width(ground) / 2 - MARGIN) // SLOT)


def tray_rows(scenario: Scenario) -> int:
    """As many as those who wait at the start need, so that the sheet keeps its size."""
    counts = [sum(one.turn > 0 and one.side == side for one in scenario.pieces) for side in Side]
    return -(-max(counts) // slots(scenario.ground))


def sheet_height(scenario: Scenario) -> int:
    rows = tray_rows(scenario)
    return round(map_foot(scenario.ground) + 14 + (TRAY_HEAD + TRAY_ROW * rows if rows else 0))


def tray(found: Sequence[Block], scenario: Scenario, turn: int) -> list[Markup]:
    """Those who will come, each with its turn and its hex."""
    if not tray_rows(scenario):
        return []
    parts = []
    half, top = sheet_width(scenario.ground) / 2, map_foot(scenario.ground) + 10
    for side in Side:
        mine, x = waiting(list(found), side), MARGIN - 14 if side == Side.UNION else half + 12
        told = "REINFORCEMENTS (TURN, HEX)" if mine else "NO MORE TO COME"
        parts.append(words(f"{SEATS[side].upper()}: {told}", x, top + 18, "htl-caption htl-scene"))
        for at, one in enumerate(mine):
            row, column = divmod(at, slots(scenario.ground))
            parts.append(
                waits(one, scenario, turn, (x + 44 + column * SLOT, top + TRAY_HEAD + row * TRAY_ROW))
            )
    line = f"M{half:g} {top + 4:g}V{sheet_height(scenario) - 12}"
    return [path(line, "htl-tray-line"), *parts]


def waits(one: Block, scenario: Scenario, turn: int, at: tuple[float, float]) -> Markup:
    x, y = at
    now = one.due <= turn
    where = scenario.ground.name_of(one.hex)
    when = words(f"{'now' if now else f'T{one.due}'} · {where}", x, y + 8, "htl-due" + " htl-due-now" * now)
    told = blocks.block(one, x, y + 32)
    return group(when, told, class_="htl-waits")


__all__ = ["HEAD", "head", "sheet_height", "tray"]
