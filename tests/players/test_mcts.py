"""The search: it finds the best moves, is reproducible, stays within its memory, and uses no secrets."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from holdtheline.core.ai.search_settings import SearchSettings
from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import random_stream
from holdtheline.core.errors import BadOption, HtlError
from holdtheline.core.game import Game, State
from holdtheline.lab.simulate import simulate
from holdtheline.players.mcts import player
from holdtheline.players.mcts import search as mcts_search
from holdtheline.players.mcts.nodes import NO_NODE, NODE_WORDS, NODES_CAPACITY, NODES_END, ROOT, Node
from holdtheline.players.mcts.player import SearchPlayer
from holdtheline.players.mcts.search_tree import SearchTree
from holdtheline.players.player import check_player, describe_players
from holdtheline.players.player import player as player_player

from ..definition import toy_game
from . import tiny_games

plain_and_compiled = pytest.mark.parametrize(
    "plain", [pytest.param(True, id="plain"), pytest.param(False, marks=pytest.mark.compiled, id="compiled")]
)
MIDWAY = "lanes 4 3 2, backline 6, waves 3"
OPEN = SearchSettings()


def searcher(nodes: int, **more: Any) -> SearchPlayer:
    return SearchPlayer(more.pop("seed", 1), nodes=nodes, threads=more.pop("threads", 1), **more)


def decisions(game: Game, seed: int) -> list[State]:
    random, state, found = Random(seed), game.start(), []
    while state.current_player != OVER:
        if state.current_player != CHANCE and len(state.legal_codes()) > 1:
            found.append(state.copy())
        state.play(random.choice(state.legal_codes()))
    return found


# Best moves


def test_the_chances_of_dice_are_exact_and_not_sampled() -> None:
    thought = searcher(3000).think(Game(tiny_games.WAGER, {}).start())
    assert {line.code for line in thought.moves} == {toy_game.TAKE + 1, toy_game.TAKE + 2, toy_game.TAKE + 3}
    assert thought.moves[0].code == toy_game.TAKE + 2
    for line in thought.moves:
        right = tiny_games.WAGERS[line.code - toy_game.TAKE - 1]
        assert line.chance == pytest.approx(right, abs=8 / line.visits)  # a sample would be off by a root
    assert thought.chance == thought.moves[0].chance


def test_every_seat_wants_the_best_for_itself_however_many_there_are() -> None:
    state = Game(tiny_games.FAVOUR, {}).start()
    thought = searcher(2000).think(state)
    assert thought.moves[0].code == toy_game.TAKE + 2
    assert thought.chance > 0.95
    assert thought.moves[1].chance < 0.15


@pytest.mark.compiled
def test_the_search_loses_little_against_the_exact_solution_of_siege() -> None:
    lost, off = [], []
    for seed in range(30):
        game = load("siege", mode=4)
        state = Random(seed).choice(decisions(game, seed))
        chances = {move.code: float(chance) for move, chance in game.solution().moves(state)}
        thought = searcher(4000, seed=seed).think(state)
        lost.append(max(chances.values()) - chances[thought.moves[0].code])
        off.append(abs(thought.chance - max(chances.values())))
    assert np.mean(lost) < 0.01
    assert np.mean(off) < 0.05
    assert max(off) < 0.2


@plain_and_compiled
def test_a_search_chooses_a_legal_move_in_every_game_with_secrets_or_without(plain: bool) -> None:
    for definition in (toy_game.GAME, tiny_games.WAGER, tiny_games.FAVOUR, tiny_games.HONEST):
        chooser = searcher(60)
        for state in decisions(Game(definition, {}, plain), seed=2):
            before = state.copy()
            assert state.why_not(chooser.choose(state)) is None
            assert state == before


def test_where_no_seat_decides_there_is_nothing_to_think_about() -> None:
    state = Game(tiny_games.WAGER, {}, plain=True).start()
    state.play("take 1")
    with pytest.raises(HtlError, match="no seat decides"):
        searcher(10).think(state)


# Reproducibility


@plain_and_compiled
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_seed_and_number_of_simulations_give_the_same_thought(plain: bool, threads: int) -> None:
    state = load("siege", plain=plain).position(MIDWAY)
    one, other = (searcher(120, threads=threads, seed=4).think(state) for _ in range(2))
    assert one == other
    assert one != searcher(120, threads=threads, seed=5).think(state)
    assert sum(line.visits for line in one.moves) == one.simulations == 120


@pytest.mark.compiled
@pytest.mark.parametrize("definition", [toy_game.GAME, tiny_games.WAGER, tiny_games.FAVOUR, tiny_games.HONEST])
def test_a_search_is_the_same_plain_and_compiled(definition: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game(definition, {}).start()
    compiled = searcher(100).think(state)
    search = mcts_search.search_kernel(definition)
    monkeypatch.setattr(search, "_compiled", search.plain)
    assert searcher(100).think(state) == compiled


# Memory


@plain_and_compiled
def test_a_search_stays_within_its_buffers(plain: bool) -> None:
    game = load("siege", plain=plain)
    tree = SearchTree(
        game,
        random_stream(1),
        game.definition.ai.search.settings if game.definition.ai.search else OPEN,
        nodes=40,
    )
    room = tree.buffers
    guarded = {name: np.full(len(getattr(room, name)) + 8, 77, np.int64) for name in ("tree", "pool")}
    for name, row in guarded.items():
        row[: len(getattr(room, name))] = getattr(room, name)
    tree.buffers = room._replace(**{name: row[:-8] for name, row in guarded.items()})
    state = game.position(MIDWAY)
    tree.set_root(state, 0)
    tree.simulate(500)
    assert tree.buffers.tree[NODES_END] == tree.buffers.tree[NODES_CAPACITY] == 41 * NODE_WORDS
    assert [row[-8:].tolist() for row in guarded.values()] == [[77] * 8] * 2
    assert sum(line.visits for line in tree.estimates()) == 500


def test_only_a_few_players_keep_their_trees() -> None:
    state = Game(tiny_games.WAGER, {}, plain=True).start()
    many = [searcher(5, seed=seed) for seed in range(player.MAX_ACTIVE_PLAYERS + 2)]
    for one in many:
        one.think(state)
    assert [bool(one._trees) for one in many] == [False] * 2 + [True] * player.MAX_ACTIVE_PLAYERS
    assert many[0].think(state).simulations == 5


# Reuse of the tree


def below(tree: Any, node: int) -> tuple[Any, ...]:
    """Return a node and everything below it."""
    kids, child = [], int(tree[node + Node.FIRST_CHILD])
    while child != NO_NODE:
        kids.append(below(tree, child))
        child = int(tree[child + Node.NEXT_SIBLING])
    return (*(int(tree[node + word]) for word in (Node.CODE, Node.VISITS, Node.REWARD_SUM, Node.SEARCHER_SUM)), kids)


@plain_and_compiled
def test_a_tree_is_cut_back_to_the_position_that_came_about(plain: bool) -> None:
    game = load("siege", plain=plain)
    state = game.position("lanes 5 3 2, backline 2, waves 1")
    tree = SearchTree(game, random_stream(3), replace(OPEN, widening_base=2, widening=0.0, max_moves=2), nodes=2000)
    tree.set_root(state, 0)
    tree.simulate(1500)
    child = int(tree.buffers.tree[ROOT + Node.FIRST_CHILD])
    state.play(int(tree.buffers.tree[child + Node.CODE]))
    for face in (2, 5, 1):
        child = next(node for node in kids(tree.buffers.tree, child) if tree.buffers.tree[node + Node.CODE] == face)
        state.play(face)
    expected, before = below(tree.buffers.tree, child), int(tree.buffers.tree[NODES_END])
    tree.set_root(state, 0)
    assert below(tree.buffers.tree, ROOT) == expected
    assert expected[1] > 1
    assert tree.buffers.tree[NODES_END] < before
    tree.simulate(20)
    assert below(tree.buffers.tree, ROOT)[1] == expected[1] + 20


def kids(tree: Any, node: int) -> list[int]:
    found, child = [], int(tree[node + Node.FIRST_CHILD])
    while child != NO_NODE:
        found.append(child)
        child = int(tree[child + Node.NEXT_SIBLING])
    return found


# Hidden information


@plain_and_compiled
def test_two_states_that_differ_only_in_what_is_hidden_lead_to_the_same_thought(plain: bool) -> None:
    game = Game(toy_game.GAME, {}, plain)
    thoughts = [searcher(200, threads=2).think(game.position(f"held 2 {held}, face 4, bets - -")) for held in (1, 2, 3)]
    assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.compiled
def test_two_battles_that_differ_only_in_hidden_morale_lead_to_the_same_thought() -> None:
    game = load("civilwar")
    state = next(state for state in decisions(game, seed=3) if len(state.legal_codes()) > 4)
    thoughts = []
    for seed in range(3):
        other = state.copy()
        game.engine.hide(other.words, state.current_player)
        game.engine.guess(other.words, state.current_player, random_stream(seed))
        thoughts.append(searcher(60).think(other))
    assert thoughts[0] == thoughts[1] == thoughts[2]
    assert thoughts[0] == searcher(60).think(state)


def test_what_a_guess_does_not_allow_is_passed_over_and_counts_as_seldom_possible() -> None:
    game = Game(tiny_games.HONEST, {}, plain=True)
    state = game.position("held 3 1, face 4, bets - -")
    tree = SearchTree(game, random_stream(1), OPEN, nodes=500)
    tree.set_root(state.seen_by(0), 0)
    tree.simulate(400)
    row = tree.buffers.tree
    offered = {1: 0, 2: 0, 3: 0}
    for own in kids(row, ROOT):
        for answer in kids(row, own):
            offered[int(row[answer + Node.CODE]) - toy_game.BET] += int(row[answer + Node.AVAILABILITY])
    assert offered[1] > offered[2] > offered[3] > 0


# Names


def test_a_search_is_a_player_of_every_game() -> None:
    assert list(describe_players(toy_game.GAME))[:2] == ["random", "mcts"]
    for name in ("mcts", "mcts:20", "mcts:0.5s"):
        check_player(toy_game.GAME, name)
        assert player_player(name).name == name
    thinker = player_player("mcts", nodes=7)
    assert isinstance(thinker, SearchPlayer)
    assert thinker.nodes == 7


def test_the_search_of_a_game_with_a_learned_evaluation_has_a_classic_form_to_compare_with() -> None:
    for name in ("mcts:classic", "mcts:20:classic", "mcts:0.5s:classic"):
        check_player(load("civilwar").definition, name)
        with pytest.raises(BadOption, match="towers has no learned evaluation"):
            check_player(load("towers").definition, name)
    learned, classic = (player_player(name) for name in ("mcts:20", "mcts:20:classic"))
    game = load("skirmish", scenario="millrace", plain=True)
    values = [one._trees_for(game)[0]._memory for one in (learned, classic)]
    assert (values[0] != values[1]).sum() == 1


@pytest.mark.parametrize("name", ["", "x", "0s", "0", "-1", "9999s", "1e9", "5 s", "5:classical", "classic:5"])
def test_a_search_that_cannot_be_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(BadOption) as refusal:
        check_player(toy_game.GAME, f"mcts:{name}")
    assert "\n" not in str(refusal.value)


def test_only_a_search_takes_a_limit_and_only_one() -> None:
    with pytest.raises(BadOption, match="only mcts"):
        player_player("random", seconds=1)
    with pytest.raises(BadOption, match="already"):
        player_player("mcts:20", nodes=5)
    with pytest.raises(BadOption, match="not both"):
        player_player("mcts", nodes=5, seconds=1)


def test_a_search_plays_many_games_the_same_under_the_same_seed() -> None:
    game = Game(tiny_games.WAGER, {}, plain=True)
    one, other = (simulate(game, ["mcts:20"], 12, seed=2) for _ in range(2))
    assert one.wins == other.wins
    assert one.wins[0] + one.losses[0] == 12
    assert simulate(game, ["mcts:40"], 60, seed=2).wins[0] > simulate(game, ["random"], 60, seed=2).wins[0]
