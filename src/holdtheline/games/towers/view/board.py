"""The board of one seat as JSON, and the planning panel; what the seat may not know is null.

Everything in the panel has the id of a hotspot, so a client that draws it needs no rules.
"""

from __future__ import annotations

from typing import Any

from ..rules.lane import has_choice
from ..rules.moves import acting_soldier, acting_unit_and_cell, seat_to_move
from ..state import (
    COLUMNS,
    MAX_SOLDIERS,
    PLAYERS,
    SOLDIERS,
    TIMESTEPS,
    TOWERS,
    UNIT_COUNT,
    Mind,
    Phase,
    Picked,
    Stage,
    TowersState,
    Unit,
    cell_of,
    decode_entry,
    row_and_column,
    unit_name,
)
from ..text.labels import describe_mind
from ..text.names import SEAT_NAMES, mind_name, unit_words
from .scene import (
    Soldier,
    Tower,
    attack_range,
    cell_id,
    column_id,
    mind_id,
    roster_id,
    shop_id,
    soldiers_on,
    towers_on,
)
from .unit_numbers import unit_notes, unit_numbers


def board(s: TowersState, seat: int) -> dict[str, Any]:
    view = {
        "turn": s.turns_played + (s.phase != Phase.OVER),
        "turn_limit": s.turn_limit,
        "phase": Phase(s.phase).name.lower(),
        "deployment_row": s.deployment_row,
        "players": [player_json(s, player, player == seat or s.phase == Phase.OVER) for player in range(PLAYERS)],
        "units": {unit_name(unit): unit_json(s, unit) for unit in Unit},
        **planning_panel(s, seat),
    }
    return {**view, **action_json(s)} if s.phase == Phase.ACT else view


def player_json(s: TowersState, seat: int, is_known: bool) -> dict[str, Any]:
    minds = {unit_name(unit): mind_name(s.mind[seat * UNIT_COUNT + unit]) for unit in Unit}
    return {
        "seat": SEAT_NAMES[seat],
        "hp": s.hp[seat],
        "gold": s.gold[seat] if is_known else None,
        "ready": bool(s.ready[seat]),
        "towers": [tower_json(s, tower) for tower in towers_on(s, seat)],
        "soldiers": [soldier_json(s, seat, number) for number in range(s.soldiers[seat])] if is_known else None,
        "minds": minds if is_known else None,
        "picked": picked_json(s, seat) if is_known else None,
        "showed": [
            {"unit": unit_name(s.deployed_unit[soldier]), **entry_json(s.deployed_entry[soldier])}
            for soldier in range(seat * MAX_SOLDIERS, seat * MAX_SOLDIERS + s.deployed[seat])
        ],
        "results": {"leaked": s.leaked[seat], "felled": s.felled[seat], "razed": s.razed[seat]},
    }


def cell_json(cell: int) -> dict[str, int]:
    row, column = row_and_column(cell)
    return {"row": row, "column": column}


def tower_json(s: TowersState, tower: Tower) -> dict[str, Any]:
    return {
        "unit": unit_name(tower.unit),
        **cell_json(tower.cell),
        "health": tower.health,
        "full_health": tower.full,
        "new": s.phase == Phase.PLAN and tower.is_new,
    }


def entry_json(entry: int) -> dict[str, Any]:
    step, column = decode_entry(entry) or (None, None)
    return {"step": step, "column": column}


def soldier_json(s: TowersState, seat: int, number: int) -> dict[str, Any]:
    soldier = seat * MAX_SOLDIERS + number
    return {
        "number": number + 1,
        "unit": unit_name(s.soldier_unit[soldier]),
        "new": s.phase == Phase.PLAN and number >= s.veterans[seat],
        **entry_json(s.entry[soldier]),
    }


def picked_json(s: TowersState, seat: int) -> dict[str, Any] | None:
    match int(s.picked[seat]):
        case Picked.TOWER:
            return {"tower": unit_name(s.picked_unit[seat])}
        case Picked.SOLDIER:
            return {"soldier": s.picked_unit[seat] + 1}
        case Picked.COLUMN:
            return {"soldier": s.picked_unit[seat] + 1, "column": s.picked_column[seat]}
    return None


def unit_json(s: TowersState, unit: int) -> dict[str, Any]:
    numbers = {"cost": s.cost[unit], "health": s.health[unit], "range": s.reach[unit], "damage": s.damage[unit]}
    if unit in TOWERS:
        return {**numbers, "whole_cell": bool(s.whole_cell[unit]), "freezes": bool(s.freezes[unit])}
    switches = {"front_only": bool(s.front_only[unit]), "jumps": bool(s.jumps[unit])}
    return {**numbers, "speed": s.speed[unit], "moves_every": s.moves_every[unit], **switches}


def action_json(s: TowersState) -> dict[str, Any]:
    """Return the progress of the turn, the unit that acts, and the soldiers on the lanes."""
    unit, cell = acting_unit_and_cell(s)
    number = None if s.stage == Stage.TOWERS else acting_soldier(s) % MAX_SOLDIERS + 1
    seat = SEAT_NAMES[seat_to_move(s)]
    return {
        "timestep": s.timestep,
        "lane": SEAT_NAMES[s.lane],
        "acting": {"seat": seat, "unit": unit_name(unit), **cell_json(cell), "number": number},
        "bodies": {
            SEAT_NAMES[lane]: [soldier_on_lane_json(soldier) for soldier in soldiers_on(s, lane)]
            for lane in range(PLAYERS)
        },
    }


