"""Activations: begin one, finish a leg, flee, follow up, and end it (K2.2, K3).

`resolve_aftermath` does what follows a blow, a flight or a test, in the order that `combat.blows` describes."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ..state import CharacterStatus, Clause, Continuation, Phase, SkirmishState
from .battlefield import has_trait, is_standing, pack_place, place_character, side_of
from .combat.casualties import leave_battlefield, remove_fallen
from .combat.melee import begin_fight, begin_free_blow, begin_next_blow, count_opponents, has_follow_up, nth_opponent
from .combat.rout import move_routing
from .combat.shooting import can_shoot
from .events import EventKind, Log
from .movement.legs import begin_crossing, clear_crossing, longest_leg, resolve_crossing_roll, spend_leg, step_to
from .movement.paths import stop_before_gap
from .moves import why_not_leave
from .objectives import is_carrying_off
from .rounds import finish_round, hand_over_turn, resolve_losses
from .traits.catalog import CANNOT_BE_FELLED


@kernel
def reset_activation(s: SkirmishState) -> None:
    """Forget what the activation has used so far, its blow and the plan of the AI general."""
    s.legs = 0
    s.moved_far = 0
    s.pivoted = 0
    s.charged = 0
    if s.actor != 0:
        s.start_x = s.x[s.actor - 1]
        s.start_y = s.y[s.actor - 1]
    s.striker = 0
    s.target = 0
    s.blow_phase = 0
    s.hurt = 0
    s.felled = 0
    s.thrown_over = 0
    s.continuation = Continuation.END
    s.ai_line = 0
    s.ai_target = 0
    s.next_leg_x = 0
    s.next_leg_y = 0
    s.has_next_leg = 0


@kernel
def clear_activation(s: SkirmishState) -> None:
    """Leave no character active."""
    if s.actor != 0:
        s.pace[s.actor - 1] -= s.rolled_pace
        s.attack[s.actor - 1] -= s.rolled_attack
    s.rolled_pace = 0
    s.rolled_attack = 0
    s.actor = 0
    s.follow_ups = 0
    s.free_blow_striker = 0
    s.testing_company = 0
    s.onward_x = 0
    s.onward_y = 0
    s.start_x = 0
    s.start_y = 0
    clear_crossing(s)
    reset_activation(s)


@kernel
def end_activation(s: SkirmishState, log: Log) -> None:
    """End the activation; the other side has the turn (K2.2)."""
    piece = s.actor - 1
    s.done[piece] = 1
    clear_activation(s)
    hand_over_turn(s, 1 - side_of(piece), log)


@kernel
def begin_follow_up(s: SkirmishState, log: Log) -> None:
    """Give the active character another activation with half the move (K3.9)."""
    s.follow_ups += 1
    reset_activation(s)
    s.phase = Phase.ACTING
    log_event(log, Clause.K3_9, EventKind.ACTIVATED, (s.actor - 1, 1, 0, 0))


@kernel
def resolve_aftermath(s: SkirmishState, log: Log) -> None:
    """Do what follows a blow, a flight or a test: steps 6 to 9 of `combat.blows`."""
    while True:
        if resolve_losses(s, log):
            return
        if s.continuation != Continuation.FLEE or not is_standing(s, s.actor - 1):
            break
        if begin_free_blow(s, log):
            return
        if move_routing(s, log):  # K3.2
            leave_battlefield(s, s.actor - 1, CharacterStatus.FLED, Clause.K3_2, log)
        s.continuation = Continuation.END
    if s.continuation == Continuation.ROUND:
        finish_round(s, log)
    elif s.continuation == Continuation.BLOW and begin_next_blow(s, log):
        return
    elif s.continuation == Continuation.BLOW and has_follow_up(s):
        begin_follow_up(s, log)
    else:
        end_activation(s, log)


# What the active character does


@kernel
def activate(s: SkirmishState, piece: int, log: Log) -> None:
    """Activate a character; one who routs may rally, or flees at once (K2.2, K3.2)."""
    s.passed = 0
    s.actor = piece + 1
    reset_activation(s)
    log_event(log, Clause.K2_2, EventKind.ACTIVATED, (piece, 0, 0, 0))
    if s.routs[piece] == 0:
        s.phase = Phase.START if s.start_roll[piece] != 0 else Phase.ACTING
    elif s.rally:
        s.phase = Phase.RALLY
    else:
        s.continuation = Continuation.FLEE
        resolve_aftermath(s, log)


@kernel
def leave_with_active(s: SkirmishState, log: Log) -> None:
    """Take the active character off the table."""
    clause = Clause.K3_2 if why_not_leave(s) == 0 else Clause.K3_1
    leave_battlefield(s, s.actor - 1, CharacterStatus.LEFT, clause, log)
    s.continuation = Continuation.END
    resolve_aftermath(s, log)


@kernel
def finish_leg(s: SkirmishState, log: Log) -> None:
    """Do what follows a leg: a fight, leaving the table, or the end of the activation if nothing is left to do."""
    if s.charged:
        if count_opponents(s) == 1:
            begin_fight(s, nth_opponent(s, 0), log)
    elif is_carrying_off(s, s.actor - 1):
        leave_with_active(s, log)
    elif longest_leg(s) == 0 and not can_shoot(s) and count_opponents(s) == 0 and why_not_leave(s) != 0:
        end_activation(s, log)


@kernel
def begin_leg(s: SkirmishState, x: int, y: int, log: Log) -> None:
    """Move a leg; over a gap, ask for a roll first."""
    if not begin_crossing(s, x, y):
        spend_leg(s, x, y)
        step_to(s, x, y, log)
        finish_leg(s, log)


@kernel
def cross_gap(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll at a gap: the active character crosses, stops before it, or falls (trait `falls_on`)."""
    piece, gap = s.actor - 1, s.crossing - 1
    if face > s.terrain_fall[gap] or has_trait(s, piece, CANNOT_BE_FELLED):
        resolve_crossing_roll(s, face, log)
        finish_leg(s, log)
        return
    x, y = stop_before_gap(s, piece, s.x[piece], s.y[piece], s.crossing_x, s.crossing_y)
    place_character(s, piece, x, y)
    log_event(log, Clause.K3_4, EventKind.FELL_INTO, (piece, gap, face, pack_place(x, y)))
    clear_crossing(s)
    remove_fallen(s, piece, 0, log)
    s.continuation = Continuation.END
    resolve_aftermath(s, log)


@kernel
def stay(s: SkirmishState, log: Log) -> None:
    """End the activation. A carrier at the edge leaves with what it carries."""
    log_event(log, Clause.K2_2, EventKind.STAYED, (s.actor - 1, 0, 0, 0))
    if is_carrying_off(s, s.actor - 1):
        leave_with_active(s, log)
    else:
        end_activation(s, log)
