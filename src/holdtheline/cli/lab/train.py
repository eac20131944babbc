"""`htl train`: train the network that evaluates positions for the search."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import BadOption
from ..common import ensure_compiled, progress_bar

PERCENT_OF_SEARCH = 25
"""How many decisions of the search become positions: its games are few, so more of each is used."""


def train_game(
    game: Annotated[str, typer.Argument(help="a game with a learned evaluation: civilwar or skirmish")],
    out: Annotated[Path, typer.Option(help="the file for the network")],
    games: Annotated[int, typer.Option(help="games of the book player in the first round")] = 12_000,
    search_games: Annotated[
        int, typer.Option(help="games of the search in the second round; 0: no such round")
    ] = 2_400,
    percent: Annotated[int, typer.Option(help="percentage of the decisions of the book that become positions")] = 8,
    nodes: Annotated[int, typer.Option(help="simulations per move of the search")] = 40,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 1,
    work: Annotated[Path | None, typer.Option(help="folder for unfinished work; default: OUT with .work added")] = None,
    processes: Annotated[int | None, typer.Option(help="games to play at once; default: one for each core")] = None,
) -> None:
    """Train the evaluation of a game by games against itself.

    You can stop it at any time: the same command resumes.
    """
    from ...core.catalog import definition_of
    from ...lab.training.run import Round, Training, train
    from ...lab.training.self_play import GAMES_PER_CHUNK, learned_value

    learned_value(definition_of(game))
    if games < GAMES_PER_CHUNK or search_games < 0 or nodes < 1 or not 1 <= percent <= 100:
        raise BadOption(f"play at least {GAMES_PER_CHUNK} games, search at least 1 node, and keep 1 to 100 percent")
    ensure_compiled(game)
    rounds = [Round(games, percent)]
    if search_games >= GAMES_PER_CHUNK:
        rounds.append(Round(search_games, PERCENT_OF_SEARCH, nodes))
    numbers = f"--games {games} --search-games {search_games} --percent {percent} --nodes {nodes} --seed {seed}"
    command = f"htl train {game} {numbers}"
    folder = work or out.with_name(out.name + ".work")
    training = Training(game, seed, tuple(rounds), folder, processes or os.cpu_count() or 1, command)
    with progress_bar("{task.description}") as bar:
        task = bar.add_task("")

        def report(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        fitted = train(training, out, report)
    print(
        f"{out}: error {fitted.test_loss:.4f} (cross entropy) on games that were left out, "
        f"{fitted.constant_loss:.4f} without looking at the position"
    )
