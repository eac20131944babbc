"""What a step looks like: figures that move, arrows and blows, dice beside their target, wounds and falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.effects import (
    ActEffect,
    DieEffect,
    Effect,
    GoneEffect,
    HitEffect,
    Loss,
    MoveEffect,
    ShotEffect,
    StrikeEffect,
)
from ....core.events import Event
from ..rules.events import EventKind
from ..state import FRIENDS, MAX_PER_SIDE, SkirmishState
from ..text.names import THE_SIDES, thing_id
from .shapes import to_picture

MOVES = (EventKind.MOVED, EventKind.FLED, EventKind.KNOCKED, EventKind.CORRECTED)
"""Events with a character, the place that it leaves, and the one that it reaches."""
PLACINGS = (EventKind.ARRIVED, EventKind.FREED)
BLOWS = (EventKind.FOUGHT, EventKind.STRUCK_BACK, EventKind.FREE_BLOW)
ROLLS = (EventKind.SAVED, EventKind.RALLIED)
"""Events with a character, the face of its die, and whether that is good."""
TERRAIN_ROLLS = (EventKind.CROSSED, EventKind.HUNG)
FALLS = (EventKind.FELL, EventKind.DROWNED)


def effects(before: SkirmishState, after: SkirmishState, events: Sequence[Event]) -> tuple[Effect, ...]:
    return tuple(effect for event in events for effect in event_effects(after, event))


def event_effects(s: SkirmishState, event: Event) -> Iterator[Effect]:
    kind, (first, second, third, fourth) = EventKind(event.kind), event.numbers
    if kind == EventKind.ACTIVATED:
        yield ActEffect(thing_id(first), seat_of(s, first))
    elif kind in MOVES:
        yield move_effect(first, third)
    elif kind in PLACINGS:
        yield move_effect(first, second)
    elif kind == EventKind.SHOT:
        yield ShotEffect(thing_id(first), thing_id(second), "arrow")
    elif kind in BLOWS:
        yield StrikeEffect(thing_id(first), thing_id(second))
    elif kind == EventKind.STRUCK:
        yield DieEffect(third, thing_id(second), fourth > 0)
    elif kind in ROLLS:
        yield DieEffect(second, thing_id(first), third > 0)
    elif kind in TERRAIN_ROLLS:
        yield DieEffect(third, thing_id(first), fourth > 0)
    elif kind == EventKind.WOUNDED:
        yield HitEffect(thing_id(first), loss_of(s, first, "wound"))
    elif kind in FALLS:
        yield GoneEffect(thing_id(first), loss_of(s, first, "character"))
    elif kind == EventKind.OFF_THE_TABLE:
        yield GoneEffect(thing_id(first))
    else:
        yield from other_dice(kind, first, second, third)


def other_dice(kind: EventKind, first: int, second: int, third: int) -> Iterator[Effect]:
    """Yield the dice that hit nobody."""
    match kind:
        case EventKind.ROUND_OPENED:
            yield DieEffect(second, tone="count")
        case EventKind.TESTED:
            yield DieEffect(second, is_good=not third)
        case EventKind.CHOSEN | EventKind.START_ROLLED:
            yield DieEffect(second, thing_id(first))
        case EventKind.FELL_INTO:
            yield DieEffect(third, thing_id(first), is_good=False)
        case EventKind.GOAL:
            yield DieEffect(first)


def move_effect(piece: int, place: int) -> MoveEffect:
    x, y = to_picture(place >> 16, place & 65535)
    return MoveEffect(thing_id(piece), x, y)


def loss_of(s: SkirmishState, piece: int, what: str) -> Loss:
    return Loss(seat_of(s, piece), THE_SIDES[piece // MAX_PER_SIDE], 1, what)


def seat_of(s: SkirmishState, piece: int) -> int:
    """Return the seat that commands a character, or -1 for the AI general's."""
    return int(s.owner[piece]) if piece // MAX_PER_SIDE == FRIENDS or s.enemy_seat else -1
