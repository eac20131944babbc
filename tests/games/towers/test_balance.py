"""The numbers of `standard` fit the adjectives of the rulebook (T4.3, T5.2); `balance.md` of the docs has the rest."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from holdtheline.games.towers.ruleset import RULESET_FOLDER
from holdtheline.games.towers.state import SOLDIERS, TOWERS, unit_name
from holdtheline.games.towers.text.names import unit_words

NUMBERS: dict[str, Any] = tomllib.loads((RULESET_FOLDER / "standard.toml").read_text())
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


# The page

PAGE = (Path(__file__).parents[3] / "docs" / "explanation" / "balance.md").read_text(encoding="utf-8")


def row_of(words: str) -> list[str]:
    (row,) = re.findall(rf"^\| {re.escape(words)} \|(.*)\|$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in row.split("|")]


def shares(words: str) -> list[int]:
    return [int(cell.removesuffix("%")) for cell in row_of(words)]


@pytest.mark.parametrize("unit", [*TOWERS, *SOLDIERS])
def test_the_page_has_the_numbers_of_the_ruleset(unit: int) -> None:
    numbers = NUMBERS[unit_name(unit)]
    expected = [numbers[name] for name in ("cost", "health", "range", "damage")]
    if not numbers["damage"]:
        expected[2:] = ["–", "–"]
    assert row_of(unit_words(unit))[:4] == [str(number) for number in expected]
    assert f"Both start with {NUMBERS['gold']} gold and {NUMBERS['hp']} HP." in PAGE


def test_the_page_says_of_its_tables_what_is_in_them() -> None:
    least, missed = min(shares("in some best reply")), min(shares("in every best reply"))
    assert least > 0
    assert f"a best reply to at least {least} % of the field, and without it one does worse against" in PAGE
    assert f"at least {missed} %. With the first" in PAGE
    openings = re.findall(r"^\| (.+); (.+) \| (\d+) % \| (\d+) % \|$", PAGE, re.MULTILINE)
    assert f"The {len(openings)} openings of the mix" in PAGE
    assert f"No opening of the mix scores more than {max(int(one[3]) for one in openings)} %" in PAGE
    assert abs(sum(int(one[2]) for one in openings) - 100) <= len(openings) // 2
    bare = [
        sum("no soldiers" in army for army, *_ in openings),
        sum("no towers" in one[1] for one in openings),
    ]
    words = ("none", "one", "two", "three", "four", "five", "six")
    assert f"{words[bare[0]]} have no soldiers and {words[bare[1]]} no towers" in PAGE
