"""A bot's end of the line to the referee: blocking, because there is nothing else to do."""

from __future__ import annotations

import json
import re
import socket
from typing import Any

TALK = 3
"""The descriptor of the socket."""
CHUNK = 65536
QUICKLY = b'{"ask":"'
QUESTION = re.compile(rb'\{"ask":"(\w+)","id":"(\w+)","bytes":(\d+)\}')


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
        message: dict[str, Any] = json.loads(line)
        return message

    def hear_question(self) -> tuple[str, str, bytes] | None:
        """What is asked next, its id, and the bytes behind it; None: nothing more."""
        while True:
            while (end := self._read.find(b"\n")) < 0:
                self._receive()
            if not self._read.startswith(QUICKLY):  # as the referee writes what is asked, thousands of times
                if "end" in self.hear():
                    return None
                continue
            asked, identity, size = QUESTION.fullmatch(self._read, 0, end).groups()  # type: ignore[union-attr]
            behind = end + 1 + int(size)
            while len(self._read) < behind:
                self._receive()
            changes, self._read = self._read[end + 1 : behind], self._read[behind:]
            return asked.decode(), identity.decode(), changes

    def _receive(self) -> None:
        data = self._socket.recv(CHUNK)
        if not data:
            raise SystemExit(0)  # the referee has left, and nobody wants to know anything any more
        self._read = self._read + data if self._read else data

    def say(self, message: dict[str, Any]) -> None:
        self.say_line(json.dumps(message, separators=(",", ":")))

    def say_line(self, line: str) -> None:
        self._socket.sendall(line.encode() + b"\n")
