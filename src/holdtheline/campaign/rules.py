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


def why_not(state: CampaignState, entry: Entry) -> str:
    """Return why an entry is not allowed now, or an empty string."""
    if isinstance(entry, Rewind):
        return why_not_rewind(state, entry.to)
    if isinstance(entry, ItemHandedOver):
        return why_not_hand_over(state, entry)
    if state.phase != PHASE_OF_ENTRY[type(entry)]:
        return PHASE_TEXT[state.phase]
    if isinstance(entry, TravellersChosen):
        return why_not_travel(state, entry.who)
    if isinstance(entry, MembersKept):
        return why_not_travel_on(state, entry.who)
    if isinstance(entry, BattleResult):
        return why_not_battle_result(state, entry)
    if isinstance(entry, DieRolled):
        return why_not_roll(state, entry.face)
    if isinstance(entry, OptionChosen) and entry.option not in [option.name for option in available_options(state)]:
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


def why_not_rewind(state: CampaignState, to: int) -> str:
    if state.header.policy != SavePolicy.FREE:
        return "this campaign is iron: you cannot go back"
    if to not in state.starts.values():
        return "you can go back only to the start of a scene that was played"
    return ""


def why_not_hand_over(state: CampaignState, entry: ItemHandedOver) -> str:
    company, item, to = state.company, entry.item, entry.to
    if state.phase not in (Phase.TRAVELLERS, Phase.LEAVE):
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


def why_not_travel(state: CampaignState, names: Sequence[str]) -> str:
    if why := why_not_chosen(names, state.company.able, state.min_travellers, state.max_travellers, "travel"):
        return why
    missing = [name for name in state.required_travellers if name not in names]
    return f"{missing[0]} must come" if missing else ""


def why_not_travel_on(state: CampaignState, names: Sequence[str]) -> str:
    return why_not_chosen(names, state.company.alive, 1, state.travel_on, "travel on")


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


def why_not_battle_result(state: CampaignState, entry: BattleResult) -> str:
    battle = state.story.battle(state.current_scene)
    travellers = set(state.travellers)
    if not travellers <= set(entry.people) <= travellers | set(state.guests):
        return "the fighters are not the members who travelled"
    if not set(entry.enemies) <= set(battle.enemies):
        return "the result names enemies who are not in the battle"
    if entry.ending not in ("", TIMEOUT, *battle.endings):
        return f"the battle has no ending {entry.ending[:40]!r}"
    return ""


def why_not_roll(state: CampaignState, face: int) -> str:
    if not 1 <= face <= 6:
        return "a die shows 1 to 6"
    if not state.header.dice_are_mine and face != state.next_face:
        return "the computer rolls the dice of this campaign, and it rolled another face"
    return ""


def start_campaign(story: Story, header: CampaignHeader) -> CampaignState:
    """Return a campaign at its first scene."""
    state = CampaignState(story, header, Roster.at_start(story, header.felled_travel))
    enter_scene(state, story.first)
    return state


def replay_entries(story: Story, header: CampaignHeader, entries: Sequence[Entry]) -> CampaignState:
    """Return the campaign after all these entries."""
    state = start_campaign(story, header)
    for entry in entries_in_effect(entries):
        state = apply_entry(state, entry)
    return state


