"""The folder of saved games."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from ..core.catalog import games
from ..core.errors import HtlError, UnknownName
from ..core.record import Record


def home() -> Path:
    """Where games are kept: the folder that HTL_HOME names, else the system's place for such data."""
    return Path(os.environ.get("HTL_HOME") or platformdirs.user_data_path("holdtheline"))


def new_path(game: str) -> Path:
    """A name for a new record that no file has yet."""
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = home() / "games" / f"{stem}.htl", 1
    while os.path.lexists(path):
        number += 1
        path = path.with_name(f"{stem}-{number}.htl")
    return path


@dataclass(frozen=True)
class Saved:
    """A game that can be gone on with."""

    path: Path
    game: str
    steps: int
    made: str


def unfinished() -> list[Saved]:
    """The games that are not over, the last played first. A file that cannot be read is passed over."""
    found: list[tuple[float, Saved]] = []
    folder = home() / "games"
    for path in folder.glob("*.htl") if os.path.isdir(folder) else ():
        try:
            record = Record.read(path, cut_off="drop")
            played = path.stat().st_mtime
        except (HtlError, OSError):
            continue
        if not record.is_over and record.header.game in games():
            found.append((played, Saved(path, record.header.game, record.steps, record.header.made)))
    return [saved for _, saved in sorted(found, key=lambda pair: (pair[0], pair[1].path), reverse=True)]


def find_saved(name: str | None) -> Path:
    """The file of this name or number in the list; without a name the last one played."""
    saved = unfinished()
    if name is None:
        if not saved:
            raise UnknownName("there is no game to go on with; `htl play siege` starts one")
        return saved[0].path
    for number, one in enumerate(saved, 1):
        if name in (str(number), one.path.name, one.path.stem):
            return one.path
    if os.path.isfile(name):
        return Path(name)
    raise UnknownName(f"there is no saved game {name[:60]!r}; `htl resume --list` shows those there are")
