"""The units on the lanes, the lanes from a seat's point of view, and the ids of elements: shared by all pictures."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from ..rules.lane import can_attack
from ..rules.legality import why_not_build
from ..state import (
    MAX_SOLDIERS,
    MAX_TOWERS,
    SOLDIERS,
    Clause,
    Phase,
    Picked,
    TowersRuleset,
    TowersState,
    decode_entry,
    row_and_column,
    unit_name,
)
from ..text.names import SEAT_NAMES, mind_name, place_words, unit_words


@dataclass(frozen=True)
class Tower:
    unit: int
    cell: int
    health: int
    full: int
    is_new: bool

    @property
    def is_ruined(self) -> bool:
        return self.health <= 0

    @property
    def words(self) -> str:
        """A description: `Missile tower, row 3, column 5, health 7 of 10`."""
        text = describe_unit(self.unit, self.cell, self.health, self.full)
        return text + ", new" * self.is_new + ", destroyed" * self.is_ruined


@dataclass(frozen=True)
class Soldier:
    index: int
    """Its index in the rows of soldiers on the lanes; the soldiers of player 0 come first."""
    unit: int
    cell: int
    health: int
    full: int
    is_frozen: bool

    @property
    def number(self) -> int:
        """Its number in the order deployed, from 1."""
        return self.index % MAX_SOLDIERS + 1

    @property
    def has_fallen(self) -> bool:
        return self.health <= 0

    @property
    def words(self) -> str:
        text = describe_unit(self.unit, self.cell, self.health, self.full)
        return text + ", frozen" * self.is_frozen + ", fallen" * self.has_fallen


def describe_unit(unit: int, cell: int, health: int, full: int) -> str:
    return f"{unit_words(unit).capitalize()}, {place_words(cell)}, health {max(health, 0)} of {full}"


def towers_on(s: TowersState, lane: int) -> list[Tower]:
    """Return the towers of a lane in the order built."""
    units, cells, healths, full = s.tower_unit, s.tower_cell, s.tower_health, s.health
    first = lane * MAX_TOWERS
    first_new = first + s.towers_seen[lane]
    return [
        Tower(units[i], cells[i], healths[i], full[units[i]], i >= first_new)
        for i in range(first, first + s.towers[lane])
    ]


def soldiers_on(s: TowersState, lane: int) -> list[Soldier]:
    """Return the soldiers on a lane in the order deployed."""
    units, cells, healths, frozen, full = (
        s.deployed_unit, s.body_cell, s.body_health, s.body_frozen, s.health
    )  # fmt: skip
    first = (1 - lane) * MAX_SOLDIERS
    return [
        Soldier(i, units[i], cells[i] - 1, healths[i], full[units[i]], frozen[i] > 0)
        for i in range(first, first + s.entered[lane])
        if cells[i] > 0
    ]


def soldiers_sent(s: TowersState, seat: int) -> dict[int, Counter[int]]:
    """Return how many soldiers of each kind the seat sends into each column in this turn."""
    first = seat * MAX_SOLDIERS
    columns: dict[int, Counter[int]] = defaultdict(Counter)
    for soldier in range(first, first + s.soldiers[seat]):
        if entry := decode_entry(s.entry[soldier]):
            columns[entry[1]][s.soldier_unit[soldier]] += 1
    return columns


def piles_on(s: TowersState, lane: int) -> dict[int, list[list[Soldier]]]:
    """Return the soldiers on a lane by cell, those of each kind in a pile."""
    by_cell_and_unit: dict[tuple[int, int], list[Soldier]] = defaultdict(list)
    for soldier in soldiers_on(s, lane):
        by_cell_and_unit[soldier.cell, soldier.unit].append(soldier)
    piles: dict[int, list[list[Soldier]]] = defaultdict(list)
    for cell, unit in sorted(by_cell_and_unit):
        piles[cell].append(by_cell_and_unit[cell, unit])
    return piles


def attack_range(s: TowersRuleset, unit: int) -> int:
    """Return the range of a unit's attack, or 0 if it cannot attack."""
    return s.reach[unit] if can_attack(s, unit) else 0


def why_cell_closed(s: TowersState, lane: int, seat: int, cell: int) -> int:
    """Return the clause that closes a cell to the tower that the seat has picked, or 0."""
    picks = lane == seat and s.phase == Phase.PLAN and s.picked[seat] == Picked.TOWER
    return why_not_build(s, lane, cell) if picks else 0


CLOSED_CELL_REASONS: dict[int, str] = {
    Clause.T1_2: "soldiers enter in this row (T1.2)",
    Clause.T4_1: "a tower stands here already (T4.1)",
    Clause.T4_2: "every row needs a free cell (T4.2)",
}


# Lanes from a seat's point of view


def near_and_far_lane(seat: int) -> tuple[int, int]:
    """Return the seat's own lane and the other one; for a spectator the left lane is near."""
    near = max(seat, 0)
    return near, 1 - near


def is_far_lane(lane: int, seat: int) -> bool:
    return lane != near_and_far_lane(seat)[0]


# Ids of elements. Those that give an order are the order's text with dashes.


def cell_id(lane: int, cell: int) -> str:
    row, column = row_and_column(cell)
    return f"{SEAT_NAMES[lane]}-{row}-{column}"


def tower_id(lane: int, cell: int) -> str:
    row, column = row_and_column(cell)
    return f"{SEAT_NAMES[lane]}-tower-{row}-{column}"


def soldier_id(index: int) -> str:
    """Return the id of a soldier on a lane, by its index in the rows of soldiers on the lanes."""
    return f"body-{index + 1}"


def keep_id(lane: int) -> str:
    return f"{SEAT_NAMES[lane]}-keep"


def roster_id(number: int) -> str:
    """Return the id of a soldier of the roster, by its index."""
    return f"soldier-{number + 1}"


def column_id(column: int) -> str:
    return f"column-{column}"


def shop_id(unit: int) -> str:
    """Return the id of the order that buys such a unit."""
    return f"{'hire' if unit in SOLDIERS else 'tower'}-{unit_name(unit)}"


def mind_id(unit: int, mind: int) -> str:
    return f"mind-{unit_name(unit)}-{mind_name(mind)}"
