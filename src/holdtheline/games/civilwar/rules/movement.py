"""Movement, hex by hex: infantry, cavalry, artillery, gunboats and leaders (C2.1 to C2.7)."""

from __future__ import annotations

import numpy as np

from ....core.events import log_event
from ....core.hexes import DIRECTIONS, OFF_MAP
from ....core.kernel.compiler import kernel
from ....core.state_record import Row, Words
from ..state import CAVALRY, GUNBOAT, INFANTRY, LEADER, MAX_HEXES, CivilWarState, Clause, EventKind, Phase
from .hex_map import (
    can_stack,
    has_piece_of,
    has_unit_of,
    hex_count,
    hex_distance,
    is_adjacent_to_enemy,
    is_land_unit,
    leader_with,
    neighbour_hex,
    place_in_hex,
    remove_from_hex,
    side_of,
)
from .terrain import STOPS_MOVEMENT, can_enter_terrain
from .victory import eliminate, take_victory_hex

MOVE_ALLOWANCE: Row = np.array([0, 1, 3, 1, 0, 3])
"""The hexes that each kind may move."""
MOVEMENT_CLAUSE: Row = np.array([0, Clause.C2_1, Clause.C2_2, Clause.C2_3, Clause.C2_4, Clause.C2_5])
"""The clause on the movement of each kind."""


@kernel
def enter_hex(s: CivilWarState, piece: int, hex_: int, log: Words) -> None:
    """Move a piece to a hex with room for it, from another hex or from off the map."""
    if s.hex_of[piece] > 0:
        remove_from_hex(s, piece)
    if is_land_unit(s, piece):
        overrun_leader(s, piece, hex_, log)
        take_victory_hex(s, hex_, side_of(piece), log)
    place_in_hex(s, piece, hex_)


@kernel
def overrun_leader(s: CivilWarState, piece: int, hex_: int, log: Words) -> None:
    """Eliminate an enemy leader who is alone in the hex (C2.6)."""
    leader = s.leader_at[hex_] - 1
    if leader >= 0 and side_of(leader) != side_of(piece):
        log_event(log, Clause.C2_6, EventKind.RUN_OVER, (leader, piece, hex_, 0))
        eliminate(s, leader, log)


@kernel
def can_bring_leader(s: CivilWarState, piece: int) -> bool:
    """Return whether the leader with a unit can move with it (C2.5)."""
    leader = leader_with(s, piece)
    return leader != 0 and s.acted[leader - 1] == 0 and s.moves_from[leader - 1] <= s.turn


# Legal steps


