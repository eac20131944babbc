"""Battles and cards are files: what is shipped, what a person writes, and what becomes of it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as example
from hypothesis import strategies as st

from holdtheline.core.errors import BadOption, UnknownName
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.skirmish import state
from holdtheline.games.skirmish.cards import card_books
from holdtheline.games.skirmish.rules.traits import catalog
from holdtheline.games.skirmish.rules.traits.catalog import TRAITS, Trait, TraitInstance
from holdtheline.games.skirmish.rules.traits.parameters import ParameterType, format_inches
from holdtheline.games.skirmish.scenario.model import Ending, ObjectiveKind, Scenario, Side, Winner, find_trait
from holdtheline.games.skirmish.scenario.parse import (
    FOLDER,
    load_scenario,
    parse_scenario,
    read_scenario,
    shipped_scenarios,
)
from holdtheline.games.skirmish.scenario.setup import OPTIONS, scenario_from_options, setup
from holdtheline.games.skirmish.scenario.setup_fields import find_character_number, numbered_characters, setup_fields
from holdtheline.games.skirmish.state import CharacterStatus, EndingKind, RoutRule, TerrainKind

from ..footbridge_scenario import TEXT, spoiled


def battle() -> Scenario:
    return parse_scenario(TEXT, "mine.toml")


def usual(**changed: Any) -> dict[str, Any]:
    """Return the default options of a table."""
    return {option.name: option.default for option in OPTIONS} | changed


# What is read


def test_a_battle_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    mine = read_scenario(path)
    assert mine == battle()
    assert (mine.name, mine.title, mine.rounds) == ("mine", "The Footbridge", 9)
    assert (mine.aim, mine.timeout) == ("Carry the bell over the bridge.", Winner.ENEMY)
    assert mine.story == ("A bell has been stolen.", "It rings by itself.")
    assert [(one.name, one.side) for one in mine.companies] == [
        ("Ringers", Side.FRIENDS),
        ("Pack", Side.ENEMY),
        ("Pond Folk", Side.ENEMY),
    ]


@pytest.mark.clause("K1.1", "K1.3")
def test_terrain_is_a_hull_with_corners_against_the_clock() -> None:
    wall, pillar, pond, barn, wood, *_ = battle().terrain
    assert (wall.kind, wall.corners, wall.rounding) == (TerrainKind.WALL, ((4000, 12000), (8000, 12000)), 250)
    assert (pillar.name, pillar.corners, pillar.rounding) == ("", ((12000, 12000),), 625)
    assert (pond.corners, pond.rounding) == (((18000, 12000),), 2000)
    assert set(barn.corners) == {(3000, 15000), (5000, 15000), (5000, 19000), (3000, 19000)}
    assert wood.corners == ((22000, 18000), (18000, 22000), (18000, 18000))
    assert (barn.rounding, wood.rounding) == (0, 0)


@pytest.mark.parametrize("degrees", range(0, 360, 7))
def test_a_rectangle_turned_about_its_middle_keeps_its_sides(degrees: int) -> None:
    text = spoiled("rect = [2, 16, 4, 2]\nturned = 90", f"rect = [2.001, 16, 4, 2.125]\nturned = {degrees}")
    corners = parse_scenario(text, "mine.toml").terrain[3].corners
    angle = math.radians(degrees)
    for corner, (dx, dy) in zip(corners, ((-2, -1.0625), (2, -1.0625), (2, 1.0625), (-2, 1.0625)), strict=True):
        x = 4.001 + dx * math.cos(angle) - dy * math.sin(angle)
        y = 17.0625 + dx * math.sin(angle) + dy * math.cos(angle)
        assert math.dist(corner, (x * 1000, y * 1000)) < 1


@pytest.mark.clause("K1.2")
def test_a_character_has_the_numbers_of_its_card_after_its_scar() -> None:
    ann, ben, wolf, *_ = battle().characters
    assert (ann.card.move, ann.card.attack, ann.card.range, ann.wounds) == (6000, 0, 8000, 1)
    assert (ben.card.attack, ben.card.range, ben.point, ben.degrees) == (1, 8125, (21500, 3500), 135)
    assert (ben.general, ann.general) == (2, 0)
    assert (wolf.card.move, wolf.card.defence, wolf.card.radius, wolf.card.text) == (
        7500,
        -1,
        750,
        "It growls.",
    )
    assert find_trait(wolf.traits, Trait.FEAR) == TraitInstance(Trait.FEAR, (2000,))


def test_objectives_and_endings_are_read() -> None:
    mine = battle()
    bell, rope = mine.objectives
    assert (bell.kind, bell.point, bell.stays) == (ObjectiveKind.THING, (12000, 15000), False)
    assert (rope.kind, rope.point, rope.stays) == (ObjectiveKind.CHARACTER, (3125, 20000), True)
    assert [one.name for one in mine.carriers_of(bell)] == ["Ann", "Ben", "Wolf", "Whelp"]
    assert mine.endings == (
        Ending(EndingKind.TAKEN, Side.FRIENDS, None, 0, None, 0, Winner.FRIENDS, "It rings."),
        Ending(EndingKind.FALLEN, None, 0, None, None, 0, Winner.ENEMY, ""),
        Ending(EndingKind.FEWER, None, None, None, 1, 1, Winner.FRIENDS, ""),
        Ending(EndingKind.ROUNDS, None, None, None, None, 8, Winner.NOBODY, ""),
    )


def test_a_trait_of_the_company_is_that_of_each_and_its_own_comes_first() -> None:
    text = spoiled("traits = { routs_at = 2 }", "traits = { fear = 1, reach = 3 }")
    mine = parse_scenario(text, "mine.toml")
    traits = mine.traits_of(mine.characters[2])
    assert find_trait(traits, Trait.FEAR) == TraitInstance(Trait.FEAR, (2000,))
    assert find_trait(traits, Trait.REACH) == TraitInstance(Trait.REACH, (3000,))


@pytest.mark.parametrize(
    ("written", "thousandths"),
    [
        ("0.1", 100),
        ("7", 7000),
        ("7.0", 7000),
        ("0.001", 1),
        ("2.675", 2675),
        ("23.999", 23999),
        ("1e0", 1000),
    ],
)
@pytest.mark.clause("K1.1")
def test_inches_with_three_decimals_become_whole_thousandths(written: str, thousandths: int) -> None:
    mine = parse_scenario(spoiled("at = [12, 15]", f"at = [{written}, 15]"), "mine.toml")
    assert mine.objectives[0].point == (thousandths, 15000)
    assert float(format_inches(thousandths)) == float(written)


@example(st.integers(0, 24_000))
def test_every_thousandth_of_the_table_can_be_written(thousandths: int) -> None:
    text = spoiled("at = [3.125, 20]", f"at = [{format_inches(thousandths)}, 23]")
    assert parse_scenario(text, "mine.toml").objectives[1].point == (thousandths, 23000)


# Traits


def test_every_trait_has_a_sentence_a_clause_and_a_place() -> None:
    assert set(TRAITS) == set(Trait)
    for about in TRAITS.values():
        assert about.sentence.endswith(".")
        assert about.clause.startswith("K")
        assert about.scopes


def test_the_sentence_of_a_trait_has_its_numbers() -> None:
    sentences = {one.trait: one.sentence for thing in battle().characters for one in battle().traits_of(thing)}
    assert sentences[Trait.FEAR] == "Unengaged enemies keep 2 inches away from it."
    assert sentences[Trait.TETHER] == "Stays within 2.5 inches of Pond."
    assert sentences[Trait.SCAR] == "A scar that no haven heals: attack -1, range -0.125."
    assert sentences[Trait.BANE] == "attack +2, defence 0 in a fight with Wolf."
    assert sentences[Trait.ROUTS_AT] == "Tests for rout from 2 losses on, not from half."


def test_a_parameter_has_numeric_limits_unless_it_takes_a_name() -> None:
    for about in TRAITS.values():
        for parameter in about.parameters:
            assert parameter.minimum <= parameter.maximum
            single = (ParameterType.CHARACTER, ParameterType.TERRAIN, ParameterType.TEXT, ParameterType.SIDE)
            assert (parameter.type in single) == (parameter.maximum == 0)


LAW = {
    "objective kinds and who may carry which": (Trait.CARRIERS,),
    "picking up a fallen character and carrying it off the edge": (Trait.TAKES_FALLEN,),
    "a fallen friend that lies instead of leaving": (Trait.LIES,),
    "permanent scar": (Trait.SCAR,),
    "an item that saves on 4 to 6": (Trait.SAVES,),
    "an item that changes a fight against one enemy": (Trait.BANE,),
    "a blow that routs instead of wounding": (Trait.ROUTING_BLOW,),
    "rout at N losses": (Trait.ROUTS_AT,),
    "rout when named leaders are gone": (Trait.ROUTS_WITHOUT,),
    "never routs": (Trait.NEVER_ROUTS,),
    "fear": (Trait.FEAR,),
    "a tether": (Trait.TETHER,),
    "grab, carry, drown after a full round": (Trait.GRABS, Trait.DROWNS),
    "at most n carried": (Trait.CARRIES_AT_MOST,),
    "leaves after n losses": (Trait.LEAVES_AFTER,),
    "water at half move": (Trait.HALF_MOVE, Trait.SWIMS),
    "arriving later at a door": (Trait.ARRIVES,),
    "an enclosed room and its exit": (Trait.ROOM,),
    "swipe": (Trait.SWIPE,),
    "reach of n inches": (Trait.REACH,),
    "never locks nor is locked in melee": (Trait.NEVER_LOCKS,),
    "knock-back n inches": (Trait.KNOCK_BACK,),
    "higher ground gives +1 defence": (Trait.HIGHER_GROUND,),
    "climb only for some": (Trait.CLIMB, Trait.CLIMBS),
    "a gap that is crossed on a roll": (Trait.CROSSED_ON,),
    "strike back when wounded": (Trait.STRIKES_BACK,),
    "cannot be felled": (Trait.CANNOT_BE_FELLED,),
    "falling off an edge": (Trait.HANG_ON,),
    "shooting no one who was shot at this round": (Trait.SPREADS_FIRE,),
    "own activation order": (Trait.ORDER,),
    "own AI list": (Trait.LIST,),
    "enemies that survived one scene come back in the next": (Trait.COMES_BACK,),
    "a goal that is rolled for": (Trait.ROLLED_GOAL,),
    "choosing who travels on": (Trait.TRAVEL_ON,),
    "an enemy that picks up and carries off a fallen character": (Trait.TAKES_CAPTIVES,),
    "a trait or stat that holds only while something is carried or worn": (Trait.LENDS, Trait.WORN, Trait.BORNE_BY),
    "automatic rout at N losses": (Trait.BREAKS_AT,),
    "falling on a failed crossing": (Trait.FALLS_ON,),
    "at most n carried by a company": (Trait.COMPANY_CARRIES,),
    "drowning only in a given pool, limbs that return to its middle": (Trait.DROWNS_IN, Trait.RETURNS_TO),
    "never shoots at X, prefers X": (Trait.AVOIDS, Trait.PREFERS),
    "a roll at the start of an activation": (Trait.START_ROLL,),
    "an exit for one side only": (Trait.EXIT_FOR,),
}
"""The rulebook's list, in its order."""


