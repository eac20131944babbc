"""How many turns of towers the rules play in a second, in one thread.

`python -m benchmarks.turns`: 30 towers and 60 soldiers a lane, all with the usual mind, each turn from the
same start. Whether soldiers come at once or one after the other decides how long the lanes are full.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from holdtheline.core.fields import fields_of
from holdtheline.core.kernel import Kernel, opener, words_of
from holdtheline.games.towers import course, moves, rules, ruleset
from holdtheline.games.towers.state import CELLS, COLUMNS, DTYPE, SOLDIERS, TOWERS

TOWERS_A_LANE, SOLDIERS_A_LANE = 30, 60
TURNS = 200
ROUNDS = 100
OPENED = opener(DTYPE, "benchmark.towers.opened")


def play(words: Any, room: Any, turns: Any) -> Any:
    """So many times the same turn; the HP that were left, so that nothing is optimised away."""
    left = 0
    for _ in range(turns):
        room[:] = words
        s = OPENED(room)
        course.begin(s)
        course.play_on(s, None)
        left += s.hp[0] + s.hp[1]
    return left


PLAY = Kernel(play, "benchmark.towers.play")


def planned(name: str, timestep: Callable[[random.Random, int], int]) -> Any:
    """The words of a game whose first planning is done."""
    words = np.zeros(words_of(DTYPE), np.int64)
    s, chance = fields_of(DTYPE)(words), random.Random(1)
    rules.start(s, ruleset.setup({"ruleset": name, "frost": "step", "turn_limit": 100}))
    for seat in (0, 1):
        s.gold[seat] = s.hp[seat] = 10_000
        while s.towers[seat] < TOWERS_A_LANE:
            cell = chance.randrange(CELLS)
            if moves.why_not_there(s, seat, cell) == 0:
                give(s, seat, moves.TOWER + chance.choice(TOWERS), moves.CELL + cell)
        for number in range(SOLDIERS_A_LANE):
            give(s, seat, moves.HIRE + chance.choice(SOLDIERS), moves.SOLDIER + number)
            column = chance.randrange(COLUMNS)
            give(s, seat, moves.COLUMN + column, moves.STEP + timestep(chance, number))
    return words


def give(s: Any, seat: int, *orders: int) -> None:
    for local in orders:
        code = moves.code_of(seat, local)
        assert moves.why_not(s, code) == 0
        rules.apply(s, code, None)


def turns_a_second(words: Any) -> float:
    """The best of many short rounds: a machine that does other things now and then disturbs only some."""
    room = words.copy()
    PLAY.compiled(words, room, 10)
    seconds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        PLAY.compiled(words, room, TURNS)
        seconds.append(time.perf_counter() - began)
    return TURNS / min(seconds)


def main() -> None:
    print(
        f"turns of towers a second, {TOWERS_A_LANE} towers and {SOLDIERS_A_LANE} soldiers a lane, one thread"
    )
    plans: dict[str, Callable[[random.Random, int], int]] = {
        "all at once": lambda chance, number: 0,
        "one a timestep": lambda chance, number: number,
        "at any time": lambda chance, number: chance.randrange(80),
    }
    for name in ruleset.SHIPPED:
        for plan, timestep in plans.items():
            print(f"  {name:10} {plan:16} {turns_a_second(planned(name, timestep)):10,.0f}")
    print(f"a state has {words_of(DTYPE) * 8:,} bytes")


if __name__ == "__main__":
    main()
