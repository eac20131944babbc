"""A bot for a game in which one decides after the other: a class with `choose(self, state)`.

`state` is a real state, as the seat sees it: it can be copied and played on. What is returned is a move, its
text or its code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.errors import IllegalMove
from ..core.game import State
from ..games.towers.bot import BotFault
from ..games.towers.faults import class_name, kind_of, sentence
from ..games.towers.watching import TimeUp, can_interrupt, in_time, watched


class Chooser:
    """Such a bot as a player of a game: one object for one game."""

    def __init__(self, kind: type, name: str, seconds: float | None = 2.0) -> None:
        self.title = class_name(kind)
        self.name = name
        self.seconds = seconds
        """For a move; None: somebody else has the clock."""
        self.player: Any = self._asked(self.title, kind)

    def code(self, state: State) -> int:
        """What it plays here; it is shown only what the seat to move may know."""
        code = self.chosen(state.seen_by(state.turn))
        refusal = state.why_not(code)
        if refusal is not None:
            raise BotFault(self.name, f"{self.title}.choose: its move is refused: {refusal}", "illegal")
        return code

    def chosen(self, seen: State) -> int:
        """The code that it means, legal or not."""
        step = self._asked(f"{self.title}.choose", lambda: self.player.choose(seen.copy()))
        try:
            return seen.code(step, seen.turn)
        except IllegalMove as refusal:
            raise BotFault(
                self.name, f"{self.title}.choose: its move is refused: {refusal}", "illegal"
            ) from refusal

    def _asked(self, what: str, ask: Callable[[], Any]) -> Any:
        try:
            return ask() if self.seconds is None else asked_in_time(ask, self.seconds)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotFault(self.name, sentence(what, self.seconds or 0, error), kind_of(error)) from error


def asked_in_time(ask: Callable[[], Any], seconds: float) -> Any:
    with watched(seconds) as watch:
        answer = (ask if can_interrupt() else in_time(ask, seconds))()
    if watch.late is not None:
        raise TimeUp
    return answer
