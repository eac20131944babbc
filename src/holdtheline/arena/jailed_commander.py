"""A towers bot in its own process as a player: ask for its plan, then for the actions of its units (T8)."""

from __future__ import annotations

from typing import Any

from ..core.bots.faults import InvalidAnswer
from ..core.game import Game, State
from ..games.towers.bots import json_messages
from ..games.towers.bots.bot_player import play_preliminaries
from ..games.towers.bots.commander_view import Refusal, View, make_view
from ..games.towers.bots.mirrored_state import SeatKnowledge
from ..games.towers.bots.squad_messages import SquadMessages
from ..games.towers.bots.squads import Squads
from ..games.towers.rules import moves
from ..games.towers.rules.moves import encode_move
from ..games.towers.state import UNIT_NAMES
from .jail.bot_process import BotProcess
from .jail.limits import Limits
from .jailed_bot import JailedBot
from .protocol import BotFailure

READY_CODE = moves.ready_move(0)


class JailedCommander(JailedBot):
    """A bot that plays towers; it always sees itself as seat 0."""

    def __init__(self, process: BotProcess, game: Game, seat: int, limits: Limits, strict: bool) -> None:
        super().__init__(process, game, seat, limits, strict)
        self.units: tuple[int, ...] = ()
        self._knowledge = SeatKnowledge(game, seat)
        self._squads = Squads(game)
        self._messages = SquadMessages(game, self._knowledge)
        self.more_squads_act = False
        """Whether more units act after the squad that acted last."""
        self._refused: tuple[Refusal, ...] = ()
        self._has_planned = False

    def hello_fields(self) -> dict[str, Any]:
        kinds = json_messages.unit_kinds_json(make_view(self.game.start(), 0))
        return {"seats": ["me", "other"], "units": kinds, "actions": json_messages.ACTION_CODES}

    def check_ready(self, answer: dict[str, Any]) -> None:
        super().check_ready(answer)
        units = answer.get("units", [])
        if not isinstance(units, list) or any(name not in UNIT_NAMES for name in units):
            raise BotFailure("malformed", f"its units are not a list of names among {', '.join(UNIT_NAMES)}")
        self.units = tuple(dict.fromkeys(map(UNIT_NAMES.index, units)))

    # Planning

    def orders_for(self, state: State, seat: int) -> list[int]:
        """Return the moves of its plan, ending with `ready`."""
        changes = self._knowledge.update(state)
        view_state = self._knowledge.state()
        first = play_preliminaries(view_state, 0, self.units, not self._has_planned)
        self._has_planned = True
        view = make_view(view_state, 0, self._refused)
        codes = self.decide_or_default(lambda: self._ask_plan(view, changes), list)
        return [encode_move(seat, moves.local_code(code)) for code in (*first, *codes, READY_CODE)]

    def _ask_plan(self, view: View, changes: memoryview) -> list[int]:
        seconds = self.limits.think_seconds
        if self.form == "words":
            answer = self.connection.ask_with_words("plan", seconds, changes)
        else:
            if view.turn > 1:
                self.connection.queue({"event": "turn", "turn": view.turn - 1, "hp": [view.me.hp, view.other.hp]})
            answer = self.connection.ask({"ask": "plan", **json_messages.plan_question(view)}, seconds)
        orders = json_messages.parse_orders(answer.get("orders"), view)
        self._refused = orders.refusals
        return list(orders.codes)

    # Units

    def act(self, state: State) -> list[int]:
        """Ask the current squad for its actions, apply them to the state, and return them."""
        return self.decide_or_default(self._ask_actions, self._rest, state)

    def _ask_actions(self, state: State) -> list[int]:
        if self.form == "words":
            return self._ask_by_kernels(state)
        count, _ = self._squads.ask(state, self._knowledge)
        asked = json_messages.squad_question(self._knowledge.state(), self._squads)
        return self._apply_actions(
            state, self.connection.ask({"ask": "act", **asked}, self.limits.unit_seconds * count)
        )

    def _ask_by_kernels(self, state: State) -> list[int]:
        """Ask by compiled kernels, and fall back to JSON if anything is unusual."""
        connection, messages = self.connection, self._messages
        id_start = connection.draw_id()
        size, count = messages.write_question(state, connection.ids, id_start)
        seconds = self.limits.unit_seconds * count
        if not connection.is_clear(seconds):
            return self._apply_actions(state, connection.ask_as_written("act", seconds, messages.question[:size]))
        size_read = connection.exchange(messages.question[:size], seconds, messages.answer)
        codes = messages.read_answer(state, size_read, connection.ids, id_start) if size_read else None
        if codes is None:
            return self._apply_actions(
                state, connection.finish_exchange("act", seconds, bytes(messages.answer[:size_read]))
            )
        self.more_squads_act = messages.asks_again
        return codes

    def _apply_actions(self, state: State, answer: dict[str, Any]) -> list[int]:
        actions = json_messages.parse_actions(answer.get("actions"))
        codes = self._squads.act(state, actions)
        if codes is None:
            raise InvalidAnswer(f"it gave {len(actions)} actions, but {self._squads.count(state)} were expected")
        self.more_squads_act = self._squads.asks_again
        return codes

    def _rest(self, state: State) -> list[int]:
        codes = self._squads.act(state, [moves.REST] * self._squads.count(state))
        assert codes is not None
        self.more_squads_act = self._squads.asks_again
        return codes
