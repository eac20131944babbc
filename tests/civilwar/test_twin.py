"""The engine and its twin play the same battles, and agree on every move and every fact at every step."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.contract import CHANCE, OVER
from holdtheline.core.game import Game, State
from holdtheline.games.civilwar.battle import Kind
from holdtheline.games.civilwar.ground import lift, put
from holdtheline.games.civilwar.moves import Do, do_of, hex_of
from holdtheline.games.civilwar.scenario import shipped
from holdtheline.games.civilwar.scenarios import MARK, scenario_named
from holdtheline.games.civilwar.state import PIECES

from ..study import MORE
from .any_battle import any_battle
from .twin import Twin

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
OFTEN = {Do.END: 0.15, Do.STOP: 0.4, Do.STAY: 0.5, Do.ASSAULT: 3.0}
"""Otherwise armies that move by chance would hardly meet."""
GIVE_WAY = (Do.RETREAT, Do.DISPLACE)
"""They go where somebody is, where they can: friends in the way, and lone leaders, are rare."""


def any_options(chance: Random) -> dict[str, str]:
    return {name: chance.choice(values) for name, values in CHOICES.items()}


def missing(number: int) -> int | None:
    """The record adds 1 to what may be missing."""
    return number - 1 if number else None


def facts_of(state: State) -> dict[str, Any]:
    """The record in the words of `Twin.facts`."""
    s = state.record
    numbers = [number for number in range(PIECES) if s.kind[number]]
    holders = zip(s.point_hex, s.point_holder, strict=True)
    sails = s.mover and s.kind[s.mover - 1] == Kind.GUNBOAT + 1
    return {
        "phase": int(s.phase),
        "number": int(s.number),
        "side": int(s.side),
        "ap": int(s.ap),
        "hexes": {number: missing(int(s.at[number])) for number in numbers},
        "strength": {number: int(s.strength[number]) for number in numbers},
        "acted": {number for number in numbers if s.acted[number] and s.at[number]},
        "rallied": {number for number in numbers if s.acted[number] == RALLIED and s.at[number]},
        "shown": {number for number in numbers if s.shown[number]},
        "struck": {number for number in numbers if s.struck[number] and s.at[number]},
        "waiting": {number: int(s.due[number]) for number in numbers if s.due[number]},
        "holders": {int(hex_) - 1: missing(int(holder)) for hex_, holder in holders if hex_},
        "kills": [int(kills) for kills in s.kills],
        "lost": [int(lost) for lost in s.lost],
        "mover": missing(int(s.mover)),
        "along": missing(int(s.along)),
        "hexes of a gunboat left": int(s.steps) if sails else None,
    }


def difference(state: State, twin: Twin) -> str:
    """In what the two disagree, the engine first, or nothing."""
    if state.turn != twin.turn:
        return f"turn: {state.turn}, {twin.turn}"
    codes, moves = state.codes(), twin.moves()
    if len(codes) != len(set(codes)):
        return "the engine tells a move twice"
    if set(codes) != moves:
        return f"only the engine: {told(set(codes) - moves)}; only the twin: {told(moves - set(codes))}"
    facts, twins = flat(facts_of(state)), flat(twin.facts())
    return "; ".join(
        f"{fact}: {facts.get(fact)}, {twins.get(fact)}"
        for fact in sorted({*facts, *twins})
        if facts.get(fact) != twins.get(fact)
    )


def flat(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts one by one, those of a piece or a hex with its number."""
    single = {name: fact for name, fact in facts.items() if not isinstance(fact, dict)}
    return single | {
        f"{name} of {of}": one
        for name, fact in facts.items()
        if isinstance(fact, dict)
        for of, one in fact.items()
    }


def told(codes: set[int]) -> list[str]:
    return [f"{Do(do_of(code)).name} {code >> 8 & 255} {hex_of(code)}" for code in sorted(codes)]


def any_step(twin: Twin, chance: Random) -> int:
    """A kind of move by chance, then one of them; half of all moves go towards an enemy."""
    codes = sorted(twin.moves())
    if twin.turn == CHANCE:
        return chance.choice(codes)
    kinds = sorted({do_of(code) for code in codes})
    kind = chance.choices(kinds, [OFTEN.get(Do(kind), 1.0) for kind in kinds])[0]
    codes = [code for code in codes if do_of(code) == kind]
    enemies = [p.hex for p in twin.pieces.values() if p.side != twin.side and p.hex is not None]
    if kind in (Do.GO, Do.GO_WITH, Do.STEP) and enemies and chance.random() < 0.5:
        return min(codes, key=lambda code: min(twin.field.hexes.apart(hex_of(code), e) for e in enemies))
    rare = [code for code in codes if kind in GIVE_WAY and twin.field.in_hex(hex_of(code))]
    return chance.choice(rare if rare and chance.random() < 0.7 else codes)


def scatter(state: State, twin: Twin, chance: Random) -> None:
    """Half of the leaders ride away from their units, each to an empty hex."""
    leaders = [piece for piece in twin.pieces.values() if piece.leads and piece.hex is not None]
    for leader in chance.sample(leaders, (len(leaders) + 1) // 2):
        leader.hex = chance.choice([h for h in twin.field.hexes.all if twin.field.is_empty(leader, h)])
        lift(state.record, leader.number)
        put(state.record, leader.number, leader.hex)


def play_both(
    scenario: str, seed: int, options: dict[str, str], *, plain: bool, scattered: bool = False
) -> None:
    """A shipped battle by its name, or the text of one."""
    chance = Random(f"{scenario} {seed}")
    game: Game = load("civilwar", plain=plain, scenario=scenario, **options)
    state, twin, steps = game.start(), Twin(scenario_named(str(game.options["scenario"])), options), 0
    if scattered:
        scatter(state, twin, chance)
    while True:
        wrong = difference(state, twin)
        assert not wrong, f"{scenario}\nseed {seed}, step {steps}, {options}: {wrong}"
        if twin.turn == OVER:
            break
        step = any_step(twin, chance)
        (twin.roll if twin.turn == CHANCE else twin.play)(step)
        state.play(step)
        steps += 1
    assert state.outcome is not None
    assert state.outcome.scores == (twin.result(0), twin.result(1))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(MORE))
@pytest.mark.parametrize("name", shipped())
def test_a_battle_goes_the_same_way_compiled(name: str, seed: int) -> None:
    play_both(name, seed, any_options(Random(seed)) if seed else {}, plain=False)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(20 * MORE))
def test_any_battle_goes_the_same_way_compiled(seed: int) -> None:
    chance = Random(f"compiled {seed}")
    play_both(MARK + any_battle(chance), seed, any_options(chance), plain=False, scattered=seed % 2 == 1)


@pytest.mark.parametrize("name", shipped())
def test_a_battle_goes_the_same_way_plain(name: str) -> None:
    play_both(name, 100, any_options(Random(name)), plain=True)


@pytest.mark.parametrize("seed", range(8))
def test_any_battle_goes_the_same_way_plain(seed: int) -> None:
    chance = Random(f"plain {seed}")
    play_both(MARK + any_battle(chance), seed, any_options(chance), plain=True, scattered=seed % 2 == 1)
