"""Who sees whom or what, and what is in the way (K4.4)."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import is_ahead, point_is_nearer, way_to_hull, way_to_point
from .space import OF_TERRAIN, first_of, meets
from .state import (
    BLOCKS_SIGHT,
    CHARACTERS,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    SIDES,
    There,
)


@kernel
def hides(s: Any, place: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Whether terrain blocks the line from a to b; who stands in it sees out and is seen."""
    if s.t_bits[place] & BLOCKS_SIGHT == 0 or not meets(s, place, ax, ay, bx, by, 0):
        return False
    return not (meets(s, place, ax, ay, ax, ay, 0) or meets(s, place, bx, by, bx, by, 0))


@kernel
def covers(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Whether a character's base blocks the line from a to b."""
    if s.there[piece] != There.STANDS:
        return False
    return point_is_nearer(s.x[piece], s.y[piece], ax, ay, bx, by, s.radius[piece])


@kernel
def sees(s: Any, piece: Any, ax: Any, ay: Any, other: Any, bx: Any, by: Any) -> Any:
    """Whether nothing blocks sight from a, where `piece` is, to b, where `other` is (-1: nobody)."""
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if hides(s, place, ax, ay, bx, by):
            return False
    if s.bases_block_sight == 0:
        return True
    for side in range(SIDES):
        for third in range(first_of(side), first_of(side) + MOST_OF_A_SIDE):
            if s.there[third] == There.NOBODY:
                break
            if third != piece and third != other and covers(s, third, ax, ay, bx, by):
                return False
    return True


def blocker(s: Any, piece: Any, ax: Any, ay: Any, other: Any, bx: Any, by: Any) -> Any:
    """What blocks that sight, and of several the one that the line meets first."""
    found, nearest = 0, 0
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if hides(s, place, ax, ay, bx, by):
            first, count, limit = s.t_first[place], s.t_count[place], s.t_round[place]
            away = way_to_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit)
            if found == 0 or away < nearest:
                found, nearest = OF_TERRAIN + place, away
    if s.bases_block_sight == 0:
        return found
    for third in range(CHARACTERS):
        if third != piece and third != other and covers(s, third, ax, ay, bx, by):
            away = way_to_point(ax, ay, bx, by, s.x[third], s.y[third], s.radius[third])
            if found == 0 or away < nearest:
                found, nearest = third + 1, away
    return found


@kernel
def sees_from(s: Any, piece: Any, x: Any, y: Any, other: Any) -> Any:
    """Whether a character at this place would see another, if it looked there."""
    return sees(s, piece, x, y, other, s.x[other], s.y[other])


@kernel
def can_view(s: Any, piece: Any, other: Any, x: Any, y: Any) -> Any:
    """Whether a place is in a character's forward half and in sight; `other` is who stands there, or -1."""
    ax, ay = s.x[piece], s.y[piece]
    if not is_ahead(s.face_x[piece], s.face_y[piece], x - ax, y - ay):
        return False
    return sees(s, piece, ax, ay, other, x, y)
