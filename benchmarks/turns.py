"""How many turns of towers the rules play in a second, in one thread.

`python -m benchmarks.turns`: 30 towers and 60 soldiers a lane, all with the usual mind, each turn from the
same start. Whether soldiers come at once or one after the other decides how long the lanes are full.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from holdtheline.core.kernel.compiler import Kernel, record_opener
from holdtheline.games.towers import ruleset
from holdtheline.games.towers.rules import legality, moves, sequence_of_play
from holdtheline.games.towers.state import CELLS, COLUMNS, SOLDIERS, TOWERS, TowersState

TOWERS_A_LANE, SOLDIERS_A_LANE = 30, 60
TURNS = 200
ROUNDS = 100
OPENED = record_opener(TowersState, "benchmark.towers.opened")


def play(words: Any, room: Any, turns: Any) -> Any:
    """So many times the same turn; the HP that were left, so that nothing is optimised away."""
    left = 0
    for _ in range(turns):
        room[:] = words
        s = OPENED(room)
        sequence_of_play.begin_turn(s)
        sequence_of_play.continue_turn(s, None)
        left += s.hp[0] + s.hp[1]
    return left


PLAY = Kernel(play, "benchmark.towers.play")


def planned(name: str, timestep: Callable[[random.Random, int], int]) -> Any:
    """The words of a game whose first planning is done."""
    words = ruleset.setup({"ruleset": name, "frost": "step", "turn_limit": 100})
    s, chance = TowersState(words), random.Random(1)
    for seat in (0, 1):
        s.gold[seat] = s.hp[seat] = 10_000
        while s.towers[seat] < TOWERS_A_LANE:
            cell = chance.randrange(CELLS)
            if legality.why_not_build(s, seat, cell) == 0:
                give(s, seat, moves.TOWER + chance.choice(TOWERS), moves.CELL + cell)
        for number in range(SOLDIERS_A_LANE):
            give(s, seat, moves.HIRE + chance.choice(SOLDIERS), moves.SOLDIER + number)
            column = chance.randrange(COLUMNS)
            give(s, seat, moves.COLUMN + column, moves.STEP + timestep(chance, number))
    return words


def give(s: Any, seat: int, *orders: int) -> None:
    for local in orders:
        code = moves.encode_move(seat, local)
        assert legality.why_not(s, code) == 0
        sequence_of_play.apply(s, code, None)


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
    print(f"turns of towers a second, {TOWERS_A_LANE} towers and {SOLDIERS_A_LANE} soldiers a lane, one thread")
    plans: dict[str, Callable[[random.Random, int], int]] = {
        "all at once": lambda chance, number: 0,
        "one a timestep": lambda chance, number: number,
        "at any time": lambda chance, number: chance.randrange(80),
    }
    for name in ruleset.SHIPPED_RULESETS:
        for plan, timestep in plans.items():
            print(f"  {name:10} {plan:16} {turns_a_second(planned(name, timestep)):10,.0f}")
    print(f"a state has {TowersState.word_count() * 8:,} bytes")


if __name__ == "__main__":
    main()
