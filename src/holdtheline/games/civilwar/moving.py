"""How pieces move, hex by hex (C2), and how they enter, hold points and leave the map (C2.8, C7.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import note
from ...core.hexes import DIRECTIONS, NOWHERE
from ...core.kernel import kernel
from .checks import MOST_PIECES, MOST_POINTS
from .ground import (
    CAVALRY,
    GUNBOAT,
    INFANTRY,
    LEADER,
    STOPS,
    can_stand,
    far,
    has_room,
    hexes_of,
    holds_any_of,
    holds_land_unit_of,
    holds_leader_of,
    holds_unit_of,
    is_land_unit,
    is_next_to_enemy,
    leader_with,
    lift,
    next_to,
    put,
    side_of,
)
from .happened import Happened
from .state import MOST_HEXES, Clause, Phase

STEPS = np.array([0, 1, 3, 1, 0, 3])
"""Hexes of a move, by kind."""
MOVES_BY = np.array([0, Clause.C2_1, Clause.C2_2, Clause.C2_3, Clause.C2_4, Clause.C2_5])
"""The clause that says how a kind moves."""


# Coming to a hex and going from the map


@kernel
def eliminate(s: Any, piece: Any, log: Any) -> None:
    """C7.1; C1.2: a leader's command is missed."""
    side = side_of(piece)
    note(log, Clause.C7_1, Happened.ELIMINATED, (piece, 1 - side, s.at[piece] - 1, 0))
    lift(s, piece)
    s.strength[piece] = 0
    s.acted[piece] = 0
    s.struck[piece] = 0
    s.kills[1 - side] += 1
    if s.kind[piece] == LEADER:
        s.lost[side] += 1


