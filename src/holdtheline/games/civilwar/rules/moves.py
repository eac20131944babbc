"""Moves as numbers: their codes, the clause that forbids one, and the list of legal moves."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ....core.dice import FACES
from ....core.hexes import DIRECTIONS, OFF_MAP
from ....core.kernel.compiler import kernel, separate_kernel
from ....core.state_record import Words
from ..state import CAVALRY, GUNBOAT, LEADER, MAX_HEXES, MAX_PIECES, MAX_ROWS, CivilWarState, Clause, Phase
from .advance import why_not_follow
from .close_combat import why_not_assault
from .fire import can_hit, fire_range, is_target_unit, why_not_fire
from .hex_map import hex_count, hex_distance, is_piece, leader_with, neighbour_hex, side_of
from .line_of_sight import has_line_of_sight
from .movement import (
    can_bring_leader,
    mark_reachable_river,
    why_not_first_step,
    why_not_move,
    why_not_step,
    why_not_stop,
)
from .rally import why_not_rally
from .reinforcements import (
    can_enter_at,
    entry_distance,
    has_unit_to_enter_with,
    is_due,
    why_not_enter_at,
    why_not_enter_with,
)
from .retreat import why_not_displace, why_not_retreat, why_not_take_leader


class MoveKind(IntEnum):
    """The kinds of moves, and the numbers that each uses."""

    END = 1
    GO = 2  # piece, hex: the first hex of a move
    GO_WITH = 3  # piece, hex: its leader moves with it
    STEP = 4  # hex: the next one of a move
    STOP = 5
    FIRE = 6  # piece, hex
    ASSAULT = 7  # piece, hex
    RALLY = 8  # piece
    ENTER = 9  # piece, hex
    RETREAT = 10  # hex
    DISPLACE = 11  # hex
    ADVANCE = 12
    ADVANCE_WITH = 13  # its leader advances with it
    STAY = 14
    ENTER_WITH = 15  # piece, hex, leader who enters with it
    RETREAT_WITH = 16  # hex: the leader goes along, although he could stay


@kernel
def pack_move(kind: int, piece: int, hex_: int) -> int:
    return kind << 16 | piece << 8 | hex_


@kernel
def pack_entry(piece: int, hex_: int, leader: int) -> int:
    return leader << 24 | pack_move(MoveKind.ENTER_WITH, piece, hex_)


@kernel
def move_kind(code: int) -> int:
    return code >> 16 & 255


@kernel
def move_leader(code: int) -> int:
    return code >> 24


@kernel
def move_piece(code: int) -> int:
    return code >> 8 & 255


@kernel
def move_hex(code: int) -> int:
    return code & 255


# Legality


@kernel
def why_not(s: CivilWarState, step: int) -> int:
    """Return the clause that forbids this step, or 0."""
    phase = s.phase
    if phase == Phase.ACT:
        return why_not_act(s, step)
    if phase == Phase.MOVE or phase == Phase.FLIGHT:
        return why_not_continue_move(s, step)
    if phase == Phase.RETREAT or phase == Phase.DISPLACE:
        return why_not_retreat_move(s, step)
    if phase == Phase.ADVANCE:
        return why_not_advance(s, step)
    if phase == Phase.OVER:
        return Clause.C7_2
    return 0 if 1 <= step <= FACES else roll_clause(s)


@kernel
def roll_clause(s: CivilWarState) -> int:
    """Return the clause by which the current die is rolled."""
    if s.phase == Phase.AP:
        return Clause.C1_2
    if s.phase == Phase.RALLY:
        return Clause.C6_1
    if s.phase == Phase.MORALE:
        return Clause.C4_3
    if s.phase == Phase.LEADER:
        return Clause.C4_2 if s.assault else Clause.C3_4
    return Clause.C4_1 if s.assault else Clause.C3_1


@kernel
def why_not_act(s: CivilWarState, code: int) -> int:
    kind, piece, hex_ = move_kind(code), move_piece(code), move_hex(code)
    if kind == MoveKind.END:
        return 0 if code == pack_move(MoveKind.END, 0, 0) else Clause.C1_1
    if not is_action(kind) or (kind != MoveKind.ENTER_WITH and move_leader(code) != 0):
        return Clause.C1_3
    if not is_piece(s, piece) or hex_ >= hex_count(s) or side_of(piece) != s.side:
        return Clause.C1_1
    if kind == MoveKind.ENTER:
        return why_not_enter_at(s, piece, hex_)
    if kind == MoveKind.ENTER_WITH:
        clause = why_not_enter_at(s, piece, hex_)
        return clause if clause != 0 else why_not_enter_with(s, piece, hex_, move_leader(code))
    if s.hex_of[piece] == 0:
        return Clause.C2_8 if s.entry_turn[piece] > 0 else Clause.C7_1
    if s.acted[piece] != 0:
        return Clause.C1_3
    if kind == MoveKind.FIRE:
        return why_not_fire(s, piece, hex_)
    if kind == MoveKind.ASSAULT:
        return why_not_assault(s, piece, hex_)
    if kind == MoveKind.RALLY:
        return Clause.C6_1 if hex_ != 0 else why_not_rally(s, piece)
    return why_not_move(s, piece, hex_, kind == MoveKind.GO_WITH)


@kernel
def is_action(kind: int) -> bool:
    """Return whether moves of this kind begin an action of a piece."""
    if kind == MoveKind.STEP or kind == MoveKind.STOP:
        return False
    return MoveKind.GO <= kind <= MoveKind.ENTER or kind == MoveKind.ENTER_WITH


@kernel
def why_not_continue_move(s: CivilWarState, code: int) -> int:
    """Return the clause that forbids the moving piece or fleeing leader this step, or 0."""
    kind, piece, hex_ = move_kind(code), move_piece(code), move_hex(code)
    default_clause = Clause.C5_3 if s.phase == Phase.FLIGHT else Clause.C1_3
    if move_leader(code) != 0:
        return default_clause
    if kind == MoveKind.STEP and piece == 0 and hex_ < hex_count(s):
        return why_not_step(s, hex_)
    if code == pack_move(MoveKind.STOP, 0, 0):
        return why_not_stop(s)
    if kind != MoveKind.FIRE or piece != s.mover - 1 or hex_ >= hex_count(s) or s.phase == Phase.FLIGHT:
        return default_clause
    if s.kind[piece] != CAVALRY:
        return Clause.C2_2
    clause = why_not_fire(s, piece, hex_)
    return clause if clause != 0 else why_not_stop(s)


@kernel
def why_not_retreat_move(s: CivilWarState, code: int) -> int:
    kind, piece, hex_ = move_kind(code), move_piece(code), move_hex(code)
    if piece != 0 or hex_ >= hex_count(s) or move_leader(code) != 0:
        return Clause.C5_1
    if s.phase == Phase.DISPLACE:
        return why_not_displace(s, s.displaced - 1, hex_) if kind == MoveKind.DISPLACE else Clause.C5_2
    if kind != MoveKind.RETREAT and kind != MoveKind.RETREAT_WITH:
        return Clause.C5_1
    clause = why_not_retreat(s, s.shaken_unit - 1, hex_)
    if clause != 0 or kind == MoveKind.RETREAT:
        return clause
    return why_not_take_leader(s, s.shaken_unit - 1, hex_)


@kernel
def why_not_advance(s: CivilWarState, code: int) -> int:
    if code == pack_move(MoveKind.ADVANCE, 0, 0) or code == pack_move(MoveKind.STAY, 0, 0):
        return 0
    return why_not_follow(s) if code == pack_move(MoveKind.ADVANCE_WITH, 0, 0) else Clause.C4_5


MAX_ENTRY_HEXES = 2 * MAX_ROWS
"""Hexes of a map that are equally far from one at its edge: at most 19."""
MAX_MOVES = MAX_PIECES // 2 * (MAX_PIECES // 2 + 1) * MAX_ENTRY_HEXES + 1
"""Most are possible if half of the pieces are units and half are leaders, and all wait: each unit enters at every such
hex with every leader or none. A piece on the map has fewer: a move to every hex and one more."""


@separate_kernel("civilwar.legal_moves")
def legal_moves(s: CivilWarState, codes: Words) -> int:
    """Write the legal moves into `codes` and return their count."""
    phase = s.phase
    if phase == Phase.ACT:
        return list_actions(s, codes)
    if phase == Phase.MOVE or phase == Phase.FLIGHT:
        return list_next_steps(s, codes)
    if phase == Phase.RETREAT:
        return list_retreats(s, MoveKind.RETREAT, s.hex_of[s.shaken_unit - 1] - 1, codes)
    if phase == Phase.DISPLACE:
        return list_retreats(s, MoveKind.DISPLACE, s.retreat_hex - 1, codes)
    if phase == Phase.ADVANCE:
        return list_advances(s, codes)
    return 0


@kernel
def list_actions(s: CivilWarState, codes: Words) -> int:
    codes[0] = pack_move(MoveKind.END, 0, 0)
    count = 1
    if s.ap < 1:
        return count
    for piece in range(s.side * MAX_PIECES, (s.side + 1) * MAX_PIECES):
        if s.kind[piece] == 0:
            return count
        if s.entry_turn[piece] > 0:
            if s.entry_turn[piece] <= s.turn:
                count = list_entries(s, piece, codes, count)
        elif s.hex_of[piece] > 0 and s.acted[piece] == 0:
            if s.moves_from[piece] <= s.turn:
                count = list_first_steps(s, piece, codes, count)
            if s.kind[piece] != LEADER:
                count = list_attacks(s, piece, codes, count)
            if s.kind[piece] <= CAVALRY and why_not_rally(s, piece) == 0:
                codes[count] = pack_move(MoveKind.RALLY, piece, 0)
                count += 1
    return count


@kernel
def list_entries(s: CivilWarState, piece: int, codes: Words, count: int) -> int:
    """List where a piece can enter, alone and with each leader who can enter with it."""
    if s.kind[piece] == LEADER and has_unit_to_enter_with(s, piece):
        return count
    nearest, entry = entry_distance(s, piece), s.entry_hex[piece] - 1
    first, last = (entry, entry + 1) if nearest == 0 else (0, hex_count(s))
    for hex_ in range(first, last):
        if not can_enter_at(s, piece, hex_, nearest):
            continue
        codes[count] = pack_move(MoveKind.ENTER, piece, hex_)
        count += 1
        for leader in range(s.side * MAX_PIECES, (s.side + 1) * MAX_PIECES):
            if s.kind[leader] == LEADER and is_due(s, leader) and why_not_enter_with(s, piece, hex_, leader) == 0:
                codes[count] = pack_entry(piece, hex_, leader)
                count += 1
    return count


@kernel
def list_first_steps(s: CivilWarState, piece: int, codes: Words, count: int) -> int:
    if s.kind[piece] == GUNBOAT:
        return list_sailings(s, piece, codes, count)
    leader = leader_with(s, piece) if can_bring_leader(s, piece) else 0
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, s.hex_of[piece] - 1, direction)
        if there == OFF_MAP or why_not_first_step(s, piece, there, 0) != 0:
            continue
        codes[count] = pack_move(MoveKind.GO, piece, there)
        count += 1
        if leader != 0 and why_not_first_step(s, piece, there, leader) == 0:
            codes[count] = pack_move(MoveKind.GO_WITH, piece, there)
            count += 1
    return count


@kernel
def list_sailings(s: CivilWarState, piece: int, codes: Words, count: int) -> int:
    marks = np.zeros(MAX_HEXES, np.int64)
    mark_reachable_river(s, piece, marks)
    for hex_ in range(MAX_HEXES):
        if marks[hex_] != 0 and s.unit_at[hex_] == 0:
            codes[count] = pack_move(MoveKind.GO, piece, hex_)
            count += 1
    return count


@kernel
def list_attacks(s: CivilWarState, piece: int, codes: Words, count: int) -> int:
    """List fire and close combat of a unit; there is at least one AP."""
    here, reach = s.hex_of[piece] - 1, fire_range(s, piece)
    close = s.ap >= 2 and s.kind[piece] <= CAVALRY
    enemies = (1 - s.side) * MAX_PIECES
    for enemy in range(enemies, enemies + MAX_PIECES):
        if s.kind[enemy] == 0:
            return count
        if not is_target_unit(s, enemy):
            continue
        there = s.hex_of[enemy] - 1
        distance = hex_distance(s, here, there)
        if distance > reach or (distance > 1 and not has_line_of_sight(s, here, there)):
            continue
        if can_hit(s, piece, there, distance):
            codes[count] = pack_move(MoveKind.FIRE, piece, there)
            count += 1
        if close and distance == 1:
            codes[count] = pack_move(MoveKind.ASSAULT, piece, there)
            count += 1
    return count


@kernel
def list_next_steps(s: CivilWarState, codes: Words) -> int:
    """List the steps of the moving piece or fleeing leader."""
    mover, count = s.mover - 1, 0
    can_stop = why_not_stop(s) == 0
    if can_stop:
        codes[count] = pack_move(MoveKind.STOP, 0, 0)
        count += 1
    can_fire = can_stop and s.phase == Phase.MOVE and s.kind[mover] == CAVALRY and s.bonus_hex_taken == 0
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, s.hex_of[mover] - 1, direction)
        if there == OFF_MAP:
            continue
        if why_not_step(s, there) == 0:
            codes[count] = pack_move(MoveKind.STEP, 0, there)
            count += 1
        if can_fire and why_not_fire(s, mover, there) == 0:
            codes[count] = pack_move(MoveKind.FIRE, mover, there)
            count += 1
    return count


@kernel
def list_retreats(s: CivilWarState, kind: int, hex_: int, codes: Words) -> int:
    """List the hexes next to this one to which the retreating or displaced unit can go."""
    count = 0
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, hex_, direction)
        if there != OFF_MAP and why_not(s, pack_move(kind, 0, there)) == 0:
            codes[count] = pack_move(kind, 0, there)
            count += 1
            if kind == MoveKind.RETREAT and why_not_take_leader(s, s.shaken_unit - 1, there) == 0:
                codes[count] = pack_move(MoveKind.RETREAT_WITH, 0, there)
                count += 1
    return count


@kernel
def list_advances(s: CivilWarState, codes: Words) -> int:
    codes[0] = pack_move(MoveKind.STAY, 0, 0)
    codes[1] = pack_move(MoveKind.ADVANCE, 0, 0)
    if why_not_follow(s) != 0:
        return 2
    codes[2] = pack_move(MoveKind.ADVANCE_WITH, 0, 0)
    return 3


def legal_move_codes(s: CivilWarState) -> list[int]:
    codes = np.empty(MAX_MOVES, np.int64)
    return [int(code) for code in codes[: legal_moves(s, codes)]]


def pieces_able_to_act(s: CivilWarState) -> list[int]:
    """Return the pieces with a legal action, or none while an action is in progress."""
    codes = legal_move_codes(s) if s.phase == Phase.ACT else []
    return sorted({move_piece(code) for code in codes if move_kind(code) != MoveKind.END})
