"""The AI general: who of the enemy acts, and what he does by the lines of the list (K5).

Its decisions are moves like those of a person. What it means to do next is in the state: the line that it
follows, its aim, and the end of its next leg.
"""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.dice import FACES
from ...core.kernel import kernel
from .fighting import begin_fight, can_fight, nth_to_fight, to_fight, why_no_fight, why_no_shot
from .happened import Happened
from .lines import (
    NO_CODE,
    THINGS,
    carry_off,
    charge,
    gap_to,
    move_and_shoot,
    onward,
    say,
    seek_enemy,
    seek_objective,
    target_here,
    to_the_centre,
)
from .moves import Do, packed
from .moving import longest_leg, why_no_pick_up
from .space import first_of, is_engaged
from .state import CHARACTERS, ENEMIES, MOST_OF_A_SIDE, TABLE, Clause, Phase, There
from .traits import Line

LINES = 8
BITS_OF_A_LINE = 4
TO_THE_CENTRE = 9
"""The line behind the last (ruling)."""


@kernel
def decide(s: Any, log: Any) -> Any:
    """What the general does next, as a move; NO_CODE if a die decides first."""
    if s.phase == Phase.CHOOSE:
        return packed(Do.ACTIVATE, next_in_order(s), 0, 0)
    piece = s.actor - 1
    if s.charged or is_engaged(s, piece):
        return melee(s, log)
    if s.going:
        s.going = 0
        return packed(Do.LEG, 0, s.aim_x, s.aim_y)
    thing = within_reach(s)
    if thing >= 0:
        say(s, Clause.K5_1, 0, thing, log)
        return packed(Do.PICK_UP, thing, 0, 0)
    if s.carries[piece] == 0 and can_fight(s):
        return melee(s, log)
    if s.line == Line.MOVE_AND_SHOOT and why_no_shot(s, s.aim - 1) == 0:
        return packed(Do.SHOOT, s.aim - 1, 0, 0)
    if s.line != 0:
        return packed(Do.STAY, 0, 0, 0)
    return by_the_list(s, log)


@kernel
def next_in_order(s: Any) -> Any:
    """K5.1: by the order of the scenario, and then of the sheet; there is somebody."""
    found = -1
    first = first_of(ENEMIES)
    for piece in range(first, first + MOST_OF_A_SIDE):
        waits = s.there[piece] == There.STANDS and s.done[piece] == 0
        if waits and (found < 0 or s.rank[piece] < s.rank[found]):
            found = piece
    return found


@kernel
def within_reach(s: Any) -> Any:
    """K5.1: the nearest thing that the active character can pick up, or -1."""
    found, nearest = -1, 0
    for thing in range(THINGS):
        if why_no_pick_up(s, thing) == 0:
            away = gap_to(s, thing)
            if found < 0 or away < nearest:
                found, nearest = thing, away
    return found


# Melee (K5.3)


@kernel
def melee(s: Any, log: Any) -> Any:
    """Whom to fight: the one who was charged, the only one, or whom a die chooses."""
    count = to_fight(s)
    if s.line == Line.CHARGE and why_no_fight(s, s.aim - 1) == 0:
        return packed(Do.FIGHT, s.aim - 1, 0, 0)
    if count == 1:
        if s.charged == 0:
            say(s, Clause.K5_3, Line.FIGHT, nth_to_fight(s, 0), log)
        return packed(Do.FIGHT, nth_to_fight(s, 0), 0, 0)
    s.phase = Phase.WHICH
    return NO_CODE


@kernel
def chosen(face: Any, count: Any) -> Any:
    """Which of so many a face chooses, or -1: it is rolled again."""
    count = min(count, FACES)
    place = (face - 1) // (FACES // count)
    return place if place < count else -1


@kernel
def roll_which(s: Any, face: Any, log: Any) -> None:
    place = chosen(face, to_fight(s))
    if place < 0:
        note(log, Clause.K5_3, Happened.CHOSEN, (s.actor - 1, face, CHARACTERS, 0))
        return
    target = nth_to_fight(s, place)
    note(log, Clause.K5_3, Happened.CHOSEN, (s.actor - 1, face, target, 0))
    begin_fight(s, target, log)


# The list


@kernel
def by_the_list(s: Any, log: Any) -> Any:
    """The first line that applies; else towards the table's centre."""
    own = s.own_list[s.actor - 1]
    for place in range(LINES):
        line = own >> place * BITS_OF_A_LINE & 15 if own != 0 else place + 1
        if line != 0:
            code = by_line(s, line, log)
            if code != NO_CODE:
                return code
    s.line = TO_THE_CENTRE
    if own != 0:
        return packed(Do.STAY, 0, 0, 0)
    say(s, Clause.K5_9, TO_THE_CENTRE, -1, log)
    return to_the_centre(s)


@kernel
def by_line(s: Any, line: Any, log: Any) -> Any:
    """What a line of the list makes the active character do, or NO_CODE: it does not apply."""
    code, thing = NO_CODE, -1
    if line == Line.CARRY_OFF:
        code = carry_off(s)
    elif line == Line.FIGHT:
        return onward(s, log)
    elif line == Line.SHOOT:
        thing = target_here(s)
        code = packed(Do.SHOOT, thing, 0, 0) if thing >= 0 else NO_CODE
    elif line == Line.MOVE_AND_SHOOT:
        code, thing = move_and_shoot(s)
    elif line == Line.FETCH:
        code, thing = seek_objective(s, longest_leg(s))
    elif line == Line.CHARGE:
        code, thing = charge(s)
    elif line == Line.SEEK_OBJECTIVE:
        code, thing = seek_objective(s, 2 * TABLE)
    else:
        code, thing = seek_enemy(s)
    if code != NO_CODE:
        s.line = line
        s.aim = thing + 1
        say(s, Clause.K5_1 + line, line, thing, log)
    return code
