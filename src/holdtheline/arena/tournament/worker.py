"""What runs in a worker process: it opens the referee once, and plays whatever it is sent."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from multiprocessing.connection import Connection
from types import FrameType

from ...core.errors import HtlError

PARENT_DEATH_SIGNAL = 1  # of prctl


def work(descriptor: int, core: int) -> None:
    """Until the other end is closed, or somebody ends this process."""
    end_with_the_parent()
    pin_to(core)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)
    connection = Connection(descriptor)
    try:
        play_all(connection)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # nobody wants to know any more


def play_all(connection: Connection) -> None:
    is_open = False
    try:
        referee = connection.recv()
        with referee.opened() as play:
            connection.send(("ready", None))
            is_open = True
            while True:
                for job in connection.recv():
                    connection.send(("played", play(job)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:  # noqa: BLE001  # it is no bot's fault, and told to whoever sent the job
        if isinstance(error, HtlError):
            connection.send(("failed" if is_open else "refused", str(error)))
        else:
            connection.send(("failed", f"{type(error).__name__}: {error}"[:300]))


def leave(number: int, frame: FrameType | None) -> None:
    sys.exit(0)


def end_with_the_parent() -> None:
    """If the parent is killed, this process is, too; also if that has just happened."""
    parent = os.getppid()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(0)


def pin_to(core: int) -> None:
    """With everything that it starts: referee and bots take turns, and never think at the same time."""
    try:
        os.sched_setaffinity(0, {core})
    except OSError:
        pass  # the core is gone; it plays wherever it may
