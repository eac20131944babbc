"""Self-play for training: play games with slips, and keep the features of some positions with the results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...core.ai.network import FIRST_FEATURE
from ...core.ai.search_settings import LearnedValue, SearchSettings
from ...core.catalog import definition_of
from ...core.definition import CHANCE, LOST, OVER, GameDefinition
from ...core.dice import random_below, random_bits, random_stream, roll_die
from ...core.engine import state_opener
from ...core.errors import BadOption
from ...core.game import Game, State
from ...core.kernel.compiler import Kernel, as_pointer, kernel_factory
from ...core.state_record import Words
from ...players.levels import BOOK_NAME
from ...players.mcts.search_tree import SearchTree
from ...players.mcts.settings import search_model_of
from ...players.player import Player, player

GAMES_PER_CHUNK = 100
SLIP_PERCENTAGES = (0, 3, 10)
"""How often a seat plays any legal move; drawn for each seat and game, so that unusual positions are seen too."""


class Positions(NamedTuple):
    """The features of positions, the results for the seats that they are seen from, and the number of their games."""

    features: np.ndarray[Any, np.dtype[np.int16]]
    results: np.ndarray[Any, np.dtype[np.float32]]
    games: Words


@dataclass(frozen=True)
class SelfPlay:
    """How the games of a round are played: by the book, or by a search with some simulations and a network."""

    game: str
    seed: int
    round: int
    sampled_percent: int
    simulations: int = 0
    network: tuple[int, ...] = ()


def learned_value(definition: GameDefinition) -> LearnedValue:
    learned = search_model_of(definition).learned
    if learned is None:
        raise BadOption(f"{definition.name} has no learned evaluation")
    return learned


@kernel_factory
def features_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return write(words, memory) -> seat: write the features of a state into the memory of the search."""
    open_state, learned = state_opener(definition), learned_value(definition)
    write_features, scratch, out = learned.write_features, learned.scratch, learned.network + FIRST_FEATURE

    def write(words: Words, memory: Words) -> Any:
        return write_features(open_state(words), as_pointer(memory), scratch, out)

    return Kernel(write, f"{definition.kernel_prefix}.write_features")


class SearchSeat:
    """A seat of self-play that searches with the network being trained."""

    def __init__(self, game: Game, memory: Words, settings: SearchSettings, simulations: int, stream: Words) -> None:
        self._tree = SearchTree(game, stream, settings, 4 * simulations + 100, memory.copy())
        self._simulations = simulations

    def code(self, state: State) -> int:
        seat = int(state.current_player)
        self._tree.set_root(state.seen_by(seat), seat)
        self._tree.simulate(self._simulations)
        return max(self._tree.estimates(), key=lambda estimate: estimate.visits).code


def games_of(definition: GameDefinition) -> list[Game]:
    """Return the game on each of its shipped scenarios."""
    if definition.scenarios is None:
        return [Game(definition, {})]
    option = next(option for option in definition.options if option.name == definition.scenarios.option)
    return [Game(definition, {option.name: name}) for name in option.values]


def play_chunk(how: SelfPlay, chunk: int) -> Positions:
    """Play the games of a chunk; the same chunk gives the same positions on every machine."""
    definition = definition_of(how.game)
    battles, learned = games_of(definition), learned_value(definition)
    write = features_kernel(definition).compiled
    first, count = learned.network + FIRST_FEATURE, learned.feature_count
    rows, results, numbers = [], [], []
    for number in range(chunk * GAMES_PER_CHUNK, (chunk + 1) * GAMES_PER_CHUNK):
        game, stream = battles[number % len(battles)], random_stream(how.seed, "train", how.round, number)
        memory = memory_for(game, how)
        states, seat_results = play_game(game, how, memory, stream)
        for words in states:
            seat = int(write(words, memory))
            rows.append(memory[first : first + count].astype(np.int16))
            results.append(seat_results[seat])
            numbers.append(number)
    return Positions(np.array(rows).reshape(-1, count), np.array(results, np.float32), np.array(numbers, np.int64))


def memory_for(game: Game, how: SelfPlay) -> Words:
    """Return the memory of the search with the network of this round, which is the last part of the memory."""
    model = search_model_of(game.definition)
    memory = model.make_memory(game.options)
    if not how.network:
        return memory
    return np.concatenate([memory[: learned_value(game.definition).network], np.array(how.network, np.int64)])


def play_game(game: Game, how: SelfPlay, memory: Words, stream: Words) -> tuple[list[Words], list[float]]:
    """Play a game; return some of its states, and the result of each seat, 0 to 1."""
    players = [_make_player(game, how, memory, int(random_bits(stream))) for _ in game.seats]
    slips = [SLIP_PERCENTAGES[int(random_below(stream, len(SLIP_PERCENTAGES)))] for _ in players]
    state, sampled = game.start(), []
    while state.current_player != OVER:
        seat = int(state.current_player)
        if seat == CHANCE:
            state.play(int(roll_die(stream)))
            continue
        if int(random_below(stream, 100)) < how.sampled_percent:
            sampled.append(state.words.copy())
        if int(random_below(stream, 100)) < slips[seat]:
            codes = state.legal_codes()
            state.play(codes[int(random_below(stream, len(codes)))])
        else:
            state.play(players[seat].code(state))
    results = [(int(game.engine.result(state.words, seat)) - LOST) / 2 for seat in range(len(game.seats))]
    return sampled, results


def _make_player(game: Game, how: SelfPlay, memory: Words, seed: int) -> Player | SearchSeat:
    if how.simulations == 0:
        return player(BOOK_NAME, seed=seed)
    settings = replace(search_model_of(game.definition).settings, rollout_depth=0)
    return SearchSeat(game, memory, settings, how.simulations, random_stream(seed, "search"))
