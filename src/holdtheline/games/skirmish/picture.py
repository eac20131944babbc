"""A battle as a picture: the table from above with everything on it, and the roster beside it.

The sheet has 40 units an inch. Inside it, the group `htl-table` is scaled so that its own coordinates are
thousandths of an inch from the upper left corner of the table: a place x, y of the rules is at x, 24,000 - y.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.svg import Markup, box, document, element, group, number, path, words
from . import figures, roster, scenery
from .labels import Round, blocks_of, labels
from .moment import moment
from .moving import longest_leg
from .outlines import Spot, circle, moved_to, upright, whole
from .shown import Figure, Token, figures_of, roll_of, terrain_of, tokens_of
from .state import TABLE, Phase, There
from .text import prompt

UNIT = 0.04
"""A thousandth of an inch on the sheet."""
MARGIN = 44
"""Around the table, with the frame."""
SIZE = (1400, 1048)

STYLE = ".htl-skirmish{border-radius:14px}\n"
ALL_STYLES = scenery.STYLE + figures.STYLE + roster.STYLE + STYLE
IN_A_BLOW = (Phase.SHOOTING, Phase.FIGHTING, Phase.BACK, Phase.FREE_BLOW, Phase.SAVE)


def picture(s: Any, seat: int) -> str:
    everybody, things = figures_of(s), tokens_of(s)
    return document(
        "htl-skirmish htl-large",
        SIZE,
        (roll_of(s).title, in_words(s, everybody), prompt(s, seat)),
        ALL_STYLES,
        box(0, 0, *SIZE, "htl-sheet htl-scene"),
        table(s, everybody, things),
        roster.column(s, everybody, things),
    )


def table(s: Any, everybody: list[Figure], things: list[Token]) -> Markup:
    """The table and all that is on it, at its place on the sheet."""
    terrain, names = terrain_of(s), labels(everybody, things)
    blocked = blocks_of(everybody, things, names)
    on_table = group(
        scenery.land(terrain, bool(s.enclosed)),
        *bounds(s, everybody),
        *reach(s, everybody, blocked),
        scenery.frame(),
        scenery.names(terrain, blocked),
        *figures.shown(everybody, things, names),
        *aim(s, everybody),
        class_="htl-table",
    )
    return placed(on_table)


def placed(on_table: Markup) -> Markup:
    """The table in thousandths, at its place on the sheet."""
    where = f' transform="translate({MARGIN} {MARGIN}) scale({UNIT})">'
    return Markup(on_table.replace(">", where, 1))


def on_sheet(x: float, y: float) -> Spot:
    """Where a place of the rules is on the sheet."""
    px, py = upright(x, y)
    return MARGIN + px * UNIT, MARGIN + py * UNIT


def in_words(s: Any, everybody: Sequence[Figure]) -> str:
    """The position in two sentences, for a screen reader."""
    counts = [sum(one.there == There.STANDS and one.side == side for one in everybody) for side in (0, 1)]
    standing = f"{counts[0]} of the friends and {counts[1]} of the enemy stand on the table"
    return f"{roll_of(s).title}, round {max(int(s.round), 1)} of {int(s.rounds)}. {moment(s)}. {standing}."


# Rings


def bounds(s: Any, everybody: Sequence[Figure]) -> Iterator[Markup]:
    """How far others keep away from whoever is feared, and how far a tether reaches."""
    standing = [one for one in everybody if one.there == There.STANDS]
    for one in standing:
        if fear := int(s.fear[one.number]):
            yield ring(upright(one.x, one.y), one.radius + fear, "fear")
    pools = {
        (int(s.tether_x[one.number]), int(s.tether_y[one.number]), int(s.tether[one.number]))
        for one in standing
        if s.tether[one.number]
    }
    for x, y, far in sorted(pools):
        yield ring(upright(x, y), far, "tether")


def reach(s: Any, everybody: Sequence[Figure], blocked: Sequence[Round]) -> Iterator[Markup]:
    """Whom the active character touches with its next leg, whole and half, and whom it can shoot."""
    for one in everybody:
        if not one.active or one.there != There.STANDS or s.phase != Phase.ACTING:
            continue
        spot = upright(one.x, one.y)
        leg = 0 if one.engaged or one.routs else int(longest_leg(s))
        if leg > 0:
            half = (one.move >> min(int(s.extra), 1)) // 2
            if not s.legs and half < leg:
                yield ring(spot, one.radius + half, "half")
            yield ring(spot, one.radius + leg, "move", inches(leg), blocked)
        if one.range and not one.engaged:
            yield ring(spot, one.radius + one.range, "range", inches(one.range), blocked)
        start = upright(int(s.start_x), int(s.start_y))
        if s.legs and math.dist(start, spot) > one.radius:
            trail = f"{moved_to(start)}L{whole(spot[0])} {whole(spot[1])}"
            ghost = element("circle", cx=start[0], cy=start[1], r=one.radius - 25, class_="htl-ghost")
            yield group(path(trail, "htl-trail"), ghost, class_=f"htl-scene htl-{figures.SIDES[one.side]}")


def ring(middle: Spot, radius: float, kind: str, told: str = "", blocked: Sequence[Round] = ()) -> Markup:
    d = circle(middle, radius)
    parts = [path(d, "htl-ring-under"), path(d, f"htl-ring-{kind}")]
    if told and (spot := free_spot(middle, radius, blocked)):
        parts.append(words(told, round(spot[0]), round(spot[1] + 130), "htl-ring-word"))
    return group(*parts, class_=f"htl-scene htl-ring htl-{kind}-ring")


def free_spot(middle: Spot, radius: float, blocked: Sequence[Round]) -> Spot | None:
    """A point of a ring where its inches can be written: on the table, in nobody's way, the highest first."""
    for degrees in (90, 60, 120, 30, 150, 0, 180, -30, 210, -60, 240, 270):
        angle = math.radians(degrees)
        x, y = middle[0] + math.cos(angle) * radius, middle[1] - math.sin(angle) * radius
        on_table = 400 < x < TABLE - 400 and 300 < y < TABLE - 300
        if on_table and all(abs(x - bx) > far + 380 or abs(y - by) > 420 for bx, by, far in blocked):
            return x, y
    return None


