"""A worker process of the local pool: receive a job runner, open it once, and play the jobs it receives.

It does not import the pool. Messages to the pool are pairs: `ready`, `played` with the game, `failed` with the
reason (a new worker may succeed), and `refused` with the reason (no worker can play here)."""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing.connection import Connection

from ...core.errors import HtlError

MAX_REASON_LENGTH = 300


def run_worker(descriptor: int, core: int) -> None:
    """Serve jobs until the pool closes its end of the connection or terminates this process."""
    end_with_parent()
    pin_to_core(core)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    connection = Connection(descriptor)
    try:
        serve_jobs(connection)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the pool is gone


def serve_jobs(connection: Connection) -> None:
    is_open = False
    try:
        runner = connection.recv()
        with runner.open() as play:
            connection.send(("ready", None))
            is_open = True
            while True:
                for job in connection.recv():
                    connection.send(("played", play(job)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:  # noqa: BLE001  # no bot is at fault; the pool decides what to do
        if isinstance(error, HtlError):
            connection.send(("failed" if is_open else "refused", str(error)))
        else:
            connection.send(("failed", describe_error(error)))


def describe_error(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:MAX_REASON_LENGTH]


def end_with_parent() -> None:
    """Have the kernel kill this process when its parent dies, and exit if the parent is dead already.

    Only Linux can do that; elsewhere the process notices after its game that the connection is closed.
    """
    if sys.platform != "linux":
        return
    from ..jail.syscall_numbers import PR_SET_PDEATHSIG, prctl

    parent = os.getppid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(0)


def pin_to_core(core: int) -> None:
    """Run this process and its children on one core: referee and bots take turns and never run in parallel."""
    if not hasattr(os, "sched_setaffinity"):
        return  # macOS
    try:
        os.sched_setaffinity(0, {core})
    except OSError:
        pass  # the core has been taken offline; run on any
