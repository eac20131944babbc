"""The routes of a battle editor that all games share: palette, shipped battles, files, and the faults of a draft."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from ...core.catalog import definition_of, interactive_game
from ...core.scenarios import CUSTOM_SCENARIO_HEADER, MAX_FILE_BYTES
from ...core.scenarios.drafts import Fault
from ..http.auth import Services, ServicesDep
from ..http.errors import ApiError, as_sentence, error_responses, rule_link
from ..http.requests import Name, RequestBody
from ..tables.models import OpenedTable, Seating

MAX_FIELDS = 40
MAX_FAULTS = 50
READ_ERRORS = error_responses("malformed", "too_large", "invalid", "busy")
TRY_ERRORS = READ_ERRORS | error_responses("unknown", "not_saved")


# Requests


class DraftBody(RequestBody):
    """A draft of a battle, with the fields of its file."""

    battle: dict[Annotated[str, Field(max_length=40)], Any] = Field(max_length=MAX_FIELDS)


class TryDraft(DraftBody):
    name: Name = ""


class FileText(RequestBody):
    text: str = Field(max_length=MAX_FILE_BYTES, description="the text of a TOML file")
    name: str = Field("own.toml", max_length=100, description="the name of the file, for error messages")


# Responses


class FaultCard(BaseModel):
    sentence: str
    clause: str | None
    rule: str | None
    kind: str = Field(description="`battle`, or the TOML table with the fault")
    index: int | None = Field(description="the index of that TOML table")
    field: str


class CheckedBattle(BaseModel):
    faults: list[FaultCard]
    text: str = Field(description="the text of the file")
    picture: str | None = Field(description="the drawing as SVG")


class BattleFields(BaseModel):
    battle: dict[str, Any]


# The editor of a game


class CheckedDraft(NamedTuple):
    """A draft as its editor has checked it."""

    text: str
    faults: list[Fault]
    picture: str | None


class BattleEditor(NamedTuple):
    """What a game supplies. The functions run in a worker, so they are functions of a module."""

    game: str
    palette: Callable[[], dict[str, Any]]
    load_fields: Callable[[str], dict[str, Any]]  # the fields of a shipped battle
    parse_fields: Callable[[str, str], dict[str, Any]]  # the fields of a file, by its text and name
    check: Callable[[Mapping[str, Any]], CheckedDraft]


def editor_router(editor: BattleEditor) -> APIRouter:
    """Return the routes of an editor, without the one that tries a draft."""
    router = APIRouter(prefix=f"/editor/{editor.game}", tags=["editor"])

    @router.get("/parts", responses=error_responses("busy"), summary="the palette: the building blocks of a battle")
    @functools.cache
    def list_parts() -> dict[str, Any]:
        return editor.palette()

    @router.get(
        "/battles/{name}", responses=error_responses("unknown", "invalid", "busy"), summary="a shipped battle, to edit"
    )
    def get_battle(name: Annotated[str, Path(max_length=40)]) -> BattleFields:
        return BattleFields(battle=editor.load_fields(name))

    @router.post("/read", responses=READ_ERRORS, summary="the fields of a file")
    async def read_battle_file(services: ServicesDep, body: FileText) -> BattleFields:
        return BattleFields(battle=await services.workers.run("", editor.parse_fields, body.text, body.name))

    @router.post("/check", responses=READ_ERRORS, summary="the faults of a battle, and its file")
    async def check_battle(services: ServicesDep, body: DraftBody) -> CheckedBattle:
        draft = await services.workers.run("", editor.check, body.battle)
        faults = [fault_card(editor.game, fault) for fault in draft.faults[:MAX_FAULTS]]
        return CheckedBattle(faults=faults, text=draft.text, picture=draft.picture)

    return router


def fault_card(game: str, fault: Fault) -> FaultCard:
    return FaultCard(
        sentence=as_sentence(fault.sentence),
        clause=fault.clause or None,
        rule=rule_link(game, fault.clause),
        kind=fault.kind,
        index=fault.index,
        field=fault.field,
    )


async def try_draft(
    services: Services, editor: BattleEditor, body: TryDraft, options: Mapping[str, Any], seats: list[str] | None = None
) -> OpenedTable:
    """Open a table with a draft that has no faults; without `seats`, the caller has all of them."""
    draft = await services.workers.run("", editor.check, body.battle)
    if draft.faults:
        first = draft.faults[0]
        raise ApiError("invalid", first.sentence, clause=first.clause, rule=rule_link(editor.game, first.clause))
    definition = definition_of(editor.game)
    chosen = {"scenario": CUSTOM_SCENARIO_HEADER + draft.text, **options}
    game = await to_thread(interactive_game, definition, chosen)
    seating = Seating(
        seats=seats or ["me"] * len(definition.seats_for(chosen)), dice="table", coach=None, name=body.name
    )
    return await services.tables.open(game, seating)