def inches(thousandths: int) -> str:
    return f"{number(thousandths / 1000)}″"


# A blow


def aim(s: Any, everybody: Sequence[Figure]) -> Iterator[Markup]:
    """From the striker to the target: slim for a shot, broad for melee."""
    by_number = {one.number: one for one in everybody}
    striker, target = by_number.get(int(s.striker) - 1), by_number.get(int(s.target) - 1)
    if s.phase in IN_A_BLOW and striker and target and There.STANDS == striker.there == target.there:
        broad = 90 if s.phase == Phase.SHOOTING else 230
        yield path(between(striker, target, broad), "htl-arrow htl-scene htl-aim")


def between(striker: Figure, target: Figure, broad: float) -> str:
    (x, y), (tx, ty) = upright(striker.x, striker.y), upright(target.x, target.y)
    far = math.hypot(tx - x, ty - y) or 1
    ux, uy = (tx - x) / far, (ty - y) / far
    close = far < striker.radius + target.radius + 900
    start = striker.radius * 0.55 if close else striker.radius + 120
    tip = far - (target.radius * 0.5 if close else target.radius + 60)
    head = min(420.0, (tip - start) * 0.6)

    def at(along: float, aside: float) -> str:
        return f"{x + ux * along - uy * aside:.0f} {y + uy * along + ux * aside:.0f}"

    half = broad / 2
    spots = [at(start, -half), at(tip - head, -half), at(tip - head, -half - 150), at(tip, 0)]
    spots += [at(tip - head, half + 150), at(tip - head, half), at(start, half)]
    return f"M{'L'.join(spots)}z"
