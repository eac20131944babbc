"""The routes of the lab. They need no key: the id of a study, which only its page knows, is enough."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path

from ...core.catalog import all_definitions
from ..http.auth import ServicesDep
from ..http.errors import ApiError, error_responses
from ..tables.lobby import option_cards
from ..tables.models import PlayerCard, UploadedRecord
from . import models
from .desk import MAX_SECONDS, StudyDesk
from .play import check_order, fast_players, record_game, study_options

NOT_HERE = "This server plays no studies. On your own computer `htl serve` does."
READ_ERRORS = error_responses("forbidden", "unknown", "invalid", "busy")
ACTION_ERRORS = READ_ERRORS | error_responses("malformed", "too_large")

StudyId = Annotated[str, Path(max_length=40)]

router = APIRouter(prefix="/lab", tags=["lab"])


async def require_desk(services: ServicesDep) -> StudyDesk:
    if services.lab is None:
        raise ApiError("forbidden", NOT_HERE)
    return services.lab


DeskDep = Annotated[StudyDesk, Depends(require_desk)]


@router.get("", responses=error_responses("busy"), summary="what can be studied here")
async def get_form(services: ServicesDep) -> models.LabForm:
    is_allowed = services.lab is not None
    return models.LabForm(
        why_not=None if is_allowed else NOT_HERE,
        games=await services.workers.run("", list_games) if is_allowed else [],
        max_games=models.MAX_GAMES,
        max_seconds=MAX_SECONDS,
    )


def list_games() -> list[models.LabGame]:
    """Return what the page offers (runs in a worker)."""
    return [
        models.LabGame(
            name=definition.name,
            title=definition.title,
            seats=list(definition.seats),
            options=option_cards(definition, list(study_options(definition).values())),
            players=[PlayerCard(name=name, sentence=text) for name, text in fast_players(definition).items()],
        )
        for definition in all_definitions()
    ]


@router.post("/studies", status_code=201, responses=ACTION_ERRORS, summary="start a study; one runs at a time")
async def start_study(services: ServicesDep, desk: DeskDep, body: models.NewStudy) -> models.StudyProgress:
    title, variants = await services.workers.run("", check_order, body)
    compiler = services.coach.compiler
    notice = compiler.notice(body.game) if compiler else None
    if notice is not None:
        raise ApiError("busy", f"The rules of this game are still being compiled. {notice}")
    return desk.begin(body, title, variants).progress()


@router.get("/studies/{study}", responses=READ_ERRORS, summary="a study so far; one that nobody asks about ends")
async def get_study(desk: DeskDep, study: StudyId) -> models.StudyProgress:
    return desk.find(study).progress()


@router.post("/studies/{study}/stop", responses=READ_ERRORS, summary="end a study; what was played counts")
async def stop_study(desk: DeskDep, study: StudyId) -> models.StudyProgress:
    found = desk.find(study)
    desk.stop(found)
    return found.progress()


@router.post(
    "/studies/{study}/game",
    status_code=201,
    responses=ACTION_ERRORS | error_responses("not_saved"),
    summary="a game of a study, to be watched as an uploaded record",
)
async def open_game(services: ServicesDep, desk: DeskDep, study: StudyId, body: models.GameOfStudy) -> UploadedRecord:
    found = desk.find(study)
    if body.number > found.games:
        raise ApiError("invalid", f"Each of the two has played {found.games:,} games so far.")
    record = await services.workers.run("", record_game, found.order, body.variant, body.number)
    return await services.tables.upload(record)
