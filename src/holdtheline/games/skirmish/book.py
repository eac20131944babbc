"""The `book` player: each move is judged by exact odds and by the ground, and the best is made.

A blow counts as the part of an enemy that it takes, times its chance; a place by the way to whatever the
scenario asks for and by the enemies who could strike there. It commands friends, or an enemy seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.contract import Words
from ...core.dice import FACES
from ...core.kernel import kernel
from .fighting import needed, why_no_shot_from
from .listed import moves
from .moves import Do, do_of, thing_of, x_of, y_of
from .scenarios import setup
from .space import first_of, has, is_engaged, is_within, side_of, stands, would_touch
from .state import (
    CANNOT_BE_FELLED,
    CONTACT,
    FIRST_OBJECTIVE,
    LAYOUT,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    Phase,
    There,
)
from .walking import walk, walks
from .wishes import can_carry_off, goal, is_dear, must_leave, must_take

WORST = -(10**12)

# What a character is worth, in thousandths of an average one

BODY, ATTACK, DEFENCE, BOW = 600, 150, 100, 200
DEAR = 3
"""So many times more, whose fall decides."""
NOT_LAST = 70
"""A wound that fells nobody counts this much, in hundredths of its part."""
ONWARD = 25
"""Another activation, in hundredths of whom it is won by."""
DANGER = 30
"""A blow that may come, in hundredths of its chance."""
TAKEN = 3000
"""A thing that wins, in one's hands."""
KEPT = 900
"""A thing that the enemy needs."""
OUT = 6000
"""To leave, where that is the aim."""

# Who comes first

AT_ONCE, SOON, LATER = 3000, 1500, 0


def remember(options: Mapping[str, Any]) -> Words:
    """The walks of the scenario's table."""
    return walks_of(setup(options))


def walks_of(row: Words) -> Words:
    """The same, from the numbers that a battle begins with."""
    at, fields = 0, {}
    for name, words in LAYOUT:
        fields[name] = row[at : at + words].tolist()
        at += words
    shapes = []
    for place in range(MOST_TERRAIN):
        if fields["t_kind"][place]:
            corners = slice(fields["t_first"][place], fields["t_first"][place] + fields["t_count"][place])
            xs, ys = tuple(fields["corner_x"][corners]), tuple(fields["corner_y"][corners])
            shapes.append((fields["t_bits"][place], fields["t_round"][place], xs, ys))
    return walks(tuple(shapes))


