"""One thread writes for all requests; writes that are waiting at the same time share a transaction."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from ...core.errors import HtlError, NotSaved
from .connection import error_text

LOG = logging.getLogger("holdtheline.web")
MAX_BATCH = 200
"""The maximum number of writes in a transaction."""
CLOSE_SECONDS = 0.5
"""How long a server that shuts down waits for the writes in its queue."""
ANSWER_SECONDS = 15.0
"""How long a request waits for the database."""
CLOSING_TEXT = "the server is shutting down; your last step was not saved, nothing else is lost"
LATE_TEXT = "the database does not answer; this may still be saved, so look at the game before you try again"
BAD_TEXT = "this text contains characters that the database cannot store"
T = TypeVar("T")


class WriteConflict(HtlError):
    """Another writer was first; the caller must read the game again."""


class WriteRefused(Exception):
    """One write of a shared transaction failed; the others must be tried again."""


@dataclass
class PendingWrite:
    """A write in the queue, and the future that its caller waits for."""

    work: Callable[[Connection], Any]
    future: Future[Any] = field(default_factory=Future)
    result: Any = None
    error: Exception | None = None

    def execute(self, connection: Connection) -> None:
        """Write, or raise WriteRefused so that the whole transaction is rolled back."""
        self.result = self.error = None
        try:
            self.result = self.work(connection)
        except IntegrityError as error:
            self.error = WriteConflict("another request has already written this")
            self.error.__cause__ = error
        except (DataError, UnicodeError) as error:
            self.error = HtlError(BAD_TEXT)
            self.error.__cause__ = error
        except SQLAlchemyError:
            raise  # the transaction itself failed: the disk is full, or the connection broke
        except Exception as error:  # noqa: BLE001  (it is raised again where it is awaited)
            self.error = error
        if self.error is not None:
            raise WriteRefused

    def answer(self) -> None:
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class Writer:
    """The thread that writes. When `write` returns, the data is on the disk."""

    def __init__(self, engine: Engine, poll: Callable[[], None] | None = None, poll_seconds: float = 0.0) -> None:
        """Write with an engine of `open_for_writing`; call `poll` after each write and when there is none."""
        self._engine = engine
        self._poll = poll
        self._poll_seconds = poll_seconds if poll else None
        self._queue: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._late_writes: set[Future[Any]] = set()
        self._thread = threading.Thread(target=self._run, name="database writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Connection], T]) -> T:
        """Call `work` in a transaction and block until it is saved; NotSaved means that nothing was written."""
        result: T = self._enqueue(work).future.result()
        return result

    async def write_async(self, work: Callable[[Connection], T]) -> T:
        """Do the same without blocking the event loop. Cancelling the caller does not cancel the write.

        If the database does not answer in time, raise NotSaved, although the write may still succeed.
        """
        write = self._enqueue(work)
        future = asyncio.wrap_future(write.future)
        future.add_done_callback(lambda future: future.cancelled() or future.exception())  # avoids "never retrieved"
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                result: T = await asyncio.shield(future)
                return result
        except TimeoutError:
            self._late_writes.add(write.future)
            write.future.add_done_callback(self._late_writes.discard)
            raise NotSaved(LATE_TEXT) from None

    @property
    def has_late_writes(self) -> bool:
        """Whether a write whose caller no longer waits is still under way."""
        return bool(self._late_writes)

    def close(self) -> None:
        """Finish the queued writes, then stop. If the database does not answer, refuse the rest."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join(CLOSE_SECONDS)
        while self._thread.is_alive() and not self._queue.empty():
            write = self._queue.get()
            if write is not None:
                write.error = NotSaved(CLOSING_TEXT)
                write.answer()

    def _enqueue(self, work: Callable[[Connection], Any]) -> PendingWrite:
        write = PendingWrite(work)
        with self._lock:
            if self._closed:
                raise NotSaved(CLOSING_TEXT)
            self._queue.put(write)
        return write

    def _run(self) -> None:
        while True:
            with suppress(Empty):
                batch = self._next_batch()
                if not batch:
                    return
                self._commit(batch)
            if self._poll is not None:
                self._poll()

    def _next_batch(self) -> list[PendingWrite]:
        """Wait for at least one write and return all that are queued; an empty list ends the thread.

        Raise Empty when it is time to poll.
        """
        batch: list[PendingWrite] = []
        write = self._queue.get(timeout=self._poll_seconds)
        while write is not None:
            batch.append(write)
            if len(batch) == MAX_BATCH:
                break
            try:
                write = self._queue.get_nowait()
            except Empty:
                break
        else:
            self._queue.put(None)  # found again after this batch
        return batch

    def _commit(self, batch: list[PendingWrite]) -> None:
        """Write all in one transaction or, if one is refused, each in its own."""
        if not self._try_commit(batch):
            for write in batch:
                self._try_commit([write])
        for write in batch:
            write.answer()

    def _try_commit(self, batch: list[PendingWrite]) -> bool:
        """Return whether every write has its answer; False means that one of several was refused."""
        try:
            with self._engine.begin() as connection:
                for write in batch:
                    write.execute(connection)
        except WriteRefused:
            return len(batch) == 1
        except SQLAlchemyError as error:
            LOG.error("the database cannot be written: %s", error_text(error, self._engine.url))
            for write in batch:
                write.error = _not_saved_error(error)
        except Exception as error:  # noqa: BLE001  (every caller must get an answer)
            for write in batch:
                write.error = error
        return True


def _not_saved_error(error: SQLAlchemyError) -> NotSaved:
    """Return the error for the player; details of the database belong only in the log."""
    refusal = NotSaved("the database could not save this; the game is unchanged, please try again")
    refusal.__cause__ = error
    return refusal
