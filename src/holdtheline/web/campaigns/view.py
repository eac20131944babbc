"""Build the view of a campaign for a general."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ...campaign.aftermath import AFTERMATH_KINDS, list_felled_results
from ...campaign.conditions_and_effects import available_options
from ...campaign.entries import ItemHandedOver, SavePolicy
from ...campaign.journal import (
    events_by_scene,
    format_events,
    list_memorial,
    log_text,
    with_article,
    write_journal,
)
from ...campaign.roster import MemberStatus
from ...campaign.rules import why_not
from ...campaign.state import CampaignState, JournalEventKind, Phase, SceneStatus, scene_map
from ...campaign.story.model import PACK, Aftermath, Item, Scar, SceneKind, Wounds
from ...core.scenarios.campaign_battles import BattleResult, Outcome
from ...core.sentences import capitalize_first, join_words
from ..db.rows import GameRow, GeneralRow
from ..http.requests import format_time
from . import models
from .service import General, LoadedCampaign

AFTERMATH_TEXT = {
    Aftermath.EXAMPLE: "Each felled friend rolls a die: on 1 to 3 they die, "
    "on 4 to 6 they return with a wound that lasts until the next haven.",
    Aftermath.NONE: "Felled friends return unhurt after the battle.",
    Aftermath.HARSH: "Felled friends die.",
}
"""What each aftermath means (K6.4)."""
WOUNDS_TEXT = {
    Wounds.HEAL: "Wounds of those who did not fall are bound up after the battle.",
    Wounds.KEEP: "Wounds stay until the next haven.",
}
FELLED_TRAVEL_TEXT = {
    "on": "Felled friends who come back can travel on at once.",
    "off": "Felled friends whose wound slots are all filled rest until the next haven.",
}
KNOWN_KINDS = (
    JournalEventKind.TRAVELLED,
    JournalEventKind.SCENE,
    JournalEventKind.CHOSE,
    JournalEventKind.FOUND,
    JournalEventKind.HEALED,
)
"""Events of other scenes that the player has just caused or read."""
BATTLE_PHASES = (Phase.DIE, Phase.TRAVEL_ON)
PHASE_WORDS: dict[Phase, models.PhaseWord] = {
    Phase.TRAVELLERS: "travellers",
    Phase.BATTLE: "battle",
    Phase.DIE: "die",
    Phase.CHOICE: "choice",
    Phase.LEAVE: "leave",
    Phase.TRAVEL_ON: "travel on",
    Phase.OVER: "nothing",
}
KIND_WORDS: dict[SceneKind, models.SceneKindWord] = {
    SceneKind.BATTLE: "battle",
    SceneKind.HAVEN: "haven",
    SceneKind.CHOICE: "choice",
    SceneKind.ITEM: "item",
}
OUTCOME_WORDS: dict[Outcome, models.OutcomeWord] = {
    Outcome.WON: "won",
    Outcome.LOST: "lost",
    Outcome.DRAWN: "drawn",
}
SCENE_WORDS: dict[SceneStatus, models.SceneStatusWord] = {
    SceneStatus.PLAYED: "played",
    SceneStatus.NOW: "now",
    SceneStatus.NEXT: "next",
}
STATUS_WORDS: dict[MemberStatus, models.MemberStatusWord] = {
    MemberStatus.THERE: "there",
    MemberStatus.DEAD: "dead",
    MemberStatus.LEFT: "left",
    MemberStatus.TAKEN: "taken",
}


def campaign_view(
    campaign: LoadedCampaign, generals: list[models.GeneralCard], table: models.BattleTable | None
) -> models.CampaignView:
    state, header = campaign.state, campaign.state.header
    scenes = map_scene_cards(state)
    return models.CampaignView(
        id=campaign.row.id,
        version=campaign.row.written,
        title=state.story.title,
        company=state.story.company.name,
        story=list(state.story.story),
        policy=policy_meaning(header.policy),
        aftermath=aftermath_meaning(header.aftermath),
        dice="mine" if header.dice_are_mine else "table",
        generals=generals,
        scene=scene_card(state),
        decision=pending_decision(state),
        last=last_scene(campaign),
        roster=[person_card(state, name) for name in sort_by_status(state)],
        items=[item_card(state, item) for item in company_items(state)],
        memorial=list_memorial(state),
        map=scenes,
        unknown=len(state.story.scenes) - len(scenes),
        journal=[
            models.JournalPage(heading=page.heading, paragraphs=list(page.paragraphs)) for page in write_journal(state)
        ],
        battle=table,
        rules=f"/rules/{state.story.game.name}",
    )


def policy_meaning(policy: SavePolicy) -> models.WordMeaning:
    return models.WordMeaning(word=policy.word, sentence=policy.sentence)


def aftermath_meaning(aftermath: Aftermath) -> models.WordMeaning:
    return models.WordMeaning(word=aftermath.word, sentence=AFTERMATH_TEXT[aftermath])


def battle_table(key: str, general: General, game: GameRow, seats: int) -> models.BattleTable:
    mine = [seat for seat in general.row.seats if seat < seats]
    return models.BattleTable(
        key=key,
        spectator=not mine,
        my_turn=bool(mine) and game.turn in (-1, *mine),
        steps=game.steps,
    )


def general_cards(
    state: CampaignState, viewer: General, generals: list[GeneralRow], claimed: Mapping[int, datetime]
) -> list[models.GeneralCard]:
    names = {seat: general.name for general in generals for seat in general.seats}
    return [
        models.GeneralCard(
            seat=seat,
            title=title,
            name=names.get(seat, ""),
            mine=seat in viewer.row.seats,
            claimed=format_time(claimed[seat]) if seat in claimed else None,
        )
        for seat, title in enumerate(general_titles(state))
    ]


def general_titles(state: CampaignState) -> tuple[str, ...]:
    return state.story.game.seats_for({"generals": state.header.generals})


# The current scene


def scene_card(state: CampaignState) -> models.SceneCard:
    end = state.end
    if end is not None:
        return models.SceneCard(
            name=end.name,
            title=end.title,
            kind="end",
            story=list(end.story),
            outcome=OUTCOME_WORDS[end.outcome],
            aim="",
            difficulty="",
        )
    scene = state.current_scene
    aim, difficulty = battle_aim(state)
    return models.SceneCard(
        name=scene.name,
        title=scene.title,
        kind=KIND_WORDS[scene.kind],
        story=list(scene.story),
        outcome=None,
        aim=aim,
        difficulty=difficulty,
    )


def battle_aim(state: CampaignState) -> tuple[str, str]:
    """Return the company's aim in this scene's battle, and its difficulty; "" for other scenes."""
    if state.current_scene.kind != SceneKind.BATTLE:
        return "", ""
    battle = state.story.battle(state.current_scene)
    return battle.aim, battle.difficulty


def pending_decision(state: CampaignState) -> models.PendingDecision:
    """Return the decision that the campaign is waiting for."""
    phase = state.phase
    names: list[str] = []
    fewest = most = 0
    needed: list[str] = []
    if phase == Phase.TRAVELLERS:
        names, needed = state.company.able, state.required_travellers
        fewest, most = state.min_travellers, state.max_travellers
    elif phase == Phase.TRAVEL_ON:
        names, fewest, most = state.company.alive, 1, state.travel_on
    picks = [models.PickCard(name=name, text=state.story.members[name].text) for name in names]
    picks += [models.PickCard(name=option.name, text=option.text) for option in available_options(state)]
    return models.PendingDecision(
        what=PHASE_WORDS[phase],
        question=question_text(state, fewest, most, needed),
        picks=picks,
        fewest=fewest,
        most=most,
        needed=needed,
        can_hand=phase in (Phase.TRAVELLERS, Phase.LEAVE) and bool(company_items(state)),
    )


def question_text(state: CampaignState, fewest: int, most: int, needed: list[str]) -> str:
    phase = state.phase
    if phase == Phase.TRAVELLERS:
        resting = f" {state.company.resting}".rstrip()
        if fewest == most == len(state.company.able):
            return f"Everyone who is able goes.{resting}"
        count = f"{most} go" if fewest == most else f"{fewest} to {most} can go"
        must = f" {join_words(needed)} must come." if needed else ""
        return f"Who goes? {capitalize_first(count)}.{must}{resting}"
    if phase == Phase.TRAVEL_ON:
        return f"Who travels on? Choose at most {most}; the others stay behind and leave the company."
    if phase == Phase.BATTLE:
        return f"{join_words(list(state.travellers))} went to fight."
    if phase == Phase.DIE:
        return state.question
    if phase == Phase.LEAVE:
        return leave_text(state)
    return "What will you do?" if phase == Phase.CHOICE else ""


def leave_text(state: CampaignState) -> str:
    """Return what a find or a haven has brought, and what to do next."""
    if state.current_scene.kind == SceneKind.ITEM:
        item = capitalize_first(with_article(state.current_scene.item))
        return f"{item} is yours: hand it to a companion, or leave it in the pack."
    events = [event for event in state.events if event.scene == state.scene]
    healed = [log_text(state, event) for event in events if event.kind == JournalEventKind.HEALED]
    return " ".join([*healed, "Continue when you are ready."])


# The last scene


def last_scene(campaign: LoadedCampaign) -> models.LastScene | None:
    """Return the battle whose dice are being rolled, or else the scene before this one."""
    state = campaign.state
    pages = list(events_by_scene(state.events))
    is_under_way = state.battle_result is not None and state.phase in BATTLE_PHASES
    if not is_under_way:
        del pages[-1:]
    if not pages:
        return None
    scene, events = pages[-1]
    battle = next((event for event in events if event.kind == JournalEventKind.BATTLE), None)
    numbers = [number for number, entry in enumerate(campaign.entries) if isinstance(entry, BattleResult)]
    omitted = AFTERMATH_KINDS if battle else KNOWN_KINDS
    return models.LastScene(
        title=state.story.scenes[scene].title,
        number=numbers[-1] if numbers else 0,
        battle=battle is not None,
        under_way=is_under_way,
        outcome=OUTCOME_WORDS[Outcome(battle.number)] if battle else None,
        words=log_text(state, battle) if battle else "",
        verdicts=felled_cards(state, scene) if battle else [],
        paragraphs=format_events(state, [event for event in events if event.kind not in omitted]),
    )


def felled_cards(state: CampaignState, scene: str) -> list[models.FelledCard]:
    next_to_roll = state.waiting[:1]
    dead = [event.names[0] for event in state.events if event.scene == scene and event.kind == JournalEventKind.DIED]
    return [
        models.FelledCard(
            name=felled.name,
            by=with_article(felled.felled_by) if felled.felled_by else "",
            face=felled.face or None,
            words=felled.text,
            is_dead=felled.name in dead,
            is_due=felled.name in next_to_roll,
        )
        for felled in list_felled_results(state, scene)
    ]


# The company


def sort_by_status(state: CampaignState) -> list[str]:
    """Return the members, those present first, without those who have not joined yet."""
    people = state.company.people
    joined = [name for name in people if people[name].status != MemberStatus.LATER]
    return sorted(joined, key=lambda name: people[name].status)


def person_card(state: CampaignState, name: str) -> models.PersonCard:
    company, story = state.company, state.story
    person, member = company.people[name], story.members[name]
    sheet = story.battle_rules.sheet(company.traveller(name))
    is_present = person.status == MemberStatus.THERE
    return models.PersonCard(
        name=name,
        text=member.text or sheet.text,
        status=STATUS_WORDS[person.status],
        wounds=person.wounds,
        slots=sheet.wound_slots,
        rests=is_present and name not in company.able,
        travels=name in state.travellers and state.phase == Phase.BATTLE,
        general=commander_title(state, member.general),
        numbers=[models.PickCard(name=label, text=text) for label, text in sheet.numbers],
        traits=list(sheet.traits),
        scars=[scar_card(story.scars[scar_name]) for scar_name in person.scars],
        items=[item.name for item in company.items_of(name)],
    )


def commander_title(state: CampaignState, general: int) -> str:
    """Return the title of a member's commander, if there are several generals and the story assigns one."""
    titles = general_titles(state)
    return titles[(general - 1) % len(titles)] if len(titles) > 1 and general else ""


