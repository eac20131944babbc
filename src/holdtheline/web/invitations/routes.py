"""The routes for an invitation: see what it offers, claim it, replace it. Its token is the bearer token.

Looking at an invitation changes nothing, so a link preview cannot use it up. The browser that claims it makes the key
and sends it, so a claim whose answer was lost can be repeated."""

from __future__ import annotations

from typing import Annotated

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Depends

from ...campaign.entries import parse_header
from ...campaign.story import files
from ...core.game_record.replay import Record
from ..db.campaign_store import CampaignStore
from ..db.course_store import CourseStore
from ..db.database import Database
from ..db.invitation_store import InvitationStore
from ..db.keys import digest_key
from ..db.rows import CampaignRow, GameRow, InvitationRow, MemberRow
from ..db.writer import WriteConflict
from ..http.auth import KeyTextDep, ServicesDep
from ..http.errors import ApiError, error_responses
from ..http.requests import KeyRenewal
from ..tables.lobby import find_game, seat_titles
from ..tables.registry import KEY_IN_USE
from . import models

NO_INVITATION = "This link is not an invitation; it may have been replaced by a new one, or be incomplete."
SEAT_TAKEN = "This seat has been taken, and an invitation works only once; ask its player for a link to watch."
PLACE_TAKEN = "This place has been taken, and an invitation works only once; ask your teacher for another link."
READ_ERRORS = error_responses("key", "taken", "invalid", "busy", "not_saved")
ACTION_ERRORS = READ_ERRORS | error_responses("malformed", "too_large")

router = APIRouter(prefix="/invitation", tags=["invitations"])


async def require_invitation(services: ServicesDep, token: KeyTextDep) -> InvitationRow:
    is_plausible = bool(token) and token.isascii() and len(token) <= 64
    store = InvitationStore(services.tables.database)
    invitation = await to_thread(store.find, token) if is_plausible else None
    if invitation is None:
        raise ApiError("key", NO_INVITATION)
    return invitation


def taken_error(invitation: InvitationRow) -> ApiError:
    return ApiError("taken", SEAT_TAKEN if invitation.member_id is None else PLACE_TAKEN)


InvitationDep = Annotated[InvitationRow, Depends(require_invitation)]


@router.get("", responses=READ_ERRORS, summary="what an invitation offers")
async def get_invitation(services: ServicesDep, invitation: InvitationDep) -> models.Invitation:
    if invitation.claimed is not None:
        raise taken_error(invitation)
    return await to_thread(describe_invitation, services.tables.database, invitation)


@router.post("/claim", responses=ACTION_ERRORS, summary="exchange an invitation for a key that you made")
async def claim_invitation(services: ServicesDep, invitation: InvitationDep, body: models.Claim) -> models.Invitation:
    tables = services.tables
    if digest_key(body.key) == invitation.digest:
        raise ApiError("invalid", "The key must differ from the invitation, which others know.")
    try:
        is_claimed = await InvitationStore(tables.database).claim(invitation, body.key, body.name)
    except WriteConflict as error:
        raise ApiError("invalid", KEY_IN_USE) from error
    if not is_claimed:
        raise taken_error(invitation)
    if invitation.game_id is not None:
        await tables.reload_keys(invitation.game_id)
    return await to_thread(describe_invitation, tables.database, invitation)


@router.post(
    "/renew", status_code=204, responses=ACTION_ERRORS, summary="replace an invitation that no one has claimed"
)
async def renew_invitation(services: ServicesDep, invitation: InvitationDep, body: KeyRenewal) -> None:
    store = InvitationStore(services.tables.database)
    try:
        is_renewed = await store.renew(invitation, body.key)
    except WriteConflict as error:
        raise ApiError("invalid", KEY_IN_USE) from error
    if not is_renewed:
        raise taken_error(invitation)


# What is offered


def describe_invitation(database: Database, invitation: InvitationRow) -> models.Invitation:
    if invitation.game_id is not None and (game := database.game(invitation.game_id)):
        return describe_table(database, game, invitation.seat or 0)
    if invitation.campaign_id is not None and (campaign := CampaignStore(database).campaign(invitation.campaign_id)):
        return describe_campaign(database, campaign, invitation.seat or 0)
    if invitation.member_id is not None and (student := CourseStore(database).student(invitation.member_id)):
        return describe_course(database, student)
    raise ApiError("key", NO_INVITATION)


def describe_table(database: Database, game: GameRow, seat: int) -> models.Invitation:
    header, definition = Record.parse(game.header.encode() + b"\n").header, find_game(game.game)
    return models.Invitation(
        page="table",
        title=definition.title if definition else game.game,
        seat=seat_titles(definition, header)[seat],
        players=[key.name for key in database.seat_keys(game.id) if key.name],
    )


def describe_campaign(database: Database, campaign: CampaignRow, seat: int) -> models.Invitation:
    header = parse_header(campaign.header)
    titles = files.parse_texts(header.texts).game.seats_for({"generals": header.generals})
    players = [general.name for general in CampaignStore(database).generals(campaign.id) if general.name]
    return models.Invitation(page="campaign", title=campaign.title, seat=titles[seat], players=players)


def describe_course(database: Database, student: MemberRow) -> models.Invitation:
    course = CourseStore(database).course(student.course_id)
    return models.Invitation(page="course", title=course.title if course else "", seat=student.name, players=[])
