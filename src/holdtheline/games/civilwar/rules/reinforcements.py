"""Reinforcements: which pieces may enter, in which hexes, and with which leader (C2.8)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import GUNBOAT, LEADER, MAX_HEXES, MAX_PIECES, CivilWarState, Clause, EventKind
from .hex_map import (
    can_stack,
    has_piece_of,
    hex_count,
    hex_distance,
    is_adjacent_to_enemy,
    is_land_unit,
    is_piece,
    side_of,
)
from .movement import MOVE_ALLOWANCE, begin_move, can_pass_leader, count_step, enter_hex, lead_along, meets_leader
from .terrain import can_enter_terrain

# Entry hexes


@kernel
def is_free_for_entry(s: CivilWarState, piece: int, hex_: int) -> bool:
    """Return whether no combat unit is in the hex; for a leader who enters alone, no enemy and no other leader."""
    if not can_enter_terrain(s.kind[piece], s.terrain[hex_]):
        return False
    if s.kind[piece] == LEADER:
        return can_stack(s, LEADER, hex_) and not has_piece_of(s, hex_, 1 - side_of(piece))
    return s.unit_at[hex_] == 0 and s.artillery_at[hex_] == 0


@kernel
def entry_distance(s: CivilWarState, piece: int) -> int:
    """Return the distance from a piece's entry hex to the nearest hex that is free, or MAX_HEXES (C2.8)."""
    entry, shortest = s.entry_hex[piece] - 1, MAX_HEXES
    if is_free_for_entry(s, piece, entry):
        return 0
    for hex_ in range(hex_count(s)):
        distance = hex_distance(s, entry, hex_)
        if distance < shortest and is_free_for_entry(s, piece, hex_):
            shortest = distance
    return shortest


@kernel
def can_enter_at(s: CivilWarState, piece: int, hex_: int, nearest: int) -> bool:
    """Return whether a hex is one of the nearest that are free; `nearest` is the `entry_distance` of the piece."""
    return hex_distance(s, s.entry_hex[piece] - 1, hex_) == nearest and is_free_for_entry(s, piece, hex_)


def entry_hexes(s: CivilWarState, piece: int) -> list[int]:
    """Return the hexes where a waiting piece can enter: its entry hex, or the nearest that are free (C2.8)."""
    nearest = entry_distance(s, piece)
    return [hex_ for hex_ in range(hex_count(s)) if can_enter_at(s, piece, hex_, nearest)]


# Who enters


@kernel
def has_unit_to_enter_with(s: CivilWarState, leader: int) -> bool:
    """Return whether a land unit of his side still waits, now or later."""
    side = side_of(leader)
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if s.entry_turn[piece] > 0 and is_land_unit(s, piece):
            return True
    return False


@kernel
def is_due(s: CivilWarState, piece: int) -> bool:
    """Return whether a piece still waits and may enter from this turn on or since an earlier one."""
    return 0 < s.entry_turn[piece] <= s.turn


@kernel
def why_not_enter(s: CivilWarState, piece: int) -> int:
    """Return the clause that forbids this piece to enter anywhere, or 0."""
    if not is_due(s, piece):
        return Clause.C2_8
    if s.ap < 1:
        return Clause.C1_2
    if s.kind[piece] == LEADER and has_unit_to_enter_with(s, piece):
        return Clause.C2_8
    return Clause.C2_8 if entry_distance(s, piece) == MAX_HEXES else 0


@kernel
def why_not_enter_at(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that forbids this piece to enter at this hex, or 0."""
    clause = why_not_enter(s, piece)
    if clause != 0:
        return clause
    return 0 if can_enter_at(s, piece, hex_, entry_distance(s, piece)) else Clause.C2_8


@kernel
def why_not_enter_with(s: CivilWarState, piece: int, hex_: int, leader: int) -> int:
    """Return the clause that forbids a leader to enter with this unit at its entry hex, or 0 (C2.8, C2.6)."""
    side = side_of(piece)
    if not is_piece(s, leader) or s.kind[leader] != LEADER or side_of(leader) != side:
        return Clause.C2_8
    if not is_due(s, leader) or not is_land_unit(s, piece):
        return Clause.C2_8
    if not meets_leader(s, piece, leader + 1, hex_):
        return 0
    quiet = not is_adjacent_to_enemy(s, hex_, side)
    can_pass = can_pass_leader(s, piece, leader + 1, hex_, MOVE_ALLOWANCE[s.kind[piece]] - 1, quiet, s.ap - 1)
    return 0 if can_pass else Clause.C2_7


# Entering


@kernel
def enter_reinforcement(s: CivilWarState, piece: int, hex_: int, leader: int, log: Words) -> None:
    """Put a piece on the map, with a leader + 1 or alone. The hex is the first of its move."""
    log_event(log, Clause.C2_8, EventKind.ENTERED, (piece, hex_, leader, 0))
    begin_move(s, piece, leader)
    end_waiting(s, piece)
    enter_hex(s, piece, hex_, log)
    if leader != 0:
        end_waiting(s, leader - 1)
        lead_along(s, leader - 1, hex_)
    if s.kind[piece] == LEADER:
        s.leader_at[hex_] = 0  # he is moving
    if s.kind[piece] == GUNBOAT:
        s.steps_left = MAX_HEXES  # C2.4: any number of hexes
    count_step(s, hex_)


@kernel
def end_waiting(s: CivilWarState, piece: int) -> None:
    s.entry_turn[piece] = 0
    s.entry_hex[piece] = 0
