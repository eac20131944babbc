"""The engine and its oracle play the same battles, and agree on every move and every fact at every step."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.game import Game, State
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.civilwar.rules.hex_map import place_in_hex, remove_from_hex
from holdtheline.games.civilwar.rules.moves import MoveKind, move_hex, move_kind
from holdtheline.games.civilwar.scenario.parse import list_scenarios
from holdtheline.games.civilwar.scenario.setup import scenario_from_option
from holdtheline.games.civilwar.state import PIECE_SLOTS, PieceKind

from ....effort import MORE
from ..oracle.battle import Oracle
from ..random_battle import any_battle

CHOICES: dict[str, tuple[str, ...]] = {
    "hill_guns": ("off", "on"),
    "rally_only_hit": ("off", "on"),
    "fire_advance": ("off", "on"),
    "attacker_check": ("off", "on"),
    "leader_risk": ("source", "per_one"),
    "vp_hexes": ("live", "end_only"),
    "morale_die": ("3-2-1", "2-2-2"),
    "hill_sight": ("off", "on"),
    "bank_ap": ("off", "on"),
}
RALLIED = 2  # in the record's `acted`
OFTEN = {MoveKind.END: 0.15, MoveKind.STOP: 0.4, MoveKind.STAY: 0.5, MoveKind.ASSAULT: 3.0}
"""Otherwise armies that move by chance would hardly meet."""
GIVE_WAY = (MoveKind.RETREAT, MoveKind.DISPLACE)
"""Retreats go to occupied hexes where they can: friends in the way, and lone leaders, are rare."""


def any_options(chance: Random) -> dict[str, str]:
    return {name: chance.choice(values) for name, values in CHOICES.items()}


def missing(number: int) -> int | None:
    """Return None for 0, or the number less 1: the record stores optional numbers plus 1."""
    return number - 1 if number else None


def facts_of(state: State) -> dict[str, Any]:
    """Return the record in the form of `Oracle.facts`."""
    s = state.record
    numbers = [number for number in range(PIECE_SLOTS) if s.kind[number]]
    holders = zip(s.victory_hex, s.victory_hex_holder, strict=True)
    sails = s.mover and s.kind[s.mover - 1] == PieceKind.GUNBOAT + 1
    return {
        "phase": int(s.phase),
        "number": int(s.turn),
        "side": int(s.side),
        "ap": int(s.ap),
        "hexes": {number: missing(int(s.hex_of[number])) for number in numbers},
        "strength": {number: int(s.strength[number]) for number in numbers},
        "acted": {number for number in numbers if s.acted[number] and s.hex_of[number]},
        "rallied": {number for number in numbers if s.acted[number] == RALLIED and s.hex_of[number]},
        "shown": {number for number in numbers if s.revealed[number]},
        "struck": {number for number in numbers if s.attacked[number] and s.hex_of[number]},
        "waiting": {number: int(s.entry_turn[number]) for number in numbers if s.entry_turn[number]},
        "holders": {int(hex_) - 1: missing(int(holder)) for hex_, holder in holders if hex_},
        "kills": [int(kills) for kills in s.elimination_vp],
        "lost": [int(lost) for lost in s.leaders_lost],
        "mover": missing(int(s.mover)),
        "along": missing(int(s.mover_leader)),
        "hexes of a gunboat left": int(s.steps_left) if sails else None,
    }


def difference(state: State, oracle: Oracle) -> str:
    """Return where the two disagree, the engine first ("": nowhere)."""
    if state.turn != oracle.turn:
        return f"turn: {state.turn}, {oracle.turn}"
    codes, moves = state.codes(), oracle.moves()
    if len(codes) != len(set(codes)):
        return "the engine lists a move twice"
    if set(codes) != moves:
        mine, yours = describe_codes(set(codes) - moves), describe_codes(moves - set(codes))
        return f"only the engine: {mine}; only the oracle: {yours}"
    facts, oracle_facts = flat(facts_of(state)), flat(oracle.facts())
    return "; ".join(
        f"{fact}: {facts.get(fact)}, {oracle_facts.get(fact)}"
        for fact in sorted({*facts, *oracle_facts})
        if facts.get(fact) != oracle_facts.get(fact)
    )


def flat(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts one by one, those of a piece or a hex with its number."""
    single = {name: fact for name, fact in facts.items() if not isinstance(fact, dict)}
    return single | {
        f"{name} of {of}": one for name, fact in facts.items() if isinstance(fact, dict) for of, one in fact.items()
    }


