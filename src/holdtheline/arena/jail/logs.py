"""Bots' logs: a thread reads what they print, so that neither bots nor the referee wait, and keeps part of it."""

from __future__ import annotations

import contextlib
import os
import re
import select
import threading

from .limits import CHUNK_BYTES

READS_PER_TURN = 16
"""The most reads of one log before the others are read."""
ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?")


class BotLog:
    """The beginning and the end of what one bot printed."""

    def __init__(self, max_bytes: int) -> None:
        self.handle, self.bots_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.handle, False)
        self.is_open = True
        self._half = max_bytes // 2
        self._head = self._tail = b""
        self._printed = 0
        self._lock = threading.Lock()

    def read(self) -> None:
        """Read what is available now."""
        with self._lock:
            for _ in range(READS_PER_TURN if self.is_open else 0):
                try:
                    data = os.read(self.handle, CHUNK_BYTES)
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
            omitted = self._printed - len(self._head) - len(self._tail)
            if not omitted:
                return strip_control_characters(self._head + self._tail)
            head, tail = strip_control_characters(self._head), strip_control_characters(self._tail)
            return f"{head}\n[{omitted:,} bytes omitted]\n{tail}"


def strip_control_characters(data: bytes) -> str:
    """Return text that is safe to print: without escape sequences, control and bidirectional characters."""
    text = ESCAPE_SEQUENCE.sub("", data.decode(errors="replace").replace("\r\n", "\n"))
    return "".join(char if char.isprintable() or char in "\n\t" else "\ufffd" for char in text)


class LogReader:
    """A thread that reads the logs of all bots of a supervisor."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        self._epoll.register(self._stop, select.EPOLLIN)
        self._logs: dict[int, BotLog] = {}
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="logs of bots", daemon=True)
        self._thread.start()

    def add(self, log: BotLog) -> None:
        with self._lock:
            self._logs[log.handle] = log
            self._epoll.register(log.handle, select.EPOLLIN)

    def remove(self, log: BotLog) -> None:
        with self._lock:
            self._forget(log)
        log.close()

    def _forget(self, log: BotLog) -> None:
        if self._logs.get(log.handle) is log:
            del self._logs[log.handle]
            with contextlib.suppress(OSError):  # a closed descriptor is unregistered automatically
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