def test_the_traits_are_those_of_the_rulebooks_list() -> None:
    assert [trait for traits in LAW.values() for trait in traits] == list(Trait)


# As numbers for the rules


@pytest.mark.clause("K1.4")
def test_the_characters_of_a_battle_become_rows() -> None:
    mine = battle()
    fields = setup_fields(mine, usual(generals=2))
    assert [(number, one.name) for number, one in numbered_characters(mine)] == [
        (0, "Ann"),
        (1, "Ben"),
        (32, "Wolf"),
        (33, "Whelp"),
        (34, "Eel"),
    ]
    assert (find_character_number(mine, "Eel"), fields["company"][34], fields["owner"][34]) == (34, 2, 2)
    assert fields["owner"][:2] == [0, 1]
    assert [fields["status"][one] for one in (0, 2, 32, 33)] == [
        CharacterStatus.STANDS,
        0,
        CharacterStatus.STANDS,
        CharacterStatus.WAITS,
    ]
    assert (fields["arrives"][33], fields["door"][33]) == (2, 8)
    assert (fields["face_x"][0], fields["face_y"][0]) == (0, 30_000)
    assert (fields["wounds"][0], fields["slots"][0], fields["attack"][0]) == (1, 2, 0)
    assert (fields["bane_target"][1], fields["bane_attack"][1], fields["bane_defence"][1]) == (33, 2, 0)
    assert [fields[name][34] for name in ("tether", "tether_x", "tether_y")] == [4500, 18000, 12000]
    assert fields["traits"][0] == catalog.CLIMBS
    assert (fields["rank"][32], fields["rank"][33]) == (0, 1)


