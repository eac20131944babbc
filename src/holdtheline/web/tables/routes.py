"""The routes for a table: open, view, play, roll, undo, replay and review. `questions.py` has the others."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Annotated, Any

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Header, Path, Query, Request
from starlette.responses import Response

from ...core.catalog import definition_of, interactive_game
from ..coach import models as coach_models
from ..http import requests
from ..http.auth import KeyHolderDep, SeatHolderDep, ServicesDep, TableRequest
from ..http.errors import ApiError, error_responses
from . import models
from .declarations import declare
from .live_table import LiveTable
from .questions import QUERY_ERRORS, READ_ERRORS
from .replay import replay_frame_json, replay_json, turn_replay_json, why_record_is_secret
from .table_copy import source_of
from .view import view_json

CREATE_ERRORS = error_responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
ACTION_ERRORS = QUERY_ERRORS | error_responses("stale", "turn", "undo")

router = APIRouter(tags=["table"])
StepNumber = Annotated[int, Path(ge=0, le=requests.MAX_CODE, description="0 is the start")]
LensName = Annotated[str | None, Query(max_length=20)]
HaveView = Annotated[
    str | None,
    Header(
        alias="Have-View", max_length=40, description="the `tag` of a view that you have: only what changed is sent"
    ),
]
ViewAnswer = models.TableView | models.ViewPatch


async def view_response(live: LiveTable, caller: TableRequest, have: str | None) -> Response:
    text = await view_json(live, caller.key, caller.services.coach, have)
    return Response(text, media_type="application/json")


# Opening and viewing


@router.post("/tables", status_code=201, responses=CREATE_ERRORS, summary="start a game")
async def open_table(services: ServicesDep, body: models.NewTable) -> models.OpenedTable:
    definition = definition_of(body.game)
    definition.refuse_files(body.options)
    if services.coach.compiler is not None:
        services.coach.compiler.prefer(definition.name)
    if definition.turn_replay is None:
        game = interactive_game(definition, body.options)
    else:  # loading the compiled rules may take a while
        game = await to_thread(interactive_game, definition, body.options)
    return await services.tables.open(game, body)


@router.get("/table", response_model=ViewAnswer, responses=READ_ERRORS, summary="what you see of the table")
async def get_view(caller: KeyHolderDep, have: HaveView = None) -> Response:
    async with caller.table() as live:
        return await view_response(live, caller, have)


@router.get("/table/moves", responses=READ_ERRORS, summary="your legal moves")
async def list_moves(caller: KeyHolderDep) -> models.MoveList:
    async with caller.table() as live:
        seat = live.deciding_seat(caller.key)
        moves = live.table.state.moves_seen_by(seat) if seat is not None else []
        return models.MoveList(
            version=live.version_for(caller.key), moves=[models.MoveCard.model_validate(move) for move in moves]
        )


# Acting


@router.post("/table/moves", response_model=ViewAnswer, responses=ACTION_ERRORS, summary="play a move")
async def play_move(caller: SeatHolderDep, body: models.PlayMove, have: HaveView = None) -> Response:
    async with caller.table() as live:
        await live.play(caller.key, body.play, body.at)
        return await view_response(live, caller, have)


@router.post("/table/roll", response_model=ViewAnswer, responses=ACTION_ERRORS, summary="roll the dice")
async def roll_dice(caller: SeatHolderDep, body: requests.VersionOnly, have: HaveView = None) -> Response:
    async with caller.table() as live:
        await live.roll(caller.key, body.at)
        return await view_response(live, caller, have)


@router.post("/table/undo", response_model=ViewAnswer, responses=ACTION_ERRORS, summary="undo the last step")
async def undo_step(caller: SeatHolderDep, body: requests.VersionOnly, have: HaveView = None) -> Response:
    async with caller.table() as live:
        await live.undo(caller.key, body.at)
        return await view_response(live, caller, have)


@router.post(
    "/table/declare",
    response_model=ViewAnswer,
    responses=ACTION_ERRORS,
    summary="resign, offer a draw, or answer an offer",
)
async def make_declaration(caller: SeatHolderDep, body: models.DeclarationRequest, have: HaveView = None) -> Response:
    async with caller.table() as live:
        await declare(live, caller.key, body.declares, body.at)
        return await view_response(live, caller, have)


@router.post("/table/name", response_model=ViewAnswer, responses=ACTION_ERRORS, summary="enter your name")
async def rename_player(caller: SeatHolderDep, body: models.NewName, have: HaveView = None) -> Response:
    await caller.services.tables.rename(caller.key, body.name)
    async with caller.table() as live:
        return await view_response(live, caller, have)


@router.post(
    "/table/key", status_code=204, responses=QUERY_ERRORS, summary="replace your key; the old one stops working"
)
async def renew_key(caller: SeatHolderDep, body: requests.KeyRenewal) -> None:
    await caller.services.tables.renew_key(caller.key, body.key)


@router.post("/table/share", responses=QUERY_ERRORS, summary="create a key that watches what you see")
async def share_key(caller: KeyHolderDep, body: requests.EmptyBody) -> models.SharedKey:
    return models.SharedKey(key=await caller.services.tables.share(caller.key))


# Records and replays


@router.get(
    "/table/record",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}, **READ_ERRORS, **error_responses("forbidden")},
    summary="the record of the game, a .htl file",
)
async def download_record(caller: KeyHolderDep) -> Response:
    async with caller.table() as live:
        check_record_is_open(live)
        text = await live.record_bytes()
    return requests.download(text, "application/x-ndjson", f"{live.game.name}-{live.id}.htl")


@router.post(
    "/records",
    status_code=201,
    responses=CREATE_ERRORS,
    summary="upload a record to watch it",
    openapi_extra=requests.raw_body("application/x-ndjson"),
)
async def upload_record(services: ServicesDep, request: Request) -> models.UploadedRecord:
    return await services.tables.upload(await request.body())


@router.get("/replay", response_model=models.Replay, responses=READ_ERRORS, summary="a game from its start")
async def get_replay(caller: KeyHolderDep) -> Response:
    return await replay_response(caller, replay_json)


async def replay_response(caller: TableRequest, job: Callable[..., Generator[None, None, str]], *args: Any) -> Response:
    """Let a worker make a replay, or a part of it, from the record."""
    async with caller.table() as live:
        text = await live.workers.run(live.id, job, await source_of(live), caller.key, *args)
    return Response(text, media_type="application/json")


@router.post(
    "/review",
    responses={**QUERY_ERRORS, **error_responses("unknown")},
    summary="the review of a finished game, as far as it has been computed",
)
async def get_review(caller: KeyHolderDep, body: coach_models.ReviewRequest) -> coach_models.ReviewProgress:
    async with caller.table() as live:
        return caller.services.reviews.ask(live.id, live.table, await live.record_bytes(), body.seat)


@router.get(
    "/replay/{step}",
    response_model=models.ReplayFrame,
    responses={**READ_ERRORS, **error_responses("unknown")},
    summary="the table after a step",
)
async def get_replay_frame(caller: KeyHolderDep, step: StepNumber, lens: LensName = None) -> Response:
    return await replay_response(caller, replay_frame_json, step, lens)


@router.get(
    "/replay/{step}/turn",
    response_model=dict[str, Any],
    responses={**READ_ERRORS, **error_responses("unknown")},
    summary="the animation of the turn that a step ended",
)
async def get_turn_replay(caller: KeyHolderDep, step: StepNumber, lens: LensName = None) -> Response:
    return await replay_response(caller, turn_replay_json, step, lens)


@router.post(
    "/replay/{step}/continue",
    status_code=201,
    responses={**ACTION_ERRORS, **error_responses("unknown")},
    summary="start a new game from a step",
)
async def continue_from_step(caller: KeyHolderDep, step: StepNumber, body: models.Seating) -> models.OpenedTable:
    async with caller.table() as live:
        check_record_is_open(live)
        return await caller.services.tables.continue_from(live, step, body)


def check_record_is_open(live: LiveTable) -> None:
    why_not = why_record_is_secret(live)
    if why_not is not None:
        raise ApiError("forbidden", why_not)
