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
    TAKEN,
    TRAVELLERS,
    ChoiceOption,
    Condition,
    ConditionKind,
    Effects,
)

# Conditions


def are_conditions_met(state: CampaignState, conditions: Iterable[Condition]) -> bool:
    return all(is_condition_met(state, condition) for condition in conditions)


def is_condition_met(state: CampaignState, condition: Condition) -> bool:
    """Return whether a condition is true now."""
    if condition.kind == ConditionKind.AT_LEAST:
        return len(state.company.alive) >= condition.numbers[0]
    if condition.kind == ConditionKind.AT_MOST:
        return len(state.company.alive) <= condition.numbers[0]
    if condition.kind == ConditionKind.ROLLED:
        return state.face in condition.numbers
    return all(CONDITION_CHECKS[condition.kind](state, name) for name in condition.names)


def is_alive(state: CampaignState, name: str) -> bool:
    return state.company.people[name].status == MemberStatus.THERE


def battle_ended(outcome: Outcome) -> Callable[[CampaignState, str], bool]:
    return lambda state, name: name in state.played and state.played[name].outcome == outcome


CONDITION_CHECKS: dict[ConditionKind, Callable[[CampaignState, str], bool]] = {
    ConditionKind.FLAG: lambda state, name: name in state.company.flags,
    ConditionKind.NO_FLAG: lambda state, name: name not in state.company.flags,
    ConditionKind.ALIVE: is_alive,
    ConditionKind.DEAD: lambda state, name: state.company.people[name].status == MemberStatus.DEAD,
    ConditionKind.TAKEN: lambda state, name: name in state.company.taken,
    ConditionKind.GONE: lambda state, name: not is_alive(state, name),
    ConditionKind.FELLED: lambda state, name: name in state.felled,
    ConditionKind.TOOK_PART: lambda state, name: name in state.travellers,
    ConditionKind.HAS_ITEM: lambda state, name: state.company.has_item(name),
    ConditionKind.LACKS_ITEM: lambda state, name: not state.company.has_item(name),
    ConditionKind.WON: battle_ended(Outcome.WON),
    ConditionKind.LOST: battle_ended(Outcome.LOST),
    ConditionKind.DRAWN: battle_ended(Outcome.DRAWN),
    ConditionKind.PLAYED: lambda state, name: name in state.played,
    ConditionKind.UNPLAYED: lambda state, name: name not in state.played,
    ConditionKind.ENDED: lambda state, name: name in [played.ending for played in state.played.values()],
    ConditionKind.SURVIVED: lambda state, name: name in state.met and all(state.met[name]),
    ConditionKind.SLAIN: lambda state, name: not all(state.met.get(name, (True,))),
}


def available_options(state: CampaignState) -> list[ChoiceOption]:
    """Return the options that can be chosen now."""
    if state.phase != Phase.CHOICE:
        return []
    options = state.current_scene.choices
    return [option for option in options if are_conditions_met(state, option.conditions)]


# Effects


def log_event(
    state: CampaignState, kind: JournalEventKind, names: Iterable[str] = (), text: str = "", number: int = 0
) -> None:
    state.events = (*state.events, JournalEvent(kind, state.scene, tuple(names), text, number))


def log_event_for(state: CampaignState, kind: JournalEventKind, names: Iterable[str], text: str = "") -> None:
    """Log an event, unless the list of names is empty."""
    listed = tuple(names)
    if listed:
        log_event(state, kind, listed, text)


def find_members(state: CampaignState, names: Iterable[str]) -> list[str]:
    """Return the members meant by these names and groups, each once; skip those who are gone."""
    alive = state.company.alive
    groups = {EVERYBODY: alive, TRAVELLERS: state.travellers, FELLED: state.felled}
    found = [member for name in names for member in groups.get(name, (name,))]
    return [name for name in dict.fromkeys(found) if name in alive]


def apply_effects(state: CampaignState, effects: Effects) -> None:
    """Apply the effects of an option or an [[after]], in the order of the fields of `Effects`."""
    company = state.company
    company.flags = (company.flags | set(effects.sets)) - set(effects.clears)
    log_event_for(state, JournalEventKind.JOINED, [name for name in effects.recruits if company.join(name)])
    freed = [name for name in company.taken if TAKEN in effects.frees or name in effects.frees]
    for name in freed:
        company.free(name)
    log_event_for(state, JournalEventKind.FREED, freed)
    for name in find_members(state, effects.dies):
        kill_member(state, JournalEventKind.PERISHED, name, "")
    leaving = find_members(state, effects.leaves)
    for name in leaving:
        company.leave(name)
    log_event_for(state, JournalEventKind.PARTED, leaving)
    apply_item_effects(state, effects)
    scarred = [name for name in find_members(state, effects.scarred) if company.scar(name, effects.scar)]
    log_event_for(state, JournalEventKind.SCARRED, scarred, effects.scar)
    hurt = find_members(state, effects.wounds)
    for name in hurt:
        company.wound(name)
    log_event_for(state, JournalEventKind.HURT, hurt)
    log_event_for(state, JournalEventKind.MENDED, company.heal(find_members(state, effects.heals)))
    for text in effects.tells:
        log_event(state, JournalEventKind.TOLD, text=text)


def apply_item_effects(state: CampaignState, effects: Effects) -> None:
    company = state.company
    if effects.gives:
        holder = company.give(effects.gives, effects.to)
        log_event(state, JournalEventKind.GIVEN, () if holder == PACK else (holder,), effects.gives)
    for item in effects.loses:
        if company.has_item(item):
            company.holders[item] = ""
            log_event(state, JournalEventKind.LOST, text=item)


def kill_member(state: CampaignState, kind: JournalEventKind, name: str, killed_by: str, face: int = 0) -> None:
    """Remove a dead member; his items are lost or passed on."""
    lost = state.company.bury(name, state.scene, killed_by)
    log_event(state, kind, (name,), number=face)
    for item in lost:
        log_event(state, JournalEventKind.LOST, (name,), item)
