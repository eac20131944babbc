"""The games that the definition suite plays: every game with its options, and the toy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from importlib import import_module
from itertools import product
from random import Random

import pytest

from holdtheline.core.catalog import definition_of, games
from holdtheline.core.definition import OVER, GameDefinition
from holdtheline.core.game import Game, State
from holdtheline.core.kernel import numba_version

from . import toy_game

# Options with too many values for every combination: their values are used in turn.
IN_TURN: dict[tuple[str, str], tuple[str | int, ...]] = {
    ("siege", "mode"): ("easy", "normal", "hard", "scouts", 6),
    ("towers", "tower_bounty"): ("price", "price_plus_one", "price_plus_one"),
    ("towers", "turn_limit"): (2, 3),
    ("civilwar", "scenario"): ("bull-run", "shiloh", "little-round-top", "fredericksburg"),
    ("civilwar", "fog"): ("on", "on", "on", "off"),
    ("civilwar", "hill_guns"): ("off", "on"),
    ("civilwar", "hill_sight"): ("off", "on"),
    ("civilwar", "rally_only_hit"): ("off", "on"),
    ("civilwar", "leader_risk"): ("source", "per_one"),
    ("civilwar", "vp_hexes"): ("live", "end_only", "live"),
    ("civilwar", "morale_die"): ("3-2-1", "2-2-2", "2-2-2"),
    ("civilwar", "bank_ap"): ("off", "off", "on"),
    ("skirmish", "scenario"): ("millrace", "old-sump", "greystep", "split-bridge", "still-mere", "lime-kilns"),
    ("skirmish", "generals"): (1, 3, 2, 4),
    ("skirmish", "enemy"): ("general", "seat"),
    ("skirmish", "strike_back"): ("off", "on", "on"),
    ("skirmish", "shoot_into_melee"): ("on", "off"),
    ("skirmish", "bases_block_sight"): ("on", "on", "off"),
    ("skirmish", "count_fled"): ("on", "off"),
    ("skirmish", "rally"): ("off", "on"),
    ("skirmish", "free_blow"): ("off", "on", "on"),
    ("skirmish", "join_melee"): ("off", "on", "on"),
    ("skirmish", "pickup_reach"): (1, 2, 3),
    ("skirmish", "corrections"): ("auto", "on", "off"),
    ("skirmish", "aftermath"): ("example", "none", "harsh"),
}
MOST_STEPS = 10_000
MOST_STATES = 40
"""The number of states tested in a long game."""

CONTRACTS = (*(definition_of(name) for name in games()), toy_game.GAME)


def option_sets(definition: GameDefinition) -> Iterator[dict[str, str | int]]:
    turns = {
        option.name: IN_TURN[definition.name, option.name]
        for option in definition.options
        if (definition.name, option.name) in IN_TURN
    }
    others = [option for option in definition.options if option.name not in turns]
    for number, chosen in enumerate(product(*(option.values for option in others))):
        in_turn = {name: values[number % len(values)] for name, values in turns.items()}
        yield in_turn | {option.name: value for option, value in zip(others, chosen, strict=True)}


def name_of(game: Game) -> str:
    return "-".join(map(str, (game.name.partition("-")[0], *game.options.values())))


FEW = 2 if numba_version.PLAIN_PYTHON else None
"""The number of option sets of a long game that are played in plain Python."""


def chosen_sets(definition: GameDefinition) -> list[dict[str, str | int]]:
    sets = list(option_sets(definition))
    return sets[:FEW] if definition.compiles_slowly else sets


ALL = [Game(definition, options) for definition in CONTRACTS for options in chosen_sets(definition)]


def each_of(games: Iterable[Game]) -> pytest.MarkDecorator:
    """Make a test for each. One worker runs all of a game (`tests.scheduling`), so that its games are played once."""
    return pytest.mark.parametrize("game", [pytest.param(game, id=name_of(game)) for game in games])


every_game = each_of(ALL)
every_game_as_it_comes = pytest.mark.parametrize("game", [Game(c, {}) for c in CONTRACTS], ids=name_of)
every_game_with_secrets = each_of(
    game for game in ALL if game.definition.has_secrets and game.options.get("fog") != "off"
)
every_game_without_secrets = each_of(game for game in ALL if not game.definition.has_secrets)


@cache
def clauses_of(definition: GameDefinition) -> frozenset[str]:
    """Return the ids of a game's clauses, from its enum."""
    room = toy_game if definition is toy_game.GAME else import_module(f"holdtheline.games.{definition.name}.state")
    enum: type[IntEnum] = room.Clause
    return frozenset(definition.clause_id(clause) for clause in enum)


def seeds_of(game: Game) -> range:
    """Return the games to play: of a long one in plain Python the usual walk; the compiled ones test the ends."""
    return range(1, 2) if numba_version.PLAIN_PYTHON and game.definition.compiles_slowly else range(5)


@cache
def walk(game: Game, seed: int = 1) -> tuple[State, ...]:
    """Return the states of a random game, including the first and the last. Do not change them."""
    random, state = Random(f"{name_of(game)} {seed}"), game.start()
    states = [state.copy()]
    while state.current_player != OVER:
        state.play(random_code(state, random))
        states.append(state.copy())
        assert len(states) < MOST_STEPS
    between = states[1:-1]
    most = 12 if is_large(game) else MOST_STATES
    some = sorted(random.sample(range(len(between)), min(len(between), most)))
    return states[0], *(between[place] for place in some), states[-1]


def random_code(state: State, random: Random) -> int:
    """Return a legal step of any seat that may decide; often the first, which advances the game."""
    seats = [seat for seat in range(len(state.game.seats)) if state.can_move(seat)]
    codes = state.legal_codes(random.choice(seats)) if len(seats) > 1 else state.legal_codes()
    return codes[0] if len(seats) > 1 and random.random() < 0.1 else random.choice(codes)


def is_large(game: Game) -> bool:
    """Return whether its states are so large that only some of them are tested."""
    return game.definition.rules.state.dtype.itemsize > 4096


def all_codes(state: State) -> list[int]:
    """Return the legal steps of every seat that may decide."""
    if state.current_player < 0:
        return state.legal_codes()
    return [code for seat in range(len(state.game.seats)) for code in state.legal_codes(seat)]


def other_codes(state: State, random: Random) -> set[int]:
    """Return codes near the legal ones and far from them; most are illegal."""
    codes = {
        *range(-9, 40),
        *(sign * (1 << bit) + more for sign in (1, -1) for bit in range(3, 63, 3) for more in (-1, 0, 1)),
    }
    legal = state.legal_codes()
    for code in random.sample(legal, min(len(legal), 4)):
        codes |= {code ^ (1 << bit) for bit in range(63)}
        codes |= {code + more for more in (-257, -256, -255, -1, 1, 255, 256, 257)}
    return codes
