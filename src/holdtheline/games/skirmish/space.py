"""Who stands where, touches whom, and how far one can go straight (K1.1, K1.3).

Something in the way, of a move or of sight, is one number: a character + 1, or OF_TERRAIN and more, a piece
of terrain; 0 is nothing.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import (
    edge_distance,
    gap,
    hull_is_nearer,
    point_is_nearer,
    root_up,
    square,
    towards,
    way_to_hull,
    way_to_point,
)
from .state import (
    BLOCKS_WAY,
    CHARACTERS,
    CLIMBS,
    CONTACT,
    IS_EXIT,
    IS_WATER,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    NEEDS_CLIMBER,
    NEVER_LOCKS,
    SIDES,
    SWIMS,
    TABLE,
    There,
)

OF_TERRAIN = CHARACTERS + 1
"""Blockers from here on are pieces of terrain."""

# Who


@kernel
def side_of(piece: Any) -> Any:
    return piece // MOST_OF_A_SIDE


@kernel
def first_of(side: Any) -> Any:
    """The number of the first character of a side."""
    return side * MOST_OF_A_SIDE


@kernel
def has(s: Any, piece: Any, trait: Any) -> Any:
    """Whether a character has a trait that is a bit."""
    return s.traits[piece] & trait != 0


@kernel
def stands(s: Any, piece: Any) -> Any:
    """Whether a character is on the table, on its feet: only then its base counts."""
    return s.there[piece] == There.STANDS


@kernel
def is_enemy(s: Any, piece: Any, other: Any) -> Any:
    """Whether the other stands on the table and is of the other side."""
    return side_of(piece) != side_of(other) and stands(s, other)


# How near


@kernel
def is_within(ax: Any, ay: Any, ar: Any, bx: Any, by: Any, br: Any, limit: Any) -> Any:
    """Whether the gap between two bases is at most a limit."""
    reach = limit + ar + br
    return square(ax, ay, bx, by) <= reach * reach


@kernel
def gap_of(s: Any, piece: Any, other: Any) -> Any:
    """From base edge to base edge, rounded down."""
    return gap(s.x[piece], s.y[piece], s.radius[piece], s.x[other], s.y[other], s.radius[other])


@kernel
def would_touch(s: Any, piece: Any, x: Any, y: Any, other: Any) -> Any:
    """Whether a character at this place would be in contact with the other."""
    return is_within(x, y, s.radius[piece], s.x[other], s.y[other], s.radius[other], CONTACT)


@kernel
def touches(s: Any, piece: Any, other: Any) -> Any:
    """K1.1: contact."""
    return would_touch(s, piece, s.x[piece], s.y[piece], other)


@kernel
def locks(s: Any, piece: Any, other: Any) -> Any:
    """Whether the other holds a character in melee."""
    if not is_enemy(s, piece, other) or s.routs[other] != 0 or has(s, other, NEVER_LOCKS):
        return False
    return touches(s, piece, other)


@kernel
def is_engaged(s: Any, piece: Any) -> Any:
    """K3.3: whether an enemy in contact holds it in melee."""
    if has(s, piece, NEVER_LOCKS):
        return False
    first = first_of(1 - side_of(piece))
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            return False
        if locks(s, piece, other):
            return True
    return False


@kernel
def enemies_at(s: Any, piece: Any, x: Any, y: Any) -> Any:
    """How many enemies a character at this place would be in contact with."""
    count = 0
    first = first_of(1 - side_of(piece))
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            return count
        if stands(s, other) and would_touch(s, piece, x, y, other):
            count += 1
    return count


@kernel
def is_on_table(x: Any, y: Any) -> Any:
    return 0 <= x <= TABLE and 0 <= y <= TABLE


@kernel
def is_at_exit(s: Any, x: Any, y: Any, radius: Any) -> Any:
    """Whether a base here touches the edge of the table or, where that is closed, the exit."""
    if s.enclosed == 0:
        return edge_distance(x, y, TABLE) <= radius
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            return False
        if s.t_bits[place] & IS_EXIT and meets(s, place, x, y, x, y, radius + 1):
            return True
    return False


# Terrain


@kernel
def meets(s: Any, place: Any, ax: Any, ay: Any, bx: Any, by: Any, margin: Any) -> Any:
    """Whether a straight way comes nearer to a piece of terrain than a margin."""
    first, count, limit = s.t_first[place], s.t_count[place], margin + s.t_round[place]
    return hull_is_nearer(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit)


@kernel
def stops(s: Any, piece: Any, place: Any) -> Any:
    """K1.3: whether this terrain is closed to this character."""
    bits = s.t_bits[place]
    if bits & NEEDS_CLIMBER:
        return not has(s, piece, CLIMBS)
    return bits & BLOCKS_WAY != 0


@kernel
def is_slowed(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """Whether a leg touches water, and so counts double."""
    if has(s, piece, SWIMS):
        return False
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            return False
        if s.t_bits[place] & IS_WATER and meets(s, place, ax, ay, bx, by, s.radius[piece]):
            return True
    return False


# Ways


@kernel
def in_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """What a character would overlap on its way from a straight to b, or standing there if a is b."""
    radius = s.radius[piece]
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if stops(s, piece, place) and meets(s, place, ax, ay, bx, by, radius):
            return OF_TERRAIN + place
    for side in range(SIDES):
        for other in range(first_of(side), first_of(side) + MOST_OF_A_SIDE):
            if s.there[other] == There.NOBODY:
                break
            if other != piece and stands(s, other):
                limit = radius + s.radius[other]
                if point_is_nearer(s.x[other], s.y[other], ax, ay, bx, by, limit):
                    return other + 1
    return 0


@kernel
def way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """How far a character can go from a straight to b; `towards` tells where that is."""
    radius, length = s.radius[piece], root_up(square(ax, ay, bx, by))
    x, y, whole = bx, by, length
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if stops(s, piece, place) and meets(s, place, ax, ay, x, y, radius):
            first, count, limit = s.t_first[place], s.t_count[place], radius + s.t_round[place]
            length = min(length, way_to_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit))
            x, y = towards(ax, ay, bx, by, length)
    for side in range(SIDES):
        for other in range(first_of(side), first_of(side) + MOST_OF_A_SIDE):
            if s.there[other] == There.NOBODY:
                break
            cx, cy, limit = s.x[other], s.y[other], radius + s.radius[other]
            if other != piece and stands(s, other) and point_is_nearer(cx, cy, ax, ay, x, y, limit):
                length = min(length, way_to_point(ax, ay, bx, by, cx, cy, limit))
                x, y = towards(ax, ay, bx, by, length)
    while 0 < length < whole and in_way(s, piece, ax, ay, x, y) != 0:
        length -= 1
        x, y = towards(ax, ay, bx, by, length)
    return length



@kernel
def is_near_point(s: Any, piece: Any, x: Any, y: Any, limit: Any) -> Any:
    """Whether a place is at most a limit away from a character's base."""
    return is_within(s.x[piece], s.y[piece], s.radius[piece], x, y, 0, limit)


@kernel
def can_stand(s: Any, piece: Any, x: Any, y: Any) -> Any:
    """K1.3: whether a character's base would overlap nothing here."""
    return is_on_table(x, y) and in_way(s, piece, x, y, x, y) == 0
