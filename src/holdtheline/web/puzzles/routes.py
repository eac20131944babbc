"""The routes of puzzles. They need no key, and the server stores nothing: the browser keeps which are solved."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from ..http.auth import ServicesDep
from ..http.errors import error_responses
from . import models, view

MAX_NUMBER = 10_000
MAX_HINTS = 10
READ_ERRORS = error_responses("unknown", "invalid", "busy")
ANSWER_ERRORS = READ_ERRORS | error_responses("malformed", "too_large", "illegal")

GameName = Annotated[str, Path(max_length=40)]
PuzzleNumber = Annotated[int, Path(ge=1, le=MAX_NUMBER)]
HintStep = Annotated[int, Path(ge=1, le=MAX_HINTS)]

router = APIRouter(prefix="/puzzles", tags=["puzzles"])


@router.get("", responses=error_responses("busy"), summary="the puzzles of all games")
async def list_puzzles(services: ServicesDep) -> models.PuzzleList:
    return await services.workers.run("", view.list_puzzles)


@router.get("/{game}/{number}", responses=READ_ERRORS, summary="a puzzle: its position and its legal moves")
async def get_puzzle(services: ServicesDep, game: GameName, number: PuzzleNumber) -> models.PuzzleView:
    return await services.workers.run("", view.view_puzzle, game, number)


@router.post("/{game}/{number}/answer", responses=ANSWER_ERRORS, summary="whether a move solves the puzzle")
async def answer_puzzle(
    services: ServicesDep, game: GameName, number: PuzzleNumber, body: models.PuzzleAnswer
) -> models.PuzzleVerdict:
    return await services.workers.run("", view.judge_answer, game, number, body.play)


@router.get("/{game}/{number}/hints/{step}", responses=READ_ERRORS, summary="a hint; a later step tells more")
async def get_hint(services: ServicesDep, game: GameName, number: PuzzleNumber, step: HintStep) -> models.PuzzleHint:
    return await services.workers.run("", view.give_hint, game, number, step)


@router.get("/{game}/{number}/solution", responses=READ_ERRORS, summary="the solution, and the chances of other moves")
async def get_solution(services: ServicesDep, game: GameName, number: PuzzleNumber) -> models.PuzzleSolution:
    return await services.workers.run("", view.solve_puzzle, game, number)
