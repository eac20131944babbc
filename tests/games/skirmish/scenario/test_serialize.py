"""A battle that is written is the same when it is read again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as example
from hypothesis import strategies as st

from holdtheline.core.errors import BadOption
from holdtheline.core.toml.writer import MAX_LINE_WIDTH, fields_to_toml
from holdtheline.games.skirmish.rules.traits.catalog import Trait, TraitInstance
from holdtheline.games.skirmish.scenario.model import Scenario
from holdtheline.games.skirmish.scenario.parse import load_scenario, parse_scenario, shipped_scenarios
from holdtheline.games.skirmish.scenario.serialize import LAYOUT, scenario_to_toml

from ..footbridge_scenario import TEXT, spoiled


def again(battle: Scenario) -> Scenario:
    """Write and read a battle."""
    return parse_scenario(scenario_to_toml(battle), f"{battle.name}.toml")


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_shipped_battle_is_the_same_when_written_and_read(name: str) -> None:
    assert again(load_scenario(name)) == load_scenario(name)


def test_a_battle_with_a_little_of_everything_is_the_same_too() -> None:
    battle = parse_scenario(TEXT, "mine.toml")
    assert again(battle) == battle
    assert scenario_to_toml(again(battle)) == scenario_to_toml(battle)


def test_what_needs_no_words_gets_none() -> None:
    text = scenario_to_toml(parse_scenario(TEXT, "mine.toml"))
    assert text.startswith('title = "The Footbridge"\naim = "Carry the bell over the bridge."\nstory = """\n')
    assert 'kind = "pillar"\ndisc = [12, 12, 1.25]\n\n' in text
    assert 'kind = "wall"\nname = "Fence"\nline = [4, 12, 8, 12]\nthick = 0.5\n' in text
    assert 'traits = { rolled_goal = ["Bell", "Rope"], order = ["Wolf"] }' not in text
    assert '[traits]\nrolled_goal = ["Bell", "Rope"]\norder = ["Wolf"]\n' in text
    assert 'name = "Ringer"\nmove = 6\nattack = 1\ndefence = 0\nwounds = 2\nrange = 8.125\n\n' in text
    assert max(map(len, text.split("\n"))) <= MAX_LINE_WIDTH


def test_shipped_characters_are_written_by_their_books() -> None:
    text = scenario_to_toml(load_scenario("old-sump"))
    assert "[[card]]" not in text
    assert '[[company]]\ncards = "lamplighters"\nside = "friends"\n\n' in text
    assert '[[character]]\ncompany = "The Lamplighters"\ncard = "Oda Verrin"\nat = [12, 2.5]\n' in text


@pytest.mark.clause("K6.2")
def test_a_scar_is_taken_off_the_card_that_is_written() -> None:
    text = scenario_to_toml(parse_scenario(TEXT, "mine.toml"))
    assert "traits = { climbs = true, scar = { attack = -1, range = -0.125 } }" in text


@pytest.mark.clause("K6.2")
@pytest.mark.parametrize("scar", ["move = -6", "attack = -5", "wounds = -5", "range = -6, defence = 5"])
def test_a_scar_that_takes_more_than_there_is_is_the_same_again(scar: str) -> None:
    words = "scar = { attack = -1, range = -0.125 }"
    battle = parse_scenario(spoiled(words, f"scar = {{ {scar} }}").replace("wounds = 1\ntraits", "traits"), "mine.toml")
    assert again(battle) == battle


def test_a_book_that_is_scarred_still_counts_as_the_book() -> None:
    text = scenario_to_toml(load_scenario("greystep"))
    assert "[[card]]" not in text
    assert "traits = { scar = { attack = -1 } }" in text


def test_a_character_whose_card_was_changed_gets_a_card_in_the_file() -> None:
    battle = load_scenario("millrace")
    first, *others = battle.characters
    stronger = replace(first, card=replace(first.card, name="Captain", attack=4), name="Oda the Old")
    changed = replace(battle, characters=(stronger, *others))
    assert '[[card]]\nname = "Captain"\n' in scenario_to_toml(changed)
    assert again(changed) == changed


def test_two_cards_of_one_name_cannot_be_written() -> None:
    battle = parse_scenario(TEXT, "mine.toml")
    first, second, *others = battle.characters
    other = replace(second, card=replace(second.card, attack=3))
    with pytest.raises(BadOption, match="two different cards are called 'Ringer'"):
        scenario_to_toml(replace(battle, characters=(first, other, *others)))


def test_a_trait_of_a_character_goes_before_that_of_its_card() -> None:
    battle = parse_scenario(spoiled("traits = { arrives", "traits = { fear = 5, arrives"), "mine.toml")
    assert TraitInstance(Trait.FEAR, (5000,)) in battle.characters[3].traits
    assert again(battle) == battle


WORDS = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters="<>[]{}&`\\"), min_size=1, max_size=12)


@example(st.lists(st.lists(WORDS, min_size=1, max_size=30), min_size=1, max_size=3))
def test_a_story_of_any_words_is_the_same_again(paragraphs: list[list[str]]) -> None:
    battle = replace(parse_scenario(TEXT, "mine.toml"), story=tuple(map(" ".join, paragraphs)))
    assert again(battle).story == battle.story


@example(st.lists(WORDS, min_size=1, max_size=9))
def test_a_title_of_any_words_is_the_same_again(words: list[str]) -> None:
    battle = replace(parse_scenario(TEXT, "mine.toml"), title=" ".join(words), aim='He said: "Go".')
    assert (again(battle).title, again(battle).aim) == (battle.title, battle.aim)


DEEP_LIST: list[Any] = []
for _ in range(2000):
    DEEP_LIST = [DEEP_LIST]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"title": None}, "a field has no value"),
        ({"title": "\ud800"}, "a broken character"),
        ({"traits": 3}, "traits cannot be"),
        ({"terrain": [3]}, "each terrain must have fields"),
        ({"x": DEEP_LIST}, "nested too deeply"),
    ],
)
def test_a_value_that_no_file_can_have_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        fields_to_toml(fields, LAYOUT)


def test_what_is_strange_is_written_for_the_reader_to_refuse() -> None:
    text = fields_to_toml({"title": "A\x07B", "a b": 1, "terrain": [], "traits": {}, "at": [1.5, True, {}]}, LAYOUT)
    assert text == 'title = "A\\u0007B"\n"a b" = 1\nat = [1.5, true, {}]\n'
