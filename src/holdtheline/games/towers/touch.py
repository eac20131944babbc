"""What can be touched in towers, its keys and names, and which move a touch is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.contract import Choice, Spot
from . import moves
from .moves import turn_of
from .orders import (
    LOCAL_OF,
    SEATS,
    TEXT_OF,
    acting_unit,
    entry_words,
    gold_words,
    label_of_mind,
    mind_name,
    order_of,
    place_words,
    unit_words,
)
from .state import (
    CELLS,
    COLUMNS,
    MOST_ROWS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    SOLDIERS,
    STEPS,
    TOWERS,
    Mind,
    Phase,
    Picked,
    Stage,
    Unit,
    cell_of,
    row_and_column,
    unit_name,
)
from .text import bodies_on, body_json

KEYS = {
    "ready": "r",
    "never-mind": "n",
    "home": "s",
    "dismiss": "x",
    "all-home": "a",
    "as-last-turn": "l",
    "rest": "r",
    "score": "s",
    **{f"hire-{unit_name(unit)}": str(key) for key, unit in enumerate(SOLDIERS, 1)},
    **{f"tower-{unit_name(unit)}": str(key) for key, unit in enumerate(TOWERS, 5)},
    **{f"column-{column}": str(column) for column in range(COLUMNS)},
}
"""Letters that no face of a table takes for a command of its own."""


def cell_id(lane: int, cell: int) -> str:
    row, column = row_and_column(cell)
    return f"{SEATS[lane]}-{row}-{column}"


def body_id(soldier: int) -> str:
    """Of a place in the lists of bodies."""
    return f"body-{soldier + 1}"


def choices(s: Any, code: int) -> tuple[Choice, ...]:
    """Every move is one touch: big orders are chains of small ones."""
    order = order_of(code)
    if order is None:
        return ()
    match order.kind:
        case moves.CELL | moves.TAKE_DOWN:
            touched = cell_id(order.seat, order.number)
        case moves.GO | moves.STRIKE:
            touched = cell_id(1 - order.seat, order.number)
        case moves.SHOOT:
            touched = body_id((1 - order.seat) * MOST_SOLDIERS + order.number)
        case _:
            touched = TEXT_OF[order.kind + order.number].replace(" ", "-")
    return (Choice((touched,)),)


def meant(s: Any, seat: int, touches: Sequence[str]) -> int | None:
    """The move that this one touch would be, legal or not."""
    if len(touches) != 1:
        return None
    local = LOCAL_OF.get(touches[0].replace("-", " "))
    found = re.fullmatch(r"(left|right)-(?:tower-)?(\d{1,2})-([0-6])", touches[0])
    if found and int(found[2]) < MOST_ROWS and s.phase == Phase.PLAN and SEATS.index(found[1]) == seat:
        kind = moves.CELL if s.picked[seat] == Picked.TOWER else moves.TAKE_DOWN
        local = kind + cell_of(int(found[2]), int(found[3]))
    return None if local is None else int(moves.code_of(seat, local))


def spots(s: Any, seat: int) -> tuple[Spot, ...]:
    """What this seat can touch now, legally or not."""
    if s.phase == Phase.ACT and seat == turn_of(s):
        found = spots_of_action(s, seat)
    elif s.phase == Phase.PLAN and not s.ready[seat]:
        found = spots_of_pick(s, seat) if s.picked[seat] else spots_of_planning(s, seat)
    else:
        return ()
    return tuple(Spot(id_, KEYS.get(id_, ""), label) for id_, label in found)


def spots_of_planning(s: Any, seat: int) -> Iterator[tuple[str, str]]:
    yield "ready", "ready"
    for unit in SOLDIERS:
        yield f"hire-{unit_name(unit)}", f"hire a {unit_words(unit)}, {gold_words(s, unit)}"
    for unit in TOWERS:
        yield f"tower-{unit_name(unit)}", f"build a {unit_words(unit)}, {gold_words(s, unit)}"
    for number in range(s.soldiers[seat]):
        soldier = seat * MOST_SOLDIERS + number
        kind, entry = unit_name(s.soldier_unit[soldier]), entry_words(s.entry[soldier])
        yield f"soldier-{number + 1}", f"soldier {number + 1}, {kind}, {entry}"
    yield "dismiss", "dismiss the soldier hired last"
    yield "all-home", "keep all soldiers at home"
    yield "as-last-turn", "send the soldiers as in the last turn"
    for place in range(s.towers[seat]):
        cell = s.tower_cell[seat * MOST_TOWERS + place]
        yield cell_id(seat, cell), cell_label(s, seat, cell)
    for unit in Unit:
        for mind in Mind if s.damage[unit] or s.freezes[unit] or unit in SOLDIERS else ():
            yield f"mind-{unit_name(unit)}-{mind_name(mind)}", label_of_mind(unit, mind)
    for column in range(COLUMNS):
        yield f"together-{column}", f"send all into column {column} together"
    for column in range(COLUMNS):
        yield f"in-file-{column}", f"send all into column {column}, one a timestep"


def spots_of_pick(s: Any, seat: int) -> Iterator[tuple[str, str]]:
    yield "never-mind", "never mind"
    if s.picked[seat] == Picked.TOWER:
        for cell in range(s.deployment_row * COLUMNS):
            yield cell_id(seat, cell), cell_label(s, seat, cell)
    elif s.picked[seat] == Picked.SOLDIER:
        yield "home", "keep it at home"
        for column in range(COLUMNS):
            yield f"column-{column}", f"column {column}"
    else:
        for step in range(STEPS):
            yield f"step-{step}", f"timestep {step}"


def spots_of_action(s: Any, seat: int) -> Iterator[tuple[str, str]]:
    yield "rest", "rest"
    if s.stage == Stage.TOWERS:
        for soldier in bodies_on(s, s.lane):
            told = body_json(s, soldier)
            where = place_words(s.body_cell[soldier] - 1)
            number = told["number"]
            yield body_id(soldier), f"soldier {number}, {told['unit']}, {where}, {told['health']} health"
        return
    yield "score", "score"
    unit, cell = acting_unit(s)
    row, column = row_and_column(cell)
    far = max(s.reach[unit], s.speed[unit])
    for there in range(max(row - far, 0), min(row + far, s.deployment_row) + 1):
        for at in range(max(column - far, 0), min(column + far, COLUMNS - 1) + 1):
            place = there * COLUMNS + at
            yield cell_id(s.lane, place), cell_label(s, s.lane, place)


def cell_label(s: Any, lane: int, cell: int) -> str:
    """`row 3, column 5, missile tower, 8 health`."""
    number = s.tower_at[lane * CELLS + cell]
    if not number:
        return f"{place_words(cell)}, free"
    tower = lane * MOST_TOWERS + number - 1
    return f"{place_words(cell)}, {unit_words(s.tower_unit[tower])}, {s.tower_health[tower]} health"
