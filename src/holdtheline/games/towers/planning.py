"""What a bot is made of: a commander, its unit AIs, and the orders that a plan gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.errors import IllegalMove
from ...core.kernel import Kernel
from . import moves
from .moves import code_of
from .state import COLUMNS, FIRST_SOLDIER, MINDS, MOST_ROWS, MOST_SOLDIERS, STEPS, UNITS, Mind, Picked
from .unitview import Unit, UnitView
from .view import UNIT_NAMES, Refusal, Soldier, Tower, View, roster_of, towers_of

MIND_NAMES = tuple(mind.name.lower() for mind in Mind)


class UnitAI:
    """How the units of a kind decide. A plain function `act(unit, view)` does as well, or a kernel."""

    def act(self, unit: Unit, view: UnitView) -> int | None:
        """What the unit does: `unit.go(…)`, `strike`, `shoot`, `score` or `rest`; None is to rest, too."""
        raise NotImplementedError("a UnitAI has a method act(unit, view)")


class Commander:
    """A bot. It is asked for a plan in every turn; its units are asked while the turn is played.

    `unit_ais` names an AI for those kinds of units that shall not use a mind that is built in. They are given
    the mind `own` in the first planning; `Orders.mind` changes it.
    """

    unit_ais: Mapping[str, UnitAI | Callable[[Unit, UnitView], int | None] | Kernel[..., Any]] = {}

    def plan(self, view: View) -> Orders:
        raise NotImplementedError("a Commander has a method plan(view)")


# Orders


class Orders:
    """The orders of a planning, tried one by one on a copy of what the commander sees.

    Each method returns None, or the Refusal, which is in `refusals` as well; the other orders stand (T6.2).
    Units and minds go by their names, soldiers by their numbers on the roster, which count from 1.
    """

    def __init__(self, view: View) -> None:
        if not isinstance(view, View) or view.state is None:
            raise TypeError("Orders(view) takes the view that plan was given")
        self._view = view
        self._state = view.state.copy()
        self._codes: list[int] = []
        self._calls: list[Call] = []
        self._refusals: list[Refusal] = []

    # What there is, if the orders so far stand

    @property
    def gold(self) -> int:
        """What is left."""
        return int(self._state.record.gold[self._view.seat])

    @property
    def soldiers(self) -> tuple[Soldier, ...]:
        """My roster, in the order hired."""
        return roster_of(self._state.record, self._view.seat)

    @property
    def towers(self) -> tuple[Tower, ...]:
        """My towers, in the order built."""
        return towers_of(self._state.record, self._view.seat)

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return tuple(self._refusals)

    @property
    def codes(self) -> tuple[int, ...]:
        """The moves that give these orders."""
        return tuple(self._codes)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The orders that stand, each as the name of its method and what it was given."""
        return tuple(self._calls)

    # Orders

    def build(self, unit: str, row: int, column: int) -> Refusal | None:
        """T4.1: a tower in this cell of my lane."""
        kind = named(moves.TOWER, unit, UNIT_NAMES[:FIRST_SOLDIER], "T4.3")
        return self._give(("build", unit, row, column), kind, cell_at(moves.CELL, row, column))

    def take_down(self, row: int, column: int) -> Refusal | None:
        """Take back a tower that was built in this planning."""
        return self._give(("take_down", row, column), cell_at(moves.TAKE_DOWN, row, column))

    def hire(self, unit: str) -> Refusal | None:
        """T2.4: the new soldier is the last of `soldiers`, and stays at home until it is sent."""
        kind = named(moves.HIRE + FIRST_SOLDIER, unit, UNIT_NAMES[FIRST_SOLDIER:], "T5.2")
        return self._give(("hire", unit), kind)

    def dismiss(self) -> Refusal | None:
        """Take back the last hiring of this planning."""
        return self._give(("dismiss",), moves.DISMISS)

    def send(self, number: int, step: int, column: int) -> Refusal | None:
        """T2.3: when and where a soldier enters; in later turns too, until another order."""
        where = column_at(moves.COLUMN, column), numbered(moves.STEP, step, "timestep", range(STEPS))
        return self._give(("send", number, step, column), self._soldier(number), *where)

    def home(self, number: int) -> Refusal | None:
        """T2.3: this soldier does not enter."""
        return self._give(("home", number), self._soldier(number), moves.HOME)

    def send_all(self, column: int, in_file: bool = False) -> Refusal | None:
        """All soldiers at timestep 0, or in file: one a timestep."""
        first = moves.IN_FILE if in_file else moves.TOGETHER
        return self._give(("send_all", column, bool(in_file)), column_at(first, column))

    def all_home(self) -> Refusal | None:
        return self._give(("all_home",), moves.ALL_HOME)

    def as_last(self) -> Refusal | None:
        """All soldiers as in the last turn."""
        return self._give(("as_last",), moves.AS_LAST)

    def mind(self, unit: str, mind: str) -> Refusal | None:
        """T8.1: how the units of a kind decide: `usual`, `thrifty`, `hunter`, or `own`: by their unit AI."""
        kind, number = named(0, unit, UNIT_NAMES, "T8.1"), named(0, mind, MIND_NAMES, "T8.1")
        if isinstance(kind, int) and isinstance(number, int):
            if self._state.record.mind[self._view.seat * UNITS + kind] == number:
                return None
            return self._give(("mind", unit, mind), moves.MIND + kind * MINDS + number)
        return self._give(("mind", unit, mind), number if isinstance(kind, int) else kind)

    # Inside

    def _soldier(self, number: int) -> Part:
        if type(number) is int and not 0 < number <= MOST_SOLDIERS:
            return Why("T6.2", f"there is no soldier {number}: you have {len(self.soldiers)}")
        return numbered(moves.SOLDIER - 1, number, "number of a soldier", range(1, MOST_SOLDIERS + 1))

    def _give(self, call: Call, *parts: Part) -> Refusal | None:
        """Play the moves of an order; where one is refused, none of them stands."""
        codes: list[int] = []
        for part in parts:
            if isinstance(part, Why):
                return self._refuse(call, part)
            code = int(code_of(self._view.seat, part))
            try:
                self._state.play(code)
            except IllegalMove as refusal:
                return self._refuse(call, Why(refusal.clause, refusal.reason))
            codes.append(code)
        self._codes += codes
        self._calls.append(call)
        return None

    def _refuse(self, call: Call, why: Why) -> Refusal:
        if self._state.record.picked[self._view.seat] != Picked.NOTHING:
            self._state.play(int(code_of(self._view.seat, moves.NEVER_MIND)))
        refusal = Refusal(said(call)[:80], *why)
        self._refusals.append(refusal)
        return refusal


