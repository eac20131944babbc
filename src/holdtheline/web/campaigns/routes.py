"""The routes for campaigns: start one, view it, act in it, open the table for its battle."""

from __future__ import annotations

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter

from ...campaign.entries import (
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
from ...campaign.state import CampaignState, Phase
from ...campaign.story import files
from ...campaign.story.model import Aftermath, Wounds
from ..db.rows import CampaignRow
from ..http.auth import CampaignRequest, GeneralDep, ServicesDep
from ..http.errors import ApiError, error_responses
from ..http.requests import KeyRenewal, VersionOnly
from . import models
from .service import CampaignService, LoadedCampaign, count_generals
from .view import (
    FELLED_TRAVEL_TEXT,
    WOUNDS_TEXT,
    aftermath_meaning,
    battle_table,
    campaign_view,
    general_cards,
    policy_meaning,
)

CREATE_ERRORS = error_responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
READ_ERRORS = error_responses("key", "invalid", "busy", "not_saved")
ACTION_ERRORS = READ_ERRORS | error_responses(
    "malformed", "forbidden", "stale", "turn", "too_large", "illegal", "invalid"
)

router = APIRouter(tags=["campaigns"])


# All campaigns


@router.get("/campaigns", responses=error_responses("busy"), summary="the campaigns that can be started")
def list_campaigns() -> models.CampaignList:
    return models.CampaignList(
        campaigns=[campaign_card(name) for name in files.shipped_campaigns()],
        policies=[policy_meaning(policy) for policy in SavePolicy],
        aftermaths=[aftermath_meaning(aftermath) for aftermath in Aftermath],
        wounds=[models.WordMeaning(word=kind.word, sentence=WOUNDS_TEXT[kind]) for kind in Wounds],
        felled_travel=[
            models.WordMeaning(word=word, sentence=sentence) for word, sentence in FELLED_TRAVEL_TEXT.items()
        ],
    )


def campaign_card(name: str) -> models.CampaignCard:
    story = files.parse_texts(files.read_shipped_texts(name))
    return models.CampaignCard(
        name=name,
        title=story.title,
        story=list(story.story),
        company=story.company.name,
        scenes=len(story.scenes),
        people=sum(member.starts for member in story.members.values()),
        aftermath=story.aftermath.word,
        wounds=story.wounds.word,
        felled_travel="on" if story.felled_travel else "off",
    )


@router.post("/campaigns", status_code=201, responses=CREATE_ERRORS, summary="start a campaign")
async def create_campaign(services: ServicesDep, body: models.NewCampaign) -> models.StartedCampaign:
    return await CampaignService(services.tables).start(body)


@router.post(
    "/campaigns/mine",
    responses=error_responses("malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="the campaigns that these keys open; null for a key that opens nothing",
)
async def list_my_campaigns(services: ServicesDep, body: models.CampaignKeys) -> models.MyCampaigns:
    rows = await to_thread(CampaignService(services.tables).store.list_by_keys, body.keys)
    return models.MyCampaigns(campaigns=[my_campaign(row) if row else None for row in rows])


def my_campaign(row: CampaignRow) -> models.MyCampaign:
    played = row.played.isoformat(timespec="seconds")
    return models.MyCampaign(id=row.id, title=row.title, scene=row.scene, over=row.over, played=played)


# One campaign


@router.get("/campaign", responses=READ_ERRORS, summary="the current state of a campaign")
async def get_campaign(caller: GeneralDep) -> models.CampaignView:
    return await view_for(caller, await caller.campaigns.load(caller.general))


@router.post("/campaign/acts", responses=ACTION_ERRORS, summary="act in a campaign")
async def act_in_campaign(caller: GeneralDep, body: models.CampaignAction) -> models.CampaignView:
    campaign = await caller.campaigns.act(caller.general, body.at, lambda state: entry_of_action(body.act, state))
    return await view_for(caller, campaign)


@router.post("/campaign/battle", responses=ACTION_ERRORS, summary="open the table for the battle")
async def open_battle(caller: GeneralDep, body: VersionOnly) -> models.CampaignView:
    return await view_for(caller, await caller.campaigns.open_battle(caller.general, body.at))


@router.post(
    "/campaign/key", status_code=204, responses=ACTION_ERRORS, summary="replace your key; the old one stops working"
)
async def renew_key(caller: GeneralDep, body: KeyRenewal) -> None:
    await caller.campaigns.renew_key(caller.general, body.key)


async def view_for(caller: CampaignRequest, campaign: LoadedCampaign) -> models.CampaignView:
    key = await caller.campaigns.find_battle_key(caller.general, campaign)

    def make_view() -> models.CampaignView:
        game = caller.campaigns.tables.database.game(campaign.battle) if campaign.battle else None
        seats = count_generals(campaign.state) if game else 0
        table = battle_table(key, caller.general, game, seats) if key and game else None
        generals = caller.campaigns.store.generals(campaign.row.id)
        claimed = caller.campaigns.tables.database.claimed_seats("campaign_id", campaign.row.id)
        return campaign_view(campaign, general_cards(campaign.state, caller.general, generals, claimed), table)

    return await to_thread(make_view)


def entry_of_action(action: models.AnyCampaignAction, state: CampaignState) -> Entry:
    """Return the entry that records an action."""
    match action:
        case models.Travel():
            return TravellersChosen(tuple(action.who))
        case models.TravelOn():
            return MembersKept(tuple(action.who))
        case models.HandOver():
            return ItemHandedOver(action.item, action.to)
        case models.ChooseOption():
            return OptionChosen(action.option)
        case models.RollDie():
            return DieRolled(face_of_roll(action, state))
        case models.GoBackToScene():
            return Rewind(state.starts.get(action.scene, -1))
    return SceneExited()


def face_of_roll(action: models.RollDie, state: CampaignState) -> int:
    if state.phase != Phase.DIE:
        raise ApiError("turn", "There is no die to roll now.")
    if not state.header.dice_are_mine:
        if action.face is not None:
            raise ApiError("turn", "The table rolls the dice of this campaign.")
        return state.next_face
    if action.face is None:
        raise ApiError("turn", "You roll real dice here: roll one and enter its face.")
    return action.face
