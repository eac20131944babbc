"""Why a position could never be: numbers that no battle leads to, found before the rules see them.

The rules trust a record, so everything that they use as an index or compare with is checked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.plane import square
from .fighting import to_fight
from .names import all_characters, name_of, objectives_of, place_words, the, thing_id
from .space import can_stand, in_way, is_engaged, is_on_table, side_of
from .state import (
    CHARACTERS,
    DTYPE,
    ENEMIES,
    FIRST_OBJECTIVE,
    IS_GAP,
    IS_ROLLED_GOAL,
    LAYOUT,
    MOST_COMPANIES,
    MOST_GENERALS,
    MOST_OBJECTIVES,
    MOST_TERRAIN,
    SIDES,
    TABLE,
    After,
    Lies,
    Phase,
    There,
)
from .traits import Line

LONGEST_LOOK = 30_000
MOST_LINES = 9
CHANGING = {
    *("there", "x", "y", "face_x", "face_y", "wounds", "c_lost", "c_fled", "o_x", "o_y", "o_lies", "o_by"),
    *("arrives", "slots"),
}
"""Fields of the setup that change in play; the others are those of the start."""
FIXED = tuple(name for name, _ in LAYOUT if name not in CHANGING)
SET_UP = frozenset(name for name, _ in LAYOUT)


def fields_for(shape: tuple[int, ...]) -> tuple[str, ...]:
    """The fields of this shape that only play writes."""
    names = DTYPE.names or ()
    return tuple(name for name in names if name not in SET_UP and DTYPE[name].shape == shape)


GOING_ON = fields_for(())
"""The fields of the moment: phase, round, who is active, the blow that is struck."""
OF_THE_SHEET = fields_for((CHARACTERS,))
OF_THE_COMPANIES = fields_for((MOST_COMPANIES,))

CHARACTER_FIELDS = frozenset({"actor", "striker", "target", "blows"})
TERRAIN_FIELDS = frozenset({"over", "brink"})
"""They name somebody or something + 1."""
PLACE_FIELDS = frozenset({"start_x", "start_y", "aim_x", "aim_y", "over_x", "over_y", "brink_x", "brink_y"})
LIMITS = {
    "phase": (0, max(Phase)),
    "side": (0, SIDES - 1),
    "first": (0, SIDES - 1),
    "general": (0, MOST_GENERALS - 1),
    "passed": (0, (1 << MOST_GENERALS + 1) - 1),
    "winner": (0, SIDES),
    "after": (0, max(After)),
    "legs": (0, 2),
    "extra": (0, CHARACTERS),
    "tested": (0, MOST_COMPANIES),
    "line": (0, MOST_LINES),
    "aim": (0, FIRST_OBJECTIVE + MOST_OBJECTIVES),
    "onward_x": (-2 * TABLE, 2 * TABLE),
    "onward_y": (-2 * TABLE, 2 * TABLE),
    "blow": (0, max(Phase)),
    "carries": (0, FIRST_OBJECTIVE + MOST_OBJECTIVES),
    "held_by": (0, CHARACTERS),
    "c_tests": (0, 3),
}
"""Of fields that are no switch."""


def fault(s: Any, started: Any) -> str:
    """The first thing that is wrong, or nothing."""
    return next(filter(None, faults(s, started)), "")


def faults(s: Any, started: Any) -> Iterator[str]:
    for name in FIXED:
        if not same(getattr(s, name), getattr(started, name)):
            yield f"{name} is not as this battle has it (K6.3)"
    yield fault_in_numbers(s)
    yield from (fault_in_character(s, started, piece) for piece in range(CHARACTERS))
    yield from (fault_in_objective(s, place) for place in range(MOST_OBJECTIVES))
    yield fault_in_companies(s)
    yield fault_in_bases(s)
    yield fault_in_moment(s)


def same(one: Any, other: Any) -> bool:
    if isinstance(one, int) or np.ndim(one) == 0:
        return int(one) == int(other)
    return list(one) == list(other)


# Numbers


def fault_in_numbers(s: Any) -> str:
    for name in GOING_ON:
        least, most = limits_of(s, name)
        if not least <= getattr(s, name) <= most:
            return f"its {name} is {getattr(s, name)}, and can be {least} to {most} (K2.2)"
    for name in (*OF_THE_SHEET, *OF_THE_COMPANIES):
        least, most = limits_of(s, name)
        if not all(least <= number <= most for number in getattr(s, name)):
            return f"a number of {name} is not from {least} to {most} (K2.2)"
    return ""


def limits_of(s: Any, name: str) -> tuple[int, int]:
    if name in ("round", "held_since"):
        return 0, int(s.rounds)
    if name == "ended":
        return 0, sum(1 for kind in s.e_kind if kind)
    if name in CHARACTER_FIELDS:
        return 0, CHARACTERS
    if name in TERRAIN_FIELDS:
        return 0, MOST_TERRAIN
    if name in PLACE_FIELDS:
        return 0, TABLE
    return LIMITS.get(name, (0, 1))


# Characters and things


def fault_in_character(s: Any, started: Any, piece: int) -> str:
    there, name = int(s.there[piece]), name_of(s, piece)
    if there not in frozenset(map(int, There)):
        return f"nobody is {there} (K1.4)"
    if (there == There.NOBODY) != (started.there[piece] == There.NOBODY):
        return f"this battle has no {thing_id(piece)}, or it is missing (K1.4)"
    if there == There.NOBODY:
        return f"this battle has no {thing_id(piece)} (K1.4)" if is_touched(s, piece) else ""
    if there == There.WAITS and started.there[piece] != There.WAITS:
        return f"{name} does not arrive later (K1.4)"
    if not is_on_table(s.x[piece], s.y[piece]):
        return f"{name} is off the table (K1.1)"
    if not is_look(s.face_x[piece], s.face_y[piece]):
        return f"{name} looks nowhere (K3.4)"
    if not 0 <= s.wounds[piece] <= s.slots[piece] or s.slots[piece] != started.slots[piece]:
        return f"{name} has 0 to {started.slots[piece]} wounds, not {s.wounds[piece]} (K4.2)"
    if not 0 <= s.arrives[piece] <= s.rounds + 1:
        return f"{name} arrives in no round of this battle (K1.4)"
    return fault_in_hands(s, piece)


def is_touched(s: Any, piece: int) -> bool:
    """Whether something happened to somebody who is not there."""
    fields = ("wounds", *OF_THE_SHEET)
    return any(getattr(s, name)[piece] for name in fields)


def is_look(dx: int, dy: int) -> bool:
    return (dx != 0 or dy != 0) and max(abs(dx), abs(dy)) <= LONGEST_LOOK


def fault_in_hands(s: Any, piece: int) -> str:
    """What it carries is carried by it, and who holds it is there."""
    thing, by, name = int(s.carries[piece]) - 1, int(s.held_by[piece]) - 1, name_of(s, piece)
    if thing >= FIRST_OBJECTIVE and s.o_by[thing - FIRST_OBJECTIVE] != piece + 1:
        return f"{name} does not carry {the(s, thing)} (K3.1)"
    if 0 <= thing < FIRST_OBJECTIVE and s.held_by[thing] != piece + 1:
        return f"{name} does not carry {name_of(s, thing)} (K3.1)"
    is_held = s.there[piece] in (There.CARRIED, There.HELD)
    if is_held and (by < 0 or by == piece or s.there[by] != There.STANDS):
        return f"nobody on the table holds {name} (K3.1)"
    return ""


def fault_in_objective(s: Any, place: int) -> str:
    thing = FIRST_OBJECTIVE + place
    lies, by = int(s.o_lies[place]), int(s.o_by[place])
    if not s.o_kind[place]:
        return f"this battle has no {thing_id(thing)} (K3.1)" if lies or by else ""
    if lies not in frozenset(map(int, Lies)) or not 0 <= by <= CHARACTERS:
        return f"{the(s, thing)} is nowhere (K3.1)"
    if not is_on_table(s.o_x[place], s.o_y[place]):
        return f"{the(s, thing)} is off the table (K1.1)"
    if lies == Lies.FREE and by:
        return f"{the(s, thing)} lies free, and nobody has it (K3.1)"
    if lies in (Lies.CARRIED, Lies.LEFT) and (not by or s.carries[by - 1] != thing + 1):
        return f"nobody carries {the(s, thing)} (K3.1)"
    if lies == Lies.CARRIED and s.there[by - 1] not in (There.STANDS, There.HELD):
        return f"{name_of(s, by - 1)} is not on the table to carry {the(s, thing)} (K3.1)"
    return ""


def fault_in_companies(s: Any) -> str:
    for company in range(MOST_COMPANIES):
        lost, fled, total = s.c_lost[company], s.c_fled[company], s.c_total[company]
        if lost < 0 or fled < 0 or lost + fled > total or (s.c_tests[company] and not s.c_side[company]):
            return f"a company of {total} cannot have lost {lost} fallen and {fled} fled (K4.3)"
    return ""


def fault_in_bases(s: Any) -> str:
    """K1.3: no base overlaps a base or a wall."""
    for piece in all_characters(s):
        x, y = s.x[piece], s.y[piece]
        if s.there[piece] == There.STANDS and in_way(s, piece, x, y, x, y):
            return f"{name_of(s, piece)} cannot stand at {place_words(x, y)} (K1.3)"
    return ""


# The moment


def fault_in_moment(s: Any) -> str:
    phase = Phase(int(s.phase))
    if s.round < 1 and phase != Phase.GOAL:
        return "the first round is round 1 (K2.1)"
    if s.general >= s.generals or s.passed >> (s.generals + 1):
        return "it has no such general (K6.1)"
    for name in CHARACTER_FIELDS:
        number = int(getattr(s, name))
        if number and s.there[number - 1] == There.NOBODY:
            return f"its {name} is nobody (K2.2)"
    if s.aim > FIRST_OBJECTIVE and FIRST_OBJECTIVE + s.aim - FIRST_OBJECTIVE - 1 not in objectives_of(s):
        return "it aims at nothing (K5.1)"
    if s.tested and not s.c_side[s.tested - 1]:
        return "it tests no company (K4.3)"
    for name in TERRAIN_FIELDS & set(GOING_ON):
        number = int(getattr(s, name))
        if number and not s.t_kind[number - 1]:
            return f"its {name} is no terrain (K1.3)"
    return fault_in_roles(s, phase)


WITHOUT_ACTOR = frozenset({Phase.OPEN, Phase.CHOOSE, Phase.GOAL, Phase.OVER})
NEEDS_BLOW = frozenset({Phase.SHOOTING, Phase.FIGHTING, Phase.BACK, Phase.FREE_BLOW, Phase.SAVE, Phase.HANG})
ON_THE_TABLE = frozenset({Phase.ACTING, Phase.RALLY, Phase.WHICH, Phase.CROSS})
NEEDS_TERRAIN = {Phase.CROSS: "over", Phase.HANG: "brink"}
AIMED = frozenset({Line.MOVE_AND_SHOOT, Line.CHARGE})
"""Lines of the AI general's list that go on after a leg, at somebody."""


