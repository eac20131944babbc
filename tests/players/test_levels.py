"""Levels: in every game, reproducible, weaker where they blunder, and without secrets."""

from __future__ import annotations

from itertools import pairwise

import pytest

from holdtheline.core.ai.search_settings import Level
from holdtheline.core.catalog import definition_of, games, load
from holdtheline.core.definition import CHANCE
from holdtheline.core.errors import BadOption, HtlError, UnknownName
from holdtheline.core.game import Game, State
from holdtheline.lab.simulate import simulate
from holdtheline.players import levels
from holdtheline.players.levels import LEVEL_DESCRIPTIONS, level_of
from holdtheline.players.mcts.player import SearchPlayer
from holdtheline.players.player import check_player, describe_players, player, policies_of

from ..definition import toy_game
from . import peeking_game, tiny_games
from .test_mcts import MIDWAY, decisions, plain_and_compiled

LEVELS = tuple(LEVEL_DESCRIPTIONS)


def test_a_level_may_have_a_rollout_depth_of_its_own() -> None:
    definition = definition_of("civilwar")
    seventh, eighth = (levels.level_settings(definition, level_of(definition, name)) for name in LEVELS[6:])
    assert seventh.rollout_depth == 0 < eighth.rollout_depth
    assert seventh.widening == eighth.widening


