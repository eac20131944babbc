"""Measure how many turns of towers per second the rules play, in one thread.

30 towers and 60 soldiers a lane, all with built-in unit AIs, each turn from the same start. How long the lanes are
full depends on whether the soldiers enter at once or one after the other.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from ...core.kernel.compiler import Kernel, record_opener
from ...games.towers import ruleset
from ...games.towers.rules import legality, moves, sequence_of_play
from ...games.towers.state import CELLS, COLUMNS, SOLDIERS, TOWERS, TowersState
from ..measure import benchmark_parser, track_progress

TOWERS_PER_LANE, SOLDIERS_PER_LANE = 30, 60
TURNS, ROUNDS = 200, 100
QUICK_ROUNDS = 3
AIM = 15_000
OPEN_STATE = record_opener(TowersState, "benchmark.towers.open_state")

EntryStep = Callable[[random.Random, int], int]
"""Returns the timestep in which a soldier, by its number, enters the lane."""
ENTRY_STEPS: dict[str, EntryStep] = {
    "all soldiers at once": lambda rng, number: 0,
    "one per timestep": lambda rng, number: number,
    "at random times": lambda rng, number: rng.randrange(80),
}


def play_turns(words: Any, room: Any, turns: Any) -> Any:
    """Play the same turn several times; return the HP left, so that nothing is optimised away."""
    left = 0
    for _ in range(turns):
        room[:] = words
        s = OPEN_STATE(room)
        sequence_of_play.begin_turn(s)
        sequence_of_play.continue_turn(s, None)
        left += s.hp[0] + s.hp[1]
    return left


PLAY_TURNS = Kernel(play_turns, "benchmark.towers.play_turns")


def make_planned_state(ruleset_name: str, entry_step: EntryStep) -> Any:
    """Return the words of a game in which both sides have planned the first turn."""
    words = ruleset.setup({"ruleset": ruleset_name, "frost": "step", "tower_bounty": "price", "turn_limit": 100})
    s, rng = TowersState(words), random.Random(1)
    for seat in (0, 1):
        s.gold[seat] = s.hp[seat] = 10_000
        while s.towers[seat] < TOWERS_PER_LANE:
            cell = rng.randrange(CELLS)
            if legality.why_not_build(s, seat, cell) == 0:
                give_orders(s, seat, moves.TOWER + rng.choice(TOWERS), moves.CELL + cell)
        for number in range(SOLDIERS_PER_LANE):
            give_orders(s, seat, moves.HIRE + rng.choice(SOLDIERS), moves.SOLDIER + number)
            column = rng.randrange(COLUMNS)
            give_orders(s, seat, moves.COLUMN + column, moves.STEP + entry_step(rng, number))
    return words


def give_orders(s: Any, seat: int, *orders: int) -> None:
    for local in orders:
        code = moves.encode_move(seat, local)
        assert legality.why_not(s, code) == 0
        sequence_of_play.apply(s, code, None)


def turns_per_second(words: Any, rounds: int) -> float:
    """Return the best of many short rounds: other work on the machine disturbs only some of them."""
    room = words.copy()
    PLAY_TURNS.compiled(words, room, 10)
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        PLAY_TURNS.compiled(words, room, TURNS)
        seconds.append(time.perf_counter() - began)
    return TURNS / min(seconds)


def main() -> int:
    args = benchmark_parser("speed.towers_turns", __doc__).parse_args()
    rounds = QUICK_ROUNDS if args.quick else ROUNDS
    cases = [(name, entry) for name in ruleset.SHIPPED_RULESETS for entry in ENTRY_STEPS]
    figures = {
        case: turns_per_second(make_planned_state(case[0], ENTRY_STEPS[case[1]]), rounds)
        for case in track_progress(cases, "playing turns", len(cases))
    }
    sizes = f"{TOWERS_PER_LANE} towers and {SOLDIERS_PER_LANE} soldiers per lane"
    print(f"Turns of towers per second, {sizes}, one thread (aim {AIM:,})")
    for (name, entry), figure in figures.items():
        print(f"  {name:10} {entry:22} {figure:10,.0f}")
    print(f"A state has {TowersState.word_count() * 8:,} bytes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
