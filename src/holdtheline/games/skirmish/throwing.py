"""Those who are knocked back by a blow, and edges that they may fall off (traits)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from ...core.plane import along, square, towards, way_to_hull
from .edges import to_the_edge
from .happened import Happened
from .losses import fall
from .moving import put, spot
from .space import ON_FOOT, free_way, has, meets, way, way_of
from .state import CANNOT_BE_FELLED, IS_DROP, IS_GAP, MOST_TERRAIN, Clause, Phase


@kernel
def knock_back(s: Any, piece: Any, striker: Any, log: Any) -> None:
    """Straight away from the striker, as far as its blow throws and nothing is in the way.

    A way that leads on to a drop ends before it, and a die tells whether the thrown one hangs on.
    """
    ax, ay = s.x[piece], s.y[piece]
    bx, by = along(ax, ay, ax - s.x[striker], ay - s.y[striker], s.knock[striker])
    bx, by = to_the_edge(ax, ay, bx, by)
    if bx == ax and by == ay:
        return
    length = way_of(s, piece, ax, ay, bx, by, ON_FOOT)
    length = way_until(s, IS_GAP, ax, ay, bx, by, length)
    cx, cy = towards(ax, ay, bx, by, length)
    s.brink = first_met(s, IS_DROP, ax, ay, cx, cy)
    if s.brink != 0:
        length = way_until(s, IS_DROP, ax, ay, bx, by, length)
    be_thrown(s, piece, striker, bx, by, min(length, way(s, piece, ax, ay, bx, by)), log)
    if s.brink != 0 and has(s, piece, CANNOT_BE_FELLED):
        note(log, Clause.K4_2, Happened.UNHURT, (piece, 0, 0, 0))
        s.brink = 0
    if s.brink != 0:
        s.phase = Phase.HANG


@kernel
def way_until(s: Any, bit: Any, ax: Any, ay: Any, bx: Any, by: Any, length: Any) -> Any:
    """How much of a length from a towards b the centre of a base can go without coming on to such terrain."""
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if s.t_bits[place] & bit and meets(s, place, ax, ay, bx, by, 0):
            if meets(s, place, ax, ay, ax, ay, 0):
                return 0
            first, count, limit = s.t_first[place], s.t_count[place], s.t_round[place]
            length = min(length, way_to_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit))
    return length


@kernel
def first_met(s: Any, bit: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """The terrain + 1 of a kind that the centre of a base comes on to first on its way from a to b, or 0."""
    found, nearest = 0, 0
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if s.t_bits[place] & bit and meets(s, place, ax, ay, bx, by, 0):
            first, count, limit = s.t_first[place], s.t_count[place], s.t_round[place]
            length = way_to_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit)
            if meets(s, place, ax, ay, ax, ay, 0):
                length = 0
            if found == 0 or length < nearest:
                found, nearest = place + 1, length
    return found


@kernel
def be_thrown(s: Any, piece: Any, striker: Any, bx: Any, by: Any, length: Any, log: Any) -> None:
    """So far from where it stands towards b, or a little less where that would graze something."""
    ax, ay = s.x[piece], s.y[piece]
    x, y = towards(ax, ay, bx, by, free_way(s, piece, ax, ay, bx, by, length))
    if square(ax, ay, x, y) > 0:
        note(log, Clause.K4_1, Happened.KNOCKED, (piece, spot(ax, ay), spot(x, y), striker))
        put(s, piece, x, y)


@kernel
def roll_hang(s: Any, face: Any, log: Any) -> None:
    """The die of whoever was thrown over an edge: it hangs on, or it falls and is gone."""
    piece, place = s.target - 1, s.brink - 1
    s.brink = 0
    hangs_on = face >= s.t_roll[place]
    note(log, Clause.K4_2, Happened.HUNG, (piece, place, face, 1 if hangs_on else 0))
    if not hangs_on:
        fall(s, piece, s.striker - 1, 0, log)
