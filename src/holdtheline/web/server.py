"""`htl serve`: the server that a browser talks to."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import webbrowser
from dataclasses import dataclass
from typing import NoReturn

import uvicorn

from ..core.errors import HtlError
from .app import make_app
from .limits import Limits
from .protocol import PatientProtocol
from .storage import Storage

LARGEST_MESSAGE = 64 * 1024
SECONDS_TO_CLOSE = 5


@dataclass(frozen=True)
class Address:
    host: str = "127.0.0.1"
    port: int = 8017


def serve(
    address: Address,
    *,
    database: str | None = None,
    opens_browser: bool = True,
    proxy: str | None = None,
    judges: bool = True,
) -> int:
    """Serve until somebody stops it; 0, or HtlError where it cannot begin.

    `proxy` is the address of one before this server, whose word on addresses is believed. Unless it `judges`,
    bots that are handed in wait.
    """
    allow_many_connections()
    storage = Storage(database)
    try:
        listening = listen(address)
    except HtlError:
        storage.close()
        raise
    port = listening.getsockname()[1]
    link = f"http://{shown_host(address.host)}:{port}/"
    config = uvicorn.Config(
        make_app(storage, Limits(), begins_early=True, judges=judges),
        log_level="warning",
        access_log=False,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        http=PatientProtocol,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
    )
    server = uvicorn.Server(config)
    print(f"Hold the Line is at {link} (Ctrl-C ends it; the games are saved).", flush=True)
    if opens_browser:
        open_soon(link)
    signal.signal(signal.SIGTERM, end)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    return 0


def allow_many_connections() -> None:
    """As many as the system lets this process have, which is often more than it gives at first."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def end(*_: object) -> NoReturn:
    """Uvicorn closes everything and then sends itself the signal again: that is no reason to die of it."""
    raise KeyboardInterrupt


def listen(address: Address) -> socket.socket:
    """A socket that listens, so that a port which is taken is known before anything else happens."""
    try:
        family, kind, _, _, where = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind)
    except OSError as error:
        raise HtlError(f"there is no address {address.host[:60]!r} here: {error.strerror}") from error
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(where)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise HtlError(
            f"port {address.port} of {address.host} cannot be used: {error.strerror}; "
            "take another with --port, or 0 for any"
        ) from error
    return listening


def shown_host(host: str) -> str:
    return f"[{host}]" if ":" in host else "127.0.0.1" if host in ("", "0.0.0.0") else host


def open_soon(link: str) -> None:
    """Show the lobby in the person's browser, where there is one."""
    has_screen = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_screen:
        webbrowser.open(link)
