"""A bot's process from the referee's side: stop it, resume it, read its CPU clock, end it, and describe its end."""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from signal import pidfd_send_signal
from typing import Protocol

from .clocks import has_runnable_thread, read_thread_queues
from .logs import BotLog
from .seccomp import INTERRUPTED_CALL
from .syscall_numbers import SYSCALL_NAMES

STOP_SIGNAL, CONTINUE_SIGNAL = int(signal.SIGSTOP), int(signal.SIGCONT)
MOST_OF_MEMORY = 0.7
"""Node.js gives up when its heap has three quarters of the memory."""
PROCESS_CPU_CLOCK = 2
"""The lower three bits of the number of a clock that counts the CPU time of a whole process."""


@dataclass(frozen=True)
class ProcessEnd:
    """How a bot's process ended."""

    how: str
    """What the process did, as a predicate: `exited with code 3`."""
    is_breach: bool = False
    is_out_of_memory: bool = False

    @property
    def fault_kind(self) -> str:
        return "breach" if self.is_breach else "memory" if self.is_out_of_memory else "crash"


def signal_name(number: int) -> str:
    """Return the name of a signal; most real-time signals have none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def describe_exit(code: int, number: int, peak_mb: int, memory_mb: int) -> ProcessEnd:
    """Describe the end of a process; if it failed with most of its memory in use, that is taken as the reason."""
    if code != os.CLD_EXITED and number == signal.SIGSYS:
        return ProcessEnd("made a forbidden system call", is_breach=True)
    how = f"exited with code {number}" if code == os.CLD_EXITED else f"was killed by {signal_name(number)}"
    failed = number != 0 and number != signal.SIGKILL  # which only the referee and the kernel send
    if failed and peak_mb > MOST_OF_MEMORY * memory_mb:
        return ProcessEnd(f"{how} after it had used {peak_mb} of {memory_mb} MB of memory", is_out_of_memory=True)
    return ProcessEnd(how)


def describe_memory(peak_mb: int, memory_mb: int) -> ProcessEnd:
    return ProcessEnd(f"used {peak_mb} MB of memory; its limit is {memory_mb} MB", is_out_of_memory=True)


def describe_breach(number: int) -> ProcessEnd:
    if number == INTERRUPTED_CALL:
        return ProcessEnd("made a forbidden system call, which a signal interrupted", is_breach=True)
    return ProcessEnd(f"made a forbidden system call: {SYSCALL_NAMES.get(number, number)}", is_breach=True)


class BotProcess:
    """A bot's process: it communicates over `socket`, runs between `resume` and `stop`, and is gone after `kill`."""

    def __init__(
        self, owner: ProcessOwner, number: int, handle: int, channel: socket.socket, log: BotLog, memory_mb: int
    ) -> None:
        self.number = number
        """The pid in the zygote's namespace."""
        self.pid = pid_of_pidfd(handle)
        """The pid in this process's namespace."""
        self.socket = channel
        self.output = log
        self.memory_mb = memory_mb
        """The limit of its memory."""
        self.end: ProcessEnd | None = None
        self.is_lost = False
        """The zygote died and the bot with it, through no fault of the bot."""
        self._owner = owner
        self._handle = handle
        self._clock = (~self.pid << 3) | PROCESS_CPU_CLOCK
        self._cpu = 0.0
        self._exit = select.poll()
        self._exit.register(handle, select.POLLIN)

    @property
    def is_gone(self) -> bool:
        return self._handle < 0

    def cpu_seconds(self) -> float:
        """Return the CPU seconds used so far."""
        return self._cpu if self._handle < 0 else time.clock_gettime(self._clock)

    def queue_seconds(self) -> dict[str, float]:
        """Return how long each of its threads has waited for a processor; empty if the kernel does not say."""
        return read_thread_queues(self.pid)

    def is_runnable(self) -> bool:
        """Return whether it runs or waits for a processor, rather than for anything else."""
        return has_runnable_thread(self.pid)

    def resume(self) -> None:
        self._send(CONTINUE_SIGNAL)

    def stop(self) -> None:
        """Stop it until `resume`, so that no bot computes in its opponent's time."""
        self._send(STOP_SIGNAL)

    def _send(self, number: int) -> None:
        if self._handle >= 0:
            try:
                pidfd_send_signal(self._handle, number)
            except ProcessLookupError:
                pass  # `ended` reports it

    def ended(self, wait: float = 0.0) -> ProcessEnd | None:
        """Return how the process ended, or None if it still runs after waiting."""
        if self.end is None and self._exit.poll(wait * 1000):
            self._owner.await_end(self)
        return self.end

    def kill(self) -> None:
        """End the process if it still runs, and release its resources except the log."""
        if self._handle < 0:
            return
        was_running = self.end is None and not self._exit.poll(0)
        self._send(signal.SIGKILL)
        self._exit.poll()
        try:
            if not self.is_lost:
                self._owner.await_end(self)
                self._cpu = time.clock_gettime(self._clock)
            if was_running and self.end and self.end.fault_kind == "crash":
                self.end = ProcessEnd("was ended by the referee")
        finally:
            self.output.read()
            self.socket.close()
            os.close(self._handle)
            self._handle = -1
            self._owner.release(self)

    def log(self) -> str:
        """Return what it printed, without control characters, and shortened in the middle if it is too long."""
        return self.output.text()


def pid_of_pidfd(handle: int) -> int:
    """Return the pid that a pidfd has in this process's namespace."""
    for line in Path(f"/proc/self/fdinfo/{handle}").read_text().splitlines():
        name, _, number = line.partition(":")
        if name == "Pid":
            return int(number)
    raise ProcessLookupError


class ProcessOwner(Protocol):
    """The supervisor, which receives the zygote's reports."""

    def await_end(self, process: BotProcess) -> None: ...

    def release(self, process: BotProcess) -> None: ...
