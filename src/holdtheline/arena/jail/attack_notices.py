"""Wait for seccomp notices of attacks so that no bot can take one back.

A signal that interrupts the forbidden call also removes its notice, and `poll` then reports nothing. Asynchronous I/O
(`io_submit` with IOCB_CMD_POLL) keeps the event: the kernel records it at the moment when the notice is made."""

from __future__ import annotations

import ctypes
import os
import select
from pathlib import Path
from struct import Struct

from .syscall_numbers import syscall

MAX_WATCHED = 64
IOCB_STRUCT = Struct("<QIIHhIQQqQII")
IOCB_CMD_POLL = 5
IOCB_FLAG_RESFD = 1
EVENT_STRUCT = Struct("<QQqq")
MADV_DONTFORK = 10


class AttackNotices:
    """Notices of attacks; `handle` becomes readable when there is news. Raise OSError where the kernel cannot do it."""

    def __init__(self) -> None:
        context = ctypes.c_ulong(0)
        syscall("io_setup", MAX_WATCHED, ctypes.addressof(context))
        self._context = context.value
        hide_mapping_from_forks(self._context)
        self._events = ctypes.create_string_buffer(EVENT_STRUCT.size * MAX_WATCHED)
        self.handle = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def watch(self, listener: int) -> None:
        """Watch a seccomp listener until its first notice or the end of its process."""
        request = ctypes.create_string_buffer(
            IOCB_STRUCT.pack(
                listener, 0, 0, IOCB_CMD_POLL, 0, listener, select.POLLIN, 0, 0, 0, IOCB_FLAG_RESFD, self.handle
            )
        )
        pointer = ctypes.c_void_p(ctypes.addressof(request))
        syscall("io_submit", self._context, 1, ctypes.addressof(pointer))

    def collect(self) -> list[int]:
        """Return the listeners that have had a notice since the last call."""
        try:
            os.eventfd_read(self.handle)
        except BlockingIOError:
            return []
        count = syscall("io_getevents", self._context, 0, MAX_WATCHED, ctypes.addressof(self._events), None)
        events = (EVENT_STRUCT.unpack_from(self._events, EVENT_STRUCT.size * at) for at in range(count))
        return [listener for listener, _, what, _ in events if what & select.POLLIN]


def hide_mapping_from_forks(address: int) -> None:
    """Leave a mapping out of forked processes: the list of events is shared memory, which bots could change."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        start, end = (int(word, 16) for word in line.split()[0].split("-"))
        if start == address:
            syscall("madvise", start, end - start, MADV_DONTFORK)
            return
    raise OSError(f"there is no mapping at {address:#x}")
