"""Routes for questions about a table that change nothing: why not, odds, marks, the inspector, previews, the coach."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter

from ...core.definition import CHANCE, GameDefinition
from ...core.errors import IllegalMove
from ...core.game import State
from ...core.view_types import InspectorRow, Odds
from ...table.move_picker import MovePicker
from ...table.text import format_percent
from ..coach import models as coach_models
from ..db.keys import KeyRow
from ..http import requests
from ..http.auth import KeyHolderDep, SeatHolderDep
from ..http.errors import ApiError, as_sentence, error_from_htl, error_responses, rule_link
from ..workers.positions import Position
from . import question_models as models
from .live_table import LiveTable
from .view import why_no_coach
from .visibility import Viewpoint

READ_ERRORS = error_responses("key", "stale", "invalid", "busy", "not_saved")
QUERY_ERRORS = error_responses(
    "malformed", "key", "forbidden", "turn", "too_large", "illegal", "invalid", "busy", "not_saved"
)  # fmt: skip

router = APIRouter(tags=["table"])


@router.post("/table/why", responses=QUERY_ERRORS, summary="why a move is illegal")
async def explain_refusal(caller: SeatHolderDep, body: models.WhyNotQuestion) -> models.WhyNotAnswer:
    if (body.clicks is None) == (body.play is None):
        raise ApiError("invalid", "Ask about `clicks` or about a move in `play`, not about both.")
    async with caller.table() as live:
        visible, seat = deciding_view(live, caller.key)
    if body.clicks is not None:
        refusal = MovePicker(visible, seat).why_not(body.clicks)
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
        max_chance=float(ends[-1]),
    )


@router.post("/table/marks", responses=QUERY_ERRORS, summary="where the selected piece can go")
async def get_marks(caller: SeatHolderDep, body: models.ClickedIds) -> models.MarkList:
    async with caller.table() as live:
        visible, seat = deciding_view(live, caller.key)
    return await live.workers.run(live.id, find_marks, Position.of(visible), seat, body.clicks)


def find_marks(position: Position, seat: int, clicks: list[str]) -> models.MarkList:
    """Return where the selected piece can go (runs in a worker)."""
    state = position.state()
    marks = state.game.definition.view.marks(state.record, seat, clicks)
    return models.MarkList(marks=[models.MarkCard.model_validate(asdict(mark)) for mark in marks])


@router.post("/table/inspect", responses=QUERY_ERRORS, summary="the numbers of something in the picture")
async def inspect_thing(caller: KeyHolderDep, body: models.InspectionQuestion) -> models.InspectionCard:
    async with caller.table() as live:
        viewpoint, definition = Viewpoint.of(live, caller.key), live.game.definition
        visible, viewer = viewpoint.visible_state(live.table.state), viewpoint.viewer(live.table.turn)
    found = definition.view.inspect(visible.record, viewer, body.id, body.clicks)
    if found is None:
        labels = {spot.id: spot.label for spot in definition.view.hotspots(visible.record, viewer)}
        return models.InspectionCard(title=labels.get(body.id, ""), rows=[])
    return models.InspectionCard(title=found.title, rows=[inspector_row(definition, row) for row in found.rows])


def inspector_row(definition: GameDefinition, row: InspectorRow) -> models.InspectorRowCard:
    clause = definition.clause_id(row.clause)
    explanation, rule = row.explanation, rule_link(definition.name, clause)
    return models.InspectorRowCard(label=row.label, value=row.value, explanation=explanation, clause=clause, rule=rule)


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
    briefing = scenarios.briefing(scenarios.of_options(options))
    sections = [models.BriefingSection.model_validate(asdict(section)) for section in briefing]
    return models.Briefing(sections=sections)


@router.post("/table/coach", responses=QUERY_ERRORS, summary="ask the coach")
async def ask_coach(caller: KeyHolderDep, body: requests.EmptyBody) -> coach_models.Advice:
    coach = caller.services.coach
    async with caller.table() as live:
        why_not, viewpoint, state = why_no_coach(live, coach), Viewpoint.of(live, caller.key), live.table.state
        seat = live.deciding_seat(caller.key)
        if seat is None and caller.key.kind == "seat":
            seat = viewpoint.viewer(state.current_player)
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
