"""The bot's end in its own process: a commander with the same `plan`, `View`, `Orders` and unit AIs as in-process."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from ....core.errors import HtlError
from ....core.game import Game, State
from ..rules.moves import acting_unit_and_cell
from ..state import UNIT_NAMES
from .bot_player import CommanderPlayer, collect_orders, play_preliminaries
from .commander import Commander, OrderCall, Orders
from .commander_view import View, make_view
from .squads import SquadBuffer
from .turn_runner import list_python_acts
from .unit_kernels import ASK_OWNER, SeatKernels, combine_kernels


class UntimedCommanderPlayer(CommanderPlayer):
    """A commander without time limits, because the referee measures the time."""

    @staticmethod
    def _in_time(seconds: float, ask: Callable[..., Any], *arguments: Any) -> Any:
        return ask(*arguments)

    def planned(self, seen: State) -> tuple[OrderCall, ...]:
        """Return the accepted orders of its plan."""
        play_preliminaries(seen, 0, self.acts, not self._has_planned)
        view = make_view(seen, 0, self._refused)
        calls: tuple[OrderCall, ...]
        calls, self._refused = self._call_bot(
            f"{self.title}.plan", 0, lambda: extract_calls(self.commander.plan(view), view)
        )
        self._has_planned = True
        return calls


def extract_calls(orders: Any, view: View) -> tuple[Any, Any]:
    _, refused = collect_orders(orders, view)
    return Orders.calls.fget(orders), refused  # type: ignore[attr-defined]


class KitCommander:
    """A commander that answers the questions of `remote_commander`."""

    def __init__(self, game: Game, kind: type[Commander]) -> None:
        self.game = game
        self.player = UntimedCommanderPlayer(kind)
        self.buffer = SquadBuffer(game, self._combine_unit_kernels())
        self._acts = list_python_acts(self.player)

    def _combine_unit_kernels(self) -> SeatKernels:
        try:
            return combine_kernels(self.player.acts)
        except HtlError as error:
            raise self.player.fault(None, error) from error

    def ready(self) -> dict[str, Any]:
        """Take the first step now, because it may have to be compiled."""
        self.buffer.take_first_step(self.game)
        return {"units": [UNIT_NAMES[unit] for unit in self.player.acts]}

    def answer(self, ask: str, identity: str, changes: bytes) -> str:
        self.buffer.receive(changes)
        if ask == "act":
            return f'{{"id":"{identity}","actions":[{self._squad_actions()}]}}'
        self.buffer.apply_changes()
        seen = State(self.game, self.buffer.known.copy(), 0)
        orders = [[to_plain_number(word) for word in call] for call in self.player.planned(seen)]
        return json.dumps({"id": identity, "orders": orders}, separators=(",", ":"))

    def _squad_actions(self) -> str:
        """Return the actions of the squad; each unit sees what the units before it did."""
        buffer = self.buffer
        answer = buffer.step(buffer.words, ASK_OWNER)
        try:
            buffer.ask_units(answer, self._acts)
        except BaseException as error:
            raise self.player.fault(acting_unit_and_cell(buffer.record)[0], error) from error
        return buffer.actions_text()


def to_plain_number(word: Any) -> Any:
    """Convert a NumPy integer to an int for JSON."""
    return int(word) if isinstance(word, np.integer) else word
