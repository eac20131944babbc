"""The games that the contract suite plays: every game with its options, and the toy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from importlib import import_module
from itertools import product
from random import Random

import pytest

from holdtheline.core import kernel
from holdtheline.core.catalog import contract_of, games
from holdtheline.core.contract import OVER, Contract
from holdtheline.core.game import Game, State

from . import toy

# Options of which there are too many values: they come in turn, not with every combination.
IN_TURN: dict[tuple[str, str], tuple[str | int, ...]] = {
    ("siege", "mode"): ("easy", "normal", "hard", "scouts", 6),
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
    ("skirmish", "scenario"): ("millrace", "old-sump", "greystep"),
    ("skirmish", "generals"): (1, 3, 2, 4),
    ("skirmish", "enemy"): ("general", "seat"),
    ("skirmish", "strike_back"): ("off", "on", "on"),
    ("skirmish", "shoot_into_melee"): ("on", "off"),
    ("skirmish", "bases_block_sight"): ("on", "on", "off"),
    ("skirmish", "count_fled"): ("on", "off"),
    ("skirmish", "rally"): ("off", "on"),
    ("skirmish", "free_blow"): ("off", "on", "on"),
    ("skirmish", "pickup_reach"): (1, 2, 3),
    ("skirmish", "aftermath"): ("example", "none", "harsh"),
}
MOST_STEPS = 10_000
MOST_STATES = 40
"""Of a long game only so many are looked at."""

CONTRACTS = (*(contract_of(name) for name in games()), toy.CONTRACT)


def option_sets(contract: Contract) -> Iterator[dict[str, str | int]]:
    turns = {
        option.name: IN_TURN[contract.name, option.name]
        for option in contract.options
        if (contract.name, option.name) in IN_TURN
    }
    others = [option for option in contract.options if option.name not in turns]
    for number, chosen in enumerate(product(*(option.values for option in others))):
        in_turn = {name: values[number % len(values)] for name, values in turns.items()}
        yield in_turn | {option.name: value for option, value in zip(others, chosen, strict=True)}


def name_of(game: Game) -> str:
    return "-".join(map(str, (game.name.partition("-")[0], *game.options.values())))


FEW = 2 if kernel.PLAIN else None
"""Of the sets of options of a long game only so many are played in plain Python."""


def chosen_sets(contract: Contract) -> list[dict[str, str | int]]:
    sets = list(option_sets(contract))
    return sets[:FEW] if contract.takes_long else sets


ALL = [Game(contract, options) for contract in CONTRACTS for options in chosen_sets(contract)]


def each_of(games: Iterable[Game]) -> pytest.MarkDecorator:
    """A test for each; of a long game all are for one worker, so that its walks are taken once."""
    chosen = [
        pytest.param(
            game,
            id=name_of(game),
            marks=[pytest.mark.xdist_group(f"{game.name} {ALL.index(game)}")] * game.contract.takes_long,
        )
        for game in games
    ]
    return pytest.mark.parametrize("game", chosen)


every_game = each_of(ALL)
every_game_as_it_comes = pytest.mark.parametrize("game", [Game(c, {}) for c in CONTRACTS], ids=name_of)
every_game_with_secrets = each_of(
    game for game in ALL if game.contract.has_secrets and game.options.get("fog") != "off"
)
every_game_without_secrets = each_of(game for game in ALL if not game.contract.has_secrets)


@cache
def clauses_of(contract: Contract) -> frozenset[str]:
    """The ids of a game's clauses, from the enum beside its record."""
    room = toy if contract is toy.CONTRACT else import_module(f"holdtheline.games.{contract.name}.state")
    enum: type[IntEnum] = room.Clause
    return frozenset(contract.clause_id(clause) for clause in enum)


def seeds_of(game: Game) -> range:
    """Of a long game, fewer in plain Python: that they end is seen by the compiled ones."""
    return range(2 if kernel.PLAIN and game.contract.takes_long else 5)


@cache
def walk(game: Game, seed: int = 1) -> tuple[State, ...]:
    """The states of a random game, the first and the last with them. Do not change them."""
    random, state = Random(f"{name_of(game)} {seed}"), game.start()
    states = [state.copy()]
    while state.turn != OVER:
        state.play(random_code(state, random))
        states.append(state.copy())
        assert len(states) < MOST_STEPS
    between = states[1:-1]
    most = 12 if is_large(game) else MOST_STATES
    some = sorted(random.sample(range(len(between)), min(len(between), most)))
    return states[0], *(between[place] for place in some), states[-1]


def random_code(state: State, random: Random) -> int:
    """A legal step of anybody who may decide; often the first in the list, which is the one that goes on."""
    seats = [seat for seat in range(len(state.game.seats)) if state.can_move(seat)]
    codes = state.codes(random.choice(seats)) if len(seats) > 1 else state.codes()
    return codes[0] if len(seats) > 1 and random.random() < 0.1 else random.choice(codes)


def is_large(game: Game) -> bool:
    """Whether its states are so large that only some of them are looked at."""
    return game.contract.dtype.itemsize > 4096


def all_codes(state: State) -> list[int]:
    """The legal steps of everybody who may decide."""
    if state.turn < 0:
        return state.codes()
    return [code for seat in range(len(state.game.seats)) for code in state.codes(seat)]


def other_codes(state: State, random: Random) -> set[int]:
    """Codes around the legal ones and far from them: most are not legal."""
    codes = {
        *range(-9, 40),
        *(sign * (1 << bit) + more for sign in (1, -1) for bit in range(3, 63, 3) for more in (-1, 0, 1)),
    }
    legal = state.codes()
    for code in random.sample(legal, min(len(legal), 4)):
        codes |= {code ^ (1 << bit) for bit in range(63)}
        codes |= {code + more for more in (-257, -256, -255, -1, 1, 255, 256, 257)}
    return codes
