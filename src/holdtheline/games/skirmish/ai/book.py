"""The `book` player: score each move by exact odds and by the ground, and make the best.

A blow counts as the part of an enemy that it takes, times its chance; a place by the walking distance to what the
scenario demands and by the enemies who could strike there. The player commands friends, or an enemy seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.dice import FACES
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.battlefield import first_of_side, has_trait, is_engaged, is_standing, is_within, side_of, would_touch
from ..rules.combat.blows import face_needed
from ..rules.combat.shooting import why_not_shoot_from
from ..rules.move_generation import legal_moves
from ..rules.moves import MoveKind, move_kind, move_thing, move_x, move_y
from ..rules.traits.catalog import CANNOT_BE_FELLED
from ..scenario.setup import setup
from ..state import CONTACT_GAP, FIRST_OBJECTIVE, INCH, MAX_PER_SIDE, MAX_TERRAIN, CharacterStatus, Phase, SkirmishState
from .goals import Goal, carries_winning_objective, find_goal, is_key_character, wins_by_leaving, wins_by_objective
from .walking_distance import compute_walking_steps, walking_distance

WORST_SCORE = -(10**12)

# The value of a character, in thousandths of an average one

BODY_VALUE, ATTACK_VALUE, DEFENCE_VALUE, SHOOTER_VALUE = 600, 150, 100, 200
KEY_CHARACTER_FACTOR = 3
"""How many times more a character counts whose fall decides the battle."""
WOUND_PERCENT = 70
"""The value of a wound that does not fell, in percent of its share."""
FOLLOW_UP_PERCENT = 25
"""The value of a follow-up activation, in percent of the blow that wins it."""
DANGER_PERCENT = 30
"""The value of a blow the enemy may strike, in percent of its odds."""
OBJECTIVE_SCORE = 3000
"""The score for picking up an objective that wins."""
DENIAL_SCORE = 900
"""The score for picking up an objective that the enemy needs."""
ESCAPE_SCORE = 6000
"""The score for leaving the table where that wins."""

# The urgency of an activation

URGENT, SOON, LATER = 3000, 1500, 0


def prepare_memory(options: Mapping[str, Any]) -> Words:
    """Return the walking steps of the scenario's battlefield."""
    return steps_from_setup(setup(options))


def steps_from_setup(row: Words) -> Words:
    """Return the walking steps of the battle that begins in this state."""
    s = SkirmishState(row)
    shapes = []
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain]:
            first, count = s.first_corner[terrain], s.corner_count[terrain]
            xs, ys = (tuple(corners.tolist()[first : first + count]) for corners in (s.corner_x, s.corner_y))
            shapes.append((s.terrain_bits[terrain], s.terrain_rounding[terrain], xs, ys))
    return compute_walking_steps(tuple(shapes))


@kernel
def choose(s: SkirmishState, codes: Words, stream: Words, memory: Words) -> int:
    """Return the move with the highest score."""
    count, goal = legal_moves(s, codes), active_goal(s, memory)
    best: int = codes[0]
    best_value = WORST_SCORE
    for index in range(count):
        value = move_value(s, memory, codes[index], goal)
        if value > best_value:
            best, best_value = codes[index], value
    return best


# Blows


@kernel
def character_value(s: SkirmishState, piece: int) -> int:
    value = BODY_VALUE + ATTACK_VALUE * s.attack[piece] + DEFENCE_VALUE * s.defence[piece]
    if s.shooting_range[piece] > 0:
        value += SHOOTER_VALUE
    return value * KEY_CHARACTER_FACTOR if is_key_character(s, piece) else value


@kernel
def hit_value(s: SkirmishState, piece: int) -> int:
    """Return what a hit takes from a character: all of it if no slot is free, else a part."""
    free_slots = s.slots[piece] - s.wounds[piece]
    if free_slots <= 0:
        return 0 if has_trait(s, piece, CANNOT_BE_FELLED) else character_value(s, piece)
    return character_value(s, piece) * WOUND_PERCENT // (100 * (free_slots + 1))


@kernel
def blow_value(s: SkirmishState, striker: int, target: int, is_shot: bool, worse: int) -> int:
    """Return what a blow takes on average; `worse` is added to the face it needs."""
    face = min(face_needed(s, striker, target, is_shot) + worse, FACES)
    value = hit_value(s, target) * (FACES + 1 - face) // FACES
    if s.saves_on[target] > 0:
        value = value * (s.saves_on[target] - 1) // FACES
    if not is_shot and s.slots[target] <= s.wounds[target]:
        value += value * FOLLOW_UP_PERCENT // 100
    return value


# Places


