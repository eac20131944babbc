"""Legs, charges, and what is picked up and carried (K3.1, K3.4, K3.7)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from ...core.plane import square
from .bonds import is_bound
from .gaps import MANY, NO_GAP, brink, gap_on_way, is_over_gap
from .happened import Happened
from .space import (
    ON_FOOT,
    enemies_at,
    first_of,
    has,
    in_way_of,
    is_at_exit,
    is_engaged,
    is_near_point,
    is_on_table,
    is_within,
    side_of,
    stands,
    would_touch,
)
from .state import (
    CAN_BE_CARRIED,
    CARRIES_FALLEN,
    CHARACTERS,
    FIRST_OBJECTIVE,
    FRIENDS,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    OFF_THE_TABLE,
    Clause,
    Lies,
    There,
)
from .water import is_slowed

TURNS = 12
"""A way that is blocked is looked for in this many other directions, up to a right angle to either side."""


@kernel
def spot(x: Any, y: Any) -> Any:
    """A place as one number, for events."""
    return x << 16 | y


# How far (K3.4, K3.9)


@kernel
def pace_now(s: Any) -> Any:
    """The full move of this activation: another one after felling an enemy has half."""
    pace = s.pace[s.actor - 1]
    return pace // 2 if s.extra > 0 else pace


@kernel
def longest_leg(s: Any) -> Any:
    """How long the next leg may be: the full move, half of it after a first leg of half, or nothing."""
    if s.legs == 0:
        return pace_now(s)
    return pace_now(s) // 2 if s.legs == 1 and s.moved_far == 0 else 0


# Legs


@kernel
def why_no_way(s: Any, ax: Any, ay: Any, bx: Any, by: Any, allowed: Any) -> Any:
    """The clause that forbids the active character a leg from a to b of at most this length, or 0."""
    piece = s.actor - 1
    if not is_on_table(bx, by):
        return Clause.K1_1
    if is_too_long(s, ax, ay, bx, by, allowed):
        return Clause.K3_4
    if in_way_of(s, piece, ax, ay, bx, by, ON_FOOT) != 0:
        return Clause.K1_3
    return why_no_end(s, ax, ay, bx, by)


@kernel
def why_no_end(s: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """The clause that forbids a leg from a to end at b, though the way is free and short enough, or 0."""
    if is_bound(s, s.actor - 1, ax, ay, bx, by, False):
        return Clause.K3_4
    if not is_fair_end(s, bx, by):
        return Clause.K3_7
    return why_no_crossing(s, ax, ay, bx, by)


@kernel
def why_no_crossing(s: Any, ax: Any, ay: Any, bx: Any, by: Any) -> Any:
    """K3.4: over one gap at most, and not into it; the end before it must be lawful as well."""
    piece = s.actor - 1
    gap = gap_on_way(s, piece, ax, ay, bx, by)
    if gap == NO_GAP:
        return 0
    if gap == MANY or is_over_gap(s, piece, bx, by):
        return Clause.K3_4
    x, y = brink(s, piece, ax, ay, bx, by)
    if x == ax and y == ay:
        return 0
    is_lawful = not is_bound(s, piece, ax, ay, x, y, False) and is_fair_end(s, x, y)
    return 0 if is_lawful else Clause.K3_4


@kernel
def is_too_long(s: Any, ax: Any, ay: Any, bx: Any, by: Any, allowed: Any) -> Any:
    """Whether a leg from a to b is longer than this, water counting double, or leads nowhere."""
    length = square(ax, ay, bx, by)
    if length == 0 or length > allowed * allowed:
        return True
    return 4 * length > allowed * allowed and is_slowed(s, s.actor - 1, ax, ay, bx, by)


@kernel
def is_fair_end(s: Any, x: Any, y: Any) -> Any:
    """K3.7: whether whoever is in contact here, if anybody, can be charged."""
    return enemies_at(s, s.actor - 1, x, y) == 0 or finds_charged(s, x, y)


@kernel
def why_no_leg(s: Any, x: Any, y: Any) -> Any:
    """The clause that forbids the next leg to end here, or 0."""
    piece = s.actor - 1
    return why_no_way(s, s.x[piece], s.y[piece], x, y, longest_leg(s))


@kernel
def can_be_charged(s: Any, other: Any) -> Any:
    """K3.7: whether an enemy was within the full move when the activation began."""
    piece = s.actor - 1
    if not stands(s, other):
        return False
    x, y, radius = s.x[other], s.y[other], s.radius[other]
    return is_within(s.start_x, s.start_y, s.radius[piece], x, y, radius, pace_now(s))


@kernel
def is_charged_at(s: Any, x: Any, y: Any, other: Any) -> Any:
    """Whether the active character, ending its leg here, would charge this enemy."""
    return can_be_charged(s, other) and would_touch(s, s.actor - 1, x, y, other)


@kernel
def finds_charged(s: Any, x: Any, y: Any) -> Any:
    """Whether there is somebody whom the active character would charge here."""
    first = first_of(1 - side_of(s.actor - 1))
    for other in range(first, first + MOST_OF_A_SIDE):
        if is_charged_at(s, x, y, other):
            return True
    return False


@kernel
def move(s: Any, x: Any, y: Any, log: Any) -> None:
    """A leg."""
    spend(s, x, y)
    step(s, x, y, log)


@kernel
def spend(s: Any, x: Any, y: Any) -> None:
    """K3.4: a leg to here is used; one longer than half the move was the full move."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    half = pace_now(s) // 2
    length = square(ax, ay, x, y) * (4 if is_slowed(s, piece, ax, ay, x, y) else 1)
    if s.legs == 0 and length > half * half:
        s.moved_far = 1
    s.legs += 1
    s.turned = 0


