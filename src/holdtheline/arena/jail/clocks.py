"""The clock of a bot: CPU seconds, and the seconds in which it was idle although it had a question to answer.

Idle time is wall-clock time less CPU time less time spent waiting for a processor, so neither a sleeping bot nor a
busy machine can decide a game. The kernel reports the waiting time of each thread in its `schedstat` file."""

from __future__ import annotations

import os
from typing import Protocol

UNEXPLAINED_SECONDS = 0.02
"""How much wall-clock time may be unexplained before files in /proc are read: answers usually take microseconds."""
UNKNOWN_IDLE_SHARE = 0.1
"""The share of unexplained time that is charged where the kernel does not report waiting times."""
NANOSECOND = 1e-9
TICK_SECONDS = 1 / os.sysconf("SC_CLK_TCK")
STEAL_FIELD = 8
READ_BYTES = 65536


class ClockedProcess(Protocol):
    """A running bot: see `jail.bot_process.BotProcess`."""

    def cpu_seconds(self) -> float: ...

    def queue_seconds(self) -> dict[str, float]: ...

    def is_runnable(self) -> bool: ...


class BotClock:
    """What one bot has used: `used` is `cpu`, `idle` and `reading` together.

    `reading` is the CPU time of the referee to read its answers, `waited` the wall-clock time of its questions.
    """

    def __init__(self, process: ClockedProcess) -> None:
        self.used = self.cpu = self.idle = self.reading = self.waited = 0.0
        self._process = process
        self._unexplained = 0.0
        self._queue, self._own_queue, self._stolen = process.queue_seconds(), read_own_queue(), read_stolen_seconds()

    def charge(self, waited: float, has_answered: bool = True) -> None:
        """Charge the CPU time since the last call, and what of these wall-clock seconds the bot was idle.

        A thread's time in the run queue is reported only when the thread has left it. So while a thread of a bot
        that has not answered is runnable, the unexplained time is kept for the next call.
        """
        cpu = self._process.cpu_seconds()
        self.waited += waited
        unexplained = self._unexplained + waited - cpu + self.cpu
        self.cpu = cpu
        self._unexplained = unexplained if unexplained > 0 else 0.0
        if unexplained > UNEXPLAINED_SECONDS and (has_answered or not self._process.is_runnable()):
            self._settle()
        self.used = cpu + self.idle + self.reading

    def charge_reading(self, seconds: float) -> None:
        self.reading += seconds
        self.used += seconds

    def _settle(self) -> None:
        """Charge the unexplained time, except what the bot, the referee or the whole machine waited for a processor."""
        bot_before, own_before = self._queue, self._own_queue
        self._queue, self._own_queue = self._process.queue_seconds(), read_own_queue()
        idle = self._unexplained - longest_increase(bot_before, self._queue) - (self._own_queue - own_before)
        if not self._queue:
            self.idle += self._unexplained * UNKNOWN_IDLE_SHARE
        elif idle > 0:
            stolen_before, self._stolen = self._stolen, read_stolen_seconds()
            self.idle += max(idle - longest_increase(stolen_before, self._stolen), 0.0)
        self._unexplained = 0.0


def longest_increase(before: dict[str, float], after: dict[str, float]) -> float:
    """Return the longest wait of a thread, or of a processor.

    Not the sum: 64 threads that are runnable at the same moment would make one second of it into 64.
    """
    return max([0.0, *(value - before.get(key, 0.0) for key, value in after.items())])


# Reading /proc


def read_thread_queues(pid: int) -> dict[str, float]:
    """Return how long each thread of a process has waited for a processor; empty if the kernel does not say."""
    waits = {thread: read_queue_seconds(f"/proc/{pid}/task/{thread}") for thread in list_threads(pid)}
    return {thread: seconds for thread, seconds in waits.items() if seconds is not None}


def read_own_queue() -> float:
    """Return how long this thread has waited for a processor."""
    return read_queue_seconds("/proc/thread-self") or 0.0


def read_queue_seconds(task: str) -> float | None:
    """Return how long a thread has waited for a processor (`schedstat`: CPU time, waiting time, number of turns)."""
    try:
        _, waiting, turns = read_text(f"{task}/schedstat").split()
    except (OSError, ValueError):
        return None
    return int(waiting) * NANOSECOND if int(turns) else None  # all zero: switched off in this kernel


def has_runnable_thread(pid: int) -> bool:
    """Return whether a thread of a process runs or waits for a processor."""
    return any(read_thread_state(f"/proc/{pid}/task/{thread}") == "R" for thread in list_threads(pid))


def read_thread_state(task: str) -> str:
    try:
        return read_text(f"{task}/stat").rpartition(") ")[2][:1]
    except OSError:  # it has ended
        return ""


def list_threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")
    except OSError:  # it has ended, or other users' processes are hidden
        return []


def read_stolen_seconds() -> dict[str, float]:
    """Return how long each processor of a virtual machine had to wait for the host."""
    try:
        lines = read_text("/proc/stat").splitlines()
    except OSError:
        return {}
    fields = [line.split() for line in lines if line.startswith("cpu") and line[3:4].isdigit()]
    return {field[0]: int(field[STEAL_FIELD]) * TICK_SECONDS for field in fields if len(field) > STEAL_FIELD}


def read_text(path: str) -> str:
    """Read a small file; `open` takes twice as long."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(handle, READ_BYTES).decode(errors="replace")
    finally:
        os.close(handle)
