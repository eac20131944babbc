"""What a unit of a bot sees while a turn is played (T8.1): all that stands on both lanes.

Unit AIs are asked thousands of times a turn, so `Unit` and `Ground` read the lanes where they are, and cannot
write. `OPEN` is the same for kernels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.fields import WORD
from ...core.kernel import words_of
from . import moves, state
from .state import (
    COLUMNS,
    DTYPE,
    MOST_ROWS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    STEPS,
    a_player,
    row_and_column,
)
from .view import UNIT_NAMES, Cell, Kind, Tower, Walker, kinds_of

# A room is the row of words in which a turn is played unit by unit. First what units may see: the kinds of
# the soldiers that have entered, what the unit that is asked can attack, and the open part of the state. Then
# the rest of the state, how many of a lane's soldiers have been seen to enter, and the codes taken.
BODY_UNIT = 0
TARGETS = PLAYERS * MOST_SOLDIERS  # how many, and then soldiers by their number or towers by their cell
STATE = TARGETS + 1 + MOST_SOLDIERS
OPEN_WORDS = STATE + words_of(np.dtype([*state.OPEN]))
STATE_END = STATE + words_of(DTYPE)
SEEN = STATE_END
COUNT = SEEN + PLAYERS
CODES = COUNT + 1
ROOM_WORDS = CODES + STEPS * PLAYERS * (MOST_TOWERS + MOST_SOLDIERS)  # each unit asks once a timestep

OPEN_NAMES = tuple(str(field[0]) for field in state.OPEN)
OFFSETS = {name: int(entry[1]) for name, entry in (DTYPE.fields or {}).items()}
OPEN_FIELDS: Any = {
    "names": [*OPEN_NAMES, "body_unit"],
    "formats": [*(DTYPE[name] for name in OPEN_NAMES), ("<i8", a_player(MOST_SOLDIERS))],
    "offsets": [*(STATE * WORD + OFFSETS[name] for name in OPEN_NAMES), BODY_UNIT * WORD],
    "itemsize": OPEN_WORDS * WORD,
}
OPEN: np.dtype[Any] = np.dtype(OPEN_FIELDS)
"""The record of a turn as units may see it.

