"""What a unit sees while a turn is played (T8.1): everything on both lanes.

Unit AIs are asked thousands of times per turn, so `Unit` and `UnitView` read the turn buffer directly. They cannot
write to it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..rules import moves
from ..state import COLUMNS, MAX_ROWS, MAX_SOLDIERS, UNIT_NAMES, TowersRuleset, row_and_column
from .commander_view import Cell, LaneSoldier, Tower, UnitKind, make_unit_kinds
from .turn_buffer import PUBLIC_FIELD_AT, TARGETS_AT, WordView, player_half


class AskedUnit(NamedTuple):
    """The result of a step: the unit that asks (`step_kernels.UnitFacts`)."""

    which: int
    row: int
    column: int
    health: int
    number: int
    """Its number from 1: a soldier's in the order deployed, a tower's in the order built."""


class Unit(tuple[int, ...]):
    """The unit that is asked. Its methods return actions; an illegal one is a lost action (T8.2)."""

    __slots__ = ()

    name = ""
    kind: UnitKind
    """The numbers of its kind: `unit.kind.range`, `unit.kind.damage` …"""

    row, column, health, number = AskedUnit.row, AskedUnit.column, AskedUnit.health, AskedUnit.number

    def go(self, row: int, column: int) -> int:
        """Move to this cell (T5.1)."""
        is_inside = 0 <= row < MAX_ROWS and 0 <= column < COLUMNS
        return moves.GO + row * COLUMNS + column if is_inside else moves.REST

    def strike(self, row: int, column: int) -> int:
        """Attack the tower in this cell (T5.2)."""
        is_inside = 0 <= row < MAX_ROWS and 0 <= column < COLUMNS
        return moves.STRIKE + row * COLUMNS + column if is_inside else moves.REST

    def shoot(self, number: int) -> int:
        """Attack the soldier with this number (T4.3)."""
        return moves.SHOOT + number - 1 if 0 < number <= MAX_SOLDIERS else moves.REST

    def score(self) -> int:
        """Score, on row 0 (T5.4)."""
        return moves.SCORE

    def rest(self) -> int:
        """Do nothing."""
        return moves.REST


def make_unit_classes(s: TowersRuleset) -> list[type[Unit]]:
    """Return a class for each kind of unit, with what all units of the kind share."""
    kinds = make_unit_kinds(s)
    return [type("Unit", (Unit,), {"__slots__": (), "name": name, "kind": kinds[name]}) for name in UNIT_NAMES]


class LiveLane:
    """A lane while a turn is played. Cells outside it are empty."""

    __slots__ = (
        "_bodies",
        "_came_before",
        "_last_in_cell",
        "_tower_at",
        "_towers",
        "_words",
        "deployment_row",
        "lane",
        "rows",
    )

    _words: WordView
    _tower_at: WordView
    _towers: tuple[WordView, ...]
    _bodies: tuple[WordView, ...]
    _last_in_cell: WordView
    _came_before: WordView
    rows: int
    deployment_row: int
    lane: int
    """The player who defends it."""

    def __init__(self, words: WordView, lane: int) -> None:
        last = words[PUBLIC_FIELD_AT["deployment_row"]]
        self._set(lane=lane, rows=last + 1, deployment_row=last, _words=words)
        towers = ("tower_unit", "tower_cell", "tower_health")
        bodies = ("body_unit", "body_cell", "body_health", "body_frozen")
        self._set(_towers=tuple(player_half(words, name, lane) for name in towers))
        self._set(_bodies=tuple(player_half(words, name, 1 - lane) for name in bodies))
        self._set(_tower_at=player_half(words, "tower_at", lane))
        self._set(
            _last_in_cell=player_half(words, "last_in_cell", lane),
            _came_before=player_half(words, "came_before", 1 - lane),
        )

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view is read-only: you cannot set its {name} (T8.2)")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def is_free(self, row: int, column: int) -> bool:
        """Return whether the cell is on the lane and has no tower (T4.1)."""
        return 0 <= row < self.rows and 0 <= column < COLUMNS and not self._tower_at[row * COLUMNS + column]

    def tower(self, row: int, column: int) -> Tower | None:
        is_inside = 0 <= row < self.rows and 0 <= column < COLUMNS
        number = self._tower_at[row * COLUMNS + column] if is_inside else 0
        return self._tower(number - 1) if number else None

    def towers(self) -> list[Tower]:
        """Return the towers in the order built."""
        return [self._tower(index) for index in range(self._words[PUBLIC_FIELD_AT["towers"] + self.lane])]

    def _tower(self, index: int) -> Tower:
        units, cells, healths = self._towers
        return Tower(UNIT_NAMES[units[index]], *row_and_column(cells[index]), healths[index])

    def soldiers_at(self, row: int, column: int) -> list[int]:
        """Return the numbers of the soldiers in a cell; the one that came last is first."""
        is_inside = 0 <= row < self.rows and 0 <= column < COLUMNS
        number, first = self._last_in_cell[row * COLUMNS + column] if is_inside else 0, (1 - self.lane) * MAX_SOLDIERS
        numbers = []
        while number:
            numbers.append(number - first)
            number = self._came_before[number - first - 1]
        return numbers

    def soldiers(self) -> list[LaneSoldier]:
        """Return all soldiers on the lane, by their numbers."""
        cells = self._bodies[1]
        return [self._lane_soldier(index) for index in range(MAX_SOLDIERS) if cells[index]]

    def soldier(self, number: int) -> LaneSoldier | None:
        """Return the soldier with this number, or None if it is not on the lane."""
        is_there = 0 < number <= MAX_SOLDIERS and self._bodies[1][number - 1]
        return self._lane_soldier(number - 1) if is_there else None

    def _lane_soldier(self, index: int) -> LaneSoldier:
        units, cells, healths, frozen = self._bodies
        cell = row_and_column(cells[index] - 1)
        return LaneSoldier(index + 1, UNIT_NAMES[units[index]], *cell, healths[index], bool(frozen[index]))

    def health_of(self, number: int) -> int:
        """Return the health of the soldier with this number, or 0: faster than `soldier(number)`."""
        is_there = 0 < number <= MAX_SOLDIERS and self._bodies[1][number - 1]
        return self._bodies[2][number - 1] if is_there else 0


class UnitView(LiveLane):
    """What a unit sees when it is asked: the lane that it is on, and the other one."""

    __slots__ = ("other_lane", "seat")

    other_lane: LiveLane
    seat: int
    """The owner of the unit."""

    def __init__(self, words: WordView, seat: int, is_tower: bool) -> None:
        lane = seat if is_tower else 1 - seat
        super().__init__(words, lane)
        self._set(seat=seat, other_lane=LiveLane(words, 1 - lane))

    @property
    def turn(self) -> int:
        """The turn that is played, from 1."""
        return self._words[PUBLIC_FIELD_AT["turns_played"]] + 1

    @property
    def step(self) -> int:
        """The timestep, 0 to 99."""
        return self._words[PUBLIC_FIELD_AT["timestep"]]

    @property
    def hp(self) -> tuple[int, int]:
        """My HP, and the other player's."""
        first = PUBLIC_FIELD_AT["hp"]
        return self._words[first + self.seat], self._words[first + 1 - self.seat]

    def soldiers_in_range(self) -> list[int]:
        """Return the numbers of the soldiers that a tower can attack now, including the fallen.

        They are ordered by row and column, the lowest first; in a cell, the soldier that came last is first.
        """
        words = self._words
        return words[TARGETS_AT + 1 : TARGETS_AT + 1 + words[TARGETS_AT]].tolist()

    def towers_in_range(self) -> list[Cell]:
        """Return the cells of the towers that a soldier can attack now, row by row from the lowest."""
        return [row_and_column(cell) for cell in self.soldiers_in_range()]