@kernel
def arrive(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    """A piece comes to a hex that is free for it, from another or from off the map."""
    if s.at[piece] > 0:
        lift(s, piece)
    if is_land_unit(s, piece):
        run_over(s, piece, hex_, log)
        take_points(s, hex_, side_of(piece), log)
    put(s, piece, hex_)


@kernel
def run_over(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    """C2.6: an enemy leader who is alone there."""
    leader = s.leader_at[hex_] - 1
    if leader >= 0 and side_of(leader) != side_of(piece):
        note(log, Clause.C2_6, Happened.RUN_OVER, (leader, piece, hex_, 0))
        eliminate(s, leader, log)


@kernel
def take_points(s: Any, hex_: Any, side: Any, log: Any) -> None:
    """C7.1: the last to hold a hex with a unit controls it."""
    for place in range(MOST_POINTS):
        if s.point_hex[place] == 0:
            return
        if s.point_hex[place] == hex_ + 1 and s.point_holder[place] != side + 1:
            s.point_holder[place] = side + 1
            note(log, Clause.C7_1, Happened.TAKEN, (side, hex_, s.point_worth[place], 0))


# Where a piece may go


@kernel
def why_no_entry(s: Any, piece: Any, hex_: Any, along: Any) -> Any:
    """The clause that keeps a piece, with a leader along or not, out of a hex; 0: none."""
    kind, side = s.kind[piece], side_of(piece)
    if not can_stand(s, kind, hex_):
        return Clause.C2_4
    if kind == LEADER:
        if s.phase == Phase.FLIGHT and hex_ == s.target - 1:
            return Clause.C5_3
        return Clause.C2_6 if holds_any_of(s, hex_, 1 - side) else 0
    if holds_unit_of(s, hex_, 1 - side) or not has_room(s, kind, hex_):
        return Clause.C2_7
    if along != 0 and holds_leader_of(s, hex_, side):
        return Clause.C2_7
    return 0


@kernel
def meets_leader(s: Any, piece: Any, hex_: Any) -> Any:
    """Whether another leader of the side is there."""
    return s.leader_at[hex_] != 0 and s.leader_at[hex_] != piece + 1


@kernel
def can_end_beside(s: Any, leader: Any, hex_: Any) -> Any:
    """Whether a leader can go from this hex to one where no other is."""
    for direction in range(DIRECTIONS):
        there = next_to(s, hex_, direction)
        if there != NOWHERE and why_no_entry(s, leader, there, 0) == 0 and not meets_leader(s, leader, there):
            return True
    return False


@kernel
def can_pass(s: Any, leader: Any, hex_: Any, left: Any) -> Any:
    """C2.7: one leader a hex. Whoever passes another must be able to end elsewhere, with the hexes left."""
    if left <= 0 or STOPS[s.terrain[hex_]]:
        return False
    if can_end_beside(s, leader, hex_):
        return True
    if left == 1:
        return False
    for direction in range(DIRECTIONS):
        there = next_to(s, hex_, direction)
        if there == NOWHERE or why_no_entry(s, leader, there, 0) != 0 or STOPS[s.terrain[there]]:
            continue
        if can_end_beside(s, leader, there):
            return True
    return False


@kernel
def why_no_first(s: Any, piece: Any, hex_: Any, along: Any) -> Any:
    """Why a piece cannot begin a move to this hex. A gunboat goes all its way at once."""
    if s.kind[piece] == GUNBOAT:
        return Clause.C2_4  # moves.py asks for its way
    if far(s, s.at[piece] - 1, hex_) != 1:
        return MOVES_BY[s.kind[piece]]
    clause = why_no_entry(s, piece, hex_, along)
    if clause != 0:
        return clause
    if s.kind[piece] == LEADER and meets_leader(s, piece, hex_) and not can_pass(s, piece, hex_, 2):
        return Clause.C2_7
    return 0


@kernel
def is_forced_march(s: Any, hex_: Any) -> Any:
    """C2.1: the second hex of infantry that keeps away from enemies."""
    mover = s.mover - 1
    return (
        s.kind[mover] == INFANTRY
        and s.gone == 1
        and s.quiet != 0
        and not is_next_to_enemy(s, hex_, side_of(mover))
    )


@kernel
def can_be_extra(s: Any) -> Any:
    """C2.5: whether the next hex can be the one that a leader gives, if the AP is there."""
    kind = s.kind[s.mover - 1]
    if s.along == 0 or s.pushed != 0:
        return False
    return s.gone == STEPS[kind] and (kind == INFANTRY or kind == CAVALRY)


@kernel
def why_no_step(s: Any, hex_: Any) -> Any:
    """Why the piece on its way cannot go on to this hex."""
    mover = s.mover - 1
    kind = s.kind[mover]
    if s.bound != 0 or far(s, s.at[mover] - 1, hex_) != 1:
        return MOVES_BY[kind]
    clause = why_no_entry(s, mover, hex_, s.along)
    if clause != 0:
        return clause
    if s.steps > 0:
        if kind == LEADER and meets_leader(s, mover, hex_) and not can_pass(s, mover, hex_, s.steps - 1):
            return Clause.C2_7
        return 0
    if is_forced_march(s, hex_):
        return 0
    if not can_be_extra(s):
        return MOVES_BY[kind]
    return 0 if s.ap >= 1 else Clause.C1_2


@kernel
def why_no_stop(s: Any) -> Any:
    mover = s.mover - 1
    if s.phase == Phase.FLIGHT and s.gone == 0:
        return Clause.C5_3
    if s.kind[mover] == LEADER and meets_leader(s, mover, s.at[mover] - 1):
        return Clause.C2_7
    return 0


@kernel
def can_go_on(s: Any) -> Any:
    if s.bound != 0 or (s.steps <= 0 and s.kind[s.mover - 1] > CAVALRY):
        return False
    here = s.at[s.mover - 1] - 1
    for direction in range(DIRECTIONS):
        there = next_to(s, here, direction)
        if there != NOWHERE and why_no_step(s, there) == 0:
            return True
    return False


@kernel
def can_fire_on(s: Any) -> Any:
    """C2.2: whether the cavalry on its way may fire at somebody now."""
    mover = s.mover - 1
    if s.kind[mover] != CAVALRY or s.pushed != 0 or s.ap < 1:
        return False
    for direction in range(DIRECTIONS):
        there = next_to(s, s.at[mover] - 1, direction)
        if there != NOWHERE and holds_land_unit_of(s, there, 1 - side_of(mover)):
            return True
    return False


# Moving


@kernel
def set_out(s: Any, piece: Any, along: Any) -> None:
    """A move begins; what it costs was paid."""
    s.mover = piece + 1
    s.along = along
    s.steps = STEPS[s.kind[piece]]
    s.gone = 0
    s.pushed = 0
    s.bound = 0
    s.acted[piece] = 1
    if along != 0:
        s.acted[along - 1] = 1
    here = s.at[piece] - 1
    s.quiet = 1 if here < 0 or not is_next_to_enemy(s, here, side_of(piece)) else 0


@kernel
def go_to(s: Any, hex_: Any) -> None:
    """What a hex of a move does to the rest of it."""
    s.gone += 1
    s.steps -= 1
    if STOPS[s.terrain[hex_]]:
        s.bound = 1
    if s.quiet != 0 and is_next_to_enemy(s, hex_, side_of(s.mover - 1)):
        s.quiet = 0


@kernel
def step(s: Any, hex_: Any, log: Any) -> None:
    """One hex of a move, or of a leader's flight."""
    mover = s.mover - 1
    here = s.at[mover] - 1
    if s.steps <= 0 and not is_forced_march(s, hex_):
        s.ap -= 1
        s.pushed = 1
        note(log, Clause.C2_5, Happened.EXTRA_HEX, (mover, s.along - 1, 0, 0))
    if s.phase == Phase.FLIGHT:
        note(log, Clause.C5_3, Happened.FLED, (mover, here, hex_, 0))
    else:
        note(log, MOVES_BY[s.kind[mover]], Happened.MOVED, (mover, here, hex_, s.along))
    if s.kind[mover] == LEADER:
        if s.leader_at[here] == mover + 1:
            s.leader_at[here] = 0  # he is on his way, and may pass another
        s.at[mover] = hex_ + 1
    else:
        arrive(s, mover, hex_, log)
        if s.along != 0:
            arrive(s, s.along - 1, hex_, log)
    go_to(s, hex_)


@kernel
def end_move(s: Any) -> None:
    """The piece has come to where it stays."""
    mover = s.mover - 1
    if s.kind[mover] == LEADER:
        s.leader_at[s.at[mover] - 1] = mover + 1
    clear_way(s)


@kernel
def clear_way(s: Any) -> None:
    """Nobody is on his way."""
    s.mover = 0
    s.along = 0
    s.steps = 0
    s.gone = 0
    s.quiet = 0
    s.pushed = 0
    s.bound = 0


# Gunboats (C2.4)


@kernel
def mark_river(s: Any, piece: Any, marks: Any) -> None:
    """Mark the river hexes that a gunboat can come to or pass: friends are passed, enemies are not."""
    queue = np.zeros(MOST_HEXES, np.int64)
    queue[0] = s.at[piece] - 1
    marks[queue[0]] = 1
    done, count = 0, 1
    while done < count:
        here = queue[done]
        done += 1
        for direction in range(DIRECTIONS):
            there = next_to(s, here, direction)
            if there == NOWHERE or marks[there] != 0 or not can_stand(s, GUNBOAT, there):
                continue
            if holds_unit_of(s, there, 1 - side_of(piece)):
                continue
            marks[there] = 1
            queue[count] = there
            count += 1


@kernel
def can_sail(s: Any, piece: Any, hex_: Any) -> Any:
    marks = np.zeros(MOST_HEXES, np.int64)
    mark_river(s, piece, marks)
    return marks[hex_] != 0 and s.unit_at[hex_] == 0


# Entering (C2.8)


@kernel
def entry_for(s: Any, piece: Any) -> Any:
    """The hex where it comes in: its own, or else the nearest that is free for it; or NOWHERE."""
    own, kind, enemy = s.entry[piece] - 1, s.kind[piece], 1 - side_of(piece)
    best, least = NOWHERE, MOST_HEXES
    for hex_ in range(hexes_of(s)):
        away = far(s, own, hex_)
        if (
            away < least
            and can_stand(s, kind, hex_)
            and has_room(s, kind, hex_)
            and not (holds_any_of(s, hex_, enemy) if kind == LEADER else holds_unit_of(s, hex_, enemy))
        ):
            best, least = hex_, away
    return best


@kernel
def leader_entering_with(s: Any, piece: Any, hex_: Any) -> Any:
    """The leader + 1 who comes in with a unit, or 0."""
    side = side_of(piece)
    if s.kind[piece] == GUNBOAT or holds_leader_of(s, hex_, side):
        return 0
    for leader in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        if s.kind[leader] == LEADER and s.entry[leader] == s.entry[piece] and 0 < s.due[leader] <= s.number:
            return leader + 1
    return 0


@kernel
def has_unit_to_enter_with(s: Any, leader: Any) -> Any:
    """Whether a unit of his side still waits where he does."""
    side = side_of(leader)
    for piece in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        waits = s.due[piece] > 0 and s.entry[piece] == s.entry[leader]
        if waits and is_land_unit(s, piece):
            return True
    return False


@kernel
def enter(s: Any, piece: Any, log: Any) -> None:
    hex_ = entry_for(s, piece)
    leader = 0 if s.kind[piece] == LEADER else leader_entering_with(s, piece, hex_)
    note(log, Clause.C2_8, Happened.ENTERED, (piece, hex_, leader, 0))
    set_out(s, piece, leader)
    come_in(s, piece, hex_, log)
    if leader != 0:
        come_in(s, leader - 1, hex_, log)
    if s.kind[piece] == LEADER:
        s.leader_at[hex_] = 0  # he is on his way
    if s.kind[piece] == GUNBOAT:
        s.steps = MOST_HEXES  # C2.4: any number
    go_to(s, hex_)


@kernel
def come_in(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    s.due[piece] = 0
    s.entry[piece] = 0
    arrive(s, piece, hex_, log)


# Where the leader of a unit goes with it


@kernel
def can_take_leader(s: Any, piece: Any) -> Any:
    """C2.5: whether the leader with it could go along in a move."""
    leader = leader_with(s, piece)
    return leader != 0 and s.acted[leader - 1] == 0 and s.moves_from[leader - 1] <= s.number