def describe_codes(codes: set[int]) -> list[str]:
    return [f"{MoveKind(move_kind(code)).name} {code >> 8 & 255} {move_hex(code)}" for code in sorted(codes)]


def any_step(oracle: Oracle, chance: Random) -> int:
    """Choose a random kind of move, then one of that kind; half of all moves go towards an enemy."""
    codes = sorted(oracle.moves())
    if oracle.turn == CHANCE:
        return chance.choice(codes)
    kinds = sorted({move_kind(code) for code in codes})
    kind = chance.choices(kinds, [OFTEN.get(MoveKind(kind), 1.0) for kind in kinds])[0]
    codes = [code for code in codes if move_kind(code) == kind]
    enemies = [p.hex for p in oracle.pieces.values() if p.side != oracle.side and p.hex is not None]
    if kind in (MoveKind.GO, MoveKind.GO_WITH, MoveKind.STEP) and enemies and chance.random() < 0.5:
        return min(codes, key=lambda code: min(oracle.field.hexes.apart(move_hex(code), e) for e in enemies))
    rare = [code for code in codes if kind in GIVE_WAY and oracle.field.in_hex(move_hex(code))]
    return chance.choice(rare if rare and chance.random() < 0.7 else codes)


def scatter(state: State, oracle: Oracle, chance: Random) -> None:
    """Move half of the leaders away from their units, each to an empty hex."""
    leaders = [piece for piece in oracle.pieces.values() if piece.leads and piece.hex is not None]
    for leader in chance.sample(leaders, (len(leaders) + 1) // 2):
        leader.hex = chance.choice([h for h in oracle.field.hexes.all if oracle.field.is_empty(leader, h)])
        remove_from_hex(state.record, leader.number)
        place_in_hex(state.record, leader.number, leader.hex)


def play_both(scenario: str, seed: int, options: dict[str, str], *, plain: bool, scattered: bool = False) -> None:
    """Play a battle (a name or the text of a file) on both, and compare them after each step."""
    chance = Random(f"{scenario} {seed}")
    game: Game = load("civilwar", plain=plain, scenario=scenario, **options)
    state, oracle, steps = game.start(), Oracle(scenario_from_option(str(game.options["scenario"])), options), 0
    if scattered:
        scatter(state, oracle, chance)
    while True:
        wrong = difference(state, oracle)
        assert not wrong, f"{scenario}\nseed {seed}, step {steps}, {options}: {wrong}"
        if oracle.turn == OVER:
            break
        step = any_step(oracle, chance)
        (oracle.roll if oracle.turn == CHANCE else oracle.play)(step)
        state.play(step)
        steps += 1
    assert state.outcome is not None
    assert state.outcome.scores == (oracle.result(0), oracle.result(1))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(MORE))
@pytest.mark.parametrize("name", list_scenarios())
def test_a_battle_goes_the_same_way_compiled(name: str, seed: int) -> None:
    play_both(name, seed, any_options(Random(seed)) if seed else {}, plain=False)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(20 * MORE))
def test_any_battle_goes_the_same_way_compiled(seed: int) -> None:
    chance = Random(f"compiled {seed}")
    play_both(
        CUSTOM_SCENARIO_HEADER + any_battle(chance),
        seed,
        any_options(chance),
        plain=False,
        scattered=seed % 2 == 1,
    )


@pytest.mark.parametrize("name", list_scenarios())
def test_a_battle_goes_the_same_way_plain(name: str) -> None:
    play_both(name, 100, any_options(Random(name)), plain=True)


@pytest.mark.parametrize("seed", range(8))
def test_any_battle_goes_the_same_way_plain(seed: int) -> None:
    chance = Random(f"plain {seed}")
    play_both(
        CUSTOM_SCENARIO_HEADER + any_battle(chance),
        seed,
        any_options(chance),
        plain=True,
        scattered=seed % 2 == 1,
    )
