"""A review of a finished game, as OpenAPI describes it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from .messages import Asked

MOST_SEATS = 8


class ReviewOf(Asked):
    seat: int = Field(ge=0, lt=MOST_SEATS, description="whose chance to win")


class Sum(BaseModel):
    name: str
    text: str


class ReviewedStretch(BaseModel):
    """Steps that are looked at as one. Chances are hundredths of a percent."""

    first: int
    last: int
    kind: Literal["luck", "skill", "others"]
    what: str
    before: int
    after: int
    change: int
    percent: str = Field(description="the chance after it")
    points: str
    fraction: str | None = Field(description="the chance after it, where it is exact")


class TurningPoint(BaseModel):
    place: int = Field(description="of the stretch, from 0")
    steps: str
    sentence: str
    better: str | None = Field(description="a better beginning, where one is known")
    again: int = Field(description="the step after which one can try again")


class Reviewed(BaseModel):
    """start + luck + skill + others + rest = result."""

    game: str
    seat: int
    title: str
    exact: bool
    nodes: int | None
    how: str
    done: int = Field(description="positions that are looked at")
    of: int
    start: int
    luck: int
    skill: int
    others: int
    rest: int = Field(description="what came after them")
    result: int
    sums: list[Sum]
    stretches: list[ReviewedStretch]
    turning_points: list[TurningPoint]


class ReviewSoFar(BaseModel):
    ready: bool
    sentence: str | None = Field(description="what to say while there is nothing yet")
    review: Reviewed | None
