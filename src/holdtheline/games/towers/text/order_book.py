"""The order book: one line for each order, and one for the end of a turn, under headings by turn."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.events import Event
from ....core.sentences import capitalize_first
from ..state import EventKind, TowersState, is_timestep_event
from .names import SEAT_NAMES


def turn_heading(s: TowersState) -> str:
    return f"Turn {s.turns_played + 1}"


def action_text(s: TowersState, events: Sequence[Event]) -> str:
    """Return an order as its sentence, or a turn: `Left lane: 4 fell, none got through; ...; left has 24 gold; …`."""
    results, gold, others = [], [], []
    is_over = any(event.kind == EventKind.LANE_RESULT for event in events)
    for event in events:
        seat, *_, last = event.numbers
        if event.kind == EventKind.LANE_RESULT:
            leaked, felled = event.numbers[1:3]
            results.append(f"{SEAT_NAMES[seat]} lane: {felled or 'none'} fell, {leaked or 'none'} got through")
        elif event.kind == EventKind.INCOME:
            gold.append(f"{SEAT_NAMES[seat]} has {last} gold")
        elif not is_timestep_event(event.kind) and not (is_over and event.kind == EventKind.READY):
            others.append(event.text.removesuffix("."))
    turn = "; ".join((*results, *gold))
    return ". ".join(filter(None, (capitalize_first(turn), *others)))
