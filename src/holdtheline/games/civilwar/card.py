"""The card of a battle: its title above the map, and below it its history and its numbers."""

from __future__ import annotations

import textwrap
from functools import lru_cache

from ...core.svg import Markup, group, path, words
from .battle import CALLED, Scenario, Side, Winner
from .layout import MARGIN, sheet_width
from .names import SEATS
from .told import capital

LINE = 22
LETTER = 7.7
GAP = 40
LEFT = MARGIN - 14

STYLE = """\
.htl-civilwar .htl-title{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;font-size:42px;
font-weight:700}
.htl-civilwar .htl-subtitle{fill:var(--htl-quiet);font-family:ui-serif,Georgia,serif;font-size:21px;
font-style:italic}
.htl-civilwar .htl-history{fill:var(--htl-ink);font-family:ui-serif,Georgia,serif;font-size:17px}
.htl-civilwar .htl-source{fill:var(--htl-quiet);font-size:15px}
"""


def head(scenario: Scenario) -> list[Markup]:
    return [
        words(scenario.title, LEFT, 62, "htl-title htl-scene"),
        words(f"{scenario.place}, {scenario.date}", LEFT, 98, "htl-subtitle htl-scene"),
    ]


def columns(scenario: Scenario) -> tuple[float, float]:
    """Of the history, and of the numbers beside it."""
    whole = sheet_width(scenario.ground) - 2 * LEFT - GAP
    return whole * 0.56, whole * 0.44


@lru_cache(maxsize=32)
def history(scenario: Scenario) -> tuple[str, ...]:
    return tuple(textwrap.wrap(scenario.history, int(columns(scenario)[0] / LETTER)))


def height(scenario: Scenario) -> int:
    return 50 + LINE * max(len(history(scenario)), len(facts(scenario)))


@lru_cache(maxsize=32)
def facts(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Lines, each with its class."""
    room = int(columns(scenario)[1] / LETTER)
    told = [
        f"{scenario.turns} turns; {CALLED[scenario.first]} acts first.",
        *(side_words(scenario, side) for side in Side),
        f"{ENDS[scenario.winner]}.",
        *specials(scenario),
    ]
    lines = [("htl-small", line) for one in told for line in textwrap.wrap(one, room)]
    lines += [("htl-source", line) for one in scenario.sources for line in textwrap.wrap(one, room)]
    return tuple(lines)


ENDS = {
    Winner.UNION: "After the last turn the Union wins",
    Winner.CONFEDERATE: "After the last turn the Confederacy wins",
    Winner.MOST: "After the last turn whoever has more VP wins",
    Winner.NOBODY: "After the last turn it is a draw",
}


def side_words(scenario: Scenario, side: Side) -> str:
    name, home = SEATS[side].capitalize(), scenario.home[side].name.lower()
    return f"{name}: command {scenario.command[side]}, {scenario.vp[side]} VP win, home edge {home}."


def specials(scenario: Scenario) -> list[str]:
    told = []
    for side in Side:
        if not scenario.rallies[side]:
            told.append(f"{capital(CALLED[side])} never rallies.")
        if scenario.moves_from[side] > 1:
            told.append(f"{capital(CALLED[side])} moves from turn {scenario.moves_from[side]} on.")
    fixed = [piece.name for piece in scenario.pieces if piece.fixed]
    if fixed:
        told.append(f"Never move: {', '.join(fixed)}.")
    if scenario.favours is not None:
        told.append(f"History favoured {CALLED[scenario.favours]}.")
    return told


def card(scenario: Scenario, top: int) -> list[Markup]:
    second = LEFT + columns(scenario)[0] + GAP
    first_line = top + 34
    parts = [path(f"M{LEFT} {top + 6}H{sheet_width(scenario.ground) - LEFT}", "htl-tray-line")]
    parts += [
        words(line, LEFT, first_line + LINE * at, "htl-history") for at, line in enumerate(history(scenario))
    ]
    parts += [
        words(line, second, first_line + LINE * at, class_)
        for at, (class_, line) in enumerate(facts(scenario))
    ]
    return [group(*parts, class_="htl-scene htl-story")]