def entries_in_effect(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries still in effect, without those that a rewind has undone."""
    in_effect: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Rewind):
            del in_effect[entry.to :]
        else:
            in_effect.append(entry)
    return in_effect


def apply_entry(state: CampaignState, entry: Entry) -> CampaignState:
    """Return the campaign after an entry other than a rewind, or raise IllegalMove if it is not allowed now."""
    why = why_not(state, entry)
    if why:
        raise IllegalMove(ENTRY_NAMES[type(entry)], CLAUSE, why)
    state = state.copy()
    state.entries += 1
    carry_out_entry(state, entry)
    return state


def append_entry(state: CampaignState, earlier: Sequence[Entry], entry: Entry) -> CampaignState:
    """Return the campaign after any entry, or raise IllegalMove; a rewind replays the `earlier` entries."""
    if not isinstance(entry, Rewind):
        return apply_entry(state, entry)
    if why := why_not(state, entry):
        raise IllegalMove(ENTRY_NAMES[Rewind], CLAUSE, why)
    return replay_entries(state.story, state.header, [*earlier, entry])


# Effects of an entry


def carry_out_entry(state: CampaignState, entry: Entry) -> None:
    if isinstance(entry, ItemHandedOver):
        state.company.holders[entry.item] = entry.to
    elif isinstance(entry, TravellersChosen):
        state.travellers = entry.who
        log_event(state, JournalEventKind.TRAVELLED, entry.who)
        state.phase = Phase.BATTLE
    elif isinstance(entry, BattleResult):
        apply_battle_result(state, entry)
        state.played[state.scene] = PlayedScene(entry.outcome, entry.ending)
        ask_for_dice(state)
    elif isinstance(entry, DieRolled):
        resolve_roll(state, entry.face)
    elif isinstance(entry, OptionChosen):
        choose_option(state, entry.option)
    elif isinstance(entry, SceneExited):
        state.played[state.scene] = PlayedScene(None)
        ask_for_dice(state)
    elif isinstance(entry, MembersKept):
        leave_others_behind(state, entry.who)


def resolve_roll(state: CampaignState, face: int) -> None:
    state.dice += 1
    if state.waiting:
        resolve_felled_roll(state, face)
    else:
        state.face = face
        log_event(state, JournalEventKind.ROLLED, text=state.current_scene.roll, number=face)
    ask_for_dice(state)


def choose_option(state: CampaignState, option: str) -> None:
    choice = next(choice for choice in state.current_scene.choices if choice.name == option)
    state.played[state.scene] = PlayedScene(None)
    log_event(state, JournalEventKind.CHOSE, text=option)
    state.next_scene = choice.effects.next
    apply_effects(state, choice.effects)
    ask_for_dice(state)


def ask_for_dice(state: CampaignState) -> None:
    """Wait for the next roll, those of the felled first, then that of the scene; after the last, choose the branch."""
    if state.waiting or (state.current_scene.roll and not state.face):
        state.phase = Phase.DIE
    else:
        choose_branch(state)


def choose_branch(state: CampaignState) -> None:
    """Apply the branches of the scene that are met, up to the first with a `next` (K6.3)."""
    for branch in state.current_scene.branches:
        if is_branch_met(state, branch):
            apply_effects(state, branch.effects)
            if branch.effects.next:
                state.next_scene = branch.effects.next
                break
    if state.travel_on:
        state.phase = Phase.TRAVEL_ON
    else:
        go_to_next_scene(state)


def is_branch_met(state: CampaignState, branch: Branch) -> bool:
    result = state.battle_result
    if branch.when and (result is None or branch.when not in (result.outcome.word, result.ending)):
        return False
    return are_conditions_met(state, branch.conditions)


def leave_others_behind(state: CampaignState, names: Sequence[str]) -> None:
    behind = [name for name in state.company.alive if name not in names]
    for name in behind:
        state.company.leave(name)
    log_event_for(state, JournalEventKind.BEHIND, behind)
    go_to_next_scene(state)


def go_to_next_scene(state: CampaignState) -> None:
    if not state.company.alive:
        log_event(state, JournalEventKind.NOBODY)
        enter_scene(state, state.story.nobody)
    else:
        enter_scene(state, state.next_scene or state.current_scene.next)


# Enter a scene


def enter_scene(state: CampaignState, name: str) -> None:
    state.scene, state.next_scene, state.face = name, "", 0
    state.travellers, state.felled, state.battle_result = (), (), None
    end = state.end
    if end:
        log_event(state, JournalEventKind.END, text=end.title, number=end.outcome)
        state.phase = Phase.OVER
        return
    state.starts[name] = state.entries
    log_event(state, JournalEventKind.SCENE, text=state.current_scene.title)
    BEGIN_SCENE[state.current_scene.kind](state)


def begin_battle(state: CampaignState) -> None:
    """Wait for the travellers; if no member can travel, the battle is lost without a fight."""
    if state.company.able:
        state.phase = Phase.TRAVELLERS
        return
    log_event(state, JournalEventKind.NO_FIGHT)
    state.battle_result = BattleResult(Outcome.LOST, "", 0, {}, {})
    state.played[state.scene] = PlayedScene(Outcome.LOST)
    ask_for_dice(state)


def begin_haven(state: CampaignState) -> None:
    """Heal all wounds (K6.4), including those of guests who have not joined yet."""
    state.company.heal(state.company.to_join)
    log_event_for(state, JournalEventKind.HEALED, state.company.heal(state.company.alive))
    state.phase = Phase.LEAVE


def begin_choice(state: CampaignState) -> None:
    state.phase = Phase.CHOICE


def begin_item(state: CampaignState) -> None:
    state.company.give(state.current_scene.item, PACK)
    log_event(state, JournalEventKind.FOUND, text=state.current_scene.item)
    state.phase = Phase.LEAVE


BEGIN_SCENE = {
    SceneKind.BATTLE: begin_battle,
    SceneKind.HAVEN: begin_haven,
    SceneKind.CHOICE: begin_choice,
    SceneKind.ITEM: begin_item,
}