def test_terrain_companies_objectives_and_endings_become_rows() -> None:
    fields = setup_fields(battle(), usual())
    assert fields["first_corner"] == [0, 2, 3, 4, 8, 11, 15, 19]
    assert fields["terrain_bits"][:3] == [3, 3, state.IS_WATER]
    assert fields["terrain_bits"][4:7] == [state.BLOCKS_SIGHT, state.NEEDS_CLIMBER, state.IS_GAP]
    assert (fields["terrain_roll"], len(fields["corner_x"])) == ([0, 0, 0, 0, 0, 0, 3, 0], 23)
    assert (fields["company_side"], fields["company_size"]) == ([1, 2, 2], [2, 2, 1])
    assert (fields["company_rout_rule"], fields["company_rout_at"]) == (
        [RoutRule.HALF, RoutRule.LOSSES, RoutRule.NEVER],
        [0, 2, 0],
    )
    assert (fields["friend_carriers"], fields["enemy_carriers"]) == ([3, 3], [3, 7])
    assert fields["objective_bits"] == [state.CAN_BE_CARRIED_OFF | state.IS_ROLLED_GOAL, state.IS_ROLLED_GOAL]
    ends = zip(
        fields["ending_kind"], fields["ending_first"], fields["ending_second"], fields["ending_winner"], strict=True
    )
    assert list(ends) == [
        (EndingKind.TAKEN, 0, 1, 1),
        (EndingKind.FALLEN, 0, 0, 2),
        (EndingKind.FEWER, 1, 1, 1),
        (EndingKind.ROUNDS, 8, 0, 0),
    ]


