"""The JSON shapes of the lab."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ..coach.models import MAX_SEATS
from ..http.requests import RequestBody
from ..tables.lobby_models import OptionCard
from ..tables.models import PlayerCard

MAX_GAMES = 20_000
MAX_SEED = 2**31 - 1
VARY_PLAYER = "player"
Word = Annotated[str, Field(max_length=40)]


class NewStudy(RequestBody):
    """What to compare: two values of an option, or two players of a seat."""

    game: Word
    options: dict[Word, Word | int] = Field({}, description="options of both variants, unless they have their defaults")
    vary: Word = Field(description="the name of an option, or `player`")
    values: list[Word | int] = Field(min_length=2, max_length=2, description="the usual one first")
    seat: int = Field(0, ge=0, lt=MAX_SEATS, description="whose results are measured, and whose player varies")
    players: list[Word] = Field(min_length=1, max_length=MAX_SEATS, description="one for each seat")
    games: int = Field(ge=1, le=MAX_GAMES, description="for each of the two")
    seed: int = Field(1, ge=0, le=MAX_SEED, description="another seed plays other games")


class GameOfStudy(RequestBody):
    variant: int = Field(ge=0, le=1, description="0: the first value, 1: the second")
    number: int = Field(ge=1, le=MAX_GAMES)


class LabGame(BaseModel):
    name: str
    title: str
    seats: list[str]
    options: list[OptionCard] = Field(description="those that do not change the seats")
    players: list[PlayerCard] = Field(description="those that are fast enough")


class LabForm(BaseModel):
    why_not: str | None = Field(description="why this server plays no studies; null: it does")
    games: list[LabGame]
    max_games: int
    max_seconds: int


class StudyFigure(BaseModel):
    text: str
    interval: str = Field(description="the 95% interval")


class StudyRow(BaseModel):
    title: str
    figures: list[StudyFigure]
    difference: StudyFigure | None
    differs: bool = Field(description="whether the interval of the difference excludes 0")


class StudyPlot(BaseModel):
    title: str
    picture: str = Field(description="an SVG")


class StudyProgress(BaseModel):
    """A study so far."""

    id: str
    title: str
    state: Literal["running", "ended"]
    variants: list[str]
    games: int = Field(description="played so far, of each of the two")
    of: int
    sentence: str = Field(description="the answer so far")
    ending: str | None = Field(description="why it ended; null while it runs")
    plots: list[StudyPlot]
    rows: list[StudyRow] = Field(description="the figures; that of the question first")
    different: list[int] = Field(description="the first games whose results differ between the two")