@kernel
def danger_at(s: SkirmishState, piece: int, x: int, y: int) -> int:
    """Return what enemies could take from a character here in their next activations."""
    total = 0
    first = first_of_side(1 - side_of(piece))
    for other in range(first, first + MAX_PER_SIDE):
        if s.status[other] == CharacterStatus.NOBODY:
            break
        if is_standing(s, other) and s.routs[other] == 0:
            reach = max(s.pace[other] + s.reach[other], s.shooting_range[other])
            if is_within(x, y, s.radius[piece], s.x[other], s.y[other], s.radius[other], reach + CONTACT_GAP):
                face = face_needed(s, other, piece, False)
                total += hit_value(s, piece) * (FACES + 1 - face) // FACES
    return total * DANGER_PERCENT // 100


@kernel
def best_fight_value(s: SkirmishState, piece: int, x: int, y: int) -> int:
    """Return what the best fight takes that a charge to this place leads to, or 0 if there is none."""
    best = 0
    first = first_of_side(1 - side_of(piece))
    for other in range(first, first + MAX_PER_SIDE):
        if s.status[other] == CharacterStatus.NOBODY:
            break
        if is_standing(s, other) and would_touch(s, piece, x, y, other):
            best = max(best, 1 + blow_value(s, piece, other, False, 0))
    return best


@kernel
def shot_value_from(s: SkirmishState, piece: int, x: int, y: int) -> int:
    """Return what a shot from here after a move takes, at the nearest enemy."""
    found, nearest = -1, 0
    first = first_of_side(1 - side_of(piece))
    for other in range(first, first + MAX_PER_SIDE):
        if s.status[other] == CharacterStatus.NOBODY:
            break
        if is_standing(s, other):
            distance = abs(s.x[other] - x) + abs(s.y[other] - y)
            if found < 0 or distance < nearest:
                found, nearest = other, distance
    if found < 0 or why_not_shoot_from(s, x, y, found) != 0:
        return 0
    return blow_value(s, piece, found, True, 1 if s.legs == 0 else 0)


# Moves


@kernel
def active_goal(s: SkirmishState, walks: Words) -> Goal:
    """Return the goal of the active character, if there is one."""
    return find_goal(s, walks, s.actor - 1) if s.phase == Phase.ACTING else (0, 0, 0, 0)


@kernel
def move_value(s: SkirmishState, walks: Words, code: int, goal: Goal) -> int:
    """Return the score of a move; `goal` is that of the active character."""
    kind, thing, piece = move_kind(code), move_thing(code), s.actor - 1
    if kind == MoveKind.PASS:
        return WORST_SCORE
    if kind == MoveKind.ACTIVATE:
        return urgency(s, thing)
    x, y = s.x[piece], s.y[piece]
    if kind == MoveKind.FIGHT:
        return blow_value(s, piece, thing, False, 0)
    if kind == MoveKind.LEAVE:
        return ESCAPE_SCORE if wins_by_leaving(s, piece) or carries_winning_objective(s, piece) else WORST_SCORE + 1
    if kind == MoveKind.PICK_UP:
        return pick_up_value(s, piece, thing)
    if kind == MoveKind.LEG:
        x, y = move_x(code), move_y(code)
    gx, gy, weight, near = goal
    distance = max(walking_distance(walks, x, y, gx, gy) - near, 0)
    value = -(weight * distance // INCH) - danger_at(s, piece, x, y)
    if kind == MoveKind.SHOOT:
        return value + blow_value(s, piece, thing, True, 0)
    if kind == MoveKind.LEG:
        value += best_fight_value(s, piece, x, y)
        if s.shooting_range[piece] > 0:
            value += shot_value_from(s, piece, x, y)
    return value


@kernel
def pick_up_value(s: SkirmishState, piece: int, thing: int) -> int:
    if thing < FIRST_OBJECTIVE:
        return WORST_SCORE + 1
    objective, side = thing - FIRST_OBJECTIVE, side_of(piece)
    if wins_by_objective(s, objective, side):
        return OBJECTIVE_SCORE
    return DENIAL_SCORE if wins_by_objective(s, objective, 1 - side) else WORST_SCORE + 1


@kernel
def urgency(s: SkirmishState, piece: int) -> int:
    """Return how urgent an activation is: who can strike comes first, then who carries something, then who is near."""
    if s.routs[piece] != 0:
        return WORST_SCORE + 1
    value = LATER
    if is_engaged(s, piece):
        value = URGENT + best_fight_value(s, piece, s.x[piece], s.y[piece])
    elif carries_winning_objective(s, piece):
        value = URGENT
    nearest = -1
    first = first_of_side(1 - side_of(piece))
    for other in range(first, first + MAX_PER_SIDE):
        if s.status[other] == CharacterStatus.NOBODY:
            break
        if is_standing(s, other):
            distance = max(abs(s.x[other] - s.x[piece]), abs(s.y[other] - s.y[piece]))
            nearest = distance if nearest < 0 else min(nearest, distance)
    if nearest < 0:
        return value
    if nearest <= max(s.pace[piece], s.shooting_range[piece]):
        value += SOON
    return value - nearest // 50