Call = tuple[Any, ...]
"""An order: the name of its method, and what it was given."""


def said(call: Call) -> str:
    """An order as a refusal names it."""
    name, *given = call
    words = {"as_last": "as last turn"}.get(name, name.replace("_", " "))
    return " ".join(map(str, (words, *(given[:1] if name == "send_all" else given))))


class Why(NamedTuple):
    clause: str
    reason: str


Part = int | Why
"""A move of an order, or why there is none."""


def named(first: int, name: object, names: Sequence[str], clause: str) -> Part:
    if name in names:
        return first + names.index(str(name))
    return Why(clause, f"there is no {str(name)[:20]!r} among {', '.join(names)}")


def numbered(first: int, number: object, what: str, numbers: range, clause: str = "T2.3") -> Part:
    if isinstance(number, int | np.integer) and not isinstance(number, bool) and number in numbers:
        return first + int(number)
    return Why(clause, f"a {what} is a whole number from {numbers[0]} to {numbers[-1]}")


def column_at(first: int, column: object) -> Part:
    return numbered(first, column, "column", range(COLUMNS))


def cell_at(first: int, row: object, column: object) -> Part:
    start = numbered(first, column, "column", range(COLUMNS), "T4.1")
    line = numbered(0, row, "row", range(MOST_ROWS), "T4.1")
    if isinstance(start, Why) or isinstance(line, Why):
        return start if isinstance(start, Why) else line
    return start + line * COLUMNS
