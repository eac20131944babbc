"""The planning panel as JSON: the timeline of soldiers, the shop, the deployment tools, the minds.

Everything in it has the id of a hotspot, so a client that draws it needs no rules.
"""

from __future__ import annotations

from typing import Any

from ..rules.lane import has_choice
from ..state import (
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    SOLDIERS,
    TIMESTEPS,
    TOWERS,
    UNIT_COUNT,
    Mind,
    Phase,
    Picked,
    TowersState,
    Unit,
    cell_of,
    decode_entry,
    unit_name,
)
from ..text.labels import describe_mind
from ..text.names import unit_words
from .scene import attack_range, cell_id, column_id, mind_id, roster_id, shop_id


def planning_panel(s: TowersState, seat: int) -> dict[str, Any]:
    """Return how a client takes orders: one click is one order, except that it confirms those in `asks`.

    `go` is the order of the main button.
    """
    is_planning = s.phase == Phase.PLAN
    return {
        "at_once": True,
        "go": next_button(s, seat),
        "asks": ["ready", *new_tower_cells(s, seat)] if is_planning and not s.picked[seat] else [],
        "reach": picked_tower_range(s, seat) if is_planning and s.picked[seat] == Picked.TOWER else None,
        "sealed": is_planning,
        "timeline": timeline(s, seat) if is_planning else None,
    }


def next_button(s: TowersState, seat: int) -> str | None:
    if s.phase == Phase.PLAN:
        return "never-mind" if s.picked[seat] else "ready"
    return "rest" if s.phase == Phase.ACT else None


def new_tower_cells(s: TowersState, seat: int) -> list[str]:
    """Return the cells of the towers that can be taken down again."""
    first = seat * MAX_TOWERS
    return [cell_id(seat, s.tower_cell[first + at]) for at in range(s.towers_seen[seat], s.towers[seat])]


def picked_tower_range(s: TowersState, seat: int) -> dict[str, Any] | None:
    """Return the range of the picked tower (T3.4), and the corners of its lane."""
    reach = attack_range(s, s.picked_unit[seat])
    corners = [cell_id(seat, 0), cell_id(seat, cell_of(s.deployment_row, COLUMNS - 1))]
    return {"range": reach, "within": corners} if reach else None


def timeline(s: TowersState, seat: int) -> dict[str, Any]:
    """Return when and where each soldier of the seat enters in this turn (T2.3)."""
    return {
        "rows": [{"id": column_id(column), "label": f"column {column}"} for column in range(COLUMNS)],
        "steps": TIMESTEPS,
        "step": "step-",
        "home": "home",
        "cancel": "never-mind",
        "picked": picked_id(s, seat),
        "pieces": [soldier_piece(s, seat, number) for number in range(s.soldiers[seat])],
        "gold": s.gold[seat],
        "shop": [shop_item(s, unit) for unit in (*TOWERS, *SOLDIERS)],
        "tools": deployment_tools(),
        "minds": [mind_choices(s, seat, unit) for unit in Unit if has_choice(s, unit)],
    }


def picked_id(s: TowersState, seat: int) -> str | None:
    """Return the id of what has been picked for a half order."""
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
    }


def deployment_tools() -> list[dict[str, Any]]:
    """Return the orders for all soldiers. If there is one per column, the client asks for the column first."""
    columns = range(COLUMNS)
    return [
        {"label": "All at once", "ids": [f"together-{column}" for column in columns]},
        {"label": "One a step", "ids": [f"in-file-{column}" for column in columns]},
        {"label": "As last turn", "ids": ["as-last-turn"]},
        {"label": "All home", "ids": ["all-home"]},
        {"label": "Dismiss the last", "ids": ["dismiss"]},
    ]


def mind_choices(s: TowersState, seat: int, unit: int) -> dict[str, Any]:
    """Return the minds that units of a kind can have (T8.1)."""
    return {
        "unit": f"{unit_words(unit)}s",
        "now": mind_id(unit, s.mind[seat * UNIT_COUNT + unit]),
        "ways": [{"id": mind_id(unit, mind), "label": describe_mind(unit, mind)} for mind in Mind],
    }
