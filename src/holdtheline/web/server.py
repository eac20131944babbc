"""Run the server for `htl serve`: listen, close slow connections, open the browser."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from ipaddress import ip_address
from types import FrameType
from typing import Any, NoReturn

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..arena.bot_store import submissions_folder
from ..core.errors import HtlError
from .app import make_app
from .db.database import Database
from .http.limits import RequestLimits
from .private_files import make_private, restrict_new_files
from .workers.pool import WorkerPool

HEADER_SECONDS = 15.0
MAX_HEADER_BYTES = 64 * 1024


class HeaderTimeoutProtocol(HttpToolsProtocol):
    """Close connections whose headers arrive too late or are too long; Uvicorn limits neither."""

    _header_timer: asyncio.TimerHandle | None = None
    _header_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._start_timer()

    def on_headers_complete(self) -> None:
        self._stop_timer()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._header_timer is not None:
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES:
                self.transport.close()

    def shutdown(self) -> None:
        """Finish the running request, but do not wait for the rest of a slow upload."""
        super().shutdown()
        if self.cycle is not None and self.cycle.more_body:
            self.transport.close()

    def _start_timer(self) -> None:
        self._stop_timer()
        self._header_bytes = 0
        self._header_timer = self.loop.call_later(HEADER_SECONDS, self._close)

    def _stop_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _close(self) -> None:
        self._header_timer = None
        if not self.transport.is_closing():
            self.transport.close()


MAX_MESSAGE_BYTES = 64 * 1024
SHUTDOWN_SECONDS = 1
"""How long running requests may take after a signal."""
EXIT_SECONDS = 1.6
"""When the process ends after a signal, whatever it is doing. What was acknowledged is on the disk."""


class GameServer(uvicorn.Server):
    """A server that ends in time, and that closes its workers first, so that no request waits for them."""

    def __init__(self, config: uvicorn.Config, workers: WorkerPool) -> None:
        super().__init__(config)
        self._workers = workers

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._workers.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down, and end the process in time even if a thread is computing or waits for the database."""
        if not self.should_exit:
            deadline = threading.Timer(EXIT_SECONDS, os._exit, (0,))
            deadline.daemon = True
            deadline.start()
        super().handle_exit(sig, frame)


@dataclass(frozen=True)
class ServerAddress:
    host: str = "127.0.0.1"
    port: int = 8017


def serve(
    address: ServerAddress,
    *,
    database: str | None = None,
    opens_browser: bool = True,
    proxy: str | None = None,
    with_judge: bool = True,
    with_lab: bool | None = None,
    prepare: bool = True,
) -> int:
    """Serve until interrupted and return 0; raise HtlError if the server cannot start.

    Trust X-Forwarded-For from the address `proxy`. Without `with_judge`, submitted bots stay queued. Studies are played
    if `with_lab` says so, by default if only this machine can connect. Without `prepare`, nothing is solved or compiled
    ahead.
    """
    raise_file_limit()
    restrict_new_files()
    make_private(submissions_folder())
    db = Database(database)
    try:
        listener = open_listening_socket(address)
    except HtlError:
        db.close()
        raise
    port = listener.getsockname()[1]
    link = f"http://{host_for_url(address.host)}:{port}/"
    workers = WorkerPool()
    with_lab = is_private(address.host, proxy) if with_lab is None else with_lab
    config = uvicorn.Config(
        make_app(db, RequestLimits(), workers=workers, prepare=prepare, with_judge=with_judge, with_lab=with_lab),
        log_level="warning",
        access_log=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        http=HeaderTimeoutProtocol,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = GameServer(config, workers)
    print(f"Hold the Line is running at {link} (press Ctrl-C to stop; games are saved).", flush=True)
    if opens_browser:
        open_browser(link)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    return 0


def raise_file_limit() -> None:
    """Raise the soft limit on open files to the hard limit, where the system has such limits."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


def interrupt(*_: object) -> NoReturn:
    """Turn SIGTERM into KeyboardInterrupt: Uvicorn raises the signal again after a clean shutdown."""
    raise KeyboardInterrupt


def open_listening_socket(address: ServerAddress) -> socket.socket:
    """Open the socket first, so that a port in use is reported before anything else happens."""
    try:
        family, kind, _, _, socket_address = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind)
    except OSError as error:
        raise HtlError(f"cannot resolve {address.host[:60]!r}: {error.strerror}") from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(socket_address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise HtlError(
            f"cannot listen on {address.host}:{address.port}: {error.strerror}; "
            "choose another port with --port (0 picks a free one)"
        ) from error
    return listener


def is_private(host: str, proxy: str | None) -> bool:
    """Return whether only this machine can connect: the address is a loopback one, and there is no proxy before it."""
    try:
        is_loopback = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    return is_loopback and proxy is None


def host_for_url(host: str) -> str:
    return f"[{host}]" if ":" in host else "127.0.0.1" if host in ("", "0.0.0.0") else host


def open_browser(link: str) -> None:
    """Open the lobby in the browser, if there is a display."""
    has_display = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_display:
        webbrowser.open(link)
