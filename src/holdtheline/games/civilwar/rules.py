"""The course of a battle: APs, actions, victory check, for one side and then for the other (C1.1)."""

from __future__ import annotations

from typing import Any

from ...core.contract import CHANCE, DRAWN, LOST, OVER, WON, note
from ...core.dice import below
from ...core.kernel import kernel
from .battle import Winner
from .checks import MOST_PIECES, MOST_POINTS
from .combat import (
    begin_assault,
    begin_fire,
    begin_rally,
    roll_check,
    roll_die,
    roll_for_leader,
    roll_morale,
    roll_rally,
)
from .ground import GUNBOAT, LEADER, leader_with, put
from .happened import Happened
from .moves import Do, do_of, hex_of, piece_of
from .moving import MOVES_BY, arrive, can_fire_on, can_go_on, clear_way, end_move, enter, set_out, step
from .retreat import advance, displace, end_flight, finish, retreat
from .state import HEAD, MORALES, MOST_HEXES, PIECES, SIDES, Clause, Phase

HEAD_WORDS = len(HEAD)


@kernel
def start(s: Any, setup: Any) -> None:
    """`setup` is what scenarios.setup made of the options: the fields one after the other."""
    read_head(s, setup)
    at = HEAD_WORDS
    for place in range(SIDES):
        s.command[place] = setup[at + place]
        s.vp[place] = setup[at + SIDES + place]
        s.home[place] = setup[at + 2 * SIDES + place]
        s.rallies[place] = setup[at + 3 * SIDES + place]
        s.kills[place] = 0
        s.lost[place] = 0
        s.banked[place] = 0
    at += 4 * SIDES
    for place in range(SIDES * MORALES):
        s.dealt[place] = setup[at + place]
    at += SIDES * MORALES
    for hex_ in range(MOST_HEXES):
        s.terrain[hex_] = setup[at + hex_]
        s.unit_at[hex_] = 0
        s.guns_at[hex_] = 0
        s.leader_at[hex_] = 0
    at += MOST_HEXES
    for place in range(MOST_POINTS):
        s.point_hex[place] = setup[at + place]
        s.point_worth[place] = setup[at + MOST_POINTS + place]
        s.point_scorers[place] = setup[at + 2 * MOST_POINTS + place]
        s.point_holder[place] = setup[at + 3 * MOST_POINTS + place]
    read_pieces(s, setup, at + 4 * MOST_POINTS)
    end_nothing(s)
    s.number = 1
    s.side = s.first
    s.ap = 0
    s.phase = Phase.AP


@kernel
def read_head(s: Any, setup: Any) -> None:
    s.battle = setup[0]
    s.width = setup[1]
    s.height = setup[2]
    s.turns = setup[3]
    s.first = setup[4]
    s.winner = setup[5]
    s.hill_guns = setup[6]
    s.rally_only_hit = setup[7]
    s.fire_advance = setup[8]
    s.attacker_check = setup[9]
    s.risk_per_one = setup[10]
    s.vp_at_end = setup[11]
    s.even_die = setup[12]
    s.hill_sight = setup[13]
    s.bank_ap = setup[14]
    s.fog = setup[15]


@kernel
def read_pieces(s: Any, setup: Any, at: Any) -> None:
    for piece in range(PIECES):
        s.kind[piece] = setup[at + piece]
        s.strength[piece] = setup[at + PIECES + piece]
        s.full[piece] = setup[at + 2 * PIECES + piece]
        s.morale[piece] = setup[at + 3 * PIECES + piece]
        s.at[piece] = 0
        s.due[piece] = setup[at + 5 * PIECES + piece]
        s.entry[piece] = setup[at + 6 * PIECES + piece]
        s.moves_from[piece] = setup[at + 7 * PIECES + piece]
        s.shown[piece] = 0
        s.acted[piece] = 0
        s.struck[piece] = 0
        if setup[at + 4 * PIECES + piece] > 0:
            put(s, piece, setup[at + 4 * PIECES + piece] - 1)


@kernel
def end_nothing(s: Any) -> None:
    """Nobody is on his way, nobody fights."""
    clear_way(s)
    s.displaced = 0
    s.into = 0
    finish(s)


