"""The entries of a tournament: the bots in a folder, and built-in players."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.definition import GameDefinition
from ...core.errors import BadOption
from ...players.mcts.player import is_search_name, parse_search_player
from ...players.player import check_player
from ..submission import IGNORED_FOLDERS, KIND_BY_MAIN_FILE, KIND_BY_SUFFIX, PROGRAM_MAGIC, Submission, store_submission

TEST_FILE_PREFIXES = ("test_", "conftest.")
"""Prefixes of test files, which are not bots."""
BUILT_IN = "built in"


@dataclass(frozen=True)
class Entry:
    """A participant in a tournament."""

    name: str
    id: str
    """The digest of a bot or the name of a built-in player."""
    source: str
    """The bot's file or folder, or `built in`."""


def sort_entries(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Sort by name; raise `BadOption` if two names differ at most in case."""
    by_name: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda entry: (entry.name.casefold(), entry.source)):
        other = by_name.setdefault(entry.name.casefold(), entry)
        if other is not entry:
            raise BadOption(
                f"two bots have the same name: {other.name} ({other.source}) and {entry.name} ({entry.source}); "
                "rename one of them (case does not count)"
            )
    return tuple(by_name.values())


@dataclass(frozen=True)
class EntryList:
    """All participants, and the submissions of the bots among them by digest."""

    entries: tuple[Entry, ...]
    submissions: dict[str, Submission]


def enter_folder(definition: GameDefinition, folder: Path, players: Sequence[str], into: Path) -> EntryList:
    """Enter copies of the bots in a folder, and these built-in players."""
    found = find_bots(folder)
    if not found and not players:
        raise BadOption(f"{folder} has no bots; add .py, .js or .mjs files, programs, or folders with a bot")
    return make_entries(definition, [*found, *players], into)


def make_entries(definition: GameDefinition, participants: Iterable[Path | str], into: Path) -> EntryList:
    """Create an entry for each path (a bot) and each name (a built-in player)."""
    entries, submissions = [], {}
    for participant in participants:
        if isinstance(participant, str):
            check_built_in_player(definition, participant)
            entries.append(Entry(participant, participant, BUILT_IN))
        else:
            bot = store_submission(participant, into)
            entries.append(Entry(bot.name, bot.digest, participant.as_posix()))
            submissions[bot.digest] = bot
    in_order = sort_entries(entries)
    check_look_alikes(in_order)
    return EntryList(in_order, submissions)


LOOK_ALIKES = str.maketrans("01i", "oll")
"""Bots' names have ASCII letters and digits only; of these, l, I and 1 look alike, and O and 0."""


def check_look_alikes(entries: Sequence[Entry]) -> None:
    """Raise `BadOption` if two names look alike, such as `book` and `b00k`."""
    known: dict[str, Entry] = {}
    for entry in entries:
        other = known.setdefault(entry.name.casefold().translate(LOOK_ALIKES), entry)
        if other is not entry:
            raise BadOption(
                f"two bots have names that look alike: {other.name} ({other.source}) and {entry.name} "
                f"({entry.source}); rename one of them"
            )


def check_built_in_player(definition: GameDefinition, name: str) -> None:
    """Raise an error if the player does not exist or its games cannot be repeated."""
    check_player(definition, name)
    if is_search_name(name) and parse_search_player(name).nodes is None:
        raise BadOption(f"games of {name} cannot be repeated, because it is limited by time; use mcts:2000 instead")


def find_bots(folder: Path) -> list[Path]:
    """Return the bots in a folder, without tests and hidden files."""
    try:
        paths = sorted(folder.iterdir())
    except FileNotFoundError as error:
        raise BadOption(f"there is no folder {folder}") from error
    except OSError as error:
        raise BadOption(f"{folder} cannot be read as a folder: {error.strerror}") from error
    return [path for path in paths if looks_like_a_bot(path)]


def looks_like_a_bot(path: Path) -> bool:
    if path.name.startswith((".", *TEST_FILE_PREFIXES)) or path.name in IGNORED_FOLDERS:
        return False
    if path.is_dir():
        return any((path / main).exists() for main in KIND_BY_MAIN_FILE)
    return path.is_file() and (path.suffix in KIND_BY_SUFFIX or is_program_file(path))


def is_program_file(path: Path) -> bool:
    """Return whether this is a program, judged by its content as well: some file systems mark all files executable."""
    if not os.access(path, os.X_OK):
        return False
    with path.open("rb") as file:
        return file.read(4).startswith(PROGRAM_MAGIC)
