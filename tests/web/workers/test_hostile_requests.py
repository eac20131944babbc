"""Requests that cost: one address may not have many of them open, and the moves of others do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.web.app import make_app
from holdtheline.web.db.database import Database
from holdtheline.web.workers.pool import MAX_ADDRESS_JOBS, MAX_TABLE_JOBS, WorkerPool
from holdtheline.web.workers.worker import Reply

from ..server import LOOSE

GOLDEN = Path(__file__).parents[2] / "golden"
COMPUTERS = {"game": "civilwar", "seats": ["book", "hard"]}


class StuckWorker:
    """A worker that has enough to do."""

    def __init__(self, on_reply: Callable[[Reply], None], on_death: Callable[[], None]) -> None:
        pass

    def send(self, message: object) -> None:
        pass

    def kill(self) -> None:
        pass

    def processor_seconds(self) -> float | None:
        return None


class Visitor:
    """An address, and the requests that it has open."""

    def __init__(self, app: Any, pool: WorkerPool, address: str) -> None:
        self.pool = pool
        transport = httpx.ASGITransport(app=app, client=(address, 1))
        self.client = httpx.AsyncClient(transport=transport, base_url="http://test")
        self.open: list[asyncio.Task[httpx.Response]] = []

    async def post(self, path: str, key: str = "", **more: Any) -> httpx.Response:
        return await self.client.post(f"/api{path}", headers={"Authorization": f"Bearer {key}"}, **more)

    async def leaves_open(self, path: str, key: str = "", **more: Any) -> None:
        """Send a request that a worker has to answer."""
        jobs, request = len(self.pool._jobs), asyncio.create_task(self.post(path, key, **more))
        self.open.append(request)
        while len(self.pool._jobs) == jobs:
            assert not request.done(), request.result().text
            await asyncio.sleep(0.001)

    async def is_refused(self, path: str, key: str = "", **more: Any) -> None:
        answer = await self.post(path, key, **more)
        assert answer.status_code == 429, answer.text
        assert answer.json()["error"]["code"] == "busy"
        assert int(answer.headers["Retry-After"]) > 0

    async def plays(self) -> None:
        """Play a move at a table of its own."""
        opened = (await self.post("/tables", json={"game": "siege", "seats": ["me"]})).json()
        answer = await self.post("/table/moves", opened["key"], json={"play": "reinforce 0 0 0", "at": 0})
        assert answer.status_code == 200, answer.text

    async def goes(self) -> None:
        for request in self.open:
            request.cancel()
            with suppress(asyncio.CancelledError):
                await request
        await self.client.aclose()


@asynccontextmanager
async def two_visitors(folder: Path) -> AsyncIterator[tuple[Visitor, Visitor]]:
    database = Database(f"sqlite:///{folder}/web.sqlite")
    pool = WorkerPool(StuckWorker, 1)
    app = make_app(database, LOOSE, workers=pool)
    hostile, other = Visitor(app, pool, "192.0.2.1"), Visitor(app, pool, "192.0.2.2")
    try:
        yield hostile, other
    finally:
        await hostile.goes()
        await other.goes()
        database.close()


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/tables", {"json": COMPUTERS}),
        ("/records", {"content": (GOLDEN / "siege-held.htl").read_bytes()}),
        ("/editor/skirmish/check", {"json": {"battle": {}}}),
    ],
)
def test_an_address_that_asks_for_too_much_is_refused_and_others_play(
    tmp_path: Path, path: str, more: dict[str, Any]
) -> None:
    async def attack() -> None:
        async with two_visitors(tmp_path) as (hostile, other):
            for _ in range(MAX_ADDRESS_JOBS):
                await hostile.leaves_open(path, **more)
            await hostile.is_refused(path, **more)
            await other.plays()
            await hostile.plays()
            await other.leaves_open(path, **more)

    asyncio.run(attack())


def test_a_table_has_a_limit_too_for_previews_coach_and_replays(tmp_path: Path) -> None:
    async def attack() -> None:
        async with two_visitors(tmp_path) as (hostile, other):
            table = {"game": "civilwar", "seats": ["me", "me"], "dice": "mine"}
            key = (await hostile.post("/tables", json=table)).json()["key"]
            assert (await hostile.post("/table/moves", key, json={"play": "roll 4", "at": 0})).status_code == 200
            for number in range(MAX_TABLE_JOBS):
                await hostile.leaves_open("/table/marks", key, json={"clicks": [f"piece-{number}"]})
            await hostile.is_refused("/table/marks", key, json={"clicks": ["piece-1"]})
            await hostile.is_refused("/table/coach", key, json={})
            await other.plays()

    asyncio.run(attack())
