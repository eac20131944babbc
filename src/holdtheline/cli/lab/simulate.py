"""`htl simulate` and `htl solve`: win rates over many games, and exact chances to win."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.definition import GameDefinition
from ...core.game import Game
from .. import EXIT_INTERRUPTED, EXIT_OK
from ..common import GameSeedOption, JsonOption, count_progress, ensure_compiled

if TYPE_CHECKING:
    from ...lab.simulate import Simulation


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
    as_json: JsonOption = False,
) -> int:
    from ...lab.games import needs_python
    from ...lab.simulate import simulate as simulate_games

    seats = definition.seats_for(options)
    players = player or ["book"] * len(seats)
    if needs_python(players):
        ensure_compiled(definition.name)
    with count_progress(games, first_text=f"compiling {definition.name}") as report:
        result = simulate_games(Game(definition, options), players, games, seed, report)
    if as_json:
        print(json.dumps(_simulation_json(result, seats, options, seed, definition.text.turn_name)))
    else:
        _print_simulation(result, seats, definition.text.turn_name)
    return EXIT_INTERRUPTED if result.was_stopped else EXIT_OK


def _print_simulation(result: Simulation, seats: tuple[str, ...], turn_name: str) -> None:
    from ...lab.intervals import rate_interval_text, rate_text

    if result.was_stopped:
        print(f"Stopped after {result.games:,} of {result.requested:,} games.")
    if not result.games:
        return
    for seat, name in enumerate(result.players):
        interval = result.interval(seat)
        drawn = f", drew {result.draws[seat]:,}" if result.draws[seat] else ""
        print(
            f"{seats[seat]} ({name}): won {result.wins[seat]:,} of {result.games:,}{drawn}: "
            f"{rate_text(result.win_rate(seat), *interval)} won, "
            f"95% confidence interval {rate_interval_text(*interval)}"
        )
        if result.draws[seat]:
            points = result.score_interval(seat)
            score = rate_text(result.score(seat), *points)
            print(f"  score {score}, a draw counts half; 95% confidence interval {rate_interval_text(*points)}")
    turns = f", {result.turns:.1f} {turn_name}s" if result.turns else ""
    print(f"{result.decisions:.1f} decisions{turns} per game, {result.games / result.seconds:,.0f} games/s")


def _simulation_json(
    result: Simulation, seats: tuple[str, ...], options: dict[str, str | int], seed: int, turn_name: str
) -> dict[str, Any]:
    by_seat = [
        {
            "seat": seats[seat],
            "player": name,
            "won": result.wins[seat],
            "drawn": result.draws[seat],
            "lost": result.losses[seat],
            "win_rate": result.win_rate(seat),
            "interval": result.interval(seat),
            "score": result.score(seat),
            "score_interval": result.score_interval(seat),
        }
        for seat, name in enumerate(result.players)
    ]
    length = {"decisions": result.decisions, "turns": result.turns, "turn_name": turn_name}
    games = {"seed": seed, "games": result.games, "wanted": result.requested, "seconds": round(result.seconds, 3)}
    return {"game": result.game, "options": options, **games, "seats": by_seat, **length}
