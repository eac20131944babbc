"""Rounds: how one opens, who has the turn in it, and how it ends (K2, K6.1)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .arriving import let_in
from .happened import Happened
from .losses import begin_test, break_up, drown
from .outcome import be_over, has_ended
from .space import first_of, stands
from .state import (
    CHARACTERS,
    ENEMIES,
    FRIENDS,
    MOST_OF_A_SIDE,
    SIDES,
    After,
    Clause,
    Phase,
    There,
)

AI_STARTS = 3
"""K2.1: up to this face."""


@kernel
def new_round(s: Any) -> None:
    """K2.3: the next round begins with a die."""
    s.round += 1
    s.passed = 0
    for piece in range(CHARACTERS):
        s.done[piece] = 0
        s.shot_at[piece] = 0
    s.phase = Phase.OPEN


@kernel
def open_round(s: Any, face: Any, log: Any) -> None:
    """K2.1."""
    s.first = ENEMIES if face <= AI_STARTS else FRIENDS
    note(log, Clause.K2_1, Happened.ROUND_OPENED, (s.round, face, s.first, 0))
    let_in(s, log)
    hand_over(s, s.first, log)


@kernel
def can_activate(s: Any, seat: Any) -> Any:
    """Whether a general has somebody left who has not been activated."""
    first = first_of(FRIENDS if seat < s.generals else ENEMIES)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if s.there[piece] == There.NOBODY:
            return False
        if stands(s, piece) and s.done[piece] == 0 and (seat == s.generals or s.owner[piece] == seat):
            return True
    return False


@kernel
def is_ready(s: Any, seat: Any) -> Any:
    """Whether a general has somebody left, and has not passed since anybody was activated."""
    return s.passed >> seat & 1 == 0 and can_activate(s, seat)


@kernel
def hand_over(s: Any, side: Any, log: Any) -> None:
    """K2.2, K6.1: this side's turn, or the other's if nobody here goes on; else the round ends."""
    s.phase = Phase.CHOOSE
    for other in range(SIDES):
        s.side = side if other == 0 else 1 - side
        if s.side == ENEMIES:
            if is_ready(s, s.generals):
                return
        else:
            for place in range(1, s.generals + 1):
                seat = (s.general + place) % s.generals
                if is_ready(s, seat):
                    s.general = seat
                    return
    end_round(s, log)


@kernel
def pass_on(s: Any, log: Any) -> None:
    """K2.2: the other goes on."""
    seat = s.general if s.side == FRIENDS else s.generals
    s.passed |= 1 << seat
    note(log, Clause.K2_2, Happened.PASSED, (seat, 0, 0, 0))
    hand_over(s, 1 - s.side, log)


@kernel
def end_round(s: Any, log: Any) -> None:
    """K2.3: who is to drown does, and when the companies have tested the round is over."""
    note(log, Clause.K2_3, Happened.ROUND_ENDED, (s.round, 0, 0, 0))
    drown(s, log)
    s.after = After.ROUND
    close_round(s, log)


@kernel
def close_round(s: Any, log: Any) -> None:
    """The battle ends here, or a company tests first, or the next round begins."""
    if is_held_up(s, log):
        return
    s.after = After.END
    if s.round >= s.rounds:
        s.winner = s.timeout
        be_over(s, log)
    else:
        new_round(s)


@kernel
def is_held_up(s: Any, log: Any) -> Any:
    """Whether the battle has ended, or a company tests first; companies that leave or break have done so."""
    while True:
        if has_ended(s, s.after == After.ROUND):
            be_over(s, log)
            return True
        if not break_up(s, log):
            return begin_test(s)
