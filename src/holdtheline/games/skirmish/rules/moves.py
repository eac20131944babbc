"""Moves as numbers, and the clause that forbids a move (K2.2, K3)."""

from __future__ import annotations

from enum import IntEnum

from ....core.dice import FACES
from ....core.kernel.compiler import kernel
from ..state import FIRST_OBJECTIVE, FRIENDS, MAX_CHARACTERS, MAX_OBJECTIVES, Clause, Phase, SkirmishState
from .battlefield import is_engaged, is_standing, side_of
from .combat.melee import why_not_fight
from .combat.shooting import why_not_shoot
from .corrections import why_not_correct
from .movement.legs import why_not_move, why_not_pivot
from .movement.terrain import is_at_exit_door
from .objectives import why_not_pick_up


class MoveKind(IntEnum):
    """What a move does. The comment names the numbers it takes."""

    PASS = 1
    ACTIVATE = 2  # character
    PICK_UP = 3  # thing: a character who lies on the ground, or an objective
    LEG = 5  # x, y: move straight to there, facing it
    FACE = 6  # x, y: pivot towards there
    SHOOT = 7  # character: pivot towards it and shoot
    FIGHT = 8  # character
    STAY = 9  # end the activation
    LEAVE = 10  # leave by a door (traits `room`, `exit_for`)
    CORRECT = 11  # character, x, y: where its figure stands on the real table (option `corrections`)


@kernel
def pack_move(kind: int, thing: int, x: int, y: int) -> int:
    return kind << 40 | thing << 32 | x << 16 | y


@kernel
def move_kind(code: int) -> int:
    return code >> 40


@kernel
def move_thing(code: int) -> int:
    """Return the character or the thing that a move names."""
    return code >> 32 & 255


@kernel
def move_x(code: int) -> int:
    return code >> 16 & 65535


@kernel
def move_y(code: int) -> int:
    return code & 65535


@kernel
def is_well_formed(code: int) -> bool:
    """Return whether the numbers a move takes are in range, and the others are 0."""
    kind, thing, x, y = move_kind(code), move_thing(code), move_x(code), move_y(code)
    if code != pack_move(kind, thing, x, y):
        return False
    if kind == MoveKind.LEG or kind == MoveKind.FACE:
        return thing == 0
    if kind == MoveKind.CORRECT:
        return thing < MAX_CHARACTERS
    if x != 0 or y != 0:
        return False
    if kind == MoveKind.PICK_UP:
        return thing < FIRST_OBJECTIVE + MAX_OBJECTIVES
    if kind == MoveKind.ACTIVATE or kind == MoveKind.SHOOT or kind == MoveKind.FIGHT:
        return thing < MAX_CHARACTERS
    return thing == 0 and (kind == MoveKind.PASS or kind == MoveKind.STAY or kind == MoveKind.LEAVE)


# Which clause forbids a move


@kernel
def why_not(s: SkirmishState, step: int) -> int:
    """Return the clause that refuses this step, or 0."""
    phase = s.phase
    if phase == Phase.CHOOSE:
        return why_not_choose(s, step)
    if phase == Phase.ACTING:
        return why_not_act(s, step)
    if phase == Phase.OVER:
        return Clause.K2_3
    return 0 if 1 <= step <= FACES else die_clause(s)


@kernel
def die_clause(s: SkirmishState) -> int:
    """Return the clause that asks for this roll."""
    phase = s.phase
    if phase == Phase.OPEN:
        return Clause.K2_1
    if phase == Phase.ROUT_TEST:
        return Clause.K4_3
    if phase == Phase.RALLY:
        return Clause.K3_2
    if phase == Phase.CROSS:
        return Clause.K3_4
    if phase == Phase.START:
        return Clause.K2_2
    if phase == Phase.GOAL:
        return Clause.K6_3
    if phase == Phase.SAVE or phase == Phase.HANG:
        return Clause.K4_2
    return Clause.K5_3 if phase == Phase.WHICH else Clause.K4_1


@kernel
def why_not_choose(s: SkirmishState, code: int) -> int:
    """Return the clause that forbids activating this character, passing (K2.2), or correcting a place (K1.1), or 0."""
    kind, piece = move_kind(code), move_thing(code)
    if kind == MoveKind.CORRECT and is_well_formed(code):
        return why_not_correct(s, piece, move_x(code), move_y(code))
    if not is_well_formed(code) or (kind != MoveKind.PASS and kind != MoveKind.ACTIVATE):
        return Clause.K2_2
    return 0 if kind == MoveKind.PASS else why_not_activate(s, piece)


@kernel
def why_not_activate(s: SkirmishState, piece: int) -> int:
    if side_of(piece) != s.side or not is_standing(s, piece) or s.done[piece] != 0:
        return Clause.K2_2
    return Clause.K6_1 if s.side == FRIENDS and s.owner[piece] != s.general else 0


@kernel
def why_not_act(s: SkirmishState, code: int) -> int:
    """Return the clause that forbids the active character this action (K3), or 0."""
    kind, thing = move_kind(code), move_thing(code)
    if not is_well_formed(code) or kind < MoveKind.PICK_UP or kind == MoveKind.CORRECT:
        return Clause.K2_2
    if kind == MoveKind.FIGHT:
        return why_not_fight(s, thing)
    if s.charged:
        return Clause.K3_7
    if is_engaged(s, s.actor - 1):
        return Clause.K3_3
    if kind == MoveKind.LEG:
        return why_not_move(s, move_x(code), move_y(code))
    if kind == MoveKind.FACE:
        return why_not_pivot(s, move_x(code), move_y(code))
    if kind == MoveKind.PICK_UP:
        return why_not_pick_up(s, thing)
    if kind == MoveKind.LEAVE:
        return why_not_leave(s)
    return 0 if kind == MoveKind.STAY else why_not_shoot(s, thing)


@kernel
def why_not_leave(s: SkirmishState) -> int:
    """Return 0 if the active character touches a door by which it may leave (traits `room`, `exit_for`)."""
    piece = s.actor - 1
    is_at_door = is_at_exit_door(s, side_of(piece), s.x[piece], s.y[piece], s.radius[piece])
    return 0 if is_at_door else Clause.K3_2
