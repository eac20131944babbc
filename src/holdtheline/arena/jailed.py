"""A bot in a process of its own, as one side of a game: the referee's end of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from ..core.contract import CHANCE
from ..core.errors import IllegalMove
from ..core.game import Game, State
from ..games.towers import asking, moves
from ..games.towers.asking import NotAnAnswer
from ..games.towers.bot import BotFault, Refusal
from ..games.towers.botplayer import prepared
from ..games.towers.mirror import Told
from ..games.towers.moves import code_of
from ..games.towers.squad import Squads
from ..games.towers.squadline import SquadLine
from ..games.towers.view import UNIT_NAMES, View, view_of
from .jail.limits import Limits
from .jail.prisoner import Prisoner
from .wire import Failure, Wire, shown

PROTOCOL = 1
FORMS = ("json", "words")
LAST_MOMENT = 0.05
"""Seconds for a bot to end itself after the game."""
WORD = 8


class Jailed:
    """What all games have in common: the hello, what a fault costs, and the end."""

    def __init__(self, process: Prisoner, game: Game, seat: int, limits: Limits, strict: bool) -> None:
        self.process = process
        self.game = game
        self.seat = seat
        self.limits = limits
        self.strict = strict
        self.slips = 0
        self.wire = Wire(process, limits)
        self.form = FORMS[0]

    def greet(self, seed: int) -> None:
        """Tell it what is played, and wait until it is ready."""
        limits = {name: value for name, value in asdict(self.limits).items() if name not in OURS}
        hello = {
            "hello": PROTOCOL,
            "game": self.game.name,
            "rules": self.game.contract.rules_version,
            "options": dict(self.game.options),
            "seat": 0 if self.game.contract.together else self.seat,
            "seats": list(self.game.seats),
            "seed": seed,
            "limits": limits,
            **self.hello(),
        }
        try:
            answer = self.wire.greet(hello)
            self.ready(answer)
        except Failure as failure:
            kind = "load" if failure.kind in ("crash", "malformed", "time") else failure.kind
            raise self.fault(Failure(kind, failure.sentence)) from failure

    def hello(self) -> dict[str, Any]:
        return {}

    def ready(self, answer: dict[str, Any]) -> None:
        if answer.get("ready") is not True:
            raise Failure("malformed", "its first answer is not that it is ready")
        self.form = answer.get("form", FORMS[0])
        if self.form not in FORMS:
            raise Failure("malformed", f"it asks for a form that is not one of {', '.join(FORMS)}")

    def fault(self, failure: Failure) -> BotFault:
        return BotFault(str(self.seat), failure.sentence, failure.kind)

    def decided(
        self, decide: Callable[..., list[int]], otherwise: Callable[..., list[int]], *given: Any
    ) -> list[int]:
        """What it decides; where it fails, it loses the game, or in training this decision."""
        try:
            return decide(*given)
        except NotAnAnswer as error:
            failure = Failure("malformed", str(error))
        except Failure as error:
            failure = error
        if self.strict or failure.is_final:
            raise self.fault(failure)
        self.slips += 1
        return otherwise(*given)

    @property
    def cpu_seconds(self) -> float:
        return self.process.cpu_seconds()

    def end(self, how: str, reason: str) -> None:
        """Tell it how the game ended, and end it."""
        if self.process.ended() is None:
            self.wire.say({"end": how, "reason": reason})
            self.process.go()
            self.process.ended(LAST_MOMENT)
        self.process.kill()


OURS = ("patience", "clock_seconds", "log_bytes")
"""Limits that are no bot's affair."""