def scar_card(scar: Scar) -> models.ScarCard:
    return models.ScarCard(name=scar.name, text=scar.text, change=scar.effect.text)


def company_items(state: CampaignState) -> list[Item]:
    return [item for name, item in state.story.items.items() if state.company.has_item(name)]


def item_card(state: CampaignState, item: Item) -> models.ItemCard:
    holders = [PACK, *state.company.alive]
    return models.ItemCard(
        name=item.name,
        text=item.text,
        effect=item.effect.text if item.effect else "",
        holder=state.company.holders[item.name],
        can_hold=[holder for holder in holders if not why_not(state, ItemHandedOver(item.name, holder))],
    )


# The map


def map_scene_cards(state: CampaignState) -> list[models.MapSceneCard]:
    """Return the known scenes: those played, in their order, then the current one, then possible next ones."""
    status = scene_map(state)
    order = [*state.played, *(name for name in status if name not in state.played)]
    if not state.is_over and state.scene in order:
        order.remove(state.scene)
        order.insert(len([name for name in state.played if name != state.scene]), state.scene)
    return [map_scene_card(state, name, status[name]) for name in order if status[name] in SCENE_WORDS]


def map_scene_card(state: CampaignState, name: str, status: SceneStatus) -> models.MapSceneCard:
    scene = state.story.scenes[name]
    played = state.played.get(name)
    is_free = state.header.policy == SavePolicy.FREE
    return models.MapSceneCard(
        name=name,
        title=scene.title,
        kind=KIND_WORDS[SceneKind(scene.kind)],
        status=SCENE_WORDS[status],
        outcome=OUTCOME_WORDS[played.outcome] if played and played.outcome is not None else None,
        can_go_back=is_free and state.starts.get(name, state.entries) < state.entries,
    )
