"""The features of a battle for the learned evaluation: characters, blows that threaten, goals and endings of each side.

They are seen from the friends' side, who mostly play against the AI general. All are integers, FEATURE_ONE for 1."""

from __future__ import annotations

from ....core.ai.network import FEATURE_ONE
from ....core.dice import FACES
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.battlefield import characters_of_side, is_standing, is_within, locks_in_melee, side_of
from ..rules.combat.blows import face_needed
from ..rules.endings import count_escaped
from ..state import (
    CONTACT_GAP,
    ENEMIES,
    FRIENDS,
    INCH,
    MAX_CHARACTERS,
    MAX_COMPANIES,
    MAX_ENDINGS,
    MAX_OBJECTIVES,
    SIDE_COUNT,
    CharacterStatus,
    EndingKind,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
from .book import character_value, hit_value
from .goals import (
    carries_winning_objective,
    find_goal,
    is_key_character,
    is_win_for,
    wins_by_objective,
    wins_by_waiting,
)
from .walking_distance import walking_distance

# The scratch: two numbers of each character
HIT_VALUE, THREAT = 0, MAX_CHARACTERS
SCRATCH_SIZE = 2 * MAX_CHARACTERS

# The features of a side
(
    STANDING,
    WAITING,
    HELD,
    VALUE,
    HEALTH,
    ROUTING,
    READY,
    READY_VALUE,
    MELEE_BLOWS,
    READY_MELEE,
    CHARGES,
    READY_CHARGES,
    SHOTS,
    READY_SHOTS,
    MOST_THREATENED,
    KEY_HEALTH,
    KEY_THREAT,
    CARRIERS,
    CARRIER_WAY,
    GOAL_WAY,
    NEAREST_GOAL,
    ESCAPED,
    LOSSES,
    WAIT_WINS,
    OBJECTIVES_LEFT,
    OBJECTIVES_HELD,
    OBJECTIVE_NEAR,
    BEST_VALUE,
    READY_KEY,
) = range(29)
SIDE_FEATURES = 29
# The features of both sides
FIRST_SHARED = SIDE_COUNT * SIDE_FEATURES
ROUND_SHARE, ROUNDS_LEFT, TO_MOVE, ACTING, FIRST_ROUND, LEGS, CHARGED = range(FIRST_SHARED, FIRST_SHARED + 7)
FIRST_ENDING = FIRST_SHARED + 7
ENDING_KINDS = 11
"""For each kind of ending, two features: whether it is a victory of the friends, of the enemies."""
FEATURE_COUNT = FIRST_ENDING + SIDE_COUNT * ENDING_KINDS

VALUE_ONE = 16
"""The value of a character is divided by this: an average one has about a thousand."""
FAR = 24 * INCH
DISTANCE_ONE = 6 * INCH
"""The distance that counts as 1."""


@kernel
def write_features(s: SkirmishState, memory: Words, scratch: int, out: int) -> int:
    """Write the features into the memory, from index `out`; return the side that they are seen from."""
    for index in range(out, out + FEATURE_COUNT):
        memory[index] = 0
    for side in range(SIDE_COUNT):
        for piece in characters_of_side(s, side):
            memory[scratch + HIT_VALUE + piece] = hit_value(s, piece) // VALUE_ONE if is_standing(s, piece) else 0
            memory[scratch + THREAT + piece] = 0
    compare_enemies(s, memory, scratch, out)
    for side in range(SIDE_COUNT):
        write_characters(s, side, memory, scratch, out + side * SIDE_FEATURES)
        write_objectives(s, side, memory, out + side * SIDE_FEATURES)
    write_round(s, memory, out)
    return FRIENDS


@kernel
def compare_enemies(s: SkirmishState, memory: Words, scratch: int, out: int) -> None:
    """Add up what friends and enemies can do to each other from where they stand."""
    for friend in characters_of_side(s, FRIENDS):
        if not is_standing(s, friend):
            continue
        for enemy in characters_of_side(s, ENEMIES):
            if not is_standing(s, enemy):
                continue
            add_blow(s, friend, enemy, memory, scratch, out)
            add_blow(s, enemy, friend, memory, scratch, out + SIDE_FEATURES)


@kernel
def add_blow(s: SkirmishState, striker: int, target: int, memory: Words, scratch: int, out: int) -> None:
    """Add the blow that a character may strike at another, by the odds and what it would take."""
    if s.routs[striker] != 0:
        return
    gap = CONTACT_GAP
    x, y, other_x, other_y = s.x[striker], s.y[striker], s.x[target], s.y[target]
    is_near = is_within(
        x, y, s.radius[striker], other_x, other_y, s.radius[target], s.pace[striker] + s.reach[striker] + gap
    )
    can_shoot = s.shooting_range[striker] > 0 and is_within(
        x, y, s.radius[striker], other_x, other_y, s.radius[target], s.shooting_range[striker]
    )
    if not is_near and not can_shoot:
        return
    face = face_needed(s, striker, target, False)
    value = memory[scratch + HIT_VALUE + target] * (FACES + 1 - face) // FACES
    if s.saves_on[target] > 0:
        value = value * (s.saves_on[target] - 1) // FACES
    memory[scratch + THREAT + target] += value
    is_ready = s.done[striker] == 0
    kind = SHOTS
    if is_near:
        kind = MELEE_BLOWS if locks_in_melee(s, striker, target) else CHARGES
    memory[out + kind] += value // 2
    if is_ready:
        memory[out + kind + 1] += value // 2


@kernel
def write_characters(s: SkirmishState, side: int, memory: Words, scratch: int, out: int) -> None:
    """Write the features of the characters of a side."""
    nearest = FAR
    for piece in characters_of_side(s, side):
        status = s.status[piece]
        if status == CharacterStatus.HELD:
            memory[out + HELD] += FEATURE_ONE // 2
        if status != CharacterStatus.STANDS and status != CharacterStatus.WAITS:
            continue
        value = character_value(s, piece) // VALUE_ONE
        left = max(s.slots[piece] - s.wounds[piece] + 1, 1)
        is_key, is_ready = is_key_character(s, piece), s.done[piece] == 0
        memory[out + VALUE] += value * left // (4 * (s.slots[piece] + 1))
        memory[out + HEALTH] += left * FEATURE_ONE // 8
        memory[out + BEST_VALUE] = max(memory[out + BEST_VALUE], value)
        if is_key:
            memory[out + KEY_HEALTH] += left * FEATURE_ONE // (s.slots[piece] + 1)
        if status == CharacterStatus.WAITS:
            memory[out + WAITING] += FEATURE_ONE // 4
            continue
        memory[out + STANDING] += FEATURE_ONE // 4
        threat = min(memory[scratch + THREAT + piece], 2 * memory[scratch + HIT_VALUE + piece])
        memory[out + MOST_THREATENED] = max(memory[out + MOST_THREATENED], threat)
        if is_key:
            memory[out + KEY_THREAT] += threat // 2
            memory[out + READY_KEY] += FEATURE_ONE if is_ready else 0
        if s.routs[piece] != 0:
            memory[out + ROUTING] += FEATURE_ONE // 2
            continue
        memory[out + READY] += FEATURE_ONE // 4 if is_ready else 0
        memory[out + READY_VALUE] += value // 4 if is_ready else 0
        x, y, weight, near = find_goal(s, memory, piece)
        distance = max(walking_distance(memory, s.x[piece], s.y[piece], x, y) - near, 0)
        if weight > 0:
            nearest = min(nearest, distance)
        memory[out + GOAL_WAY] += weight * min(distance, 2 * FAR) // (1000 * INCH // 16)
        if carries_winning_objective(s, piece):
            memory[out + CARRIERS] += FEATURE_ONE
            memory[out + CARRIER_WAY] += FEATURE_ONE * min(distance, FAR) // DISTANCE_ONE
    memory[out + NEAREST_GOAL] = FEATURE_ONE * nearest // DISTANCE_ONE


@kernel
def write_objectives(s: SkirmishState, side: int, memory: Words, out: int) -> None:
    """Write what a side has of what it wants, and the losses of its companies."""
    memory[out + ESCAPED] = count_escaped(s, side) * FEATURE_ONE // 2
    memory[out + WAIT_WINS] = FEATURE_ONE if wins_by_waiting(s, side) else 0
    for company in range(MAX_COMPANIES):
        if s.company_side[company] == side + 1:
            lost = s.company_lost[company] + s.company_fled[company]
            memory[out + LOSSES] += FEATURE_ONE * lost // max(s.company_size[company], 1)
    for objective in range(MAX_OBJECTIVES):
        if s.objective_kind[objective] == 0:
            break
        if not wins_by_objective(s, objective, side):
            continue
        status, carrier = s.objective_status[objective], s.objective_carrier[objective] - 1
        if status == ObjectiveStatus.FREE:
            distance = nearest_to(s, side, s.objective_x[objective], s.objective_y[objective])
            memory[out + OBJECTIVE_NEAR] += FEATURE_ONE * distance // DISTANCE_ONE
        elif carrier >= 0 and side_of(carrier) == side:
            memory[out + (OBJECTIVES_LEFT if status == ObjectiveStatus.LEFT else OBJECTIVES_HELD)] += FEATURE_ONE


@kernel
def nearest_to(s: SkirmishState, side: int, x: int, y: int) -> int:
    """Return how far the nearest character of a side is from a place, along the longer axis."""
    nearest = FAR
    for piece in characters_of_side(s, side):
        if is_standing(s, piece) and s.routs[piece] == 0:
            nearest = min(nearest, max(abs(s.x[piece] - x), abs(s.y[piece] - y)))
    return nearest


@kernel
def write_round(s: SkirmishState, memory: Words, out: int) -> None:
    """Write the clock, the activation in progress and the kinds of endings."""
    memory[out + ROUND_SHARE] = FEATURE_ONE * min(s.round, s.rounds) // max(s.rounds, 1)
    memory[out + ROUNDS_LEFT] = 2 * FEATURE_ONE // (1 + max(s.rounds - s.round, 0))
    memory[out + TO_MOVE] = FEATURE_ONE if s.side == FRIENDS else 0
    memory[out + ACTING] = FEATURE_ONE if s.phase == Phase.ACTING else 0
    memory[out + FIRST_ROUND] = FEATURE_ONE if s.round == 1 else 0
    memory[out + LEGS] = FEATURE_ONE * min(s.legs, 4) // 2 if s.phase == Phase.ACTING else 0
    memory[out + CHARGED] = FEATURE_ONE if s.phase == Phase.ACTING and s.charged != 0 else 0
    for ending in range(MAX_ENDINGS):
        kind = s.ending_kind[ending]
        if kind == EndingKind.NONE:
            break
        if kind < ENDING_KINDS:
            for side in range(SIDE_COUNT):
                if is_win_for(s, ending, side):
                    memory[out + FIRST_ENDING + side * ENDING_KINDS + kind] = FEATURE_ONE
