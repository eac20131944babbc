"""The aftermath of a battle: felled members roll a die, and die or come back with a wound (K6.2, K6.4)."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.scenarios.campaign_battles import BattleResult, Fate, Outcome
from .conditions_and_effects import kill_member, log_event, log_event_for
from .state import CampaignState, JournalEventKind
from .story.model import Aftermath, Wounds

MAX_DEATH_ROLL = 3
"""A felled member who rolls this or less is dead (K6.4)."""


# Apply the result to the campaign


def apply_battle_result(state: CampaignState, result: BattleResult) -> None:
    """Log the fate of everyone, and apply the aftermath rule to the felled (K6.4): they roll, die or get up."""
    state.battle_result = result
    for name, survived in result.enemies.items():
        state.met[name] = (*state.met.get(name, ()), survived)
    fighters = dict.fromkeys((*state.travellers, *result.people))
    state.felled = tuple(name for name in fighters if is_felled(result, name))
    ending = state.story.battle(state.current_scene).endings.get(result.ending, "")
    log_event(state, JournalEventKind.BATTLE, text=ending, number=result.outcome)
    for name in state.felled:
        log_event(state, JournalEventKind.FELL, (name,), result.people[name].felled_by)
    for fate, kind in ((Fate.FLED, JournalEventKind.FLED), (Fate.LEFT, JournalEventKind.CARRIED_OFF)):
        log_event_for(state, kind, [name for name, fighter in result.people.items() if fighter.fate == fate])
    log_enemies(state, result)
    take_captives(state, result)
    if state.header.wounds == Wounds.KEEP:
        keep_wounds(state, result)
    if state.header.aftermath == Aftermath.EXAMPLE:
        state.waiting = state.felled
    elif state.header.aftermath == Aftermath.HARSH:
        for name in state.felled:
            kill_member(state, JournalEventKind.DIED, name, result.people[name].felled_by)
    else:
        log_event_for(state, JournalEventKind.UNHURT, state.felled)


def is_felled(result: BattleResult, name: str) -> bool:
    """Return whether a member counts as felled; a seized one does unless the battle was won, which frees him."""
    fate = result.people[name].fate
    return fate == Fate.FELLED or (fate == Fate.SEIZED and result.outcome != Outcome.WON)


def take_captives(state: CampaignState, result: BattleResult) -> None:
    """Remove the members whom enemies carried off; without an aftermath they are back unhurt."""
    taken = [name for name, fighter in result.people.items() if fighter.fate == Fate.TAKEN]
    if state.header.aftermath == Aftermath.NONE:
        log_event_for(state, JournalEventKind.UNHURT, taken)
        return
    for name in taken:
        state.company.take(name)
    log_event_for(state, JournalEventKind.TAKEN, taken)


def keep_wounds(state: CampaignState, result: BattleResult) -> None:
    """Mark the wounds of members who did not fall, until the next haven (K6.2)."""
    standing = [name for name in result.people if name in state.company.alive and name not in state.felled]
    for name in standing:
        state.company.change(name, wounds=result.people[name].wounds)
    log_event_for(state, JournalEventKind.KEPT, [name for name in standing if result.people[name].wounds])


def log_enemies(state: CampaignState, result: BattleResult) -> None:
    """Log which recurring enemies were slain and which escaped, if a later battle has them."""
    story, scene = state.story, state.current_scene
    recurring = [name for name in result.enemies if name in story.recurring_enemies(scene) & story.enemies_after(scene)]
    slain = [name for name in recurring if not result.enemies[name]]
    state.absent |= set(slain)
    log_event_for(state, JournalEventKind.SLAIN, slain)
    log_event_for(state, JournalEventKind.ESCAPED, [name for name in recurring if name not in slain])


def resolve_felled_roll(state: CampaignState, face: int) -> None:
    """Apply a roll to the next felled member: he dies, or comes back with a lasting wound (K6.4)."""
    name, *others = state.waiting
    state.waiting = tuple(others)
    assert state.battle_result is not None
    if face <= MAX_DEATH_ROLL:
        kill_member(state, JournalEventKind.DIED, name, state.battle_result.people[name].felled_by, face)
    else:
        state.company.wound(name)
        log_event(state, JournalEventKind.CAME_BACK, (name,), number=face)


# The list of felled members


AFTERMATH_KINDS = (
    JournalEventKind.TRAVELLED,
    JournalEventKind.BATTLE,
    JournalEventKind.FELL,
    JournalEventKind.DIED,
    JournalEventKind.CAME_BACK,
    JournalEventKind.UNHURT,
)
"""Events of a battle that a client shows with its outcome and the list of the felled."""


@dataclass(frozen=True)
class FelledResult:
    """A felled member and his roll."""

    name: str
    felled_by: str
    """The enemy who felled him; empty if unknown."""
    face: int
    """The roll; 0 if no die was rolled, or not yet."""
    text: str
    """His fate, for the player to read."""


FELLED_TEXT = {
    JournalEventKind.DIED: "dead",
    JournalEventKind.CAME_BACK: "back, with a wound that stays until the next haven",
    JournalEventKind.UNHURT: "back, and unhurt",
}


def list_felled_results(state: CampaignState, scene: str) -> list[FelledResult]:
    """Return everyone who was felled in a battle, including those who have not rolled yet (K6.4)."""
    scene_events = [event for event in state.events if event.scene == scene]
    fates = {name: event for event in scene_events if event.kind in FELLED_TEXT for name in event.names}
    results = []
    for fell in (event for event in scene_events if event.kind == JournalEventKind.FELL):
        for name in fell.names:
            fate = fates.get(name)
            text, face = (FELLED_TEXT[fate.kind], fate.number) if fate else ("waits for a die", 0)
            results.append(FelledResult(name, fell.text, face, text))
    return results
