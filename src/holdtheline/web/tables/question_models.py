"""JSON shapes of questions about a table, which change nothing: why not, odds, marks, the inspector, previews."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ..http.requests import RequestBody
from .models import MoveText

# Questions


class WhyNotQuestion(RequestBody):
    """A move that the player only considers: the ids clicked on the picture, or its text."""

    clicks: list[Annotated[str, Field(max_length=60)]] | None = Field(None, max_length=60)
    play: MoveText | None = None


class MoveQuestion(RequestBody):
    play: MoveText


class InspectionQuestion(RequestBody):
    id: str = Field(max_length=60, description="the id of something in the picture")
    clicks: list[Annotated[str, Field(max_length=60)]] = Field(
        default_factory=list, max_length=60, description="the ids clicked so far"
    )


class ClickedIds(RequestBody):
    clicks: list[Annotated[str, Field(max_length=60)]] = Field(max_length=60)


Inches = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Point = Annotated[list[Inches], Field(min_length=2, max_length=2, description="x to the right, y upwards, in inches")]


class MovePreviewRequest(RequestBody):
    """A dragged move that the player only considers, on an open table."""

    who: Annotated[str, Field(max_length=20)] | None = Field(
        None, description="an id in the picture; null: the active character, or one that may act"
    )
    to: Point
    via: Point | None = Field(None, description="a waypoint")
    exact: bool = Field(False, description="do not snap to a contact, a terrain feature or the edge")
    face: bool = Field(False, description="only pivot towards `to`")


# Answers


class BriefingSection(BaseModel):
    heading: str
    lines: list[str]
    paragraph: str


class Briefing(BaseModel):
    sections: list[BriefingSection]


class WhyNotAnswer(BaseModel):
    """Whether a move is possible, or the sentence and the clause that refuse it."""

    possible: bool
    sentence: str | None
    clause: str | None
    rule: str | None


class MoveOdds(BaseModel):
    label: str
    percent: str
    fraction: str
    chance: float
    max_chance: float = Field(description="the upper end of a range; otherwise the same as `chance`")


class OddsOfMove(BaseModel):
    label: str
    odds: list[MoveOdds]


class InspectorRowCard(BaseModel):
    label: str
    value: str
    explanation: str = Field(description="how the value comes about")
    clause: str
    rule: str | None


class InspectionCard(BaseModel):
    """What is known about something in the picture; without rows there is nothing but its title."""

    title: str
    rows: list[InspectorRowCard]


class MarkOptionCard(BaseModel):
    sign: str
    play: str


class MarkCard(BaseModel):
    id: str
    kind: str
    sign: str
    text: str
    meaning: str
    plays: list[str] = Field(description="the moves that lead there, in order, if there are several")
    options: list[MarkOptionCard] = Field(description="the moves that a click there can mean, if there are several")


class MarkList(BaseModel):
    marks: list[MarkCard]


class PreviewLeg(BaseModel):
    to: list[float]
    inches: float
    counts: float = Field(description="the inches of movement used: double in water")


class PreviewBlocker(BaseModel):
    id: str
    name: str
    at: list[float]


class PreviewTarget(PreviewBlocker):
    """An enemy, and whether it and the moved character would see each other at the end of the move."""

    gap: float
    sees: bool = Field(description="the mover would see it")
    seen: bool = Field(description="it would see the mover, who is in its forward half")
    blocker: PreviewBlocker | None
    shoots: bool = Field(description="the mover could shoot at it")
    odds: str
    shot: str = Field(description="the chance that its own shot would wound; empty if it cannot shoot")
    plays: list[str]


class PreviewChoice(BaseModel):
    label: str
    plays: list[str]


class MovePreview(WhyNotAnswer):
    who: str | None
    name: str
    text: str = Field(description="what the move would do")
    radius: float
    start: list[float]
    legs: list[PreviewLeg]
    end: list[float] = Field(description="where the mover would stand; if the move is illegal, how far it can go")
    inches: float
    left: float
    move: float
    facing: list[float]
    charges: list[str]
    takes: str | None
    leaves: bool
    in_way: PreviewBlocker | None
    farthest: list[float] | None
    sight: list[PreviewTarget]
    plays: list[str] = Field(description="the moves to play, in order")
    choices: list[PreviewChoice] = Field(description="what a click there can mean, if that is more than one thing")
    instead: list[str] = Field(description="the moves to play to go as far as possible")
