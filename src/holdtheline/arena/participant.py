"""The participants of a match: built-in players, found by name, and bots, found by file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..core.bots.bot_api import SeatPlayer
from ..core.definition import GameDefinition
from ..core.errors import UnknownName
from ..players.player import check_player, player
from .bot_store import store_bot
from .move_bot import MovePlayer, bot_api_of
from .python_bot import load_bot_class
from .submission import KIND_BY_SUFFIX, Submission


@dataclass(frozen=True)
class PlayerFactory:
    """A participant in this process: `make(name, seed)` returns a new player for one game."""

    name: str
    make: Callable[[str, int], SeatPlayer]


Participant = PlayerFactory | Submission
"""A participant in this process (factory) or in a jailed process (submission)."""


def find_player_factory(definition: GameDefinition, who: str | Path) -> PlayerFactory:
    """Return the factory for a built-in player (`book`) or a bot's file (`bots/ada.py`)."""
    if isinstance(who, Path) or is_bot_path(who):
        return python_bot_factory(definition, Path(who))
    try:
        check_player(definition, who)
    except UnknownName as error:
        raise UnknownName(f"{error}; to use a bot, give its file, such as bots/ada.py") from error
    return PlayerFactory(who, lambda name, seed: MovePlayer(player(who, seed=seed)))


def is_bot_path(who: str) -> bool:
    """Return whether this is a bot's path rather than the name of a built-in player."""
    return Path(who).suffix in KIND_BY_SUFFIX or "/" in who or "\\" in who


def make_names_distinct(a: Participant, b: Participant) -> tuple[Participant, Participant]:
    """Add `(first)` and `(second)` to equal names."""
    if a.name != b.name:
        return a, b
    return replace(a, name=f"{a.name} (first)"), replace(b, name=f"{b.name} (second)")


# Bots


def python_bot_factory(definition: GameDefinition, path: Path) -> PlayerFactory:
    """Return the factory for a bot that runs in this process."""
    api = bot_api_of(definition)
    kind = load_bot_class(api, path)
    return PlayerFactory(path.stem, lambda name, seed: api.make_player(kind, name))


def participant_key(participant: Participant) -> str:
    """Return the participant's id in a `Job`."""
    return participant.digest if isinstance(participant, Submission) else participant.name


def find_participants(definition: GameDefinition, names: Sequence[str]) -> list[Participant]:
    """Return the participants: built-in players by name, bots by file or folder."""
    return [store_bot(Path(name)) if is_bot_path(name) else find_player_factory(definition, name) for name in names]
