"""Campaigns as an API: begin one, look at it, go on with it, and open the tables of its battles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Depends, Request
from fastapi.security import HTTPAuthorizationCredentials

from ..games.skirmish.campaign import files
from ..games.skirmish.campaign.entries import (
    Back,
    Chose,
    Entry,
    Handed,
    Policy,
    Rolled,
    Travelled,
    TravelledOn,
    WentOn,
)
from ..games.skirmish.campaign.journey import Awaits, Journey
from ..games.skirmish.campaign.story import Aftermath
from . import campaignmessages as messages
from .campaigners import Campaigns, General, Kept, generals_at
from .campaignview import aftermath_told, battle_table, policy_told, view
from .house import TheHouse, bearer, house_of
from .messages import Now
from .problems import Problem, responses

START = responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
LOOK = responses("key", "invalid", "busy", "not_saved")
ACT = LOOK | responses("malformed", "forbidden", "stale", "turn", "too_large", "illegal", "invalid")

router = APIRouter(tags=["campaigns"])


@dataclass(frozen=True)
class Caller:
    """A general who came with a key."""

    campaigns: Campaigns
    general: General


async def caller(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Caller:
    campaigns = Campaigns((await house_of(request)).tables)
    return Caller(campaigns, await campaigns.general(credentials.credentials if credentials else ""))


AnyGeneral = Annotated[Caller, Depends(caller)]


# Those there are


@router.get(
    "/campaigns", response_model=messages.Shipped, responses=responses("busy"), summary="campaigns to begin"
)
def shipped() -> Any:
    return {
        "campaigns": [card(name) for name in files.shipped()],
        "policies": [policy_told(one) for one in Policy],
        "aftermaths": [aftermath_told(one) for one in Aftermath],
    }


def card(name: str) -> dict[str, Any]:
    story = files.told(files.texts_named(name))
    return {
        "name": name,
        "title": story.title,
        "story": list(story.story),
        "company": story.company,
        "scenes": len(story.scenes),
        "people": sum(member.starts for member in story.members.values()),
        "aftermath": story.aftermath.word,
    }


@router.post("/campaigns", status_code=201, responses=START, summary="begin a campaign")
async def start(house: TheHouse, asked: messages.NewCampaign) -> messages.Started:
    return await Campaigns(house.tables).start(asked)


@router.post(
    "/campaigns/mine",
    response_model=messages.MyCampaigns,
    responses=responses("malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="the campaigns that these keys open; null where one opens nothing",
)
async def mine(house: TheHouse, asked: messages.CampaignKeys) -> Any:
    found = await to_thread(Campaigns(house.tables).shelf.mine, asked.keys)
    return {
        "campaigns": [
            one
            and {
                "id": one.id,
                "title": one.title,
                "scene": one.scene,
                "over": one.over,
                "played": one.played.isoformat(timespec="seconds"),
            }
            for one in found
        ]
    }


# One of them


@router.get(
    "/campaign", response_model=messages.CampaignView, responses=LOOK, summary="a campaign as it stands"
)
async def look(me: AnyGeneral) -> Any:
    return await shown(me, await me.campaigns.at(me.general))


@router.post(
    "/campaign/acts", response_model=messages.CampaignView, responses=ACT, summary="go on with a campaign"
)
async def act(me: AnyGeneral, asked: messages.Act) -> Any:
    kept = await me.campaigns.take(me.general, asked.at, lambda journey: entry_of(asked.act, journey))
    return await shown(me, kept)


@router.post(
    "/campaign/battle",
    response_model=messages.CampaignView,
    responses=ACT,
    summary="open the table of the battle",
)
async def battle(me: AnyGeneral, asked: Now) -> Any:
    return await shown(me, await me.campaigns.fight(me.general, asked.at))


async def shown(me: Caller, kept: Kept) -> dict[str, Any]:
    key = await me.campaigns.seat(me.general, kept)
    return await to_thread(told, me, kept, key)


def told(me: Caller, kept: Kept, key: str | None) -> dict[str, Any]:
    game = me.campaigns.tables.storage.game(kept.battle) if kept.battle else None
    table = battle_table(key, me.general, game, generals_at(kept.journey)) if key and game else None
    return view(kept, me.general, me.campaigns.shelf.generals(kept.row.id), table)


def entry_of(act: messages.AnyAct, journey: Journey) -> Entry:
    """What is written down for what somebody does."""
    match act:
        case messages.Travel():
            return Travelled(tuple(act.who))
        case messages.TravelOn():
            return TravelledOn(tuple(act.who))
        case messages.Hand():
            return Handed(act.item, act.to)
        case messages.Choose():
            return Chose(act.option)
        case messages.Roll():
            return Rolled(face_of(act, journey))
        case messages.GoBack():
            return Back(journey.starts.get(act.scene, -1))
    return WentOn()


def face_of(act: messages.Roll, journey: Journey) -> int:
    if journey.awaits != Awaits.DIE:
        raise Problem("turn", "No die is to be rolled now.")
    if not journey.header.dice_are_mine:
        if act.face is not None:
            raise Problem("turn", "The table rolls the dice of this campaign.")
        return journey.next_face
    if act.face is None:
        raise Problem("turn", "The dice are yours: roll one and say what it shows.")
    return act.face
