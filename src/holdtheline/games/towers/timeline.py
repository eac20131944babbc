"""Planning by hand: the soldiers on a timeline of columns and timesteps, the shop, the templates, the minds.

All of it in ids that can be touched, so that whoever draws it need not know the rules.
"""

from __future__ import annotations

from typing import Any

from .orders import MIND_WORDS, SEATS, mind_name, unit_words
from .state import (
    COLUMNS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    SOLDIERS,
    STEPS,
    TOWERS,
    UNITS,
    Mind,
    Phase,
    Picked,
    Unit,
    row_and_column,
    unit_name,
    when_and_where,
)


def by_hand(s: Any, seat: int) -> dict[str, Any]:
    """How orders are given: one touch is one order, but for those in `asks`, which are asked for twice.

    `go` is what the button that goes on offers.
    """
    is_planning = s.phase == Phase.PLAN
    return {
        "at_once": True,
        "go": next_order(s, seat),
        "asks": ["ready", *just_built(s, seat)] if is_planning and not s.picked[seat] else [],
        "reach": reach(s, seat) if is_planning and s.picked[seat] == Picked.TOWER else None,
        "sealed": is_planning,
        "timeline": timeline(s, seat) if is_planning else None,
    }


def next_order(s: Any, seat: int) -> str | None:
    if s.phase == Phase.PLAN:
        return "never-mind" if s.picked[seat] else "ready"
    return "rest" if s.phase == Phase.ACT else None


def just_built(s: Any, seat: int) -> list[str]:
    """The cells whose towers can be taken down again."""
    first = seat * MOST_TOWERS
    cells = s.tower_cell[first + s.standing[seat] : first + s.towers[seat]]
    return [cell_name(seat, *row_and_column(cell)) for cell in cells]


def cell_name(lane: int, row: int, column: int) -> str:
    return f"{SEATS[lane]}-{row}-{column}"


def reach(s: Any, seat: int) -> dict[str, Any] | None:
    """T3.4: how far the tower that is picked would reach, and the corners of its lane."""
    far = reach_of(s, s.picked_unit[seat])
    corners = [cell_name(seat, 0, 0), cell_name(seat, int(s.deployment_row), COLUMNS - 1)]
    return {"range": far, "within": corners} if far else None


def reach_of(s: Any, unit: int) -> int:
    """0: it cannot attack."""
    return int(s.reach[unit]) if s.damage[unit] or s.freezes[unit] else 0


def timeline(s: Any, seat: int) -> dict[str, Any]:
    """T2.3: when and where each soldier of the seat enters in this turn."""
    return {
        "rows": [{"id": f"column-{column}", "label": f"column {column}"} for column in range(COLUMNS)],
        "steps": STEPS,
        "step": "step-",
        "home": "home",
        "cancel": "never-mind",
        "picked": picked(s, seat),
        "pieces": [piece(s, seat, number) for number in range(s.soldiers[seat])],
        "gold": s.gold[seat],
        "shop": [ware(s, unit) for unit in (*TOWERS, *SOLDIERS)],
        "tools": tools(),
        "minds": [mind(s, seat, unit) for unit in Unit if has_mind(s, unit)],
    }


def picked(s: Any, seat: int) -> str | None:
    """What half an order is about."""
    match int(s.picked[seat]):
        case Picked.NOTHING:
            return None
        case Picked.TOWER:
            return f"tower-{unit_name(s.picked_unit[seat])}"
    return f"soldier-{s.picked_unit[seat] + 1}"


def piece(s: Any, seat: int, number: int) -> dict[str, Any]:
    soldier = seat * MOST_SOLDIERS + number
    unit = unit_name(s.soldier_unit[soldier])
    step, row = when_and_where(s.entry[soldier]) or (None, None)
    return {
        "id": f"soldier-{number + 1}",
        "number": number + 1,
        "unit": unit,
        "like": f"hire-{unit}",
        "row": row,
        "step": step,
        "new": number >= s.veterans[seat],
    }


def ware(s: Any, unit: int) -> dict[str, Any]:
    """Named by the order that buys such a unit, as in the picture."""
    kind = "hire" if unit in SOLDIERS else "tower"
    name = unit_name(unit)
    return {
        "id": f"{kind}-{name}",
        "kind": kind,
        "name": name,
        "label": unit_words(unit),
        "cost": s.cost[unit],
    }


def tools() -> list[dict[str, Any]]:
    """Orders for all soldiers. Where there is one for each column, the column is chosen first."""
    columns = range(COLUMNS)
    return [
        {"label": "All at once", "ids": [f"together-{column}" for column in columns]},
        {"label": "One a step", "ids": [f"in-file-{column}" for column in columns]},
        {"label": "As last turn", "ids": ["as-last-turn"]},
        {"label": "All home", "ids": ["all-home"]},
        {"label": "Dismiss the last", "ids": ["dismiss"]},
    ]


# Minds


def has_mind(s: Any, unit: int) -> bool:
    return bool(s.damage[unit] or s.freezes[unit] or unit in SOLDIERS)


def mind(s: Any, seat: int, unit: int) -> dict[str, Any]:
    """T8.1: how units of a kind decide what they do."""
    name = unit_name(unit)
    return {
        "unit": f"{unit_words(unit)}s",
        "now": f"mind-{name}-{mind_name(s.mind[seat * UNITS + unit])}",
        "ways": [{"id": f"mind-{name}-{mind_name(way)}", "label": way_of(unit, way)} for way in Mind],
    }


def way_of(unit: int, way: Mind) -> str:
    return MIND_WORDS.get((unit in TOWERS, way), "ask you before every action")
