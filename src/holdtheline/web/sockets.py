"""Watching a table: a socket that says its key first and then hears of every change."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from .house import House
from .live import LiveTable
from .problems import Problem, close
from .storage import KeyRow
from .views import view

SECONDS_FOR_KEY = 10.0

router = APIRouter()


@router.websocket("/watch")
async def watch(socket: WebSocket) -> None:
    house: House = socket.app.state.house
    await socket.accept()
    try:
        async with asyncio.timeout(SECONDS_FOR_KEY):
            key = await first_message(socket, house)
    except TimeoutError:
        await close(socket, Problem("key", "The first message has to be the key."))
        return
    watcher = Watcher(socket, house, key)
    await watcher.run()


async def first_message(socket: WebSocket, house: House) -> KeyRow:
    data = read(await socket.receive_text())
    key = data.get("key")
    if not isinstance(key, str):
        raise Problem("key", 'The first message has to be the key: {"key": "..."}.')
    return await run_in_threadpool(house.tables.key, key)


def read(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Problem("malformed", "A message is a JSON object.")
    return data


class Watcher:
    """One socket at one table. A slow one misses what lies between, never the last."""

    def __init__(self, socket: WebSocket, house: House, key: KeyRow) -> None:
        self.socket = socket
        self.house = house
        self.key = key
        self.changed = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def wake(self) -> None:
        """Called by whoever changed the table, from any thread."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.changed.set)

    async def run(self) -> None:
        taken = self.house.tables.at(self.key.game_id)
        live = await run_in_threadpool(taken.__enter__)
        telling = asyncio.create_task(self.tell(live))
        wake = self.wake
        try:
            await run_in_threadpool(live.watch, wake, self.key)
            await self.listen()
        except WebSocketDisconnect:
            pass
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
            live.leave(wake)
            taken.__exit__(None, None, None)

    async def tell(self, live: LiveTable) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            text = await run_in_threadpool(view, live, self.key, self.house.coach)
            await self.socket.send_text(f'{{"view": {text}}}')

    async def listen(self) -> None:
        """Until the socket closes; a ping is answered."""
        while True:
            data = read(await self.socket.receive_text())
            if "ping" in data:
                await self.socket.send_text(json.dumps({"pong": data["ping"]}))
