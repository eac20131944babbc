"""The engine and its twin play the same plans, and agree on everything after every turn."""

from __future__ import annotations

from random import Random

import pytest

from ..engine_game import Field, PlainField
from ..random_plans import any_plans, any_ruleset, great_plans, with_usual_minds
from ..reference_game import COURSE, STANDARD, Ruleset, Twin

AS_THE_ORIGINAL: Ruleset = {
    **COURSE,
    "income_per": "timestep",
    "gold_for_scorers": True,
    "zero_health_attacks": True,
}


def agree(field: Field, twin: Twin) -> None:
    assert (field.hp, field.gold, field.turn) == (twin.hp, twin.gold, twin.turn)
    assert field.towers == [[tuple(tower) for tower in lane] for lane in twin.towers]
    assert (field.rosters, field.entries) == (twin.rosters, twin.entries)
    assert field.winner == twin.winner
    assert field.frames == [[list(lane) for lane in lanes] for lanes in twin.frames]


def play_both(field: Field, twin: Twin, chance: Random, turns: int) -> None:
    for _ in range(turns):
        plans = any_plans(chance, twin.ruleset["deployment_row"])
        assert field.play_turn(plans) == twin.play_turn(plans)
        agree(field, twin)
        if twin.winner is not None:
            return


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(40))
def test_any_plans_lead_to_the_same_compiled(seed: int) -> None:
    chance = Random(seed)
    ruleset, frost = any_ruleset(chance), chance.choice(["step", "turn"])
    limit, bounty = chance.choice([3, 6, 100]), chance.choice(["price", "price_plus_one"])
    play_both(Field(ruleset, frost, limit, bounty), Twin(ruleset, frost, limit, bounty), chance, 6)


@pytest.mark.parametrize("seed", range(40, 48))
def test_any_plans_lead_to_the_same_plain(seed: int) -> None:
    chance = Random(seed)
    ruleset, frost = any_ruleset(chance), chance.choice(["step", "turn"])
    play_both(PlainField(ruleset, frost), Twin(ruleset, frost), chance, 2)


@pytest.mark.compiled
@pytest.mark.parametrize("ruleset", [AS_THE_ORIGINAL, COURSE, STANDARD], ids=["original", "course", "standard"])
@pytest.mark.parametrize("seed", range(4))
def test_great_armies_fight_the_same_turn_by_turn(ruleset: Ruleset, seed: int) -> None:
    chance = Random(f"great {seed}")
    rich: Ruleset = {**ruleset, "gold": 1000, "hp": 500}
    field, twin = Field(rich), Twin(rich)
    plans = great_plans(chance, ruleset["deployment_row"])
    assert field.play_turn(plans) == twin.play_turn(plans) == []
    agree(field, twin)
    assert [len(roster) for roster in twin.rosters] == [80, 80]
    for _ in range(3):
        plans = with_usual_minds(any_plans(chance, ruleset["deployment_row"]))
        assert field.play_turn(plans) == twin.play_turn(plans)
        agree(field, twin)
