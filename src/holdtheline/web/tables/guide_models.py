"""The JSON shapes of guided games."""

from __future__ import annotations

from pydantic import BaseModel, Field


class GuideStepCard(BaseModel):
    """One idea of a guided game."""

    text: str
    point: tuple[str, ...] = Field(
        description="what the text is about: ids of the picture and of buttons, or parts of the page (`#go`); "
        "`a > b` is an arrow, `a | b` the first that is shown"
    )
    play: tuple[str, ...] = Field(description="patterns of moves that finish the step; empty: it is only read")
    also: tuple[str, ...] = Field(description="patterns of moves that belong to it, too")
    hint: str = Field(description="what to say if you play something else; may be empty")


class GuideCard(BaseModel):
    title: str
    steps: list[GuideStepCard]
    learned: tuple[str, ...]
    next_seats: list[str] = Field(description="the players of a whole game after the guided one")
    next_options: dict[str, str] = Field(description="the options of that game")


class GuideProgress(BaseModel):
    """How far you are in a guided game: see /table/guide."""

    done: int = Field(description="how many of the steps with a `play` are finished")
    is_possible: bool = Field(description="whether the next one is possible; false: the game has left its path")
