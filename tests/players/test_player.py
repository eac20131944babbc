"""Players: they make legal moves, the same with the same seed, and do not see hidden information."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import random_stream, roll_die
from holdtheline.core.errors import UnknownName
from holdtheline.core.game import Game, State
from holdtheline.games.siege.ai.solver import Solution
from holdtheline.players import batch
from holdtheline.players.batch import play_games, players_in_kernel, policy_switch
from holdtheline.players.player import player, policies_of

from ..table.play_helpers import every_option_set
from . import peeking_game

QUICK = ("random", "book")
optimal = pytest.param("optimal", marks=pytest.mark.compiled)
plain_and_compiled = pytest.mark.parametrize(
    "plain", [pytest.param(True, id="plain"), pytest.param(False, marks=pytest.mark.compiled, id="compiled")]
)


def decisions(game: Game, seed: int) -> list[State]:
    """Yield the states of a random game in which a seat decides."""
    random, state, found = Random(seed), game.start(), []
    while state.current_player != OVER:
        if state.current_player != CHANCE:
            found.append(state.copy())
        state.play(random.choice(state.legal_codes()))
    return found


# Legal moves


@plain_and_compiled
@pytest.mark.parametrize(
    ("name", "mode"),
    [("random", "scouts"), ("book", "scouts"), pytest.param("optimal", 2, marks=pytest.mark.compiled)],
)
def test_a_player_chooses_a_legal_move_whatever_the_options(name: str, mode: str | int, plain: bool) -> None:
    count = 0
    for options in every_option_set(mode):
        game = load("siege", plain=plain, **options)
        for state in decisions(game, seed=1):
            before = state.copy()
            move = player(name, seed=1).choose(state)
            assert state == before
            assert move.code in state.legal_codes()
            assert move == state.move(move.text)
            count += 1
    assert count > 50


def test_a_random_player_can_choose_every_legal_move() -> None:
    state = load("siege", plain=True, table="paper").position("lanes 6 6 6, backline 1, waves 2")
    chance = player("random", seed=3)
    chosen = Counter(chance.choose(state).code for _ in range(400))
    assert set(chosen) == set(state.legal_codes())
    assert max(chosen.values()) < 2 * min(chosen.values())


@pytest.mark.compiled
@pytest.mark.parametrize("options", every_option_set(3), ids=str)
def test_the_optimal_player_chooses_a_move_of_the_highest_chance(options: dict[str, Any]) -> None:
    game = load("siege", **options)
    solution = Solution(game.options)
    for state in decisions(game, seed=1):
        chances = {move.code: chance for move, chance in solution.moves(state)}
        assert chances[player("optimal").choose(state).code] == max(chances.values())


# Reproducibility


@pytest.mark.parametrize("name", [*QUICK, optimal])
def test_the_same_seed_gives_the_same_choices_plain_and_compiled(name: str) -> None:
    chosen = []
    for plain in (True, True, False):
        chooser = player(name, seed=8)
        states = decisions(load("siege", plain=plain, mode=6, table="paper"), seed=4)
        chosen.append([chooser.choose(state) for state in states])
    assert chosen[0] == chosen[1] == chosen[2]


def test_another_seed_or_none_gives_other_choices() -> None:
    states = decisions(load("siege", plain=True, mode=12, table="paper"), seed=1)[:6]
    choices = [
        tuple(chooser.choose(state).code for state in states for _ in range(4))
        for chooser in (
            player("random", seed=1),
            player("random", seed=2),
            player("random"),
            player("random"),
        )
    ]
    assert len(set(choices)) == 4


# Names


@pytest.mark.parametrize("name", ["", "Optimal", "mctx", "x" * 1000])
def test_an_unknown_player_is_refused_and_the_known_ones_are_named(name: str) -> None:
    with pytest.raises(UnknownName) as refusal:
        player(name).choose(load("siege", plain=True).start())
    assert str(refusal.value) == (
        f"siege has no player {name[:40]!r}; its players are: random, book, optimal, mcts, level1 to level8"
    )


def test_every_player_says_in_a_sentence_how_it_plays() -> None:
    assert [
        policy.description for policy in policies_of(definition_of("siege")).values() if not policy.description
    ] == []
    assert list(policies_of(peeking_game.GAME)) == ["random", "peeping", "honest"]


# Hidden information


@plain_and_compiled
def test_a_player_does_not_see_what_is_hidden_from_its_seat(plain: bool) -> None:
    game = Game(peeking_game.GAME, {}, plain)
    for left, right in ((2, 3), (3, 2), (3, 3)):
        state = game.start()
        for step in (f"take {left}", f"take {right}", "roll 1", "bet 1"):
            chosen = player("peeping", seed=1).choose(state) if state.current_player != CHANCE else None
            assert chosen is None or chosen.text in ("take 1", "take 2", "take 3", "bet 1")
            state.play(step)
        assert player("peeping", seed=1).choose(state).text == "bet 1"
        assert state.record.held.tolist() == [left, right]


@plain_and_compiled
def test_a_player_of_many_games_does_not_see_what_is_hidden_either(plain: bool) -> None:
    game = Game(peeking_game.GAME, {}, plain)
    peeping_won, honest_won = (
        play_games(game, (name, "honest"), 300, random_stream(2))[0].tolist() for name in ("peeping", "honest")
    )
    assert peeping_won == honest_won


@plain_and_compiled
def test_each_seat_is_played_by_its_own_player(plain: bool) -> None:
    game = Game(peeking_game.GAME, {}, plain)
    one, steps = play_games(game, ("random", "honest"), 400, random_stream(3))
    assert one.sum(axis=1).tolist() == [400, 400]
    assert one[0].tolist() == one[1][::-1].tolist()  # what one seat wins the other loses
    assert steps == 400 * 5
    assert slow_tally(game, ("random", "honest"), 400, random_stream(3)) == one.tolist()
    assert slow_tally(game, ("honest", "random"), 400, random_stream(3)) != one.tolist()


def slow_tally(game: Game, names: tuple[str, str], games: int, stream: Any) -> list[list[int]]:
    """Play the same games through the Python interface, from the same stream."""
    policies, codes = policies_of(game.definition), np.empty(game.definition.rules.max_moves, np.int64)
    tally = [[0, 0, 0], [0, 0, 0]]
    for _ in range(games):
        state = game.start()
        while state.current_player != OVER:
            if state.current_player == CHANCE:
                state.play(int(roll_die(stream)))
            else:
                visible = state.seen_by(state.current_player).record
                state.play(int(policies[names[state.current_player]].choose(visible, codes, stream, None)))
        assert state.outcome is not None
        for seat, score in enumerate(state.outcome.scores):
            tally[seat][score + 1] += 1
    return tally


def test_who_plays_and_what_they_remember_lies_in_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = {"one": np.array([7, 8, 9]), "two": np.array([5]), "three": np.array([3, 4])}
    remembering = {name: SimpleNamespace(make_memory=lambda options, part=part: part) for name, part in parts.items()}
    monkeypatch.setattr(batch, "policy_of", lambda definition, name: remembering[name])
    monkeypatch.setattr(batch, "first_with_same_kernel", lambda definition, name: name)
    players = ("two", "one", "three")
    row = batch.pack_memories(load("siege", plain=True), players, ("one", "two", "three")).tolist()
    assert row[:3] == [1, 0, 2]
    for seat, name in enumerate(players):
        first = row[3 + seat]
        assert row[first : first + parts[name].size] == parts[name].tolist()


def test_tables_with_other_players_have_kernels_of_their_own() -> None:
    definition = definition_of("siege")
    tables = [("book", "random"), ("book", "optimal"), ("random", "book"), ("book",)]
    assert len({policy_switch(definition, players).name for players in tables}) == len(tables)


def test_where_compiling_takes_long_all_players_are_in_one_kernel() -> None:
    assert players_in_kernel(definition_of("siege"), ("book", "book")) == ("book",)
    towers = definition_of("towers")
    assert players_in_kernel(towers, ("book", "spam")) == players_in_kernel(towers, ("planner", "random"))


def test_players_who_differ_only_in_what_they_remember_are_one_kernel() -> None:
    definition = definition_of("civilwar")
    assert batch.players_in_kernel(definition, ("hard", "book")) == ("random", "easy")
    row = batch.pack_memories(load("civilwar", plain=True), ("hard", "easy"), ("random", "easy")).tolist()
    hard, easy = (policies_of(definition)[name].make_memory({}).tolist() for name in ("hard", "easy"))
    assert row == [1, 1, 4, 4 + len(hard), *hard, *easy]
