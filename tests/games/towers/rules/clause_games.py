"""Games for the tests of clauses, of the engine and of its twin.

Player 0 defends lane 0 and player 1 attacks there, unless a case says more. A soldier that enters
the standard lane at timestep 0 and is not held up stands on row 19 - t when the towers act in
timestep t, and on row 18 - t after its own move: it reaches row 0 at 18 and scores at 19. The lane
of `course` has one row more, so there everything comes one timestep later.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from ..reference_game import EXAMPLE, Event, Order, Ruleset, Twin

RICH: Ruleset = {**EXAMPLE, "gold": 1000}


def changed(ruleset: Ruleset, units: dict[str, dict[str, Any]] | None = None, **values: Any) -> Ruleset:
    """Return a copy of a ruleset with other values, at the top or of some units."""
    copy = {**deepcopy(ruleset), **values}
    for unit, stats in (units or {}).items():
        copy["units"][unit].update(stats)
    return copy


def column_of(unit: str, count: int, column: int, timestep: int = 0) -> list[Order]:
    """Return orders to hire the first soldiers of a roster and to send them all into one cell."""
    hire: list[Order] = [("hire", unit)] * count
    return hire + [("send", number, timestep, column) for number in range(count)]


def played(ruleset: Ruleset, defence: list[Order], attack: list[Order], **options: Any) -> Twin:
    """Return the game after one turn in which no order was refused."""
    twin = Twin(ruleset, **options)
    assert twin.play_turn([defence, attack]) == []
    return twin


def events_of(twin: Twin, *kinds: str, lane: int = 0) -> list[Event]:
    """Return the events of some kinds on a lane, each with its timestep in front."""
    return [
        (timestep, *event) for timestep, lanes in enumerate(twin.frames) for event in lanes[lane] if event[0] in kinds
    ]


def refusal(twin: Twin, *orders: Order) -> list[str]:
    """Return the clauses of the refused orders of player 0."""
    return [clause for _, _, clause in twin.play_turn([list(orders), []])]
