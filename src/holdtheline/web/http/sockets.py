"""The socket of a table: the client sends its key first, then receives the view after every change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from ..db.keys import KeyRow
from ..tables.live_table import LiveTable
from ..tables.view import current_view
from .auth import Services
from .errors import ApiError, close_with_error
from .loop_share import share_loop

KEY_SECONDS = 10.0
PING_SECONDS = 0.2
DISCONNECTED = WebSocketDisconnect, WebSocketDisconnected

router = APIRouter()


@router.websocket("/watch")
async def watch_table(socket: WebSocket) -> None:
    services: Services = socket.app.state.services
    try:
        await socket.accept()
    except OSError:  # the client has already left
        return
    try:
        async with asyncio.timeout(KEY_SECONDS):
            data = await receive_json(socket)
    except TimeoutError:  # not 401: a slow browser has a good key, and tries again
        await close_with_error(socket, ApiError("malformed", "The key did not arrive in time.", status=408))
        return
    key = data.get("key")
    if not isinstance(key, str):
        raise ApiError("key", 'The first message must be the key: {"key": "..."}.')
    sends_views = data.get("views", True)
    if not isinstance(sends_views, bool):
        raise ApiError("malformed", "`views` must be true or false.")
    await TableSocket(socket, services, key, await services.tables.find_key(key), sends_views=sends_views).run()


async def receive_json(socket: WebSocket) -> dict[str, Any]:
    """Receive the next message, sent as text or as bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    try:
        data = json.loads(message.get("text") or message.get("bytes") or "")
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise ApiError("malformed", "A message must be a JSON object.")
    return data


class TableSocket:
    """One socket at one table. A slow client may miss views in between, but always gets the last one.

    The key is looked up again for every message, because its holder may have replaced it. Without `sends_views` only
    the version and the tag of each view are sent, for clients that request what they do not have.
    """

    def __init__(
        self, socket: WebSocket, services: Services, key_text: str, key: KeyRow, *, sends_views: bool = True
    ) -> None:
        self.socket = socket
        self.services = services
        self.key_text = key_text
        self.key = key
        self.sends_views = sends_views
        self.changed = asyncio.Event()

    async def run(self) -> None:
        notify = self.changed.set
        async with self.services.tables.use(self.key.game_id) as live:
            live.subscribe(notify, self.key)
            try:
                errors = await run_until_first_ends(share_loop(self.send_views(live)), share_loop(self.answer_pings()))
            finally:
                live.unsubscribe(notify)
        if not any(isinstance(error, DISCONNECTED) for error in errors):
            raise errors[0]

    async def send_views(self, live: LiveTable) -> None:
        last_tag = ""
        while True:
            await self.changed.wait()
            self.changed.clear()
            await self.services.tables.find_key(self.key_text)
            view = await current_view(live, self.key, self.services.coach)
            if view.tag == last_tag:  # a message would tell that another seat gave a secret order
                continue
            last_tag = view.tag
            is_whole = self.sends_views
            news = f'{{"view":{view.text}}}' if is_whole else json.dumps({"version": view.version, "tag": view.tag})
            await self.socket.send_text(news)

    async def answer_pings(self) -> None:
        while True:
            data = await receive_json(self.socket)
            ping = data.get("ping")
            if type(ping) is not int:
                raise ApiError("malformed", 'After the key only a ping can be sent: {"ping": 1}.')
            await self.services.tables.find_key(self.key_text)
            await self.socket.send_text(json.dumps({"pong": ping}))
            await asyncio.sleep(PING_SECONDS)


async def run_until_first_ends(*coroutines: Coroutine[Any, Any, None]) -> list[BaseException]:
    """Run coroutines that end only by an error until one does; return its errors without their frames.

    The frames would keep the socket and its table in memory until the next garbage collection.
    """
    tasks = {asyncio.create_task(coroutine) for coroutine in coroutines}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    return [error.with_traceback(None) for task in done if (error := task.exception()) is not None]
