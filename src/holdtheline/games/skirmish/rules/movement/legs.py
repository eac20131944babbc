"""Legs: how far a character may go, where a leg may end, pivots, and crossing a gap (K3.4, K3.7)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from .....core.plane import squared_distance
from ...state import Clause, Phase, SkirmishState
from ..battlefield import (
    count_contacts,
    enemies_of,
    is_standing,
    is_within,
    pack_place,
    place_character,
    set_facing,
    would_touch,
)
from ..events import EventKind, Log
from ..traits.fear_and_tethers import is_restrained
from .paths import CLOSED_TO_LEGS, find_obstacle_for, stop_before_gap
from .terrain import MANY_GAPS, NO_GAP, gap_on_path, is_on_battlefield, is_over_gap, is_slowed_by_water

# The length of a leg (K3.4, K3.9), and charges (K3.7)


@kernel
def move_allowance(s: SkirmishState) -> int:
    """Return the full move of this activation: half of it after felling an enemy (K3.9)."""
    pace = s.pace[s.actor - 1]
    return pace // 2 if s.follow_ups > 0 else pace


@kernel
def longest_leg(s: SkirmishState) -> int:
    """Return how long the next leg may be: the full move, half of it after a first leg of half, or 0 (K3.4)."""
    if s.legs == 0:
        return move_allowance(s)
    return move_allowance(s) // 2 if s.legs == 1 and s.moved_far == 0 else 0


@kernel
def can_be_charged(s: SkirmishState, other: int) -> bool:
    """Return whether an enemy was within the full move when the activation began (K3.7)."""
    piece = s.actor - 1
    if not is_standing(s, other):
        return False
    x, y, radius = s.x[other], s.y[other], s.radius[other]
    return is_within(s.start_x, s.start_y, s.radius[piece], x, y, radius, move_allowance(s))


@kernel
def would_charge(s: SkirmishState, x: int, y: int, other: int) -> bool:
    """Return whether the active character, ending its leg here, would charge this enemy."""
    return can_be_charged(s, other) and would_touch(s, s.actor - 1, x, y, other)


@kernel
def is_legal_contact(s: SkirmishState, x: int, y: int) -> bool:
    """Return whether a leg that ends here touches no enemy, or one that can be charged (K3.7)."""
    if count_contacts(s, s.actor - 1, x, y) == 0:
        return True
    for other in enemies_of(s, s.actor - 1):
        if would_charge(s, x, y, other):
            return True
    return False


@kernel
def is_too_long(s: SkirmishState, ax: int, ay: int, bx: int, by: int, allowed: int) -> bool:
    """Return whether a leg from a to b is longer than allowed, water counting double, or leads nowhere."""
    length = squared_distance(ax, ay, bx, by)
    if length == 0 or length > allowed * allowed:
        return True
    return 4 * length > allowed * allowed and is_slowed_by_water(s, s.actor - 1, ax, ay, bx, by)


@kernel
def why_not_cross(s: SkirmishState, ax: int, ay: int, bx: int, by: int) -> int:
    """Return the clause that forbids a leg from a to b over a gap, or 0 (K3.4).

    A leg crosses at most one gap and does not end in it. The place before the gap, where it ends if the roll fails,
    must be legal as well.
    """
    piece = s.actor - 1
    gap = gap_on_path(s, piece, ax, ay, bx, by)
    if gap == NO_GAP:
        return 0
    if gap == MANY_GAPS or is_over_gap(s, piece, bx, by):
        return Clause.K3_4
    x, y = stop_before_gap(s, piece, ax, ay, bx, by)
    if x == ax and y == ay:
        return 0
    is_lawful = not is_restrained(s, piece, ax, ay, x, y, False) and is_legal_contact(s, x, y)
    return 0 if is_lawful else Clause.K3_4


@kernel
def why_not_end_leg(s: SkirmishState, ax: int, ay: int, bx: int, by: int) -> int:
    """Return the clause that forbids a free and short enough leg from a to end at b, or 0."""
    if is_restrained(s, s.actor - 1, ax, ay, bx, by, False):
        return Clause.K3_4
    if not is_legal_contact(s, bx, by):
        return Clause.K3_7
    return why_not_cross(s, ax, ay, bx, by)


# Moving a leg


@kernel
def why_not_move_from(s: SkirmishState, ax: int, ay: int, bx: int, by: int, allowed: int) -> int:
    """Return the clause that forbids the active character a leg from a to b of at most this length, or 0."""
    piece = s.actor - 1
    if not is_on_battlefield(bx, by):
        return Clause.K1_1
    if is_too_long(s, ax, ay, bx, by, allowed):
        return Clause.K3_4
    if find_obstacle_for(s, piece, ax, ay, bx, by, CLOSED_TO_LEGS) != 0:
        return Clause.K1_3
    return why_not_end_leg(s, ax, ay, bx, by)


@kernel
def why_not_move(s: SkirmishState, x: int, y: int) -> int:
    """Return the clause that forbids the next leg to end here, or 0."""
    piece = s.actor - 1
    return why_not_move_from(s, s.x[piece], s.y[piece], x, y, longest_leg(s))


@kernel
def spend_leg(s: SkirmishState, x: int, y: int) -> None:
    """Count a leg to here; one longer than half the move was the full move (K3.4)."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    half = move_allowance(s) // 2
    length = squared_distance(ax, ay, x, y) * (4 if is_slowed_by_water(s, piece, ax, ay, x, y) else 1)
    if s.legs == 0 and length > half * half:
        s.moved_far = 1
    s.legs += 1
    s.pivoted = 0


