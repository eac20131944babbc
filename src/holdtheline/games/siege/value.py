"""What a search knows of siege beyond its rules.

A siege is short, so each one is followed to its end by the book, and nothing has to be judged half way. What
the book reaches is a little less than what is possible, alike for all moves, and the tree puts it right.
The order in which moves are tried: for a line to be rearranged as the book has it; for reinforcements by
what the next wave would let through on average, where a troop that stays behind counts as well.
"""

from __future__ import annotations

from typing import Any

from ...core.contract import Judgement, Level, Tuning
from ...core.dice import FACES
from ...core.kernel import kernel
from .book import choose, worth_of
from .moves import number_of
from .rules import overflow_of, strength
from .state import LANES, Phase

BEHIND = 2
"""What a troop in the backline is worth, where one that gets through in every sixth battle is 1."""
ARRANGED = 100
"""Worths of arrangements are this much apart for each troop that gets through: here that is 6."""


@kernel
def weigh(s: Any, codes: Any, count: Any, worths: Any, memory: Any) -> None:
    for place in range(count):
        if s.phase == Phase.REINFORCE:
            worths[place] = worth_of_reinforcing(s, codes[place])
        else:
            worths[place] = worth_of(s, codes[place]) * FACES // ARRANGED


@kernel
def worth_of_reinforcing(s: Any, code: Any) -> Any:
    worth = BEHIND * s.backline
    for lane in range(LANES):
        sent = number_of(code, lane)
        worth -= BEHIND * sent
        for face in range(1, FACES + 1):
            worth -= overflow_of(s.lane[lane] + sent, strength(lane, face))
    return worth


TUNING = Tuning(explore=0.4, lean=0.5, heat=3.0, first=2, more=0.7, listed=16, ripe=8)
LADDER = ((30, 90), (30, 65), (30, 40), (30, 20), (30, 8), (40,), (150,))
"""A siege is soon understood, so between slipping nearly always and the best play there is only as much as
between a third and three quarters of all sieges won; the search is soon as good as the solution."""
LEVELS = (*(Level(*one) for one in LADDER), Level(1, plays="optimal"))
JUDGEMENT = Judgement(choose, weigh=weigh, tuning=TUNING, levels=LEVELS)
