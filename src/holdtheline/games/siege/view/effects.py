"""What a step looks like: troops march, enemy dice roll, arrows fly, lanes lose troops, the castle shakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.effects import ChangeEffect, DieEffect, Effect, HitEffect, Loss, ShakeEffect, ShotEffect
from ....core.events import Event
from ..state import LANES, EventKind, Phase, SiegeState
from ..text import LANE_NAMES
from .svg import backline_die, countdown, enemy_die, own_die, strength_arrow


def effects(before: SiegeState, after: SiegeState, events: Sequence[Event]) -> tuple[Effect, ...]:
    battles = [event for event in events if event.kind in (EventKind.HELD, EventKind.OVERRUN)]
    if not battles:
        return tuple(effect for event in events for effect in event_effects(after, event))
    troops = [int(troops) for troops in before.lane]
    return tuple(wave_effects(troops, int(before.backline), events, battles))


def event_effects(s: SiegeState, event: Event) -> Iterator[Effect]:
    """Yield the effects of an event before the battle."""
    first, second, third, fourth = event.numbers
    match event.kind:
        case EventKind.COUNTDOWN_ROLLED:
            yield DieEffect(first, "countdown", tone="count", figures=(countdown(Phase.REINFORCE, first),))
        case EventKind.REINFORCED:
            sent, backline = (first, second, third), fourth
            for name, count in zip(LANE_NAMES, sent, strict=True):
                if count:
                    yield ShotEffect("backline", name, "march", count)
            if any(sent):
                lanes = (own_die(lane, int(s.lane[lane])) for lane in range(LANES) if sent[lane])
                yield ChangeEffect((*lanes, backline_die(backline)))
        case EventKind.SCOUTED:
            figures = enemy_die(first, second, False, False), strength_arrow(first, second, False)
            yield DieEffect(second, f"enemy-{LANE_NAMES[first]}", tone="enemy", figures=figures)


def wave_effects(
    troops: list[int], backline: int, events: Sequence[Event], battles: Sequence[Event]
) -> Iterator[Effect]:
    """Yield the battles of all lanes, then what comes through, and what follows from it."""
    for event in events:
        if event.kind == EventKind.REARRANGED:
            troops = list(event.numbers[:LANES])
            yield ChangeEffect(tuple(own_die(lane, count) for lane, count in enumerate(troops)))
    for event in battles:
        lane, strength, *_ = event.numbers
        yield ShotEffect(f"enemy-{LANE_NAMES[lane]}", LANE_NAMES[lane], "arrow", strength)
    for event in battles:
        lane, _, third, _ = event.numbers
        survivors = third if event.kind == EventKind.HELD else 0
        loss = troops_lost(troops[lane] - survivors) if troops[lane] > survivors else None
        yield HitEffect(LANE_NAMES[lane], loss, (own_die(lane, survivors),))
    for event in battles:
        lane, _, overflow, _ = event.numbers
        if event.kind == EventKind.OVERRUN:
            yield ShotEffect(LANE_NAMES[lane], "backline", "arrow", overflow)
    for event in events:
        yield from effects_after_battle(backline, event)


def effects_after_battle(backline: int, event: Event) -> Iterator[Effect]:
    """Yield the effects of an event on the backline and the countdown; `backline` is what it had before the wave."""
    first, second, *_ = event.numbers
    match event.kind:
        case EventKind.BACKLINE_STRUCK:
            loss = troops_lost(backline - second) if backline > second else None
            yield HitEffect("backline", loss, (backline_die(second),))
            yield ShakeEffect("castle")
        case EventKind.LOST:
            yield ShakeEffect("castle", falls=True)
        case EventKind.COUNTED_DOWN:
            yield ChangeEffect((countdown(Phase.REINFORCE, first),))
        case EventKind.REGROUPED:
            yield ChangeEffect((backline_die(second),))


def troops_lost(count: int) -> Loss:
    return Loss(0, "the defender", count, "troop")
