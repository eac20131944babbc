"""The turn (C1), each case worked out by hand."""

from __future__ import annotations

import pytest

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.games.civilwar.rules.moves import MoveKind, pack_move
from holdtheline.games.civilwar.state import Phase

from ..bare_field import can, has, is_legal, phase, play, refused, stage

# C1.1: the course of a turn


@pytest.mark.clause("C1.1")
@pytest.mark.parametrize(("first", "order"), [("union", (0, 1)), ("confederate", (1, 0))])
def test_the_sides_take_their_parts_and_then_the_marker_advances(first: str, order: tuple[int, int]) -> None:
    state = stage(first=first).game.start()
    parts = []
    for _ in range(4):
        s = state.record
        parts.append((s.turn, s.side, phase(state), state.current_player))
        play(state, 1)
        assert (phase(state), state.current_player) == (Phase.ACT, s.side)
        play(state, "end")
    assert parts == [(number, side, Phase.AP, CHANCE) for number in (1, 2) for side in order]


@pytest.mark.clause("C1.1")
@pytest.mark.parametrize("first", ["union", "confederate"])
def test_the_turns_counted_in_a_finished_battle_are_those_played(first: str) -> None:
    state = stage(first=first).game.start()
    turns = state.game.definition.rules.turns
    played = 0
    while state.current_player != OVER:
        assert turns(state.record) == played // 2 + 1
        play(state, 1, "end")
        played += 1
    assert turns(state.record) == played // 2 == state.record.last_turn


@pytest.mark.clause("C1.1")
def test_pieces_act_in_any_order() -> None:
    state = stage("infantry Ames B2; infantry Bell B4; artillery Guns B6")
    orders = [("go Ames C2", "stop"), ("go Bell C4", "stop"), ("go Guns C6",)]
    there = play(state.copy(), *orders[0], *orders[1], *orders[2])
    back = play(state.copy(), *orders[2], *orders[1], *orders[0])
    assert there == back


@pytest.mark.clause("C1.1")
@pytest.mark.parametrize("ap", [0, 1, 6])
def test_a_side_ends_its_turn_when_it_likes(ap: int) -> None:
    state = stage(ap=ap)
    assert is_legal(state, "end")
    assert state.why_not(pack_move(MoveKind.END, 0, 1)) is not None
    assert state.why_not(pack_move(MoveKind.END, 1, 0)) is not None
    play(state, "end")
    assert (state.record.side, phase(state), state.record.ap) == (1, Phase.AP, 0)


@pytest.mark.clause("C1.1")
@pytest.mark.parametrize("step", ["go Bee E4", "fire Bee D4", "assault Bee D4", "rally Bee", "enter Late"])
def test_nobody_commands_the_enemy(step: str) -> None:
    state = stage("infantry Ames D4", "infantry Bee E5 2; infantry Late I7 turn=1; leader Boss E5")
    assert refused(state, step) == "C1.1"


# C1.2: action points


