"""The rules of a campaign: start it, say why an entry is not allowed, apply one, choose the next scene (K6.2, K6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.errors import IllegalMove
from ..core.scenarios.campaign_battles import TIMEOUT, BattleResult, Outcome
from .aftermath import apply_battle_result, resolve_felled_roll
from .conditions_and_effects import apply_effects, are_conditions_met, available_options, log_event, log_event_for
from .entries import (
    CampaignHeader,
    DieRolled,
    Entry,
    ItemHandedOver,
    MembersKept,
    OptionChosen,
    Rewind,
    SavePolicy,
    SceneExited,
    TravellersChosen,
)
from .roster import Roster
from .state import CampaignState, JournalEventKind, Phase, PlayedScene
from .story.model import PACK, Branch, SceneKind, Story

CLAUSE = "K6.3"


def why_not(journey: CampaignState, entry: Entry) -> str:
    """Return why an entry is not allowed now, or an empty string."""
    if isinstance(entry, Rewind):
        return why_not_rewind(journey, entry.to)
    if isinstance(entry, ItemHandedOver):
        return why_not_hand_over(journey, entry)
    if journey.phase != PHASE_OF_ENTRY[type(entry)]:
        return PHASE_TEXT[journey.phase]
    if isinstance(entry, TravellersChosen):
        return why_not_travel(journey, entry.who)
    if isinstance(entry, MembersKept):
        return why_not_travel_on(journey, entry.who)
    if isinstance(entry, BattleResult):
        return why_not_battle_result(journey, entry)
    if isinstance(entry, DieRolled):
        return why_not_roll(journey, entry.face)
    if isinstance(entry, OptionChosen) and entry.option not in [option.name for option in available_options(journey)]:
        return f"there is no option {entry.option[:40]!r} now"
    return ""


ENTRY_NAMES: dict[type[Entry], str] = {
    ItemHandedOver: "hand over",
    TravellersChosen: "travel",
    BattleResult: "battle result",
    DieRolled: "roll",
    OptionChosen: "choose",
    SceneExited: "leave",
    MembersKept: "travel on",
    Rewind: "back",
}
"""What messages call an entry."""
PHASE_OF_ENTRY = {
    TravellersChosen: Phase.TRAVELLERS,
    BattleResult: Phase.BATTLE,
    DieRolled: Phase.DIE,
    OptionChosen: Phase.CHOICE,
    SceneExited: Phase.LEAVE,
    MembersKept: Phase.TRAVEL_ON,
}
PHASE_TEXT = {
    Phase.TRAVELLERS: "the campaign is waiting for the choice of who goes into the battle",
    Phase.BATTLE: "the campaign is waiting for the end of the battle",
    Phase.DIE: "the campaign is waiting for a die roll",
    Phase.CHOICE: "the campaign is waiting for the choice of an option",
    Phase.LEAVE: "the campaign is waiting for the company to leave this scene",
    Phase.TRAVEL_ON: "the campaign is waiting for the choice of who travels on",
    Phase.OVER: "the campaign is over",
}
"""Why an entry of another phase is refused."""


def why_not_rewind(journey: CampaignState, to: int) -> str:
    if journey.header.policy != SavePolicy.FREE:
        return "this campaign is iron: you cannot go back"
    if to not in journey.starts.values():
        return "you can go back only to the start of a scene that was played"
    return ""


def why_not_hand_over(journey: CampaignState, entry: ItemHandedOver) -> str:
    company, item, to = journey.company, entry.item, entry.to
    if journey.phase not in (Phase.TRAVELLERS, Phase.LEAVE):
        return "you can hand over items only before a battle, at a haven, and where you found an item"
    if item not in company.story.items or not company.has_item(item):
        return f"the company has no {item[:40]!r}"
    if company.holders[item] == to:
        return f"{item} is already there"
    if to != PACK and to not in company.alive:
        return f"there is no {to[:40]!r} in the company"
    if to != PACK and not company.can_hold(to, item):
        return f"{to} already holds an item of this kind"
    return ""


def why_not_travel(journey: CampaignState, names: Sequence[str]) -> str:
    if why := why_not_chosen(names, journey.company.able, journey.min_travellers, journey.max_travellers, "travel"):
        return why
    missing = [name for name in journey.required_travellers if name not in names]
    return f"{missing[0]} must come" if missing else ""


def why_not_travel_on(journey: CampaignState, names: Sequence[str]) -> str:
    return why_not_chosen(names, journey.company.alive, 1, journey.travel_on, "travel on")


def why_not_chosen(names: Sequence[str], candidates: Sequence[str], minimum: int, maximum: int, verb: str) -> str:
    for name in names:
        if name not in candidates:
            return f"{name[:40]!r} cannot {verb}"
        if names.count(name) > 1:
            return f"{name} is named twice"
    if not minimum <= len(names) <= maximum:
        count = f"{minimum} to {maximum}" if minimum < maximum else f"{maximum}"
        return f"you chose {len(names)} to {verb}; choose {count}"
    return ""


def why_not_battle_result(journey: CampaignState, entry: BattleResult) -> str:
    battle = journey.story.battle(journey.current_scene)
    travellers = set(journey.travellers)
    if not travellers <= set(entry.people) <= travellers | set(journey.guests):
        return "the fighters are not the members who travelled"
    if not set(entry.enemies) <= set(battle.enemies):
        return "the result names enemies who are not in the battle"
    if entry.ending not in ("", TIMEOUT, *battle.endings):
        return f"the battle has no ending {entry.ending[:40]!r}"
    return ""


def why_not_roll(journey: CampaignState, face: int) -> str:
    if not 1 <= face <= 6:
        return "a die shows 1 to 6"
    if not journey.header.dice_are_mine and face != journey.next_face:
        return "the computer rolls the dice of this campaign, and it rolled another face"
    return ""


def start_campaign(story: Story, header: CampaignHeader) -> CampaignState:
    """Return a campaign at its first scene."""
    journey = CampaignState(story, header, Roster.at_start(story))
    enter_scene(journey, story.first)
    return journey


def replay_entries(story: Story, header: CampaignHeader, entries: Sequence[Entry]) -> CampaignState:
    """Return the campaign after all these entries."""
    journey = start_campaign(story, header)
    for entry in entries_in_effect(entries):
        journey = apply_entry(journey, entry)
    return journey


def entries_in_effect(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries still in effect, without those that a rewind has undone."""
    in_effect: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Rewind):
            del in_effect[entry.to :]
        else:
            in_effect.append(entry)
    return in_effect


