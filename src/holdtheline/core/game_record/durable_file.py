"""Locks and appends for files that must survive a kill and a full disk, on every operating system."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

READ_WRITE = os.O_RDWR | getattr(os, "O_BINARY", 0)  # Windows would translate line ends


class FileLock:
    """A lock file that one process at a time holds. The system frees it when the process ends, however it ends.

    The lock is not on the file that it protects, because on Windows nobody could read that file.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock, or raise BlockingIOError if another process holds it."""
        from portalocker import AlreadyLocked, LockException, LockFlags, lock

        self.path = path
        self._descriptor = -1
        while self._descriptor < 0:
            try:
                descriptor = os.open(path, READ_WRITE | os.O_CREAT, 0o644)
            except OSError:
                return  # the folder is read-only: do without a lock
            try:
                lock(descriptor, LockFlags.EXCLUSIVE | LockFlags.NON_BLOCKING)
            except AlreadyLocked as error:
                os.close(descriptor)
                raise BlockingIOError(f"{path} is locked") from error
            except LockException:  # a file system without locks
                os.close(descriptor)
                return
            if os.fstat(descriptor).st_nlink:
                self._descriptor = descriptor
            else:
                os.close(descriptor)  # its last holder has just removed it

    def release(self) -> None:
        """Remove the lock file and free the lock."""
        if self._descriptor < 0:
            return
        is_removed = self._remove()
        os.close(self._descriptor)
        self._descriptor = -1
        if not is_removed:  # Windows removes only closed files, and only if no other process has opened it
            self._remove()

    def _remove(self) -> bool:
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            return False
        return True


def append_to_disk(descriptor: int, data: bytes, length: int) -> None:
    """Write data behind the first `length` bytes of a file, and wait until it is on the disk; drop what followed.

    Raise OSError if that fails; the file then has its first `length` bytes, and perhaps a torn line, which the next
    call drops.
    """
    try:
        os.ftruncate(descriptor, length)
        os.lseek(descriptor, length, os.SEEK_SET)
        written = 0
        while written < len(data):
            written += os.write(descriptor, data[written:])
        os.fsync(descriptor)
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, length)
        raise
