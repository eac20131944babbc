"""Objectives and fallen characters: pick up, carry and drop them; the goal that is rolled for (K3.1, K6.3)."""

from __future__ import annotations

from ....core.dice import FACES
from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ..state import (
    CAN_BE_CARRIED_OFF,
    FIRST_OBJECTIVE,
    FRIENDS,
    IS_ROLLED_GOAL,
    IS_TOOL,
    IS_WORN,
    MAX_OBJECTIVES,
    MAX_PER_SIDE,
    CharacterStatus,
    Clause,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
from .battlefield import has_trait, is_engaged, is_near_point, pack_place, place_character, side_of, thing_x, thing_y
from .events import EventKind, Log
from .movement.terrain import is_at_exit
from .traits.captives import has_room_for_captive
from .traits.catalog import CAN_BE_CARRIED, CARRIES_FALLEN, TAKES_CAPTIVES
from .traits.loans import change_load

# Picking up, carrying and dropping (K3.1)


@kernel
def why_not_pick_up(s: SkirmishState, thing: int) -> int:
    """Return the clause that forbids the active character to pick this thing up, or 0."""
    piece = s.actor - 1
    has_load = s.carries[piece] != 0 and not is_worn(s, thing)
    if s.legs > 0 or s.pivoted != 0 or s.charged != 0 or has_load or not can_carry(s, piece, thing):
        return Clause.K3_1
    is_near = is_near_point(s, piece, thing_x(s, thing), thing_y(s, thing), s.pickup_reach)
    return 0 if is_near and not is_engaged(s, piece) else Clause.K3_1


@kernel
def is_worn(s: SkirmishState, thing: int) -> bool:
    """Return whether a thing is an objective that is worn (trait `worn`)."""
    is_objective = FIRST_OBJECTIVE <= thing < FIRST_OBJECTIVE + MAX_OBJECTIVES
    return is_objective and s.objective_bits[thing - FIRST_OBJECTIVE] & IS_WORN != 0


@kernel
def can_carry(s: SkirmishState, piece: int, thing: int) -> bool:
    """Return whether a thing lies free and this character may carry it."""
    if thing < 0 or thing >= FIRST_OBJECTIVE + MAX_OBJECTIVES:
        return False
    if thing < FIRST_OBJECTIVE:
        if s.status[thing] != CharacterStatus.LIES or not has_trait(s, thing, CAN_BE_CARRIED):
            return False
        needed = CARRIES_FALLEN if side_of(thing) == side_of(piece) else TAKES_CAPTIVES
        return has_trait(s, piece, needed) and has_room_for_captive(s, piece)
    objective = thing - FIRST_OBJECTIVE
    if s.objective_kind[objective] == 0 or s.objective_status[objective] != ObjectiveStatus.FREE:
        return False
    if s.wears[piece] != 0 and is_worn(s, thing):
        return False
    carriers = s.friend_carriers[objective] if side_of(piece) == FRIENDS else s.enemy_carriers[objective]
    return carriers >> piece % MAX_PER_SIDE & 1 != 0


@kernel
def pick_up(s: SkirmishState, thing: int, log: Log) -> None:
    """Let the active character pick up a thing (K3.1)."""
    piece = s.actor - 1
    if is_worn(s, thing):
        change_load(s, piece, s.carries[piece], thing + 1)
    else:
        change_load(s, piece, thing + 1, s.wears[piece])
    if thing < FIRST_OBJECTIVE:
        s.status[thing] = CharacterStatus.CARRIED
        s.held_by[thing] = piece + 1
    else:
        s.objective_status[thing - FIRST_OBJECTIVE] = ObjectiveStatus.CARRIED
        s.objective_carrier[thing - FIRST_OBJECTIVE] = piece + 1
    place_character(s, piece, s.x[piece], s.y[piece])
    log_event(log, Clause.K3_1, EventKind.PICKED_UP, (piece, thing, 0, 0))


@kernel
def drop_carried(s: SkirmishState, piece: int, log: Log) -> None:
    """Let a character drop what it carries where it stands."""
    thing = s.carries[piece] - 1
    if thing < 0:
        return
    change_load(s, piece, 0, s.wears[piece])
    if thing < FIRST_OBJECTIVE:
        s.status[thing] = CharacterStatus.LIES
        s.held_by[thing] = 0
    else:
        free_objective(s, thing)
    log_event(log, Clause.K4_2, EventKind.DROPPED, (piece, thing, pack_place(s.x[piece], s.y[piece]), 0))


@kernel
def drop_worn(s: SkirmishState, piece: int, log: Log) -> None:
    """Let a character lose what it wears where it stands."""
    thing = s.wears[piece] - 1
    if thing < 0:
        return
    change_load(s, piece, s.carries[piece], 0)
    free_objective(s, thing)
    log_event(log, Clause.K4_2, EventKind.DROPPED, (piece, thing, pack_place(s.x[piece], s.y[piece]), 0))


@kernel
def free_objective(s: SkirmishState, thing: int) -> None:
    """Leave an objective without a carrier."""
    s.objective_status[thing - FIRST_OBJECTIVE] = ObjectiveStatus.FREE
    s.objective_carrier[thing - FIRST_OBJECTIVE] = 0


@kernel
def must_stay(s: SkirmishState, thing: int) -> bool:
    """Return whether a thing is an objective that cannot be carried off the table."""
    return thing >= FIRST_OBJECTIVE and s.objective_bits[thing - FIRST_OBJECTIVE] & CAN_BE_CARRIED_OFF == 0


@kernel
def take_carried_along(s: SkirmishState, piece: int, log: Log) -> None:
    """Take what a character carries off the table with it, or drop what must stay."""
    thing = s.carries[piece] - 1
    if must_stay(s, thing):
        drop_carried(s, piece, log)
    elif thing >= FIRST_OBJECTIVE:
        s.objective_status[thing - FIRST_OBJECTIVE] = ObjectiveStatus.LEFT
    elif thing >= 0:
        s.status[thing] = CharacterStatus.LEFT
    worn = s.wears[piece] - 1
    if must_stay(s, worn):
        drop_worn(s, piece, log)
    elif worn >= 0:
        s.objective_status[worn - FIRST_OBJECTIVE] = ObjectiveStatus.LEFT


@kernel
def is_tool(s: SkirmishState, thing: int) -> bool:
    """Return whether a thing stays on the table and serves its bearer (trait `lends`)."""
    return must_stay(s, thing) and s.objective_bits[thing - FIRST_OBJECTIVE] & IS_TOOL != 0


@kernel
def is_carrying_off(s: SkirmishState, piece: int) -> bool:
    """Return whether a character is at the edge or exit with a thing that can be carried off the table."""
    if s.carries[piece] == 0 or must_stay(s, s.carries[piece] - 1):
        return False
    return is_at_exit(s, side_of(piece), s.x[piece], s.y[piece], s.radius[piece])


@kernel
def choose_by_die(face: int, count: int) -> int:
    """Return which of `count` things a face chooses, or -1 to roll again. The faces are dealt evenly."""
    count = min(count, FACES)
    index = (face - 1) // (FACES // count)
    return index if index < count else -1


# The goal that is rolled for (trait `rolled_goal`)


@kernel
def is_possible_goal(s: SkirmishState, objective: int) -> bool:
    return s.objective_kind[objective] != 0 and s.objective_bits[objective] & IS_ROLLED_GOAL != 0


@kernel
def count_possible_goals(s: SkirmishState) -> int:
    """Return how many objectives the die chooses from (trait `rolled_goal`)."""
    count = 0
    for objective in range(MAX_OBJECTIVES):
        if is_possible_goal(s, objective):
            count += 1
    return count


@kernel
def resolve_goal_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Choose the real goal before the first round (trait `rolled_goal`)."""
    index = choose_by_die(face, count_possible_goals(s))
    if index < 0:
        log_event(log, Clause.K6_3, EventKind.GOAL, (face, MAX_OBJECTIVES, 0, 0))
        return
    for objective in range(MAX_OBJECTIVES):
        if is_possible_goal(s, objective):
            if index == 0:
                log_event(log, Clause.K6_3, EventKind.GOAL, (face, objective, 0, 0))
            else:
                s.objective_status[objective] = ObjectiveStatus.LOST
            index -= 1
    s.phase = Phase.OPEN
