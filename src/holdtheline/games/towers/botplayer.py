"""A bot as a player of a game, and what is said of one that does wrong (T8.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from ...core.errors import HtlError
from ...core.game import Move, State
from ...core.kernel import Kernel
from . import moves
from .answers import ASK, BotFault, action_in, answers_of
from .faults import Unusable, a_thing, class_name, kind_of, name_of, one_line, sentence
from .moves import code_of, seat_of
from .planning import Commander, Orders, UnitAI
from .state import FIRST_SOLDIER, MINDS, MOST_SOLDIERS, MOST_TOWERS, UNITS, Mind, Phase, Picked
from .stepping import Room
from .view import UNIT_NAMES, Refusal, View, view_of
from .watching import TimeUp, can_interrupt, in_time, watched


class CommanderPlayer:
    """A commander as a player of a game: one object for one game.

    It fits `players.player.Player`. `stepping.Stepper` plays its units faster than `choose` does. A plan may
    take `plan_seconds`, an action `act_seconds`: in the main thread a bot is stopped then, in others it is
    found out when it is done. Whatever the bot does wrong is a BotFault.
    """

    def __init__(
        self,
        commander: Commander | type[Commander],
        name: str = "",
        *,
        plan_seconds: float = 2.0,
        act_seconds: float = 0.1,
    ) -> None:
        self.title = class_name(commander)
        self.name = name or self.title
        self.plan_seconds = plan_seconds
        self.act_seconds = act_seconds
        self.commander: Commander = self._asked(self.title, plan_seconds, made_of, commander)
        self.ais: dict[int, Any] = self._asked(f"{self.title}.unit_ais", plan_seconds, ais_of, self.commander)
        self.acts: dict[int, Any] = self._asked(f"{self.title}.unit_ais", plan_seconds, acts_in, self.ais)
        self._refused: tuple[Refusal, ...] = ()
        self._to_give: list[int] = []
        self._seen: State | None = None
        self._has_planned = False
        self._room: Room | None = None

    def choose(self, state: State, seat: int | None = None) -> Move:
        """The next move of the plan, or the action of the unit that asks."""
        mine = int(state.turn) if seat is None else seat
        if mine < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        if state.record.phase == Phase.ACT:
            return state.move(self._action(state, mine), mine)
        return state.move(self._order(state, mine), mine)

    # Planning

    def orders_for(self, state: State, seat: int) -> list[int]:
        """The moves of a whole plan, the last of them `ready`; quicker than to `choose` them one by one."""
        seen = as_seen(state, seat)
        codes = self._plan(seen, seat)
        for code in codes[:-1]:
            self._check(seen, seat, code)
            seen.play(code)
        return codes

    def _order(self, state: State, seat: int) -> int:
        """The plan is asked for once, and then given move by move; anew where it was not played as given."""
        seen = as_seen(state, seat)
        if self._seen is None or self._seen != seen:
            self._to_give = self._plan(seen, seat)
        code = self._to_give.pop(0)
        self._seen = None
        if self._to_give:  # the last is `ready`
            self._check(seen, seat, code)
            seen.play(code)
            self._seen = seen
        return code

    def _check(self, seen: State, seat: int, code: Any) -> None:
        """`Orders` gives no code that is refused, and none of the other seat."""
        own = type(code) is int and seat_of(code) == seat and code != code_of(seat, moves.READY)
        if not own or seen.why_not(code) is not None:
            raise BotFault(
                self.name,
                f"{self.title}.plan returned orders that were tampered with: {one_line(code)}",
                "illegal",
            )

    def _plan(self, seen: State, seat: int) -> list[int]:
        ready = seen.copy()
        first = prepared(ready, seat, self.acts, ready.record.number == 0 or not self._has_planned)
        view = view_of(ready, seat, self._refused)
        codes, self._refused = self._asked(
            f"{self.title}.plan", self.plan_seconds, lambda: given_by(self.commander.plan(view), view)
        )
        self._has_planned = True
        return [*first, *codes, int(code_of(seat, moves.READY))]

    # Units

    def _action(self, state: State, seat: int) -> int:
        if self._room is None:
            self._room = Room(state.game, [answers_of({})] * 2)
        room = self._room
        room.load(state)
        which, *_, number = answer = room.step(room.words, ASK)
        unit = which - seat * UNITS
        act = self.acts.get(unit)
        if act is None:
            return int(code_of(seat, moves.REST))
        asked: tuple[Any, ...]
        if isinstance(act, Kernel):
            first = seat * (MOST_TOWERS if unit < FIRST_SOLDIER else MOST_SOLDIERS)
            asked = room.seen, seat, first + number - 1
        else:
            asked = room.units[which](answer), room.views[which]
        try:
            local = action_in(self._in_time(self.act_seconds, act, *asked))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self.fault(unit, error) from error
        code = int(code_of(seat, local))
        return code if state.why_not(code) is None else int(code_of(seat, moves.REST))

    # What can go wrong

    def fault(self, unit: int | None, error: BaseException) -> BotFault:
        """What the AI of this kind of unit did wrong."""
        ai = self.ais.get(-1 if unit is None else unit)
        return self._fault(f"{self.title}'s {name_of(ai)}", self.act_seconds, error)

    def _asked(self, what: str, seconds: float, ask: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return self._in_time(seconds, ask, *arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._fault(what, seconds, error) from error

    @staticmethod
    def _in_time(seconds: float, ask: Callable[..., Any], *arguments: Any) -> Any:
        with watched(seconds) as watch:
            answer = (ask if can_interrupt() else in_time(ask, seconds))(*arguments)
        if watch.late is not None:
            raise TimeUp
        return answer

    def _fault(self, what: str, seconds: float, error: BaseException) -> BotFault:
        return BotFault(self.name, sentence(what, seconds, error), kind_of(error))


# What a bot is made of: all of this may be the bot's own code


def made_of(given: Any) -> Commander:
    """The commander, or a fresh one of this class."""
    made = given() if isinstance(given, type) else given
    if not isinstance(made, Commander):
        raise Unusable("is not a Commander")
    return made


def ais_of(commander: Commander) -> dict[int, Any]:
    """Its unit AIs by the kind of unit."""
    ais = commander.unit_ais
    if not isinstance(ais, Mapping):
        raise Unusable(f"is {a_thing(ais)}; it must be a dict")
    found = {}
    for name, ai in dict(ais).items():
        if name not in UNIT_NAMES:
            raise Unusable(f"names {one_line(name)}; units are: {', '.join(UNIT_NAMES)}")
        made = ai() if isinstance(ai, type) else ai
        if not isinstance(made, UnitAI) and not callable(made):
            raise Unusable(f"has {a_thing(made)} for {name}; it must be a UnitAI")
        found[UNIT_NAMES.index(name)] = made
    return found


def acts_in(ais: Mapping[int, Any]) -> dict[int, Any]:
    """What is asked when a unit of a kind is to act."""
    acts = {unit: ai.act if isinstance(ai, UnitAI) else ai for unit, ai in ais.items()}
    for unit, act in acts.items():
        if not callable(act):
            raise Unusable(f"has {a_thing(act)} as the act of {UNIT_NAMES[unit]}; it must be a function")
    return acts


def as_seen(state: State, seat: int) -> State:
    """What the seat sees. It makes no difference whether the other is ready, and it is this seat's turn."""
    seen = state.seen_by(seat)
    seen.record.ready[1 - seat] = int(seat == 1)
    seen.turn = seat
    return seen


