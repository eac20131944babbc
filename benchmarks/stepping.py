"""How many turns of towers a second are played where every unit of both sides asks its AI.

`python -m benchmarks.stepping`: 30 towers and 60 soldiers a lane, as in `benchmarks.turns`. The same turn is
played by the minds that are built in, by kernels that do the same, and by plain Python functions that do
the same; all three reach the same state. Seconds are those of the processor: one thread, that never waits.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks import turns
from benchmarks.measure import in_turns, ratio
from holdtheline.core.catalog import load
from holdtheline.core.game import Game, State
from holdtheline.core.kernel.compiler import kernel
from holdtheline.games.towers.bots.bot_player import CommanderPlayer
from holdtheline.games.towers.bots.commander import Commander
from holdtheline.games.towers.bots.turn_runner import TurnRunner
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.rules.unit_ai import find_cell_ahead, find_first_target
from holdtheline.games.towers.state import COLUMNS, MAX_SOLDIERS, PLAYERS, SOLDIERS, TOWERS, Mind, unit_name

TURNS = 40


# The usual minds, as a bot's author may write them in Python


def tower(unit: Any, view: Any) -> Any:
    """The first in range: in `standard` a tower sees the deployment row, too."""
    return unit.shoot(view.soldiers_in_range()[0])


def soldier(unit: Any, view: Any) -> Any:
    row, column = unit.row, unit.column
    if row == 0:
        return unit.score()
    if unit.kind.jumps and row > 1 and view.is_free(row - 2, column):
        return unit.go(row - 2, column)
    if view.is_free(row - 1, column):
        return unit.go(row - 1, column)
    return unit.strike(row - 1, column)


# and as kernels


@kernel
def tower_kernel(s: Any, seat: Any, place: Any) -> Any:
    return moves.SHOOT + find_first_target(s, seat, place) - 1 - (1 - seat) * MAX_SOLDIERS


@kernel
def soldier_kernel(s: Any, seat: Any, place: Any) -> Any:
    unit, cell = s.body_unit[place], s.body_cell[place] - 1
    if cell < COLUMNS:
        return moves.SCORE
    goal = find_cell_ahead(s, 1 - seat, unit, cell, Mind.USUAL)
    return moves.GO + goal if goal >= 0 else moves.STRIKE + cell - COLUMNS


class Python(Commander):
    unit_ais = {unit_name(unit): tower for unit in TOWERS} | {unit_name(unit): soldier for unit in SOLDIERS}


class Kernels(Commander):
    unit_ais = {unit_name(unit): tower_kernel for unit in TOWERS} | {
        unit_name(unit): soldier_kernel for unit in SOLDIERS
    }


# The contest


def planned(game: Game, timestep: Callable[[random.Random, int], int], mind: Mind) -> State:
    """Both have planned, and one is ready."""
    state = State(game, turns.planned("standard", timestep))
    for seat in range(PLAYERS):
        for unit in (*TOWERS, *SOLDIERS):
            state.record.mind[seat * len(TOWERS + SOLDIERS) + unit] = mind
    state.play(int(moves.encode_move(0, moves.READY)))
    return state


def turn_of(planned: State, stepper: TurnRunner | None) -> tuple[State, Sequence[int]]:
    """The state after the turn, and the actions in it."""
    state = planned.copy()
    state.play(int(moves.encode_move(1, moves.READY)))
    return state, stepper.play(state) if stepper else []


def end_of(planned: State, stepper: TurnRunner | None) -> str:
    """The digest of the state after the turn, but for the minds that it was played with."""
    state, _ = turn_of(planned, stepper)
    state.record.mind = [0] * len(state.record.mind)
    return state.digest()


def turns_a_second(planned: State, stepper: TurnRunner | None) -> float:
    began = time.process_time()
    for _ in range(TURNS):
        turn_of(planned, stepper)
    return TURNS / (time.process_time() - began)


def report(game: Game, plan: str, timestep: Callable[[random.Random, int], int]) -> None:
    built_in, asking = planned(game, timestep, Mind.USUAL), planned(game, timestep, Mind.OWN)
    steppers: dict[str, TurnRunner] = {
        name: TurnRunner(game, [CommanderPlayer(bot), CommanderPlayer(bot)])
        for name, bot in (("kernels", Kernels), ("Python", Python))
    }
    asked = {len(turn_of(asking, stepper)[1]) for stepper in steppers.values()}
    ends = {end_of(asking, stepper) for stepper in steppers.values()} | {end_of(built_in, None)}
    assert len(asked) == len(ends) == 1
    figures = in_turns(
        {
            "built in": lambda: turns_a_second(built_in, None),
            **{name: lambda one=one: turns_a_second(asking, one) for name, one in steppers.items()},  # type: ignore[misc]
        }
    )
    print(f"  {plan}, {asked.pop():,} actions a turn")
    for name, found in figures.items():
        slower = "" if name == "built in" else f"; built in / {name}: {ratio(figures, 'built in', name)}"
        print(f"    {name:10} {statistics.median(found):10,.0f} turns/s{slower}")


def main() -> None:
    sizes = f"{turns.TOWERS_A_LANE} towers and {turns.SOLDIERS_A_LANE} soldiers a lane"
    print(f"turns of towers where every unit asks its AI, {sizes}, one thread")
    game = load("towers")
    report(game, "all at once", lambda chance, number: 0)
    report(game, "one a timestep", lambda chance, number: number)
    report(game, "at any time", lambda chance, number: chance.randrange(80))


if __name__ == "__main__":
    main()
