"""Guided first games: start one, read its texts, and see how far the learner is."""

from __future__ import annotations

from anyio.to_thread import run_sync as to_thread
from fastapi import APIRouter, Path

from ...core.catalog import definition_of, interactive_game
from ...core.definition import GameDefinition
from ...core.errors import UnknownName
from ...core.scenarios.guide import Guide, read_guide
from ...players.levels import DIFFICULTIES
from ...table.guided import progress
from ..db.keys import KeyRow
from ..http.auth import KeyHolderDep, ServicesDep
from ..http.errors import ApiError, error_responses
from . import guide_models, models
from .live_table import LiveTable

EASY = DIFFICULTIES["Easy"]

router = APIRouter(tags=["games"])


@router.post(
    "/games/{name}/guide",
    status_code=201,
    responses=error_responses("unknown", "malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="start the guided first game",
)
async def open_guided_table(services: ServicesDep, name: str = Path(max_length=40)) -> models.OpenedTable:
    definition = definition_of(name)
    guide = guide_of(definition)
    if services.coach.compiler is not None:
        services.coach.compiler.prefer(definition.name)
    game = await to_thread(interactive_game, definition, guide.options)
    return await services.tables.open_guided(game, guide)


@router.get(
    "/table/guide",
    responses=error_responses("key", "stale", "invalid", "busy", "not_saved", "unknown"),
    summary="the texts of a guided game",
)
async def get_guide(caller: KeyHolderDep) -> guide_models.GuideCard:
    async with caller.table() as live:
        guide, definition = live.table.guide, live.game.definition
    if guide is None:
        raise ApiError("unknown", "This is not a guided game.")
    return guide_models.GuideCard(
        title=guide.title,
        steps=[
            guide_models.GuideStepCard(
                text=step.text, point=step.points, play=step.plays, also=step.also, hint=step.hint
            )
            for step in guide.steps
        ],
        learned=guide.learned,
        next_seats=["me" if seat == 0 else EASY for seat in range(len(definition.seats))],
        next_options=next_options(definition, guide),
    )


def next_options(definition: GameDefinition, guide: Guide) -> dict[str, str]:
    """Return the options that a whole game keeps, such as an easy mode; the scenario of a guide is a file beside it."""
    files = {option.name for option in definition.options if option.is_file(guide.options.get(option.name))}
    return {name: value for name, value in guide.options.items() if name not in files}


def guide_of(definition: GameDefinition) -> Guide:
    if definition.guide is None:
        raise UnknownName(f"{definition.title} has no guided game")
    return read_guide(definition.guide)


def guide_minutes(definition: GameDefinition) -> int | None:
    """Return how long the guided game takes, if there is one."""
    return None if definition.guide is None else read_guide(definition.guide).minutes


def guide_progress(live: LiveTable, key: KeyRow, moves: list[models.MoveCard]) -> guide_models.GuideProgress | None:
    """Return how far the learner with this key is, who has these legal moves."""
    guide = live.table.guide
    if guide is None or key.kind != "seat":
        return None
    found = progress(live.table, guide, [move.text for move in moves])
    return guide_models.GuideProgress(done=found.done, is_possible=found.is_possible)
