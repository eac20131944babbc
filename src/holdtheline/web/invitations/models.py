"""The JSON shapes of invitations."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from ..http.requests import Name, NewKey, RequestBody


class Claim(RequestBody):
    key: NewKey
    name: Name = ""


class Invitation(BaseModel):
    """What an invitation offers."""

    page: Literal["table", "campaign", "course"] = Field(description="the page that your new key opens: `/table#KEY` …")
    title: str = Field(description="the title of the game, the campaign or the course")
    seat: str = Field(description="the title of the seat, or the name of the student")
    players: list[str] = Field(description="the names of the people who have taken their seats")
