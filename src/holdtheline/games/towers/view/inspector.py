"""The inspector: the numbers of a tower, a soldier, a cell or a keep, and what they mean.

It reads a state from which the other seat's secrets are hidden, so it can tell nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....core.view_types import Inspection, InspectorRow
from ..rules.lane import distance
from ..state import COLUMNS, TOWERS, Clause, TowersState, Unit, cell_of
from ..text.names import SEAT_NAMES, lane_owner_words, place_words, unit_words
from .scene import (
    CLOSED_CELL_REASONS,
    Soldier,
    Tower,
    attack_range,
    shop_id,
    soldier_id,
    soldiers_on,
    towers_on,
    why_cell_closed,
)
from .unit_numbers import unit_notes, unit_numbers

PLACE = re.compile(r"(left|right)-(?:tower-)?(\d{1,2})-([0-6])")
KEEP = re.compile(r"(left|right)-keep")


def inspect(s: TowersState, seat: int, id_: str, clicks: Sequence[str]) -> Inspection | None:
    """Return what something in the picture is, by its id."""
    if match := PLACE.fullmatch(id_):
        row, column = int(match[2]), int(match[3])
        return inspect_cell(s, seat, SEAT_NAMES.index(match[1]), row, column) if row <= s.deployment_row else None
    if match := KEEP.fullmatch(id_):
        return inspect_keep(s, seat, SEAT_NAMES.index(match[1]))
    for lane in range(len(SEAT_NAMES)):
        for soldier in soldiers_on(s, lane):
            if soldier_id(soldier.index) == id_:
                return inspect_soldier(s, soldier)
    for unit in Unit:
        if shop_id(unit) == id_:
            return Inspection(unit_words(unit).capitalize(), (cost_row(s, unit), *kind_rows(s, unit)))
    return None


def kind_rows(s: TowersState, unit: int) -> Iterator[InspectorRow]:
    for label, value, meaning, clause in unit_numbers(s, unit):
        yield InspectorRow(label, value, sentence(meaning), clause)
    for note, clause in unit_notes(s, unit):
        yield InspectorRow("Special", "", sentence(note), clause)


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def cost_row(s: TowersState, unit: int) -> InspectorRow:
    paid = "If it is destroyed, your opponent gets gold." if unit in TOWERS else "You can send it in every turn."
    return InspectorRow("Cost", f"{s.cost[unit]} gold", paid, Clause.T6_1)


# Cells and towers


def inspect_cell(s: TowersState, seat: int, lane: int, row: int, column: int) -> Inspection:
    cell = cell_of(row, column)
    tower = next((tower for tower in towers_on(s, lane) if tower.cell == cell), None)
    if tower:
        title = f"{unit_words(tower.unit).capitalize()}, {place_words(cell)}"
        return Inspection(title, tuple(tower_rows(s, tower)))
    title = f"{lane_owner_words(lane, seat)} lane, {place_words(cell)}"
    return Inspection(title, tuple(cell_rows(s, seat, lane, cell)))


def tower_rows(s: TowersState, tower: Tower) -> Iterator[InspectorRow]:
    health, *others = kind_rows(s, tower.unit)
    yield InspectorRow("Health", f"{max(tower.health, 0)} of {tower.full}", health.explanation, health.clause)
    yield from others
    if tower.is_new:
        yield InspectorRow("New", "", "Built in this turn: you can take it down to get its gold back.", Clause.T2_5)


def cell_rows(s: TowersState, seat: int, lane: int, cell: int) -> Iterator[InspectorRow]:
    row = cell // COLUMNS
    if row == s.deployment_row:
        yield InspectorRow("Deployment row", "", "Soldiers enter here. Towers cannot be built here.", Clause.T1_2)
        return
    clause = why_cell_closed(s, lane, seat, cell)
    reason = CLOSED_CELL_REASONS[clause].partition(" (")[0] if clause else "You can build a tower here."
    yield InspectorRow("Closed" if clause else "Free", "", sentence(reason.rstrip(".")), clause or Clause.T4_1)
    covering = [tower for tower in towers_on(s, lane) if covers(s, tower, cell)]
    if covering:
        names = ", ".join(f"{unit_words(tower.unit)} in {place_words(tower.cell)}" for tower in covering)
        yield InspectorRow("In range of", str(len(covering)), f"{sentence(names)}", Clause.T3_4)


def covers(s: TowersState, tower: Tower, cell: int) -> bool:
    reach = attack_range(s, tower.unit)
    return reach > 0 and not tower.is_ruined and bool(distance(tower.cell, cell) <= reach)


# Soldiers and keeps


def inspect_soldier(s: TowersState, soldier: Soldier) -> Inspection:
    health, *others = kind_rows(s, soldier.unit)
    rows = [InspectorRow("Health", f"{max(soldier.health, 0)} of {soldier.full}", health.explanation, health.clause)]
    if soldier.is_frozen:
        rows.append(InspectorRow("Frozen", "", "It loses its action.", Clause.T4_3))
    return Inspection(f"{unit_words(soldier.unit).capitalize()}, {place_words(soldier.cell)}", (*rows, *others))


def inspect_keep(s: TowersState, seat: int, lane: int) -> Inspection:
    why = "A soldier that runs past row 0 takes 1. At 0 the game is over."
    return Inspection(
        f"{lane_owner_words(lane, seat)} keep", (InspectorRow("HP", str(max(int(s.hp[lane]), 0)), why, Clause.T5_4),)
    )