@kernel
def step(s: Any, x: Any, y: Any, log: Any) -> None:
    """The active character looks where it goes, and what it carries goes along."""
    piece = s.actor - 1
    ax, ay = s.x[piece], s.y[piece]
    s.charged = 1 if enemies_at(s, piece, x, y) > 0 else 0
    look(s, piece, x - ax, y - ay)
    put(s, piece, x, y)
    clause = Clause.K3_7 if s.charged else Clause.K3_4
    note(log, clause, Happened.MOVED, (piece, spot(ax, ay), spot(x, y), s.charged))


@kernel
def look(s: Any, piece: Any, dx: Any, dy: Any) -> None:
    s.face_x[piece] = dx
    s.face_y[piece] = dy


@kernel
def put(s: Any, piece: Any, x: Any, y: Any) -> None:
    """Set a character down, and with it what it carries and whom it holds."""
    for held in range(CHARACTERS):
        if s.held_by[held] == piece + 1:
            s.x[held] = x
            s.y[held] = y
    s.x[piece] = x
    s.y[piece] = y
    thing = s.carries[piece] - 1
    if thing >= FIRST_OBJECTIVE:
        s.o_x[thing - FIRST_OBJECTIVE] = x
        s.o_y[thing - FIRST_OBJECTIVE] = y


@kernel
def face(s: Any, x: Any, y: Any, log: Any) -> None:
    """K3.4: a pivot that is a decision of its own."""
    piece = s.actor - 1
    s.turned = 1
    look(s, piece, x - s.x[piece], y - s.y[piece])
    note(log, Clause.K3_4, Happened.TURNED, (piece, spot(x, y), 0, 0))


# Things (K3.1)


@kernel
def why_no_pick_up(s: Any, thing: Any) -> Any:
    """The clause that forbids the active character to pick this up, or 0."""
    piece = s.actor - 1
    if s.legs > 0 or s.turned != 0 or s.charged != 0 or s.carries[piece] != 0:
        return Clause.K3_1
    if not can_carry(s, piece, thing):
        return Clause.K3_1
    if not is_near_point(s, piece, thing_x(s, thing), thing_y(s, thing), s.pickup_reach):
        return Clause.K3_1
    return Clause.K3_1 if is_engaged(s, piece) else 0


