"""Watching a table: a socket that says its key first and then hears of every change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from .house import House
from .live import LiveTable
from .problems import Problem, close
from .storage import KeyRow
from .views import view

SECONDS_FOR_KEY = 10.0
SECONDS_BETWEEN_PINGS = 0.2
GONE = WebSocketDisconnect, WebSocketDisconnected

router = APIRouter()


@router.websocket("/watch")
async def watch(socket: WebSocket) -> None:
    house: House = socket.app.state.house
    await socket.accept()
    try:
        async with asyncio.timeout(SECONDS_FOR_KEY):
            data = await heard(socket)
    except TimeoutError:
        await close(socket, Problem("key", "The first message has to be the key."))
        return
    key = data.get("key")
    if not isinstance(key, str):
        raise Problem("key", 'The first message has to be the key: {"key": "..."}.')
    await Watcher(socket, house, await house.tables.key(key)).run()


async def heard(socket: WebSocket) -> dict[str, Any]:
    """The next message; one in bytes is read like one in text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    try:
        data = json.loads(message.get("text") or message.get("bytes") or "")
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

    async def run(self) -> None:
        wake = self.changed.set
        async with self.house.tables.at(self.key.game_id) as live:
            live.watch(wake, self.key)
            try:
                errors = await first_to_end(self.tell(live), self.listen())
            finally:
                live.leave(wake)
        if not any(isinstance(error, GONE) for error in errors):
            raise errors[0]

    async def tell(self, live: LiveTable) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if live.is_gone:
                raise Problem("stale", "The table has to be looked for again.")
            text = await view(live, self.key, self.house.coach)
            await self.socket.send_text(f'{{"view": {text}}}')

    async def listen(self) -> None:
        """Until the socket closes; a ping is answered."""
        while True:
            data = await heard(self.socket)
            ping = data.get("ping")
            if type(ping) is not int:
                raise Problem("malformed", 'After the key only a ping can be sent: {"ping": 1}.')
            await self.socket.send_text(json.dumps({"pong": ping}))
            await asyncio.sleep(SECONDS_BETWEEN_PINGS)


async def first_to_end(*doings: Coroutine[Any, Any, None]) -> list[BaseException]:
    """Do all of this, which ends only by an error, until one does; the errors, without their frames.

    Those would keep the socket and its table in memory until Python looks for rings of garbage.
    """
    tasks = {asyncio.create_task(doing) for doing in doings}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return [error.with_traceback(None) for task in done if (error := task.exception()) is not None]
