"""The JSON shapes of the lobby: the games, their battles and options, and the tables of a browser."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from ..db.rows import GameKind
from .models import PlayerCard, SeatCard


class OptionCard(BaseModel):
    name: str
    title: str
    meaning: str
    clause: str
    rule: str | None
    default: str | int
    values: list[str | int]
    labels: list[str]
    is_main: bool = Field(description="shown in the short form for a new game")


class SeatingCard(BaseModel):
    options: dict[str, str | int] = Field(description="the options that decide which seats there are")
    seats: list[str]


class ScenarioSide(BaseModel):
    title: str
    units: int


class ScenarioCard(BaseModel):
    """A battle in the form for a new game."""

    value: str = Field(description="the value of the option that chooses it")
    title: str
    when: str = Field(description="date and place, or empty")
    length: str
    sides: list[ScenarioSide]
    forces: str = Field(description="the strength of the sides in words, such as 12 Union against 13 Confederate units")
    balance: str = Field(description="how often each side wins, as measured with computer players; may be empty")
    story: str
    picture: str


class ScenarioList(BaseModel):
    option: str = Field(description="the option that chooses the battle")
    cards: list[ScenarioCard]


class DifficultyCard(BaseModel):
    title: str
    player: str


class CourseGame(BaseModel):
    """A game in the form for a new course."""

    name: str
    title: str
    sentence: str
    rules: str
    options: list[OptionCard]
    players: list[PlayerCard]


class GameCard(CourseGame):
    """A game in the lobby."""

    seats: list[str] = Field(description="with the default options")
    seatings: list[SeatingCard]
    has_secrets: bool
    coach: Literal["exact", "sampled"] = Field(description="how the coach computes chances")
    scenarios: ScenarioList | None
    difficulties: list[DifficultyCard] = Field(description="opponents by name; none if you play against the rules")
    picture: str
    guide_minutes: int | None = Field(description="how many minutes the guided first game takes; null: there is none")
    preparing: str | None = Field(description="when the computer levels and the coach are ready; null if they are")


class GameList(BaseModel):
    games: list[GameCard]


class TableCard(BaseModel):
    id: str
    kind: GameKind
    game: str
    title: str
    options_text: str
    picture: str
    seats: list[SeatCard]
    over: bool
    my_turn: bool
    steps: int
    turns: int | None = Field(description="the turn or round; in Towers, the turns played; null if it is not known")
    played: str
    verdict: str | None
    spectator: bool


class TableCards(BaseModel):
    tables: list[TableCard | None]
