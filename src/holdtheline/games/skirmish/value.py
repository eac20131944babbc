"""What a search knows of skirmish beyond its rules: who stands better, and which moves are worth a look.

A battle is followed by the book, mostly to its end: what it asks for is often decided late, by one who
carries something home. Where it drags on it is judged. The judgement is a chance to win, by what each side
still has on the table (as the book values a character, a wounded one less), how many they are, how far they
are from what the scenario draws them to, who carries what wins, how many have got away, and the clock.
Battles ask for different things, so what counts is read from their own list of ends. The weights were found
by logistic regression over positions of the shipped battles, played by the book.

Moves are weighed as the book weighs them: whom to activate by urgency, all else by odds and ground. On an
open table there are many moves, so only the most promising are tried at first.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any

import numpy as np

from ...core.contract import Judgement, Level, Tuning, Words
from ...core.kernel import kernel
from .book import WORST, choose, urgency, worth_of, worth_of_body
from .book import remember as walks_for
from .moves import Do, do_of, thing_of
from .outcome import escaped
from .space import first_of, stands
from .state import ENEMIES, FRIENDS, MOST_OF_A_SIDE, SIDES, Phase, There
from .walking import ALL, walk
from .wishes import can_carry_off, goal, has_time, is_dear

# The memory: the walks of the table, as the book has them, and behind them
WEIGHED = ALL * ALL  # weights of what is counted, in thousandths
COUNTED = 8
CLOCK, SHARE, HEADS, DRAWN, CARRIED, AWAY, DEAR, USUAL = range(COUNTED)
SEEN = WEIGHED + 2 * COUNTED  # what the friends have more than the enemies, in thousandths

MILLION = 1_000_000
THOUSAND = 1_000
A_WAY = 10_000
"""Thousandths of an inch, times what one counts, that make a thousandth of what is counted."""
VALUES = (
    -1077, 3423, 4034, -73, 3522, 337, 29, 1077,
    1823, -4099, -4307, 73, -1856, 651, -383, -1823,
)  # fmt: skip
"""What each counts, and then how much more in the last round."""


def remember(options: Mapping[str, Any]) -> Words:
    return np.concatenate([walks_for(options), np.array([*VALUES, *([0] * COUNTED)], np.int64)])


@kernel
def weigh(s: Any, codes: Any, count: Any, worths: Any, memory: Any) -> None:
    if s.phase == Phase.CHOOSE:
        for place in range(count):
            is_pass = do_of(codes[place]) != Do.ACTIVATE
            worths[place] = WORST if is_pass else urgency(s, thing_of(codes[place]))
        return
    aim = goal(s, memory, s.actor - 1)
    for place in range(count):
        worths[place] = worth_of(s, memory, codes[place], aim)


@kernel
def value(s: Any, seat: Any, memory: Any) -> Any:
    look(s, memory)
    late = THOUSAND * min(s.round, s.rounds) // max(s.rounds, 1)
    total = 0
    for place in range(SEEN, SEEN + COUNTED):
        early, later = memory[place - 2 * COUNTED], memory[place - COUNTED]
        total += (early + later * late // THOUSAND) * memory[place]
    is_friend = seat < s.generals
    return int(MILLION / (1.0 + exp((-total if is_friend else total) / MILLION)))


@kernel
def look(s: Any, memory: Any) -> None:
    """Count what the friends have more of than the enemies."""
    for place in range(COUNTED):
        memory[SEEN + place] = 0
    bodies, heads = 1, 1
    for side in range(SIDES):
        sign = 1 if side == FRIENDS else -1
        worth, many = muster(s, memory, side, sign)
        memory[SEEN + SHARE] += sign * worth
        memory[SEEN + HEADS] += sign * many
        bodies += worth
        heads += many
        memory[SEEN + AWAY] += sign * THOUSAND * escaped(s, side)
    memory[SEEN + SHARE] = memory[SEEN + SHARE] * THOUSAND // bodies
    memory[SEEN + HEADS] = memory[SEEN + HEADS] * THOUSAND // heads
    memory[SEEN + CLOCK] = THOUSAND * (has_time(s, FRIENDS) - has_time(s, ENEMIES))
    memory[SEEN + USUAL] = THOUSAND


@kernel
def muster(s: Any, memory: Any, side: Any, sign: Any) -> Any:
    """What a side has on the table or still to come: its worth, and how many."""
    worth, many = 0, 0
    for piece in range(first_of(side), first_of(side) + MOST_OF_A_SIDE):
        there = s.there[piece]
        if there == There.NOBODY:
            break
        if there != There.STANDS and there != There.WAITS:
            continue
        many += 1
        left = s.slots[piece] - s.wounds[piece] + 1
        health = THOUSAND * max(left, 1) // (s.slots[piece] + 1)
        worth += worth_of_body(s, piece) * health // (THOUSAND if s.routs[piece] == 0 else 4 * THOUSAND)
        if is_dear(s, piece):
            memory[SEEN + DEAR] += sign * health
        if stands(s, piece) and s.routs[piece] == 0:
            memory[SEEN + CARRIED] += sign * THOUSAND * can_carry_off(s, piece)
            memory[SEEN + DRAWN] -= sign * way_to_go(s, memory, piece)
    return worth, many


@kernel
def way_to_go(s: Any, memory: Any, piece: Any) -> Any:
    """How far a character is from where it is drawn to, by how much that counts."""
    x, y, counts, near = goal(s, memory, piece)
    return counts * max(walk(memory, s.x[piece], s.y[piece], x, y) - near, 0) // A_WAY


TUNING = Tuning(explore=0.2, lean=1.0, heat=100.0, first=3, more=0.7, listed=16, ripe=1, depth=400)
LADDER = ((15, 68), (15, 59), (15, 50), (15, 25), (15, 10), (15,), (45,), (130,))
"""A battle is followed to its end, so a simulation takes long, and even the last level has few of them. With
five it hardly matters whether it slips: any of the moves that it looks at is about as good as the best."""
LEVELS = tuple(Level(*one) for one in LADDER)
JUDGEMENT = Judgement(choose, value, weigh, remember, TUNING, LEVELS)