@kernel
def why_not_enter_hex(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that keeps a piece out of a hex that it enters or passes, or 0."""
    kind, side = s.kind[piece], side_of(piece)
    if not can_enter_terrain(kind, s.terrain[hex_]):
        return Clause.C2_4
    if kind == LEADER:
        if s.phase == Phase.FLIGHT and hex_ == s.target - 1:
            return Clause.C5_3
        return Clause.C2_6 if has_piece_of(s, hex_, 1 - side) else 0
    return Clause.C2_7 if has_unit_of(s, hex_, 1 - side) or not can_stack(s, kind, hex_) else 0


@kernel
def meets_leader(s: CivilWarState, piece: int, along: int, hex_: int) -> bool:
    """Return whether a leader who moves, alone or along with a unit, finds another one of his side in a hex."""
    leader, other = piece + 1 if s.kind[piece] == LEADER else along, s.leader_at[hex_]
    return leader != 0 and other != 0 and other != leader and side_of(other - 1) == side_of(piece)


@kernel
def can_pass_leader(s: CivilWarState, piece: int, along: int, hex_: int, left: int, quiet: bool, ap: int) -> bool:
    """Return whether a move that enters another leader's hex can end elsewhere (C2.6, C2.7).

    `left` are the hexes left after this one, and `ap` the APs; `quiet` says that it was never next to an enemy.
    One hex beyond them can be a forced march or the leader's extra hex (C2.1, C2.5)."""
    kind = s.kind[piece]
    has_bonus = along != 0 and kind <= CAVALRY
    reached = np.zeros(MAX_HEXES, np.int64)
    reached[hex_] = 1
    for depth in range(1, left + (2 if has_bonus else 1)):
        for here in range(hex_count(s)):
            if reached[here] != depth or STOPS_MOVEMENT[s.terrain[here]]:
                continue
            for direction in range(DIRECTIONS):
                there = neighbour_hex(s, here, direction)
                if there == OFF_MAP or reached[there] != 0:
                    continue
                is_start = there == s.hex_of[piece] - 1 and s.phase != Phase.FLIGHT  # nobody flees back (C5.3)
                if not is_start and why_not_enter_hex(s, piece, there) != 0:
                    continue
                is_march = kind == INFANTRY and quiet and not is_adjacent_to_enemy(s, there, side_of(piece))
                if depth > left and ap < 1 and not is_march:
                    continue
                if is_start or not meets_leader(s, piece, along, there):
                    return True
                reached[there] = depth + 1
    return False


@kernel
def why_not_move(s: CivilWarState, piece: int, hex_: int, with_leader: bool) -> int:
    """Return the clause that forbids a move that starts with this hex, or 0."""
    if s.moves_from[piece] > s.turn:
        return Clause.C1_3
    if s.ap < 1:
        return Clause.C1_2
    if s.kind[piece] == GUNBOAT:
        return 0 if not with_leader and can_sail(s, piece, hex_) else Clause.C2_4
    if not with_leader:
        return why_not_first_step(s, piece, hex_, 0)
    if s.kind[piece] == LEADER or not can_bring_leader(s, piece):
        return Clause.C2_5
    return why_not_first_step(s, piece, hex_, leader_with(s, piece))


@kernel
def why_not_first_step(s: CivilWarState, piece: int, hex_: int, along: int) -> int:
    """Return the clause that forbids the first step of a move, or 0. A gunboat makes its whole move at once."""
    if s.kind[piece] == GUNBOAT:
        return Clause.C2_4  # can_sail decides about a gunboat
    if hex_distance(s, s.hex_of[piece] - 1, hex_) != 1:
        return MOVEMENT_CLAUSE[s.kind[piece]]
    clause = why_not_enter_hex(s, piece, hex_)
    if clause != 0 or not meets_leader(s, piece, along, hex_):
        return clause
    here, side = s.hex_of[piece] - 1, side_of(piece)
    quiet = not is_adjacent_to_enemy(s, here, side) and not is_adjacent_to_enemy(s, hex_, side)
    can_pass = can_pass_leader(s, piece, along, hex_, MOVE_ALLOWANCE[s.kind[piece]] - 1, quiet, s.ap - 1)
    return 0 if can_pass else Clause.C2_7


@kernel
def is_forced_march(s: CivilWarState, hex_: int) -> bool:
    """Return whether this is the second hex of infantry that is never next to an enemy (C2.1)."""
    mover = s.mover - 1
    return (
        s.kind[mover] == INFANTRY
        and s.hexes_moved == 1
        and s.avoided_enemies != 0
        and not is_adjacent_to_enemy(s, hex_, side_of(mover))
    )


@kernel
def can_take_bonus_hex(s: CivilWarState) -> bool:
    """Return whether the next hex can be the extra one of the leader, APs aside (C2.5)."""
    kind = s.kind[s.mover - 1]
    if s.mover_leader == 0 or s.bonus_hex_taken != 0:
        return False
    return s.hexes_moved == MOVE_ALLOWANCE[kind] and (kind == INFANTRY or kind == CAVALRY)


@kernel
def why_not_step(s: CivilWarState, hex_: int) -> int:
    """Return the clause that forbids the moving piece this next hex, or 0."""
    mover = s.mover - 1
    kind = s.kind[mover]
    if s.stopped_by_terrain != 0 or hex_distance(s, s.hex_of[mover] - 1, hex_) != 1:
        return MOVEMENT_CLAUSE[kind]
    clause = why_not_enter_hex(s, mover, hex_)
    if clause != 0:
        return clause
    ap = s.ap
    if s.steps_left <= 0 and not is_forced_march(s, hex_):
        if not can_take_bonus_hex(s):
            return MOVEMENT_CLAUSE[kind]
        if ap < 1:
            return Clause.C1_2
        ap -= 1
    if not meets_leader(s, mover, s.mover_leader, hex_):
        return 0
    # A forced march and the extra hex are the last of a move.
    can_go_on = s.steps_left > 0 and can_pass_leader(s, mover, s.mover_leader, hex_, s.steps_left - 1, False, ap)
    return 0 if can_go_on else Clause.C2_7


@kernel
def why_not_stop(s: CivilWarState) -> int:
    """Return the clause that forbids the move to end here, or 0."""
    mover = s.mover - 1
    return Clause.C2_7 if meets_leader(s, mover, s.mover_leader, s.hex_of[mover] - 1) else 0


@kernel
def can_continue_move(s: CivilWarState) -> bool:
    if s.stopped_by_terrain != 0 or (s.steps_left <= 0 and s.kind[s.mover - 1] > CAVALRY):
        return False
    here = s.hex_of[s.mover - 1] - 1
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, here, direction)
        if there != OFF_MAP and why_not_step(s, there) == 0:
            return True
    return False


# Moving