def apply_entry(journey: CampaignState, entry: Entry) -> CampaignState:
    """Return the campaign after an entry other than a rewind, or raise IllegalMove if it is not allowed now."""
    why = why_not(journey, entry)
    if why:
        raise IllegalMove(ENTRY_NAMES[type(entry)], CLAUSE, why)
    journey = journey.copy()
    journey.entries += 1
    carry_out_entry(journey, entry)
    return journey


def append_entry(journey: CampaignState, earlier: Sequence[Entry], entry: Entry) -> CampaignState:
    """Return the campaign after any entry, or raise IllegalMove; a rewind replays the `earlier` entries."""
    if not isinstance(entry, Rewind):
        return apply_entry(journey, entry)
    if why := why_not(journey, entry):
        raise IllegalMove(ENTRY_NAMES[Rewind], CLAUSE, why)
    return replay_entries(journey.story, journey.header, [*earlier, entry])


# Effects of an entry


def carry_out_entry(journey: CampaignState, entry: Entry) -> None:
    if isinstance(entry, ItemHandedOver):
        journey.company.holders[entry.item] = entry.to
    elif isinstance(entry, TravellersChosen):
        journey.travellers = entry.who
        log_event(journey, JournalEventKind.TRAVELLED, entry.who)
        journey.phase = Phase.BATTLE
    elif isinstance(entry, BattleResult):
        apply_battle_result(journey, entry)
        journey.played[journey.scene] = PlayedScene(entry.outcome, entry.ending)
        ask_for_dice(journey)
    elif isinstance(entry, DieRolled):
        resolve_roll(journey, entry.face)
    elif isinstance(entry, OptionChosen):
        choose_option(journey, entry.option)
    elif isinstance(entry, SceneExited):
        journey.played[journey.scene] = PlayedScene(None)
        ask_for_dice(journey)
    elif isinstance(entry, MembersKept):
        leave_others_behind(journey, entry.who)


