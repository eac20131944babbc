"""The goals of a side, read from the scenario's endings, and the place each of its characters is drawn to."""

from __future__ import annotations

from ....core.kernel.compiler import kernel
from ....core.plane import squared_distance
from ....core.state_record import Words
from ..rules.battlefield import characters_of_side, enemies_of, is_standing, side_of
from ..rules.movement.terrain import has_exit_door, nearest_exit, nearest_exit_door
from ..rules.objectives import can_carry
from ..state import (
    CAN_BE_CARRIED_OFF,
    FIRST_OBJECTIVE,
    INCH,
    MAX_CHARACTERS,
    MAX_ENDINGS,
    MAX_OBJECTIVES,
    EndingKind,
    ObjectiveStatus,
    SkirmishState,
)
from .walking_distance import walking_distance

Goal = tuple[int, int, int, int]
"""The place a character is drawn to (x, y), the weight of an inch on the way, and the distance that is near enough."""

# The weight of an inch on the way to a goal

LEAVE_WEIGHT = 420  # off the table, with an objective or out of an enclosed room
FETCH_WEIGHT = 260  # to an objective that wins the battle
RECOVER_WEIGHT = 220  # to an enemy who carries one
GUARD_WEIGHT = 120  # to an objective that the enemy needs
HUNT_WEIGHT = 150  # to an enemy whose fall wins the battle
FIGHT_WEIGHT = 90  # to the nearest enemy
WAIT_WEIGHT = 8  # to the nearest enemy, if this side wins by waiting
MAX_FETCHERS = 2
"""How many characters go for the same objective: the nearest ones."""
FAR_AWAY = 10**9


@kernel
def is_win_for(s: SkirmishState, ending: int, side: int) -> bool:
    """Return whether an ending of the scenario is a victory of this side."""
    return s.ending_winner[ending] == side + 1


@kernel
def wins_by_objective(s: SkirmishState, objective: int, side: int) -> bool:
    """Return whether a side wins by taking or holding this objective, or by taking all of them."""
    for ending in range(MAX_ENDINGS):
        kind = s.ending_kind[ending]
        if kind == EndingKind.NONE:
            return False
        if is_win_for(s, ending, side) and (s.ending_second[ending] == 0 or s.ending_second[ending] == side + 1):
            if kind == EndingKind.ALL_TAKEN:
                return True
            if (kind == EndingKind.TAKEN or kind == EndingKind.HELD) and s.ending_first[ending] == objective:
                return True
    return False


@kernel
def wins_by_felling(s: SkirmishState, piece: int, side: int) -> bool:
    """Return whether a side wins when this character falls, or when its company shrinks."""
    for ending in range(MAX_ENDINGS):
        kind = s.ending_kind[ending]
        if kind == EndingKind.NONE:
            return False
        if is_win_for(s, ending, side):
            if kind == EndingKind.FALLEN and s.ending_first[ending] == piece:
                return True
            if kind == EndingKind.FEWER and s.ending_first[ending] == s.company[piece]:
                return True
    return False


@kernel
def wins_by_leaving(s: SkirmishState, piece: int) -> bool:
    """Return whether its side wins by leaving the table, and this character's departure counts."""
    side = side_of(piece)
    for ending in range(MAX_ENDINGS):
        kind = s.ending_kind[ending]
        if kind == EndingKind.NONE:
            return False
        if is_win_for(s, ending, side):
            if kind == EndingKind.ESCAPED and s.ending_first[ending] == side:
                return True
            if kind == EndingKind.LEFT and s.ending_first[ending] == piece:
                return True
    return False


@kernel
def wins_by_waiting(s: SkirmishState, side: int) -> bool:
    """Return whether a side wins if nothing more happens."""
    for ending in range(MAX_ENDINGS):
        if s.ending_kind[ending] == EndingKind.ROUNDS:
            return is_win_for(s, ending, side)
        if s.ending_kind[ending] == EndingKind.NONE:
            break
    return s.timeout_winner == side + 1


@kernel
def carries_winning_objective(s: SkirmishState, piece: int) -> bool:
    """Return whether a character carries something that its side must bring off the table."""
    thing = s.carries[piece] - 1
    if thing < FIRST_OBJECTIVE:
        return thing >= 0
    objective = thing - FIRST_OBJECTIVE
    return s.objective_bits[objective] & CAN_BE_CARRIED_OFF != 0 and wins_by_objective(s, objective, side_of(piece))


