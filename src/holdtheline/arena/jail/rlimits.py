"""The kernel's resource limits (rlimits) that enforce `Limits`.

They back up the referee's clocks and `memory_watch`."""

from __future__ import annotations

import os
import resource
from math import ceil
from pathlib import Path

from ..submission import NODE, PYTHON
from .limits import Limits

MB = 2**20
MAX_OPEN_FILES = 64
MAX_FILE_BYTES = 8 * MB
"""The largest file that a bot with a writable folder can write."""
MAX_THREADS = 64
SPARE_CPU_SECONDS = 5
SPARE_ADDRESS_BYTES = 1024 * MB
"""Address space for libraries, and for what a program reserves and does not use."""
STACK_BYTES = 8 * MB


def apply_rlimits(limits: Limits, kind: str, writes: bool) -> None:
    """Limit what this process may use beyond its current use.

    RLIMIT_DATA counts private writable memory, used or not. It gives a Python bot a MemoryError; the threads of
    Node.js and others reserve much more than they use, so for them it is only a second barrier.
    """
    python = kind == PYTHON
    size, data = measure_memory() if python else (0, 0)
    memory = limits.memory_mb * MB
    cpu = ceil(limits.load_seconds + limits.match_seconds) + SPARE_CPU_SECONDS
    stack = min(STACK_BYTES, resource.getrlimit(resource.RLIMIT_STACK)[1] % 2**63)
    rlimits = {
        resource.RLIMIT_DATA: data + memory + (0 if python else SPARE_ADDRESS_BYTES),
        resource.RLIMIT_STACK: stack,
        resource.RLIMIT_FSIZE: MAX_FILE_BYTES if writes else 0,
        resource.RLIMIT_NOFILE: MAX_OPEN_FILES,
        resource.RLIMIT_NPROC: 0 if python else MAX_THREADS + count_user_threads(),
        resource.RLIMIT_SIGPENDING: MAX_OPEN_FILES,
    }
    rlimits |= {getattr(resource, f"RLIMIT_{name}"): 0 for name in ("CORE", "MEMLOCK", "MSGQUEUE", "NICE", "RTPRIO")}
    if kind != NODE:  # which reserves some 10 GB of addresses
        rlimits[resource.RLIMIT_AS] = size + memory + SPARE_ADDRESS_BYTES
    for name, value in rlimits.items():
        lower_rlimit(name, value)
    lower_rlimit(resource.RLIMIT_CPU, cpu, cpu + 1)


def lower_rlimit(name: int, value: int, hard: int | None = None) -> None:
    """Set a limit, but never raise it."""
    ceiling = resource.getrlimit(name)[1] % 2**64
    resource.setrlimit(name, (min(value, ceiling), min(value if hard is None else hard, ceiling)))


def measure_memory() -> tuple[int, int]:
    """Return the bytes of address space and of data in use."""
    status = Path("/proc/self/status").read_bytes()
    size, data = (int(status.split(name, 1)[1].split(None, 1)[0]) for name in (b"VmSize:", b"VmData:"))
    return size * 1024, data * 1024


def count_user_threads() -> int:
    """Count the threads of this user, because RLIMIT_NPROC counts all of them."""
    own = os.getuid()
    count = 0
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and folder.stat().st_uid == own:
                count += sum(1 for _ in (folder / "task").iterdir())
        except OSError:
            continue
    return count