def is_over_gap(s: Any) -> bool:
    """Whether the active character can be on its way over a gap, to a place where it can stand."""
    piece, place = int(s.actor) - 1, int(s.over) - 1
    if not s.t_bits[place] & IS_GAP:
        return False
    length = square(int(s.x[piece]), int(s.y[piece]), int(s.over_x), int(s.over_y))
    return length <= int(s.pace[piece]) ** 2 and bool(can_stand(s, piece, int(s.over_x), int(s.over_y)))


def fault_in_roles(s: Any, phase: Phase) -> str:
    """Who must be there for what is asked now."""
    asked = phase.name.lower().replace("_", " ")
    is_round_end = phase == Phase.ROUT_TEST and s.after == After.ROUND
    if not s.actor and phase not in WITHOUT_ACTOR and not is_round_end:
        return f"nobody is active, and this is asked: {asked} (K2.2)"
    if phase in NEEDS_BLOW and not (s.striker and s.target):
        return f"nobody strikes, and this is asked: {asked} (K4.1)"
    if phase in ON_THE_TABLE and s.there[s.actor - 1] != There.STANDS:
        return f"{name_of(s, s.actor - 1)} is not on the table to act (K2.2)"
    if phase == Phase.ROUT_TEST and not (s.tested and s.c_tests[s.tested - 1]):
        return "no company tests (K4.3)"
    if phase in NEEDS_TERRAIN and not getattr(s, NEEDS_TERRAIN[phase], 1):
        return f"there is no terrain, and this is asked: {asked} (K1.3)"
    if phase == Phase.CROSS and not is_over_gap(s):
        return "there is no gap to cross, or no room behind it (K3.4)"
    if phase == Phase.GOAL and not any(s.o_bits[place] & IS_ROLLED_GOAL for place in range(MOST_OBJECTIVES)):
        return "no goal is rolled for (K6.3)"
    if s.line in AIMED and not 1 <= s.aim <= CHARACTERS:
        return "the AI general aims at nobody (K5.1)"
    return fault_in_turn(s, phase)


def fault_in_turn(s: Any, phase: Phase) -> str:
    """A decision is asked of somebody who has one."""
    decides = phase in (Phase.CHOOSE, Phase.ACTING)
    if decides and s.side == ENEMIES and not s.enemy_seat:
        return "the AI general does not wait (K5.1)"
    if phase == Phase.ACTING and side_of(s.actor - 1) != s.side:
        return f"{name_of(s, s.actor - 1)} acts in the turn of the other side (K2.2)"
    is_fight = phase == Phase.WHICH or (phase == Phase.ACTING and must_fight(s))
    if is_fight and to_fight(s) == 0:
        return f"{name_of(s, s.actor - 1)} must fight, and nobody is in contact (K3.3)"
    return ""


def must_fight(s: Any) -> bool:
    return bool(s.charged or is_engaged(s, s.actor - 1))
