"""Battles composed from a scene and its travellers (K6.3)."""

from __future__ import annotations

import pytest

from holdtheline.campaign.entries import ItemHandedOver, OptionChosen, TravellersChosen
from holdtheline.campaign.state import CampaignState
from holdtheline.campaign.story.files import parse_texts
from holdtheline.core.scenarios.campaign_battles import Outcome
from holdtheline.games.skirmish.rules.traits.catalog import Trait
from holdtheline.games.skirmish.scenario.model import Character, Scenario, Side, find_trait
from holdtheline.games.skirmish.scenario.parse import parse_scenario
from holdtheline.games.skirmish.scenario.serialize import scenario_to_toml
from holdtheline.games.skirmish.scenario.setup import OPTIONS, setup
from holdtheline.games.skirmish.state import MAX_CHARACTERS

from ....campaign.lantern_road import (
    BURR,
    HASK,
    ODA,
    ORLA,
    PIM,
    WENNA,
    after,
    at_the_barn,
    at_the_fork,
    at_the_lamp,
    changed,
    start,
    texts,
)


def ford(*who: str, state: CampaignState | None = None) -> Scenario:
    return after(state or start(), TravellersChosen(who)).battle().scenario


def lamp(state: CampaignState) -> Scenario:
    return after(state, TravellersChosen(tuple(state.company.able))).battle().scenario


def friends(scenario: Scenario) -> list[str]:
    return [one.name for one in scenario.of_side(Side.FRIENDS)]


def find_character(scenario: Scenario, name: str) -> Character:
    return next(one for one in scenario.characters if one.name == name)


@pytest.mark.clause("K6.3")
def test_those_who_travel_take_the_places_of_the_files_friends_in_order() -> None:
    scenario = ford(PIM, ODA)
    assert friends(scenario) == [PIM, ODA]
    assert [find_character(scenario, name).point for name in (PIM, ODA)] == [(8000, 3000), (10_000, 3000)]
    assert [one.name for one in scenario.companies] == ["The Walkers", "The Boars", "The Reeds"]
    assert find_trait(scenario.companies[0].traits, Trait.LIES)  # as the book of the company says


def test_a_traveller_brings_his_card_his_traits_his_item_and_his_general() -> None:
    scenario = ford(ODA, HASK, PIM)
    assert find_character(scenario, HASK).card.name == "Hask"
    assert (find_character(scenario, ODA).general, find_character(scenario, PIM).general) == (1, 0)
    assert find_trait(find_character(scenario, PIM).traits, Trait.CLIMBS)
    saves = find_trait(find_character(scenario, HASK).traits, Trait.SAVES)
    assert saves
    assert (saves.number(), saves.name(1)) == (4, "Salt lamp")
    assert find_trait(find_character(scenario, ODA).traits, Trait.SAVES) is None


def test_a_scar_changes_the_card_and_a_wound_is_marked() -> None:
    state = at_the_fork(at_the_barn(Outcome.LOST, felled=[HASK], faces=[4]))
    hask = find_character(lamp(at_the_lamp(state, (ODA, HASK, WENNA))), HASK)
    assert (hask.card.move, hask.card.attack, hask.card.defence) == (3500, 1, 2)
    wenna = find_character(lamp(at_the_lamp(state, (ODA, HASK, WENNA))), WENNA)
    assert wenna.wounds == 1


def test_a_bane_counts_only_where_that_enemy_stands() -> None:
    state = after(at_the_barn(), ItemHandedOver("Boar spear", ODA))
    here = find_character(lamp(at_the_lamp(at_the_fork(state))), ODA)
    bane = find_trait(here.traits, Trait.BANE)
    assert bane
    assert bane.values == ("Grey Boar", 2, 1, "Boar spear")
    slain = after(at_the_barn(slain=["Grey Boar"]), ItemHandedOver("Boar spear", ODA))
    there = find_character(lamp(at_the_lamp(at_the_fork(slain))), ODA)
    assert find_trait(there.traits, Trait.BANE) is None


def test_a_traveller_who_replaces_a_late_arrival_arrives_late() -> None:
    state = at_the_fork(at_the_barn(ending="Bell saved"))
    scenario = lamp(at_the_lamp(state, (ODA, HASK, PIM)))
    assert [bool(find_trait(one.traits, Trait.ARRIVES)) for one in scenario.of_side(Side.FRIENDS)][:3] == [False] * 3
    four = after(state, OptionChosen("By the dyke"), TravellersChosen((ORLA, ODA, HASK, PIM)))
    late = [one.name for one in four.battle().scenario.characters if find_trait(one.traits, Trait.ARRIVES)]
    assert late == [PIM]


