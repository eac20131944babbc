"""A bot's end of the line to the referee: blocking, because there is nothing else to do."""

from __future__ import annotations

import json
import socket
from typing import Any

TALK = 3
"""The descriptor of the socket."""
CHUNK = 65536
QUICKLY = b'{"ask":"'


class Line:
    def __init__(self, handle: int = TALK) -> None:
        self._socket = socket.socket(fileno=handle)
        self._socket.setblocking(True)
        self._read = b""

    def hear(self) -> dict[str, Any]:
        """The next message."""
        while (end := self._read.find(b"\n")) < 0:
            self._receive()
        line, self._read = self._read[:end], self._read[end + 1 :]
        if line.startswith(QUICKLY):  # as the referee writes what is asked in words, thousands of times
            _, _, _, ask, _, _, _, identity, _, _, count = line.split(b'"')
            return {"ask": ask.decode(), "id": identity.decode(), "bytes": int(count[1:-1])}
        message: dict[str, Any] = json.loads(line)
        return message

    def hear_bytes(self, count: int) -> bytes:
        """So many bytes behind a message."""
        while len(self._read) < count:
            self._receive()
        data, self._read = self._read[:count], self._read[count:]
        return data

    def _receive(self) -> None:
        data = self._socket.recv(CHUNK)
        if not data:
            raise SystemExit(0)  # the referee has left, and nobody wants to know anything any more
        self._read = self._read + data if self._read else data

    def say(self, message: dict[str, Any]) -> None:
        self.say_line(json.dumps(message, separators=(",", ":")))

    def say_line(self, line: str) -> None:
        self._socket.sendall(line.encode() + b"\n")
