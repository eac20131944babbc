"""A bot in its own process as a player: the hello, what a fault costs, and moves in turn-based games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from ..core.bots.faults import BotFault, InvalidAnswer
from ..core.definition import CHANCE
from ..core.errors import IllegalMove
from ..core.game import Game, State
from .connection import BotConnection
from .jail.bot_process import BotProcess
from .jail.limits import Limits
from .protocol import MESSAGE_FORMS, PROTOCOL_VERSION, BotFailure, clean_text, move_question

EXIT_GRACE_SECONDS = 0.05
"""How long a bot may take to exit after the game."""

PRIVATE_LIMITS = ("patience", "clock_seconds", "log_bytes")
"""Limits that are not sent to bots."""


class JailedBot:
    """A bot in any game: the hello, what a fault costs, and the end."""

    def __init__(self, process: BotProcess, game: Game, seat: int, limits: Limits, strict: bool) -> None:
        self.process = process
        self.game = game
        self.seat = seat
        self.limits = limits
        self.strict = strict
        self.slips = 0
        self.connection = BotConnection(process, limits)
        self.form = MESSAGE_FORMS[0]

    def greet(self, seed: int) -> None:
        """Send the hello and wait until the bot is ready."""
        limits = {name: value for name, value in asdict(self.limits).items() if name not in PRIVATE_LIMITS}
        hello = {
            "hello": PROTOCOL_VERSION,
            "game": self.game.name,
            "rules": self.game.definition.rules_version,
            "options": dict(self.game.options),
            "seat": 0 if self.game.definition.simultaneous else self.seat,
            "seats": list(self.game.seats),
            "seed": seed,
            "limits": limits,
            **self.hello_fields(),
        }
        try:
            answer = self.connection.greet(hello)
            self.check_ready(answer)
        except BotFailure as failure:
            kind = "load" if failure.kind in ("crash", "malformed", "time") else failure.kind
            raise self.make_fault(BotFailure(kind, failure.sentence)) from failure

    def hello_fields(self) -> dict[str, Any]:
        return {}

    def check_ready(self, answer: dict[str, Any]) -> None:
        if answer.get("ready") is not True:
            raise BotFailure("malformed", "its first answer does not say that it is ready")
        self.form = answer.get("form", MESSAGE_FORMS[0])
        if self.form not in MESSAGE_FORMS:
            raise BotFailure("malformed", f"it asks for an unknown form; the forms are {', '.join(MESSAGE_FORMS)}")

    def make_fault(self, failure: BotFailure) -> BotFault:
        return BotFault(str(self.seat), failure.sentence, failure.kind)

    def decide_or_default(
        self, decide: Callable[..., list[int]], default: Callable[..., list[int]], *given: Any
    ) -> list[int]:
        """Return its decision; if it fails, it loses the game or, in training, only this decision."""
        try:
            return decide(*given)
        except InvalidAnswer as error:
            failure = BotFailure("malformed", str(error))
        except BotFailure as error:
            failure = error
        if self.strict or failure.is_final:
            raise self.make_fault(failure)
        self.slips += 1
        return default(*given)

    @property
    def cpu_seconds(self) -> float:
        return self.process.cpu_seconds()

    def end(self, how: str, reason: str) -> None:
        """Send the result of the game and end the process."""
        if self.process.ended() is None:
            self.connection.send_last({"end": how, "reason": reason})
            self.process.resume()
            self.process.ended(EXIT_GRACE_SECONDS)
        self.process.kill()


class JailedPlayer(JailedBot):
    """A bot for a turn-based game."""

    def __init__(self, process: BotProcess, game: Game, seat: int, limits: Limits, strict: bool) -> None:
        super().__init__(process, game, seat, limits, strict)
        self._known = np.zeros_like(game.start().words)

    def code(self, state: State) -> int:
        """Ask for a move and return its code."""
        seen = state.seen_by(self.seat)
        [code] = self.decide_or_default(lambda: [self._ask_move(state, seen)], lambda: state.codes()[:1])
        return code

    def _ask_move(self, state: State, seen: State) -> int:
        if self.form == "words":
            changes = self._changed_words(seen)
            answer = self.connection.ask_with_words("move", self.limits.think_seconds, changes)
        else:
            answer = self.connection.ask(move_question(seen, self.seat), self.limits.think_seconds)
        step = answer.get("move")
        if isinstance(step, bool) or not isinstance(step, int | str):
            raise InvalidAnswer("its move is neither a code nor a text")
        try:
            code = seen.code(step, self.seat)
        except IllegalMove as refusal:
            raise BotFailure("illegal", f"its move is refused: {clean_text(refusal)}") from refusal
        why_not = state.why_not(code)
        if why_not is not None:
            raise BotFailure("illegal", f"its move is refused: {why_not}")
        return code

    def report_move(self, state: State, code: int) -> None:
        """Report another seat's move, unless the bot may not know it."""
        definition, seat = self.game.definition, state.seat_of(code)
        if seat != self.seat and not definition.is_secret_move(state.record, code):
            self.report_event(seat, definition.text.move_text(state.seen_by(self.seat).record, code))

    def report_event(self, seat: int, move: str) -> None:
        """Queue an event for the bot; a roll has no seat."""
        self.connection.queue({"event": "played", "seat": None if seat == CHANCE else seat, "move": move})

    def _changed_words(self, seen: State) -> memoryview:
        """Return the words that changed since the last question, as pairs of index and word."""
        places = np.flatnonzero(seen.words != self._known)
        self._known[:] = seen.words
        return np.column_stack((places, seen.words[places])).ravel().data
