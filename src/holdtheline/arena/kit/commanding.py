"""A commander in a process of its own: the same `plan`, `View`, `Orders` and unit AIs as anywhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import HtlError
from ...core.game import Game, State
from ...games.towers import moves
from ...games.towers.answers import ASK, LAST_ACTION, Answers, action_in, answers_of
from ...games.towers.bot import Orders
from ...games.towers.botplayer import CommanderPlayer, given_by, prepared
from ...games.towers.planning import Call
from ...games.towers.squad import SquadRoom
from ...games.towers.stepping import NOBODY, acts_of
from ...games.towers.view import UNIT_NAMES, View, view_of
from ..loading import commander_in


class Untimed(CommanderPlayer):
    """The referee has the clock."""

    calls: tuple[Call, ...] = ()

    @staticmethod
    def _in_time(seconds: float, ask: Callable[..., Any], *arguments: Any) -> Any:
        return ask(*arguments)

    def planned(self, seen: State) -> tuple[Call, ...]:
        """The orders of its plan that stand."""
        prepared(seen, 0, self.acts, not self._has_planned)
        view = view_of(seen, 0, self._refused)
        calls: tuple[Call, ...]
        calls, self._refused = self._asked(
            f"{self.title}.plan", 0, lambda: calls_of(self.commander.plan(view), view)
        )
        self._has_planned = True
        return calls


def calls_of(orders: Any, view: View) -> tuple[Any, Any]:
    _, refused = given_by(orders, view)
    return Orders.calls.fget(orders), refused  # type: ignore[attr-defined]


class CommandingBot:
    def __init__(self, game: Game, file: Path) -> None:
        self.game = game
        self.player = Untimed(commander_in(file))
        self.room = SquadRoom(game, self._answers())
        self._acts = acts_of(self.player)

    def _answers(self) -> Answers:
        try:
            return answers_of(self.player.acts)
        except HtlError as error:
            raise self.player.fault(None, error) from error

    def ready(self) -> dict[str, Any]:
        """The first step is taken here: it may have to be compiled."""
        state = self.game.start()
        self.room.known[:] = state.words
        self.room.step(self.room.words, ASK)
        self.room.known[:] = 0
        return {"units": [UNIT_NAMES[unit] for unit in self.player.acts]}

    def answer(self, ask: str, identity: str, changes: bytes) -> str:
        self.room.hear(changes)
        if ask == "act":
            return f'{{"id":"{identity}","actions":[{",".join(map(str, self._acted()))}]}}'
        self.room.take_in()
        seen = State(self.game, self.room.known.copy(), 0)
        orders = [[plain(word) for word in call] for call in self.player.planned(seen)]
        return json.dumps({"id": identity, "orders": orders}, separators=(",", ":"))

    def _acted(self) -> list[int]:
        """What the squad does; each unit sees what those before it have done."""
        room, acts = self.room, self._acts
        # This runs once for every unit that is asked: each line here costs a part of a microsecond.
        step, words, units, views = room.step, room.words, room.units, room.views
        least, most, whole = moves.REST, LAST_ACTION, int
        answer = step(words, ASK)
        which = answer[0]
        try:
            while which != NOBODY:
                local = acts[which](units[which](answer), views[which])
                if local.__class__ is not whole or not least <= local <= most:
                    local = action_in(local)
                answer = step(words, local)
                which = answer[0]
        except BaseException as error:
            raise self.player.fault(which, error) from error
        return room.taken()


def plain(word: Any) -> Any:
    """A number of NumPy is a number, too."""
    return int(word) if isinstance(word, np.integer) else word
