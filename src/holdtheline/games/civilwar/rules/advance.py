"""The end of a combat: the leader in the target hex may flee (C5.3), and the attacker may advance (C4.5)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import GUNBOAT, HAS_RALLIED, LEADER, CivilWarState, Clause, EventKind, Phase
from .hex_map import hex_distance, leader_with
from .movement import can_continue_move, clear_move, enter_hex

MAX_FLIGHT = 3  # hexes that a leader flees (C5.3)


@kernel
def resolve_combat(s: CivilWarState, log: Words) -> None:
    """Let the leader flee who lost a unit or is left alone (C5.3); then the attacker may advance (C4.5)."""
    here = s.target - 1
    leader = s.leader_at[here] - 1
    if leader < 0 or not (s.has_lost_unit or is_empty_of_units(s, here)):
        offer_advance(s)
        return
    s.mover = leader + 1
    s.steps_left = MAX_FLIGHT
    s.phase = Phase.FLIGHT
    if not can_continue_move(s):
        log_event(log, Clause.C5_3, EventKind.NO_FLIGHT, (leader, here, 0, 0))
        clear_move(s)
        offer_advance(s)


@kernel
def is_empty_of_units(s: CivilWarState, hex_: int) -> bool:
    return s.unit_at[hex_] == 0 and s.artillery_at[hex_] == 0


@kernel
def offer_advance(s: CivilWarState) -> None:
    if is_empty_of_units(s, s.target - 1) and can_advance(s):
        s.phase = Phase.ADVANCE
    else:
        end_action(s)


@kernel
def can_advance(s: CivilWarState) -> bool:
    """Return whether the attacker may enter the empty hex (C4.5, option fire_advance)."""
    piece, hex_ = s.actor - 1, s.target - 1
    kind = s.kind[piece]
    if s.moves_from[piece] > s.turn or kind == GUNBOAT or kind == LEADER:
        return False
    if s.assault:
        return True
    return s.fire_advance != 0 and hex_distance(s, s.hex_of[piece] - 1, hex_) == 1


@kernel
def why_not_follow(s: CivilWarState) -> int:
    """Return the clause that keeps the leader from following the attacker, or 0 (C4.5, C6.1).

    He began the turn with the attacker unless it has moved: a leader who has moved himself has acted."""
    leader = leader_with(s, s.actor - 1)
    if leader == 0 or s.moves_from[leader - 1] > s.turn or s.moved_first:
        return Clause.C4_5
    if s.acted[leader - 1] == HAS_RALLIED:
        return Clause.C6_1
    return Clause.C4_5 if s.acted[leader - 1] else 0


@kernel
def advance_attacker(s: CivilWarState, with_leader: bool, log: Words) -> None:
    piece, hex_ = s.actor - 1, s.target - 1
    here = s.hex_of[piece] - 1
    leader = s.leader_at[here] if with_leader else 0
    log_event(log, Clause.C4_5, EventKind.ADVANCED, (piece, here, hex_, leader))
    enter_hex(s, piece, hex_, log)
    if leader != 0:
        s.acted[leader - 1] = 1
        enter_hex(s, leader - 1, hex_, log)
    end_action(s)


@kernel
def end_action(s: CivilWarState) -> None:
    """Clear the fields of the combat or rally, and let the side act again."""
    s.actor = 0
    s.target = 0
    s.assault = 0
    s.dice_left = 0
    s.hits = 0
    s.ones = 0
    s.shaken_unit = 0
    s.must_retreat = 0
    s.has_displaced = 0
    s.has_lost_unit = 0
    s.moved_first = 0
    s.phase = Phase.ACT
