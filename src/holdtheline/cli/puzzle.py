"""`htl puzzle`: solve positions with one best move."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.catalog import all_definitions, definition_of
from ..core.errors import UnknownName
from ..table.puzzle_progress import next_puzzle, solved_puzzles
from ..table.puzzles import puzzle_of, shipped_puzzles
from . import EXIT_OK


def solve_puzzle(
    game: Annotated[str | None, typer.Argument(help="name of the game; without it, list how many you solved")] = None,
    number: Annotated[
        int | None, typer.Argument(help="the puzzle; default: the first that you have not solved")
    ] = None,
) -> int:
    """Solve puzzles: positions with one clearly best move."""
    if game is None:
        return list_puzzles()
    definition = definition_of(game)
    puzzles = shipped_puzzles(definition)
    if not puzzles:
        raise UnknownName(f"{game} has no puzzles; see `htl puzzle`")
    puzzle = puzzle_of(definition, number) if number is not None else next_puzzle(definition) or puzzles[0]
    from ..terminal.line_mode.puzzles import solve_puzzles

    return solve_puzzles(definition, puzzle)


def list_puzzles() -> int:
    """Print for each game how many puzzles it has and how many are solved."""
    for definition in all_definitions():
        puzzles = shipped_puzzles(definition)
        solved = solved_puzzles(definition.name) & {puzzle.number for puzzle in puzzles}
        if puzzles:
            print(f"{definition.name:10} {len(solved)} of {len(puzzles)} solved")
    print("Solve one with `htl puzzle siege`.")
    return EXIT_OK
