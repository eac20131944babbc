"""The routes for the battle editor: its palette, the faults of a draft, and a table to try it."""

from __future__ import annotations

import functools
from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from ....core.catalog import definition_of, interactive_game
from ....core.scenarios import CUSTOM_SCENARIO_HEADER, MAX_FILE_BYTES
from ....games.skirmish.editor.drafts import (
    DRAFT_FILE,
    MAX_FAULTS,
    Fault,
    check_draft,
    load_fields,
    parse_fields,
)
from ....games.skirmish.editor.palette import palette
from ....games.skirmish.editor.preview import draw_draft
from ...http.auth import ServicesDep
from ...http.errors import ApiError, as_sentence, error_responses, rule_link
from ...http.requests import Name, RequestBody
from ...tables.models import OpenedTable, Seating

GAME_NAME = "skirmish"
MAX_FIELDS = 40
READ_ERRORS = error_responses("malformed", "too_large", "invalid", "busy")

router = APIRouter(prefix="/editor/skirmish", tags=["editor"])


# Requests


class DraftBody(RequestBody):
    """A draft of a battle, with the fields of its file."""

    battle: dict[Annotated[str, Field(max_length=40)], Any] = Field(max_length=MAX_FIELDS)


class TryBattle(DraftBody):
    generals: int = Field(1, ge=1, le=4, description="how many players command the friends")
    enemy: Literal["general", "seat"] = Field("general", description="who commands the enemy")
    name: Name = ""


class FileText(RequestBody):
    text: str = Field(max_length=MAX_FILE_BYTES, description="the text of a TOML file")
    name: str = Field(DRAFT_FILE, max_length=100, description="the name of the file, for error messages")


# Responses


class FaultCard(BaseModel):
    sentence: str
    clause: str | None
    rule: str | None
    kind: str = Field(description="`battle`, or the TOML table with the fault")
    place: int | None = Field(description="the index of that TOML table")
    field: str


class CheckedBattle(BaseModel):
    faults: list[FaultCard]
    text: str = Field(description="the text of the file")
    picture: str | None = Field(description="the drawing as SVG")


class BattleFields(BaseModel):
    battle: dict[str, Any]


# Routes


@router.get("/parts", responses=error_responses("busy"), summary="the palette: the building blocks of a battle")
@functools.cache
def list_parts() -> dict[str, Any]:
    return palette()


@router.get(
    "/battles/{name}", responses=error_responses("unknown", "invalid", "busy"), summary="a shipped battle, to edit"
)
def get_battle(name: Annotated[str, Path(max_length=40)]) -> BattleFields:
    return BattleFields(battle=load_fields(name))


@router.post("/read", responses=READ_ERRORS, summary="the fields of a file")
async def read_battle_file(services: ServicesDep, body: FileText) -> BattleFields:
    return BattleFields(battle=await services.workers.run("", parse_fields, body.text, body.name))


@router.post("/check", responses=READ_ERRORS, summary="the faults of a battle, and its file")
async def check_battle(services: ServicesDep, body: DraftBody) -> CheckedBattle:
    return await services.workers.run("", checked_battle, body.battle)


def checked_battle(battle: dict[str, Any]) -> CheckedBattle:
    draft = check_draft(battle)
    return CheckedBattle(
        faults=[fault_card(fault) for fault in draft.faults[:MAX_FAULTS]],
        text=draft.text,
        picture=draw_draft(draft.text) if draft.text else None,
    )


def fault_card(fault: Fault) -> FaultCard:
    return FaultCard(
        sentence=as_sentence(fault.sentence),
        clause=fault.clause or None,
        rule=rule_link(GAME_NAME, fault.clause),
        kind=fault.kind,
        place=fault.index,
        field=fault.field,
    )


@router.post(
    "/try",
    status_code=201,
    responses=READ_ERRORS | error_responses("unknown", "not_saved"),
    summary="open a table with this battle",
)
async def try_battle(services: ServicesDep, body: TryBattle) -> OpenedTable:
    draft = await services.workers.run("", check_draft, body.battle)
    if draft.faults:
        first = draft.faults[0]
        raise ApiError("invalid", first.sentence, clause=first.clause, rule=rule_link(GAME_NAME, first.clause))
    definition = definition_of(GAME_NAME)
    options = {"scenario": CUSTOM_SCENARIO_HEADER + draft.text, "generals": body.generals, "enemy": body.enemy}
    game = await to_thread(interactive_game, definition, options)
    seating = Seating(seats=["me"] * len(definition.seats_for(options)), dice="table", coach=None, name=body.name)
    return await services.tables.open(game, seating)
