"""Connections that say nothing, or talk without end before they come to the point, are closed."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECONDS_FOR_HEADERS = 15.0
LARGEST_HEADERS = 64 * 1024


class PatientProtocol(HttpToolsProtocol):
    """Uvicorn's own would wait for ever, and listen to headers of any length."""

    _waiting: asyncio.TimerHandle | None = None
    _heard = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._come_to_the_point()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        self._come_to_the_point()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._waiting is not None:
            self._heard += len(data)
            if self._heard > LARGEST_HEADERS:
                self.transport.close()

    def _wait(self) -> None:
        self._come_to_the_point()
        self._heard = 0
        self._waiting = self.loop.call_later(SECONDS_FOR_HEADERS, self._give_up)

    def _come_to_the_point(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self.transport.is_closing():
            self.transport.close()
