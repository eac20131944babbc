"""Hotspots: what can be clicked, with keys and labels, and which move a click means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....core.view_types import ClickPath, Hotspot
from ..rules import moves
from ..rules.lane import has_choice
from ..rules.moves import acting_unit_and_cell, seat_to_move
from ..state import (
    CELLS,
    COLUMNS,
    MAX_ROWS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    SOLDIERS,
    TIMESTEPS,
    TOWERS,
    Mind,
    Phase,
    Picked,
    Stage,
    TowersState,
    Unit,
    cell_of,
    row_and_column,
    unit_name,
)
from ..text.labels import mind_label
from ..text.names import SEAT_NAMES, entry_words, place_words, unit_words
from ..text.notation import CODES_BY_TEXT, TEXTS_BY_CODE, decode_move
from .scene import cell_id, column_id, mind_id, roster_id, shop_id, soldier_id, soldiers_on

HOTSPOT_KEYS = {
    "ready": "r",
    "never-mind": "n",
    "home": "s",
    "dismiss": "x",
    "all-home": "a",
    "as-last-turn": "k",
    "rest": "r",
    "score": "s",
    **{shop_id(unit): str(key) for key, unit in enumerate((*SOLDIERS, *TOWERS), 1)},
    **{column_id(column): str(column) for column in range(COLUMNS)},
}
"""Only letters that no client uses for a command."""


def clicks(s: TowersState, code: int) -> tuple[ClickPath, ...]:
    """Return the clicks of a move: always one, because long orders are chains of moves."""
    order = decode_move(code)
    if order is None:
        return ()
    match order.kind:
        case moves.CELL | moves.TAKE_DOWN:
            clicked = cell_id(order.seat, order.number)
        case moves.GO | moves.STRIKE:
            clicked = cell_id(1 - order.seat, order.number)
        case moves.SHOOT:
            clicked = soldier_id((1 - order.seat) * MAX_SOLDIERS + order.number)
        case _:
            clicked = TEXTS_BY_CODE[order.kind + order.number].replace(" ", "-")
    return (ClickPath((clicked,)),)


def move_from_clicks(s: TowersState, seat: int, clicked: Sequence[str]) -> int | None:
    """Return the move that one click means, legal or not."""
    if len(clicked) != 1:
        return None
    local = CODES_BY_TEXT.get(clicked[0].replace("-", " "))
    match = re.fullmatch(r"(left|right)-(?:tower-)?(\d{1,2})-([0-6])", clicked[0])
    if match and int(match[2]) < MAX_ROWS and s.phase == Phase.PLAN and SEAT_NAMES.index(match[1]) == seat:
        kind = moves.CELL if s.picked[seat] == Picked.TOWER else moves.TAKE_DOWN
        local = kind + cell_of(int(match[2]), int(match[3]))
    return None if local is None else moves.encode_move(seat, local)


def hotspots(s: TowersState, seat: int) -> tuple[Hotspot, ...]:
    """Return what this seat can click now, legal or not."""
    if s.phase == Phase.ACT and seat == seat_to_move(s):
        found = action_hotspots(s, seat)
    elif s.phase == Phase.PLAN and not s.ready[seat]:
        found = completion_hotspots(s, seat) if s.picked[seat] else planning_hotspots(s, seat)
    else:
        return ()
    return tuple(Hotspot(id_, HOTSPOT_KEYS.get(id_, ""), label) for id_, label in found)


def planning_hotspots(s: TowersState, seat: int) -> Iterator[tuple[str, str]]:
    yield "ready", "end turn"
    for unit in SOLDIERS:
        yield shop_id(unit), f"hire a {unit_words(unit)}, {s.cost[unit]} gold"
    for unit in TOWERS:
        yield shop_id(unit), f"build a {unit_words(unit)}, {s.cost[unit]} gold"
    for number in range(s.soldiers[seat]):
        soldier = seat * MAX_SOLDIERS + number
        kind, entry = unit_name(s.soldier_unit[soldier]), entry_words(s.entry[soldier])
        yield roster_id(number), f"soldier {number + 1}, {kind}, {entry}"
    yield "dismiss", "dismiss the soldier hired last"
    yield "all-home", "keep all soldiers at home"
    yield "as-last-turn", "send the soldiers as in the last turn"
    for index in range(s.towers[seat]):
        cell = s.tower_cell[seat * MAX_TOWERS + index]
        yield cell_id(seat, cell), cell_label(s, seat, cell)
    for unit in Unit:
        for mind in Mind if has_choice(s, unit) else ():
            yield mind_id(unit, mind), mind_label(unit, mind)
    for column in range(COLUMNS):
        yield f"together-{column}", f"send all into column {column} together"
    for column in range(COLUMNS):
        yield f"in-file-{column}", f"send all into column {column}, one per timestep"


def completion_hotspots(s: TowersState, seat: int) -> Iterator[tuple[str, str]]:
    yield "never-mind", "cancel this order"
    if s.picked[seat] == Picked.TOWER:
        for cell in range(s.deployment_row * COLUMNS):
            yield cell_id(seat, cell), cell_label(s, seat, cell)
    elif s.picked[seat] == Picked.SOLDIER:
        yield "home", "keep it at home"
        for column in range(COLUMNS):
            yield column_id(column), f"column {column}"
    else:
        for step in range(TIMESTEPS):
            yield f"step-{step}", f"timestep {step}"


def action_hotspots(s: TowersState, seat: int) -> Iterator[tuple[str, str]]:
    yield "rest", "rest"
    if s.stage == Stage.TOWERS:
        for soldier in soldiers_on(s, s.lane):
            where = f"{unit_name(soldier.unit)}, {place_words(soldier.cell)}"
            yield soldier_id(soldier.index), f"soldier {soldier.number}, {where}, {soldier.health} health"
        return
    yield "score", "score"
    unit, cell = acting_unit_and_cell(s)
    row, column = row_and_column(cell)
    radius = max(s.reach[unit], s.speed[unit])
    for target_row in range(max(row - radius, 0), min(row + radius, s.deployment_row) + 1):
        for target_column in range(max(column - radius, 0), min(column + radius, COLUMNS - 1) + 1):
            target = cell_of(target_row, target_column)
            yield cell_id(s.lane, target), cell_label(s, s.lane, target)


def cell_label(s: TowersState, lane: int, cell: int) -> str:
    """Return `row 3, column 5, missile tower, 8 health`, or `row 3, column 5, free`."""
    number = s.tower_at[lane * CELLS + cell]
    if not number:
        return f"{place_words(cell)}, free"
    tower = lane * MAX_TOWERS + number - 1
    return f"{place_words(cell)}, {unit_words(s.tower_unit[tower])}, {s.tower_health[tower]} health"
