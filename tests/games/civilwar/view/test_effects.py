"""What a step of a battle looks like: shots, dice beside the target, blocks that fall, pieces that move."""

from __future__ import annotations

from holdtheline.core.effects import (
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
from holdtheline.core.game import State
from holdtheline.games.civilwar.view.effects import effects
from holdtheline.games.civilwar.view.svg.layout import hex_centre

from ..bare_field import WIDTH, hex_number, number_of, play, stage


def effects_of(state: State, step: str | int, *seen_by: int) -> tuple[Effect, ...]:
    """Play a step and return its effects, by default as if nothing were hidden."""
    before, events = state.copy(), list[Event]()
    state.play(step, events)
    if seen_by:
        before, after = (one.seen_by(seen_by[0]) for one in (before, state))
        return effects(before.record, after.record, events)
    return effects(before.record, state.record, events)


def piece(state: State, name: str) -> str:
    return f"piece-{number_of(state, name)}"


def test_a_shot_flies_and_its_dice_land_beside_the_target() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5")
    assert effects_of(state, "fire Ames E5") == (ShotEffect(piece(state, "Ames"), "hex-E5", "volley", 3),)
    assert effects_of(state, 6) == (DieEffect(6, "hex-E5", True),)
    assert effects_of(state, 2) == (DieEffect(2, "hex-E5", False),)


def test_guns_are_heard_as_guns() -> None:
    state = stage("artillery Guns E4", "infantry Bee E5")
    (shot,) = effects_of(state, "fire Guns E5")
    assert isinstance(shot, ShotEffect)
    assert shot.style == "cannon"


def test_blocks_fall_after_the_last_die_and_the_card_changes() -> None:
    state = play(stage("infantry Ames E4", "infantry Bee E5"), "fire Ames E5", 6, 6)
    die, hit = effects_of(state, 2)
    assert die == DieEffect(2, "hex-E5", False)
    assert isinstance(hit, HitEffect)
    assert (hit.id, hit.loss) == (piece(state, "Bee"), Loss(1, "the Confederacy", 2, "block"))
    (figure,) = hit.figures
    assert f'data-id="{hit.id}"' in figure
    assert "2 of 4 blocks" in figure


def test_what_is_eliminated_leaves_the_map() -> None:
    state = play(stage("infantry Ames E4", "infantry Bee E5 1; infantry Far I7"), "fire Ames E5", 6, 6)
    _, hit, gone = effects_of(state, 2)
    bee = piece(state, "Bee")
    assert hit == HitEffect(bee, Loss(1, "the Confederacy", 1, "block"))
    assert gone == GoneEffect(bee, Loss(1, "the Confederacy", 1, "unit"))


def test_an_assault_is_a_lunge_and_morale_is_rolled_beside_the_unit() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 green")
    assert effects_of(state, "assault Ames E5") == (StrikeEffect(piece(state, "Ames"), "hex-E5"),)
    play(state, 6, 2, 2)
    assert effects_of(state, 1) == (DieEffect(1, piece(state, "Bee"), False),)


def test_a_unit_moves_with_its_leader_to_their_places_in_the_hex() -> None:
    state = stage("infantry Ames E4; leader Boss E4", "infantry Bee I7")
    unit, leader = effects_of(state, "go Ames D4 with Boss")
    assert isinstance(unit, MoveEffect)
    assert isinstance(leader, MoveEffect)
    x, y = hex_centre(hex_number("D4"), WIDTH)
    assert (unit.id, unit.x, leader.id, leader.x) == (piece(state, "Ames"), x, piece(state, "Boss"), x)
    assert leader.y < y < unit.y
    assert (unit.with_last, leader.with_last) == (False, True)


def test_hidden_morale_changes_no_effect() -> None:
    seen = []
    for morale in ("green", "gold"):
        state = stage("infantry Ames E4", f"infantry Bee E5 {morale}")
        seen.append([effects_of(state, step, 0) for step in ("fire Ames E5", 6, 6, 2)])
    assert seen[0] == seen[1]
    assert "hidden" in str(seen[0])
