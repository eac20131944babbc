"""The moves of a general as 372 actions."""

from __future__ import annotations

from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.battlefield import side_of
from ..rules.move_generation import LEG_COUNT, can_move, end_of_leg, list_actions_in_place, list_activations
from ..rules.moves import MoveKind, move_kind, move_thing, pack_move
from ..state import MAX_PER_SIDE, THING_COUNT, Phase, SkirmishState

PASS, STAY, LEAVE = range(3)
ACTIVATE = 3  # by the slot of the character, its place among those of its side
SHOOT = ACTIVATE + MAX_PER_SIDE  # by the slot of the enemy, as FIGHT
FIGHT = SHOOT + MAX_PER_SIDE
PICK_UP = FIGHT + MAX_PER_SIDE  # by thing
FIRST_LEG = PICK_UP + THING_COUNT  # by the number of the leg in `rules.move_generation`
ACTION_COUNT = FIRST_LEG + LEG_COUNT
NO_MOVE = 0


def layout(s: SkirmishState) -> list[int]:
    return [ACTION_COUNT]


@kernel
def leg_move(s: SkirmishState, leg: int) -> int:
    """Return the code of a listed leg, or NO_MOVE if it leads nowhere."""
    if not can_move(s):
        return NO_MOVE
    x, y = end_of_leg(s, leg)
    piece = s.actor - 1
    return NO_MOVE if x == s.x[piece] and y == s.y[piece] else pack_move(MoveKind.LEG, 0, x, y)


@kernel
def action_of(s: SkirmishState, layout: Words, code: int) -> int:
    """Return the action of a listed move. Two listed legs that end at the same place are the first of them."""
    kind, thing = move_kind(code), move_thing(code)
    if kind == MoveKind.LEG:
        leg = 0
        while leg < LEG_COUNT - 1 and leg_move(s, leg) != code:
            leg += 1
        return FIRST_LEG + leg
    if kind == MoveKind.PICK_UP:
        return PICK_UP + thing
    if kind == MoveKind.ACTIVATE:
        return ACTIVATE + thing % MAX_PER_SIDE
    if kind == MoveKind.SHOOT:
        return SHOOT + thing % MAX_PER_SIDE
    if kind == MoveKind.FIGHT:
        return FIGHT + thing % MAX_PER_SIDE
    if kind == MoveKind.STAY:
        return STAY
    return LEAVE if kind == MoveKind.LEAVE else PASS


@kernel
def code_of(s: SkirmishState, layout: Words, action: int) -> int:
    """Return the code of an action, legal or not; NO_MOVE for a leg that leads nowhere."""
    if action < 0 or action >= ACTION_COUNT:
        return NO_MOVE
    if action >= FIRST_LEG:
        return leg_move(s, action - FIRST_LEG) if s.phase == Phase.ACTING else NO_MOVE
    if action >= PICK_UP:
        return pack_move(MoveKind.PICK_UP, action - PICK_UP, 0, 0)
    slot = (action - ACTIVATE) % MAX_PER_SIDE
    if action >= SHOOT:
        enemies = 1 - side_of(s.actor - 1) if s.actor > 0 else 0
        kind = MoveKind.FIGHT if action >= FIGHT else MoveKind.SHOOT
        return pack_move(kind, enemies * MAX_PER_SIDE + slot, 0, 0)
    if action >= ACTIVATE:
        return pack_move(MoveKind.ACTIVATE, s.side * MAX_PER_SIDE + slot, 0, 0)
    if action == PASS:
        return pack_move(MoveKind.PASS, 0, 0, 0)
    return pack_move(MoveKind.STAY if action == STAY else MoveKind.LEAVE, 0, 0, 0)


@kernel
def mark_legal(s: SkirmishState, layout: Words, codes: Words, mask: Words) -> None:
    """Write 1 for each action of a listed move; every leg is computed once."""
    count = 0
    if s.phase == Phase.CHOOSE:
        count = list_activations(s, codes)
    elif s.phase == Phase.ACTING:
        count = list_actions_in_place(s, codes)
    for index in range(count):
        mask[action_of(s, layout, codes[index])] = 1
    if s.phase != Phase.ACTING or not can_move(s):
        return
    legs = 0
    for leg in range(LEG_COUNT):
        code, is_new = leg_move(s, leg), True
        for index in range(legs):
            if codes[index] == code:
                is_new = False
        if code != NO_MOVE and is_new:
            codes[legs] = code
            legs += 1
            mask[FIRST_LEG + leg] = 1
