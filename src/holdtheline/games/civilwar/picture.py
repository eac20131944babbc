"""A battle as a picture: a map of the time, with blocks on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...core.hexes import DIRECTIONS
from ...core.svg import Markup, box, document, element, number, palette, path
from . import blocks, card, onmap, scenery, sheet
from .battle import Scenario
from .layout import HALF, HEAD, MARGIN, POINT, Spot, corner, map_foot, middle, points, sheet_width
from .names import HEX, hex_named, name_of, pieces_of
from .scenarios import scenario_of
from .seen import blocks_at_start, blocks_of, flags_at_start, flags_of, in_words
from .state import SIDES
from .text import prompt

COLOURS = {"hit": ("#c23b22", "#ff8a6b"), "aim": ("#a32414", "#ff9a80")}

STYLE = """\
.htl-civilwar{border-radius:14px}
.htl-civilwar .htl-aim-under{fill:none;stroke:var(--htl-halo);stroke-width:8;stroke-linejoin:round;opacity:.8}
.htl-civilwar .htl-aim{fill:none;stroke:var(--htl-aim);stroke-width:4;stroke-dasharray:14 7}
.htl-civilwar .htl-arrow{fill:var(--htl-aim);stroke:var(--htl-halo);stroke-width:2;stroke-linejoin:round}
"""

ALL_STYLES = (
    scenery.STYLE + blocks.STYLE + palette("htl-civilwar", COLOURS) + onmap.STYLE + sheet.STYLE + STYLE
)


def picture(s: Any, seat: int) -> str:
    scenario, found, flags = scenario_of(s), blocks_of(s), flags_of(s)
    size = sheet_width(scenario.ground), sheet.sheet_height(scenario)
    return document(
        "htl-civilwar htl-large",
        size,
        (scenario.title, in_words(s), prompt(s, seat)),
        ALL_STYLES,
        box(0, 0, *size, "htl-sheet htl-scene"),
        *onmap.hexes(scenario, flags),
        scenery.land(scenario.ground),
        *aim(s),
        onmap.names(scenario, found, flags),
        *sheet.head(s, seat),
        *onmap.stacks(scenario.ground, found, marked(s)),
        *onmap.flags(scenario.ground, found, flags),
        *arrow(s),
        *sheet.tray(found, scenario, int(s.number)),
    )


def close_up(s: Any, text: str) -> str:
    """The hexes and pieces that a text names, and what lies around them; or all, if it names none."""
    scenario, found, flags = scenario_of(s), blocks_of(s), flags_of(s)
    whole = document(
        "htl-civilwar",
        (WHOLE, WHOLE),
        (scenario.title, in_words(s), ""),
        ALL_STYLES,
        box(0, 0, WHOLE, WHOLE, "htl-sheet htl-scene"),
        *onmap.hexes(scenario, flags),
        scenery.land(scenario.ground),
        *aim(s),
        onmap.names(scenario, found, flags),
        *onmap.stacks(scenario.ground, found, marked(s)),
        *onmap.flags(scenario.ground, found, flags),
        *arrow(s),
    )
    hexes = spoken_of(s, text) or range(int(s.width * s.height))
    spots = [middle(hex_, int(s.width)) for hex_ in hexes]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    left = max(min(xs) - AROUND * HALF, MARGIN - EDGE)
    top = max(min(ys) - AROUND * POINT, HEAD - EDGE)
    wide = min(max(xs) + AROUND * HALF, sheet_width(scenario.ground) - MARGIN + EDGE) - left
    high = min(max(ys) + AROUND * POINT, map_foot(scenario.ground)) - top
    cut = " ".join(map(number, (left, top, wide, high)))
    return whole.replace(
        f'viewBox="0 0 {WHOLE} {WHOLE}"', f'viewBox="{cut}" width="{number(wide)}" height="{number(high)}"'
    )


WHOLE = 2000  # larger than any map
AROUND = 3  # half hexes
EDGE = 14  # the frame of the map


def spoken_of(s: Any, text: str) -> set[int]:
    """The hexes that a text names, and those of the pieces that it names."""
    hexes = {hex_named(s, word) for word in re.findall(rf"\b{HEX}\b", text)}
    pieces = {
        int(s.at[piece]) - 1
        for side in range(SIDES)
        for piece in pieces_of(s, side)
        if s.at[piece] and re.search(rf"\b{re.escape(name_of(s, piece))}\b", text)
    }
    return {hex_ for hex_ in hexes | pieces if hex_ is not None}


def map_picture(scenario: Scenario) -> str:
    """The battle before its first turn, with all its pieces, and its card."""
    found, flags = blocks_at_start(scenario), flags_at_start(scenario)
    size = sheet_width(scenario.ground), sheet.sheet_height(scenario) + card.height(scenario)
    return document(
        "htl-civilwar",
        size,
        (scenario.title, f"{scenario.title}, {scenario.date}, {scenario.place}.", scenario.history),
        ALL_STYLES + card.STYLE,
        box(0, 0, *size, "htl-sheet htl-scene"),
        *onmap.hexes(scenario, flags),
        scenery.land(scenario.ground),
        onmap.names(scenario, found, flags),
        *card.head(scenario),
        *onmap.stacks(scenario.ground, found, frozenset()),
        *onmap.flags(scenario.ground, found, flags),
        *sheet.tray(found, scenario, 0),
        *card.card(scenario, sheet.sheet_height(scenario)),
    )


def marked(s: Any) -> frozenset[int]:
    """The pieces that are about something now."""
    return frozenset(int(one) - 1 for one in (s.mover, s.along, s.actor, s.checked, s.displaced) if one)


# A combat


def aim(s: Any) -> Iterator[Markup]:
    """Around the hex that is fired at or assaulted."""
    if s.target:
        x, y = middle(int(s.target) - 1, int(s.width))
        ring = f"M{points([corner(way, POINT - 5) for way in range(DIRECTIONS)])}z"
        yield element(
            "g",
            path(ring, "htl-aim-under"),
            path(ring, "htl-aim"),
            class_="htl-scene htl-target",
            transform=f"translate({number(x)} {number(y)})",
        )


def arrow(s: Any) -> Iterator[Markup]:
    """From the attacker to its target: slim for fire, broad for close combat."""
    if not s.target or not s.actor or not s.at[s.actor - 1]:
        return
    start, end = (middle(int(hex_) - 1, int(s.width)) for hex_ in (s.at[s.actor - 1], s.target))
    yield path(between(start, end, 10 if s.assault else 5), "htl-arrow htl-scene")


def between(start: Spot, end: Spot, broad: float) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = (dx * dx + dy * dy) ** 0.5 or 1
    ux, uy = dx / far, dy / far
    gap, head = HALF * 0.7, 12 + broad / 2

    def at(along: float, aside: float) -> str:
        return f"{start[0] + ux * along - uy * aside:.1f} {start[1] + uy * along + ux * aside:.1f}"

    half, tip = broad / 2, far - gap
    spots = [at(gap, -half), at(tip - head, -half), at(tip - head, -half - 6), at(tip, 0)]
    spots += [at(tip - head, half + 6), at(tip - head, half), at(gap, half)]
    return f"M{'L'.join(spots)}z"
