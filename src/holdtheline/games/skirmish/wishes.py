"""What a side wants on the table, read from the scenario's ends: where its characters are drawn to."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from ...core.plane import square
from .edges import way_out
from .moving import can_carry
from .space import first_of, side_of, stands
from .state import (
    CHARACTERS,
    FIRST_OBJECTIVE,
    MOST_ENDS,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    OFF_THE_TABLE,
    End,
    Lies,
    There,
)
from .walking import walk

# How much an inch nearer to a goal counts

HOME = 420  # with what is to be carried off, or out of a closed room
FETCH = 260  # to a thing that wins the battle
RECOVER = 220  # to an enemy who carries it
GUARD = 120  # to a thing that the enemy must not get
HUNT = 150  # to somebody whose fall wins the battle
FIGHT = 90  # to the nearest enemy
WAIT = 8  # to him, where time is a friend
HELPERS = 2
"""So many go for the same thing, the nearest ones."""
FAR = 10**9


@kernel
def is_for(s: Any, place: Any, side: Any) -> Any:
    """Whether one of the scenario's ends is a victory of this side."""
    return s.e_winner[place] == side + 1


@kernel
def must_take(s: Any, objective: Any, side: Any) -> Any:
    """Whether a side wins by this objective, or by all of them."""
    for place in range(MOST_ENDS):
        kind = s.e_kind[place]
        if kind == End.NONE:
            return False
        if is_for(s, place, side) and (s.e_second[place] == 0 or s.e_second[place] == side + 1):
            if kind == End.ALL_TAKEN:
                return True
            if (kind == End.TAKEN or kind == End.HELD) and s.e_first[place] == objective:
                return True
    return False


@kernel
def must_fell(s: Any, piece: Any, side: Any) -> Any:
    """Whether a side wins when this character falls, or its company shrinks."""
    for place in range(MOST_ENDS):
        kind = s.e_kind[place]
        if kind == End.NONE:
            return False
        if is_for(s, place, side):
            if kind == End.FALLEN and s.e_first[place] == piece:
                return True
            if kind == End.FEWER and s.e_first[place] == s.company[piece]:
                return True
    return False


@kernel
def must_leave(s: Any, piece: Any) -> Any:
    """Whether its side wins by getting out, this one among them."""
    side = side_of(piece)
    for place in range(MOST_ENDS):
        kind = s.e_kind[place]
        if kind == End.NONE:
            return False
        if is_for(s, place, side):
            if kind == End.ESCAPED and s.e_first[place] == side:
                return True
            if kind == End.LEFT and s.e_first[place] == piece:
                return True
    return False


@kernel
def has_time(s: Any, side: Any) -> Any:
    """Whether a side wins if nothing happens any more."""
    for place in range(MOST_ENDS):
        if s.e_kind[place] == End.ROUNDS:
            return is_for(s, place, side)
        if s.e_kind[place] == End.NONE:
            break
    return s.timeout == side + 1


@kernel
def can_carry_off(s: Any, piece: Any) -> Any:
    """Whether it carries something that its side is to bring off the table."""
    thing = s.carries[piece] - 1
    if thing < FIRST_OBJECTIVE:
        return thing >= 0
    objective = thing - FIRST_OBJECTIVE
    return s.o_bits[objective] & OFF_THE_TABLE != 0 and must_take(s, objective, side_of(piece))


@kernel
def is_helper(s: Any, w: Any, piece: Any, x: Any, y: Any, most: Any) -> Any:
    """Whether few enough friends are nearer to a place than this one."""
    first = first_of(side_of(piece))
    mine = walk(w, s.x[piece], s.y[piece], x, y)
    nearer = 0
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            break
        is_ready = stands(s, other) and s.routs[other] == 0 and s.carries[other] == 0
        if other != piece and is_ready and walk(w, s.x[other], s.y[other], x, y) < mine:
            nearer += 1
    return nearer < most


@kernel
def wanted(s: Any, w: Any, piece: Any) -> Any:
    """The thing that a character goes for: its place and how much it counts; 0: there is none."""
    side = side_of(piece)
    gx, gy, counts, nearest = 0, 0, 0, FAR
    for objective in range(MOST_OBJECTIVES):
        if s.o_kind[objective] == 0:
            break
        ours, theirs = must_take(s, objective, side), must_take(s, objective, 1 - side)
        x, y, lies = s.o_x[objective], s.o_y[objective], s.o_lies[objective]
        worth = 0
        if lies == Lies.FREE and can_carry(s, piece, FIRST_OBJECTIVE + objective):
            if ours and is_helper(s, w, piece, x, y, HELPERS):
                worth = FETCH
            elif theirs and is_helper(s, w, piece, x, y, 1):
                worth = GUARD
        elif lies == Lies.CARRIED and side_of(s.o_by[objective] - 1) != side and (ours or theirs):
            worth = RECOVER
        away = square(s.x[piece], s.y[piece], x, y)
        if worth > counts or (worth == counts and worth > 0 and away < nearest):
            gx, gy, counts, nearest = x, y, worth, away
    return gx, gy, counts


@kernel
def nearest_of(s: Any, piece: Any, only_wanted: Any) -> Any:
    """The nearest enemy, or of those whose fall would win; -1: there is none."""
    first = first_of(1 - side_of(piece))
    found, nearest = -1, 0
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            break
        if stands(s, other) and (not only_wanted or must_fell(s, other, side_of(piece))):
            away = square(s.x[piece], s.y[piece], s.x[other], s.y[other])
            if found < 0 or away < nearest:
                found, nearest = other, away
    return found


@kernel
def goal(s: Any, w: Any, piece: Any) -> Any:
    """Where a character is drawn to, how much an inch counts, and the distance that is near enough."""
    if can_carry_off(s, piece) or (s.enclosed and must_leave(s, piece)):
        x, y, _ = way_out(s, s.x[piece], s.y[piece])
        return x, y, HOME, 0
    if s.carries[piece] == 0:
        x, y, counts = wanted(s, w, piece)
        if counts > 0:
            return x, y, counts, 0
    enemy, counts = nearest_of(s, piece, True), HUNT
    if enemy < 0:
        enemy, counts = nearest_of(s, piece, False), FIGHT
        if has_time(s, side_of(piece)):
            counts = WAIT
    if enemy < 0:
        return s.x[piece], s.y[piece], 0, 0
    near = max(s.shoots[piece] - 1000, 0) + s.radius[piece] + s.radius[enemy]
    return s.x[enemy], s.y[enemy], counts, near


@kernel
def is_dear(s: Any, piece: Any) -> Any:
    """Whether a character carries what somebody wants, or its fall ends the battle."""
    thing = s.carries[piece] - 1
    if thing >= FIRST_OBJECTIVE:
        objective = thing - FIRST_OBJECTIVE
        return must_take(s, objective, 0) or must_take(s, objective, 1)
    return thing < CHARACTERS and must_fell(s, piece, 1 - side_of(piece))