def use(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace all levels by this one."""
    monkeypatch.setattr(levels, "level_of", lambda definition, name: level)


def wager() -> State:
    """Return a decision between three moves, of which the second is the best."""
    return Game(tiny_games.WAGER, {}, plain=True).start()


# Names


@pytest.mark.parametrize("name", games())
def test_every_game_has_eight_levels_that_search_more_and_blunder_less_from_one_to_the_next(name: str) -> None:
    definition = definition_of(name)
    ladder = [level_of(definition, one) for one in LEVELS]
    assert list(describe_players(definition))[-8:] == list(LEVELS) == [f"level{number}" for number in range(1, 9)]
    assert definition.ai.search is not None
    assert len(definition.ai.search.levels) == 8
    for lower, higher in pairwise(ladder):
        is_stronger = (lower.nodes, -lower.blunder_percent) < (higher.nodes, -higher.blunder_percent)
        assert is_stronger or (higher.policy != lower.policy and higher.policy in policies_of(definition))
    assert [level.blunder_percent > 0 for level in ladder[:4]] == [True] * 4
    assert ladder[-1].blunder_percent == 0


@pytest.mark.parametrize("name", ["level9", "level0", "level", "level01", "level 1", "level1:20", "Level1"])
def test_a_level_that_does_not_exist_is_refused_with_a_list_of_levels(name: str) -> None:
    with pytest.raises(UnknownName) as refusal:
        check_player(definition_of("siege"), name)
    assert str(refusal.value) == (
        f"siege has no player {name!r}; its players are: random, book, optimal, mcts, level1 to level8"
    )


def test_a_level_takes_no_limit() -> None:
    with pytest.raises(BadOption, match="only mcts"):
        player("level3", nodes=5)


def test_a_level_has_a_sentence_that_begins_with_its_number() -> None:
    for number, name in enumerate(LEVELS, 1):
        assert LEVEL_DESCRIPTIONS[name].startswith(f"level {number}: ")
        assert player(name).name == name


# Choices


@plain_and_compiled
@pytest.mark.parametrize("name", ["level1", "level5"])
def test_a_level_chooses_a_legal_move_and_the_same_under_the_same_seed(name: str, plain: bool) -> None:
    for definition in (toy_game.GAME, tiny_games.WAGER, tiny_games.FAVOUR, tiny_games.HONEST):
        one, other = player(name, seed=3), player(name, seed=3)
        for state in decisions(Game(definition, {}, plain), seed=2):
            before = state.copy()
            move = one.choose(state)
            assert state.why_not(move) is None
            assert state == before
            assert other.code(state) == move.code


def test_other_seeds_blunder_at_other_times() -> None:
    state = load("siege", plain=True).position(MIDWAY)
    assert len({player("level1", seed=seed).code(state) for seed in range(12)}) > 1


def test_a_level_without_blunders_plays_what_the_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(10), monkeypatch)
    state = load("siege", plain=True).position(MIDWAY)
    found = [SearchPlayer(seed, nodes=10, threads=1).code(state) for seed in range(8)]
    assert [player("level1", seed=seed).code(state) for seed in range(8)] == found
    assert len(set(found)) > 1


def test_a_level_that_always_blunders_plays_each_move_except_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(2000, 100), monkeypatch)
    played = {player("level1", seed=seed).code(wager()) for seed in range(20)}
    assert played == {toy_game.TAKE + 1, toy_game.TAKE + 3}


def test_a_level_that_blunders_in_half_of_its_decisions_does_so_in_about_half(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(300, 50), monkeypatch)
    thinker = player("level1", seed=1)
    slips = sum(thinker.code(wager()) != toy_game.TAKE + 2 for _ in range(200))
    assert 70 < slips < 130


def test_a_level_can_be_a_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(1, policy="random"), monkeypatch)
    thinker, other = player("level8", seed=4), player("random", seed=4)
    assert [thinker.code(wager()) for _ in range(20)] == [other.code(wager()) for _ in range(20)]


def test_a_level_can_blunder_like_another_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Level(1, 100, policy="honest", blunder_policy="random"), monkeypatch)
    state = Game(peeking_game.GAME, {}, plain=True).position("held 2 1, face 5, bets - -")
    thinker, other = player("level1", seed=4), player("random", seed=4)
    assert [thinker.code(state) for _ in range(20)] == [other.code(state) for _ in range(20)]


def test_a_policy_blunders_into_any_legal_move_as_often_as_its_level_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(Level(1, 30, policy="honest"), monkeypatch)
    state = Game(peeking_game.GAME, {}, plain=True).position("held 2 1, face 5, bets - -")
    codes, thinker = state.legal_codes(), player("level1", seed=4)
    assert len(codes) == 3
    found = [thinker.code(state) for _ in range(1000)]
    honest = player("honest", seed=4).code(state)
    slips = [code for code in found if code != honest]
    assert set(slips) == set(codes) - {honest}
    assert 150 < len(slips) < 250, "two of three slips are another move than it would have made"


def test_a_level_that_is_asked_in_another_game_plays_as_it_does_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds = []
    monkeypatch.setattr(levels, "level_of", lambda definition, name: seeds.append(definition) or Level(5))
    thinker, other = player("level1", seed=1), Game(toy_game.GAME, {}, plain=True).start()
    for state in (wager(), wager(), other, wager()):
        assert state.why_not(thinker.choose(state)) is None
    assert seeds == [tiny_games.WAGER, toy_game.GAME, tiny_games.WAGER]


def test_where_no_seat_decides_a_level_has_nothing_to_choose() -> None:
    state = Game(tiny_games.WAGER, {}, plain=True).start()
    state.play("take 1")
    assert state.current_player == CHANCE
    with pytest.raises(HtlError, match="no seat decides"):
        player("level2").code(state)


# Hidden information


@plain_and_compiled
@pytest.mark.parametrize("name", ["level1", "level8"])
def test_two_states_that_differ_only_in_what_is_hidden_lead_to_the_same_choice(name: str, plain: bool) -> None:
    game = Game(toy_game.GAME, {}, plain)
    states = [game.position(f"held 2 {held}, face 4, bets - -") for held in (1, 2, 3)]
    for seed in range(6):
        assert len({player(name, seed=seed).code(state) for state in states}) == 1


# Many games


def test_levels_play_many_games_the_same_under_the_same_seed() -> None:
    game = Game(tiny_games.WAGER, {}, plain=True)
    one, other = (simulate(game, ["level2"], 12, seed=2) for _ in range(2))
    assert one.wins == other.wins
    assert one.wins[0] + one.losses[0] == 12
