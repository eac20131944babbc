"""A bot as a player of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from ....core.bots.bot_api import GameInProgress
from ....core.bots.faults import (
    BotFault,
    InvalidBot,
    class_name,
    describe_type,
    fault_kind,
    fault_text,
    one_line,
    safe_text,
)
from ....core.bots.time_limit import call_in_time
from ....core.errors import HtlError
from ....core.events import Move
from ....core.game import State
from ....core.kernel.compiler import Kernel
from ..rules import moves
from ..rules.moves import encode_move, move_seat
from ..state import (
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    UNIT_COUNT,
    UNIT_NAMES,
    Mind,
    Phase,
    Picked,
)
from .commander import Commander, Orders, UnitAI
from .commander_view import Refusal, View, make_view
from .turn_runner import TurnBuffer, TurnRunner
from .unit_kernels import ASK_OWNER, combine_kernels, parse_action


class CommanderPlayer:
    """A commander as a player of one game.

    `play` plays whole plans and turns; `choose` returns the same moves one by one. A plan may take `plan_seconds`, an
    action `act_seconds`: in the main thread a bot is stopped then, in other threads its lateness is noticed
    afterwards. Everything a bot does wrong is raised as a BotFault.
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
        self.commander: Commander = self._call_bot(self.title, plan_seconds, make_commander, commander)
        unit_ais = f"{self.title}.unit_ais"
        self.ais: dict[int, Any] = self._call_bot(unit_ais, plan_seconds, collect_unit_ais, self.commander)
        self.acts: dict[int, Any] = self._call_bot(unit_ais, plan_seconds, collect_acts, self.ais)
        self._refused: tuple[Refusal, ...] = ()
        self._orders_left: list[int] = []
        self._seen: State | None = None
        self._has_planned = False
        self._buffer: TurnBuffer | None = None
        self._turn_runner: TurnRunner | None = None

    def play(self, run: GameInProgress) -> None:
        """Play a plan, or the units of all bots in this process, to the end of the turn."""
        if run.state.record.phase == Phase.ACT:
            self._find_turn_runner(run).play(run.state, run.codes)
            return
        for code in self.orders_for(run.state, run.state.current_player):
            run.make_move(code)

    def _find_turn_runner(self, run: GameInProgress) -> TurnRunner:
        """Return the turn runner that all bots in this process share."""
        if self._turn_runner is None:
            bots = [player if isinstance(player, CommanderPlayer) else None for player in run.players]
            runner = TurnRunner(run.state.game, bots)
            for bot in filter(None, bots):
                bot._turn_runner = runner
            return runner
        return self._turn_runner

    def choose(self, state: State, seat: int | None = None) -> Move:
        """Return the next move of the plan, or the action of the unit that asks."""
        seat = int(state.current_player) if seat is None else seat
        if seat < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        if state.record.phase == Phase.ACT:
            return state.move(self._action(state, seat), seat)
        return state.move(self._order(state, seat), seat)

    # Planning

    def orders_for(self, state: State, seat: int) -> list[int]:
        """Return the moves of a whole plan, the last of them `ready`: faster than calling `choose` for each."""
        seen = seen_state(state, seat)
        codes = self._plan(seen, seat)
        for code in codes[:-1]:
            self._check(seen, seat, code)
            seen.play(code)
        return codes

    def _order(self, state: State, seat: int) -> int:
        """Make a plan and return its moves one by one; make a new one if other moves were played."""
        seen = seen_state(state, seat)
        if self._seen is None or self._seen != seen:
            self._orders_left = self._plan(seen, seat)
        code = self._orders_left.pop(0)
        self._seen = None
        if self._orders_left:  # the last is `ready`
            self._check(seen, seat, code)
            seen.play(code)
            self._seen = seen
        return code

    def _check(self, seen: State, seat: int, code: Any) -> None:
        """Raise BotFault for a code that `Orders` cannot have given: refused, or of the other seat."""
        is_own = type(code) is int and move_seat(code) == seat and code != moves.ready_move(seat)
        if not is_own or seen.why_not(code) is not None:
            raise BotFault(
                self.name,
                f"{self.title}.plan returned orders that were tampered with: {one_line(code)}",
                "illegal",
            )

    def _plan(self, seen: State, seat: int) -> list[int]:
        planned = seen.copy()
        is_first = planned.record.turns_played == 0 or not self._has_planned
        first = play_preliminaries(planned, seat, self.acts, is_first)
        view = make_view(planned, seat, self._refused)
        codes, self._refused = self._call_bot(
            f"{self.title}.plan", self.plan_seconds, lambda: collect_orders(self.commander.plan(view), view)
        )
        self._has_planned = True
        return [*first, *codes, moves.ready_move(seat)]

    # Units

    def _action(self, state: State, seat: int) -> int:
        if self._buffer is None:
            self._buffer = TurnBuffer(state.game, [combine_kernels({})] * 2)
        buffer = self._buffer
        buffer.load(state)
        which, *_, number = answer = buffer.step(buffer.words, ASK_OWNER)
        unit = which - seat * UNIT_COUNT
        act = self.acts.get(unit)
        if act is None:
            return encode_move(seat, moves.REST)
        arguments: tuple[Any, ...]
        if isinstance(act, Kernel):
            first = seat * (MAX_TOWERS if unit < FIRST_SOLDIER else MAX_SOLDIERS)
            arguments = buffer.public, seat, first + number - 1
        else:
            arguments = buffer.units[which](answer), buffer.views[which]
        try:
            local = parse_action(self._in_time(self.act_seconds, act, *arguments))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self.fault(unit, error) from error
        code = encode_move(seat, local)
        return code if state.why_not(code) is None else encode_move(seat, moves.REST)

    # Faults

    def fault(self, unit: int | None, error: BaseException) -> BotFault:
        """Return the fault for an error of this kind of unit's AI (None: of any)."""
        ai = self.ais.get(-1 if unit is None else unit)
        return self._fault(f"{self.title}'s {unit_ai_name(ai)}", self.act_seconds, error)

    def _call_bot(self, what: str, seconds: float, ask: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return self._in_time(seconds, ask, *arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._fault(what, seconds, error) from error

    _in_time = staticmethod(call_in_time)

    def _fault(self, what: str, seconds: float, error: BaseException) -> BotFault:
        return BotFault(self.name, fault_text(what, seconds, error), fault_kind(error))


def unit_ai_name(ai: Any) -> str:
    if ai is None:
        return "unit AI"
    return safe_text(lambda: getattr(ai, "__name__", f"{class_name(ai)}.act"), "unit AI")


# The parts of a bot. All of these functions may run the bot's own code.


def make_commander(bot: Any) -> Commander:
    """Return the commander; create it if `bot` is a class."""
    commander = bot() if isinstance(bot, type) else bot
    if not isinstance(commander, Commander):
        raise InvalidBot("is not a Commander")
    return commander


def collect_unit_ais(commander: Commander) -> dict[int, Any]:
    """Return the unit AIs by kind of unit."""
    ais = commander.unit_ais
    if not isinstance(ais, Mapping):
        raise InvalidBot(f"is {describe_type(ais)}; it must be a dict")
    found = {}
    for name, ai in dict(ais).items():
        if name not in UNIT_NAMES:
            raise InvalidBot(f"names {one_line(name)}; units are: {', '.join(UNIT_NAMES)}")
        unit_ai = ai() if isinstance(ai, type) else ai
        if not isinstance(unit_ai, UnitAI) and not callable(unit_ai):
            raise InvalidBot(f"has {describe_type(unit_ai)} for {name}; it must be a UnitAI")
        found[UNIT_NAMES.index(name)] = unit_ai
    return found


def collect_acts(ais: Mapping[int, Any]) -> dict[int, Any]:
    """Return the function or kernel that decides for each kind of unit."""
    acts = {unit: ai.act if isinstance(ai, UnitAI) else ai for unit, ai in ais.items()}
    for unit, act in acts.items():
        if not callable(act):
            raise InvalidBot(f"has {describe_type(act)} as the act of {UNIT_NAMES[unit]}; it must be a function")
    return acts


def seen_state(state: State, seat: int) -> State:
    """Return what the seat sees, as its turn, whether or not the other player is ready."""
    seen = state.seen_by(seat)
    seen.record.ready[1 - seat] = int(seat == 1)
    seen.current_player = seat
    return seen


def play_preliminaries(seen: State, seat: int, units: Iterable[int], is_first: bool) -> list[int]:
    """Play the moves before a plan: cancel an incomplete order, and at first give these units the mind `own`.

    Units that have it already, or that have nothing to decide, are left out.
    """
    locals_ = [] if seen.record.picked[seat] == Picked.NOTHING else [moves.NEVER_MIND]
    if is_first:
        locals_ += [moves.MIND + unit * MIND_COUNT + Mind.OWN for unit in units]
    codes = []
    for code in [encode_move(seat, local) for local in locals_]:
        if seen.why_not(code) is None:
            seen.play(code)
            codes.append(code)
    return codes


MAX_ORDERS = 10_000
"""The greatest number of moves in a plan: more than any sensible plan has."""


def collect_orders(orders: Any, view: View) -> tuple[tuple[int, ...], tuple[Refusal, ...]]:
    """Return the codes of a plan, and its refusals."""
    if not isinstance(orders, Orders):
        raise InvalidBot(f"returned {describe_type(orders)}; it must return Orders")
    if orders._view is not view:
        raise InvalidBot("returned the orders of another planning phase")
    codes = tuple(islice(orders.codes, MAX_ORDERS + 1))
    if len(codes) > MAX_ORDERS:
        raise InvalidBot(f"gave more than {MAX_ORDERS} orders")
    return codes, tuple(islice(orders.refusals, MAX_ORDERS))
