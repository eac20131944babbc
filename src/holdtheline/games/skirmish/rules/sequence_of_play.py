"""The sequence of play: the seat to move, and what each move and each roll does (K2, K3, K5)."""

from __future__ import annotations

from ....core.definition import CHANCE, OVER
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import ENEMIES, FRIENDS, Phase, SkirmishState
from .activation import activate, begin_leg, cross_gap, leave_with_active, resolve_aftermath, stay
from .ai_general import decide_move, resolve_opponent_roll
from .combat.blows import resolve_hang_on_roll, resolve_save_roll, resolve_strike_roll
from .combat.melee import begin_fight
from .combat.rout import resolve_rally_roll, resolve_rout_test
from .combat.shooting import begin_shot
from .corrections import correct
from .events import Log
from .movement.legs import pivot
from .moves import MoveKind, move_kind, move_thing, move_x, move_y
from .objectives import pick_up, resolve_goal_roll
from .rounds import open_round, pass_turn
from .traits.start_rolls import resolve_start_roll

# Whose turn it is


@kernel
def turn(s: SkirmishState) -> int:
    """Return the seat that decides, CHANCE or OVER."""
    if s.phase == Phase.CHOOSE or s.phase == Phase.ACTING:
        return s.general if s.side == FRIENDS else s.generals
    return OVER if s.phase == Phase.OVER else CHANCE


@kernel
def is_ai_turn(s: SkirmishState) -> bool:
    """Return whether the AI general decides now (K5)."""
    return s.enemy_seat == 0 and s.side == ENEMIES and (s.phase == Phase.CHOOSE or s.phase == Phase.ACTING)


@kernel
def apply_move(s: SkirmishState, code: int, log: Log) -> None:
    """Carry out a decision of a general, human or not."""
    kind, thing = move_kind(code), move_thing(code)
    if kind == MoveKind.PASS:
        pass_turn(s, log)
    elif kind == MoveKind.ACTIVATE:
        activate(s, thing, log)
    elif kind == MoveKind.PICK_UP:
        pick_up(s, thing, log)
    elif kind == MoveKind.LEG:
        begin_leg(s, move_x(code), move_y(code), log)
    elif kind == MoveKind.FACE:
        pivot(s, move_x(code), move_y(code), log)
    elif kind == MoveKind.SHOOT:
        begin_shot(s, thing, log)
    elif kind == MoveKind.FIGHT:
        begin_fight(s, thing, log)
    elif kind == MoveKind.LEAVE:
        leave_with_active(s, log)
    elif kind == MoveKind.CORRECT:
        correct(s, thing, move_x(code), move_y(code), log)
    else:
        stay(s, log)


@kernel
def apply_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Carry out what the face of a die decides."""
    phase = s.phase
    if phase == Phase.OPEN:
        open_round(s, face, log)
    elif phase == Phase.WHICH:
        resolve_opponent_roll(s, face, log)
    elif phase == Phase.GOAL:
        resolve_goal_roll(s, face, log)
    elif phase == Phase.CROSS:
        cross_gap(s, face, log)
    else:
        if phase == Phase.RALLY:
            resolve_rally_roll(s, face, log)
        elif phase == Phase.ROUT_TEST:
            resolve_rout_test(s, face, log)
        elif phase == Phase.START:
            resolve_start_roll(s, face, log)
        elif phase == Phase.SAVE:
            resolve_save_roll(s, face, log)
        elif phase == Phase.HANG:
            resolve_hang_on_roll(s, face, log)
        else:
            resolve_strike_roll(s, face, log)
        if s.phase == phase:  # else another die of the same blow comes first, or the character acts
            resolve_aftermath(s, log)


@kernel
def apply(s: SkirmishState, step: int, log: Log) -> None:
    """Apply a step, and then every move of the AI general until the next roll or human decision."""
    if s.phase == Phase.CHOOSE or s.phase == Phase.ACTING:
        apply_move(s, step, log)
    else:
        apply_roll(s, step, log)
    while is_ai_turn(s):
        code = decide_move(s, log)
        if code != 0:
            apply_move(s, code, log)


@kernel
def hide(s: SkirmishState, seat: int) -> None:
    """Hide nothing: the whole table is open to everyone."""


@kernel
def guess(s: SkirmishState, seat: int, stream: Words) -> None:
    """Guess nothing: nothing is hidden."""