@kernel
def is_among_nearest(s: SkirmishState, walks: Words, piece: int, x: int, y: int, maximum: int) -> bool:
    """Return whether fewer than `maximum` free friends are nearer to a place than this one."""
    own_distance = walking_distance(walks, s.x[piece], s.y[piece], x, y)
    nearer = 0
    for other in characters_of_side(s, side_of(piece)):
        is_ready = is_standing(s, other) and s.routs[other] == 0 and s.carries[other] == 0
        if other != piece and is_ready and walking_distance(walks, s.x[other], s.y[other], x, y) < own_distance:
            nearer += 1
    return nearer < maximum


@kernel
def find_wanted_objective(s: SkirmishState, walks: Words, piece: int) -> tuple[int, int, int]:
    """Return the place of the objective that a character goes for, and its weight; weight 0 if there is none."""
    side = side_of(piece)
    gx, gy, weight, nearest = 0, 0, 0, FAR_AWAY
    for objective in range(MAX_OBJECTIVES):
        if s.objective_kind[objective] == 0:
            break
        ours, theirs = wins_by_objective(s, objective, side), wins_by_objective(s, objective, 1 - side)
        x, y, status = s.objective_x[objective], s.objective_y[objective], s.objective_status[objective]
        value = 0
        if status == ObjectiveStatus.FREE and can_carry(s, piece, FIRST_OBJECTIVE + objective):
            if ours and is_among_nearest(s, walks, piece, x, y, MAX_FETCHERS):
                value = FETCH_WEIGHT
            elif theirs and is_among_nearest(s, walks, piece, x, y, 1):
                value = GUARD_WEIGHT
        elif (
            status == ObjectiveStatus.CARRIED
            and side_of(s.objective_carrier[objective] - 1) != side
            and (ours or theirs)
        ):
            value = RECOVER_WEIGHT
        distance = squared_distance(s.x[piece], s.y[piece], x, y)
        if value > weight or (value == weight and value > 0 and distance < nearest):
            gx, gy, weight, nearest = x, y, value, distance
    return gx, gy, weight


@kernel
def find_nearest_enemy(s: SkirmishState, piece: int, only_wanted: bool) -> int:
    """Return the nearest enemy, or the nearest whose fall would win, or -1."""
    found, nearest = -1, 0
    for other in enemies_of(s, piece):
        if is_standing(s, other) and (not only_wanted or wins_by_felling(s, other, side_of(piece))):
            distance = squared_distance(s.x[piece], s.y[piece], s.x[other], s.y[other])
            if found < 0 or distance < nearest:
                found, nearest = other, distance
    return found


@kernel
def find_goal(s: SkirmishState, walks: Words, piece: int) -> Goal:
    """Return what a character is drawn to: the way out, an objective, or an enemy."""
    if has_exit_door(s, side_of(piece)) and wins_by_leaving(s, piece):
        x, y, _ = nearest_exit_door(s, side_of(piece), s.x[piece], s.y[piece])
        return x, y, LEAVE_WEIGHT, 0
    if carries_winning_objective(s, piece):
        x, y, _ = nearest_exit(s, side_of(piece), s.x[piece], s.y[piece])
        return x, y, LEAVE_WEIGHT, 0
    if s.carries[piece] == 0:
        x, y, weight = find_wanted_objective(s, walks, piece)
        if weight > 0:
            return x, y, weight, 0
    enemy, weight = find_nearest_enemy(s, piece, True), HUNT_WEIGHT
    if enemy < 0:
        enemy, weight = find_nearest_enemy(s, piece, False), FIGHT_WEIGHT
        if wins_by_waiting(s, side_of(piece)):
            weight = WAIT_WEIGHT
    if enemy < 0:
        return s.x[piece], s.y[piece], 0, 0
    near = max(s.shooting_range[piece] - INCH, 0) + s.radius[piece] + s.radius[enemy]
    return s.x[enemy], s.y[enemy], weight, near


@kernel
def is_key_character(s: SkirmishState, piece: int) -> bool:
    """Return whether a character carries what a side wants, or its fall ends the battle."""
    thing = s.carries[piece] - 1
    if thing >= FIRST_OBJECTIVE:
        objective = thing - FIRST_OBJECTIVE
        return wins_by_objective(s, objective, 0) or wins_by_objective(s, objective, 1)
    return thing < MAX_CHARACTERS and wins_by_felling(s, piece, 1 - side_of(piece))
