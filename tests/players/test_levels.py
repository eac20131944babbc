"""Levels: in every game, the same every time, weaker where they slip, and without a look at secrets."""

from __future__ import annotations

from itertools import pairwise

import pytest

from holdtheline.core.catalog import contract_of, games, load
from holdtheline.core.contract import CHANCE, Level
from holdtheline.core.errors import BadOption, HtlError, UnknownName
from holdtheline.core.game import Game, State
from holdtheline.lab.simulate import simulate
from holdtheline.players import levels
from holdtheline.players.levels import SENTENCES, level_of
from holdtheline.players.mcts import SearchPlayer
from holdtheline.players.player import check_player, player, players_of, policies_of

from ..contract import toy
from . import peeping, tiny
from .test_search import MIDWAY, decisions, plain_and_compiled

LEVELS = tuple(SENTENCES)


def use(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all levels be this one."""
    monkeypatch.setattr(levels, "level_of", lambda contract, name: level)


def wager() -> State:
    """A decision of three moves, of which the second is the best."""
    return Game(tiny.WAGER, {}, plain=True).start()


# By name


@pytest.mark.parametrize("name", games())
def test_every_game_has_eight_levels_that_search_more_and_slip_less_from_one_to_the_next(name: str) -> None:
    contract = contract_of(name)
    ladder = [level_of(contract, one) for one in LEVELS]
    assert list(players_of(contract))[-8:] == list(LEVELS) == [f"level{number}" for number in range(1, 9)]
    assert contract.value is not None
    assert len(contract.value.levels) == 8
    for lower, higher in pairwise(ladder):
        is_stronger = (lower.nodes, -lower.slips) < (higher.nodes, -higher.slips)
        assert is_stronger or (higher.plays != lower.plays and higher.plays in policies_of(contract))
    assert [level.slips > 0 for level in ladder[:4]] == [True] * 4
    assert ladder[-1].slips == 0


@pytest.mark.parametrize("name", ["level9", "level0", "level", "level01", "level 1", "level1:20", "Level1"])
def test_a_level_that_does_not_exist_is_refused_and_told_which_ones_do(name: str) -> None:
    with pytest.raises(UnknownName) as refusal:
        check_player(contract_of("siege"), name)
    assert str(refusal.value) == (
        f"siege has no player {name!r}; its players are: random, book, optimal, mcts, level1 to level8"
    )


def test_a_level_cannot_be_told_how_long_to_think() -> None:
    with pytest.raises(BadOption, match="only mcts"):
        player("level3", nodes=5)


def test_a_level_has_a_sentence_that_begins_with_its_number() -> None:
    for number, name in enumerate(LEVELS, 1):
        assert SENTENCES[name].startswith(f"level {number}: ")
        assert player(name).name == name


# What it plays


@plain_and_compiled
@pytest.mark.parametrize("name", ["level1", "level5"])
def test_a_level_chooses_a_legal_move_and_the_same_under_the_same_seed(name: str, plain: bool) -> None:
    for contract in (toy.CONTRACT, tiny.WAGER, tiny.FAVOUR, tiny.HONEST):
        one, other = player(name, seed=3), player(name, seed=3)
        for state in decisions(Game(contract, {}, plain), seed=2):
            before = state.copy()
            move = one.choose(state)
            assert state.why_not(move) is None
            assert state == before
            assert other.code(state) == move.code


def test_other_seeds_slip_at_other_times() -> None:
    state = load("siege", plain=True).position(MIDWAY)
    assert len({player("level1", seed=seed).code(state) for seed in range(12)}) > 1


def test_who_never_slips_plays_what_the_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(10), monkeypatch)
    state = load("siege", plain=True).position(MIDWAY)
    found = [SearchPlayer(seed, nodes=10, threads=1).code(state) for seed in range(8)]
    assert [player("level1", seed=seed).code(state) for seed in range(8)] == found
    assert len(set(found)) > 1


def test_who_always_slips_plays_each_move_but_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(2000, 100), monkeypatch)
    played = {player("level1", seed=seed).code(wager()) for seed in range(20)}
    assert played == {toy.TAKE + 1, toy.TAKE + 3}


def test_who_slips_in_half_of_all_decisions_does_so_in_about_half(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(300, 50), monkeypatch)
    thinker = player("level1", seed=1)
    slips = sum(thinker.code(wager()) != toy.TAKE + 2 for _ in range(200))
    assert 70 < slips < 130


def test_a_level_can_be_another_player(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(1, plays="random"), monkeypatch)
    thinker, other = player("level8", seed=4), player("random", seed=4)
    assert [thinker.code(wager()) for _ in range(20)] == [other.code(wager()) for _ in range(20)]


def test_another_player_slips_into_any_legal_move_as_often_as_its_level_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(Level(1, 30, plays="honest"), monkeypatch)
    state = Game(peeping.CONTRACT, {}, plain=True).position("held 2 1, face 5, bets - -")
    codes, thinker = state.codes(), player("level1", seed=4)
    assert len(codes) == 3
    found = [thinker.code(state) for _ in range(1000)]
    honest = player("honest", seed=4).code(state)
    slips = [code for code in found if code != honest]
    assert set(slips) == set(codes) - {honest}
    assert 150 < len(slips) < 250, "two of three slips are another move than it would have made"


def test_a_level_that_is_asked_in_another_game_plays_as_it_does_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    monkeypatch.setattr(levels, "level_of", lambda contract, name: asked.append(contract) or Level(5))
    thinker, other = player("level1", seed=1), Game(toy.CONTRACT, {}, plain=True).start()
    for state in (wager(), wager(), other, wager()):
        assert state.why_not(thinker.choose(state)) is None
    assert asked == [tiny.WAGER, toy.CONTRACT, tiny.WAGER]


def test_where_no_seat_decides_a_level_has_nothing_to_choose() -> None:
    state = Game(tiny.WAGER, {}, plain=True).start()
    state.play("take 1")
    assert state.turn == CHANCE
    with pytest.raises(HtlError, match="no seat decides"):
        player("level2").code(state)


# What is hidden


@plain_and_compiled
@pytest.mark.parametrize("name", ["level1", "level8"])
def test_two_states_that_differ_only_in_what_is_hidden_lead_to_the_same_choice(
    name: str, plain: bool
) -> None:
    game = Game(toy.CONTRACT, {}, plain)
    states = [game.position(f"held 2 {held}, face 4, bets - -") for held in (1, 2, 3)]
    for seed in range(6):
        assert len({player(name, seed=seed).code(state) for state in states}) == 1


# Many games


def test_levels_play_many_games_the_same_under_the_same_seed() -> None:
    game = Game(tiny.WAGER, {}, plain=True)
    one, other = (simulate(game, ["level2"], 12, seed=2) for _ in range(2))
    assert one.wins == other.wins
    assert one.wins[0] + one.losses[0] == 12
