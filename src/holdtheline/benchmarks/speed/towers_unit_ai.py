"""Measure how many turns of towers per second are played where every unit of both sides asks an AI of its owner.

30 towers and 60 soldiers a lane, as in `speed.towers_turns`. The same turn is played by the built-in unit AIs, by
kernels that do the same, and by plain Python functions that do the same; all three must reach the same state. One
thread, processor time.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

from ...core.catalog import load
from ...core.game import Game, State
from ...core.kernel.compiler import kernel
from ...games.towers.bots.bot_player import CommanderPlayer
from ...games.towers.bots.commander import Commander
from ...games.towers.bots.turn_runner import TurnRunner
from ...games.towers.rules import moves
from ...games.towers.rules.unit_ai import find_cell_ahead, find_first_target
from ...games.towers.state import COLUMNS, MAX_SOLDIERS, PLAYERS, SOLDIERS, TOWERS, Mind, unit_name
from ..measure import benchmark_parser, describe_ratio, measure_in_rounds
from .towers_turns import ENTRY_STEPS, SOLDIERS_PER_LANE, TOWERS_PER_LANE, EntryStep, make_planned_state

TURNS, ROUNDS = 40, 7
QUICK_TURNS, QUICK_ROUNDS = 2, 1
BUILT_IN = "built in"


# The default unit AIs, as the author of a bot may write them in Python


def tower_ai(unit: Any, view: Any) -> Any:
    """Shoot the first soldier in range (in `standard` a tower sees the deployment row, too)."""
    return unit.shoot(view.soldiers_in_range()[0])


def soldier_ai(unit: Any, view: Any) -> Any:
    row, column = unit.row, unit.column
    if row == 0:
        return unit.score()
    if unit.kind.jumps and row > 1 and view.is_free(row - 2, column):
        return unit.go(row - 2, column)
    if view.is_free(row - 1, column):
        return unit.go(row - 1, column)
    return unit.strike(row - 1, column)


# The same as kernels


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


class PythonCommander(Commander):
    unit_ais = {unit_name(unit): tower_ai for unit in TOWERS} | {unit_name(unit): soldier_ai for unit in SOLDIERS}


class KernelCommander(Commander):
    unit_ais = {unit_name(unit): tower_kernel for unit in TOWERS} | {
        unit_name(unit): soldier_kernel for unit in SOLDIERS
    }


# The measurement


def make_planned(game: Game, entry_step: EntryStep, mind: Mind) -> State:
    """Return a state in which both sides have planned, and one is ready."""
    state = State(game, make_planned_state("standard", entry_step))
    for seat in range(PLAYERS):
        for unit in (*TOWERS, *SOLDIERS):
            state.record.mind[seat * len(TOWERS + SOLDIERS) + unit] = mind
    state.play(int(moves.encode_move(0, moves.READY)))
    return state


def play_turn(planned: State, runner: TurnRunner | None) -> tuple[State, Sequence[int]]:
    """Return the state after the turn and the actions in it (no runner: the built-in unit AIs act)."""
    state = planned.copy()
    state.play(int(moves.encode_move(1, moves.READY)))
    return state, runner.play(state) if runner else []


def digest_after_turn(planned: State, runner: TurnRunner | None) -> str:
    """Return the digest of the state after the turn, without the choice of unit AIs."""
    state, _ = play_turn(planned, runner)
    record: Any = state.record
    record.mind = [0] * len(record.mind)
    return state.digest()


def turns_per_second(planned: State, runner: TurnRunner | None, turns: int) -> float:
    began = time.process_time()
    for _ in range(turns):
        play_turn(planned, runner)
    return turns / (time.process_time() - began)


def report(game: Game, entry: str, is_quick: bool) -> None:
    turns, rounds = (QUICK_TURNS, QUICK_ROUNDS) if is_quick else (TURNS, ROUNDS)
    built_in, asking = (make_planned(game, ENTRY_STEPS[entry], mind) for mind in (Mind.USUAL, Mind.OWN))
    runners: dict[str, TurnRunner] = {
        name: TurnRunner(game, [CommanderPlayer(bot), CommanderPlayer(bot)])
        for name, bot in (("kernels", KernelCommander), ("Python", PythonCommander))
    }
    action_counts = {len(play_turn(asking, runner)[1]) for runner in runners.values()}
    digests = {digest_after_turn(asking, runner) for runner in runners.values()} | {digest_after_turn(built_in, None)}
    assert len(action_counts) == len(digests) == 1, "the three forms of the unit AIs act differently"
    figures = measure_in_rounds(
        {
            BUILT_IN: lambda: turns_per_second(built_in, None, turns),
            **{name: lambda one=one: turns_per_second(asking, one, turns) for name, one in runners.items()},  # type: ignore[misc]
        },
        rounds,
    )
    print(f"  {entry}, {action_counts.pop():,} actions per turn")
    for name, measured in figures.items():
        slower = "" if name == BUILT_IN else f"; built in : {name} {describe_ratio(figures, BUILT_IN, name)}"
        print(f"    {name:10} {statistics.median(measured):10,.0f} turns/s{slower}")


def main() -> int:
    args = benchmark_parser("speed.towers_unit_ai", __doc__).parse_args()
    sizes = f"{TOWERS_PER_LANE} towers and {SOLDIERS_PER_LANE} soldiers per lane"
    print(f"Turns of towers where every unit asks its AI, {sizes}, one thread, processor time")
    game = load("towers")
    for entry in ENTRY_STEPS:
        report(game, entry, args.quick)
    return 0


if __name__ == "__main__":
    sys.exit(main())
