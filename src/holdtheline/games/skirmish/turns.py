"""The course of a battle: rounds, activations in turn, and the end (K2, K3.9, K6.1)."""

from __future__ import annotations

from typing import Any

from ...core.contract import CHANCE, OVER, note
from ...core.kernel import kernel
from .fighting import (
    begin_back,
    begin_fight,
    begin_free_blow,
    begin_shot,
    can_shoot,
    nth_to_fight,
    roll_fight,
    roll_free_blow,
    strike,
    to_fight,
)
from .general import decide, roll_which
from .happened import Happened
from .losses import begin_test, leave, roll_rally, roll_test
from .moves import Do, do_of, thing_of, x_of, y_of
from .moving import face, is_leaving, longest_leg, move, pick_up, rout_move
from .outcome import be_over, has_ended
from .space import first_of, side_of, stands
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


# Whose turn it is


@kernel
def turn(s: Any) -> Any:
    """The seat that decides, CHANCE or OVER."""
    if s.phase == Phase.CHOOSE or s.phase == Phase.ACTING:
        return s.general if s.side == FRIENDS else s.generals
    return OVER if s.phase == Phase.OVER else CHANCE


@kernel
def is_generals(s: Any) -> Any:
    """Whether the AI general decides now."""
    return s.enemy_seat == 0 and s.side == ENEMIES and (s.phase == Phase.CHOOSE or s.phase == Phase.ACTING)


@kernel
def apply(s: Any, step: Any, log: Any) -> None:
    """A step, and whatever the AI general does until the next die or decision."""
    if s.phase == Phase.CHOOSE or s.phase == Phase.ACTING:
        take(s, step, log)
    else:
        roll(s, step, log)
    while is_generals(s):
        code = decide(s, log)
        if code != 0:
            take(s, code, log)


@kernel
def take(s: Any, code: Any, log: Any) -> None:
    """A decision of a general, human or not."""
    do, thing = do_of(code), thing_of(code)
    if do == Do.PASS:
        pass_on(s, log)
    elif do == Do.ACTIVATE:
        activate(s, thing, log)
    elif do == Do.PICK_UP:
        pick_up(s, thing, log)
    elif do == Do.LEG:
        go(s, x_of(code), y_of(code), log)
    elif do == Do.FACE:
        face(s, x_of(code), y_of(code), log)
    elif do == Do.SHOOT:
        begin_shot(s, thing, log)
    elif do == Do.FIGHT:
        begin_fight(s, thing, log)
    else:
        note(log, Clause.K2_2, Happened.STAYED, (s.actor - 1, 0, 0, 0))
        end_activation(s, log)


@kernel
def roll(s: Any, face: Any, log: Any) -> None:
    """The face of a die."""
    phase = s.phase
    if phase == Phase.OPEN:
        open_round(s, face, log)
        return
    if phase == Phase.WHICH:
        roll_which(s, face, log)
        return
    if phase == Phase.RALLY:
        if roll_rally(s, face, log):
            s.phase = Phase.ACTING
            return
        s.after = After.FLEE
    elif phase == Phase.FIGHTING:
        roll_fight(s, face, log)
    elif phase == Phase.FREE_BLOW:
        roll_free_blow(s, face, log)
    elif phase == Phase.ROUT_TEST:
        roll_test(s, face, log)
    else:
        strike(s, face, log)
    settle(s, log)


# A round


@kernel
def new_round(s: Any) -> None:
    """K2.3: the next round begins with a die."""
    s.round += 1
    s.passed = 0
    s.general = s.generals - 1
    for piece in range(CHARACTERS):
        s.done[piece] = 0
        s.shot_at[piece] = 0
    s.phase = Phase.OPEN


@kernel
def open_round(s: Any, face: Any, log: Any) -> None:
    """K2.1."""
    s.first = ENEMIES if face <= AI_STARTS else FRIENDS
    note(log, Clause.K2_1, Happened.ROUND_OPENED, (s.round, face, s.first, 0))
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
    """K2.3."""
    note(log, Clause.K2_3, Happened.ROUND_ENDED, (s.round, 0, 0, 0))
    if has_ended(s, True):
        be_over(s, log)
    elif s.round >= s.rounds:
        s.winner = s.timeout
        be_over(s, log)
    else:
        new_round(s)


# An activation


@kernel
def activate(s: Any, piece: Any, log: Any) -> None:
    """K3: routing comes first."""
    s.passed = 0
    s.actor = piece + 1
    begin(s)
    note(log, Clause.K2_2, Happened.ACTIVATED, (piece, 0, 0, 0))
    if s.routs[piece] == 0:
        s.phase = Phase.ACTING
    elif s.rally:
        s.phase = Phase.RALLY
    else:
        s.after = After.FLEE
        settle(s, log)


@kernel
def begin(s: Any) -> None:
    """Nothing of the activation has been used yet."""
    s.legs = 0
    s.moved_far = 0
    s.turned = 0
    s.charged = 0
    if s.actor != 0:
        s.start_x = s.x[s.actor - 1]
        s.start_y = s.y[s.actor - 1]
    s.striker = 0
    s.target = 0
    s.after = After.END
    s.line = 0
    s.aim = 0
    s.aim_x = 0
    s.aim_y = 0
    s.going = 0


@kernel
def follow_up(s: Any, log: Any) -> None:
    """K3.9: another activation with half the move."""
    s.extra += 1
    begin(s)
    s.phase = Phase.ACTING
    note(log, Clause.K3_9, Happened.ACTIVATED, (s.actor - 1, 1, 0, 0))


@kernel
def go(s: Any, x: Any, y: Any, log: Any) -> None:
    """A leg, and what comes of it: a fight, a departure, or the end of the activation."""
    piece = s.actor - 1
    move(s, x, y, log)
    if s.charged:
        if to_fight(s) == 1:
            begin_fight(s, nth_to_fight(s, 0), log)
    elif is_leaving(s, piece):
        leave(s, piece, False, log)
        s.after = After.END
        settle(s, log)
    elif longest_leg(s) == 0 and not can_shoot(s):
        end_activation(s, log)


@kernel
def flee(s: Any, log: Any) -> None:
    """K3.2."""
    if rout_move(s, log):
        leave(s, s.actor - 1, True, log)
    s.after = After.END


@kernel
def settle(s: Any, log: Any) -> None:
    """What follows a blow, a flight or a test: the end, tests, then the rest of the activation."""
    while True:
        if has_ended(s, False):
            be_over(s, log)
            return
        if begin_test(s):
            return
        if s.after != After.FLEE:
            break
        if begin_free_blow(s, log):
            return
        flee(s, log)
    if s.after == After.BACK:
        begin_back(s, log)
    elif s.after == After.FOLLOW_UP:
        follow_up(s, log)
    else:
        end_activation(s, log)


@kernel
def end_activation(s: Any, log: Any) -> None:
    piece = s.actor - 1
    s.done[piece] = 1
    stand_down(s)
    hand_over(s, 1 - side_of(piece), log)


@kernel
def stand_down(s: Any) -> None:
    """Nobody is active."""
    s.actor = 0
    s.extra = 0
    s.blows = 0
    s.tested = 0
    s.onward_x = 0
    s.onward_y = 0
    s.start_x = 0
    s.start_y = 0
    begin(s)
