"""The parts of a bot: a commander, its unit AIs, and the orders of its plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from ....core.errors import IllegalMove
from ....core.kernel.compiler import Kernel
from ..rules import moves
from ..rules.moves import encode_move
from ..state import (
    COLUMNS,
    FIRST_SOLDIER,
    MAX_ROWS,
    MAX_SOLDIERS,
    MIND_COUNT,
    MIND_NAMES,
    TIMESTEPS,
    UNIT_COUNT,
    UNIT_NAMES,
    Picked,
)
from .commander_view import Refusal, Soldier, Tower, View, list_roster, list_towers
from .unit_view import Unit, UnitView


class UnitAI:
    """Decides for the units of a kind. A plain function `act(unit, view)` or a kernel works as well."""

    def act(self, unit: Unit, view: UnitView) -> int | None:
        """Return the action of the unit: `unit.go(…)`, `strike`, `shoot`, `score`, `rest`, or None to rest."""
        raise NotImplementedError("a UnitAI needs a method act(unit, view)")


OrderCall = tuple[Any, ...]
"""An order: the name of its method, and its arguments."""


class RefusalReason(NamedTuple):
    clause: str
    reason: str


OrderPart = int | RefusalReason
"""A local code of an order, or the reason why there is none."""


class Orders:
    """The orders of a planning phase, each tried on a copy of what the commander sees.

    Each method returns None, or the Refusal, which is added to `refusals`; the other orders stay valid (T6.2). Units
    and minds are given by name, soldiers by their number in the roster, from 1.
    """

    def __init__(self, view: View) -> None:
        if not isinstance(view, View) or view.state is None:
            raise TypeError("Orders(view) needs the view that plan was given")
        self._view = view
        self._state = view.state.copy()
        self._codes: list[int] = []
        self._calls: list[OrderCall] = []
        self._refusals: list[Refusal] = []

    # What you have after the orders so far

    @property
    def gold(self) -> int:
        """The gold that is left."""
        return int(self._state.record.gold[self._view.seat])

    @property
    def soldiers(self) -> tuple[Soldier, ...]:
        """My roster, in the order hired."""
        return list_roster(cast("Any", self._state.record), self._view.seat)

    @property
    def towers(self) -> tuple[Tower, ...]:
        """My towers, in the order built."""
        return list_towers(cast("Any", self._state.record), self._view.seat)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return tuple(self._refusals)

    @property
    def codes(self) -> tuple[int, ...]:
        """The move codes of the accepted orders."""
        return tuple(self._codes)

    @property
    def calls(self) -> tuple[OrderCall, ...]:
        """The accepted orders, each as the name of its method and its arguments."""
        return tuple(self._calls)

    # Orders

    def build(self, unit: str, row: int, column: int) -> Refusal | None:
        """Build a tower in this cell of my lane (T4.1)."""
        kind = code_by_name(moves.TOWER, unit, UNIT_NAMES[:FIRST_SOLDIER], "T4.3")
        return self._give(("build", unit, row, column), kind, code_by_cell(moves.CELL, row, column))

    def take_down(self, row: int, column: int) -> Refusal | None:
        """Undo a tower that was built in this planning phase."""
        return self._give(("take_down", row, column), code_by_cell(moves.TAKE_DOWN, row, column))

    def hire(self, unit: str) -> Refusal | None:
        """Hire a soldier (T2.4). It is the last of `soldiers`, and stays at home until it is sent."""
        kind = code_by_name(moves.HIRE + FIRST_SOLDIER, unit, UNIT_NAMES[FIRST_SOLDIER:], "T5.2")
        return self._give(("hire", unit), kind)

    def dismiss(self) -> Refusal | None:
        """Undo the last hiring of this planning phase."""
        return self._give(("dismiss",), moves.DISMISS)

    def send(self, number: int, step: int, column: int) -> Refusal | None:
        """Set when and where a soldier enters (T2.3), in this turn and in later ones, until another order."""
        where = (
            code_by_column(moves.COLUMN, column),
            code_by_number(moves.STEP, step, "timestep", range(TIMESTEPS)),
        )
        return self._give(("send", number, step, column), self._soldier(number), *where)

    def home(self, number: int) -> Refusal | None:
        """Keep a soldier at home (T2.3)."""
        return self._give(("home", number), self._soldier(number), moves.HOME)

    def send_all(self, column: int, in_file: bool = False) -> Refusal | None:
        """Send all soldiers at timestep 0, or in file: one per timestep."""
        first = moves.IN_FILE if in_file else moves.TOGETHER
        return self._give(("send_all", column, bool(in_file)), code_by_column(first, column))

    def all_home(self) -> Refusal | None:
        """Keep all soldiers at home."""
        return self._give(("all_home",), moves.ALL_HOME)

    def as_last(self) -> Refusal | None:
        """Send all soldiers as in the last turn."""
        return self._give(("as_last",), moves.AS_LAST)

    def mind(self, unit: str, mind: str) -> Refusal | None:
        """Set how the units of a kind decide (T8.1): `usual`, `thrifty`, `hunter`, or `own` (by their unit AI)."""
        kind, number = code_by_name(0, unit, UNIT_NAMES, "T8.1"), code_by_name(0, mind, MIND_NAMES, "T8.1")
        if isinstance(kind, int) and isinstance(number, int):
            if self._state.record.mind[self._view.seat * UNIT_COUNT + kind] == number:
                return None
            return self._give(("mind", unit, mind), moves.MIND + kind * MIND_COUNT + number)
        return self._give(("mind", unit, mind), number if isinstance(kind, int) else kind)

    # Private

    def _soldier(self, number: int) -> OrderPart:
        if type(number) is int and not 0 < number <= MAX_SOLDIERS:
            return RefusalReason("T6.2", f"there is no soldier {number}: you have {len(self.soldiers)}")
        return code_by_number(moves.SOLDIER - 1, number, "number of a soldier", range(1, MAX_SOLDIERS + 1))

    def _give(self, call: OrderCall, *parts: OrderPart) -> Refusal | None:
        """Play the moves of an order; if one is refused, the whole order is."""
        codes: list[int] = []
        for part in parts:
            if isinstance(part, RefusalReason):
                return self._refuse(call, part)
            code = encode_move(self._view.seat, part)
            try:
                self._state.play(code)
            except IllegalMove as refusal:
                return self._refuse(call, RefusalReason(refusal.clause, refusal.reason))
            codes.append(code)
        self._codes += codes
        self._calls.append(call)
        return None

    def _refuse(self, call: OrderCall, why: RefusalReason) -> Refusal:
        if self._state.record.picked[self._view.seat] != Picked.NOTHING:
            self._state.play(encode_move(self._view.seat, moves.NEVER_MIND))
        refusal = Refusal(order_text(call)[:80], *why)
        self._refusals.append(refusal)
        return refusal


def order_text(call: OrderCall) -> str:
    """Return the text of an order for a refusal."""
    name, *arguments = call
    words = {"as_last": "as last turn"}.get(name, name.replace("_", " "))
    return " ".join(map(str, (words, *(arguments[:1] if name == "send_all" else arguments))))


def code_by_name(first: int, name: object, names: Sequence[str], clause: str) -> OrderPart:
    if name in names:
        return first + names.index(str(name))
    return RefusalReason(clause, f"unknown name {str(name)[:20]!r}; choose from: {', '.join(names)}")


def code_by_number(first: int, number: object, what: str, numbers: range, clause: str = "T2.3") -> OrderPart:
    if isinstance(number, int | np.integer) and not isinstance(number, bool) and number in numbers:
        return first + int(number)
    return RefusalReason(clause, f"a {what} is a whole number from {numbers[0]} to {numbers[-1]}")


def code_by_column(first: int, column: object) -> OrderPart:
    return code_by_number(first, column, "column", range(COLUMNS))


def code_by_cell(first: int, row: object, column: object) -> OrderPart:
    start = code_by_number(first, column, "column", range(COLUMNS), "T4.1")
    number = code_by_number(0, row, "row", range(MAX_ROWS), "T4.1")
    if isinstance(start, RefusalReason) or isinstance(number, RefusalReason):
        return start if isinstance(start, RefusalReason) else number
    return start + number * COLUMNS


class Commander:
    """A bot. It makes a plan in every turn; its unit AIs are called while the turn is played.

    `unit_ais` has an AI for each kind of unit that should not use a built-in mind. These kinds get the mind `own` in
    the first planning phase; `Orders.mind` changes it.
    """

    unit_ais: Mapping[str, UnitAI | Callable[[Unit, UnitView], int | None] | Kernel[..., Any]] = {}

    def plan(self, view: View) -> Orders:
        """Return the orders of this turn."""
        raise NotImplementedError("a Commander needs a method plan(view)")
