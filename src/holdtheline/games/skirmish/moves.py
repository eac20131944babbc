"""The decisions of a battle as numbers, which of them are legal, and the clause that says so."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...core.dice import FACES
from ...core.kernel import kernel
from .fighting import why_no_fight, why_no_shot
from .moving import why_no_leg, why_no_pick_up
from .space import is_at_exit, is_engaged, is_on_table, side_of, stands
from .state import CHARACTERS, FIRST_OBJECTIVE, FRIENDS, MOST_OBJECTIVES, Clause, Phase


class Do(IntEnum):
    """What a code decides, and which of its numbers count."""

    PASS = 1
    ACTIVATE = 2  # character
    PICK_UP = 3  # thing: a character that lies, or an objective (FIRST_OBJECTIVE and on)
    LEG = 5  # x, y: a straight way to there; it looks where it goes
    FACE = 6  # x, y: it pivots towards there
    SHOOT = 7  # character; it pivots towards it
    FIGHT = 8  # character
    STAY = 9  # the activation ends
    LEAVE = 10  # it leaves a closed room by the exit (trait)


@kernel
def packed(do: Any, thing: Any, x: Any, y: Any) -> Any:
    return do << 40 | thing << 32 | x << 16 | y


@kernel
def do_of(code: Any) -> Any:
    return code >> 40


@kernel
def thing_of(code: Any) -> Any:
    """The character, or the thing, that a code names."""
    return code >> 32 & 255


@kernel
def x_of(code: Any) -> Any:
    return code >> 16 & 65535


@kernel
def y_of(code: Any) -> Any:
    return code & 65535


@kernel
def is_tidy(code: Any) -> Any:
    """Whether the numbers that do not count for a code are 0, and the others are some thing's."""
    do, thing, x, y = do_of(code), thing_of(code), x_of(code), y_of(code)
    if code != packed(do, thing, x, y):
        return False
    if do == Do.LEG or do == Do.FACE:
        return thing == 0
    if x != 0 or y != 0:
        return False
    if do == Do.PICK_UP:
        return thing < FIRST_OBJECTIVE + MOST_OBJECTIVES
    if do == Do.ACTIVATE or do == Do.SHOOT or do == Do.FIGHT:
        return thing < CHARACTERS
    return thing == 0 and (do == Do.PASS or do == Do.STAY or do == Do.LEAVE)


# Why not


@kernel
def why_not(s: Any, step: Any) -> Any:
    """The clause that refuses this step here, or 0."""
    phase = s.phase
    if phase == Phase.CHOOSE:
        return why_no_choice(s, step)
    if phase == Phase.ACTING:
        return why_no_act(s, step)
    if phase == Phase.OVER:
        return Clause.K2_3
    return 0 if 1 <= step <= FACES else clause_of_die(s)


@kernel
def clause_of_die(s: Any) -> Any:
    """The clause that a die is rolled by."""
    phase = s.phase
    if phase == Phase.OPEN:
        return Clause.K2_1
    if phase == Phase.ROUT_TEST:
        return Clause.K4_3
    if phase == Phase.RALLY:
        return Clause.K3_2
    if phase == Phase.CROSS:
        return Clause.K3_4
    if phase == Phase.GOAL:
        return Clause.K6_3
    if phase == Phase.SAVE or phase == Phase.HANG:
        return Clause.K4_2
    return Clause.K5_3 if phase == Phase.WHICH else Clause.K4_1


@kernel
def why_no_choice(s: Any, code: Any) -> Any:
    """K2.2: a general activates somebody, or passes."""
    do, piece = do_of(code), thing_of(code)
    if not is_tidy(code) or (do != Do.PASS and do != Do.ACTIVATE):
        return Clause.K2_2
    return 0 if do == Do.PASS else why_no_activation(s, piece)


@kernel
def why_no_activation(s: Any, piece: Any) -> Any:
    if side_of(piece) != s.side or not stands(s, piece) or s.done[piece] != 0:
        return Clause.K2_2
    return Clause.K6_1 if s.side == FRIENDS and s.owner[piece] != s.general else 0


@kernel
def why_no_act(s: Any, code: Any) -> Any:
    """What the active character may do now (K3)."""
    do, thing = do_of(code), thing_of(code)
    if not is_tidy(code) or do < Do.PICK_UP:
        return Clause.K2_2
    if do == Do.FIGHT:
        return why_no_fight(s, thing)
    if s.charged:
        return Clause.K3_7
    if is_engaged(s, s.actor - 1):
        return Clause.K3_3
    if do == Do.LEG:
        return why_no_leg(s, x_of(code), y_of(code))
    if do == Do.FACE:
        return why_no_pivot(s, x_of(code), y_of(code))
    if do == Do.PICK_UP:
        return why_no_pick_up(s, thing)
    if do == Do.LEAVE:
        return why_no_leave(s)
    return 0 if do == Do.STAY else why_no_shot(s, thing)


@kernel
def why_no_leave(s: Any) -> Any:
    """Trait of a closed room: who touches its exit may leave."""
    piece = s.actor - 1
    if s.enclosed and is_at_exit(s, s.x[piece], s.y[piece], s.radius[piece]):
        return 0
    return Clause.K3_2


@kernel
def why_no_pivot(s: Any, x: Any, y: Any) -> Any:
    """K3.4: one pivot before each leg, and none after a full move."""
    piece = s.actor - 1
    if not is_on_table(x, y):
        return Clause.K1_1
    if s.legs > 1 or s.moved_far != 0 or s.turned != 0:
        return Clause.K3_4
    return Clause.K3_4 if x == s.x[piece] and y == s.y[piece] else 0
