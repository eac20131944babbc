"""A battle that is written is the same when it is read again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdtheline.games.civilwar.scenario.parse import list_scenarios, load_scenario, parse_scenario
from holdtheline.games.civilwar.scenario.serialize import scenario_to_dict, scenario_to_toml
from holdtheline.games.civilwar.state import SEATS


@pytest.mark.parametrize("name", list_scenarios())
def test_a_shipped_battle_is_the_same_after_it_was_written(name: str) -> None:
    battle = load_scenario(name)
    assert parse_scenario(scenario_to_toml(battle), f"{name}.toml") == battle


def test_the_vp_to_win_with_live_are_written_where_they_differ() -> None:
    battle = load_scenario("bull-run")
    union, confederate = battle.vp_to_win
    battle = replace(battle, vp_live=(union + 1, confederate))
    text = scenario_to_toml(battle)
    assert text.count("vp_live") == 1
    assert parse_scenario(text, "bull-run.toml") == battle
    assert [scenario_to_dict(battle)[side]["vp_live"] for side in SEATS] == [union + 1, confederate]


def test_lines_of_a_written_file_can_be_read_without_scrolling() -> None:
    text = scenario_to_toml(load_scenario("bull-run"))
    assert max(map(len, text.splitlines())) <= 110


def test_a_battle_without_place_names_and_special_rules_is_written_without_their_tables() -> None:
    battle = replace(load_scenario("bull-run"), labels=())
    text = scenario_to_toml(battle)
    assert "[names]" not in text
    assert "[special]" not in text
    assert parse_scenario(text, "bull-run.toml") == battle
