"""Check the conditions, and apply the effects, of options and branches (K6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..core.scenarios.campaign_battles import Outcome
from .roster import MemberStatus
from .state import CampaignState, JournalEvent, JournalEventKind, Phase
from .story.model import (
    EVERYBODY,
    FELLED,
    PACK,
    TRAVELLERS,
    ChoiceOption,
    Condition,
    ConditionKind,
    Effects,
)

# Conditions


def are_conditions_met(journey: CampaignState, conditions: Iterable[Condition]) -> bool:
    return all(is_condition_met(journey, condition) for condition in conditions)


def is_condition_met(journey: CampaignState, condition: Condition) -> bool:
    """Return whether a condition is true now."""
    if condition.kind == ConditionKind.AT_LEAST:
        return len(journey.company.alive) >= condition.numbers[0]
    if condition.kind == ConditionKind.AT_MOST:
        return len(journey.company.alive) <= condition.numbers[0]
    if condition.kind == ConditionKind.ROLLED:
        return journey.face in condition.numbers
    return all(CONDITION_CHECKS[condition.kind](journey, name) for name in condition.names)


def is_alive(journey: CampaignState, name: str) -> bool:
    return journey.company.people[name].status == MemberStatus.THERE


def battle_ended(outcome: Outcome) -> Callable[[CampaignState, str], bool]:
    return lambda journey, name: name in journey.played and journey.played[name].outcome == outcome


CONDITION_CHECKS: dict[ConditionKind, Callable[[CampaignState, str], bool]] = {
    ConditionKind.FLAG: lambda journey, name: name in journey.company.flags,
    ConditionKind.NO_FLAG: lambda journey, name: name not in journey.company.flags,
    ConditionKind.ALIVE: is_alive,
    ConditionKind.DEAD: lambda journey, name: journey.company.people[name].status == MemberStatus.DEAD,
    ConditionKind.GONE: lambda journey, name: not is_alive(journey, name),
    ConditionKind.FELLED: lambda journey, name: name in journey.felled,
    ConditionKind.TOOK_PART: lambda journey, name: name in journey.travellers,
    ConditionKind.HAS_ITEM: lambda journey, name: journey.company.has_item(name),
    ConditionKind.LACKS_ITEM: lambda journey, name: not journey.company.has_item(name),
    ConditionKind.WON: battle_ended(Outcome.WON),
    ConditionKind.LOST: battle_ended(Outcome.LOST),
    ConditionKind.DRAWN: battle_ended(Outcome.DRAWN),
    ConditionKind.PLAYED: lambda journey, name: name in journey.played,
    ConditionKind.UNPLAYED: lambda journey, name: name not in journey.played,
    ConditionKind.ENDED: lambda journey, name: name in [played.ending for played in journey.played.values()],
    ConditionKind.SURVIVED: lambda journey, name: name in journey.met and all(journey.met[name]),
    ConditionKind.SLAIN: lambda journey, name: not all(journey.met.get(name, (True,))),
}


def available_options(journey: CampaignState) -> list[ChoiceOption]:
    """Return the options that can be chosen now."""
    if journey.phase != Phase.CHOICE:
        return []
    options = journey.current_scene.choices
    return [option for option in options if are_conditions_met(journey, option.conditions)]


# Effects


def log_event(
    journey: CampaignState, kind: JournalEventKind, names: Iterable[str] = (), text: str = "", number: int = 0
) -> None:
    journey.events = (*journey.events, JournalEvent(kind, journey.scene, tuple(names), text, number))


def log_event_for(journey: CampaignState, kind: JournalEventKind, names: Iterable[str], text: str = "") -> None:
    """Log an event, unless the list of names is empty."""
    listed = tuple(names)
    if listed:
        log_event(journey, kind, listed, text)


def find_members(journey: CampaignState, names: Iterable[str]) -> list[str]:
    """Return the members meant by these names and groups, each once; skip those who are gone."""
    alive = journey.company.alive
    groups = {EVERYBODY: alive, TRAVELLERS: journey.travellers, FELLED: journey.felled}
    found = [member for name in names for member in groups.get(name, (name,))]
    return [name for name in dict.fromkeys(found) if name in alive]


def apply_effects(journey: CampaignState, effects: Effects) -> None:
    """Apply the effects of an option or an [[after]], in the order of the fields of `Effects`."""
    company = journey.company
    company.flags = (company.flags | set(effects.sets)) - set(effects.clears)
    log_event_for(journey, JournalEventKind.JOINED, [name for name in effects.recruits if company.join(name)])
    for name in find_members(journey, effects.dies):
        kill_member(journey, JournalEventKind.PERISHED, name, "")
    leaving = find_members(journey, effects.leaves)
    for name in leaving:
        company.leave(name)
    log_event_for(journey, JournalEventKind.PARTED, leaving)
    apply_item_effects(journey, effects)
    scarred = [name for name in find_members(journey, effects.scarred) if company.scar(name, effects.scar)]
    log_event_for(journey, JournalEventKind.SCARRED, scarred, effects.scar)
    hurt = find_members(journey, effects.wounds)
    for name in hurt:
        company.wound(name)
    log_event_for(journey, JournalEventKind.HURT, hurt)
    log_event_for(journey, JournalEventKind.MENDED, company.heal(find_members(journey, effects.heals)))
    for text in effects.tells:
        log_event(journey, JournalEventKind.TOLD, text=text)


def apply_item_effects(journey: CampaignState, effects: Effects) -> None:
    company = journey.company
    if effects.gives:
        holder = company.give(effects.gives, effects.to)
        log_event(journey, JournalEventKind.GIVEN, () if holder == PACK else (holder,), effects.gives)
    for item in effects.loses:
        if company.has_item(item):
            company.holders[item] = ""
            log_event(journey, JournalEventKind.LOST, text=item)


def kill_member(journey: CampaignState, kind: JournalEventKind, name: str, killed_by: str, face: int = 0) -> None:
    """Remove a dead member; his items are lost or passed on."""
    lost = journey.company.bury(name, journey.scene, killed_by)
    log_event(journey, kind, (name,), number=face)
    for item in lost:
        log_event(journey, JournalEventKind.LOST, (name,), item)