@kernel
def choose(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    count = moves(s, codes)
    if s.phase == Phase.CHOOSE:
        return whom(s, memory, codes, count)
    aim = goal(s, memory, s.actor - 1)
    best, most = codes[0], WORST
    for place in range(count):
        worth = worth_of(s, memory, codes[place], aim)
        if worth > most:
            best, most = codes[place], worth
    return best


# Blows


@kernel
def worth_of_body(s: Any, piece: Any) -> Any:
    worth = BODY + ATTACK * s.attack[piece] + DEFENCE * s.defence[piece]
    if s.shoots[piece] > 0:
        worth += BOW
    return worth * DEAR if is_dear(s, piece) else worth


@kernel
def worth_of_hit(s: Any, piece: Any) -> Any:
    """What a hit takes from somebody: all, if no slot is free, else a part."""
    left = s.slots[piece] - s.wounds[piece]
    if left <= 0:
        return 0 if has(s, piece, CANNOT_BE_FELLED) else worth_of_body(s, piece)
    return worth_of_body(s, piece) * NOT_LAST // (100 * (left + 1))


@kernel
def worth_of_blow(s: Any, striker: Any, target: Any, is_shot: Any, worse: Any) -> Any:
    """What a blow takes on average; `worse` is added to what the die must reach."""
    face = min(needed(s, striker, target, is_shot) + worse, FACES)
    worth = worth_of_hit(s, target) * (FACES + 1 - face) // FACES
    if s.saves[target] > 0:
        worth = worth * (s.saves[target] - 1) // FACES
    if not is_shot and s.slots[target] <= s.wounds[target]:
        worth += worth * ONWARD // 100
    return worth


# Places


@kernel
def danger(s: Any, piece: Any, x: Any, y: Any) -> Any:
    """What enemies could take from a character here in their next activations."""
    first = first_of(1 - side_of(piece))
    total = 0
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            break
        if stands(s, other) and s.routs[other] == 0:
            reach = max(s.pace[other] + s.reach[other], s.shoots[other])
            if is_within(x, y, s.radius[piece], s.x[other], s.y[other], s.radius[other], reach + CONTACT):
                face = needed(s, other, piece, False)
                total += worth_of_hit(s, piece) * (FACES + 1 - face) // FACES
    return total * DANGER // 100


@kernel
def worth_of_place(s: Any, w: Any, piece: Any, x: Any, y: Any, aim: Any) -> Any:
    gx, gy, counts, near = aim
    away = max(walk(w, x, y, gx, gy) - near, 0)
    return -(counts * away // 1000) - danger(s, piece, x, y)


@kernel
def best_fight(s: Any, piece: Any, x: Any, y: Any) -> Any:
    """What the best fight takes that a charge to this place leads to; 0: it is none."""
    first = first_of(1 - side_of(piece))
    best = 0
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            break
        if stands(s, other) and would_touch(s, piece, x, y, other):
            best = max(best, 1 + worth_of_blow(s, piece, other, False, 0))
    return best


@kernel
def shot_from(s: Any, piece: Any, x: Any, y: Any) -> Any:
    """What a shot from there after a move takes: at the nearest whom it could hit."""
    first = first_of(1 - side_of(piece))
    found, nearest = -1, 0
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            break
        if stands(s, other):
            away = abs(s.x[other] - x) + abs(s.y[other] - y)
            if found < 0 or away < nearest:
                found, nearest = other, away
    if found < 0 or why_no_shot_from(s, x, y, found) != 0:
        return 0
    return worth_of_blow(s, piece, found, True, 1 if s.legs == 0 else 0)


# Moves


@kernel
def worth_of(s: Any, w: Any, code: Any, aim: Any) -> Any:
    do, thing, piece = do_of(code), thing_of(code), s.actor - 1
    x, y = s.x[piece], s.y[piece]
    if do == Do.FIGHT:
        return worth_of_blow(s, piece, thing, False, 0)
    if do == Do.LEAVE:
        return OUT if must_leave(s, piece) or can_carry_off(s, piece) else WORST + 1
    if do == Do.PICK_UP:
        return worth_of_taking(s, piece, thing)
    if do == Do.LEG:
        x, y = x_of(code), y_of(code)
    worth = worth_of_place(s, w, piece, x, y, aim)
    if do == Do.SHOOT:
        return worth + worth_of_blow(s, piece, thing, True, 0)
    if do == Do.LEG:
        worth += best_fight(s, piece, x, y)
        if s.shoots[piece] > 0:
            worth += shot_from(s, piece, x, y)
    return worth


@kernel
def worth_of_taking(s: Any, piece: Any, thing: Any) -> Any:
    if thing < FIRST_OBJECTIVE:
        return WORST + 1
    objective, side = thing - FIRST_OBJECTIVE, side_of(piece)
    if must_take(s, objective, side):
        return TAKEN
    return KEPT if must_take(s, objective, 1 - side) else WORST + 1


# Whom to activate


@kernel
def whom(s: Any, w: Any, codes: Any, count: Any) -> Any:
    """Whoever can strike comes first, then whoever carries or fetches, then those who are near."""
    best, most = codes[0], WORST
    for place in range(count):
        if do_of(codes[place]) == Do.ACTIVATE:
            worth = urgency(s, thing_of(codes[place]))
            if worth > most:
                best, most = codes[place], worth
    return best


@kernel
def urgency(s: Any, piece: Any) -> Any:
    """How soon a character is to act."""
    if s.routs[piece] != 0:
        return WORST + 1
    worth = LATER
    if is_engaged(s, piece):
        worth = AT_ONCE + best_fight(s, piece, s.x[piece], s.y[piece])
    elif can_carry_off(s, piece):
        worth = AT_ONCE
    first = first_of(1 - side_of(piece))
    nearest = -1
    for other in range(first, first + MOST_OF_A_SIDE):
        if s.there[other] == There.NOBODY:
            break
        if stands(s, other):
            away = max(abs(s.x[other] - s.x[piece]), abs(s.y[other] - s.y[piece]))
            nearest = away if nearest < 0 else min(nearest, away)
    if nearest < 0:
        return worth
    if nearest <= max(s.pace[piece], s.shoots[piece]):
        worth += SOON
    return worth - nearest // 50
