"""The course of a battle, step by step: whose turn it is, decisions, dice, and activations (K2.2, K3)."""

from __future__ import annotations

from typing import Any

from ...core.contract import CHANCE, OVER, note
from ...core.kernel import kernel
from .arriving import roll_goal
from .blows import is_followed_up, next_blow, roll_hanging, roll_save, strike
from .crossing import begin_crossing, forget_crossing, roll_crossing
from .fighting import begin_fight, begin_free_blow, begin_shot, can_shoot, nth_to_fight, to_fight
from .general import decide, roll_which
from .happened import Happened
from .losses import leave, roll_rally, roll_test
from .moves import Do, do_of, thing_of, why_no_leave, x_of, y_of
from .moving import face, is_leaving, longest_leg, move, pick_up
from .rounds import close_round, hand_over, is_held_up, open_round, pass_on
from .routing import rout_move
from .space import side_of, stands
from .state import ENEMIES, FRIENDS, After, Clause, Phase

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
    elif do == Do.LEAVE:
        walk_out(s, log)
    else:
        stay(s, log)


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
    if phase == Phase.GOAL:
        roll_goal(s, face, log)
        return
    if phase == Phase.CROSS:
        roll_crossing(s, face, log)
        after_leg(s, log)
        return
    if phase == Phase.RALLY:
        if roll_rally(s, face, log):
            s.phase = Phase.ACTING
            return
        s.after = After.FLEE
    elif phase == Phase.ROUT_TEST:
        roll_test(s, face, log)
    elif phase == Phase.SAVE:
        roll_save(s, face, log)
    elif phase == Phase.HANG:
        roll_hanging(s, face, log)
    else:
        strike(s, face, log)
    if s.phase == phase:  # else another die of the same blow comes first
        settle(s, log)


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
    s.blow = 0
    s.hurt = 0
    s.felled = 0
    s.brink = 0
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
    """A leg; over a gap a die comes first."""
    if not begin_crossing(s, x, y):
        move(s, x, y, log)
        after_leg(s, log)


@kernel
def after_leg(s: Any, log: Any) -> None:
    """What comes of a leg: a fight, a departure, or the end of the activation."""
    piece = s.actor - 1
    if s.charged:
        if to_fight(s) == 1:
            begin_fight(s, nth_to_fight(s, 0), log)
    elif is_leaving(s, piece):
        leave(s, piece, False, log)
        s.after = After.END
        settle(s, log)
    elif longest_leg(s) == 0 and not can_shoot(s) and to_fight(s) == 0 and why_no_leave(s) != 0:
        end_activation(s, log)


@kernel
def stay(s: Any, log: Any) -> None:
    """The activation ends; who is at the edge with what is to be carried off leaves with it."""
    note(log, Clause.K2_2, Happened.STAYED, (s.actor - 1, 0, 0, 0))
    if is_leaving(s, s.actor - 1):
        walk_out(s, log)
    else:
        end_activation(s, log)


@kernel
def walk_out(s: Any, log: Any) -> None:
    """The active character leaves the table."""
    leave(s, s.actor - 1, False, log)
    s.after = After.END
    settle(s, log)


@kernel
def flee(s: Any, log: Any) -> None:
    """K3.2."""
    if rout_move(s, log):
        leave(s, s.actor - 1, True, log)
    s.after = After.END


@kernel
def settle(s: Any, log: Any) -> None:
    """What follows a blow, a flight or a test, in the order that `blows` tells."""
    while True:
        if is_held_up(s, log):
            return
        if s.after != After.FLEE or not stands(s, s.actor - 1):
            break
        if begin_free_blow(s, log):
            return
        flee(s, log)
    if s.after == After.ROUND:
        close_round(s, log)
    elif s.after == After.BLOW and next_blow(s, log):
        return
    elif s.after == After.BLOW and is_followed_up(s):
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
    forget_crossing(s)
    begin(s)
