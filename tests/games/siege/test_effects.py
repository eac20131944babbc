"""What a step of a siege looks like."""

from __future__ import annotations

from holdtheline.core.catalog import load
from holdtheline.core.effects import ChangeEffect, DieEffect, Effect, HitEffect, Loss, ShakeEffect, ShotEffect
from holdtheline.core.events import Event
from holdtheline.core.game import State
from holdtheline.games.siege.view.effects import effects


def siege(position: str) -> State:
    return load("siege", plain=True).position(position)


def effects_of(state: State, step: str | int) -> tuple[Effect, ...]:
    before, events = state.copy(), list[Event]()
    state.play(step, events)
    return effects(before.record, state.record, events)


def figures_of(effect: Effect) -> str:
    assert isinstance(effect, ChangeEffect | DieEffect | HitEffect)
    return " ".join(effect.figures)


def test_troops_march_from_the_backline_to_their_lanes() -> None:
    top, bottom, change = effects_of(siege("lanes 4 6 3, backline 5, waves 2"), "reinforce 2 0 1")
    assert top == ShotEffect("backline", "top", "march", 2)
    assert bottom == ShotEffect("backline", "bottom", "march", 1)
    assert "top lane, 6" in figures_of(change)
    assert "backline, 2" in figures_of(change)


def test_an_enemy_die_rolls_in_its_place_and_then_shows_its_strength() -> None:
    state = siege("lanes 6 6 6, backline 6, waves 2")
    assert effects_of(state, "reinforce 0 0 0") == ()
    (die,) = effects_of(state, 5)
    assert isinstance(die, DieEffect)
    assert (die.face, die.id, die.tone) == (5, "enemy-top", "enemy")
    assert "strength 3" in figures_of(die)


def test_a_lane_that_holds_loses_as_many_as_come() -> None:
    state = siege("lanes 6 6 6, backline 6, waves 2, enemy 5 4 1")
    top, middle, bottom, *rest = effects_of(state, "arrange 6 6 6")
    assert [top, middle, bottom] == [
        ShotEffect("enemy-top", "top", "arrow", 3),
        ShotEffect("enemy-middle", "middle", "arrow", 4),
        ShotEffect("enemy-bottom", "bottom", "arrow", 1),
    ]
    hits = [effect for effect in rest if isinstance(effect, HitEffect)]
    assert [(hit.id, hit.loss) for hit in hits] == [
        (lane, Loss(0, "the defender", count, "troop")) for lane, count in (("top", 3), ("middle", 4), ("bottom", 1))
    ]
    assert "top lane, 3" in figures_of(hits[0])


def test_what_comes_through_strikes_the_backline_and_the_castle_shakes() -> None:
    found = effects_of(siege("lanes 1 6 6, backline 6, waves 2, enemy 5 4 1"), "arrange 1 6 6")
    through, struck, shake = found[6:9]
    assert through == ShotEffect("top", "backline", "arrow", 2)
    assert isinstance(struck, HitEffect)
    assert (struck.id, struck.loss) == ("backline", Loss(0, "the defender", 2, "troop"))
    assert shake == ShakeEffect("castle")


def test_the_castle_falls_at_the_end() -> None:
    found = effects_of(siege("lanes 0 0 0, backline 1, waves 2, enemy 5 4 1"), "arrange 0 0 0")
    assert found[-1] == ShakeEffect("castle", falls=True)


def test_lanes_are_rearranged_before_the_arrows_fly() -> None:
    first, *_ = effects_of(siege("lanes 1 6 6, backline 6, waves 2, enemy 1 4 6"), "arrange 6 1 6")
    assert "top lane, 6" in figures_of(first)
    assert "middle lane, 1" in figures_of(first)
