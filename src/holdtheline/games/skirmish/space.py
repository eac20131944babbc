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
    IS_GAP,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    NEEDS_CLIMBER,
    NEVER_LOCKS,
    SIDES,
    TABLE,
    There,
)

OF_TERRAIN = CHARACTERS + 1
"""Blockers from here on are pieces of terrain."""
ON_FOOT = BLOCKS_WAY
"""What is closed to a leg, which may lead over a gap."""
FOR_GOOD = BLOCKS_WAY | IS_GAP
"""What nobody can stand on, and who is driven does not cross."""

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
    if has(s, piece, NEVER_LOCKS) or has(s, other, NEVER_LOCKS):
        return False
    if not is_enemy(s, piece, other) or s.routs[other] != 0:
        return False
    return touches(s, piece, other)


@kernel
def is_engaged(s: Any, piece: Any) -> Any:
    """K3.3: whether an enemy in contact holds it in melee."""
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
        if s.t_bits[place] & IS_EXIT and meets(s, place, x, y, x, y, radius + CONTACT + 1):
            return True
    return False


# Terrain


@kernel
def meets(s: Any, place: Any, ax: Any, ay: Any, bx: Any, by: Any, margin: Any) -> Any:
    """Whether a straight way comes nearer to a piece of terrain than a margin."""
    first, count, limit = s.t_first[place], s.t_count[place], margin + s.t_round[place]
    return hull_is_nearer(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit)


@kernel
def stops(s: Any, piece: Any, place: Any, closed: Any) -> Any:
    """K1.3: whether terrain with one of these bits, or that needs a climber, is closed to this character."""
    bits = s.t_bits[place]
    if bits & NEEDS_CLIMBER:
        return not has(s, piece, CLIMBS)
    return bits & closed != 0


# Ways


@kernel
def in_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """What a character would overlap on its way from a straight to b, or standing there if a is b."""
    return in_way_of(s, piece, ax, ay, bx, by, FOR_GOOD)


@kernel
def in_way_of(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, closed: Any) -> Any:
    """The same, where terrain with one of these bits is closed."""
    radius = s.radius[piece]
    terrain = terrain_in_way(s, piece, ax, ay, bx, by, closed)
    if terrain != 0:
        return terrain
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
def terrain_in_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, closed: Any) -> Any:
    """The first piece of terrain that it would overlap."""
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if stops(s, piece, place, closed) and meets(s, place, ax, ay, bx, by, s.radius[piece]):
            return OF_TERRAIN + place
    return 0


@kernel
def way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """How far a character can go from a straight to b; `towards` tells where that is."""
    return way_of(s, piece, ax, ay, bx, by, FOR_GOOD)


@kernel
def way_of(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, closed: Any) -> Any:
    """The same, where terrain with one of these bits is closed."""
    radius, length = s.radius[piece], root_up(square(ax, ay, bx, by))
    x, y, whole = bx, by, length
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] == 0:
            break
        if stops(s, piece, place, closed) and meets(s, place, ax, ay, x, y, radius):
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
    while 0 < length < whole and in_way_of(s, piece, ax, ay, x, y, closed) != 0:
        length -= 1
        x, y = towards(ax, ay, bx, by, length)
    return length


@kernel
def free_way(s: Any, piece: Any, ax: Any, ay: Any, bx: Any, by: Any, length: Any) -> Any:
    """So much of a free way, or a little less: a shorter one is rounded anew, and may graze something."""
    x, y = towards(ax, ay, bx, by, length)
    while length > 0 and in_way(s, piece, ax, ay, x, y) != 0:
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
