"""The referee's end of a bot in its own process: ask for its plan, then for the actions of its units (T8)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from ....core.bots.bot_api import BotChannel, GameInProgress
from ....core.bots.faults import InvalidAnswer
from ....core.game import Game, State
from ....core.state_record import WORD_BYTES
from ..rules import moves
from ..state import UNIT_NAMES, Phase, TowersState
from . import json_messages
from .bot_player import play_preliminaries
from .commander_view import Refusal, make_view
from .mirrored_state import SeatKnowledge
from .squad_messages import SquadMessages
from .squads import Squads

PHASE_INDEX = int(TowersState.dtype.fields["phase"][1]) // WORD_BYTES  # type: ignore[index]


class RemoteCommander:
    """A bot that plays towers; it always sees itself as seat 0."""

    def __init__(self, channel: BotChannel, game: Game, seat: int) -> None:
        self._channel = channel
        self._game = game
        self._seat = seat
        self._knowledge = SeatKnowledge(game, seat)
        self._squads = Squads(game)
        self._messages = SquadMessages(game, self._knowledge)
        self._units: tuple[int, ...] = ()
        self._refused: tuple[Refusal, ...] = ()
        self._preliminaries: list[int] = []
        self._has_planned = False

    def hello_fields(self) -> dict[str, Any]:
        kinds = json_messages.unit_kinds_json(make_view(self._game.start(), 0))
        return {"seat": 0, "seats": ["me", "other"], "units": kinds, "actions": json_messages.ACTION_CODES}

    def check_ready(self, answer: dict[str, Any]) -> None:
        units = answer.get("units", [])
        if not isinstance(units, list) or any(name not in UNIT_NAMES for name in units):
            raise InvalidAnswer(f"its units are not a list of names among {', '.join(UNIT_NAMES)}")
        self._units = tuple(dict.fromkeys(map(UNIT_NAMES.index, units)))

    def play(self, run: GameInProgress) -> None:
        """Ask for a plan, or for the actions of the squad that acts now."""
        if run.state.words.item(PHASE_INDEX) != Phase.ACT:
            self._give_orders(run, self._ask_plan(run.state))
        elif self._channel.form == "words":
            run.codes.fromlist(self._ask_by_kernels(run.state))
        else:
            run.codes.fromlist(self._ask_by_json(run.state))

    def play_default(self, run: GameInProgress) -> None:
        """Give no orders, or let the squad rest."""
        if run.state.words.item(PHASE_INDEX) != Phase.ACT:
            self._give_orders(run, [])
        else:
            run.codes.fromlist(self._act(run.state, [moves.REST] * self._squads.count(run.state)))

    def report_step(self, state: State, step: int) -> None:
        """Report nothing: orders are secret, and the next plan question has the changes of a turn."""

    # Planning

    def _give_orders(self, run: GameInProgress, codes: list[int]) -> None:
        """Play the moves of a plan, ending with `ready`."""
        for code in (*self._preliminaries, *codes):
            run.make_move(moves.encode_move(self._seat, moves.local_code(code)))
        run.make_move(moves.ready_move(self._seat))

    def _ask_plan(self, state: State) -> list[int]:
        changes = self._knowledge.update(state)
        seen = self._knowledge.state()
        self._preliminaries = play_preliminaries(seen, 0, self._units, not self._has_planned)
        self._has_planned = True
        view = make_view(seen, 0, self._refused)
        channel, seconds = self._channel, self._channel.limits.think_seconds
        if channel.form == "words":
            answer = channel.ask_with_words("plan", seconds, changes)
        else:
            if view.turn > 1:
                channel.queue({"event": "turn", "turn": view.turn - 1, "hp": [view.me.hp, view.other.hp]})
            answer = channel.ask({"ask": "plan", **json_messages.plan_question(view)}, seconds)
        started = time.thread_time()
        orders = json_messages.parse_orders(answer.get("orders"), view)
        channel.charge_reading(time.thread_time() - started)  # refusing 64 kB of orders takes 0.2 s
        self._refused = orders.refusals
        return list(orders.codes)

    # Units

    def _ask_by_json(self, state: State) -> list[int]:
        self._knowledge.update(state)
        question = json_messages.squad_question(self._knowledge.state(), self._squads)
        seconds = self._channel.limits.unit_seconds * self._squads.count(state)
        answer = self._channel.ask({"ask": "act", **question}, seconds)
        return self._carry_out(state, answer)

    def _ask_by_kernels(self, state: State) -> list[int]:
        """Ask by compiled kernels, and fall back to JSON if anything is unusual."""
        channel, messages = self._channel, self._messages
        id_start = channel.draw_id()
        size, count = messages.write_question(state, channel.ids, id_start)
        question, seconds = messages.question[:size], channel.limits.unit_seconds * count
        if not channel.is_clear(seconds):
            return self._carry_out(state, channel.ask_as_written("act", seconds, question))
        size_read = channel.exchange(question, seconds, messages.answer)
        codes = messages.read_answer(state, size_read, channel.ids, id_start) if size_read else None
        if codes is None:
            answer = channel.finish_exchange("act", seconds, bytes(messages.answer[:size_read]))
            return self._carry_out(state, answer)
        return codes

    def _carry_out(self, state: State, answer: dict[str, Any]) -> list[int]:
        return self._act(state, json_messages.parse_actions(answer.get("actions")))

    def _act(self, state: State, actions: Sequence[int]) -> list[int]:
        """Let the squad act, and return the codes of what its units did."""
        codes = self._squads.act(state, actions)
        if codes is None:
            raise InvalidAnswer(f"it gave {len(actions)} actions, but {self._squads.count(state)} were expected")
        return codes