@kernel
def turn(s: Any) -> Any:
    phase = s.phase
    if phase == Phase.ACT or phase == Phase.MOVE or phase == Phase.ADVANCE:
        return s.side
    if phase == Phase.RETREAT or phase == Phase.DISPLACE or phase == Phase.FLIGHT:
        return 1 - s.side
    return OVER if phase == Phase.OVER else CHANCE


@kernel
def apply(s: Any, step: Any, log: Any) -> None:
    phase = s.phase
    if phase == Phase.ACT:
        act(s, step, log)
    elif phase == Phase.MOVE or phase == Phase.FLIGHT:
        go_on(s, step, log)
    elif phase == Phase.RETREAT:
        retreat(s, hex_of(step), log)
    elif phase == Phase.DISPLACE:
        displace(s, hex_of(step), log)
    elif phase == Phase.ADVANCE:
        if do_of(step) == Do.STAY:
            note(log, Clause.C4_5, Happened.STAYED, (s.actor - 1, s.target - 1, 0, 0))
            finish(s)
        else:
            advance(s, do_of(step) == Do.ADVANCE_WITH, log)
    else:
        roll(s, step, log)


@kernel
def roll(s: Any, face: Any, log: Any) -> None:
    phase = s.phase
    if phase == Phase.DICE:
        roll_die(s, face, log)
    elif phase == Phase.AP:
        roll_ap(s, face, log)
    elif phase == Phase.MORALE:
        roll_morale(s, face, log)
    elif phase == Phase.LEADER:
        roll_for_leader(s, face, log)
    elif phase == Phase.RALLY:
        roll_rally(s, face, log)
    else:
        roll_check(s, face, log)


@kernel
def act(s: Any, code: Any, log: Any) -> None:
    do, piece, hex_ = do_of(code), piece_of(code), hex_of(code)
    if do == Do.END:
        end_turn(s, log)
    elif do == Do.FIRE:
        begin_fire(s, piece, hex_, log)
    elif do == Do.ASSAULT:
        begin_assault(s, piece, hex_, log)
    elif do == Do.RALLY:
        begin_rally(s, piece, log)
    elif s.kind[piece] == GUNBOAT and do != Do.ENTER:
        sail(s, piece, hex_, log)
    else:
        s.ap -= 1
        s.phase = Phase.MOVE
        if do == Do.ENTER:
            enter(s, piece, log)
        else:
            set_out(s, piece, leader_with(s, piece) if do == Do.GO_WITH else 0)
            step(s, hex_, log)
        settle(s)


