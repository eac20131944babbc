"""The numbers of `standard` fit the adjectives of the rulebook (T4.3, T5.2); docs/balance.md has the rest."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from holdtheline.games.towers.ruleset import FOLDER
from holdtheline.games.towers.state import SOLDIERS, TOWERS, unit_name

NUMBERS: dict[str, Any] = tomllib.loads((FOLDER / "standard.toml").read_text())
MISSILE, ROCKET, FROST, BLOCKADE = (NUMBERS[unit_name(unit)] for unit in TOWERS)
SHIELD, RIFLE, BOMB, HORSE = (NUMBERS[unit_name(unit)] for unit in SOLDIERS)
SHOOTERS = (MISSILE, ROCKET, FROST)


@pytest.mark.clause("T4.3")
def test_T4_3_a_missile_has_long_range_and_high_damage_for_one_target() -> None:
    assert all(MISSILE["range"] > one["range"] for one in (ROCKET, FROST))
    assert all(MISSILE["damage"] >= 2 * one["damage"] for one in (ROCKET, FROST))
    assert not MISSILE["whole_cell"]


@pytest.mark.clause("T4.3")
def test_T4_3_a_rocket_has_good_range_and_low_damage_for_a_whole_cell() -> None:
    assert MISSILE["range"] > ROCKET["range"] > FROST["range"]
    assert ROCKET["damage"] == min(one["damage"] for one in SHOOTERS)
    assert ROCKET["whole_cell"]


@pytest.mark.clause("T4.3")
def test_T4_3_frost_has_low_range_and_low_damage_and_freezes() -> None:
    assert all(FROST["range"] < one["range"] for one in (MISSILE, ROCKET))
    assert FROST["damage"] == min(one["damage"] for one in SHOOTERS)
    assert FROST["freezes"]


@pytest.mark.clause("T4.3")
def test_T4_3_a_blockade_cannot_attack_has_very_high_health_and_low_cost() -> None:
    assert BLOCKADE["damage"] == 0
    assert all(BLOCKADE["health"] >= 2 * one["health"] for one in SHOOTERS)
    assert all(BLOCKADE["cost"] < one["cost"] for one in (*SHOOTERS, SHIELD, RIFLE, BOMB, HORSE))


@pytest.mark.clause("T5.2")
def test_T5_2_a_shield_has_little_damage_and_range_and_the_most_health() -> None:
    assert all(SHIELD["health"] > one["health"] for one in (RIFLE, BOMB, HORSE))
    assert all(SHIELD["damage"] < one["damage"] for one in (RIFLE, BOMB, HORSE))
    assert SHIELD["range"] == min(one["range"] for one in (SHIELD, RIFLE, BOMB, HORSE))


@pytest.mark.clause("T5.2")
def test_T5_2_a_rifle_has_long_range_and_high_damage() -> None:
    assert all(RIFLE["range"] > one["range"] for one in (SHIELD, BOMB, HORSE))
    assert all(RIFLE["damage"] > one["damage"] for one in (SHIELD, HORSE))


@pytest.mark.clause("T5.2")
def test_T5_2_a_bomb_is_slow_with_short_range_and_extreme_damage_straight_ahead() -> None:
    assert all(BOMB["moves_every"] > one["moves_every"] for one in (SHIELD, RIFLE, HORSE))
    assert BOMB["range"] == 1
    assert BOMB["front_only"]
    assert all(BOMB["damage"] >= 3 * one["damage"] for one in (SHIELD, RIFLE, HORSE))


@pytest.mark.clause("T5.2")
def test_T5_2_a_horse_has_low_range_and_medium_damage_and_jumps() -> None:
    assert HORSE["range"] < RIFLE["range"]
    assert SHIELD["damage"] < HORSE["damage"] < RIFLE["damage"]
    assert HORSE["jumps"]
