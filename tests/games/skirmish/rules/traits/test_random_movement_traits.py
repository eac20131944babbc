"""Random play over the shipped battles, and over one with every trait of movement, breaks no rule.

The checks are an oracle in plain numbers, which shares nothing with the rules."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.skirmish.rules import moves, sequence_of_play
from holdtheline.games.skirmish.rules.movement import legs
from holdtheline.games.skirmish.rules.moves import MoveKind
from holdtheline.games.skirmish.rules.traits.catalog import CLIMBS
from holdtheline.games.skirmish.scenario.parse import shipped_scenarios
from holdtheline.games.skirmish.scenario.setup import OPTIONS, setup
from holdtheline.games.skirmish.state import (
    IS_GAP,
    MAX_CHARACTERS,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    NEEDS_CLIMBER,
    CharacterStatus,
)

from .....effort import MORE
from ... import cavern_scenario
from ...battle_builder import Stage
from ..test_random_battles import distance_to_hull, fault

CAVERN = CUSTOM_SCENARIO_HEADER + cavern_scenario.TEXT
ROOM = 1e-6


def battle_of(scenario: str, **more: object) -> Stage:
    options = {option.name: option.default for option in OPTIONS}
    return Stage(setup(options | {"scenario": scenario} | more), {})


def hull_of(s: Any, place: int) -> list[tuple[int, int]]:
    numbers = range(s.first_corner[place], s.first_corner[place] + s.corner_count[place])
    return [(int(s.corner_x[n]), int(s.corner_y[n])) for n in numbers]


def trespasser(s: Any) -> str:
    """Return who stands over a gap, or on a cliff without climbing."""
    for piece in range(MAX_CHARACTERS):
        if s.status[piece] != CharacterStatus.STANDS:
            continue
        for place in range(MAX_TERRAIN):
            bits = int(s.terrain_bits[place])
            is_closed = bits & IS_GAP or (bits & NEEDS_CLIMBER and not s.traits[piece] & CLIMBS)
            if s.terrain_kind[place] and is_closed:
                away = distance_to_hull((s.x[piece], s.y[piece]), hull_of(s, place))
                if away < s.radius[piece] + s.terrain_rounding[place] - ROOM:
                    return f"{piece} stands on terrain {place}"
    return ""


def place_of(s: Any, piece: int) -> tuple[int, int]:
    return int(s.x[piece]), int(s.y[piece])


def too_near(s: Any, piece: int, before: tuple[int, int]) -> str:
    """Return the enemy to whom a leg ended too near, or the tether it left."""
    after = place_of(s, piece)
    enemies = range(MAX_PER_SIDE, MAX_CHARACTERS) if piece < MAX_PER_SIDE else range(MAX_PER_SIDE)
    for other in enemies:
        if s.status[other] == CharacterStatus.STANDS and s.fear[other]:
            away = math.dist(after, place_of(s, other))
            least = s.fear[other] + s.radius[piece] + s.radius[other]
            if away < min(least, math.dist(before, place_of(s, other))) - ROOM:
                return f"{piece} is too near to {other}"
    if s.tether[piece]:
        pool = int(s.tether_x[piece]), int(s.tether_y[piece])
        most = max(s.tether[piece] + s.radius[piece], math.dist(before, pool))
        if math.dist(after, pool) > most + ROOM:
            return f"{piece} has gone beyond its tether"
    return ""


@pytest.fixture
def move_counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Check every decision before it is taken and every leg after, and count the decisions by kind."""
    counted: Counter[str] = Counter()
    take, step = sequence_of_play.apply_move, legs.step_to

    def checked_take(s: Any, code: int, log: Any) -> None:
        assert moves.why_not(s, code) == 0
        counted[MoveKind(code >> 40).name] += 1
        take(s, code, log)

    def checked_step(s: Any, x: int, y: int, log: Any) -> None:
        piece = int(s.actor) - 1
        before = place_of(s, piece)
        step(s, x, y, log)
        counted["step"] += 1
        assert too_near(s, piece, before) == ""

    monkeypatch.setattr(sequence_of_play, "apply_move", checked_take)
    monkeypatch.setattr(legs, "step_to", checked_step)
    monkeypatch.setattr(legs, "step_to", checked_step)
    return counted


def play_at_random(battle: Stage, rng: random.Random, most: int, counted: Counter[str]) -> None:
    for number in range(most):
        if battle.phase == "OVER":
            return
        codes = battle.legal_moves()
        assert len(codes) == len(set(codes))
        assert bool(codes) == (battle.phase in ("CHOOSE", "ACTING"))
        for code in codes if number % 6 == 0 else codes[:: max(1, len(codes) // 4)]:
            assert battle.why_not(code) == ""
        counted[battle.phase] += 1
        battle.play(rng.choice(codes) if codes else rng.randint(1, 6))
        assert fault(battle.s) == ""
        assert trespasser(battle.s) == ""


@pytest.mark.clause("K1.3", "K3.4", "K5.1")
@pytest.mark.parametrize("enemy", ["general", "seat"])
@pytest.mark.parametrize("scenario", shipped_scenarios())
def test_nothing_unlawful_happens_in_a_shipped_battle(scenario: str, enemy: str, move_counts: Counter[str]) -> None:
    rng = random.Random(f"{scenario} {enemy}")
    play_at_random(battle_of(scenario, enemy=enemy), rng, 60 * MORE, move_counts)
    assert move_counts["LEG"] > 5


@pytest.mark.clause("K1.3", "K3.4", "K5.1")
@pytest.mark.parametrize("seed", range(2 * MORE))
def test_nor_in_one_with_every_trait_of_moving(seed: int, move_counts: Counter[str]) -> None:
    rng = random.Random(seed)
    battle = battle_of(CAVERN, enemy=("general", "seat")[seed % 2], generals=1 + seed % 3 % 2)
    play_at_random(battle, rng, 400, move_counts)
    assert move_counts["LEG"] > 20
    assert (move_counts["GOAL"], move_counts["CROSS"] > 0) == (1, True)


@pytest.mark.clause("K3.2", "K1.4")
def test_all_of_it_comes_about(move_counts: Counter[str]) -> None:
    """People who leave, arrive, rout in a room; and the battle ends."""
    ends: Counter[int] = Counter()
    for seed in range(2):
        rng = random.Random(seed)
        battle = battle_of(CAVERN, enemy="seat")
        while battle.phase != "OVER":
            codes = battle.legal_moves()
            out = [code for code in codes if code >> 40 == MoveKind.LEAVE]
            battle.play(rng.choice(out or codes) if codes else rng.randint(1, 6))
            assert fault(battle.s) == ""
        ends.update(int(there) for there in battle.s.status)
    assert ends[CharacterStatus.LEFT] > 0
    assert ends[CharacterStatus.WAITS] < ends[CharacterStatus.STANDS]
    assert move_counts["LEAVE"] > 0
