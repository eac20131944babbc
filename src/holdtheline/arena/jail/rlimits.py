"""The kernel's own limits for a process: behind the referee's clocks, and the only wall for memory."""

from __future__ import annotations

import os
from math import ceil
from pathlib import Path
from resource import (
    RLIMIT_AS,
    RLIMIT_CORE,
    RLIMIT_CPU,
    RLIMIT_DATA,
    RLIMIT_FSIZE,
    RLIMIT_MEMLOCK,
    RLIMIT_MSGQUEUE,
    RLIMIT_NICE,
    RLIMIT_NOFILE,
    RLIMIT_NPROC,
    RLIMIT_RTPRIO,
    RLIMIT_SIGPENDING,
    RLIMIT_STACK,
    getrlimit,
    setrlimit,
)

from .handin import PYTHON
from .limits import Limits

MB = 2**20
FILES = 64
FILE_BYTES = 64 * MB
"""The largest file where one may be written."""
THREADS = 64
SPARE_SECONDS = 5
SPARE_ADDRESSES = 512 * MB
STACK = 8 * MB


def limit(limits: Limits, kind: str, writes: bool) -> None:
    """Of this process, beyond what it has now. The limit for data counts what is private and writable."""
    python = kind == PYTHON
    size, data = used() if python else (0, 0)
    memory = limits.memory_mb * MB
    cpu = ceil(limits.load_seconds + limits.match_seconds) + SPARE_SECONDS
    stack = min(STACK, getrlimit(RLIMIT_STACK)[1] % 2**63)
    chosen = {
        RLIMIT_DATA: data + memory,
        RLIMIT_STACK: stack,
        RLIMIT_FSIZE: FILE_BYTES if writes else 0,
        RLIMIT_NOFILE: FILES,
        RLIMIT_NPROC: 0 if python else THREADS + others(),
        RLIMIT_SIGPENDING: FILES,
    }
    chosen |= dict.fromkeys((RLIMIT_CORE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO), 0)
    if python:  # node and others reserve far more addresses than they use
        chosen[RLIMIT_AS] = size + memory + SPARE_ADDRESSES
    for name, value in chosen.items():
        lower(name, value)
    lower(RLIMIT_CPU, cpu, cpu + 1)


def lower(name: int, value: int, hard: int | None = None) -> None:
    """Never above what is set already."""
    ceiling = getrlimit(name)[1] % 2**64
    setrlimit(name, (min(value, ceiling), min(value if hard is None else hard, ceiling)))


def used() -> tuple[int, int]:
    """Bytes of addresses and of data that this process has."""
    status = Path("/proc/self/status").read_bytes()
    size, data = (int(status.split(name, 1)[1].split(None, 1)[0]) for name in (b"VmSize:", b"VmData:"))
    return size * 1024, data * 1024


def others() -> int:
    """How many threads this user has: the limit counts them all. A user made for this bot alone has none."""
    own = os.getuid()
    count = 0
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and folder.stat().st_uid == own:
                count += sum(1 for _ in (folder / "task").iterdir())
        except OSError:
            continue
    return count
