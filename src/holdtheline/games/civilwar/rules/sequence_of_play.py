"""The sequence of play: action points, actions, end of turn, then the other side (C1)."""

from __future__ import annotations

from ....core.definition import CHANCE, OVER
from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import GUNBOAT, MAX_PIECES, CivilWarState, Clause, EventKind, Phase
from .advance import advance_attacker, end_action, offer_advance
from .close_combat import begin_assault, resolve_attacker_check
from .fire import begin_fire, can_fire_during_move, resolve_attack_die, resolve_leader_die
from .hex_map import leader_with
from .morale import resolve_morale_roll
from .movement import (
    MOVEMENT_CLAUSE,
    begin_move,
    can_continue_move,
    end_move,
    sail_gunboat,
    take_step,
)
from .moves import MoveKind, move_hex, move_kind, move_leader, move_piece
from .rally import begin_rally, resolve_rally_roll
from .reinforcements import enter_reinforcement
from .retreat import displace_to, retreat_to
from .victory import end_game, victory_points


@kernel
def turn(s: CivilWarState) -> int:
    """Return the seat that decides, CHANCE or OVER."""
    phase = s.phase
    if phase == Phase.ACT or phase == Phase.MOVE or phase == Phase.ADVANCE:
        return s.side
    if phase == Phase.RETREAT or phase == Phase.DISPLACE or phase == Phase.FLIGHT:
        return 1 - s.side
    return OVER if phase == Phase.OVER else CHANCE


def die_owner(s: CivilWarState) -> int:
    """Return the seat that rolls: the side that acts."""
    return int(s.side)


@kernel
def apply(s: CivilWarState, step: int, log: Words) -> None:
    """Carry out a legal step: a move, or the face of the die that was rolled."""
    phase = s.phase
    if phase == Phase.ACT:
        apply_action(s, step, log)
    elif phase == Phase.MOVE or phase == Phase.FLIGHT:
        continue_move(s, step, log)
    elif phase == Phase.RETREAT:
        retreat_to(s, move_hex(step), move_kind(step) == MoveKind.RETREAT_WITH, log)
    elif phase == Phase.DISPLACE:
        displace_to(s, move_hex(step), log)
    elif phase == Phase.ADVANCE:
        if move_kind(step) == MoveKind.STAY:
            log_event(log, Clause.C4_5, EventKind.STAYED, (s.actor - 1, s.target - 1, 0, 0))
            end_action(s)
        else:
            advance_attacker(s, move_kind(step) == MoveKind.ADVANCE_WITH, log)
    else:
        resolve_roll(s, step, log)


@kernel
def resolve_roll(s: CivilWarState, face: int, log: Words) -> None:
    phase = s.phase
    if phase == Phase.DICE:
        resolve_attack_die(s, face, log)
    elif phase == Phase.AP:
        resolve_action_point_roll(s, face, log)
    elif phase == Phase.MORALE:
        resolve_morale_roll(s, face, log)
    elif phase == Phase.LEADER:
        resolve_leader_die(s, face, log)
    elif phase == Phase.RALLY:
        resolve_rally_roll(s, face, log)
    else:
        resolve_attacker_check(s, face, log)


# The turn of a side


@kernel
def resolve_action_point_roll(s: CivilWarState, face: int, log: Words) -> None:
    """Roll for action points: command, half the die, and what was banked (C1.2)."""
    s.ap = s.banked_ap[s.side] + max(s.command[s.side] - s.leaders_lost[s.side], 0) + (face + 1) // 2
    s.banked_ap[s.side] = 0
    s.phase = Phase.ACT
    log_event(log, Clause.C1_2, EventKind.AP_ROLLED, (s.side, face, s.ap, 0))


@kernel
def apply_action(s: CivilWarState, code: int, log: Words) -> None:
    kind, piece, hex_ = move_kind(code), move_piece(code), move_hex(code)
    if kind == MoveKind.END:
        end_turn(s, log)
    elif kind == MoveKind.FIRE:
        begin_fire(s, piece, hex_, log)
    elif kind == MoveKind.ASSAULT:
        begin_assault(s, piece, hex_, log)
    elif kind == MoveKind.RALLY:
        begin_rally(s, piece, log)
    elif s.kind[piece] == GUNBOAT and kind != MoveKind.ENTER:
        sail_gunboat(s, piece, hex_, log)
    else:
        s.ap -= 1
        s.phase = Phase.MOVE
        if kind == MoveKind.ENTER or kind == MoveKind.ENTER_WITH:
            enter_reinforcement(s, piece, hex_, move_leader(code) + 1 if kind == MoveKind.ENTER_WITH else 0, log)
        else:
            begin_move(s, piece, leader_with(s, piece) if kind == MoveKind.GO_WITH else 0)
            take_step(s, hex_, log)
        end_finished_move(s)


@kernel
def continue_move(s: CivilWarState, code: int, log: Words) -> None:
    """Take the next hex, fire, or end the move."""
    if move_kind(code) == MoveKind.FIRE:
        begin_fire(s, move_piece(code), move_hex(code), log)
    elif move_kind(code) == MoveKind.STEP:
        take_step(s, move_hex(code), log)
        end_finished_move(s)
    else:
        mover = s.mover - 1
        log_event(log, MOVEMENT_CLAUSE[s.kind[mover]], EventKind.STOPPED, (mover, s.hex_of[mover] - 1, 0, 0))
        finish_move(s)


@kernel
def end_finished_move(s: CivilWarState) -> None:
    """End a move in which nothing is left to decide."""
    if not can_continue_move(s) and (s.phase == Phase.FLIGHT or not can_fire_during_move(s)):
        finish_move(s)


@kernel
def finish_move(s: CivilWarState) -> None:
    end_move(s)
    if s.phase == Phase.FLIGHT:
        offer_advance(s)
    else:
        s.phase = Phase.ACT


@kernel
def end_turn(s: CivilWarState, log: Words) -> None:
    """Check for victory and pass the turn to the other side (C1.1, C7.2)."""
    side = s.side
    log_event(log, Clause.C1_1, EventKind.TURN_ENDED, (side, victory_points(s, 0), victory_points(s, 1), s.turn))
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        s.attacked[piece] = 0
    s.banked_ap[side] = s.ap if s.bank_ap else 0
    s.ap = 0
    if victory_points(s, side) >= s.vp_to_win[side] or victory_points(s, 1 - side) >= s.vp_to_win[1 - side]:
        end_game(s, log)
        return
    if side != s.first_side:
        if s.turn == s.last_turn:
            end_game(s, log)
            return
        s.turn += 1
    s.side = 1 - side
    s.phase = Phase.AP
    for piece in range(s.side * MAX_PIECES, (s.side + 1) * MAX_PIECES):
        s.acted[piece] = 0
