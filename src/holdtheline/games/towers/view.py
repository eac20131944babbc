"""What a bot sees of towers (T8.1): all that stands on both lanes, and nothing of what the other plans.

`View` is for a commander: a frozen copy of what its seat may know. What units see is in `unitview`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core.game import Game, State
from . import seen
from .orders import mind_name
from .state import (
    COLUMNS,
    FIRST_SOLDIER,
    MOST_SOLDIERS,
    UNITS,
    row_and_column,
    unit_name,
    when_and_where,
)
from .state import Unit as UnitNumber

UNIT_NAMES = tuple(map(unit_name, UnitNumber))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit, with the numbers of the ruleset that is played."""

    name: str
    is_tower: bool
    cost: int
    health: int
    range: int
    damage: int
    whole_cell: bool
    """An attack hits everyone in the cell."""
    freezes: bool
    speed: int
    """Cells a move; 0 for towers."""
    moves_every: int
    """1: it can move every timestep, 2: every second one."""
    front_only: bool
    """It attacks only the cell straight ahead."""
    jumps: bool


class Tower(NamedTuple):
    unit: str
    row: int
    column: int
    health: int


class Walker(NamedTuple):
    """A soldier on a lane. Its number is that in the order deployed, from 1.

    One with no health left is taken away at the end of the timestep.
    """

    number: int
    unit: str
    row: int
    column: int
    health: int
    is_frozen: bool


class Soldier(NamedTuple):
    """A soldier of a roster, and when and where it enters: both None while it stays at home."""

    number: int
    unit: str
    step: int | None
    column: int | None


class Sent(NamedTuple):
    """A soldier that entered in the last turn."""

    unit: str
    step: int
    column: int


# For commanders

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane by its cells; each is a row and a column. In a planning nobody walks there (T2.5)."""

    rows: int
    deployment_row: int
    towers: Mapping[Cell, Tower]
    walkers: Mapping[Cell, tuple[Walker, ...]]

    def is_free(self, row: int, column: int) -> bool:
        """T4.1: the cell is on the lane, and no tower stands there."""
        return 0 <= row < self.rows and 0 <= column < COLUMNS and (row, column) not in self.towers

    def free_columns(self, row: int) -> tuple[int, ...]:
        return tuple(column for column in range(COLUMNS) if self.is_free(row, column))

    def can_build(self, row: int, column: int) -> bool:
        """T1.2, T4.1, T4.2."""
        return row != self.deployment_row and self.is_free(row, column) and len(self.free_columns(row)) > 1


@dataclass(frozen=True, slots=True)
class Side:
    """A player as the one who asks may know it. What is hidden is None."""

    hp: int
    gold: int | None
    lane: Lane
    """The lane that it defends."""
    towers: tuple[Tower, ...]
    """In the order built."""
    soldiers: tuple[Soldier, ...] | None
    """In the order hired."""
    minds: Mapping[str, str] | None
    """How each kind of unit decides: `usual`, `thrifty`, `hunter` or `own`."""
    showed: tuple[Sent, ...]
    """What entered in the last turn, in the order deployed."""
    leaked: int
    """Enemy soldiers that scored on its lane in the last turn,"""
    felled: int
    """those that fell there,"""
    razed: int
    """and towers that it lost."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An order that does not stand, and why (T6.2)."""

    order: str
    clause: str
    reason: str

    def __str__(self) -> str:
        return f"{self.order}: {self.reason} ({self.clause})"


@dataclass(frozen=True, slots=True)
class View:
    """All that a commander may look at when it plans."""

    seat: int
    turn: int
    """The number of the turn that is planned, from 1."""
    turn_limit: int
    me: Side
    other: Side
    units: Mapping[str, Kind]
    refused: tuple[Refusal, ...] = ()
    """The refusals of the last plan."""
    state: State | None = field(default=None, repr=False, compare=False)
    """The state that `Orders` tries orders on: as the seat sees it, and a copy."""

    @property
    def lanes(self) -> tuple[Lane, Lane]:
        """Mine, and the other's."""
        return self.me.lane, self.other.lane


def view_of(state: State, seat: int, refused: tuple[Refusal, ...] = ()) -> View:
    """What this seat sees. It is made of `seen_by`, so there is nothing in it that T8.1 hides."""
    hidden = state.seen_by(seat)
    s = hidden.record
    me, other = side_of(s, seat, True), side_of(s, 1 - seat, False)
    return View(seat, s.number + 1, s.turn_limit, me, other, kinds_in(state.game), refused, hidden)


@functools.lru_cache(maxsize=8)
def kinds_in(game: Game) -> Mapping[str, Kind]:
    """They are the same in every state of a game."""
    return kinds_of(game.start().record)


def kinds_of(s: Any) -> Mapping[str, Kind]:
    """Every kind of unit by its name."""
    return MappingProxyType({unit_name(unit): kind_of(s, unit) for unit in UnitNumber})


def kind_of(s: Any, unit: int) -> Kind:
    return Kind(
        name=unit_name(unit),
        is_tower=unit < FIRST_SOLDIER,
        cost=s.cost[unit],
        health=s.health[unit],
        range=s.reach[unit],
        damage=s.damage[unit],
        whole_cell=bool(s.whole_cell[unit]),
        freezes=bool(s.freezes[unit]),
        speed=s.speed[unit],
        moves_every=s.moves_every[unit],
        front_only=bool(s.front_only[unit]),
        jumps=bool(s.jumps[unit]),
    )


def side_of(s: Any, player: int, is_me: bool) -> Side:
    first = player * MOST_SOLDIERS
    shown = range(first, first + s.shown[player])
    return Side(
        hp=s.hp[player],
        gold=s.gold[player] if is_me else None,
        lane=lane_of(s, player),
        towers=towers_of(s, player),
        soldiers=roster_of(s, player) if is_me else None,
        minds=minds_of(s, player) if is_me else None,
        showed=tuple(Sent(unit_name(s.shown_unit[at]), *_entry(s.shown_entry[at])) for at in shown),
        leaked=s.leaked[player],
        felled=s.felled[player],
        razed=s.razed[player],
    )


def lane_of(s: Any, lane: int) -> Lane:
    walkers: dict[Cell, tuple[Walker, ...]] = {}
    for one in seen.soldiers_on(s, lane) if s.alive[lane] else ():
        cell = row_and_column(one.cell)
        number = (one.number - 1) % MOST_SOLDIERS + 1
        walker = Walker(number, unit_name(one.unit), *cell, one.health, one.is_frozen)
        walkers[cell] = (*walkers.get(cell, ()), walker)
    towers = {(tower.row, tower.column): tower for tower in towers_of(s, lane)}
    last = s.deployment_row
    return Lane(last + 1, last, MappingProxyType(towers), MappingProxyType(walkers))


def towers_of(s: Any, lane: int) -> tuple[Tower, ...]:
    return tuple(
        Tower(unit_name(one.unit), *row_and_column(one.cell), one.health) for one in seen.towers_on(s, lane)
    )


def roster_of(s: Any, player: int) -> tuple[Soldier, ...]:
    """Soldiers are numbered from 1, as in all texts of the game."""
    first = player * MOST_SOLDIERS
    return tuple(
        Soldier(at - first + 1, unit_name(s.soldier_unit[at]), *_entry(s.entry[at]))
        for at in range(first, first + s.soldiers[player])
    )


def minds_of(s: Any, player: int) -> Mapping[str, str]:
    return MappingProxyType(
        {unit_name(unit): mind_name(s.mind[player * UNITS + unit]) for unit in UnitNumber}
    )


def _entry(entry: int) -> Any:
    return when_and_where(entry) or (None, None)