@kernel
def sail(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    s.ap -= 1
    s.acted[piece] = 1
    note(log, MOVES_BY[GUNBOAT], Happened.MOVED, (piece, s.at[piece] - 1, hex_, 0))
    arrive(s, piece, hex_, log)


@kernel
def go_on(s: Any, code: Any, log: Any) -> None:
    """A piece on its way: another hex, a shot, or the end of the way."""
    if do_of(code) == Do.FIRE:
        begin_fire(s, piece_of(code), hex_of(code), log)
    elif do_of(code) == Do.STEP:
        step(s, hex_of(code), log)
        settle(s)
    else:
        mover = s.mover - 1
        note(log, MOVES_BY[s.kind[mover]], Happened.STOPPED, (mover, s.at[mover] - 1, 0, 0))
        stop(s)


@kernel
def settle(s: Any) -> None:
    """A way ends by itself where nothing is left to decide."""
    if not can_go_on(s) and (s.phase == Phase.FLIGHT or not can_fire_on(s)):
        stop(s)


@kernel
def stop(s: Any) -> None:
    if s.phase == Phase.FLIGHT:
        end_flight(s)
    else:
        end_move(s)
        s.phase = Phase.ACT


# A turn


@kernel
def roll_ap(s: Any, face: Any, log: Any) -> None:
    """C1.2."""
    s.ap = s.banked[s.side] + max(s.command[s.side] - s.lost[s.side], 0) + (face + 1) // 2
    s.banked[s.side] = 0
    s.phase = Phase.ACT
    note(log, Clause.C1_2, Happened.AP_ROLLED, (s.side, face, s.ap, 0))


@kernel
def end_turn(s: Any, log: Any) -> None:
    """C1.1, C7.2: the victory check, and the other side's turn."""
    side = s.side
    note(log, Clause.C1_1, Happened.TURN_ENDED, (side, vp_of(s, 0), vp_of(s, 1), s.number))
    for piece in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        s.struck[piece] = 0
    s.banked[side] = s.ap if s.bank_ap else 0
    s.ap = 0
    if vp_of(s, side) >= s.vp[side] or vp_of(s, 1 - side) >= s.vp[1 - side]:
        be_over(s, log)
        return
    if side != s.first:
        if s.number == s.turns:
            be_over(s, log)
            return
        s.number += 1
    s.side = 1 - side
    s.phase = Phase.AP
    for piece in range(s.side * MOST_PIECES, (s.side + 1) * MOST_PIECES):
        s.acted[piece] = 0


@kernel
def is_last(s: Any) -> Any:
    """The last part of the last turn."""
    return s.number == s.turns and s.side != s.first


@kernel
def vp_of(s: Any, side: Any) -> Any:
    """C7.1; option vp_hexes: end_only."""
    total = s.kills[side]
    if s.vp_at_end and not is_last(s):
        return total
    for place in range(MOST_POINTS):
        if s.point_hex[place] == 0:
            return total
        if s.point_holder[place] == side + 1 and s.point_scorers[place] >> side & 1:
            total += s.point_worth[place]
    return total


@kernel
def be_over(s: Any, log: Any) -> None:
    s.phase = Phase.OVER
    seat = winner(s)
    if seat >= 0:
        by_points = 1 if vp_of(s, seat) >= s.vp[seat] else 0
        note(log, Clause.C7_2, Happened.WON, (seat, vp_of(s, seat), by_points, 0))
    else:
        note(log, Clause.C7_2, Happened.DRAWN, (vp_of(s, 0), vp_of(s, 1), 0, 0))


@kernel
def winner(s: Any) -> Any:
    """C7.2: the seat, or -1: a draw. Of a battle that is over; whoever's turn ended comes first."""
    for side in (s.side, 1 - s.side):
        if vp_of(s, side) >= s.vp[side]:
            return side
    if s.winner == Winner.MOST:
        if vp_of(s, 0) == vp_of(s, 1):
            return -1
        return 0 if vp_of(s, 0) > vp_of(s, 1) else 1
    return -1 if s.winner == Winner.NOBODY else s.winner


@kernel
def result(s: Any, seat: Any) -> Any:
    won = winner(s)
    if won < 0:
        return DRAWN
    return WON if won == seat else LOST


# What a seat may not know (C8.1)


@kernel
def hide(s: Any, seat: Any) -> None:
    if not s.fog or s.phase == Phase.OVER:
        return
    other = 1 - seat
    for piece in range(other * MOST_PIECES, (other + 1) * MOST_PIECES):
        if s.shown[piece] == 0:
            s.morale[piece] = 0


@kernel
def guess(s: Any, seat: Any, stream: Any) -> None:
    """Deal the morales that have not shown among the units whose morale is hidden."""
    other = 1 - seat
    first = other * MOST_PIECES
    for piece in range(first, first + MOST_PIECES):
        if is_unknown(s, piece):
            s.morale[piece] = dealt_to(s, other, stream)


@kernel
def is_unknown(s: Any, piece: Any) -> Any:
    return s.kind[piece] != 0 and s.kind[piece] != LEADER and s.morale[piece] == 0


@kernel
def dealt_to(s: Any, side: Any, stream: Any) -> Any:
    """One of the side's morales that no unit has yet; each of these units is as likely."""
    total = 0
    for morale in range(MORALES):
        total += max(left_of(s, side, morale), 0)
    if total == 0:
        return 1 + below(stream, MORALES)
    chosen = below(stream, total)
    for morale in range(MORALES):
        chosen -= max(left_of(s, side, morale), 0)
        if chosen < 0:
            return morale + 1
    return MORALES


@kernel
def left_of(s: Any, side: Any, morale: Any) -> Any:
    """How many units of the side that began with this morale have none in this record."""
    count = s.dealt[side * MORALES + morale]
    for piece in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        if s.kind[piece] != 0 and s.morale[piece] == morale + 1:
            count -= 1
    return count
