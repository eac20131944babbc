"""Retreat: which hexes a beaten unit may choose, and the friend that it displaces (C5.1, C5.2)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.hexes import DIRECTIONS, OFF_MAP
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import ARTILLERY, MAX_PIECES, CivilWarState, Clause, EventKind, MapEdge, Phase
from .advance import resolve_combat
from .hex_map import can_stack, has_leader_of, has_unit_of, hex_distance, is_land_unit, neighbour_hex, side_of
from .movement import enter_hex
from .terrain import can_enter_terrain
from .victory import eliminate

UNIT_RETREATS, ARTILLERY_RETREATS = 1, 2
"""Bits of `must_retreat`."""


@kernel
def distance_to_home_edge(s: CivilWarState, hex_: int, side: int) -> int:
    """Return the distance in rows, or in half hexes if the edge is in the east or west (C5.1).

    Odd rows lie half a hex to the right, so a column is not a distance."""
    row, column = hex_ // s.width, hex_ % s.width
    if s.home_edge[side] == MapEdge.NORTH:
        return row
    if s.home_edge[side] == MapEdge.SOUTH:
        return s.height - 1 - row
    if s.home_edge[side] == MapEdge.WEST:
        return 2 * column + row % 2
    return 2 * (s.width - column) - row % 2


@kernel
def is_in_main_group(s: CivilWarState, friend: int, piece: int) -> bool:
    """Return whether a piece of the same side is another land unit, outside the hex that is attacked (C5.1)."""
    there = s.hex_of[friend]
    return friend != piece and there != 0 and there != s.target and is_land_unit(s, friend)


@kernel
def distance_to_main_group(s: CivilWarState, hex_: int, piece: int) -> int:
    """Return the sum of the distances to all units of the main group."""
    side, total = side_of(piece), 0
    for friend in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if is_in_main_group(s, friend, piece):
            total += hex_distance(s, hex_, s.hex_of[friend] - 1)
    return total


@kernel
def can_join_main_group(s: CivilWarState, piece: int) -> bool:
    """Return whether the main group is neither closer to the attacker than to this unit nor next to him (C5.1)."""
    side, attacker = side_of(piece), s.hex_of[s.actor - 1] - 1
    for friend in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if is_in_main_group(s, friend, piece) and hex_distance(s, attacker, s.hex_of[friend] - 1) <= 1:
            return False
    return distance_to_main_group(s, attacker, piece) >= distance_to_main_group(s, s.hex_of[piece] - 1, piece)


@kernel
def is_towards_own_side(s: CivilWarState, piece: int, hex_: int) -> bool:
    """Return whether a hex is no farther from the home edge, or nearer to the main group (C5.1)."""
    here, side = s.hex_of[piece] - 1, side_of(piece)
    if distance_to_home_edge(s, hex_, side) <= distance_to_home_edge(s, here, side):
        return True
    is_nearer = distance_to_main_group(s, hex_, piece) < distance_to_main_group(s, here, piece)
    return is_nearer and can_join_main_group(s, piece)


# Retreats


@kernel
def why_not_fall_back(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that forbids falling back to this hex, or 0, ignoring the attacker's position (C5.1, C5.2)."""
    here, side = s.hex_of[piece] - 1, side_of(piece)
    if hex_distance(s, here, hex_) != 1:
        return Clause.C5_1
    if not can_enter_terrain(s.kind[piece], s.terrain[hex_]) or has_unit_of(s, hex_, 1 - side):
        return Clause.C5_2
    if not is_towards_own_side(s, piece, hex_):
        return Clause.C5_1
    if can_stack(s, s.kind[piece], hex_):
        return 0
    return 0 if can_displace(s, find_friend_in_the_way(s, piece, hex_)) else Clause.C5_2


@kernel
def why_not_retreat(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that forbids this hex, or 0; no hex next to the attacker if there is another (C5.1)."""
    clause = why_not_fall_back(s, piece, hex_)
    attacker = s.hex_of[s.actor - 1] - 1
    if clause != 0 or hex_distance(s, hex_, attacker) > 1:
        return clause
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, s.hex_of[piece] - 1, direction)
        if there == OFF_MAP or hex_distance(s, there, attacker) <= 1:
            continue
        if why_not_fall_back(s, piece, there) == 0:
            return Clause.C5_1
    return 0


@kernel
def can_retreat(s: CivilWarState, piece: int) -> bool:
    here = s.hex_of[piece] - 1
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, here, direction)
        if there != OFF_MAP and why_not_fall_back(s, piece, there) == 0:
            return True
    return False


# Displaced friends


@kernel
def find_friend_in_the_way(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the friend that occupies the room a retreating unit needs, or -1."""
    return (s.artillery_at[hex_] if s.kind[piece] == ARTILLERY else s.unit_at[hex_]) - 1


@kernel
def can_make_room_in(s: CivilWarState, friend: int, hex_: int) -> bool:
    """Return whether a displaced friend can go to this hex, ignoring the attacker's position (C5.2).

    It displaces no other unit, and does not go to the hex that is being left."""
    if hex_distance(s, s.hex_of[friend] - 1, hex_) != 1 or hex_ == s.target - 1:
        return False
    if not can_enter_terrain(s.kind[friend], s.terrain[hex_]) or has_unit_of(s, hex_, 1 - side_of(friend)):
        return False
    return can_stack(s, s.kind[friend], hex_) and is_towards_own_side(s, friend, hex_)


@kernel
def why_not_displace(s: CivilWarState, friend: int, hex_: int) -> int:
    """Return the clause that forbids displacing a friend to this hex, or 0 (C5.2)."""
    attacker = s.hex_of[s.actor - 1] - 1
    if not can_make_room_in(s, friend, hex_):
        return Clause.C5_2
    if hex_distance(s, hex_, attacker) > 1:
        return 0
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, s.hex_of[friend] - 1, direction)
        if there != OFF_MAP and hex_distance(s, there, attacker) > 1 and can_make_room_in(s, friend, there):
            return Clause.C5_2
    return 0


