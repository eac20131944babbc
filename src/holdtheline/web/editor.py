"""The editor of battles: what a battle can be made of, what is wrong with one, and a table to try it at."""

from __future__ import annotations

import functools
from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from ..core.battlefiles import LARGEST_FILE
from ..core.catalog import contract_of, game_for_people
from ..games.skirmish.editing import FILE, MOST_FAULTS, Fault, drafted, fields_in, fields_named
from ..games.skirmish.offering import offered
from ..games.skirmish.scenarios import MARK
from ..games.skirmish.sketching import sketch
from .house import TheHouse
from .messages import Asked, Name, Opened, Seating
from .problems import Problem, as_sentence, responses, rule_link

GAME = "skirmish"
MOST_FIELDS = 40
READ = responses("malformed", "too_large", "invalid", "busy")

router = APIRouter(prefix="/editor/skirmish", tags=["editor"])


# What comes in


class Sketch(Asked):
    """A battle in the making, with the fields of its file."""

    battle: dict[Annotated[str, Field(max_length=40)], Any] = Field(max_length=MOST_FIELDS)


class Trial(Sketch):
    generals: int = Field(1, ge=1, le=4, description="how many people command the friends")
    enemy: Literal["general", "seat"] = Field("general", description="who commands the enemy")
    name: Name = ""


class FileText(Asked):
    text: str = Field(max_length=LARGEST_FILE, description="of a TOML file")
    name: str = Field(FILE, max_length=100, description="of the file, for sentences about it")


# What goes out


class FaultCard(BaseModel):
    sentence: str
    clause: str | None
    rule: str | None
    kind: str = Field(description="`battle`, or the table of the file that is wrong")
    place: int | None = Field(description="which of them, from 0")
    field: str


class Checked(BaseModel):
    faults: list[FaultCard]
    text: str = Field(description="the file")
    picture: str | None = Field(description="the table, drawn")


class Battle(BaseModel):
    battle: dict[str, Any]


# Answers


@router.get("/parts", responses=responses("busy"), summary="what a battle can be made of")
def parts() -> dict[str, Any]:
    return _parts()


@functools.cache
def _parts() -> dict[str, Any]:
    return offered()


@router.get(
    "/battles/{name}", responses=responses("unknown", "invalid", "busy"), summary="a shipped battle, to edit"
)
def battle(name: Annotated[str, Path(max_length=40)]) -> Battle:
    return Battle(battle=fields_named(name))


@router.post("/read", responses=READ, summary="the fields of a file")
async def read(asked: FileText) -> Battle:
    return Battle(battle=await to_thread(fields_in, asked.text, asked.name))


@router.post("/check", responses=READ, summary="all that is wrong with a battle, and its file")
async def check(asked: Sketch) -> Checked:
    return await to_thread(checked, asked.battle)


def checked(battle: dict[str, Any]) -> Checked:
    draft = drafted(battle)
    return Checked(
        faults=[fault_card(fault) for fault in draft.faults[:MOST_FAULTS]],
        text=draft.text,
        picture=sketch(draft.text) if draft.text else None,
    )


def fault_card(fault: Fault) -> FaultCard:
    return FaultCard(
        sentence=as_sentence(fault.sentence),
        clause=fault.clause or None,
        rule=rule_link(GAME, fault.clause),
        kind=fault.kind,
        place=fault.place,
        field=fault.field,
    )


@router.post(
    "/try",
    status_code=201,
    responses=READ | responses("unknown", "not_saved"),
    summary="a table with this battle",
)
async def try_it(house: TheHouse, asked: Trial) -> Opened:
    draft = await to_thread(drafted, asked.battle)
    if draft.faults:
        first = draft.faults[0]
        raise Problem("invalid", first.sentence, clause=first.clause, rule=rule_link(GAME, first.clause))
    contract = contract_of(GAME)
    options = {"scenario": MARK + draft.text, "generals": asked.generals, "enemy": asked.enemy}
    game = await to_thread(game_for_people, contract, options)
    seating = Seating(
        seats=["me"] * len(contract.seats_of(options)), dice="table", coach=None, name=asked.name
    )
    return await house.tables.open(game, seating)
