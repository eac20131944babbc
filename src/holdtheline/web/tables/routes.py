"""The routes for a table: open, view, play, roll, undo, ask, replay and review."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import asdict
from typing import Annotated, Any

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ...core.catalog import definition_of, interactive_game
from ...core.definition import CHANCE
from ...core.errors import IllegalMove
from ...core.game import State
from ...core.view_types import Odds
from ...table.move_picker import MovePicker
from ...table.text import format_percent
from ..coach import models as coach_models
from ..db.keys import KeyRow
from ..http import requests
from ..http.auth import KeyHolderDep, SeatHolderDep, ServicesDep, TableRequest
from ..http.errors import ApiError, as_sentence, error_from_htl, error_responses, rule_link
from ..workers.positions import Position
from . import models
from .live_table import LiveTable
from .replay import replay_frame_json, replay_json, turn_replay_json, why_record_is_secret
from .table_copy import source_of
from .view import view_json, why_no_coach
from .visibility import Viewpoint

CREATE_ERRORS = error_responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
READ_ERRORS = error_responses("key", "stale", "invalid", "busy", "not_saved")
QUERY_ERRORS = error_responses(
    "malformed", "key", "forbidden", "turn", "too_large", "illegal", "invalid", "busy", "not_saved"
)  # fmt: skip
ACTION_ERRORS = QUERY_ERRORS | error_responses("stale", "turn", "undo")

router = APIRouter(tags=["table"])
StepNumber = Annotated[int, Path(ge=0, le=requests.MAX_CODE, description="0 is the start")]
LensName = Annotated[str | None, Query(max_length=20)]


async def view_response(live: LiveTable, caller: TableRequest) -> Response:
    return Response(await view_json(live, caller.key, caller.services.coach), media_type="application/json")


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


@router.get("/table", response_model=models.TableView, responses=READ_ERRORS, summary="what you see of the table")
async def get_view(caller: KeyHolderDep) -> Response:
    async with caller.table() as live:
        return await view_response(live, caller)


@router.get("/table/moves", responses=READ_ERRORS, summary="your legal moves")
async def list_moves(caller: KeyHolderDep) -> models.MoveList:
    async with caller.table() as live:
        seat = live.deciding_seat(caller.key)
        moves = live.table.state.moves_seen_by(seat) if seat is not None else []
        return models.MoveList(
            version=live.version_for(caller.key), moves=[models.MoveCard.model_validate(move) for move in moves]
        )


# Acting


@router.post("/table/moves", response_model=models.TableView, responses=ACTION_ERRORS, summary="play a move")
async def play_move(caller: SeatHolderDep, body: models.PlayMove) -> Response:
    async with caller.table() as live:
        await live.play(caller.key, body.play, body.at)
        return await view_response(live, caller)


@router.post("/table/roll", response_model=models.TableView, responses=ACTION_ERRORS, summary="roll the dice")
async def roll_dice(caller: SeatHolderDep, body: requests.VersionOnly) -> Response:
    async with caller.table() as live:
        await live.roll(caller.key, body.at)
        return await view_response(live, caller)


@router.post("/table/undo", response_model=models.TableView, responses=ACTION_ERRORS, summary="undo the last step")
async def undo_step(caller: SeatHolderDep, body: requests.VersionOnly) -> Response:
    async with caller.table() as live:
        await live.undo(caller.key, body.at)
        return await view_response(live, caller)


@router.post("/table/name", response_model=models.TableView, responses=ACTION_ERRORS, summary="enter your name")
async def rename_player(caller: SeatHolderDep, body: models.NewName) -> Response:
    await caller.services.tables.rename(caller.key, body.name)
    async with caller.table() as live:
        return await view_response(live, caller)


@router.post(
    "/table/key", status_code=204, responses=QUERY_ERRORS, summary="replace your key; the old one stops working"
)
async def renew_key(caller: SeatHolderDep, body: requests.KeyRenewal) -> None:
    await caller.services.tables.renew_key(caller.key, body.key)


@router.post("/table/share", responses=QUERY_ERRORS, summary="create a key that watches what you see")
async def share_key(caller: KeyHolderDep, body: requests.EmptyBody) -> models.SharedKey:
    return models.SharedKey(key=await caller.services.tables.share(caller.key))


# Questions, which change nothing


@router.post("/table/why", responses=QUERY_ERRORS, summary="why a move is illegal")
async def explain_refusal(caller: SeatHolderDep, body: models.WhyNotQuestion) -> models.WhyNotAnswer:
    if (body.touches is None) == (body.play is None):
        raise ApiError("invalid", "Ask about `touches` or about a move in `play`, not about both.")
    async with caller.table() as live:
        visible, seat = deciding_view(live, caller.key)
    if body.touches is not None:
        refusal = MovePicker(visible, seat).why_not(body.touches)
    else:
        refusal = find_refusal(visible, body.play or 0, seat)
    if refusal is None:
        return models.WhyNotAnswer(possible=True, sentence=None, clause=None, rule=None)
    error = error_from_htl(refusal, live.game.name)
    return models.WhyNotAnswer(possible=False, sentence=error.sentence, clause=error.clause, rule=error.rule)


@router.post("/table/odds", responses=QUERY_ERRORS, summary="the possible results of a move")
async def get_odds(caller: SeatHolderDep, body: models.MoveQuestion) -> models.OddsOfMove:
    async with caller.table() as live:
        visible, seat = deciding_view(live, caller.key)
    try:
        move = visible.move(body.play, seat)
        refusal = visible.why_not(move)
    except IllegalMove as error:
        refusal = error
    if refusal is not None:
        raise error_from_htl(refusal, live.game.name)
    odds = visible.game.definition.view.odds(visible.record, move.code)
    return models.OddsOfMove(label=move.label, odds=[move_odds(result) for result in odds])


def move_odds(odds: Odds) -> models.MoveOdds:
    ends = [odds.chance] if odds.max_chance is None else [odds.chance, odds.max_chance]
    return models.MoveOdds(
        label=odds.label,
        percent=" to ".join(map(format_percent, ends)),
        fraction=" to ".join(map(str, ends)),
        chance=float(ends[0]),
        most=float(ends[-1]),
    )


@router.post("/table/marks", responses=QUERY_ERRORS, summary="where the selected piece can go")
async def get_marks(caller: SeatHolderDep, body: models.ClickedIds) -> models.MarkList:
    async with caller.table() as live:
        visible, seat = deciding_view(live, caller.key)
    return await live.workers.run(live.id, find_marks, Position.of(visible), seat, body.touches)


def find_marks(position: Position, seat: int, touches: list[str]) -> models.MarkList:
    """Return where the selected piece can go (runs in a worker)."""
    state = position.state()
    marks = state.game.definition.view.marks(state.record, seat, touches)
    return models.MarkList(marks=[models.MarkCard.model_validate(asdict(mark)) for mark in marks])


@router.post("/table/try", responses=QUERY_ERRORS | error_responses("unknown"), summary="preview a dragged move")
async def preview_move(caller: SeatHolderDep, body: models.MovePreviewRequest) -> models.MovePreview:
    async with caller.table() as live:
        visible, seat = deciding_view(live, caller.key)
    definition = live.game.definition
    if definition.open_table is None:
        raise ApiError("unknown", f"In {definition.title} pieces cannot be dragged; play a move.")
    return await live.workers.run(live.id, find_preview, Position.of(visible), seat, body.model_dump())


def find_preview(position: Position, seat: int, query: dict[str, Any]) -> models.MovePreview:
    """Return what a dragged move would do (runs in a worker)."""
    state = position.state()
    definition = state.game.definition
    assert definition.open_table is not None
    preview = definition.open_table.preview(state.record, seat, query)
    clause = definition.clause_id(preview["clause"])
    sentence = as_sentence(preview["sentence"]) if preview["sentence"] else None
    rule = rule_link(definition.name, clause)
    return models.MovePreview.model_validate(preview | {"clause": clause or None, "sentence": sentence, "rule": rule})


@router.get("/table/briefing", responses=READ_ERRORS | error_responses("unknown"), summary="the briefing of a game")
async def get_briefing(caller: KeyHolderDep) -> models.Briefing:
    async with caller.table() as live:
        definition, options = live.game.definition, live.game.options
    scenarios = definition.scenarios
    if scenarios is None:
        raise ApiError("unknown", f"{definition.title} has no briefing.")
    scenario = scenarios.of_option(str(options[scenarios.option]))
    sections = [models.BriefingSection.model_validate(asdict(section)) for section in scenarios.briefing(scenario)]
    return models.Briefing(sections=sections)


@router.post("/table/coach", responses=QUERY_ERRORS, summary="ask the coach")
async def ask_coach(caller: KeyHolderDep, body: requests.EmptyBody) -> coach_models.Advice:
    coach = caller.services.coach
    async with caller.table() as live:
        why_not, viewpoint, state = why_no_coach(live, coach), Viewpoint.of(live, caller.key), live.table.state
        seat = live.deciding_seat(caller.key)
        if seat is None and caller.key.kind == "seat":
            seat = viewpoint.viewer(state.turn)
        visible = viewpoint.visible_state(state) if seat is None else state.seen_by(seat)
    if why_not is not None:
        raise ApiError("forbidden", why_not)
    return await coach.advice(None if seat is None else (live.id, seat), visible)


def deciding_view(live: LiveTable, key: KeyRow) -> tuple[State, int]:
    """Return the state as the deciding seat of this key sees it, and that seat."""
    seat = live.deciding_seat(key)
    if seat is None:
        sentence = "A die must be rolled first." if live.table.turn == CHANCE else "It is not your turn."
        raise ApiError("turn", sentence)
    return Viewpoint.of(live, key).visible_state(live.table.state), seat


def find_refusal(visible: State, play: str | int, seat: int) -> IllegalMove | None:
    try:
        return visible.why_not(visible.code(play, seat))
    except IllegalMove as refusal:
        return refusal


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
