"""Names of seats, units, cells and soldiers, as sentences use them."""

from __future__ import annotations

from ....core.definition import EVERYONE
from ..rules.moves import acting_soldier, acting_unit_and_cell
from ..state import (
    CELLS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_NAMES,
    SOLDIERS,
    Picked,
    Stage,
    TowersState,
    Unit,
    decode_entry,
    row_and_column,
    unit_name,
)

SEAT_NAMES = ("left", "right")


def mind_name(mind: int) -> str:
    return MIND_NAMES[mind]


def unit_words(unit: int) -> str:
    """Return `missile tower`, `blockade` or `rifle soldier`."""
    if unit in SOLDIERS:
        return f"{unit_name(unit)} soldier"
    return f"{unit_name(unit)} tower" if unit != Unit.BLOCKADE else unit_name(unit)


def place_words(cell: int) -> str:
    row, column = row_and_column(cell)
    return f"row {row}, column {column}"


def lane_owner_words(lane: int, seat: int) -> str:
    if seat == EVERYONE:
        return SEAT_NAMES[lane].capitalize()
    return "Your" if lane == seat else "Their"


def in_lane_words(lane: int, seat: int) -> str:
    """Return `in your lane` or `in the left lane`."""
    return f"in {'the ' if seat == EVERYONE else ''}{lane_owner_words(lane, seat).lower()} lane"


# Units of the state


def soldier_words(s: TowersState, seat: int, number: int) -> str:
    """Return `soldier 3, a rifle`, or only its number if the roster is hidden."""
    is_known = 0 <= number < s.soldiers[seat]
    kind = f", a {unit_name(s.soldier_unit[seat * MAX_SOLDIERS + number])}" if is_known else ""
    return f"soldier {number + 1}{kind}"


def picked_soldier_words(s: TowersState, seat: int) -> str:
    if s.picked[seat] in (Picked.SOLDIER, Picked.COLUMN):
        return f"soldier {s.picked_unit[seat] + 1}"
    return "the soldier"


def entry_words(entry: int) -> str:
    step_and_column = decode_entry(entry)
    return "at home" if step_and_column is None else "timestep {}, column {}".format(*step_and_column)


def tower_words(s: TowersState, lane: int, cell: int) -> str:
    """Return the name of the tower in a cell, or just `tower` if none is known there."""
    number = s.tower_at[lane * CELLS + cell]
    return unit_words(s.tower_unit[lane * MAX_TOWERS + number - 1]) if number else "tower"


def acting_words(s: TowersState) -> str:
    """Return `missile tower in row 3, column 5`, or `soldier 3, a rifle, in row 4, column 2`."""
    unit, cell = acting_unit_and_cell(s)
    if s.stage == Stage.TOWERS:
        return f"{unit_words(unit)} in {place_words(cell)}"
    number = acting_soldier(s) - (1 - s.lane) * MAX_SOLDIERS
    return f"soldier {number + 1}, a {unit_name(unit)}, in {place_words(cell)}"