@pytest.mark.clause("K6.1")
def test_friends_are_dealt_so_that_each_general_has_one() -> None:
    assert setup_fields(battle(), usual(generals=1))["owner"][:2] == [0, 0]
    assert setup_fields(battle(), usual(generals=2))["owner"][:2] == [0, 1]
    alone = parse_scenario(spoiled("general = 2", "general = 1"), "mine.toml")
    assert setup_fields(alone, usual(generals=2))["owner"][:2] == [0, 1]
    with pytest.raises(BadOption, match=r"^generals 3: there are only 2 friends to command \(K6.1\)$"):
        setup_fields(battle(), usual(generals=3))
    four = setup_fields(load_scenario("millrace"), usual(generals=4))["owner"]
    assert four[:6] == [0, 1, 2, 3, 0, 1]


def test_an_own_list_is_its_lines_as_digits() -> None:
    text = spoiled("traits = { routs_at = 2 }", 'traits = { list = ["fight", "charge", "seek enemy"] }')
    assert setup_fields(parse_scenario(text, "mine.toml"), usual())["ai_list"][32] == 0x862


def test_a_leader_is_marked_for_a_company_that_routs_without_it() -> None:
    text = spoiled("traits = { routs_at = 2 }", 'traits = { routs_without = ["Whelp"] }')
    fields = setup_fields(parse_scenario(text, "mine.toml"), usual())
    assert (fields["traits"][32], fields["traits"][33]) == (0, catalog.IS_LEADER)
    assert fields["company_rout_rule"][1] == RoutRule.LEADERS


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_shipped_battle_can_be_set_up(name: str) -> None:
    row = setup(usual(scenario=name))
    assert len(row) == state.SkirmishState.word_count()
    assert (row == setup(usual(scenario=name))).all()


def test_a_battle_of_ones_own_is_an_option(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    option = OPTIONS[0]
    kept = str(option.parse(str(path)))
    assert kept.startswith(CUSTOM_SCENARIO_HEADER)
    assert option.parse(kept) == kept
    assert option.display_value(kept) == "The Footbridge"
    assert scenario_from_options({"scenario": kept}).characters == battle().characters
    assert (setup(usual(scenario=kept)) == setup(usual(scenario=kept))).all()
    with pytest.raises(BadOption, match=r"^unknown battle 'nowhere' \(K6.3\); choose from millrace"):
        option.parse("nowhere")
    path.write_text(spoiled("rounds = 9", "rounds = 0"))
    with pytest.raises(BadOption, match=r"^mine.toml, line 10: rounds: it must be a whole number from 1 to 200, not 0"):
        option.parse(str(path))


# What is shipped


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_shipped_battle_is_read(name: str) -> None:
    assert load_scenario(name).name == name
    assert load_scenario(name) is load_scenario(name)
    assert sum(len(paragraph.split()) for paragraph in load_scenario(name).story) >= 60


@pytest.mark.parametrize("path", sorted([*FOLDER.glob("*.toml"), *card_books.FOLDER.glob("*.toml")]))
def test_a_shipped_file_begins_with_a_comment_and_has_no_long_lines(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert lines[0].startswith("# ")
    assert [number for number, line in enumerate(lines, 1) if len(line) > 115] == []


def test_there_are_four_companies_with_cards_of_their_own() -> None:
    books = [card_books.load_book(name) for name in card_books.shipped_books()]
    assert len(books) >= 4
    names = [card.name for book in books for card in book.cards]
    assert len(set(names)) == len(names)
    assert all(card.text for book in books for card in book.cards)


def test_every_trait_is_used_by_a_shipped_battle() -> None:
    used = set()
    for battle in map(load_scenario, shipped_scenarios()):
        things = (battle, *battle.terrain, *battle.companies, *battle.characters, *battle.objectives)
        used |= {one.trait for thing in things for one in thing.traits}
    assert used == set(Trait)


@pytest.mark.parametrize("name", ["", "nowhere", "../scenarios/millrace", "x\ny"])
def test_a_battle_or_company_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(UnknownName, match=r"^unknown battle '[^\n]*'; choose from: "):
        load_scenario(name)
    with pytest.raises(UnknownName, match=r"^there is no company '[^\n]*'; the companies are: "):
        card_books.load_book(name)
