"""Who gives way after close combat, where to, and what follows: flight and advance (C4.5, C5)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.hexes import DIRECTIONS, NOWHERE
from ...core.kernel import kernel
from .ground import (
    ARTILLERY,
    GUNBOAT,
    LEADER,
    can_stand,
    far,
    has_room,
    holds_leader_of,
    holds_unit_of,
    leader_with,
    next_to,
    side_of,
    to_edge,
    to_friends,
)
from .happened import Happened
from .moving import arrive, can_go_on, clear_way, eliminate, end_move
from .state import RALLIED, Clause, Phase

UNIT_FAILS, GUNS_FAIL = 1, 2
FLIGHT_HEXES = 3  # C5.3


@kernel
def next_retreat(s: Any, log: Any) -> None:
    """The next unit that must go chooses its hex; when none is left, what follows."""
    here = s.target - 1
    s.checked = 0
    while s.fails != 0 and s.checked == 0:
        if s.fails & UNIT_FAILS:
            s.fails &= ~UNIT_FAILS
            s.checked = s.unit_at[here]
        else:
            s.fails &= ~GUNS_FAIL
            s.checked = s.guns_at[here]
        if not can_retreat(s, s.checked - 1):
            note(log, Clause.C5_2, Happened.NO_RETREAT, (s.checked - 1, here, 0, 0))
            eliminate(s, s.checked - 1, log)
            s.checked = 0
    if s.checked != 0:
        s.phase = Phase.RETREAT
    elif s.unit_at[here] == 0 and s.guns_at[here] == 0:
        all_are_gone(s, log)
    else:
        finish(s)


@kernel
def can_retreat(s: Any, piece: Any) -> Any:
    here = s.at[piece] - 1
    for direction in range(DIRECTIONS):
        there = next_to(s, here, direction)
        if there != NOWHERE and why_no_way_back(s, piece, there) == 0:
            return True
    return False


@kernel
def why_no_way_back(s: Any, piece: Any, hex_: Any) -> Any:
    """C5.1, C5.2: why a unit cannot fall back to this hex, whoever is next to it."""
    here, side = s.at[piece] - 1, side_of(piece)
    if far(s, here, hex_) != 1:
        return Clause.C5_1
    if not can_stand(s, s.kind[piece], hex_) or holds_unit_of(s, hex_, 1 - side):
        return Clause.C5_2
    if not is_back(s, piece, hex_):
        return Clause.C5_1
    if not has_room(s, s.kind[piece], hex_) and not can_make_room(s, in_the_way(s, piece, hex_), here):
        return Clause.C5_2
    return 0


@kernel
def is_back(s: Any, piece: Any, hex_: Any) -> Any:
    """C5.1: whether a hex lies towards the own side, or towards the friends."""
    here, side = s.at[piece] - 1, side_of(piece)
    if to_edge(s, hex_, side) <= to_edge(s, here, side):
        return True
    return to_friends(s, hex_, piece) < to_friends(s, here, piece)


@kernel
def why_no_retreat(s: Any, piece: Any, hex_: Any) -> Any:
    """The same, and not next to the attacker unless there is no other hex."""
    clause = why_no_way_back(s, piece, hex_)
    attacker = s.at[s.actor - 1] - 1
    if clause != 0 or far(s, hex_, attacker) > 1:
        return clause
    for direction in range(DIRECTIONS):
        there = next_to(s, s.at[piece] - 1, direction)
        if there == NOWHERE or far(s, there, attacker) <= 1:
            continue
        if why_no_way_back(s, piece, there) == 0:
            return Clause.C5_1
    return 0


@kernel
def in_the_way(s: Any, piece: Any, hex_: Any) -> Any:
    """The friend whose place a retreating unit needs."""
    return (s.guns_at[hex_] if s.kind[piece] == ARTILLERY else s.unit_at[hex_]) - 1


@kernel
def can_make_room(s: Any, friend: Any, left: Any) -> Any:
    """C5.2: whether a friend can be displaced, not to the hex that is being left."""
    for direction in range(DIRECTIONS):
        there = next_to(s, s.at[friend] - 1, direction)
        if there != NOWHERE and why_no_room(s, friend, there, left) == 0:
            return True
    return False


@kernel
def why_no_room(s: Any, friend: Any, hex_: Any, left: Any) -> Any:
    """C5.2: why a friend cannot be displaced to this hex; it gives way as a retreating unit does."""
    if far(s, s.at[friend] - 1, hex_) != 1 or hex_ == left:
        return Clause.C5_2
    if not can_stand(s, s.kind[friend], hex_) or holds_unit_of(s, hex_, 1 - side_of(friend)):
        return Clause.C5_2
    if not is_back(s, friend, hex_):
        return Clause.C5_2
    return 0 if has_room(s, s.kind[friend], hex_) else Clause.C5_2


@kernel
def retreat(s: Any, hex_: Any, log: Any) -> None:
    piece = s.checked - 1
    if has_room(s, s.kind[piece], hex_):
        fall_back(s, hex_, log)
        next_retreat(s, log)
        return
    s.displaced = in_the_way(s, piece, hex_) + 1
    s.into = hex_ + 1
    note(log, Clause.C5_2, Happened.NEEDS_ROOM, (piece, hex_, s.displaced - 1, 0))
    s.phase = Phase.DISPLACE


@kernel
def displace(s: Any, hex_: Any, log: Any) -> None:
    note(log, Clause.C5_2, Happened.MADE_ROOM, (s.displaced - 1, s.into - 1, hex_, 0))
    arrive(s, s.displaced - 1, hex_, log)
    into = s.into - 1
    s.displaced = 0
    s.into = 0
    fall_back(s, into, log)
    next_retreat(s, log)


@kernel
def fall_back(s: Any, hex_: Any, log: Any) -> None:
    """C4.3: the leader goes with the unit, if nobody stays with him and there is a place for him."""
    piece, here = s.checked - 1, s.target - 1
    leader = s.leader_at[here]
    if leader != 0 and (has_company(s, here, piece) or holds_leader_of(s, hex_, side_of(piece))):
        leader = 0
    note(log, Clause.C4_3, Happened.RETREATED, (piece, here, hex_, leader))
    arrive(s, piece, hex_, log)
    if leader != 0:
        arrive(s, leader - 1, hex_, log)


@kernel
def has_company(s: Any, hex_: Any, piece: Any) -> Any:
    """Whether another unit stays in the hex, because it need not retreat."""
    unit, guns = s.unit_at[hex_], s.guns_at[hex_]
    return (unit != 0 and unit != piece + 1 and not s.fails & UNIT_FAILS) or (
        guns != 0 and guns != piece + 1 and not s.fails & GUNS_FAIL
    )


# When nobody is left


@kernel
def all_are_gone(s: Any, log: Any) -> None:
    """A leader who is left alone flees (C5.3); then the attacker may advance (C4.5)."""
    here = s.target - 1
    leader = s.leader_at[here] - 1
    if leader < 0:
        offer_advance(s)
        return
    s.mover = leader + 1
    s.steps = FLIGHT_HEXES
    s.phase = Phase.FLIGHT
    if not can_go_on(s):
        note(log, Clause.C5_3, Happened.NO_FLIGHT, (leader, here, 0, 0))
        clear_way(s)
        eliminate(s, leader, log)
        offer_advance(s)


@kernel
def end_flight(s: Any) -> None:
    end_move(s)
    offer_advance(s)


@kernel
def offer_advance(s: Any) -> None:
    if can_advance(s):
        s.phase = Phase.ADVANCE
    else:
        finish(s)


@kernel
def can_advance(s: Any) -> Any:
    """C4.5, and option fire_advance. Whoever cannot move or stand there is not asked."""
    piece, hex_ = s.actor - 1, s.target - 1
    kind = s.kind[piece]
    if s.moves_from[piece] > s.number or kind == GUNBOAT or kind == LEADER:
        return False
    if s.assault:
        return True
    return s.fire_advance != 0 and far(s, s.at[piece] - 1, hex_) == 1


@kernel
def why_no_follower(s: Any) -> Any:
    """Why no leader goes with the attacker (C4.5): he who rallied stays the whole turn (C6.1)."""
    leader = leader_with(s, s.actor - 1)
    if leader == 0 or s.moves_from[leader - 1] > s.number:
        return Clause.C4_5
    return Clause.C6_1 if s.acted[leader - 1] == RALLIED else 0


@kernel
def advance(s: Any, with_leader: Any, log: Any) -> None:
    piece, hex_ = s.actor - 1, s.target - 1
    here = s.at[piece] - 1
    leader = s.leader_at[here] if with_leader else 0
    note(log, Clause.C4_5, Happened.ADVANCED, (piece, here, hex_, leader))
    arrive(s, piece, hex_, log)
    if leader != 0:
        s.acted[leader - 1] = 1
        arrive(s, leader - 1, hex_, log)
    finish(s)


@kernel
def finish(s: Any) -> None:
    """The combat is over."""
    s.actor = 0
    s.target = 0
    s.assault = 0
    s.dice = 0
    s.hits = 0
    s.ones = 0
    s.checked = 0
    s.fails = 0
    s.phase = Phase.ACT
