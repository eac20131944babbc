"""The traits of the campaign The Tongue of the Bell: their fields in the state, and their faults in files."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.games.skirmish.campaign.company import CampaignCompany, CampaignTraveller, Fighter
from holdtheline.games.skirmish.campaign.compose import compose_battle
from holdtheline.games.skirmish.cards.card_books import load_book
from holdtheline.games.skirmish.rules.traits.catalog import NEVER_ROUTS, Trait
from holdtheline.games.skirmish.rules.traits.target_filters import is_avoided, is_preferred
from holdtheline.games.skirmish.scenario.model import Scenario, find_trait
from holdtheline.games.skirmish.scenario.parse import load_scenario, parse_scenario
from holdtheline.games.skirmish.scenario.serialize import scenario_to_toml
from holdtheline.games.skirmish.state import (
    IS_ENEMIES_EXIT,
    IS_FRIENDS_EXIT,
    AiLine,
    ObjectiveStatus,
    RoutRule,
    SkirmishState,
)
from holdtheline.games.skirmish.view.board import character_label
from holdtheline.games.skirmish.view.scene import build_figures

from ..footbridge_scenario import refusals, spoiled

MARREC, QUILL, WICK = 0, 3, 5


def started(name: str) -> SkirmishState:
    record = load("skirmish", plain=True, scenario=name).start().record
    assert isinstance(record, SkirmishState)
    return record


def test_doors_gaps_and_companies_of_the_split_bridge_become_numbers() -> None:
    s = started("split-bridge")
    assert (s.enclosed, s.door_exits) == (1, IS_FRIENDS_EXIT | IS_ENEMIES_EXIT)
    assert [int(bits) for bits in s.terrain_bits[2:4]] == [IS_FRIENDS_EXIT, IS_ENEMIES_EXIT]
    assert (list(s.terrain_roll[:2]), list(s.terrain_fall[:2])) == ([3, 3], [1, 1])
    assert (s.company_rout_rule[1], s.company_breaks_at[1], s.company_needs_leader[1]) == (RoutRule.NO_TEST, 5, 1)
    assert s.company_max_held[1] == 1


def test_filters_of_the_split_bridge_name_the_founder_on_their_lines() -> None:
    s = started("split-bridge")
    thrower, hook = 37, 33
    assert [line for line in AiLine if is_avoided(s, thrower, WICK, line)] == [AiLine.SHOOT, AiLine.MOVE_AND_SHOOT]
    assert [line for line in AiLine if is_preferred(s, hook, WICK, line)] == [AiLine.CHARGE, AiLine.SEEK_ENEMY]
    assert not any(is_avoided(s, thrower, QUILL, line) or is_preferred(s, hook, QUILL, line) for line in AiLine)


def test_things_are_in_their_bearers_hands_and_numbers_at_the_start() -> None:
    s = started("still-mere")
    assert (s.fear[QUILL], s.pace[WICK], s.pace[QUILL]) == (1500, 4000, 7000)
    assert [int(status) for status in s.objective_status[:2]] == [ObjectiveStatus.CARRIED] * 2
    assert (s.objective_x[0], s.objective_y[0]) == (s.x[QUILL], s.y[QUILL])
    s = started("lime-kilns")
    assert (s.wears[MARREC], s.carries[MARREC], s.defence[MARREC]) == (65, 0, 2)
    assert s.traits[MARREC] & NEVER_ROUTS
    assert s.start_roll[41] == 0x340021  # stays, half move, acts, acts, rages, double move, from the lowest bits


def test_people_read_what_a_character_wears() -> None:
    assert character_label(started("lime-kilns"), MARREC).endswith(", wears Founder's ring")
    assert build_figures(started("lime-kilns"))[MARREC].states == ["wears Founder's ring"]


def test_people_read_a_loan_and_a_limit_in_words() -> None:
    kilns, bridge = load_scenario("lime-kilns"), load_scenario("split-bridge")
    ring = find_trait(kilns.objectives[0].traits, Trait.LENDS)
    assert ring is not None
    assert ring.sentence == "Its bearer has: defence +1, never routs."
    torch = find_trait(load_scenario("still-mere").objectives[0].traits, Trait.LENDS)
    assert torch is not None
    assert torch.sentence == "Its bearer has: fear 1.5 inches."
    limits = [find_trait(one.companies[1].traits, Trait.COMPANY_CARRIES) for one in (bridge, kilns)]
    assert [limit.sentence for limit in limits if limit] == [
        "Together they hold and carry at most 1 character at a time.",
        "Together they hold and carry at most 2 characters at a time.",
    ]


@pytest.mark.parametrize("name", ["split-bridge", "still-mere", "lime-kilns"])
def test_a_scene_is_written_as_it_was_read(name: str) -> None:
    scenario = load_scenario(name)
    assert parse_scenario(scenario_to_toml(scenario), f"{name}.toml") == scenario


FAULTS = [
    ("traits = { crossed_on = 3 }", "traits = { crossed_on = 3, falls_on = 3 }", "crossed_on, with a higher face"),
    ("traits = { crossed_on = 3 }", "traits = { falls_on = 1 }", "crossed_on, with a higher face"),
    ("rect = [10, 22, 4, 2]", 'rect = [10, 22, 4, 2]\ntraits = { exit_for = "both" }', "'friends' or 'enemy'"),
    ("traits = { routs_at = 2 }", "traits = { breaks_at = 9 }", "has only 2 characters"),
    ("stays = true", 'stays = true\ntraits = { borne_by = "Nan" }', "no character is called 'Nan'"),
    ("stays = true", 'stays = true\ntraits = { lends = { traits = ["grabs"] } }', "a list of different traits"),
    ("stays = true", "stays = true\ntraits = { lends = { fear = 0 } }", "`fear` must be"),
    ("facing = 270", 'facing = 270\ntraits = { avoids = { names = ["Wolf"] } }', "no friend, company of friends"),
    (
        "facing = 270",
        'facing = 270\ntraits = { prefers = { names = ["Ann"], lines = ["fight"] } }',
        "it makes no choice on the line 'fight'",
    ),
    ("facing = 270", 'facing = 270\ntraits = { start_roll = ["acts"] }', "a list of 6 results, one for each face"),
    (
        "facing = 270",
        'facing = 270\ntraits = { start_roll = ["acts", "acts", "acts", "acts", "acts", "acts"] }',
        "at least one face must bring something else",
    ),
    ("facing = 270", 'facing = 270\ntraits = { drowns_in = "Pond" }', "it also needs the trait drowns"),
    ("facing = 270", 'facing = 270\ntraits = { returns_to = "Gate" }', "it also needs the trait grabs"),
]


@pytest.mark.parametrize(("old", "new", "expected"), FAULTS)
def test_a_wrong_trait_is_reported(old: str, new: str, expected: str) -> None:
    assert expected in " ".join(refusals(spoiled(old, new)))


def test_an_ending_by_captives_needs_someone_who_takes_them() -> None:
    text = spoiled('when = "rounds"\ncount = 8\n', 'when = "captured"\nside = "friends"\ncount = 1\n')
    assert "no one on the other side takes captives" in " ".join(refusals(text))


# In a campaign


def composed(*names: str) -> Scenario:
    """Return the Still Mere with these travellers in the first places."""
    book = load_book("bell-carriers")
    company = CampaignCompany(book.title, book.traits, book, ())
    cards = {card.name: card for card in book.cards}
    travellers = [CampaignTraveller(Fighter(name, cards[name], ())) for name in names]
    battle = load_scenario("still-mere")
    places = [character.name for character in battle.characters if character.company == 0]
    return compose_battle(battle, company, places, travellers, ()).scenario


def bearers(scenario: Scenario) -> dict[str, str]:
    borne = {one.name: find_trait(one.traits, Trait.BORNE_BY) for one in scenario.objectives}
    return {name: trait.name() for name, trait in borne.items() if trait}


@pytest.mark.clause("K6.3")
def test_a_thing_goes_to_its_bearer_or_to_who_takes_his_place_and_has_free_hands() -> None:
    everyone = ("Marrec Tull", "Dunna Hale", "Sefa Lorn", "Quill Ansey", "Issa Fenn", "Old Wick")
    assert bearers(composed(*everyone)) == {"Pitch torch": "Quill Ansey", "Tongue of the bell": "Old Wick"}
    without_quill = [name for name in everyone if name != "Quill Ansey"]
    assert bearers(composed(*without_quill)) == {"Pitch torch": "Issa Fenn", "Tongue of the bell": "Old Wick"}
    three = ("Dunna Hale", "Sefa Lorn", "Marrec Tull", "Old Wick")  # Wick is in Quill's place
    assert bearers(composed(*three)) == {"Tongue of the bell": "Old Wick"}
