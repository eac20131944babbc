"""The real server in a process of its own, and connections to it that cost little."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE = 60.0  # seconds, for a machine that does much else
ADDRESSES = [f"127.0.0.{number}" for number in range(2, 22)]
"""Addresses of this machine, as if as many people came from somewhere; each has limits of its own."""
TICKS = os.sysconf("SC_CLK_TCK")
# Where whoever started it is killed, the server goes too.
DYING = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []


class Server:
    """`htl serve` on a database. Whoever started it ends it."""

    def __init__(self, database: str, log: Path) -> None:
        """Start it, and wait until it listens. What it has to say against itself is added to the log."""
        self.log = log
        command = [*DYING, sys.executable, "-m", "holdtheline", "serve", "--port", "0", "--no-open"]
        environment = os.environ | {"HTL_DATABASE_URL": database}
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors
            )
        try:
            self.port = self._port()
        except BaseException:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """SIGKILL: it learns nothing of it, and puts nothing in order."""
        self._process.kill()
        self._gone()

    def stop(self) -> None:
        self._process.terminate()
        self._gone()

    def cpu_seconds(self) -> float:
        """How much of the processors it has used up to now."""
        after_name = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / TICKS

    def megabytes(self) -> float:
        """How much memory it has in use."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s*(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024

    def complaints(self) -> str:
        """The end of what it wrote to the log."""
        return self.log.read_text(errors="replace").strip()[-2000:]

    def _port(self) -> int:
        assert self._process.stdout is not None
        is_ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        line = self._process.stdout.readline().decode() if is_ready else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if found is None:
            raise RuntimeError(f"the server does not start: {line}{self.complaints()}")
        return int(found[1])

    def _gone(self) -> None:
        self._process.wait(PATIENCE)
        if self._process.stdout is not None:
            self._process.stdout.close()


class Gone(Exception):
    """The server was not there any more before an answer was."""


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    seconds: float
    """From the first byte sent to the last received."""

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def fault(self) -> str:
        """What the server says is wrong, or nothing."""
        if self.status < 400:
            return ""
        return f"{self.status}: {self.body[:300].decode(errors='replace')}"


class Wire:
    """A connection that stays open, as a browser keeps it, from an address of its own."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port = port
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, key: str | None = None, body: Any = None) -> Answer:
        """GET, or POST where there is a body; Gone where nothing answers."""
        try:
            reader, writer = await self._open()
            began = time.perf_counter()
            writer.write(request(path, key, body))
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            content = await reader.readexactly(int(length[1]) if length else 0)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise Gone(str(error)) from error
        return Answer(int(head[9:12]), content, time.perf_counter() - began)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is not None and self._streams[0].at_eof():  # it was idle for too long
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0), limit=1 << 20
            )
        return self._streams


def request(path: str, key: str | None, body: Any) -> bytes:
    """The bytes of a request."""
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if key is not None:
        head.append(f"Authorization: Bearer {key}")
    content = b""
    if body is not None:
        content = json.dumps(body).encode()
        head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*head, "", ""]).encode() + content
