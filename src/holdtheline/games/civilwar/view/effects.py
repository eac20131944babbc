"""What a step looks like: volleys, dice beside their target, blocks that fall, pieces that move from hex to hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.effects import (
    ChangeEffect,
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
from ..rules.hex_map import side_of
from ..state import ARTILLERY, GUNBOAT, SIDE_NAMES, CivilWarState, EventKind
from ..text.names import is_leader
from .hotspots import hex_id, piece_id
from .svg.battle_map import Card, card_of
from .svg.blocks import draw_block
from .svg.layout import hex_centre

MOVES = (EventKind.MOVED, EventKind.RETREATED, EventKind.ADVANCED, EventKind.FLED, EventKind.MADE_ROOM)
"""Events with a piece, the hex that it leaves, and the one that it reaches."""
WITH_LEADER = (EventKind.MOVED, EventKind.RETREATED, EventKind.ADVANCED)


def effects(before: CivilWarState, after: CivilWarState, events: Sequence[Event]) -> tuple[Effect, ...]:
    target = hex_id(before, before.target - 1) if before.target else ""
    return tuple(effect for event in events for effect in event_effects(after, target, event))


def event_effects(s: CivilWarState, target: str, event: Event) -> Iterator[Effect]:
    """Yield the effects of one event; `target` is the hex of the combat in progress."""
    kind, (first, second, third, fourth) = EventKind(event.kind), event.numbers
    if kind in MOVES:
        yield from move_effects(s, first, third, fourth - 1 if kind in WITH_LEADER else -1)
        return
    match kind:
        case EventKind.AP_ROLLED:
            yield DieEffect(second, tone="count")
        case EventKind.ENTERED:
            yield from move_effects(s, first, second, third - 1)
        case EventKind.FIRED:
            has_guns = s.kind[first] in (ARTILLERY, GUNBOAT)
            yield ShotEffect(piece_id(first), hex_id(s, second), "cannon" if has_guns else "volley", third)
        case EventKind.ASSAULTED:
            yield StrikeEffect(piece_id(first), hex_id(s, second))
        case EventKind.DIE_ROLLED:
            yield DieEffect(first, target, second > 0)
        case EventKind.LEADER_ROLLED:
            yield DieEffect(second, piece_id(first), third > 0)
        case EventKind.MORALE_ROLLED | EventKind.DARED:
            yield DieEffect(second, piece_id(first), not fourth)
        case EventKind.RALLIED:
            yield DieEffect(second, piece_id(first), fourth > 0)
            if fourth:
                yield ChangeEffect(piece_figures(s, first))
        case EventKind.SUFFERED:
            yield HitEffect(piece_id(first), loss_of(first, second, "block"), piece_figures(s, first))
        case EventKind.ELIMINATED:
            yield GoneEffect(piece_id(first), loss_of(first, 1, "leader" if is_leader(s, first) else "unit"))


def loss_of(piece: int, count: int, what: str) -> Loss:
    side = int(side_of(piece))
    return Loss(side, SIDE_NAMES[side], count, what)


def move_effects(s: CivilWarState, piece: int, hex_: int, leader: int) -> Iterator[Effect]:
    """Yield the move of a piece to a hex, with the leader who goes along (-1: none)."""
    for number in (piece, leader):
        if number >= 0:
            x, y = card_place(s, number, hex_)
            yield MoveEffect(piece_id(number), x, y, with_last=number == leader)


def card_place(s: CivilWarState, piece: int, hex_: int) -> tuple[float, float]:
    """Return where the card of a piece lies in a hex; if it has moved on, the middle of the hex."""
    card = card_of(s, piece) if s.hex_of[piece] == hex_ + 1 else None
    x, y = (card.x, card.y) if card else hex_centre(hex_, int(s.width))
    return round(x, 1), round(y, 1)


def piece_figures(s: CivilWarState, piece: int) -> tuple[str, ...]:
    """Return the new drawing of a piece, or none if it is not on the map."""
    card: Card | None = card_of(s, piece)
    return (str(draw_block(card.block, card.x, card.y, card.height)),) if card else ()