def prepared(seen: State, seat: int, units: Iterable[int], is_first: bool) -> list[int]:
    """What is played before a plan: half an order is dropped, and at first these units get the mind `own`.

    Those that have it already, or that have nothing to decide, are left alone.
    """
    wanted = [] if seen.record.picked[seat] == Picked.NOTHING else [moves.NEVER_MIND]
    if is_first:
        wanted += [moves.MIND + unit * MINDS + Mind.OWN for unit in units]
    codes = []
    for code in [int(code_of(seat, local)) for local in wanted]:
        if seen.why_not(code) is None:
            seen.play(code)
            codes.append(code)
    return codes


MOST_ORDERS = 10_000
"""Moves of one plan: more than there can be sense in."""


def given_by(orders: Any, view: View) -> tuple[tuple[int, ...], tuple[Refusal, ...]]:
    """What was ordered and what was refused. All of this may be the bot's own code."""
    if not isinstance(orders, Orders):
        raise Unusable(f"returned {a_thing(orders)}; it must return Orders")
    if orders._view is not view:
        raise Unusable("returned the orders of another planning")
    codes = tuple(islice(orders.codes, MOST_ORDERS + 1))
    if len(codes) > MOST_ORDERS:
        raise Unusable(f"gave more than {MOST_ORDERS} orders")
    return codes, tuple(islice(orders.refusals, MOST_ORDERS))
