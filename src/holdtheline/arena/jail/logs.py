"""What bots print: read by a thread, so that neither they nor the referee ever wait, and kept in part."""

from __future__ import annotations

import contextlib
import os
import re
import select
import threading

CHUNK = 65536
ROUNDS = 16
"""So often a log is read before others have their turn."""
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?")


class Log:
    """The beginning and the end of what one bot printed."""

    def __init__(self, most: int) -> None:
        self.handle, self.bots_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.handle, False)
        self.is_open = True
        self._half = most // 2
        self._head = self._tail = b""
        self._printed = 0
        self._lock = threading.Lock()

    def read(self) -> None:
        """What there is to read just now."""
        with self._lock:
            for _ in range(ROUNDS if self.is_open else 0):
                try:
                    data = os.read(self.handle, CHUNK)
                except BlockingIOError:
                    return
                if not data:
                    self._close()
                    return
                self._keep(data)

    def _keep(self, data: bytes) -> None:
        self._printed += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail = (self._tail + data[room:])[-self._half :] if self._half else b""

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self.is_open:
            self.is_open = False
            os.close(self.handle)

    def text(self) -> str:
        self.read()
        with self._lock:
            left_out = self._printed - len(self._head) - len(self._tail)
            if not left_out:
                return cleaned(self._head + self._tail)
            return f"{cleaned(self._head)}\n[{left_out:,} bytes are left out]\n{cleaned(self._tail)}"


def cleaned(data: bytes) -> str:
    """As text that no terminal takes for an order: without escapes, control characters and turned writing."""
    text = ESCAPES.sub("", data.decode(errors="replace").replace("\r\n", "\n"))
    return "".join(mark if mark.isprintable() or mark in "\n\t" else "\ufffd" for mark in text)


class LogReader:
    """One thread for the logs of all bots of a keeper."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        self._epoll.register(self._stop, select.EPOLLIN)
        self._logs: dict[int, Log] = {}
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="logs of bots", daemon=True)
        self._thread.start()

    def add(self, log: Log) -> None:
        with self._lock:
            self._logs[log.handle] = log
            self._epoll.register(log.handle, select.EPOLLIN)

    def remove(self, log: Log) -> None:
        with self._lock:
            self._forget(log)
        log.close()

    def _forget(self, log: Log) -> None:
        if self._logs.get(log.handle) is log:
            del self._logs[log.handle]
            with contextlib.suppress(OSError):  # a closed descriptor has left by itself
                self._epoll.unregister(log.handle)

    def _run(self) -> None:
        while True:
            for handle, _ in self._epoll.poll():
                if handle == self._stop:
                    return
                with self._lock:
                    log = self._logs.get(handle)
                    if log is not None:
                        log.read()
                        if not log.is_open:
                            self._forget(log)

    def close(self) -> None:
        os.eventfd_write(self._stop, 1)
        self._thread.join()
        self._epoll.close()
        os.close(self._stop)