def resolve_roll(journey: CampaignState, face: int) -> None:
    journey.dice += 1
    if journey.waiting:
        resolve_felled_roll(journey, face)
    else:
        journey.face = face
        log_event(journey, JournalEventKind.ROLLED, text=journey.current_scene.roll, number=face)
    ask_for_dice(journey)


def choose_option(journey: CampaignState, option: str) -> None:
    choice = next(choice for choice in journey.current_scene.choices if choice.name == option)
    journey.played[journey.scene] = PlayedScene(None)
    log_event(journey, JournalEventKind.CHOSE, text=option)
    journey.next_scene = choice.effects.next
    apply_effects(journey, choice.effects)
    ask_for_dice(journey)


def ask_for_dice(journey: CampaignState) -> None:
    """Wait for the next roll, those of the felled first, then that of the scene; after the last, choose the branch."""
    if journey.waiting or (journey.current_scene.roll and not journey.face):
        journey.phase = Phase.DIE
    else:
        choose_branch(journey)


def choose_branch(journey: CampaignState) -> None:
    """Apply the branches of the scene that are met, up to the first with a `next` (K6.3)."""
    for branch in journey.current_scene.branches:
        if is_branch_met(journey, branch):
            apply_effects(journey, branch.effects)
            if branch.effects.next:
                journey.next_scene = branch.effects.next
                break
    if journey.travel_on:
        journey.phase = Phase.TRAVEL_ON
    else:
        go_to_next_scene(journey)


def is_branch_met(journey: CampaignState, branch: Branch) -> bool:
    result = journey.battle_result
    if branch.when and (result is None or branch.when not in (result.outcome.word, result.ending)):
        return False
    return are_conditions_met(journey, branch.conditions)


def leave_others_behind(journey: CampaignState, names: Sequence[str]) -> None:
    behind = [name for name in journey.company.alive if name not in names]
    for name in behind:
        journey.company.leave(name)
    log_event_for(journey, JournalEventKind.BEHIND, behind)
    go_to_next_scene(journey)


def go_to_next_scene(journey: CampaignState) -> None:
    if not journey.company.alive:
        log_event(journey, JournalEventKind.NOBODY)
        enter_scene(journey, journey.story.nobody)
    else:
        enter_scene(journey, journey.next_scene or journey.current_scene.next)


# Enter a scene


def enter_scene(journey: CampaignState, name: str) -> None:
    journey.scene, journey.next_scene, journey.face = name, "", 0
    journey.travellers, journey.felled, journey.battle_result = (), (), None
    end = journey.end
    if end:
        log_event(journey, JournalEventKind.END, text=end.title, number=end.outcome)
        journey.phase = Phase.OVER
        return
    journey.starts[name] = journey.entries
    log_event(journey, JournalEventKind.SCENE, text=journey.current_scene.title)
    BEGIN_SCENE[journey.current_scene.kind](journey)


def begin_battle(journey: CampaignState) -> None:
    """Wait for the travellers; if no member can travel, the battle is lost without a fight."""
    if journey.company.able:
        journey.phase = Phase.TRAVELLERS
        return
    log_event(journey, JournalEventKind.NO_FIGHT)
    journey.battle_result = BattleResult(Outcome.LOST, "", 0, {}, {})
    journey.played[journey.scene] = PlayedScene(Outcome.LOST)
    ask_for_dice(journey)


def begin_haven(journey: CampaignState) -> None:
    """Heal all wounds (K6.4), including those of guests who have not joined yet."""
    journey.company.heal(journey.company.to_join)
    log_event_for(journey, JournalEventKind.HEALED, journey.company.heal(journey.company.alive))
    journey.phase = Phase.LEAVE


def begin_choice(journey: CampaignState) -> None:
    journey.phase = Phase.CHOICE


def begin_item(journey: CampaignState) -> None:
    journey.company.give(journey.current_scene.item, PACK)
    log_event(journey, JournalEventKind.FOUND, text=journey.current_scene.item)
    journey.phase = Phase.LEAVE


BEGIN_SCENE = {
    SceneKind.BATTLE: begin_battle,
    SceneKind.HAVEN: begin_haven,
    SceneKind.CHOICE: begin_choice,
    SceneKind.ITEM: begin_item,
}
