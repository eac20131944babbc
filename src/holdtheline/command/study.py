"""Reading the rules, verifying records, solving and simulating."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from ..core import kernel, rulebook
from ..core.catalog import contract_of
from ..core.contract import Contract
from ..core.errors import BadRecord
from ..core.game import Game
from ..core.record import Record

COMPILING = "compiling the rules, first run only"


def show_rules(game: str, clause: str | None, plain: bool) -> None:
    contract_of(game)
    book = rulebook.read(game)
    text = book.text
    if clause is not None:
        option = book.options.get(clause.lower())
        text = option if option is not None else book.clause(clause).markdown
    if plain or not sys.stdout.isatty():
        print(rulebook.plain(text))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def check(files: Sequence[Path]) -> int:
    """0 if every record is sound, else 1."""
    bad = 0
    for file in files:
        try:
            print(f"{file}: {_checked(file)}")
        except BadRecord as error:
            bad = 1
            print(error if str(error).startswith(f"{file} ") else f"{file}: {error}")
    return bad


def _checked(file: Path) -> str:
    record = Record.read(file)
    state = record.replay(plain=True)
    if state.outcome is None:
        return f"sound so far, {record.steps} steps, not finished"
    if not record.is_over:
        return f"sound, {record.steps} steps, finished, but the line with the outcome is missing"
    return f"sound, {record.steps} steps; {state.outcome.reason} ({state.outcome.clause})"


def warm_up() -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ..players.warm import warm

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(COMPILING, total=None)
        warm(
            lambda what, done, of: progress.update(
                task, description=f"{COMPILING}: {what}", completed=done, total=of
            ),
            side_by_side=True,
        )


def be_warm() -> None:
    """Compile the rules now, and say so, unless that was done before."""
    if not kernel.is_warm():
        warm_up()


def solve(
    contract: Contract,
    options: dict[str, str | int],
    position: Annotated[
        str | None, typer.Option(help="a position, such as 'lanes 6 4 5, backline 3, waves 2'")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="for programs")] = False,
) -> None:
    assert contract.solve is not None
    game = Game(contract, options, plain=True)
    state = game.start() if position is None else game.position(position)
    be_warm()
    solution = contract.solve(options)
    value = solution.value(state)
    moves = solution.moves(state) if position is not None and state.turn >= 0 else []
    if as_json:
        print(json.dumps(_as_json(options, state.position(), value, moves)))
        return
    print(", ".join(f"{name} {setting}" for name, setting in options.items()))
    print(f"{state.position()}: the chance to win with the best play is {_chance(value)}")
    for move, chance in moves:
        print(f"  {move.text:<20} {_chance(chance)}")


def _chance(value: Fraction) -> str:
    return f"{float(value):.12g}, exactly {value}"


def _as_json(options: dict[str, str | int], position: str, value: Fraction, moves: Any) -> dict[str, Any]:
    return {
        "options": options,
        "position": position,
        "value": float(value),
        "fraction": str(value),
        "moves": [
            {"move": move.text, "value": float(chance), "fraction": str(chance)} for move, chance in moves
        ],
    }


def simulate(
    contract: Contract,
    options: dict[str, str | int],
    player: Annotated[list[str] | None, typer.Option(help="a player for each seat")] = None,
    games: Annotated[int, typer.Option(help="how many games")] = 100_000,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 1,
) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    from ..lab.simulate import simulate as simulate_games

    seats = contract.seats_of(options)
    players = player or ["book"] * len(seats)
    be_warm()
    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=games)
        result = simulate_games(
            Game(contract, options), players, games, seed, lambda done: progress.update(task, completed=done)
        )
    for seat, name in enumerate(players):
        low, high = result.interval(seat)
        print(
            f"{seats[seat]} ({name}): won {result.wins[seat]:,} of {games:,}, "
            f"{result.win_rate(seat):.4%}, 95 % interval {low:.4%} to {high:.4%}"
        )
    print(f"{result.steps:,} steps, {games / result.seconds:,.0f} games/s")
