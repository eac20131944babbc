"""What a commander sees (T8.1): a frozen copy of both lanes, and nothing of the other player's plans."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from ....core.game import Game, State
from ..state import (
    COLUMNS,
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    UNIT_COUNT,
    TowersRuleset,
    TowersState,
    decode_entry,
    entry_column,
    entry_step,
    row_and_column,
    unit_name,
)
from ..state import Unit as UnitNumber
from ..text.names import mind_name
from ..view import scene


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A kind of unit, with its numbers in the ruleset of the game."""

    name: str
    is_tower: bool
    cost: int
    health: int
    range: int
    damage: int
    whole_cell: bool
    """Its attack hits every soldier in the cell."""
    freezes: bool
    speed: int
    """Cells per move; 0 for towers."""
    moves_every: int
    """1: it can move in every timestep, 2: in every second one."""
    front_only: bool
    """It attacks only the cell straight ahead."""
    jumps: bool


class Tower(NamedTuple):
    unit: str
    row: int
    column: int
    health: int


class LaneSoldier(NamedTuple):
    """A soldier on a lane. Its number is from 1, in the order deployed.

    Without health it is removed at the end of the timestep.
    """

    number: int
    unit: str
    row: int
    column: int
    health: int
    is_frozen: bool


class Soldier(NamedTuple):
    """A soldier of the roster, and when and where it enters (None: it stays at home)."""

    number: int
    unit: str
    step: int | None
    column: int | None


class SentSoldier(NamedTuple):
    """A soldier that entered in the last turn."""

    unit: str
    step: int
    column: int


Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LaneView:
    """A lane by its cells, each a row and a column. In a planning phase no soldiers are on it (T2.5)."""

    rows: int
    deployment_row: int
    towers: Mapping[Cell, Tower]
    walkers: Mapping[Cell, tuple[LaneSoldier, ...]]

    def is_free(self, row: int, column: int) -> bool:
        """Return whether the cell is on the lane and has no tower (T4.1)."""
        return 0 <= row < self.rows and 0 <= column < COLUMNS and (row, column) not in self.towers

    def free_columns(self, row: int) -> tuple[int, ...]:
        return tuple(column for column in range(COLUMNS) if self.is_free(row, column))

    def can_build(self, row: int, column: int) -> bool:
        """Return whether a tower may be built in this cell (T1.2, T4.1, T4.2)."""
        return row != self.deployment_row and self.is_free(row, column) and len(self.free_columns(row)) > 1


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a commander may know about a player; hidden values are None."""

    hp: int
    gold: int | None
    lane: LaneView
    """The lane that the player defends."""
    towers: tuple[Tower, ...]
    """In the order built."""
    soldiers: tuple[Soldier, ...] | None
    """In the order hired."""
    minds: Mapping[str, str] | None
    """The mind of each kind of unit: `usual`, `thrifty`, `hunter` or `own`."""
    showed: tuple[SentSoldier, ...]
    """The soldiers that entered in the last turn, in the order deployed."""
    leaked: int
    """Enemy soldiers that scored on this lane in the last turn."""
    felled: int
    """Enemy soldiers that fell there."""
    razed: int
    """Towers that the player lost."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An order that was refused, and why (T6.2)."""

    order: str
    clause: str
    reason: str

    def __str__(self) -> str:
        return f"{self.order}: {self.reason} ({self.clause})"


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a commander sees when it plans."""

    seat: int
    turn: int
    """The turn that is planned, from 1."""
    turn_limit: int
    me: PlayerView
    other: PlayerView
    units: Mapping[str, UnitKind]
    refused: tuple[Refusal, ...] = ()
    """The refusals of the last plan."""
    state: State | None = field(default=None, repr=False, compare=False)
    """A copy of the state, as the seat sees it, on which `Orders` tries orders."""

    @property
    def lanes(self) -> tuple[LaneView, LaneView]:
        """My lane and the other player's."""
        return self.me.lane, self.other.lane


def make_view(state: State, seat: int, refused: tuple[Refusal, ...] = ()) -> View:
    """Return what this seat sees. It comes from `seen_by`, so it has nothing that T8.1 hides."""
    visible = state.seen_by(seat)
    s: Any = visible.record
    me, other = make_player_view(s, seat, True), make_player_view(s, 1 - seat, False)
    return View(seat, s.turns_played + 1, s.turn_limit, me, other, cached_unit_kinds(state.game), refused, visible)


@functools.lru_cache(maxsize=8)
def cached_unit_kinds(game: Game) -> Mapping[str, UnitKind]:
    """Return the kinds of units of a game; they are the same in all its states."""
    first: Any = game.start().record
    return make_unit_kinds(first)


def make_unit_kinds(s: TowersRuleset) -> Mapping[str, UnitKind]:
    """Return every kind of unit by its name."""
    return MappingProxyType({unit_name(unit): make_unit_kind(s, unit) for unit in UnitNumber})


def make_unit_kind(s: TowersRuleset, unit: int) -> UnitKind:
    return UnitKind(
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


def make_player_view(s: TowersState, player: int, is_me: bool) -> PlayerView:
    first = player * MAX_SOLDIERS
    deployed = range(first, first + s.deployed[player])
    return PlayerView(
        hp=s.hp[player],
        gold=s.gold[player] if is_me else None,
        lane=make_lane_view(s, player),
        towers=list_towers(s, player),
        soldiers=list_roster(s, player) if is_me else None,
        minds=list_minds(s, player) if is_me else None,
        showed=tuple(
            SentSoldier(
                unit_name(s.deployed_unit[i]), entry_step(s.deployed_entry[i]), entry_column(s.deployed_entry[i])
            )
            for i in deployed
        ),
        leaked=s.leaked[player],
        felled=s.felled[player],
        razed=s.razed[player],
    )


def make_lane_view(s: TowersState, lane: int) -> LaneView:
    soldiers: dict[Cell, tuple[LaneSoldier, ...]] = {}
    for soldier in scene.soldiers_on(s, lane):
        cell = row_and_column(soldier.cell)
        on_lane = LaneSoldier(soldier.number, unit_name(soldier.unit), *cell, soldier.health, soldier.is_frozen)
        soldiers[cell] = (*soldiers.get(cell, ()), on_lane)
    towers = {(tower.row, tower.column): tower for tower in list_towers(s, lane)}
    last = s.deployment_row
    return LaneView(last + 1, last, MappingProxyType(towers), MappingProxyType(soldiers))


def list_towers(s: TowersState, lane: int) -> tuple[Tower, ...]:
    return tuple(
        Tower(unit_name(tower.unit), *row_and_column(tower.cell), tower.health) for tower in scene.towers_on(s, lane)
    )


def list_roster(s: TowersState, player: int) -> tuple[Soldier, ...]:
    """Return a player's soldiers, numbered from 1 as in all texts of the game."""
    first = player * MAX_SOLDIERS
    return tuple(
        Soldier(i - first + 1, unit_name(s.soldier_unit[i]), *(decode_entry(s.entry[i]) or (None, None)))
        for i in range(first, first + s.soldiers[player])
    )


def list_minds(s: TowersState, player: int) -> Mapping[str, str]:
    return MappingProxyType({unit_name(unit): mind_name(s.mind[player * UNIT_COUNT + unit]) for unit in UnitNumber})
