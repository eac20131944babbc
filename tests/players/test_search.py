"""The search: it finds what there is to find, the same every time, in its room, and knows no secrets."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.contract import CHANCE, OVER, Tuning
from holdtheline.core.dice import stream_for
from holdtheline.core.errors import BadOption, HtlError
from holdtheline.core.game import Game, State
from holdtheline.lab.simulate import simulate
from holdtheline.players import mcts
from holdtheline.players.mcts import SearchPlayer, Tree
from holdtheline.players.player import check_player, player, players_of
from holdtheline.players.tree import (
    CAPACITY,
    CODE,
    FIRST,
    NEXT,
    NODE,
    NONE,
    OFFERED,
    OWN,
    ROOT,
    SUM,
    USED,
    VISITS,
)

from ..contract import toy
from . import tiny

plain_and_compiled = pytest.mark.parametrize(
    "plain", [pytest.param(True, id="plain"), pytest.param(False, marks=pytest.mark.compiled, id="compiled")]
)
MIDWAY = "lanes 4 3 2, backline 6, waves 3"
OPEN = Tuning()


def searcher(nodes: int, **more: Any) -> SearchPlayer:
    return SearchPlayer(more.pop("seed", 1), nodes=nodes, threads=more.pop("threads", 1), **more)


def decisions(game: Game, seed: int) -> list[State]:
    random, state, found = Random(seed), game.start(), []
    while state.turn != OVER:
        if state.turn != CHANCE and len(state.codes()) > 1:
            found.append(state.copy())
        state.play(random.choice(state.codes()))
    return found


# What there is to find


def test_the_chances_of_dice_are_exact_and_not_sampled() -> None:
    thought = searcher(3000).think(Game(tiny.WAGER, {}).start())
    assert {line.code for line in thought.lines} == {toy.TAKE + 1, toy.TAKE + 2, toy.TAKE + 3}
    assert thought.lines[0].code == toy.TAKE + 2
    for line in thought.lines:
        right = tiny.WAGERS[line.code - toy.TAKE - 1]
        assert line.chance == pytest.approx(right, abs=8 / line.visits)  # a sample would be off by a root
    assert thought.chance == thought.lines[0].chance


def test_every_seat_wants_the_best_for_itself_however_many_there_are() -> None:
    state = Game(tiny.FAVOUR, {}).start()
    thought = searcher(2000).think(state)
    assert thought.lines[0].code == toy.TAKE + 2
    assert thought.chance > 0.95
    assert thought.lines[1].chance < 0.15


@pytest.mark.compiled
def test_the_search_loses_little_against_the_exact_solution_of_siege() -> None:
    lost, off = [], []
    for seed in range(30):
        game = load("siege", mode=4)
        state = Random(seed).choice(decisions(game, seed))
        chances = {move.code: float(chance) for move, chance in game.solution().moves(state)}
        thought = searcher(4000, seed=seed).think(state)
        lost.append(max(chances.values()) - chances[thought.lines[0].code])
        off.append(abs(thought.chance - max(chances.values())))
    assert np.mean(lost) < 0.01
    assert np.mean(off) < 0.05
    assert max(off) < 0.2


@plain_and_compiled
def test_a_search_chooses_a_legal_move_in_every_game_with_secrets_or_without(plain: bool) -> None:
    for contract in (toy.CONTRACT, tiny.WAGER, tiny.FAVOUR, tiny.HONEST):
        chooser = searcher(60)
        for state in decisions(Game(contract, {}, plain), seed=2):
            before = state.copy()
            assert state.why_not(chooser.choose(state)) is None
            assert state == before


def test_where_no_seat_decides_there_is_nothing_to_think_about() -> None:
    state = Game(tiny.WAGER, {}, plain=True).start()
    state.play("take 1")
    with pytest.raises(HtlError, match="no seat decides"):
        searcher(10).think(state)


# The same again


@plain_and_compiled
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_seed_and_number_of_simulations_give_the_same_thought(plain: bool, threads: int) -> None:
    state = load("siege", plain=plain).position(MIDWAY)
    one, other = (searcher(120, threads=threads, seed=4).think(state) for _ in range(2))
    assert one == other
    assert one != searcher(120, threads=threads, seed=5).think(state)
    assert sum(line.visits for line in one.lines) == one.simulations == 120


@pytest.mark.compiled
@pytest.mark.parametrize("contract", [toy.CONTRACT, tiny.WAGER, tiny.FAVOUR, tiny.HONEST])
def test_a_search_is_the_same_plain_and_compiled(contract: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    state = Game(contract, {}).start()
    compiled = searcher(100).think(state)
    search = mcts.search_of(contract)
    monkeypatch.setattr(search, "_compiled", search.plain)
    assert searcher(100).think(state) == compiled


# Room


@plain_and_compiled
def test_a_search_stays_in_its_room(plain: bool) -> None:
    game = load("siege", plain=plain)
    tree = Tree(game, stream_for(1), game.contract.value.tuning if game.contract.value else OPEN, nodes=40)
    room = tree.room
    guarded = {name: np.full(len(getattr(room, name)) + 8, 77, np.int64) for name in ("tree", "pool")}
    for name, row in guarded.items():
        row[: len(getattr(room, name))] = getattr(room, name)
    tree.room = room._replace(**{name: row[:-8] for name, row in guarded.items()})
    state = game.position(MIDWAY)
    tree.begin(state, 0)
    tree.think(500)
    assert tree.room.tree[USED] == tree.room.tree[CAPACITY] == 41 * NODE
    assert [row[-8:].tolist() for row in guarded.values()] == [[77] * 8] * 2
    assert sum(line.visits for line in tree.lines()) == 500


def test_only_a_few_players_keep_their_trees() -> None:
    state = Game(tiny.WAGER, {}, plain=True).start()
    many = [searcher(5, seed=seed) for seed in range(mcts.MOST_AWAKE + 2)]
    for one in many:
        one.think(state)
    assert [bool(one._trees) for one in many] == [False] * 2 + [True] * mcts.MOST_AWAKE
    assert many[0].think(state).simulations == 5


# What was thought is used again


def below(tree: Any, node: int) -> tuple[Any, ...]:
    """A node and all that lies below it."""
    kids, child = [], int(tree[node + FIRST])
    while child != NONE:
        kids.append(below(tree, child))
        child = int(tree[child + NEXT])
    return (*(int(tree[node + word]) for word in (CODE, VISITS, SUM, OWN)), kids)


@plain_and_compiled
def test_a_tree_is_cut_back_to_the_position_that_came_about(plain: bool) -> None:
    game = load("siege", plain=plain)
    state = game.position("lanes 5 3 2, backline 2, waves 1")
    tree = Tree(game, stream_for(3), replace(OPEN, first=2, more=0.0, listed=2), nodes=2000)
    tree.begin(state, 0)
    tree.think(1500)
    child = int(tree.room.tree[ROOT + FIRST])
    state.play(int(tree.room.tree[child + CODE]))
    for face in (2, 5, 1):
        child = next(node for node in kids(tree.room.tree, child) if tree.room.tree[node + CODE] == face)
        state.play(face)
    expected, before = below(tree.room.tree, child), int(tree.room.tree[USED])
    tree.begin(state, 0)
    assert below(tree.room.tree, ROOT) == expected
    assert expected[1] > 1
    assert tree.room.tree[USED] < before
    tree.think(20)
    assert below(tree.room.tree, ROOT)[1] == expected[1] + 20


def kids(tree: Any, node: int) -> list[int]:
    found, child = [], int(tree[node + FIRST])
    while child != NONE:
        found.append(child)
        child = int(tree[child + NEXT])
    return found


# What is hidden


@plain_and_compiled
def test_two_states_that_differ_only_in_what_is_hidden_lead_to_the_same_thought(plain: bool) -> None:
    game = Game(toy.CONTRACT, {}, plain)
    thoughts = [
        searcher(200, threads=2).think(game.position(f"held 2 {held}, face 4, bets - -"))
        for held in (1, 2, 3)
    ]
    assert thoughts[0] == thoughts[1] == thoughts[2]


@pytest.mark.compiled
def test_two_battles_that_differ_only_in_hidden_morale_lead_to_the_same_thought() -> None:
    game = load("civilwar")
    state = next(state for state in decisions(game, seed=3) if len(state.codes()) > 4)
    thoughts = []
    for seed in range(3):
        other = state.copy()
        game.engine.hide(other.words, state.turn)
        game.engine.guess(other.words, state.turn, stream_for(seed))
        thoughts.append(searcher(60).think(other))
    assert thoughts[0] == thoughts[1] == thoughts[2]
    assert thoughts[0] == searcher(60).think(state)


def test_what_a_guess_does_not_allow_is_passed_over_and_counts_as_seldom_possible() -> None:
    game = Game(tiny.HONEST, {}, plain=True)
    state = game.position("held 3 1, face 4, bets - -")
    tree = Tree(game, stream_for(1), OPEN, nodes=500)
    tree.begin(state.seen_by(0), 0)
    tree.think(400)
    row = tree.room.tree
    offered = {1: 0, 2: 0, 3: 0}
    for own in kids(row, ROOT):
        for answer in kids(row, own):
            offered[int(row[answer + CODE]) - toy.BET] += int(row[answer + OFFERED])
    assert offered[1] > offered[2] > offered[3] > 0


# By name


def test_a_search_is_a_player_of_every_game() -> None:
    assert list(players_of(toy.CONTRACT))[:2] == ["random", "mcts"]
    for name in ("mcts", "mcts:20", "mcts:0.5s"):
        check_player(toy.CONTRACT, name)
        assert player(name).name == name
    thinker = player("mcts", nodes=7)
    assert isinstance(thinker, SearchPlayer)
    assert thinker.nodes == 7


@pytest.mark.parametrize("said", ["", "x", "0s", "0", "-1", "9999s", "1e9", "5 s"])
def test_a_search_that_cannot_be_is_refused_in_one_sentence(said: str) -> None:
    with pytest.raises(BadOption) as refusal:
        check_player(toy.CONTRACT, f"mcts:{said}")
    assert "\n" not in str(refusal.value)


def test_only_a_search_can_be_told_how_long_to_think_and_only_once() -> None:
    with pytest.raises(BadOption, match="only mcts"):
        player("random", seconds=1)
    with pytest.raises(BadOption, match="already"):
        player("mcts:20", nodes=5)
    with pytest.raises(BadOption, match="not both"):
        player("mcts", nodes=5, seconds=1)


def test_a_search_plays_many_games_the_same_under_the_same_seed() -> None:
    game = Game(tiny.WAGER, {}, plain=True)
    one, other = (simulate(game, ["mcts:20"], 12, seed=2) for _ in range(2))
    assert one.wins == other.wins
    assert one.wins[0] + one.losses[0] == 12
    assert simulate(game, ["mcts:40"], 60, seed=2).wins[0] > simulate(game, ["random"], 60, seed=2).wins[0]
