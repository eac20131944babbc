"""Reinforcements: which pieces may enter, in which hex, and with which leader (C2.8)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.hexes import OFF_MAP
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import GUNBOAT, LEADER, MAX_HEXES, MAX_PIECES, CivilWarState, Clause, EventKind
from .hex_map import can_stack, has_leader_of, has_piece_of, has_unit_of, hex_count, hex_distance, is_land_unit, side_of
from .movement import begin_move, count_step, enter_hex
from .terrain import can_enter_terrain


@kernel
def find_entry_hex(s: CivilWarState, piece: int) -> int:
    """Return the entry hex of a piece, or the nearest free one, or OFF_MAP (C2.8)."""
    own, kind, enemy = s.entry_hex[piece] - 1, s.kind[piece], 1 - side_of(piece)
    best, shortest = OFF_MAP, MAX_HEXES
    for hex_ in range(hex_count(s)):
        distance = hex_distance(s, own, hex_)
        if (
            distance < shortest
            and can_enter_terrain(kind, s.terrain[hex_])
            and can_stack(s, kind, hex_)
            and not (has_piece_of(s, hex_, enemy) if kind == LEADER else has_unit_of(s, hex_, enemy))
        ):
            best, shortest = hex_, distance
    return best


@kernel
def find_entering_leader(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the leader + 1 who enters with a unit, or 0."""
    side = side_of(piece)
    if s.kind[piece] == GUNBOAT or has_leader_of(s, hex_, side):
        return 0
    for leader in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if (
            s.kind[leader] == LEADER
            and s.entry_hex[leader] == s.entry_hex[piece]
            and 0 < s.entry_turn[leader] <= s.turn
        ):
            return leader + 1
    return 0


@kernel
def has_unit_to_enter_with(s: CivilWarState, leader: int) -> bool:
    """Return whether a unit of his side still waits for the same entry hex."""
    side = side_of(leader)
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        waits = s.entry_turn[piece] > 0 and s.entry_hex[piece] == s.entry_hex[leader]
        if waits and is_land_unit(s, piece):
            return True
    return False


@kernel
def why_not_enter(s: CivilWarState, piece: int) -> int:
    """Return the clause that forbids this piece to enter, or 0."""
    if s.entry_turn[piece] == 0 or s.entry_turn[piece] > s.turn:
        return Clause.C2_8
    if s.ap < 1:
        return Clause.C1_2
    if s.kind[piece] == LEADER and has_unit_to_enter_with(s, piece):
        return Clause.C2_8
    return Clause.C2_8 if find_entry_hex(s, piece) == OFF_MAP else 0


@kernel
def enter_reinforcement(s: CivilWarState, piece: int, log: Words) -> None:
    hex_ = find_entry_hex(s, piece)
    leader = 0 if s.kind[piece] == LEADER else find_entering_leader(s, piece, hex_)
    log_event(log, Clause.C2_8, EventKind.ENTERED, (piece, hex_, leader, 0))
    begin_move(s, piece, leader)
    place_reinforcement(s, piece, hex_, log)
    if leader != 0:
        place_reinforcement(s, leader - 1, hex_, log)
    if s.kind[piece] == LEADER:
        s.leader_at[hex_] = 0  # he is moving
    if s.kind[piece] == GUNBOAT:
        s.steps_left = MAX_HEXES  # C2.4: any number of hexes
    count_step(s, hex_)


@kernel
def place_reinforcement(s: CivilWarState, piece: int, hex_: int, log: Words) -> None:
    s.entry_turn[piece] = 0
    s.entry_hex[piece] = 0
    enter_hex(s, piece, hex_, log)