@kernel
def step_to(s: SkirmishState, x: int, y: int, log: Log) -> None:
    """Set the active character down here, facing the way it went, and log the leg."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    s.charged = 1 if count_contacts(s, piece, x, y) > 0 else 0
    set_facing(s, piece, x - ax, y - ay)
    place_character(s, piece, x, y)
    clause = Clause.K3_7 if s.charged else Clause.K3_4
    log_event(log, clause, EventKind.MOVED, (piece, pack_place(ax, ay), pack_place(x, y), s.charged))


@kernel
def why_not_pivot(s: SkirmishState, x: int, y: int) -> int:
    """Return the clause that forbids pivoting towards here, or 0: one pivot before each leg (K3.4)."""
    piece = s.actor - 1
    if not is_on_battlefield(x, y):
        return Clause.K1_1
    if s.legs > 1 or s.moved_far != 0 or s.pivoted != 0:
        return Clause.K3_4
    return Clause.K3_4 if x == s.x[piece] and y == s.y[piece] else 0


@kernel
def pivot(s: SkirmishState, x: int, y: int, log: Log) -> None:
    """Pivot towards here without a leg (K3.4)."""
    piece = s.actor - 1
    s.pivoted = 1
    set_facing(s, piece, x - s.x[piece], y - s.y[piece])
    log_event(log, Clause.K3_4, EventKind.TURNED, (piece, pack_place(x, y), 0, 0))


@kernel
def begin_crossing(s: SkirmishState, x: int, y: int) -> bool:
    """Ask for a roll if the leg leads over a gap. Return whether it does."""
    piece = s.actor - 1
    gap = gap_on_path(s, piece, s.x[piece], s.y[piece], x, y)
    if gap == NO_GAP:
        return False
    s.crossing = gap
    s.crossing_x = x
    s.crossing_y = y
    s.phase = Phase.CROSS
    return True


@kernel
def resolve_crossing_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll at a gap: on a failure the leg ends before it, and the full leg is spent."""
    piece, gap = s.actor - 1, s.crossing - 1
    ax, ay, x, y = s.x[piece], s.y[piece], s.crossing_x, s.crossing_y
    crosses = face >= s.terrain_roll[gap]
    log_event(log, Clause.K3_4, EventKind.CROSSED, (piece, gap, face, 1 if crosses else 0))
    spend_leg(s, x, y)
    set_facing(s, piece, x - ax, y - ay)
    if not crosses:
        x, y = stop_before_gap(s, piece, ax, ay, x, y)
        s.has_next_leg = 0
    if x != ax or y != ay:
        step_to(s, x, y, log)
    clear_crossing(s)
    s.phase = Phase.ACTING


@kernel
def clear_crossing(s: SkirmishState) -> None:
    s.crossing = 0
    s.crossing_x = 0
    s.crossing_y = 0
