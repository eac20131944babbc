"""The default bot API, for games without their own: a class with `choose(self, state)`, asked move by move.

`state` is a real state as the seat sees it, which can be copied and played on; `choose` returns a move, its text or
its code. Built-in players take part in the same way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..core.bots.bot_api import BotApi, BotChannel, GameInProgress
from ..core.bots.faults import BotFailure, BotFault, InvalidAnswer, class_name, fault_kind, fault_text
from ..core.bots.time_limit import call_in_time
from ..core.definition import FIRST_MOVE, OVER, GameDefinition
from ..core.errors import IllegalMove
from ..core.game import Game, State
from .protocol import clean_text, quote

MAX_WARM_UP_STEPS = 2000


class MoveChooser(Protocol):
    """A built-in player or a `ChooserPlayer`."""

    def code(self, state: State) -> int: ...


class MovePlayer:
    """The player of a seat that decides move by move."""

    def __init__(self, chooser: MoveChooser) -> None:
        self._chooser = chooser

    def play(self, run: GameInProgress) -> None:
        run.make_move(self._chooser.code(run.state))


class ChooserPlayer:
    """A bot with `choose` in this process, for one game."""

    def __init__(self, kind: type, name: str, seconds: float | None = 2.0) -> None:
        self.title = class_name(kind)
        self.name = name
        self.seconds = seconds
        """Seconds per move; None if the caller measures the time."""
        self.player: Any = self._call(self.title, kind)

    def code(self, state: State) -> int:
        """Return its move; it sees only what the seat to move may know."""
        code = self.choose_code(state.seen_by(state.current_player))
        refusal = state.why_not(code)
        if refusal is not None:
            raise BotFault(self.name, f"{self.title}.choose: its move is refused: {refusal}", "illegal")
        return code

    def choose_code(self, seen: State) -> int:
        """Return the code of its choice, which may be illegal."""
        step = self._call(f"{self.title}.choose", lambda: self.player.choose(seen.copy()))
        try:
            return seen.code(step, seen.current_player)
        except IllegalMove as refusal:
            raise BotFault(self.name, f"{self.title}.choose: its move is refused: {refusal}", "illegal") from refusal

    def _call(self, what: str, ask: Callable[[], Any]) -> Any:
        try:
            return ask() if self.seconds is None else call_in_time(self.seconds, ask)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotFault(self.name, fault_text(what, self.seconds or 0, error), fault_kind(error)) from error


# Bots in their own processes


class RemoteChooser:
    """The referee's end: ask for a move, and report what others play to bots that read JSON."""

    def __init__(self, channel: BotChannel, game: Game, seat: int) -> None:
        self._channel = channel
        self._game = game
        self._seat = seat
        self._known = np.zeros_like(game.start().words)

    def hello_fields(self) -> dict[str, Any]:
        return {}

    def check_ready(self, answer: dict[str, Any]) -> None:
        """Accept any answer: this API adds nothing to the hello."""

    def play(self, run: GameInProgress) -> None:
        run.make_move(self._ask_move(run.state))

    def play_default(self, run: GameInProgress) -> None:
        """Play the first legal move."""
        run.make_move(run.state.legal_codes()[0])

    def report_step(self, state: State, step: int) -> None:
        """Report a roll or another seat's move, unless the bot may not know it or receives whole states."""
        if self._channel.form != "json":
            return
        definition, seat = self._game.definition, state.seat_of(step)
        if step < FIRST_MOVE:
            self._channel.queue({"event": "played", "seat": None, "move": f"roll {step}"})
        elif seat != self._seat and not definition.is_secret_move(state.record, step):
            text = definition.text.move_text(state.seen_by(self._seat).record, step)
            self._channel.queue({"event": "played", "seat": seat, "move": text})

    def _ask_move(self, state: State) -> int:
        seen, seconds = state.seen_by(self._seat), self._channel.limits.think_seconds
        if self._channel.form == "words":
            answer = self._channel.ask_with_words("move", seconds, self.changed_words(seen))
        else:
            answer = self._channel.ask(move_question(seen, self._seat), seconds)
        step = answer.get("move")
        if isinstance(step, bool) or not isinstance(step, int | str):
            raise InvalidAnswer("its move is neither a code nor a text")
        try:
            code = seen.code(step, self._seat)
        except IllegalMove as refusal:
            raise BotFailure("illegal", describe_refusal(refusal)) from refusal
        why_not = state.why_not(code)
        if why_not is not None:
            raise BotFailure("illegal", f"its move is refused: {why_not}")
        return code

    def changed_words(self, seen: State) -> memoryview:
        """Return the words that changed since the last question, as pairs of index and word."""
        indices = np.flatnonzero(seen.words != self._known)
        self._known[:] = seen.words
        return np.column_stack((indices, seen.words[indices])).ravel().data


def describe_refusal(refusal: IllegalMove) -> str:
    """Say why a move is refused, with the bot's own words in quotation marks."""
    return f"its move is refused: {quote(refusal.move)}: {clean_text(refusal.reason)}"


def move_question(seen: State, seat: int) -> dict[str, Any]:
    """Ask for a move, with everything the seat may know as JSON."""
    definition, record = seen.game.definition, seen.record
    return {
        "ask": "move",
        "prompt": definition.text.prompt(record, seat),
        "board": definition.view.board(record, seat),
        "moves": [[move.code, move.text] for move in seen.legal_moves()],
    }


class KitChooser:
    """The bot's end."""

    def __init__(self, game: Game, kind: type) -> None:
        self._chooser = ChooserPlayer(kind, "", seconds=None)
        self._game = game
        self._words = np.zeros_like(game.start().words)

    def ready(self) -> dict[str, Any]:
        return {}

    def answer(self, ask: str, identity: str, changes: bytes) -> str:
        pairs = np.frombuffer(changes, "<i8").reshape(-1, 2)
        self._words[pairs[:, 0]] = pairs[:, 1]
        seen = State(self._game, self._words.copy())
        return f'{{"id":"{identity}","move":{self._chooser.choose_code(seen)}}}'


def play_first_moves(game: Game) -> None:
    """Play a game, so that the code a bot may call is loaded."""
    state = game.start()
    for _ in range(MAX_WARM_UP_STEPS):
        if state.current_player == OVER:
            return
        state.play(state.legal_codes()[0])


MOVE_API = BotApi(
    class_prefix="Player",
    declaration="`class {}` with a method choose",
    is_bot_class=lambda found: callable(getattr(found, "choose", None)),
    make_player=lambda kind, name: MovePlayer(ChooserPlayer(kind, name)),
    make_remote_player=RemoteChooser,
    make_kit_bot=KitChooser,
    warm_up=play_first_moves,
    starters=Path(__file__).parent / "starters",
)


def bot_api_of(definition: GameDefinition) -> BotApi:
    """Return the bot API of a game: its own, or the default."""
    return MOVE_API if definition.bots is None else definition.bots()