def soldier_on_lane_json(soldier: Soldier) -> dict[str, Any]:
    return {
        "number": soldier.number,
        "unit": unit_name(soldier.unit),
        **cell_json(soldier.cell),
        "health": soldier.health,
        "frozen": soldier.is_frozen,
    }


# The planning panel: the timeline of soldiers, the shop, the deployment tools, the minds


def planning_panel(s: TowersState, seat: int) -> dict[str, Any]:
    """Return what a client needs to take orders: one click is one order, but those in `asks` are confirmed first.

    A click on an id in `offers` only selects it; its order is offered as a button with that text. `go` is the
    order of the main button, `choose` what it says while an order is incomplete.
    """
    is_planning = s.phase == Phase.PLAN
    planning_button = None if s.picked[seat] else "ready"
    return {
        "at_once": True,
        "go": planning_button if is_planning else "rest" if s.phase == Phase.ACT else None,
        "choose": CHOOSE[s.picked[seat]] if is_planning else None,
        "asks": ["ready"] if is_planning and not s.picked[seat] else [],
        "offers": refunds(s, seat) if is_planning and not s.picked[seat] else {},
        "reach": picked_tower_range(s, seat) if is_planning and s.picked[seat] == Picked.TOWER else None,
        "sealed": is_planning,
        "timeline": timeline(s, seat) if is_planning else None,
    }


def refunds(s: TowersState, seat: int) -> dict[str, str]:
    """Return a short text for each tower that can be taken down (T2.5)."""
    return {
        cell_id(seat, tower.cell): f"Take down: +{s.cost[tower.unit]} gold"
        for tower in towers_on(s, seat)
        if tower.is_new
    }


CHOOSE: dict[int, str | None] = {
    Picked.NOTHING: None,
    Picked.TOWER: "Choose a cell",
    Picked.SOLDIER: "Choose a column",
    Picked.COLUMN: "Choose a timestep",
}


def picked_tower_range(s: TowersState, seat: int) -> dict[str, Any] | None:
    """Return the range of the picked tower (T3.4), and the corners of its lane."""
    reach = attack_range(s, s.picked_unit[seat])
    corners = [cell_id(seat, 0), cell_id(seat, cell_of(s.deployment_row, COLUMNS - 1))]
    return {"range": reach, "within": corners} if reach else None


def timeline(s: TowersState, seat: int) -> dict[str, Any]:
    """Return when and where each soldier of the seat enters in this turn (T2.3)."""
    return {
        "rows": [{"id": column_id(column), "label": f"column {column}"} for column in range(COLUMNS)],
        "entries": [cell_id(1 - seat, cell_of(s.deployment_row, column)) for column in range(COLUMNS)],
        "lane": f"{SEAT_NAMES[1 - seat]}-",
        "steps": TIMESTEPS,
        "step": "step-",
        "home": "home",
        "cancel": "never-mind",
        "picked": picked_id(s, seat),
        "pieces": [soldier_piece(s, seat, number) for number in range(s.soldiers[seat])],
        "gold": s.gold[seat],
        "shop": [shop_item(s, unit) for unit in (*TOWERS, *SOLDIERS)],
        "tools": DEPLOYMENT_TOOLS,
        "minds": [mind_choices(s, seat, unit) for unit in Unit if has_choice(s, unit)],
    }


def picked_id(s: TowersState, seat: int) -> str | None:
    """Return the id of what has been picked for an incomplete order."""
    match int(s.picked[seat]):
        case Picked.NOTHING:
            return None
        case Picked.TOWER:
            return shop_id(s.picked_unit[seat])
    return roster_id(s.picked_unit[seat])


def soldier_piece(s: TowersState, seat: int, number: int) -> dict[str, Any]:
    soldier = seat * MAX_SOLDIERS + number
    unit = s.soldier_unit[soldier]
    step, row = decode_entry(s.entry[soldier]) or (None, None)
    return {
        "id": roster_id(number),
        "number": number + 1,
        "unit": unit_name(unit),
        "like": shop_id(unit),
        "row": row,
        "step": step,
        "new": number >= s.veterans[seat],
    }


def shop_item(s: TowersState, unit: int) -> dict[str, Any]:
    return {
        "id": shop_id(unit),
        "kind": "hire" if unit in SOLDIERS else "tower",
        "name": unit_name(unit),
        "label": unit_words(unit),
        "cost": s.cost[unit],
        "numbers": [number._asdict() for number in unit_numbers(s, unit)],
        "notes": [note for note, _ in unit_notes(s, unit)],
    }


DEPLOYMENT_TOOLS = [
    {
        "labels": [f"All into column {column}" for column in range(COLUMNS)],
        "ids": [f"together-{column}" for column in range(COLUMNS)],
    },
    {
        "labels": [f"Column {column}, one per timestep" for column in range(COLUMNS)],
        "ids": [f"in-file-{column}" for column in range(COLUMNS)],
    },
    {"labels": ["As last turn"], "ids": ["as-last-turn"]},
    {"labels": ["All stay home"], "ids": ["all-home"]},
    {"labels": ["Dismiss the last hired"], "ids": ["dismiss"]},
]
"""The orders for all soldiers. If there is one per column, the client asks for the column first."""


def mind_choices(s: TowersState, seat: int, unit: int) -> dict[str, Any]:
    """Return the minds that units of a kind can have (T8.1)."""
    return {
        "unit": f"{unit_words(unit)}s",
        "current": mind_id(unit, s.mind[seat * UNIT_COUNT + unit]),
        "choices": [{"id": mind_id(unit, mind), "label": describe_mind(unit, mind)} for mind in Mind],
    }
