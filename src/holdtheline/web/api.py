"""The table as an API: start, view, moves, play, watch again."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from ..core.catalog import contract_of
from ..core.contract import CHANCE
from ..core.errors import IllegalMove
from ..core.game import Game, State
from ..core.record import as_text
from ..table.chooser import Chooser
from . import messages
from .coach import chance_of
from .house import House, MyKey, MySeat, TheHouse
from .live import LiveTable
from .problems import Problem, problem_of, responses
from .replays import frame, replay, why_sealed
from .sight import Sight
from .storage import KeyRow
from .views import view

START = responses("malformed", "unknown", "too_large", "invalid", "busy", "not_saved")
LOOK = responses("key", "stale", "invalid", "busy", "not_saved")
ASK = responses(
    "malformed", "key", "forbidden", "turn", "too_large", "illegal", "invalid", "busy", "not_saved"
)  # fmt: skip
ACT = ASK | responses("stale", "turn", "undo")

router = APIRouter(tags=["table"])
StepNumber = Annotated[int, Path(ge=0, le=messages.LARGEST_CODE, description="0 is the start")]


def shown(house: House, live: LiveTable, key: KeyRow) -> Response:
    return Response(view(live, key, house.coach), media_type="application/json")


# Starting


@router.post("/tables", status_code=201, responses=START, summary="start a game")
def open_table(house: TheHouse, asked: messages.NewTable) -> messages.Opened:
    game = Game(contract_of(asked.game), asked.options, plain=True)
    return house.tables.open(game, asked)


# Looking


@router.get("/table", response_model=messages.View, responses=LOOK, summary="what you see of the table")
def look(house: TheHouse, key: MyKey) -> Response:
    with house.tables.at(key.game_id) as live:
        return shown(house, live, key)


@router.get("/table/moves", response_model=messages.Moves, responses=LOOK, summary="your legal moves")
def moves(house: TheHouse, key: MyKey) -> Any:
    with house.tables.at(key.game_id) as live, live.lock:
        decides = key.kind == "seat" and live.table.turn in key.seats
        legal = live.table.state.moves_seen_by(live.table.turn) if decides else []
        return {"version": live.version, "moves": legal}


# Acting


@router.post("/table/moves", response_model=messages.View, responses=ACT, summary="play a move")
def play(house: TheHouse, key: MySeat, asked: messages.Step) -> Response:
    with house.tables.at(key.game_id) as live:
        live.play(key, asked.play, asked.at)
        return shown(house, live, key)


@router.post("/table/roll", response_model=messages.View, responses=ACT, summary="roll the dice that are due")
def roll(house: TheHouse, key: MySeat, asked: messages.Now) -> Response:
    with house.tables.at(key.game_id) as live:
        live.roll(key, asked.at)
        return shown(house, live, key)


@router.post("/table/undo", response_model=messages.View, responses=ACT, summary="take the last step back")
def undo(house: TheHouse, key: MySeat, asked: messages.Now) -> Response:
    with house.tables.at(key.game_id) as live:
        live.undo(key, asked.at)
        return shown(house, live, key)


@router.post("/table/name", response_model=messages.View, responses=ACT, summary="say who you are")
def name(house: TheHouse, key: MySeat, asked: messages.Naming) -> Response:
    house.tables.rename(key, asked.name)
    with house.tables.at(key.game_id) as live:
        return shown(house, live, key)


@router.post("/table/share", responses=ASK, summary="a key that watches what you see")
def share(house: TheHouse, key: MyKey, asked: messages.Nothing) -> messages.SharedKey:
    return messages.SharedKey(key=house.tables.share(key))


# Asking, which changes nothing


@router.post(
    "/table/why", response_model=messages.Reason, responses=ASK, summary="why a move cannot be played"
)
def why(house: TheHouse, key: MySeat, asked: messages.Question) -> Any:
    if (asked.touches is None) == (asked.play is None):
        raise Problem("invalid", "Ask about `touches`, or about a move in `play`: one of the two.")
    with house.tables.at(key.game_id) as live, live.lock:
        seen = thought_of(live, key)
    if asked.touches is not None:
        refusal = Chooser(seen, seen.turn).why_not(asked.touches)
    else:
        refusal = seen.why_not(asked.play or 0)
    if refusal is None:
        return {"possible": True, "sentence": None, "clause": None, "rule": None}
    told = problem_of(refusal, live.game.name)
    return {"possible": False, "sentence": told.sentence, "clause": told.clause, "rule": told.rule}


@router.post(
    "/table/odds", response_model=messages.OddsOfMove, responses=ASK, summary="what a move may lead to"
)
def odds(house: TheHouse, key: MySeat, asked: messages.Thought) -> Any:
    with house.tables.at(key.game_id) as live, live.lock:
        seen = thought_of(live, key)
    try:
        move = seen.move(asked.play)
        refusal = seen.why_not(move)
    except IllegalMove as error:
        refusal = error
    if refusal is not None:
        raise problem_of(refusal, live.game.name)
    told = seen.game.contract.odds(seen.record, move.code)
    return {"label": move.label, "odds": [{"label": odd.label, **chance_of(odd.chance)} for odd in told]}


@router.post("/table/coach", response_model=messages.Advice, responses=ASK, summary="ask the coach")
def coach(house: TheHouse, key: MyKey, asked: messages.Nothing) -> Any:
    with house.tables.at(key.game_id) as live, live.lock:
        seen = Sight.of(live, key).seen(live.table.state)
    reason = house.coach.why_not(seen.game)
    if reason is not None:
        raise Problem("forbidden", reason)
    return house.coach.advice(seen)


def thought_of(live: LiveTable, key: KeyRow) -> State:
    """The state as whoever is to decide knows it, to think about a move."""
    if live.table.turn not in key.seats:
        sentence = "A die is to be rolled now." if live.table.turn == CHANCE else "It is not your turn."
        raise Problem("turn", sentence)
    return Sight.of(live, key).seen(live.table.state)


# Records and replays


@router.get(
    "/table/record",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}, **LOOK, **responses("forbidden")},
    summary="the record of the game, a .htl file",
)
def record(house: TheHouse, key: MyKey) -> Response:
    with house.tables.at(key.game_id) as live:
        check_not_sealed(live)
        written = house.tables.record_of(live)
    text = "".join(as_text(line) for line in (written.header, *written.lines))
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
    async with house.tables.turn_to_upload:
        return await run_in_threadpool(house.tables.upload, await request.body())


@router.get("/replay", response_model=messages.Replay, responses=LOOK, summary="a game from its start")
def watch_again(house: TheHouse, key: MyKey) -> Any:
    with house.tables.at(key.game_id) as live:
        return replay(live, key, house.coach)


@router.get(
    "/replay/{step}",
    response_model=messages.Frame,
    responses={**LOOK, **responses("unknown")},
    summary="the table after a step",
)
def moment(
    house: TheHouse, key: MyKey, step: StepNumber, lens: Annotated[str | None, Query(max_length=20)] = None
) -> Any:
    with house.tables.at(key.game_id) as live:
        return frame(live, key, step, lens, house.coach)


@router.post(
    "/replay/{step}/continue",
    status_code=201,
    responses={**ACT, **responses("unknown")},
    summary="go on from a step, as a new game",
)
def go_on(house: TheHouse, key: MyKey, step: StepNumber, asked: messages.Seating) -> messages.Opened:
    with house.tables.at(key.game_id) as live:
        check_not_sealed(live)
        return house.tables.go_on(live, step, asked)


def check_not_sealed(live: LiveTable) -> None:
    reason = why_sealed(live)
    if reason is not None:
        raise Problem("forbidden", reason)