`body_unit` comes on top of the state: the kinds of the soldiers that have entered. The roster, which would
tell of those who are still to come, is behind the last word that a unit gets.
"""


Numbers = memoryview
"""A row of words as plain ints, to be read only."""


class Asked(NamedTuple):
    """What a step tells of the unit that asks."""

    which: int
    row: int
    column: int
    health: int
    number: int
    """A soldier's in the order deployed, a tower's in the order built; from 1."""


class Unit(tuple[int, ...]):
    """The unit that is asked. Its methods make actions; one that is not legal is a lost action (T8.2)."""

    __slots__ = ()

    name = ""
    kind: Kind
    """Its numbers: `unit.kind.range`, `unit.kind.damage` …"""

    row, column, health, number = Asked.row, Asked.column, Asked.health, Asked.number

    def go(self, row: int, column: int) -> int:
        """T5.1: move to this cell."""
        inside = 0 <= row < MOST_ROWS and 0 <= column < COLUMNS
        return moves.GO + row * COLUMNS + column if inside else moves.REST

    def strike(self, row: int, column: int) -> int:
        """T5.2: attack the tower in this cell."""
        inside = 0 <= row < MOST_ROWS and 0 <= column < COLUMNS
        return moves.STRIKE + row * COLUMNS + column if inside else moves.REST

    def shoot(self, number: int) -> int:
        """T4.3: attack the soldier with this number."""
        return moves.SHOOT + number - 1 if 0 < number <= MOST_SOLDIERS else moves.REST

    def score(self) -> int:
        """T5.4."""
        return moves.SCORE

    def rest(self) -> int:
        return moves.REST


def units_of(s: Any) -> list[type[Unit]]:
    """A class for each kind of unit, so that what all of a kind have is written once."""
    kinds = kinds_of(s)
    return [
        type("Unit", (Unit,), {"__slots__": (), "name": name, "kind": kinds[name]}) for name in UNIT_NAMES
    ]


class Ground:
    """A lane while a turn is played. Rows and columns that are not on it hold nothing."""

    __slots__ = (
        "_bodies",
        "_room",
        "_top",
        "_tower_at",
        "_towers",
        "_under",
        "deployment_row",
        "lane",
        "rows",
    )

    _room: Numbers
    _tower_at: Numbers
    _towers: tuple[Numbers, ...]
    _bodies: tuple[Numbers, ...]
    _top: Numbers
    _under: Numbers
    rows: int
    deployment_row: int
    lane: int
    """The player who defends it."""

    def __init__(self, room: Numbers, lane: int) -> None:
        last = room[PLACES["deployment_row"]]
        self._set(lane=lane, rows=last + 1, deployment_row=last, _room=room)
        towers = ("tower_unit", "tower_cell", "tower_health")
        bodies = ("body_unit", "body_cell", "body_health", "body_frozen")
        self._set(_towers=tuple(half_of(room, name, lane) for name in towers))
        self._set(_bodies=tuple(half_of(room, name, 1 - lane) for name in bodies))
        self._set(_tower_at=half_of(room, "tower_at", lane))
        self._set(_top=half_of(room, "top", lane), _under=half_of(room, "under", 1 - lane))

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view is only read, and this writes its {name} (T8.2)")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def is_free(self, row: int, column: int) -> bool:
        """T4.1: the cell is on the lane, and no tower stands there."""
        return 0 <= row < self.rows and 0 <= column < COLUMNS and not self._tower_at[row * COLUMNS + column]

    def tower(self, row: int, column: int) -> Tower | None:
        inside = 0 <= row < self.rows and 0 <= column < COLUMNS
        number = self._tower_at[row * COLUMNS + column] if inside else 0
        return self._tower(number - 1) if number else None

    def towers(self) -> list[Tower]:
        """In the order built."""
        return [self._tower(place) for place in range(self._room[PLACES["towers"] + self.lane])]

    def _tower(self, place: int) -> Tower:
        units, cells, healths = self._towers
        return Tower(UNIT_NAMES[units[place]], *row_and_column(cells[place]), healths[place])

    def soldiers_at(self, row: int, column: int) -> list[int]:
        """The numbers of the soldiers in a cell, from the one who came last."""
        inside = 0 <= row < self.rows and 0 <= column < COLUMNS
        number, first, numbers = self._top[row * COLUMNS + column] if inside else 0, self._first(), []
        while number:
            numbers.append(number - first)
            number = self._under[number - first - 1]
        return numbers

    def _first(self) -> int:
        return (1 - self.lane) * MOST_SOLDIERS

    def soldiers(self) -> list[Walker]:
        """All that are on the lane, by their numbers."""
        cells = self._bodies[1]
        return [self._walker(place) for place in range(MOST_SOLDIERS) if cells[place]]

    def soldier(self, number: int) -> Walker | None:
        """None: it is not on the lane."""
        there = 0 < number <= MOST_SOLDIERS and self._bodies[1][number - 1]
        return self._walker(number - 1) if there else None

    def _walker(self, place: int) -> Walker:
        units, cells, healths, frozen = self._bodies
        cell = row_and_column(cells[place] - 1)
        return Walker(place + 1, UNIT_NAMES[units[place]], *cell, healths[place], bool(frozen[place]))

    def health_of(self, number: int) -> int:
        """The health of the soldier with this number, or 0: quicker than `soldier(number)`."""
        there = 0 < number <= MOST_SOLDIERS and self._bodies[1][number - 1]
        return self._bodies[2][number - 1] if there else 0


class UnitView(Ground):
    """What a unit looks at when it is asked: first of all the lane that it stands on."""

    __slots__ = ("other_lane", "seat")

    other_lane: Ground
    seat: int
    """Whose unit it is."""

    def __init__(self, room: Numbers, seat: int, is_tower: bool) -> None:
        lane = seat if is_tower else 1 - seat
        super().__init__(room, lane)
        self._set(seat=seat, other_lane=Ground(room, 1 - lane))

    @property
    def turn(self) -> int:
        return self._room[PLACES["number"]] + 1

    @property
    def step(self) -> int:
        """The timestep, 0 to 99."""
        return self._room[PLACES["step"]]

    @property
    def hp(self) -> tuple[int, int]:
        """Mine, and the other's."""
        first = PLACES["hp"]
        return self._room[first + self.seat], self._room[first + 1 - self.seat]

    def soldiers_in_range(self) -> list[int]:
        """For a tower: the numbers of those it can attack now, the fallen too.

        Row by row from the lowest, column by column, and in a cell from the one who came last.
        """
        room = self._room
        return room[TARGETS + 1 : TARGETS + 1 + room[TARGETS]].tolist()

    def towers_in_range(self) -> list[Cell]:
        """For a soldier: the cells of the towers that it can attack now, row by row from the lowest."""
        return [row_and_column(cell) for cell in self.soldiers_in_range()]


PLACES: dict[str, int] = dict(
    zip(OPEN_FIELDS["names"], (n // WORD for n in OPEN_FIELDS["offsets"]), strict=True)
)
"""Where in a room each open field begins."""


def half_of(room: Numbers, name: str, player: int) -> Numbers:
    """That half of a list which belongs to this player."""
    words = int(OPEN[name].shape[0]) // PLAYERS
    first = PLACES[name] + player * words
    return room[first : first + words]
