"""`htl simulate` and `htl solve`: win rates over many games, and exact chances to win."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Annotated, Any

import typer

from ..core.definition import GameDefinition
from ..core.game import Game
from .common import GameSeedOption, JsonOption, count_progress, ensure_compiled


def solve(
    definition: GameDefinition,
    options: dict[str, str | int],
    position: Annotated[
        str | None, typer.Option(help="a position to solve, such as 'lanes 6 4 5, backline 3, waves 2'")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    assert definition.ai.solver is not None
    game = Game(definition, options, plain=True)
    state = game.start() if position is None else game.position(position)
    solution = definition.ai.solver(options)
    value = solution.value(state)
    moves = solution.moves(state) if position is not None and state.current_player >= 0 else []
    if as_json:
        print(json.dumps(_solution_json(options, state.position(), value, moves)))
        return
    print(", ".join(f"{name} {setting}" for name, setting in options.items()))
    print(f"{state.position()}: chance to win with best play {_chance_text(value)}")
    for move, chance in moves:
        print(f"  {move.text:<20} {_chance_text(chance)}")


def _chance_text(value: Fraction) -> str:
    return f"{float(value):.12g} (exactly {value})"


def _solution_json(options: dict[str, str | int], position: str, value: Fraction, moves: Any) -> dict[str, Any]:
    return {
        "options": options,
        "position": position,
        "value": float(value),
        "fraction": str(value),
        "moves": [{"move": move.text, "value": float(chance), "fraction": str(chance)} for move, chance in moves],
    }


def simulate(
    definition: GameDefinition,
    options: dict[str, str | int],
    player: Annotated[list[str] | None, typer.Option(help="a computer player; repeat it once per seat")] = None,
    games: Annotated[int, typer.Option(help="number of games")] = 100_000,
    seed: GameSeedOption = 1,
) -> None:
    from ..lab.simulate import needs_python
    from ..lab.simulate import simulate as simulate_games

    seats = definition.seats_for(options)
    players = player or ["book"] * len(seats)
    if needs_python(players):
        ensure_compiled(definition.name)
    with count_progress(games, first_text=f"compiling {definition.name}") as report:
        result = simulate_games(Game(definition, options), players, games, seed, report)
    for seat, name in enumerate(players):
        low, high = result.interval(seat)
        print(
            f"{seats[seat]} ({name}): won {result.wins[seat]:,} of {games:,}, "
            f"{result.win_rate(seat):.4%}, 95% confidence interval {low:.4%} to {high:.4%}"
        )
    print(f"{result.steps:,} steps, {games / result.seconds:,.0f} games/s")
