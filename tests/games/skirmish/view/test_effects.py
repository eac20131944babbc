"""What the steps of a skirmish look like."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.effects import (
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
from holdtheline.core.events import Event
from holdtheline.games.skirmish.rules.events import EventKind
from holdtheline.games.skirmish.view.effects import effects

HERE, THERE = 12_500 << 16 | 4_000, 12_500 << 16 | 9_250
FRIEND, ENEMY = 1, 33
MILLRACE = load("skirmish", plain=True).start()


def effects_of(*events: tuple[EventKind, tuple[int, int, int, int]]) -> tuple[Effect, ...]:
    found = [Event("K1.1", kind, numbers, "") for kind, numbers in events]
    return effects(MILLRACE.record, MILLRACE.record, found)


def test_an_activation_begins_an_action_of_a_seat_or_of_the_ai_general() -> None:
    assert effects_of((EventKind.ACTIVATED, (FRIEND, 0, 0, 0))) == (ActEffect("f2", 0),)
    assert effects_of((EventKind.ACTIVATED, (ENEMY, 0, 0, 0))) == (ActEffect("e2", -1),)


@pytest.mark.parametrize("kind", [EventKind.MOVED, EventKind.FLED, EventKind.KNOCKED, EventKind.CORRECTED])
def test_a_move_ends_where_the_picture_draws_the_character(kind: EventKind) -> None:
    assert effects_of((kind, (FRIEND, HERE, THERE, 0))) == (MoveEffect("f2", 12_500, 24_000 - 9_250),)


def test_a_shot_its_die_and_its_wound_come_one_after_the_other() -> None:
    assert effects_of(
        (EventKind.SHOT, (ENEMY, FRIEND, 4, 0)),
        (EventKind.STRUCK, (ENEMY, FRIEND, 5, 1)),
        (EventKind.WOUNDED, (FRIEND, 1, 2, 0)),
    ) == (
        ShotEffect("e2", "f2", "arrow"),
        DieEffect(5, "f2", True),
        HitEffect("f2", Loss(0, "the friends", 1, "wound")),
    )


def test_a_blow_can_fell() -> None:
    assert effects_of((EventKind.FOUGHT, (FRIEND, ENEMY, 4, 0)), (EventKind.FELL, (ENEMY, FRIEND, HERE, 1))) == (
        StrikeEffect("f2", "e2"),
        GoneEffect("e2", Loss(-1, "the enemies", 1, "character")),
    )


def test_dice_that_strike_nobody_say_whether_they_are_good() -> None:
    assert effects_of(
        (EventKind.TESTED, (0, 2, 1, 0)),
        (EventKind.SAVED, (FRIEND, 6, 1, 0)),
        (EventKind.CROSSED, (FRIEND, 3, 2, 0)),
        (EventKind.ROUND_OPENED, (1, 4, 0, 0)),
    ) == (DieEffect(2, "", False), DieEffect(6, "f2", True), DieEffect(2, "f2", False), DieEffect(4, tone="count"))