@kernel
def can_displace(s: CivilWarState, friend: int) -> bool:
    """Return whether a friend can be displaced; one unit at most is displaced in a combat (C5.2)."""
    if s.has_displaced:
        return False
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, s.hex_of[friend] - 1, direction)
        if there != OFF_MAP and can_make_room_in(s, friend, there):
            return True
    return False


# Resolving retreats


@kernel
def begin_next_retreat(s: CivilWarState, log: Words) -> None:
    """Let the next unit that must retreat choose its hex; if there is none, resolve the combat."""
    here = s.target - 1
    s.shaken_unit = 0
    while s.must_retreat != 0 and s.shaken_unit == 0:
        if s.must_retreat & UNIT_RETREATS:
            s.must_retreat &= ~UNIT_RETREATS
            s.shaken_unit = s.unit_at[here]
        else:
            s.must_retreat &= ~ARTILLERY_RETREATS
            s.shaken_unit = s.artillery_at[here]
        if not can_retreat(s, s.shaken_unit - 1):
            log_event(log, Clause.C5_2, EventKind.NO_RETREAT, (s.shaken_unit - 1, here, 0, 0))
            eliminate(s, s.shaken_unit - 1, log)
            s.has_lost_unit = 1
            s.shaken_unit = 0
    if s.shaken_unit != 0:
        s.phase = Phase.RETREAT
    else:
        resolve_combat(s, log)


@kernel
def retreat_to(s: CivilWarState, hex_: int, with_leader: bool, log: Words) -> None:
    """Move the retreating unit, or let it displace a friend first (C5.1, C5.2)."""
    piece = s.shaken_unit - 1
    s.mover_leader = s.leader_at[s.target - 1] if with_leader or must_take_leader(s, piece) else 0
    if can_stack(s, s.kind[piece], hex_):
        move_retreating_unit(s, hex_, log)
        begin_next_retreat(s, log)
        return
    s.displaced = find_friend_in_the_way(s, piece, hex_) + 1
    s.retreat_hex = hex_ + 1
    log_event(log, Clause.C5_2, EventKind.NEEDS_ROOM, (piece, hex_, s.displaced - 1, 0))
    s.phase = Phase.DISPLACE


@kernel
def displace_to(s: CivilWarState, hex_: int, log: Words) -> None:
    log_event(log, Clause.C5_2, EventKind.MADE_ROOM, (s.displaced - 1, s.retreat_hex - 1, hex_, 0))
    enter_hex(s, s.displaced - 1, hex_, log)
    into = s.retreat_hex - 1
    s.has_displaced = 1
    s.displaced = 0
    s.retreat_hex = 0
    move_retreating_unit(s, into, log)
    begin_next_retreat(s, log)


@kernel
def move_retreating_unit(s: CivilWarState, hex_: int, log: Words) -> None:
    """Move the unit, and the leader who goes along if the hex has room for him (C4.3, C2.7)."""
    piece, leader = s.shaken_unit - 1, s.mover_leader
    s.mover_leader = 0
    if has_leader_of(s, hex_, side_of(piece)):
        leader = 0
    log_event(log, Clause.C4_3, EventKind.RETREATED, (piece, s.target - 1, hex_, leader))
    enter_hex(s, piece, hex_, log)
    if leader != 0:
        enter_hex(s, leader - 1, hex_, log)


@kernel
def must_take_leader(s: CivilWarState, piece: int) -> bool:
    """Return whether the retreating unit is all that its leader had with him, so that he goes along (C4.3)."""
    here = s.target - 1
    others = s.unit_at[here] if s.kind[piece] == ARTILLERY else s.artillery_at[here]
    return others == 0 and s.has_lost_unit == 0


@kernel
def why_not_take_leader(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that forbids the owner to send the leader along with a retreating unit, or 0 (C4.3, C2.7)."""
    if s.leader_at[s.target - 1] == 0 or must_take_leader(s, piece):
        return Clause.C4_3
    return Clause.C2_7 if has_leader_of(s, hex_, side_of(piece)) else 0
