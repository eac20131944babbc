"""A worker: it receives jobs, works on them slice by slice, and answers each message with a reply.

A worker process runs `main`. It ends when its input closes, so it never outlives the server. Tests run the same loop
in a thread (`ThreadWorker`).
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import isgenerator
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, Protocol

from ...core.errors import HtlError
from ..http.errors import ApiError, error_from_htl

WORKER_COMMAND = (sys.executable, "-c", f"from {__name__} import main; main()")
NICENESS = 5
"""The server and its moves come first."""
MAX_BYTES = 1 << 30
"""Memory of a worker process; a job that needs more fails."""
JobId = int
ReplyKind = Literal["value", "done", "refused", "failed"]


class Slice(NamedTuple):
    """A message to a worker: begin this job (with a function), or continue it (without one)."""

    job: JobId
    function: Callable[..., Any] | None = None
    args: tuple[Any, ...] = ()


class Drop(NamedTuple):
    """A message to a worker: forget a job that was begun. It has no reply."""

    job: JobId


class Reply(NamedTuple):
    """The result of a slice: a value so far, the last value, or an error."""

    kind: ReplyKind
    value: Any
    seconds: float  # of processor time


class Worker(Protocol):
    """Where a pool sends messages. `on_reply` and `on_death` of its maker are called in another thread."""

    def send(self, message: Slice | Drop) -> None: ...

    def kill(self) -> None: ...

    def processor_seconds(self) -> float | None:
        """Return the processor time that it has used, or None if the system does not say."""


class WorkerLoop:
    """The jobs that were begun in this worker."""

    def __init__(self) -> None:
        self._jobs: dict[JobId, Iterator[Any]] = {}

    def answer(self, message: Slice | Drop) -> Reply | None:
        if isinstance(message, Drop):
            self._jobs.pop(message.job, None)
            return None
        began = time.process_time()  # a busy machine does not make a job longer
        kind: ReplyKind
        try:
            kind, value = self._work(message)
        except ApiError as error:
            kind, value = "refused", error
        except HtlError as error:
            kind, value = "refused", error_from_htl(error)
        except BaseException:  # noqa: BLE001  # a job that fails must not end the others
            kind, value = "failed", traceback.format_exc()
        if kind != "value":
            self._jobs.pop(message.job, None)
        return Reply(kind, value, time.process_time() - began)

    def _work(self, message: Slice) -> tuple[ReplyKind, Any]:
        """Work on a job until its next value. The last value of a generator is the one that it returns."""
        if message.function is not None:
            result = message.function(*message.args)
            if not isgenerator(result):
                return "done", result
            self._jobs[message.job] = result
        try:
            return "value", next(self._jobs[message.job])
        except StopIteration as end:
            return "done", end.value


def dump_reply(reply: Reply) -> bytes:
    try:
        return pickle.dumps(reply)
    except Exception:  # noqa: BLE001  # the value of a third-party game
        return pickle.dumps(Reply("failed", traceback.format_exc(), reply.seconds))


# The worker's end


def main() -> None:
    """Answer messages until the input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the input
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    limit_memory()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a job prints goes to the log, not into a reply
    messages: queue.SimpleQueue[Slice | Drop] = queue.SimpleQueue()
    threading.Thread(target=read_messages, args=(sys.stdin.buffer, messages), daemon=True).start()
    loop = WorkerLoop()
    while True:
        reply = loop.answer(messages.get())
        if reply is not None:
            try:
                output.write(dump_reply(reply))
                output.flush()
            except BrokenPipeError:  # the server was killed
                os._exit(0)


def read_messages(pipe: IO[bytes], messages: queue.SimpleQueue[Slice | Drop]) -> None:
    """Read messages until the server closes the pipe or is killed, then end this process at once."""
    try:
        while True:
            messages.put(pickle.load(pipe))
    finally:
        os._exit(0)


def limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard_limit = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, hard_limit))


# The server's end


def processor_seconds(pid: int) -> float | None:
    """Return the processor time that a process has used, or None where there is no /proc."""
    if not hasattr(os, "sysconf"):  # Windows
        return None
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class ProcessWorker:
    """A worker process, and the thread that writes to it and waits for its replies."""

    def __init__(self, on_reply: Callable[[Reply], None], on_death: Callable[[], None]) -> None:
        self._on_reply, self._on_death = on_reply, on_death
        self._messages: queue.SimpleQueue[Slice | Drop] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            list(WORKER_COMMAND),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )
        threading.Thread(target=self._run, name="worker", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: Slice | Drop) -> None:
        self._messages.put(message)

    def kill(self) -> None:
        """End the process now. `on_death` is called when it has ended."""
        self._process.kill()
        self._messages.put(Drop(0))  # wakes the thread

    def processor_seconds(self) -> float | None:
        return processor_seconds(self.pid)

    def _run(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError), self._process as process:  # closing the pipe of a process that has ended
            try:
                while True:
                    message = self._messages.get()
                    pickle.dump(message, self._process.stdin)
                    self._process.stdin.flush()
                    if isinstance(message, Slice):
                        self._on_reply(pickle.load(self._process.stdout))
            except (OSError, EOFError):
                pass  # it has ended
            finally:
                process.kill()
        self._on_death()


class ThreadWorker:
    """A worker for tests: a thread of this process, which knows the games and patches of the test."""

    def __init__(self, on_reply: Callable[[Reply], None], on_death: Callable[[], None]) -> None:
        self._on_reply, self._on_death = on_reply, on_death
        self._messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="worker", daemon=True).start()

    def send(self, message: Slice | Drop) -> None:
        self._messages.put(pickle.dumps(message))

    def kill(self) -> None:
        self._messages.put(None)

    def processor_seconds(self) -> float | None:
        return None

    def _run(self) -> None:
        loop = WorkerLoop()
        while (data := self._messages.get()) is not None:
            reply = loop.answer(pickle.loads(data))
            if reply is not None:
                self._on_reply(pickle.loads(dump_reply(reply)))
        self._on_death()
