"""The briefing of a scenario: a summary, a card, and its facts for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....core.scenarios import BriefingSection, Scenarios, ScenarioSummary
from ....core.sentences import first_sentence, join_words, plural
from ..rules.traits.catalog import Trait, TraitInstance
from ..rules.traits.parameters import format_inches
from ..scenario.model import Character, Ending, Objective, ObjectiveKind, Scenario, Side, Winner, find_trait
from ..scenario.parse import load_scenario, read_scenario
from ..scenario.setup import scenario_from_options
from ..state import INCH
from .names import THE_SIDES, add_article, lower_article, place_in_inches, place_text
from .prompts import ending_phrase

NONE_TEXT = ("None.",)
WINNER_TEXTS = {
    Winner.NOBODY: "neither side wins",
    Winner.FRIENDS: "the friends win",
    Winner.ENEMY: "the enemies win",
}
SIDE_TITLES = {Side.FRIENDS: "The friends", Side.ENEMY: "The enemies"}


def summarize(scenario: Scenario) -> ScenarioSummary:
    won = scenario.won_by_book
    return ScenarioSummary(
        title=scenario.title,
        date="",
        place="",
        turns=scenario.rounds,
        units=tuple(len(scenario.of_side(side)) for side in Side),
        favoured_seat=None,
        sides=("friends", "enemies"),
        story=first_sentence(scenario.story[0]) if scenario.story else "",
        balance="" if won is None else f"The friends win {won} in 100 when the computer leads them",
    )


# The card


def scenario_card(scenario: Scenario) -> tuple[BriefingSection, ...]:
    return (*briefing(scenario), *(side_sheet(scenario, side) for side in Side))


def briefing(scenario: Scenario) -> tuple[BriefingSection, ...]:
    """Return the story, the aim, the endings, and the special rules of a scenario."""
    return (
        BriefingSection(scenario.title, scenario.story[:-1], scenario.story[-1]),
        BriefingSection("The aim", (scenario.aim,)),
        BriefingSection("How it ends (K2.3)", tuple(ending_texts(scenario))),
        *difficulty_section(scenario),
        BriefingSection("Objectives (K3.1)", tuple(objective_texts(scenario)) or NONE_TEXT),
        BriefingSection("Special rules", tuple(special_rules(scenario)) or NONE_TEXT),
        BriefingSection("Who comes later (K1.4)", tuple(arrival_texts(scenario)) or NONE_TEXT),
    )


def difficulty_section(scenario: Scenario) -> Iterator[BriefingSection]:
    """Say how hard the scenario is, if that was measured."""
    if scenario.won_by_book is not None:
        text = f"When the computer leads a fresh company, the friends win {scenario.won_by_book} times in 100."
        yield BriefingSection("How hard it is", (text,))


def ending_texts(scenario: Scenario) -> Iterator[str]:
    for ending in scenario.endings:
        yield f"When {ending_condition(scenario, ending)}: {WINNER_TEXTS[ending.winner]}."
    yield "When none of one side is left: the other side wins."
    yield f"After {plural(scenario.rounds, 'round')}: {WINNER_TEXTS[scenario.timeout]}."


def ending_condition(scenario: Scenario, ending: Ending) -> str:
    """Describe the condition of an ending as part of a sentence."""
    who = "" if ending.who is None else lower_article(scenario.characters[ending.who].name)
    what = "" if ending.what is None else objective_text(scenario.objectives[ending.what])
    company = "" if ending.company is None else lower_article(scenario.companies[ending.company].name)
    side = "" if ending.side is None else THE_SIDES[ending.side]
    return ending_phrase(ending.when, side=side, name=who or what or company, count=ending.count)


def objective_text(objective: Objective) -> str:
    """Return `the Toll ledger`; a person has no article."""
    is_person = objective.kind == ObjectiveKind.CHARACTER
    return lower_article(objective.name) if is_person else add_article(objective.name)


def objective_texts(scenario: Scenario) -> Iterator[str]:
    for objective in scenario.objectives:
        stays = " It stays on the table." if objective.stays else ""
        first = f"{objective.name}, at {place_text(*objective.point)}.{stays}"
        yield " ".join([first, *(trait.sentence for trait in objective.traits)])


def special_rules(scenario: Scenario) -> Iterator[str]:
    """Return the traits of the battle, its terrain and its companies."""
    yield from (trait.sentence for trait in scenario.traits)
    for terrain in scenario.terrain:
        if terrain.traits:
            name = terrain.name or terrain.kind.name.capitalize()
            yield f"{name}: {trait_sentences(terrain.traits)}"
    for company in scenario.companies:
        if company.traits:
            yield f"{company.name}: {trait_sentences(company.traits)}"


def trait_sentences(traits: tuple[TraitInstance, ...]) -> str:
    return " ".join(trait.sentence for trait in traits)


def arrival_texts(scenario: Scenario) -> Iterator[str]:
    for character in scenario.characters:
        if arrives := find_trait(scenario.traits_of(character), Trait.ARRIVES):
            yield f"{character.name}: {arrives.sentence}"


# The sheets


def side_sheet(scenario: Scenario, side: Side) -> BriefingSection:
    """Return a line for each character in the order of the sheet, followed by its traits (K1.2)."""
    mine = scenario.of_side(side)
    companies = dict.fromkeys(lower_article(scenario.companies[character.company].name) for character in mine)
    heading = f"{SIDE_TITLES[side]}: {plural(len(mine), 'character')} of {join_words(list(companies))}"
    return BriefingSection(
        heading,
        (format_columns("name", "at", "move", "att", "def", "wounds", "range"), *character_rows(mine)),
    )


def character_rows(characters: list[Character]) -> Iterator[str]:
    for character in characters:
        card = character.card
        yield format_columns(
            character.name,
            place_text(*character.point),
            format_inches(card.move),
            str(card.attack),
            str(card.defence),
            f"{character.wounds}/{card.wounds}",
            format_inches(card.range) if card.range else "-",
        )
        if character.traits:
            yield f"    {trait_sentences(character.traits)}"


def format_columns(name: str, place: str, *numbers: str) -> str:
    """Align a row: the name, the place, then move, attack, defence, wounds and range."""
    columns = (f"{number:>{width}}" for number, width in zip(numbers, (5, 4, 4, 7, 6), strict=True))
    return " ".join([f"{name:24.24}", f"{place:13}", *columns])


# For programs


def scenario_facts(scenario: Scenario) -> dict[str, Any]:
    """Return the whole scenario as JSON; lengths and places are in inches."""
    return {
        "name": scenario.name,
        "title": scenario.title,
        "aim": scenario.aim,
        "story": list(scenario.story),
        "rounds": scenario.rounds,
        "timeout": scenario.timeout.name.lower(),
        "endings": [
            {
                "when": ending_condition(scenario, ending),
                "winner": ending.winner.name.lower(),
                "text": ending.text,
            }
            for ending in scenario.endings
        ],
        "rules": list(special_rules(scenario)),
        "objectives": [
            {
                "name": objective.name,
                "at": place_in_inches(*objective.point),
                "traits": [trait.sentence for trait in objective.traits],
            }
            for objective in scenario.objectives
        ],
        "characters": [character_facts(scenario, character) for character in scenario.characters],
        "terrain": [
            {
                "kind": terrain.kind.name.lower(),
                "name": terrain.name,
                "corners": [place_in_inches(*corner) for corner in terrain.corners],
                "rounding": terrain.rounding / INCH,
            }
            for terrain in scenario.terrain
        ],
    }


def character_facts(scenario: Scenario, character: Character) -> dict[str, Any]:
    card = character.card
    return {
        "name": character.name,
        "card": card.name,
        "side": character.side.name.lower(),
        "company": scenario.companies[character.company].name,
        "at": place_in_inches(*character.point),
        "move": card.move / INCH,
        "attack": card.attack,
        "defence": card.defence,
        "slots": card.wounds,
        "wounds": character.wounds,
        "range": card.range / INCH,
        "traits": [trait.sentence for trait in scenario.traits_of(character)],
    }


SCENARIOS = Scenarios(
    option="scenario",
    named=load_scenario,
    read=read_scenario,
    summary=summarize,
    of_options=scenario_from_options,
    briefing=briefing,
    card=scenario_card,
    facts=scenario_facts,
    headings=("[[character]]", "[[terrain]]", "[[objective]]", "[[card]]"),
)
