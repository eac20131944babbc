"""Rally (C6), each case worked out by hand."""

from __future__ import annotations

import pytest

from holdtheline.core.definition import CHANCE
from holdtheline.games.civilwar.state import Phase

from ..bare_field import blocks, has, is_legal, phase, play, play_events, refused, stage


@pytest.mark.clause("C6.1")
@pytest.mark.parametrize(("kind", "strength"), [("infantry", 1), ("infantry", 2), ("infantry", 3), ("cavalry", 1)])
def test_a_rally_costs_a_point_and_restores_a_block(kind: str, strength: int) -> None:
    state = play(stage(f"{kind} Ames E4 {strength}; leader Able E4"), "rally Ames")
    assert (phase(state), state.current_player, state.record.ap) == (Phase.RALLY, CHANCE, 5)
    assert play_events(state, 1) == ["RALLIED C6.1"]
    assert (blocks(state, "Ames"), phase(state)) == (strength + 1, Phase.ACT)
    assert has(state, "revealed", "Ames")


@pytest.mark.clause("C6.1", "C4.4")
@pytest.mark.parametrize(
    ("morale", "letter", "fails"),
    [
        ("green", ".", (4, 5)),  # the leader makes it black
        ("black", ".", (6,)),
        ("gold", ".", (6,)),
        ("green", "w", (6,)),
        ("green", "c", (1, 2, 3)),
        ("black", "c", (4, 5)),
        ("gold", "c", (6,)),
    ],
)
def test_any_colour_but_its_own_restores(morale: str, letter: str, fails: tuple[int, ...]) -> None:
    state = play(stage(f"infantry Ames E4 2 {morale}; leader Able E4", ground=f"E4 {letter}"), "rally Ames")
    kept = [face for face in range(1, 7) if blocks(play(state.copy(), face), "Ames") == 2]
    assert tuple(kept) == fails


@pytest.mark.clause("C6.1")
@pytest.mark.parametrize("kind", ["infantry", "cavalry"])
def test_never_above_full(kind: str) -> None:
    assert refused(stage(f"{kind} Ames E4; leader Able E4"), "rally Ames") == "C6.1"


@pytest.mark.clause("C6.1")
def test_only_infantry_and_cavalry_rally() -> None:
    state = stage("artillery Guns E4 1; infantry Ames E4; leader Able E4")
    assert refused(state, "rally Guns") == refused(state, "rally Able") == "C6.1"


@pytest.mark.clause("C6.1")
def test_the_leader_is_in_the_hex_and_neither_has_acted() -> None:
    assert refused(stage("infantry Ames E4 2; leader Able E3; infantry Home A1"), "rally Ames") == "C6.1"
    assert refused(stage("infantry Ames E4 2; leader Able E4 acted"), "rally Ames") == "C6.1"
    assert refused(stage("infantry Ames E4 2 acted; leader Able E4"), "rally Ames") == "C1.3"
    moved = play(stage("infantry Ames E4 2; leader Able E4"), "go Ames D4 with", "stop")
    assert refused(moved, "rally Ames") == "C1.3"
    arrived = play(stage("infantry Ames E4 2; leader Able D4"), "go Able E4", "stop")
    assert refused(arrived, "rally Ames") == "C6.1"
    other = play(stage("infantry Ames E4 2; artillery Guns E4; leader Able E4"), "go Guns D4 with")
    assert refused(other, "rally Ames") == "C6.1"


@pytest.mark.clause("C6.1", "C1.3")
@pytest.mark.parametrize("face", [1, 6])
def test_neither_does_anything_else_afterwards(face: int) -> None:
    pieces = "infantry Ames E4 2 gold; artillery Guns E4; leader Able E4"
    state = play(stage(pieces, "infantry Bee E5"), "rally Ames", face)
    for step in ("rally Ames", "go Ames D4", "fire Ames E5", "assault Ames E5", "go Able D4"):
        assert refused(state, step) == "C1.3"
    assert refused(state, "go Guns D4 with") == "C2.5"
    assert is_legal(state, "go Guns D4")


@pytest.mark.clause("C6.1")
def test_next_to_an_enemy_and_without_having_been_attacked() -> None:
    state = stage("infantry Ames E4 2; leader Able E4", "infantry Bee E5")
    assert is_legal(state, "rally Ames")


@pytest.mark.clause("C6.1")
def test_one_block_a_turn_and_the_next_in_the_next() -> None:
    state = play(stage("infantry Ames E4 1; leader Able E4"), "rally Ames", 1, "end", 1, "end", 1)
    assert blocks(play(state, "rally Ames", 1), "Ames") == 3


@pytest.mark.clause("C6.1")
def test_a_side_that_never_rallies() -> None:
    special = 'no_rally = ["union"]'
    pieces = ("infantry Ames E4 2; leader Able E4", "infantry Bee I7 2; leader Boss I7")
    assert refused(stage(*pieces, special=special), "rally Ames") == "C6.1"
    assert is_legal(stage(*pieces, special=special, side="confederate"), "rally Bee")


@pytest.mark.clause("C6.1")
@pytest.mark.parametrize("step", ["end", 0, 7])
def test_the_die_is_rolled_first(step: str | int) -> None:
    assert refused(play(stage("infantry Ames E4 2; leader Able E4"), "rally Ames"), step) == "C6.1"
