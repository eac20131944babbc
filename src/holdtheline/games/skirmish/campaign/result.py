"""Describe a battle to a campaign, and read the result of a finished one: who was felled and by whom (K6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.events import Event
from ....core.scenarios.campaign_battles import (
    TIMEOUT,
    Battle,
    BattleCharacter,
    BattleResult,
    Fate,
    FighterResult,
    Outcome,
)
from ..rules.events import EventKind
from ..rules.traits.captives import is_captive
from ..rules.traits.catalog import Trait
from ..scenario.model import Character, Scenario, ScenarioPart, Side, arrival_round, find_trait
from ..scenario.setup_fields import numbered_characters
from ..state import CharacterStatus
from ..text.briefing import difficulty_section

FELLING_EVENTS = (EventKind.FELL, EventKind.DROWNED)
"""Events whose first two numbers are the felled character and the one who felled him."""
FATE_OF_STATUS = {
    CharacterStatus.WAITS: Fate.STANDS,
    CharacterStatus.STANDS: Fate.STANDS,
    CharacterStatus.LIES: Fate.FELLED,
    CharacterStatus.FALLEN: Fate.FELLED,
    CharacterStatus.CARRIED: Fate.FELLED,
    CharacterStatus.FLED: Fate.FLED,
    CharacterStatus.LEFT: Fate.LEFT,
    CharacterStatus.HELD: Fate.SEIZED,
}
OUTCOME_OF_WINNER = (Outcome.DRAWN, Outcome.WON, Outcome.LOST)
"""Indexed by `winner` of the state: none, the friends, the enemy."""


def describe_battle(scenario: Scenario) -> Battle[Scenario]:
    parts: tuple[ScenarioPart, ...] = (*scenario.terrain, *scenario.objectives, *scenario.companies)
    travel_on = find_trait(scenario.traits, Trait.TRAVEL_ON)
    return Battle(
        scenario=scenario,
        aim=scenario.aim,
        difficulty=" ".join(line for section in difficulty_section(scenario) for line in section.lines),
        characters=tuple(describe_character(scenario, character) for character in scenario.characters),
        other_names=tuple(part.name for part in parts),
        endings={ending.name: ending.text for ending in scenario.endings if ending.name},
        travel_on=travel_on.number() if travel_on else 0,
    )


def describe_character(scenario: Scenario, character: Character) -> BattleCharacter:
    company = scenario.companies[character.company]
    is_friend = character.side == Side.FRIENDS
    return BattleCharacter(
        name=character.name,
        company=company.name,
        is_friend=is_friend,
        is_late=arrival_round(scenario.traits_of(character)) > 0,
        comes_back=not is_friend and find_trait(company.traits, Trait.COMES_BACK) is not None,
    )


def read_result(scenario: Scenario, s: Any, events: Sequence[Event]) -> BattleResult:
    """Return the result of a finished battle; the events say who was felled by whom."""
    numbered = numbered_characters(scenario)
    names = {number: character.name for number, character in numbered}
    felled_by = {event.numbers[0]: names.get(event.numbers[1], "") for event in events if event.kind in FELLING_EVENTS}
    people: dict[str, FighterResult] = {}
    enemies: dict[str, bool] = {}
    for number, character in numbered:
        fate = Fate.TAKEN if is_captive(s, number) else FATE_OF_STATUS[CharacterStatus(int(s.status[number]))]
        if character.side == Side.ENEMY:
            enemies[character.name] = fate not in (Fate.FELLED, Fate.TAKEN)
        else:
            by = felled_by.get(number, "") if fate == Fate.FELLED else ""
            people[character.name] = FighterResult(fate, int(s.wounds[number]), by)
    return BattleResult(OUTCOME_OF_WINNER[int(s.winner)], find_ending_name(s, scenario), int(s.round), people, enemies)


def find_ending_name(s: Any, scenario: Scenario) -> str:
    """Return the name of the ending that was reached, `timeout`, or an empty string."""
    if s.ended:
        return scenario.endings[int(s.ended) - 1].name
    sides = [
        [int(s.status[number]) for number, character in numbered_characters(scenario) if character.side == side]
        for side in Side
    ]
    is_on = [
        any(status in (CharacterStatus.STANDS, CharacterStatus.WAITS, CharacterStatus.HELD) for status in statuses)
        for statuses in sides
    ]
    return TIMEOUT if all(is_on) else ""