@pytest.mark.clause("C1.2")
@pytest.mark.parametrize(("face", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
@pytest.mark.parametrize(
    ("command", "lost", "base"), [(3, 0, 3), (3, 1, 2), (3, 3, 0), (3, 5, 0), (0, 0, 0), (0, 2, 0)]
)
def test_points_are_command_less_lost_leaders_and_a_die(
    face: int, points: int, command: int, lost: int, base: int
) -> None:
    state = stage(command=(command, 9)).game.start()
    state.record.leaders_lost[0] = lost
    state.record.leaders_lost[1] = 4
    assert play(state, face).record.ap == base + points


@pytest.mark.clause("C1.2")
@pytest.mark.parametrize("step", ["end", "go Home B1", 0, 7, -1])
def test_before_the_die_nothing_else_can_be_done(step: str | int) -> None:
    assert refused(stage().game.start(), step) == "C1.2"


@pytest.mark.clause("C1.2")
def test_points_left_over_are_lost() -> None:
    state = play(stage(ap=6, command=(2, 2)), "end", 1, "end")
    assert play(state, 4).record.ap == 4


@pytest.mark.clause("C1.2")
@pytest.mark.parametrize(
    ("step", "cost"),
    [("go Ames D4", 1), ("fire Ames E5", 1), ("assault Ames E5", 2), ("rally Ames", 1), ("enter Late", 1),
     ("go Able D4", 1), ("go Ames D4 with", 1), ("fire Guns E5", 1), ("go Guns D4", 1)],
)  # fmt: skip
def test_every_action_has_its_price(step: str, cost: int) -> None:
    pieces = "infantry Ames E4 3; leader Able E4; artillery Guns E4; infantry Late A1 turn=1"
    for ap in range(4):
        state = stage(pieces, "infantry Bee E5", ap=ap)
        if ap < cost:
            assert refused(state, step) == "C1.2"
        else:
            assert play(state, step).record.ap == ap - cost


# C1.3: one action a unit a turn


ACTIONS: dict[str, tuple[str | int, ...]] = {
    "move": ("go Ames D4",),
    "fire": ("fire Ames E5", 1, 1, 1),
    "close combat": ("assault Ames E5", 1, 1, 1),
    "rally": ("rally Ames", 1),
}


@pytest.mark.clause("C1.3")
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("step", ["go Ames D5", "go Ames E3", "fire Ames E5", "assault Ames E5", "rally Ames"])
def test_a_unit_acts_once_a_turn(action: str, step: str) -> None:
    state = stage("infantry Ames E4 3; leader Able E4", "infantry Bee E5; infantry Cobb D3")
    play(state, *ACTIONS[action])
    assert phase(state) == Phase.ACT
    assert has(state, "acted", "Ames")
    assert refused(state, step) == "C1.3"


@pytest.mark.clause("C1.3")
def test_a_piece_can_act_again_in_its_next_turn() -> None:
    state = play(stage("infantry Ames E4", "infantry Bee E5"), "fire Ames E5", 1, 1, 1, "end")
    assert has(state, "acted", "Ames")
    play(state, 6, "fire Bee E4", 1, 1, 1, "end")
    assert not has(state, "acted", "Ames")
    assert is_legal(play(state, 1), "fire Ames E5")


@pytest.mark.clause("C1.3")
def test_to_be_attacked_is_no_action() -> None:
    state = play(stage("infantry Ames E4", "infantry Bee E5"), "fire Ames E5", 1, 1, 1, "end", 1)
    assert is_legal(state, "fire Bee E4")


@pytest.mark.clause("C1.3")
@pytest.mark.parametrize("step", ["go Bell C5", "fire Bell E5", "end", "go Ames B2", "rally Bell"])
def test_a_piece_on_its_way_must_end_its_move_first(step: str) -> None:
    state = play(stage("infantry Ames A2; infantry Bell D5", "infantry Bee E5"), "go Ames B2")
    assert phase(state) == Phase.MOVE
    assert refused(state, step) == "C1.3"
    assert is_legal(play(state, "stop"), "go Bell C5")


@pytest.mark.clause("C1.3")
@pytest.mark.parametrize("step", ["step D4", "stop", "retreat D4", "displace D4", "advance", "stay"])
def test_an_answer_to_another_question_is_refused(step: str) -> None:
    assert refused(stage("infantry Ames E4"), step) == "C1.3"


@pytest.mark.clause("C1.3")
def test_a_halted_side_does_not_move_before_its_turn() -> None:
    pieces = "infantry Ames E4; leader Able E4; cavalry Late A1 turn=1"
    special = 'halted = { side = "union", until = 3 }'
    state = stage(pieces, "infantry Bee E5; infantry Cobb I6", special=special, turn=2)
    assert refused(state, "go Ames D4") == refused(state, "go Ames D4 with") == "C1.3"
    assert refused(state, "go Able D4") == "C1.3"
    assert is_legal(state, "fire Ames E5")
    assert is_legal(state, "assault Ames E5")
    assert is_legal(state, "enter Late")
    assert can(play(state, "enter Late"), MoveKind.STEP) == "A2 B1"
    other = stage(pieces, "infantry Bee E5; infantry Cobb I6", special=special, side="confederate")
    assert is_legal(other, "go Cobb H6")
    later = stage(pieces, "infantry Bee E5", special=special, turn=3)
    assert is_legal(later, "go Ames D4")
    assert is_legal(later, "go Able D4")


@pytest.mark.clause("C1.3")
def test_a_fixed_unit_never_moves() -> None:
    state = stage("artillery Guns E4; infantry Ames D4", "infantry Bee E5", special='fixed = ["Guns"]', turn=9)
    assert refused(state, "go Guns E3") == "C1.3"
    assert is_legal(state, "fire Guns E5")
    assert is_legal(state, "go Ames D3")
