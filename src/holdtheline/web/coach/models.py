"""The JSON shapes of the coach and of reviews."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from ..http.requests import RequestBody


class Estimate(BaseModel):
    """A chance to win."""

    percent: str
    fraction: str | None = Field(description="null if it was sampled")
    chance: float
    low: float = Field(description="the ends of the 95% confidence interval; the chance itself if that is exact")
    high: float
    interval: str | None = Field(description="the interval in words; null if the chance is exact")


class MoveChance(Estimate):
    text: str
    code: int
    label: str
    plays: list[str] = Field(description="the orders of a whole plan, without the final `ready`")


class Advice(BaseModel):
    ready: bool = Field(description="false: ask again soon")
    done: bool = Field(description="false: a later answer will be better")
    exact: bool
    sentence: str | None
    simulations: int
    chance: Estimate | None = Field(description="null before it is known well enough")
    moves: list[MoveChance] = Field(description="the best first")
    advice: str = Field(description="what to play and why, or which moves are equally good")
    details: list[str] = Field(description="what else speaks for it")


MAX_SEATS = 8


class ReviewRequest(RequestBody):
    seat: int = Field(ge=0, lt=MAX_SEATS, description="the seat whose chance to win is reviewed")


class ReviewSum(BaseModel):
    name: str
    text: str


class ReviewSegment(BaseModel):
    """Steps that are reviewed together. Chances are in hundredths of a percent."""

    first: int
    last: int
    kind: Literal["luck", "skill", "others"]
    what: str
    before: int
    after: int
    change: int
    percent: str = Field(description="the chance after the segment")
    points: str
    fraction: str | None = Field(description="the chance after the segment, if it is exact")


class TurningPoint(BaseModel):
    place: int = Field(description="the index of the segment")
    steps: str
    sentence: str
    better: str | None = Field(description="a better first move, if one is known")
    again: int = Field(description="the step from which to try again")


class Review(BaseModel):
    """start + luck + skill + others + ending + rest = result."""

    game: str
    seat: int
    title: str
    exact: bool
    nodes: int | None
    how: str
    done: int = Field(description="positions reviewed so far")
    of: int = Field(description="positions to review")
    start: int
    luck: int
    skill: int
    others: int
    ending: int = Field(description="the change by a resignation or an agreed draw that ended the game")
    rest: int = Field(description="the change after the reviewed positions")
    result: int
    sums: list[ReviewSum]
    segments: list[ReviewSegment]
    turning_points: list[TurningPoint]


class ReviewProgress(BaseModel):
    ready: bool
    sentence: str | None = Field(description="what to show until there is a review")
    review: Review | None
