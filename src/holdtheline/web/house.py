"""What every address of the API needs: the tables, the coach, reviews, and the key of a request."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from .coach import Coach
from .courseboard import Boards
from .judging import Judging
from .live import LiveTable
from .problems import Problem
from .reviewing import Reviews
from .storage import KeyRow
from .tables import Tables

bearer = HTTPBearer(auto_error=False, description="the key of a seat, or one that only watches")


@dataclass(frozen=True)
class House:
    tables: Tables
    coach: Coach = field(default_factory=Coach)
    reviews: Reviews = field(default_factory=Reviews)
    boards: Boards = field(default_factory=Boards)
    judging: Judging | None = None
    """None: nothing is judged here."""


@dataclass(frozen=True)
class Visitor:
    """Whoever came with a key."""

    house: House
    key: KeyRow

    def table(self) -> AbstractAsyncContextManager[LiveTable]:
        """The table that the key opens."""
        return self.house.tables.at(self.key.game_id)


async def house_of(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


async def visitor(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Visitor:
    house = await house_of(request)
    return Visitor(house, await house.tables.key(credentials.credentials if credentials else ""))


async def seated(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Visitor:
    found = await visitor(request, credentials)
    if found.key.kind != "seat":
        raise Problem("forbidden", "This link only watches; it has no seat.")
    return found


TheHouse = Annotated[House, Depends(house_of)]
AnyVisitor = Annotated[Visitor, Depends(visitor)]
Seated = Annotated[Visitor, Depends(seated)]
