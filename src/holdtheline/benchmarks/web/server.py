"""The real server in its own process, and cheap connections to it."""

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

START_TIMEOUT = 300.0
"""Seconds, for a busy machine."""
ADDRESSES = [f"127.0.0.{number}" for number in range(2, 22)]
"""Loopback addresses to connect from, as if as many people came from the network: rate limits are per address."""
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
SERVE_UNPREPARED = """
import os
from holdtheline.web.server import ServerAddress, serve
serve(ServerAddress(port=0), database=os.environ["HTL_DATABASE_URL"], opens_browser=False, prepare=False)
"""
# The server must not outlive a benchmark that is killed.
DIE_WITH_PARENT = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []


class Server:
    """`htl serve` on a database. The caller must end it by `kill` or `stop`."""

    def __init__(self, database: str, log: Path, *options: str, prepare: bool = True) -> None:
        """Start the server and wait until it listens; append its errors to the log.

        Without `prepare` it compiles nothing ahead, which a server that is killed at once never finishes.
        """
        self.log = log
        serve = ["-m", "holdtheline", "serve", "--port", "0", "--no-open"] if prepare else ["-c", SERVE_UNPREPARED]
        command = [*DIE_WITH_PARENT, sys.executable, *serve, *options]
        environment = os.environ | {"HTL_DATABASE_URL": database}
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors
            )
        try:
            self.port = self._read_port()
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
        """End the server by SIGKILL, so that it cannot clean up."""
        self._process.kill()
        self._wait()

    def stop(self) -> None:
        self._process.terminate()
        self._wait()

    def cpu_seconds(self) -> float:
        """Return the processor time that the server has used."""
        after_name = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / TICKS_PER_SECOND

    def megabytes(self) -> float:
        """Return the resident memory of the server."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s*(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024

    def errors(self) -> str:
        """Return the end of the log."""
        return self.log.read_text(errors="replace").strip()[-2000:]

    def _read_port(self) -> int:
        assert self._process.stdout is not None
        is_ready, _, _ = select.select([self._process.stdout], [], [], START_TIMEOUT)
        line = self._process.stdout.readline().decode() if is_ready else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if found is None:
            raise RuntimeError(f"the server does not start: {line}{self.errors()}")
        return int(found[1])

    def _wait(self) -> None:
        self._process.wait(START_TIMEOUT)
        if self._process.stdout is not None:
            self._process.stdout.close()


class ServerGone(Exception):
    """The connection ended before the response was complete."""


@dataclass(frozen=True)
class Response:
    status: int
    body: bytes
    seconds: float
    """From the first byte sent to the last received."""

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def fault(self) -> str:
        """The server's error message ("": there is none)."""
        if self.status < 400:
            return ""
        return f"{self.status}: {self.body[:300].decode(errors='replace')}"


class Connection:
    """An HTTP connection that stays open, like a browser's, from one of `ADDRESSES`."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port = port
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, path: str, key: str | None = None, body: Any = None) -> Response:
        """Send a GET, or a POST if there is a body (JSON, or bytes); raise `ServerGone` if no response comes."""
        try:
            reader, writer = await self._open()
            began = time.perf_counter()
            writer.write(format_request(path, key, body))
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            content = await reader.readexactly(int(length[1]) if length else 0)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise ServerGone(str(error)) from error
        return Response(int(head[9:12]), content, time.perf_counter() - began)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is not None and self._streams[0].at_eof():  # the server closed it: it was idle too long
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0), limit=1 << 20
            )
        return self._streams


def format_request(path: str, key: str | None, body: Any) -> bytes:
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if key is not None:
        head.append(f"Authorization: Bearer {key}")
    content = b""
    if body is not None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = "application/x-ndjson" if isinstance(body, bytes) else "application/json"
        head += [f"Content-Type: {kind}", f"Content-Length: {len(content)}"]
    return "\r\n".join([*head, "", ""]).encode() + content
