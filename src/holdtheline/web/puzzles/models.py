"""The JSON shapes of puzzles."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ..coach.models import Estimate
from ..http.requests import RequestBody
from ..tables.models import HotspotCard, HudCard, MoveCard, MoveText
from ..tables.question_models import MoveOdds


class PuzzleAnswer(RequestBody):
    play: MoveText


class PuzzleCard(BaseModel):
    number: int
    options_text: str


class PuzzlesOfGame(BaseModel):
    game: str
    title: str
    puzzles: list[PuzzleCard]


class PuzzleList(BaseModel):
    games: list[PuzzlesOfGame]


class PlanChoice(BaseModel):
    text: str = Field(description="what to send as the answer")
    label: str


class PuzzleView(BaseModel):
    """A puzzle as its seat sees it."""

    game: str
    title: str
    number: int
    count: int = Field(description="how many puzzles the game has")
    options_text: str
    rules: str = Field(description="the address of the rulebook")
    seat: int
    question: str
    prompt: str
    picture: str
    hud: HudCard | None
    board: dict[str, Any]
    spots: list[HotspotCard]
    moves: list[MoveCard] = Field(description="the legal moves; empty where the answer is a plan")
    plans: list[PlanChoice] = Field(description="the turn plans to choose from; empty where the answer is a move")
    by_hand: bool = Field(description="whether pieces move freely: then an answer near the solution is right too")
    hints: int = Field(description="how many hints there are")


class PuzzleVerdict(BaseModel):
    solved: bool
    sentence: str


class PuzzleHint(BaseModel):
    sentence: str


class RatedAnswer(Estimate):
    text: str
    label: str
    book: bool = Field(description="whether the player `book` would choose it")


class PuzzleSolution(BaseModel):
    exact: bool
    answers: list[RatedAnswer] = Field(description="the solution first")
    odds: list[MoveOdds] = Field(description="the possible results of the solution")
    sentences: list[str] = Field(description="the reason, and where the chances come from")