def test_guests_fight_unless_they_have_joined() -> None:
    without = lamp(at_the_lamp(at_the_fork(at_the_barn())))
    assert friends(without)[-2:] == [ORLA, "Mother Agate"]
    joined = at_the_lamp(at_the_fork(at_the_barn(ending="Bell saved")), (ODA, HASK))
    assert friends(lamp(joined)) == [ODA, HASK, "Mother Agate"]  # Orla has joined and stayed behind


def test_a_recruit_belongs_to_the_same_company_as_the_others() -> None:
    sisters = at_the_lamp(at_the_fork(at_the_barn(ending="Bell saved")), (ODA, ORLA))
    scenario = lamp(sisters)
    assert find_character(scenario, ORLA).company == find_character(scenario, ODA).company


def test_nothing_names_a_character_who_is_not_there() -> None:
    scenario = ford(ODA, PIM)
    bell, echo = scenario.objectives
    assert find_trait(bell.traits, Trait.CARRIERS).names() == ("friends",)  # type: ignore[union-attr]
    assert find_trait(echo.traits, Trait.CARRIERS).names() == ("The Walkers",)  # type: ignore[union-attr]
    assert [one.name for one in scenario.endings] == ["Bell saved", ""]  # Ketta Marl is not there to fall
    assert scenario.endings[1].count == 2  # not more than there are
    slain = lamp(at_the_lamp(at_the_fork(at_the_barn(slain=["Grey Boar"]))))
    assert find_trait(slain.traits, Trait.ORDER).names() == ("Moth",)  # type: ignore[union-attr]
    assert find_trait(slain.companies[-1].traits, Trait.ROUTS_WITHOUT) is None


def test_losses_of_a_company_are_not_more_than_it_has() -> None:
    tale = changed('battle = "lamp"\nwho = "all"\nreplaces = ["The Lamplighters"]', 'battle = "ford"\nwho = "all"')
    again = at_the_lamp(at_the_fork(at_the_barn(slain=["Young Boar"], tale=tale)))
    scenario = lamp(again)
    boars = next(one for one in scenario.companies if one.name == "The Boars")
    assert find_trait(boars.traits, Trait.ROUTS_AT).number() == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("who", [(ODA,), (ODA, HASK), (PIM, ODA, HASK), (WENNA, ODA, PIM)])
def test_a_composed_battle_is_the_same_after_writing_and_reading(who: tuple[str, ...]) -> None:
    scenario = ford(*who)
    assert parse_scenario(scenario_to_toml(scenario), "ford.toml") == scenario


def test_a_composed_battle_with_scars_and_guests_is_the_same_after_writing_and_reading() -> None:
    state = at_the_fork(at_the_barn(Outcome.LOST, felled=[HASK], faces=[4]), face=6)
    scenario = lamp(at_the_lamp(state, (ODA, HASK, BURR)))
    assert parse_scenario(scenario_to_toml(scenario), "lamp.toml") == scenario
    assert find_trait(find_character(scenario, HASK).traits, Trait.SCAR)


def test_two_different_cards_of_one_name_are_told_apart() -> None:
    words = texts().story.replace('name = "Stray dog"', 'name = "Boar"')
    words = words.replace('card = "Stray dog"\nname = "Burr"\njoins = "later"', 'card = "Boar"\nname = "Burr"')
    tale = parse_texts(texts()._replace(story=words.replace('recruit = ["Burr"]', 'set = ["x"]')))
    state = after(start(tale), TravellersChosen((ODA, BURR)))
    scenario = state.battle().scenario
    assert find_character(scenario, BURR).card.name == "Boar"
    assert find_character(scenario, "Grey Boar").card.name != "Boar"
    assert parse_scenario(scenario_to_toml(scenario), "ford.toml") == scenario


def test_the_options_of_a_battle_can_be_set_up() -> None:
    state = after(start(generals=4), TravellersChosen((ODA, HASK)))
    options = state.battle_options()
    assert options["generals"] == 2
    assert options["strike_back"] == "on"
    full = {option.name: option.parse(options.get(option.name, option.default)) for option in OPTIONS}
    assert len(setup(full)) > MAX_CHARACTERS