class JailedCommander(Jailed):
    """A bot that plays towers, and is seat 0 for all that it knows."""

    def __init__(self, process: Prisoner, game: Game, seat: int, limits: Limits, strict: bool) -> None:
        super().__init__(process, game, seat, limits, strict)
        self.units: tuple[int, ...] = ()
        self._told = Told(game, seat)
        self._squads = Squads(game)
        self._line = SquadLine(game, self._told)
        self.goes_on = False
        """Whether units are asked again after those that have acted last."""
        self._refused: tuple[Refusal, ...] = ()
        self._has_planned = False

    def hello(self) -> dict[str, Any]:
        kinds = asking.kinds_asked(view_of(self.game.start(), 0))
        return {"seats": ["me", "other"], "units": kinds, "actions": asking.ACTIONS}

    def ready(self, answer: dict[str, Any]) -> None:
        super().ready(answer)
        units = answer.get("units", [])
        if not isinstance(units, list) or any(one not in UNIT_NAMES for one in units):
            raise Failure("malformed", f"its units are not a list of names among {', '.join(UNIT_NAMES)}")
        self.units = tuple(dict.fromkeys(map(UNIT_NAMES.index, units)))

    # Planning

    def orders_for(self, state: State, seat: int) -> list[int]:
        """The moves of its plan, the last of them `ready`."""
        changes = self._told.changes(state)
        seen = self._told.state()
        first = prepared(seen, 0, self.units, not self._has_planned)
        self._has_planned = True
        view = view_of(seen, 0, self._refused)
        codes = self.decided(lambda: self._planned(view, changes), list)
        return [int(code_of(seat, moves.local_of(code))) for code in (*first, *codes, READY)]

    def _planned(self, view: View, changes: memoryview) -> list[int]:
        seconds = self.limits.think_seconds
        if self.form == "words":
            answer = self.wire.ask_in_words("plan", seconds, changes)
        else:
            if view.turn > 1:
                self.wire.tell({"event": "turn", "turn": view.turn - 1, "hp": [view.me.hp, view.other.hp]})
            answer = self.wire.ask({"ask": "plan", **asking.plan_asked(view)}, seconds)
        orders = asking.ordered(answer.get("orders"), view)
        self._refused = orders.refusals
        return list(orders.codes)

    # Units

    def act(self, state: State) -> list[int]:
        """Let the squad that is asked act; the moves that it made. The state is brought there."""
        return self.decided(self._acted, self._rested, state)

    def _acted(self, state: State) -> list[int]:
        if self.form == "words":
            return self._quickly(state)
        count, _ = self._squads.ask(state, self._told)
        asked = asking.squad_asked(self._told.state(), self._squads)
        return self._done(state, self.wire.ask({"ask": "act", **asked}, self.limits.unit_seconds * count))

    def _quickly(self, state: State) -> list[int]:
        """The same by kernels, as far as all is as usual."""
        wire, line = self.wire, self._line
        first = wire.fresh()
        size, count = line.question(state, wire.ids, first)
        seconds = self.limits.unit_seconds * count
        if not wire.is_clear(seconds):
            return self._done(state, wire.ask_as_written("act", seconds, line.out[:size]))
        heard = wire.exchange(line.out[:size], seconds, line.heard)
        codes = line.answer(state, heard, wire.ids, first) if heard else None
        if codes is None:
            return self._done(state, wire.go_on("act", seconds, bytes(line.heard[:heard])))
        self.goes_on = line.goes_on
        return codes

    def _done(self, state: State, answer: dict[str, Any]) -> list[int]:
        actions = asking.actions_in(answer.get("actions"))
        codes = self._squads.feed(state, actions)
        if codes is None:
            raise NotAnAnswer(
                f"it has {self._squads.count(state)} units to act, and gave {len(actions)} actions"
            )
        self.goes_on = self._squads.goes_on
        return codes

    def _rested(self, state: State) -> list[int]:
        codes = self._squads.feed(state, [moves.REST] * self._squads.count(state))
        assert codes is not None
        self.goes_on = self._squads.goes_on
        return codes


READY = int(code_of(0, moves.READY))


class JailedPlayer(Jailed):
    """A bot for a game in which one decides after the other."""

    def __init__(self, process: Prisoner, game: Game, seat: int, limits: Limits, strict: bool) -> None:
        super().__init__(process, game, seat, limits, strict)
        self._known = np.zeros_like(game.start().words)

    def code(self, state: State) -> int:
        """Its move."""
        seen = state.seen_by(self.seat)
        [code] = self.decided(lambda: [self._chosen(state, seen)], lambda: state.codes()[:1])
        return code

    def _chosen(self, state: State, seen: State) -> int:
        if self.form == "words":
            changes = self._changes(seen)
            answer = self.wire.ask_in_words("move", self.limits.think_seconds, changes)
        else:
            answer = self.wire.ask(move_asked(seen, self.seat), self.limits.think_seconds)
        step = answer.get("move")
        if isinstance(step, bool) or not isinstance(step, int | str):
            raise NotAnAnswer("its move is neither a code nor a text")
        try:
            code = seen.code(step, self.seat)
        except IllegalMove as refusal:
            raise Failure("illegal", f"its move is refused: {shown(refusal)}") from refusal
        why_not = state.why_not(code)
        if why_not is not None:
            raise Failure("illegal", f"its move is refused: {why_not}")
        return code

    def see(self, state: State, code: int) -> None:
        """Somebody else plays this, as far as the bot may know."""
        contract, seat = self.game.contract, state.whose(code)
        if seat != self.seat and not contract.sealed(state.record, code):
            self.hear(seat, contract.move_text(state.seen_by(self.seat).record, code))

    def hear(self, seat: int, move: str) -> None:
        """It reaches the bot with its next question; a die is nobody's."""
        self.wire.tell({"event": "played", "seat": None if seat == CHANCE else seat, "move": move})

    def _changes(self, seen: State) -> memoryview:
        """What is new since it was asked last: pairs of a place and its word."""
        places = np.flatnonzero(seen.words != self._known)
        self._known[:] = seen.words
        return np.column_stack((places, seen.words[places])).ravel().data


def move_asked(seen: State, seat: int) -> dict[str, Any]:
    """What the seat may know, as JSON."""
    contract, record = seen.game.contract, seen.record
    return {
        "ask": "move",
        "prompt": contract.prompt(record, seat),
        "board": contract.board(record, seat),
        "moves": [[move.code, move.text] for move in seen.moves()],
    }


def jailed(
    process: Prisoner, game: Game, seat: int, limits: Limits, strict: bool
) -> JailedCommander | JailedPlayer:
    """The side that this bot is."""
    kind = JailedCommander if game.contract.together else JailedPlayer
    return kind(process, game, seat, limits, strict)
