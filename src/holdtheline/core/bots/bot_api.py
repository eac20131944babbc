"""The bot API of a game: how its bots are written, loaded, asked and played (the capability `BotApi`).

A game without one gets the default of the arena: a class `Player…` with a method `choose(state)`. A bot in this
process is a `SeatPlayer`. For a bot in its own process the referee has a `RemotePlayer`, which asks it over a
`BotChannel`; a Python bot there is run by the kit, which answers with a `KitBot`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..game import Game, State

ID_LENGTH = 16
"""The characters of a question's id."""


class GameInProgress(Protocol):
    """A game that is being played."""

    state: State
    codes: array[int]
    """The steps played so far; a player that changes the state itself adds its moves here."""
    players: list[SeatPlayer]

    def make_move(self, code: int) -> None:
        """Play a move of the seat to move."""


class SeatPlayer(Protocol):
    """The player of one seat in one game."""

    def play(self, run: GameInProgress) -> None:
        """Play the next decision of the seat to move: a move, a plan, or more; raise BotFault if the bot fails."""


# Bots in their own processes


class QuestionLimits(Protocol):
    """The seconds of CPU time that a bot has for an answer."""

    @property
    def think_seconds(self) -> float: ...

    @property
    def unit_seconds(self) -> float: ...


class BotChannel(Protocol):
    """The referee's end of the connection to a bot; everything a bot does wrong is raised as a BotFailure."""

    form: str
    """The form of questions that the bot asked for: `json` or `words`."""

    @property
    def limits(self) -> QuestionLimits: ...

    def queue(self, message: dict[str, Any]) -> None:
        """Queue a message that needs no answer; it is sent with the next question."""

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a question with a new id and return the answer."""

    def ask_with_words(self, what: str, seconds: float, words: memoryview) -> dict[str, Any]:
        """Send a question followed by 64-bit words and return the answer."""

    def charge_reading(self, seconds: float) -> None:
        """Charge the bot for the CPU time that the referee needed to read its answer."""

    # The fast path, for questions that kernels write: see `arena.connection.BotConnection`

    @property
    def ids(self) -> Any: ...

    def draw_id(self) -> int: ...

    def is_clear(self, seconds: float) -> bool: ...

    def exchange(self, question: memoryview, seconds: float, into: memoryview) -> int: ...

    def finish_exchange(self, what: str, seconds: float, read: bytes) -> dict[str, Any]: ...

    def ask_as_written(self, what: str, seconds: float, question: memoryview) -> dict[str, Any]: ...


class RemotePlayer(Protocol):
    """Asks a bot in its own process and plays what it answers, for one seat and one game."""

    def hello_fields(self) -> dict[str, Any]:
        """Return the fields to add to the hello, or to replace in it."""

    def check_ready(self, answer: dict[str, Any]) -> None:
        """Read the answer to the hello; raise BotFailure if it is wrong."""

    def play(self, run: GameInProgress) -> None:
        """Ask for the next decision and play it; raise BotFailure, with nothing played, if the bot fails."""

    def play_default(self, run: GameInProgress) -> None:
        """Play instead of a bot that failed: in training a fault costs only this decision."""

    def report_step(self, state: State, step: int) -> None:
        """Report a move that is about to be played with `make_move`, or a roll."""


class KitBot(Protocol):
    """A Python bot in its own process, as the kit runs it."""

    def ready(self) -> dict[str, Any]:
        """Return the fields to add to the answer to the hello."""

    def answer(self, ask: str, identity: str, changes: bytes) -> str:
        """Return the line that answers a question."""


@dataclass(frozen=True, eq=False)
class BotApi:
    """How bots of a game are written, loaded and asked."""

    class_prefix: str  # the name of a bot's class begins with it
    declaration: str  # how to declare such a class, `{}` being its name
    is_bot_class: Callable[[type], bool]
    make_player: Callable[[type, str], SeatPlayer]  # make_player(class, name): a bot in this process
    make_remote_player: Callable[[BotChannel, Game, int], RemotePlayer]  # make_remote_player(channel, game, seat)
    make_kit_bot: Callable[[Game, type], KitBot]
    warm_up: Callable[[Game], None]  # run what every bot needs, before processes are forked
    starters: Path  # the folder of the templates for `htl new-bot`
    first_rival: str = "random"  # a weak opponent for the first match
    has_kernels: bool = False  # a bot may have kernels, which are compiled before it plays
    question_names: Mapping[str, str] = field(default_factory=dict)
    """What a kind of question asks for, where the kind alone does not say it: `act` is for its `units`."""
