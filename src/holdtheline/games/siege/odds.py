"""What a move may lead to in this wave: exact chances, with no word on whether the move is wise."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from ...core.contract import FIRST_MOVE, Odd, empty_log, events_in
from ...core.dice import FACES
from .moves import ORDERS, number_of, why_not
from .rules import Happened, apply, is_lost, overflow_of, strength
from .state import LANES, Phase

ROLLS = Counter(
    tuple(int(strength(lane, face)) for lane, face in enumerate(faces))
    for faces in product(range(1, FACES + 1), repeat=LANES)
)
"""S3.1, S4.1: the enemy in the three lanes, and how many of the 216 rolls of a wave bring it."""
LAST_WAVE = 1
MOST_EVENTS = 12


def odds(s: Any, code: int) -> tuple[Odd, ...]:
    """Nothing for a roll, and for a move that the rules refuse."""
    if code < FIRST_MOVE or why_not(s, code):
        return ()
    if s.phase == Phase.REARRANGE:
        return (Odd(after_battle(s, code), Fraction(1)),)
    sent = [number_of(code, lane) for lane in range(LANES)]
    lanes = tuple(int(troops) + more for troops, more in zip(s.lane, sent, strict=True))
    left = int(s.backline) - sum(sent)
    return after_scouting(lanes, left, int(s.swap), bool(s.waves == LAST_WAVE))


@lru_cache(maxsize=4096)
def after_scouting(lanes: tuple[int, ...], backline: int, orders: int, is_last: bool) -> tuple[Odd, ...]:
    """How the wave may end when the line is rearranged so that as few as possible get through."""
    nobody = some = fallen = 0
    for enemy, rolls in ROLLS.items():
        through = least_through(lanes, enemy, orders)
        if is_lost(backline, through):
            fallen += rolls
        elif through:
            some += rolls
        else:
            nobody += rolls
    win = ": you win" if is_last else ""
    counted = {
        f"nobody gets through{win}": nobody,
        f"somebody gets through, and the backline holds{win}": some,
        "the castle falls": fallen,
    }
    return tuple(Odd(label, Fraction(count, ROLLS.total())) for label, count in counted.items() if count)


def least_through(lanes: tuple[int, ...], enemy: tuple[int, ...], orders: int) -> int:
    """S3.2, S4.2: the least that gets through, in any of the orders that are allowed."""
    return min(
        sum(int(overflow_of(lanes[order[lane]], enemy[lane])) for lane in range(LANES))
        for order in ORDERS[:orders]
    )


def after_battle(s: Any, code: int) -> str:
    """What the battle will do: no die is rolled any more."""
    fought, log = s.copy(), empty_log(MOST_EVENTS)
    apply(fought, code, log)
    struck = [numbers for _, kind, *numbers in events_in(log) if kind == Happened.BACKLINE_STRUCK]
    through, left = struck[0][:2] if struck else (0, 0)
    arrive = f"{through or 'nobody'} {'gets' if through < 2 else 'get'} through"
    if fought.phase == Phase.LOST:
        return f"{arrive}: the castle falls"
    if fought.phase == Phase.WON:
        return f"{arrive}, and the backline holds: you win" if through else f"{arrive}: you win"
    line = f"the line has {', '.join(map(str, fought.lane))}"
    return f"{arrive}, and the backline has {left}; {line}" if through else f"{arrive}; {line}"
