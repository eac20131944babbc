"""Which puzzles a person has solved, in the folder of the user's data."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

from ..core.definition import GameDefinition
from .puzzles import Puzzle, shipped_puzzles
from .saved_games import data_folder

FILE_NAME = "puzzles.json"


def progress_file() -> Path:
    return data_folder() / FILE_NAME


def solved_puzzles(game: str) -> set[int]:
    """Return the numbers of the solved puzzles of a game; a file that cannot be read counts as empty."""
    return set(_read_all().get(game, ()))


def mark_solved(puzzle: Puzzle) -> None:
    """Remember that a puzzle is solved."""
    solved = _read_all()
    solved[puzzle.game] = sorted({*solved.get(puzzle.game, ()), puzzle.number})
    path = progress_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(solved), encoding="utf-8")
    os.replace(draft, path)


def next_puzzle(definition: GameDefinition, after: int = 0) -> Puzzle | None:
    """Return the next puzzle after this number that is not solved, from the first again at the end; None: all are."""
    solved = solved_puzzles(definition.name)
    left = [puzzle for puzzle in shipped_puzzles(definition) if puzzle.number not in solved]
    return next((puzzle for puzzle in left if puzzle.number > after), left[0] if left else None)


def _read_all() -> dict[str, list[int]]:
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(progress_file().read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return {
                str(game): [number for number in numbers if type(number) is int]
                for game, numbers in found.items()
                if isinstance(numbers, list)
            }
    return {}
