"""The computer's players do nothing that a beginner would laugh at, and see only what their seat may."""

from __future__ import annotations

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import OVER
from holdtheline.core.dice import SeededDice, random_stream
from holdtheline.core.game import State
from holdtheline.games.civilwar.scenario.parse import list_scenarios
from holdtheline.players.batch import play_games
from holdtheline.players.player import player

from ..bare_field import at, play, stage

LEVELS = ("easy", "book", "hard")


def chosen(state: State, level: str = "hard") -> str:
    return player(level, seed=1).choose(state).text


def turn_of(state: State) -> list[str]:
    """Return the moves of the hard player until its part of the turn ends; every die shows 3."""
    move, side = [], state.current_player
    while state.current_player != OVER and state.record.side == side:
        if state.current_player < 0:
            state.play(3)
        else:
            move.append(chosen(state))
            state.play(move[-1])
    return move


def test_it_does_not_ignore_a_free_shot() -> None:
    state = stage("infantry Ames E4; infantry Home A1", "infantry Bee E5 1", winner="union")
    assert chosen(state) in ("fire Ames E5", "assault Ames E5")


def test_it_shoots_where_most_is_won() -> None:
    state = stage("artillery Guns E4", "infantry Bee E2 4; infantry Cox F6 1", winner="union")
    assert chosen(state) == "fire Guns F6"


def test_it_does_not_leave_cover_without_cause() -> None:
    state = stage("infantry Ames E4", "infantry Bee E7; artillery Guns E6", ground="E4 w", winner="union")
    assert not any(move.startswith("go Ames") for move in turn_of(state))


def test_it_does_not_strand_a_leader() -> None:
    state = stage("infantry Ames A1; leader Able A1", "infantry Bee I7", winner="confederate")
    moved = [move for move in turn_of(state) if move.startswith("go Ames")]
    assert moved
    assert all(move.endswith("with Able") for move in moved)


def test_a_leader_alone_goes_to_his_friends() -> None:
    state = stage("infantry Ames C2; leader Able A1", "infantry Bee I7", winner="union")
    turn_of(state)
    s = state.record
    assert s.hex_of[1] == s.hex_of[0] != 0


def test_it_takes_an_open_vp_hex_when_time_runs_out() -> None:
    state = stage("cavalry Cole D2", "infantry Bee I7", points="D4 2 union nobody", turn=9, winner="confederate")
    turn_of(state)
    assert state.record.victory_hex_holder[0] == 1


def test_it_does_not_leave_a_vp_hex_that_an_enemy_could_take() -> None:
    state = stage("infantry Ames E2", "infantry Bee E5", points="E2 2 both union", winner="union")
    turn_of(state)
    assert state.record.hex_of[0] != 0
    assert state.record.hex_of[0] - 1 == 1 * 9 + 4


def test_it_brings_reinforcements_in() -> None:
    state = stage("infantry Home A1; infantry Ames C1 turn=1", "infantry Bee I7")
    assert "enter Ames C1" in turn_of(state)


def test_it_brings_a_leader_with_infantry() -> None:
    waiting = "artillery Guns A1 turn=1; infantry Ames C1 turn=1; leader Able A1 turn=1"
    assert "enter Ames C1 with Able" in turn_of(stage(f"infantry Home E1; {waiting}", "infantry Bee I7"))


def beaten_stack(*rolls: int) -> State:
    """Let Ames assault a stack in E5, with Cobb behind it."""
    state = stage(
        "infantry Ames E4", "infantry Bee E5 2 green; artillery Guns E5 gold; leader Boss E5; infantry Cobb E7"
    )
    return play(state, "assault Ames E5", *rolls)


def test_its_leader_does_not_stay_where_no_unit_stays() -> None:
    state = beaten_stack(4, 2, 2, 4, 6)  # both units must retreat
    while state.current_player == 1:
        state.play(chosen(state))
    assert at(state, "Boss") in (at(state, "Bee"), at(state, "Guns"))


def test_its_leader_flees_to_friends_rather_than_be_overrun() -> None:
    state = stage("infantry Ames E4", "infantry Bee E5 1; leader Boss E5; infantry Cobb E7")
    play(state, "assault Ames E5", 4, 2, 2)
    while state.current_player == 1:
        state.play(chosen(state))
    assert at(state, "Boss") == "E7"
    far = stage("infantry Ames E4", "infantry Bee E5 1; leader Boss E5; infantry Cobb A7")
    play(far, "assault Ames E5", 4, 2, 2)
    assert chosen(far).startswith("step")


def test_it_ends_its_turn_when_nothing_is_worth_an_ap() -> None:
    state = stage("infantry Ames A1 acted", "infantry Bee I7")
    assert turn_of(state) == ["end"]


@pytest.mark.compiled
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(2))
def test_it_decides_by_its_own_view_alone(level: str, seed: int) -> None:
    """Two battles that differ in a morale that has not shown: the same stream, the same choice."""
    game = load("civilwar", scenario="little-round-top")
    state, dice, thinker = game.start(), SeededDice(seed), player(level, seed=seed)
    for _ in range(60):
        if state.current_player < 0:
            if state.current_player == OVER:
                break
            state.play(dice.roll(""))
            continue
        other = with_other_morales(state)
        texts = [player(level, seed=seed).choose(one).text for one in (state, other)]
        assert texts[0] == texts[1]
        state.play(thinker.choose(state))


def with_other_morales(state: State) -> State:
    """Return a state that looks the same to the seat that decides, with other hidden morales."""
    other = state.seen_by(state.current_player)
    state.game.engine.guess(other.words, state.current_player, random_stream("other", state.current_player))
    return other


@pytest.mark.compiled
def test_the_book_beats_random_players() -> None:
    """Over every battle and from both sides; the benchmark `balance.civilwar_battles` has the full count."""
    won, played = 0, 0
    for name in list_scenarios():
        for seat, players in enumerate((("book", "random"), ("random", "book"))):
            tally, _ = play_games(load("civilwar", scenario=name), players, 10, random_stream(name, seat))
            won += int(tally[seat][2])
            played += int(np.sum(tally[seat]))
    assert won / played > 0.95
