"""The table as an API: start, view, moves, play, watch again."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ..core.catalog import contract_of, game_for_people
from ..core.contract import CHANCE
from ..core.errors import IllegalMove
from ..core.game import State
from ..table.chooser import Chooser
from . import messages, reviewmessages
from .coach import chance_of
from .house import AnyVisitor, Seated, TheHouse, Visitor
from .live import LiveTable
from .problems import Problem, problem_of, responses, rule_link
from .replays import film, frame, replay, why_sealed
from .sight import Sight
from .storage import KeyRow
from .views import view, why_no_coach

START = responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
LOOK = responses("key", "stale", "invalid", "busy", "not_saved")
ASK = responses(
    "malformed", "key", "forbidden", "turn", "too_large", "illegal", "invalid", "busy", "not_saved"
)  # fmt: skip
ACT = ASK | responses("stale", "turn", "undo")

router = APIRouter(tags=["table"])
StepNumber = Annotated[int, Path(ge=0, le=messages.LARGEST_CODE, description="0 is the start")]


async def shown(live: LiveTable, me: Visitor) -> Response:
    return Response(await view(live, me.key, me.house.coach), media_type="application/json")


# Starting


@router.post("/tables", status_code=201, responses=START, summary="start a game")
async def open_table(house: TheHouse, asked: messages.NewTable) -> messages.Opened:
    contract = contract_of(asked.game)
    contract.refuse_files(asked.options)
    if contract.films is None:
        game = game_for_people(contract, asked.options)
    else:  # the compiled rules may have to be loaded
        game = await to_thread(game_for_people, contract, asked.options)
    return await house.tables.open(game, asked)


# Looking


@router.get("/table", response_model=messages.View, responses=LOOK, summary="what you see of the table")
async def look(me: AnyVisitor) -> Response:
    async with me.table() as live:
        return await shown(live, me)


@router.get("/table/moves", response_model=messages.Moves, responses=LOOK, summary="your legal moves")
async def moves(me: AnyVisitor) -> Any:
    async with me.table() as live:
        seat = live.deciding(me.key)
        legal = live.table.state.moves_seen_by(seat) if seat is not None else []
        return {"version": live.version_for(me.key), "moves": legal}


# Acting


@router.post("/table/moves", response_model=messages.View, responses=ACT, summary="play a move")
async def play(me: Seated, asked: messages.Step) -> Response:
    async with me.table() as live:
        await live.play(me.key, asked.play, asked.at)
        return await shown(live, me)


@router.post("/table/roll", response_model=messages.View, responses=ACT, summary="roll the dice that are due")
async def roll(me: Seated, asked: messages.Now) -> Response:
    async with me.table() as live:
        await live.roll(me.key, asked.at)
        return await shown(live, me)


@router.post("/table/undo", response_model=messages.View, responses=ACT, summary="take the last step back")
async def undo(me: Seated, asked: messages.Now) -> Response:
    async with me.table() as live:
        await live.undo(me.key, asked.at)
        return await shown(live, me)


@router.post("/table/name", response_model=messages.View, responses=ACT, summary="say who you are")
async def name(me: Seated, asked: messages.Naming) -> Response:
    await me.house.tables.rename(me.key, asked.name)
    async with me.table() as live:
        return await shown(live, me)


@router.post("/table/share", responses=ASK, summary="a key that watches what you see")
async def share(me: AnyVisitor, asked: messages.Nothing) -> messages.SharedKey:
    return messages.SharedKey(key=await me.house.tables.share(me.key))


# Asking, which changes nothing


@router.post(
    "/table/why", response_model=messages.Reason, responses=ASK, summary="why a move cannot be played"
)
async def why(me: Seated, asked: messages.Question) -> Any:
    if (asked.touches is None) == (asked.play is None):
        raise Problem("invalid", "Ask about `touches`, or about a move in `play`: one of the two.")
    async with me.table() as live:
        seen, seat = thought_of(live, me.key)
    if asked.touches is not None:
        refusal = Chooser(seen, seat).why_not(asked.touches)
    else:
        refusal = why_not(seen, asked.play or 0, seat)
    if refusal is None:
        return {"possible": True, "sentence": None, "clause": None, "rule": None}
    told = problem_of(refusal, live.game.name)
    return {"possible": False, "sentence": told.sentence, "clause": told.clause, "rule": told.rule}


@router.post(
    "/table/odds", response_model=messages.OddsOfMove, responses=ASK, summary="what a move may lead to"
)
async def odds(me: Seated, asked: messages.Thought) -> Any:
    async with me.table() as live:
        seen, seat = thought_of(live, me.key)
    try:
        move = seen.move(asked.play, seat)
        refusal = seen.why_not(move)
    except IllegalMove as error:
        refusal = error
    if refusal is not None:
        raise problem_of(refusal, live.game.name)
    told = seen.game.contract.odds(seen.record, move.code)
    lines = [{"label": odd.label, **chance_of(odd.chance, odd.most)} for odd in told]
    return {"label": move.label, "odds": lines}


@router.post(
    "/table/marks",
    response_model=messages.Marks,
    responses=ASK,
    summary="what is in reach of what is touched",
)
async def marks(me: Seated, asked: messages.Touched) -> Any:
    async with me.table() as live:
        seen, seat = thought_of(live, me.key)
    found = await to_thread(seen.game.contract.marks, seen.record, seat, asked.touches)
    return {"marks": [asdict(mark) for mark in found]}


@router.post(
    "/table/try",
    response_model=None,
    responses={200: {"model": messages.Tried}} | ASK | responses("unknown"),
    summary="what would become of a move by hand",
)
async def try_(me: Seated, asked: messages.Try) -> Response:
    async with me.table() as live:
        seen, seat = thought_of(live, me.key)
    contract = live.game.contract
    if contract.trial is None:
        raise Problem("unknown", f"In {contract.title} nothing is moved by hand: play a move.")
    told = contract.trial(seen.record, seat, asked.model_dump())
    clause = contract.clause_id(told["clause"])
    sentence = sentence_of(told["sentence"])
    told |= {"clause": clause or None, "sentence": sentence, "rule": rule_link(contract.name, clause) or None}
    return Response(json.dumps(told, ensure_ascii=False), media_type="application/json")


def sentence_of(reason: str) -> str | None:
    return f"{reason[:1].upper()}{reason[1:]}." if reason else None


@router.get(
    "/table/briefing",
    response_model=messages.Briefing,
    responses=LOOK | responses("unknown"),
    summary="what a player wants to know before the game",
)
async def briefing(me: AnyVisitor) -> Any:
    async with me.table() as live:
        contract, options = live.game.contract, live.game.options
    scenarios = contract.scenarios
    if scenarios is None:
        raise Problem("unknown", f"{contract.title} has no briefing.")
    found = scenarios.of_option(str(options[scenarios.option]))
    return {"sections": [asdict(section) for section in scenarios.briefing(found)]}


@router.post("/table/coach", response_model=messages.Advice, responses=ASK, summary="ask the coach")
async def coach(me: AnyVisitor, asked: messages.Nothing) -> Any:
    async with me.table() as live:
        reason, sight, state = why_no_coach(live, me.house.coach), Sight.of(live, me.key), live.table.state
        seat = live.deciding(me.key)
        if seat is None and me.key.kind == "seat":
            seat = sight.viewer(state.turn)
        seen = sight.seen(state) if seat is None else state.seen_by(seat)
    if reason is not None:
        raise Problem("forbidden", reason)
    return await me.house.coach.advice(None if seat is None else (live.id, seat), seen)


def thought_of(live: LiveTable, key: KeyRow) -> tuple[State, int]:
    """The state as whoever is to decide knows it, to think about a move, and that seat."""
    seat = live.deciding(key)
    if seat is None:
        sentence = "A die is to be rolled now." if live.table.turn == CHANCE else "It is not your turn."
        raise Problem("turn", sentence)
    return Sight.of(live, key).seen(live.table.state), seat


def why_not(seen: State, play: str | int, seat: int) -> IllegalMove | None:
    try:
        return seen.why_not(seen.code(play, seat))
    except IllegalMove as refusal:
        return refusal


# Records and replays


@router.get(
    "/table/record",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}, **LOOK, **responses("forbidden")},
    summary="the record of the game, a .htl file",
)
async def record(me: AnyVisitor) -> Response:
    async with me.table() as live:
        check_not_sealed(live)
        text = await me.house.tables.record_of(live)
    filename = f"{live.game.name}-{live.id}.htl"
    return Response(
        text,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


@router.post(
    "/records",
    status_code=201,
    response_model=messages.Uploaded,
    responses=START,
    summary="send a record, to watch it",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        }
    },
)
async def upload(house: TheHouse, request: Request) -> Any:
    return await house.tables.upload(await request.body())


@router.get("/replay", response_model=messages.Replay, responses=LOOK, summary="a game from its start")
async def watch_again(me: AnyVisitor) -> Any:
    async with me.table() as live:
        return await live.read(lambda: replay(live, me.key, me.house.coach))


@router.post(
    "/review",
    response_model=reviewmessages.ReviewSoFar,
    responses={**ASK, **responses("unknown")},
    summary="the review of a finished game, as far as it is worked out",
)
async def review(me: AnyVisitor, asked: reviewmessages.ReviewOf) -> Any:
    async with me.table() as live:
        return me.house.reviews.ask(live.table, asked.seat)


@router.get(
    "/replay/{step}",
    response_model=messages.Frame,
    responses={**LOOK, **responses("unknown")},
    summary="the table after a step",
)
async def moment(
    me: AnyVisitor, step: StepNumber, lens: Annotated[str | None, Query(max_length=20)] = None
) -> Any:
    async with me.table() as live:
        return await live.read(lambda: frame(live, me.key, step, lens, me.house.coach))


@router.get(
    "/replay/{step}/film",
    response_model=dict[str, Any],
    responses={**LOOK, **responses("unknown")},
    summary="what a step played out, to be watched over the picture",
)
async def film_of(
    me: AnyVisitor, step: StepNumber, lens: Annotated[str | None, Query(max_length=20)] = None
) -> Any:
    async with me.table() as live:
        return await live.read(lambda: film(live, me.key, step, lens))


@router.post(
    "/replay/{step}/continue",
    status_code=201,
    responses={**ACT, **responses("unknown")},
    summary="go on from a step, as a new game",
)
async def go_on(me: AnyVisitor, step: StepNumber, asked: messages.Seating) -> messages.Opened:
    async with me.table() as live:
        check_not_sealed(live)
        return await me.house.tables.go_on(live, step, asked)


def check_not_sealed(live: LiveTable) -> None:
    reason = why_sealed(live)
    if reason is not None:
        raise Problem("forbidden", reason)
