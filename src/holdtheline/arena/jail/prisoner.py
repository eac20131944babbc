"""A bot's process, as the referee holds it."""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from .logs import Log

CPU_CLOCK = 2
"""Of all threads of a process: the lower three bits of the number of such a clock."""


@dataclass(frozen=True)
class Ended:
    """How a bot's process ended."""

    how: str
    """What it did, without its name: `ended by itself with code 3`."""
    is_breach: bool = False


class Warden(Protocol):
    """Whoever hears from the zygote."""

    def hear_the_end_of(self, prisoner: Prisoner) -> None: ...

    def release(self, prisoner: Prisoner) -> None: ...


class Prisoner:
    """It talks by `socket`, runs between `go` and `halt`, and is gone after `kill`."""

    def __init__(self, warden: Warden, number: int, handle: int, talk: socket.socket, log: Log) -> None:
        self.number = number
        """The pid by which the zygote knows it."""
        self.pid = pid_of(handle)
        """And the one that it has here."""
        self.socket = talk
        self.printed = log
        self.end: Ended | None = None
        self.is_lost = False
        """Its zygote died, and it too, which is nobody's fault."""
        self._warden = warden
        self._handle = handle
        self._clock = (~self.pid << 3) | CPU_CLOCK
        self._cpu = 0.0
        self._exit = select.poll()
        self._exit.register(handle, select.POLLIN)

    @property
    def is_gone(self) -> bool:
        return self._handle < 0

    def cpu_seconds(self) -> float:
        """That it has used so far."""
        return self._cpu if self._handle < 0 else time.clock_gettime(self._clock)

    def go(self) -> None:
        self._send(signal.SIGCONT)

    def halt(self) -> None:
        """Stop it until `go`: nobody thinks in the other's time."""
        self._send(signal.SIGSTOP)

    def _send(self, number: signal.Signals) -> None:
        if self._handle >= 0:
            try:
                signal.pidfd_send_signal(self._handle, number)
            except ProcessLookupError:
                pass  # `ended` tells

    def ended(self, wait: float = 0.0) -> Ended | None:
        """None while it lives; it is given so many seconds to end."""
        if self.end is None and self._exit.poll(wait * 1000):
            self._warden.hear_the_end_of(self)
        return self.end

    def kill(self) -> None:
        """End it, if it still lives, and let go of all that it had. The log stays."""
        if self._handle < 0:
            return
        lived = self.end is None and not self._exit.poll(0)
        self._send(signal.SIGKILL)
        self._exit.poll()
        try:
            if not self.is_lost:
                self._warden.hear_the_end_of(self)
                self._cpu = time.clock_gettime(self._clock)
            if lived and self.end and not self.end.is_breach:
                self.end = Ended("was ended by the referee")
        finally:
            self.printed.read()
            self.socket.close()
            os.close(self._handle)
            self._handle = -1
            self._warden.release(self)

    def log(self) -> str:
        """What it printed, cleaned, and cut in the middle where it is too long."""
        return self.printed.text()


def pid_of(handle: int) -> int:
    """The pid of a pidfd in this process's own namespace."""
    for line in Path(f"/proc/self/fdinfo/{handle}").read_text().splitlines():
        name, _, number = line.partition(":")
        if name == "Pid":
            return int(number)
    raise ProcessLookupError
