"""Who takes part: the bots of a folder, and players that are built in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.contract import Contract
from ...core.errors import BadOption
from ...players.mcts import is_search, search_named
from ...players.player import check_player
from ..jail.handin import ENDINGS, LEFT_OUT, MAINS, Handin, hand_in
from .schedule import Entry, in_order_of_names

NO_BOTS = ("test_", "conftest.")
"""Files that begin so are tests."""
BUILT_IN = "built in"


@dataclass(frozen=True)
class Field:
    """All who take part, and the files of those who have some."""

    entries: tuple[Entry, ...]
    handins: dict[str, Handin]


def enter(contract: Contract, folder: Path, players: Sequence[str], into: Path) -> Field:
    """The bots of this folder, copied to where nobody changes them, and these players."""
    found = bots_in(folder)
    if not found and not players:
        raise BadOption(f"{folder} has no bots: files .py, .js or .mjs, programs, or folders with such a bot")
    return entered(contract, [*found, *players], into)


def entered(contract: Contract, who: Iterable[Path | str], into: Path) -> Field:
    """Paths are bots, and names are players that are built in."""
    entries, handins = [], {}
    for one in who:
        if isinstance(one, str):
            check_built_in(contract, one)
            entries.append(Entry(one, one, BUILT_IN))
        else:
            bot = hand_in(one, into)
            entries.append(Entry(bot.name, bot.digest, one.as_posix()))
            handins[bot.digest] = bot
    return Field(in_order_of_names(entries), handins)


def check_built_in(contract: Contract, name: str) -> None:
    """Refuse who is nobody, or whose games could not be played again."""
    check_player(contract, name)
    if is_search(name) and search_named(name).nodes is None:
        raise BadOption(
            f"{name} thinks by the clock, so no game of it can be repeated; say mcts:2000 instead"
        )


def bots_in(folder: Path) -> list[Path]:
    """What looks like a bot; tests, what is hidden and all other files are left alone."""
    try:
        inside = sorted(folder.iterdir())
    except FileNotFoundError as error:
        raise BadOption(f"there is no folder {folder}") from error
    except OSError as error:
        raise BadOption(f"{folder} is no folder that can be read: {error.strerror}") from error
    return [path for path in inside if looks_like_a_bot(path)]


def looks_like_a_bot(path: Path) -> bool:
    if path.name.startswith((".", *NO_BOTS)) or path.name in LEFT_OUT:
        return False
    if path.is_dir():
        return any((path / main).exists() for main in MAINS)
    return path.is_file() and (path.suffix in ENDINGS or is_program(path))


def is_program(path: Path) -> bool:
    """A file may be marked as a program and be none: on some disks all are."""
    if not os.access(path, os.X_OK):
        return False
    with path.open("rb") as file:
        return file.read(4).startswith((b"\x7fELF", b"#!"))