@kernel
def begin_move(s: CivilWarState, piece: int, along: int) -> None:
    """Begin a move whose AP is paid."""
    s.mover = piece + 1
    s.mover_leader = along
    s.steps_left = MOVE_ALLOWANCE[s.kind[piece]]
    s.hexes_moved = 0
    s.bonus_hex_taken = 0
    s.stopped_by_terrain = 0
    s.acted[piece] = 1
    if along != 0:
        s.acted[along - 1] = 1
    here = s.hex_of[piece] - 1
    s.avoided_enemies = 1 if here < 0 or not is_adjacent_to_enemy(s, here, side_of(piece)) else 0


@kernel
def count_step(s: CivilWarState, hex_: int) -> None:
    """Count a hex of a move, and record the effect of its terrain and of adjacent enemies on the rest."""
    s.hexes_moved += 1
    s.steps_left -= 1
    if STOPS_MOVEMENT[s.terrain[hex_]]:
        s.stopped_by_terrain = 1
    if s.avoided_enemies != 0 and is_adjacent_to_enemy(s, hex_, side_of(s.mover - 1)):
        s.avoided_enemies = 0


@kernel
def take_step(s: CivilWarState, hex_: int, log: Words) -> None:
    """Move one hex, in a move or in a leader's flight."""
    mover = s.mover - 1
    here = s.hex_of[mover] - 1
    if s.steps_left <= 0 and not is_forced_march(s, hex_):
        s.ap -= 1
        s.bonus_hex_taken = 1
        log_event(log, Clause.C2_5, EventKind.EXTRA_HEX, (mover, s.mover_leader - 1, 0, 0))
    if s.phase == Phase.FLIGHT:
        log_event(log, Clause.C5_3, EventKind.FLED, (mover, here, hex_, 0))
    else:
        log_event(log, MOVEMENT_CLAUSE[s.kind[mover]], EventKind.MOVED, (mover, here, hex_, s.mover_leader))
    if s.kind[mover] == LEADER:
        if s.leader_at[here] == mover + 1:
            s.leader_at[here] = 0  # he is moving, and may pass another leader
        s.hex_of[mover] = hex_ + 1
    else:
        enter_hex(s, mover, hex_, log)
        if s.mover_leader != 0:
            lead_along(s, s.mover_leader - 1, hex_)
    count_step(s, hex_)


@kernel
def lead_along(s: CivilWarState, leader: int, hex_: int) -> None:
    """Move a leader with his unit; he may pass another one, who keeps his place (C2.6)."""
    if s.hex_of[leader] > 0:
        remove_from_hex(s, leader)
    s.hex_of[leader] = hex_ + 1
    if s.leader_at[hex_] == 0:
        s.leader_at[hex_] = leader + 1


@kernel
def end_move(s: CivilWarState) -> None:
    mover = s.mover - 1
    if s.kind[mover] == LEADER:
        s.leader_at[s.hex_of[mover] - 1] = mover + 1
    clear_move(s)


@kernel
def clear_move(s: CivilWarState) -> None:
    s.mover = 0
    s.mover_leader = 0
    s.steps_left = 0
    s.hexes_moved = 0
    s.avoided_enemies = 0
    s.bonus_hex_taken = 0
    s.stopped_by_terrain = 0


# Gunboats (C2.4)


@kernel
def mark_reachable_river(s: CivilWarState, piece: int, marks: Words) -> None:
    """Mark the river hexes that a gunboat can reach or pass. It passes friends and not enemies."""
    queue = np.zeros(MAX_HEXES, np.int64)
    queue[0] = s.hex_of[piece] - 1
    marks[queue[0]] = 1
    done, count = 0, 1
    while done < count:
        here = queue[done]
        done += 1
        for direction in range(DIRECTIONS):
            there = neighbour_hex(s, here, direction)
            if there == OFF_MAP or marks[there] != 0 or not can_enter_terrain(GUNBOAT, s.terrain[there]):
                continue
            if has_unit_of(s, there, 1 - side_of(piece)):
                continue
            marks[there] = 1
            queue[count] = there
            count += 1


@kernel
def can_sail(s: CivilWarState, piece: int, hex_: int) -> bool:
    marks = np.zeros(MAX_HEXES, np.int64)
    mark_reachable_river(s, piece, marks)
    return marks[hex_] != 0 and s.unit_at[hex_] == 0


@kernel
def sail_gunboat(s: CivilWarState, piece: int, hex_: int, log: Words) -> None:
    s.ap -= 1
    s.acted[piece] = 1
    log_event(log, MOVEMENT_CLAUSE[GUNBOAT], EventKind.MOVED, (piece, s.hex_of[piece] - 1, hex_, 0))
    enter_hex(s, piece, hex_, log)
