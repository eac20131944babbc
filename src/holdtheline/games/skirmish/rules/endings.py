"""How a battle ends, and who has won it (K2.3)."""

from __future__ import annotations

from ....core.definition import DRAWN, LOST, WON
from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ..state import (
    ENEMIES,
    FRIENDS,
    MAX_CHARACTERS,
    MAX_ENDINGS,
    MAX_OBJECTIVES,
    SIDE_COUNT,
    CharacterStatus,
    Clause,
    EndingKind,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
from .battlefield import characters_of_side, is_remaining, side_of
from .events import EventKind, Log
from .traits.captives import count_captives, is_captive


@kernel
def is_side_gone(s: SkirmishState, side: int) -> bool:
    """Return whether no character of a side is on the table or will arrive."""
    for piece in characters_of_side(s, side):
        if is_remaining(s, piece):
            return False
    return True


@kernel
def note_ending(s: SkirmishState, round_is_over: bool) -> bool:
    """Return whether the battle has ended, by the scenario's endings first; if so, record the ending and winner."""
    for ending in range(MAX_ENDINGS):
        if s.ending_kind[ending] == EndingKind.NONE:
            break
        if is_ending_met(s, ending, round_is_over):
            s.ended = ending + 1
            s.winner = s.ending_winner[ending]
            return True
    for side in range(SIDE_COUNT):
        if is_side_gone(s, side):
            s.winner = 2 - side
            return True
    return False


@kernel
def is_ending_met(s: SkirmishState, ending: int, round_is_over: bool) -> bool:
    """Return whether an ending of the scenario is met (see `EndingKind`)."""
    kind, first, second = s.ending_kind[ending], s.ending_first[ending], s.ending_second[ending]
    if kind == EndingKind.GONE:
        return is_side_gone(s, first)
    if kind == EndingKind.ROUNDS:
        return round_is_over and s.round >= first
    if kind == EndingKind.FALLEN:
        status = s.status[first]
        return status == CharacterStatus.FALLEN or status == CharacterStatus.LIES or status == CharacterStatus.CARRIED
    if kind == EndingKind.LEFT:
        return s.status[first] == CharacterStatus.LEFT and not is_captive(s, first)
    if kind == EndingKind.FEWER:
        return count_members(s, first) < second
    if kind == EndingKind.ALL_TAKEN:
        for objective in range(MAX_OBJECTIVES):
            if s.objective_kind[objective] != 0 and not is_objective_with(s, objective, ObjectiveStatus.LEFT, second):
                return False
        return True
    if kind == EndingKind.ESCAPED:
        return is_side_gone(s, first) and count_escaped(s, first) >= second
    if kind == EndingKind.CAPTURED:
        return count_captives(s, first) >= second
    if kind == EndingKind.HELD:
        return round_is_over and is_objective_with(s, first, ObjectiveStatus.CARRIED, second)
    return is_objective_with(s, first, ObjectiveStatus.LEFT, second)


@kernel
def is_objective_with(s: SkirmishState, objective: int, status: int, side: int) -> bool:
    """Return whether an objective has this status with a carrier of this side + 1 (0: of either side)."""
    if s.objective_status[objective] != status:
        return False
    return side == 0 or side_of(s.objective_carrier[objective] - 1) == side - 1


@kernel
def count_members(s: SkirmishState, company: int) -> int:
    """Return how many characters of a company are on the table or will arrive."""
    count = 0
    for piece in range(MAX_CHARACTERS):
        if s.company[piece] == company and is_remaining(s, piece):
            count += 1
    return count


@kernel
def count_escaped(s: SkirmishState, side: int) -> int:
    """Return how many characters of a side have left the table, but not as captives."""
    count = 0
    for piece in characters_of_side(s, side):
        if s.status[piece] == CharacterStatus.LEFT and not is_captive(s, piece):
            count += 1
    return count


@kernel
def end_battle(s: SkirmishState, log: Log) -> None:
    s.phase = Phase.OVER
    if s.winner == 0:
        log_event(log, Clause.K2_3, EventKind.DRAWN, (s.ended, 0, 0, 0))
    else:
        log_event(log, Clause.K2_3, EventKind.WON, (s.winner - 1, s.ended, 0, 0))


@kernel
def result(s: SkirmishState, seat: int) -> int:
    """Return the result of a finished battle for a seat."""
    side = FRIENDS if seat < s.generals else ENEMIES
    if s.winner == 0:
        return DRAWN
    return WON if s.winner == side + 1 else LOST
