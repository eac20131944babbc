"""From the fork to the bot's first line: what a process does to lock itself in."""

from __future__ import annotations

import os
import socket
import sys
import traceback
from importlib import import_module
from typing import Any, NoReturn

from .handin import NODE, PYTHON, Handin
from .orders import Order, receive, send

NOTHING, OUT, ERRORS, TALK, DOOR = range(5)
"""Descriptors: three as usual, the bot's socket, and, until the bot begins, the way to the zygote."""

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}
READY = b"ready"


def enter(orders: socket.socket, door: socket.socket) -> NoReturn:
    """Read one order, lock this process in and run the bot. Whatever happens, it ends here."""
    try:
        try:
            text, handles = receive(orders)
            order = Order.unpacked(text)
            settle(handles, door)
            run = program_of(order)
            lock(order)
        except BaseException as error:  # noqa: BLE001
            send(door, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
        send(door, READY)
        os.close(DOOR)
        os._exit(run())
    finally:
        os._exit(70)


def settle(handles: tuple[int, ...], door: socket.socket) -> None:
    """The descriptors in their places, and no others; a session and an environment of its own."""
    talk, log = handles
    high = [os.dup(one) for one in (os.open(os.devnull, os.O_RDONLY), log, log, talk, door.fileno())]
    while min(high) <= DOOR:
        high = [os.dup(one) for one in high]
    for place, handle in enumerate(high):
        os.dup2(handle, place, inheritable=place != DOOR)
    door.detach()
    door.__init__(fileno=DOOR)  # type: ignore[misc]
    os.closerange(DOOR + 1, 65536)
    os.setsid()


def lock(order: Order) -> None:
    os.chdir(order.handin.folder)


def program_of(order: Order) -> Any:
    """What runs the bot, once all is closed; it gives the exit code."""
    environment = ENVIRONMENT | ({"HTL_CACHE": str(order.writes_to)} if order.writes_to else {})
    handin = order.handin
    if handin.kind != PYTHON:
        main = str(handin.folder / handin.main)
        command = ["/usr/bin/node", main] if handin.kind == NODE else [main]
        return lambda: os.execve(command[0], command, environment)
    os.environ.clear()
    os.environ.update(environment)
    return lambda: called(order.entry, handin)


def called(entry: str, handin: Handin) -> int:
    """The exit code of a bot in Python."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        function_of(entry)(handin)
        code: Any = 0
    except SystemExit as leaving:
        code = leaving.code
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
    return code if isinstance(code, int) and 0 <= code < 256 else int(code is not None)


def function_of(entry: str) -> Any:
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)