@kernel
def can_carry(s: Any, piece: Any, thing: Any) -> Any:
    """Whether a thing lies about and is for this character to carry."""
    if thing < 0 or thing >= FIRST_OBJECTIVE + MOST_OBJECTIVES:
        return False
    if thing < FIRST_OBJECTIVE:
        lies = s.there[thing] == There.LIES and has(s, thing, CAN_BE_CARRIED)
        return lies and has(s, piece, CARRIES_FALLEN) and side_of(thing) == side_of(piece)
    objective = thing - FIRST_OBJECTIVE
    if s.o_kind[objective] == 0 or s.o_lies[objective] != Lies.FREE:
        return False
    carriers = s.o_friends[objective] if side_of(piece) == FRIENDS else s.o_enemies[objective]
    return carriers >> piece % MOST_OF_A_SIDE & 1 != 0


@kernel
def thing_x(s: Any, thing: Any) -> Any:
    return s.x[thing] if thing < CHARACTERS else s.o_x[thing - FIRST_OBJECTIVE]


@kernel
def thing_y(s: Any, thing: Any) -> Any:
    return s.y[thing] if thing < CHARACTERS else s.o_y[thing - FIRST_OBJECTIVE]


@kernel
def pick_up(s: Any, thing: Any, log: Any) -> None:
    piece = s.actor - 1
    s.carries[piece] = thing + 1
    if thing < FIRST_OBJECTIVE:
        s.there[thing] = There.CARRIED
        s.held_by[thing] = piece + 1
    else:
        s.o_lies[thing - FIRST_OBJECTIVE] = Lies.CARRIED
        s.o_by[thing - FIRST_OBJECTIVE] = piece + 1
    put(s, piece, s.x[piece], s.y[piece])
    note(log, Clause.K3_1, Happened.PICKED_UP, (piece, thing, 0, 0))


@kernel
def let_go(s: Any, piece: Any, log: Any) -> None:
    """Who falls drops what it carried: it lies where he was."""
    thing = s.carries[piece] - 1
    if thing < 0:
        return
    s.carries[piece] = 0
    if thing < FIRST_OBJECTIVE:
        s.there[thing] = There.LIES
        s.held_by[thing] = 0
    else:
        s.o_lies[thing - FIRST_OBJECTIVE] = Lies.FREE
        s.o_by[thing - FIRST_OBJECTIVE] = 0
    note(log, Clause.K4_2, Happened.DROPPED, (piece, thing, spot(s.x[piece], s.y[piece]), 0))


@kernel
def take_along(s: Any, piece: Any) -> None:
    """What a character carries leaves the table with it."""
    thing = s.carries[piece] - 1
    if thing >= FIRST_OBJECTIVE:
        s.o_lies[thing - FIRST_OBJECTIVE] = Lies.LEFT
    elif thing >= 0:
        s.there[thing] = There.LEFT


@kernel
def drop_what_stays(s: Any, piece: Any, log: Any) -> None:
    """Who leaves puts down a thing that is not to leave the table."""
    thing = s.carries[piece] - 1
    if thing >= FIRST_OBJECTIVE and not s.o_bits[thing - FIRST_OBJECTIVE] & OFF_THE_TABLE:
        let_go(s, piece, log)


@kernel
def is_leaving(s: Any, piece: Any) -> Any:
    """Whether a character is at the edge with something that is to be carried off the table."""
    thing = s.carries[piece] - 1
    if thing < 0 or (thing >= FIRST_OBJECTIVE and not s.o_bits[thing - FIRST_OBJECTIVE] & OFF_THE_TABLE):
        return False
    return is_at_exit(s, s.x[piece], s.y[piece], s.radius[piece])
