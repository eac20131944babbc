"""The folder of saved games."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from ..core.catalog import games
from ..core.errors import HtlError, UnknownName
from ..core.game_record.replay import Record


def data_folder() -> Path:
    """Return the folder for saved games: HTL_HOME, or the system's folder for user data."""
    return Path(os.environ.get("HTL_HOME") or platformdirs.user_data_path("holdtheline"))


def new_record_path(game: str) -> Path:
    """Return a path for a new record that does not exist yet."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = data_folder() / "games" / f"{stem}.htl", 1
    while os.path.lexists(path):
        number += 1
        path = path.with_name(f"{stem}-{number}.htl")
    return path


@dataclass(frozen=True)
class SavedGame:
    """A game that can be resumed."""

    path: Path
    game: str
    steps: int
    made: str


def list_unfinished_games() -> list[SavedGame]:
    """Return the games that are not over, the last played first; skip files that cannot be read."""
    found: list[tuple[float, SavedGame]] = []
    folder = data_folder() / "games"
    for path in folder.glob("*.htl") if os.path.isdir(folder) else ():
        try:
            record = Record.read(path, cut_off="drop")
            played = path.stat().st_mtime
        except (HtlError, OSError):
            continue
        if not record.is_over and record.header.game in games():
            found.append((played, SavedGame(path, record.header.game, record.steps, record.header.made)))
    return [saved for _, saved in sorted(found, key=lambda pair: (pair[0], pair[1].path), reverse=True)]


def find_saved_game(name: str | None) -> Path:
    """Return the file with this name or this number in the list; without a name, the last one with a step."""
    saved = list_unfinished_games()
    if name is None:
        if not saved:
            raise UnknownName("no games to resume; start one with `htl play siege`")
        return next((game for game in saved if game.steps), saved[0]).path
    for number, game in enumerate(saved, 1):
        if name in (str(number), game.path.name, game.path.stem):
            return game.path
    if os.path.isfile(name):
        return Path(name)
    raise UnknownName(f"there is no saved game {name[:60]!r}; see `htl resume --list`")
