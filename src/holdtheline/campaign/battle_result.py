"""Read the result of a finished battle: who won, who was felled and by whom (K6.2)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..core.catalog import definition_of, should_run_plain
from ..core.game_record.replay import Record
from ..games.skirmish.rules.events import EventKind
from ..games.skirmish.scenario.encode import numbered_characters
from ..games.skirmish.scenario.model import Scenario, Side
from ..games.skirmish.state import CharacterStatus
from .entries import BattleResult, Fate, FighterResult
from .state import CampaignState
from .story.model import TIMEOUT, Outcome

GAME_NAME = "skirmish"
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


def result_from_state(
    s: Any, scenario: Scenario, members: Collection[str], felled_by: dict[str, str] | None = None
) -> BattleResult:
    """Return the result of a finished battle for the members of a story, including those who fought as guests."""
    people: dict[str, FighterResult] = {}
    enemies: dict[str, bool] = {}
    by = felled_by or {}
    for number, character in numbered_characters(scenario):
        fate = FATE_OF_STATUS[CharacterStatus(int(s.status[number]))]
        if character.side == Side.ENEMY:
            enemies[character.name] = fate != Fate.FELLED
        elif character.name in members:
            striker = by.get(character.name, "") if fate == Fate.FELLED else ""
            people[character.name] = FighterResult(fate, int(s.wounds[number]), striker)
    return BattleResult(OUTCOME_OF_WINNER[int(s.winner)], find_ending_name(s, scenario), int(s.round), people, enemies)


def find_ending_name(s: Any, scenario: Scenario) -> str:
    """Return the name of the ending that came about, `timeout`, or an empty text."""
    if s.ended:
        return scenario.endings[int(s.ended) - 1].name
    sides = [
        [int(s.status[number]) for number, one in numbered_characters(scenario) if one.side == side] for side in Side
    ]
    is_on = [
        any(there in (CharacterStatus.STANDS, CharacterStatus.WAITS, CharacterStatus.HELD) for there in side)
        for side in sides
    ]
    return TIMEOUT if all(is_on) else ""


def result_from_record(record: Record, journey: CampaignState) -> BattleResult | None:
    """Return the result of the battle that a campaign is waiting for, or None if it is not over."""
    scenario = journey.battle()
    by: dict[str, str] = {}
    state = None
    for moment in record.replay_steps(plain=should_run_plain(definition_of(GAME_NAME))):
        state = moment.state
        for event in moment.events:
            if event.kind in FELLING_EVENTS:
                note_felled_by(by, scenario, event.numbers)
    if state is None or state.outcome is None:
        return None
    return result_from_state(state.record, scenario, journey.story.members, by)


def note_felled_by(by: dict[str, str], scenario: Scenario, numbers: tuple[int, ...]) -> None:
    names = {number: character.name for number, character in numbered_characters(scenario)}
    if numbers[0] in names:
        by[names[numbers[0]]] = names.get(numbers[1], "")
