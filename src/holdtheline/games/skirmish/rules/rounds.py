"""Rounds: which side starts, whose turn it is, companies that break, and the end of the round (K2, K6.1)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ..state import (
    ENEMIES,
    FRIENDS,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    SIDE_COUNT,
    Clause,
    Continuation,
    PendingRout,
    Phase,
    SkirmishState,
)
from .battlefield import characters_of_side, is_standing
from .combat.casualties import drown_held, has_members_present, withdraw_company
from .combat.rout import begin_rout_test, company_losses, has_broken, rout_company
from .deployment import bring_in_arrivals
from .endings import end_battle, note_ending
from .events import EventKind, Log

AI_STARTS_UP_TO = 3
"""K2.1: on this face or a lower one the AI general starts."""


@kernel
def start_round(s: SkirmishState) -> None:
    """Begin the next round, which opens with a roll (K2.3)."""
    s.round += 1
    s.passed = 0
    for piece in range(MAX_CHARACTERS):
        s.done[piece] = 0
        s.shot_at[piece] = 0
    s.phase = Phase.OPEN


@kernel
def open_round(s: SkirmishState, face: int, log: Log) -> None:
    """Let the roll decide which side starts, and bring in late arrivals (K2.1)."""
    s.first_side = ENEMIES if face <= AI_STARTS_UP_TO else FRIENDS
    log_event(log, Clause.K2_1, EventKind.ROUND_OPENED, (s.round, face, s.first_side, 0))
    bring_in_arrivals(s, log)
    hand_over_turn(s, s.first_side, log)


@kernel
def has_unactivated(s: SkirmishState, seat: int) -> bool:
    """Return whether a seat has a character who has not been activated in this round."""
    for piece in characters_of_side(s, FRIENDS if seat < s.generals else ENEMIES):
        if is_standing(s, piece) and s.done[piece] == 0 and (seat == s.generals or s.owner[piece] == seat):
            return True
    return False


@kernel
def is_ready_to_act(s: SkirmishState, seat: int) -> bool:
    """Return whether a seat has a character left and has not passed since the last activation."""
    return s.passed >> seat & 1 == 0 and has_unactivated(s, seat)


@kernel
def hand_over_turn(s: SkirmishState, side: int, log: Log) -> None:
    """Give the turn to a side, or the other if it passed or has none to activate; else end the round (K2.2, K6.1)."""
    s.phase = Phase.CHOOSE
    for other in range(SIDE_COUNT):
        s.side = side if other == 0 else 1 - side
        if s.side == ENEMIES:
            if is_ready_to_act(s, s.generals):
                return
        else:
            for step in range(1, s.generals + 1):
                seat = (s.general + step) % s.generals
                if is_ready_to_act(s, seat):
                    s.general = seat
                    return
    end_round(s, log)


@kernel
def pass_turn(s: SkirmishState, log: Log) -> None:
    """Pass: the other side has the turn (K2.2)."""
    seat = s.general if s.side == FRIENDS else s.generals
    s.passed |= 1 << seat
    log_event(log, Clause.K2_2, EventKind.PASSED, (seat, 0, 0, 0))
    hand_over_turn(s, 1 - s.side, log)


@kernel
def end_round(s: SkirmishState, log: Log) -> None:
    """End the round: characters held too long drown, companies test, then the next round begins (K2.3)."""
    log_event(log, Clause.K2_3, EventKind.ROUND_ENDED, (s.round, 0, 0, 0))
    drown_held(s, log)
    s.continuation = Continuation.ROUND
    finish_round(s, log)


@kernel
def finish_round(s: SkirmishState, log: Log) -> None:
    """End the battle, begin a rout test that is due, or start the next round."""
    if resolve_losses(s, log):
        return
    s.continuation = Continuation.END
    if s.round >= s.rounds:
        s.winner = s.timeout_winner
        end_battle(s, log)
    else:
        start_round(s)


@kernel
def break_companies(s: SkirmishState, log: Log) -> bool:
    """Let companies leave after their losses (trait `leaves_after`), or rout without a test.

    Traits `routs_without` and `breaks_at` make them rout. Return whether any did.
    """
    has_changed = False
    for company in range(MAX_COMPANIES):
        if 0 < s.company_leaves_at[company] <= company_losses(s, company) and has_members_present(s, company):
            withdraw_company(s, company, log)
            has_changed = True
        elif s.company_pending_rout[company] == PendingRout.BREAKS:
            s.company_pending_rout[company] = PendingRout.NO
            after_losses = 1 if has_broken(s, company) else 0
            log_event(log, Clause.K4_3, EventKind.BROKE, (company, after_losses, 0, 0))
            rout_company(s, company)
            has_changed = True
    return has_changed


@kernel
def resolve_losses(s: SkirmishState, log: Log) -> bool:
    """End the battle, let companies leave or break, or begin a rout test: what comes first after a loss.

    Return whether the battle has ended or a company must test, so that play does not continue.
    """
    while True:
        if note_ending(s, s.continuation == Continuation.ROUND):
            end_battle(s, log)
            return True
        if not break_companies(s, log):
            return begin_rout_test(s)
