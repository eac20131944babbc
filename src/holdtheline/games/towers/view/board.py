"""The board of one seat as JSON; what the seat may not know is null."""

from __future__ import annotations

from typing import Any

from ..rules.moves import acting_soldier, acting_unit_and_cell, seat_to_move
from ..state import (
    MAX_SOLDIERS,
    PLAYERS,
    TOWERS,
    UNIT_COUNT,
    Phase,
    Picked,
    Stage,
    TowersState,
    Unit,
    decode_entry,
    row_and_column,
    unit_name,
)
from ..text.names import SEAT_NAMES, mind_name
from .planning_panel import planning_panel
from .scene import Soldier, Tower, soldiers_on, towers_on


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
        "showed": [deployed_json(s, seat, place) for place in range(s.deployed[seat])],
        "results": {"leaked": s.leaked[seat], "felled": s.felled[seat], "razed": s.razed[seat]},
    }


def tower_json(s: TowersState, tower: Tower) -> dict[str, Any]:
    row, column = row_and_column(tower.cell)
    return {
        "unit": unit_name(tower.unit),
        "row": row,
        "column": column,
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


def deployed_json(s: TowersState, seat: int, place: int) -> dict[str, Any]:
    soldier = seat * MAX_SOLDIERS + place
    return {"unit": unit_name(s.deployed_unit[soldier]), **entry_json(s.deployed_entry[soldier])}


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
    row, column = row_and_column(cell)
    number = None if s.stage == Stage.TOWERS else acting_soldier(s) % MAX_SOLDIERS + 1
    acting = {
        "seat": SEAT_NAMES[seat_to_move(s)],
        "unit": unit_name(unit),
        "row": row,
        "column": column,
        "number": number,
    }
    return {
        "timestep": s.timestep,
        "lane": SEAT_NAMES[s.lane],
        "acting": acting,
        "bodies": {
            SEAT_NAMES[lane]: [soldier_on_lane_json(soldier) for soldier in soldiers_on(s, lane)]
            for lane in range(PLAYERS)
        },
    }


def soldier_on_lane_json(soldier: Soldier) -> dict[str, Any]:
    row, column = row_and_column(soldier.cell)
    return {
        "number": soldier.number,
        "unit": unit_name(soldier.unit),
        "row": row,
        "column": column,
        "health": soldier.health,
        "frozen": soldier.is_frozen,
    }
