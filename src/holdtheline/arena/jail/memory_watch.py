"""Watch the memory of running bots: what is resident, swapped out or in page tables.

Resource limits count address space, and each can be evaded: memory that was written and is then made read-only is not
`data`, a stack that is enlarged by mremap has no limit, and page tables are counted nowhere. Pages of files are left
out, because the kernel can drop them at any time."""

from __future__ import annotations

import os
import re
import time

from .bot_process import PROCESS_CPU_CLOCK

WATCH_SECONDS = 0.02
"""How often to look. A bot can write 1 to 2 MB of new memory in a millisecond on each core."""
UNNOTICED_CPU_SECONDS = 0.001
"""A bot that has run for less than this since the last look is not measured again."""
MB = 2**20
COUNTED_FIELDS = re.compile(rb"^(?:RssAnon|RssShmem|VmPTE|VmSwap):\s+(\d+) kB", re.MULTILINE)
STATUS_BYTES = 8192


class MemoryWatch:
    """Watches one process, which may use `allowed` bytes more than the `inherited` ones."""

    def __init__(self, pid: int, inherited: int, allowed: int) -> None:
        self._status = os.open(f"/proc/{pid}/status", os.O_RDONLY | os.O_CLOEXEC)
        self._clock = (~pid << 3) | PROCESS_CPU_CLOCK
        self._measured_at = -1.0
        self._inherited = inherited
        self._allowed = allowed
        self._peak = 0

    def is_over_limit(self) -> bool:
        """Measure the memory, if the process has run since the last time; return whether it is more than allowed."""
        used = time.clock_gettime(self._clock)
        if used < self._measured_at + UNNOTICED_CPU_SECONDS:
            return False
        self._measured_at = used
        self._peak = max(self._peak, read_used_bytes(self._status) - self._inherited)
        return self._peak > self._allowed

    @property
    def peak_mb(self) -> int:
        """The most that was measured, rounded up."""
        return -(-self._peak // MB)

    def close(self) -> None:
        os.close(self._status)


def read_used_bytes(status: int) -> int:
    """Return the bytes that a process uses, from its open status file; 0 if it has ended."""
    try:
        text = os.pread(status, STATUS_BYTES, 0)
    except ProcessLookupError:
        return 0
    return 1024 * sum(map(int, COUNTED_FIELDS.findall(text)))


def measure_own_memory() -> int:
    """Return the bytes that this process uses."""
    status = os.open("/proc/self/status", os.O_RDONLY)
    try:
        return read_used_bytes(status)
    finally:
        os.close(status)
