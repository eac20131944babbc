"""What every address of the API needs: the tables, the coach, and the key that came with a request."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool

from .coach import Coach
from .problems import Problem
from .storage import KeyRow
from .tables import Tables

bearer = HTTPBearer(auto_error=False, description="the key of a seat, or one that only watches")


@dataclass(frozen=True)
class House:
    tables: Tables
    coach: Coach = field(default_factory=Coach)


async def house_of(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


async def key_of(
    house: Annotated[House, Depends(house_of)],
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> KeyRow:
    text = credentials.credentials if credentials else ""
    known = house.tables.known_key(text)
    return known if known is not None else await run_in_threadpool(house.tables.key, text)


async def seat_of(key: Annotated[KeyRow, Depends(key_of)]) -> KeyRow:
    if key.kind != "seat":
        raise Problem("forbidden", "This link only watches; it has no seat.")
    return key


TheHouse = Annotated[House, Depends(house_of)]
MyKey = Annotated[KeyRow, Depends(key_of)]
MySeat = Annotated[KeyRow, Depends(seat_of)]
