"""One thread writes for everybody: those who wait at the same moment share a transaction."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from ..core.errors import HtlError, NotSaved
from .database import WRITES, reason_of

LOG = logging.getLogger("holdtheline.web")
MOST = 200
"""How many writes share a transaction at most."""
SECONDS_TO_CLOSE = 5.0
CLOSING = "the server is closing; the game stands as it was, nothing is lost"
T = TypeVar("T")


class Clash(HtlError):
    """Somebody else has written there already; whoever meets it reads the game again."""


class Refused(Exception):
    """One write cannot be done; whoever shares its transaction has to try again."""


@dataclass
class Write:
    """Something to be written, and whoever waits for it."""

    work: Callable[[Connection], Any]
    done: Future[Any] = field(default_factory=Future)
    result: Any = None
    error: Exception | None = None

    def do(self, connection: Connection) -> None:
        """Write it, or raise Refused, so that nothing of this transaction is kept."""
        self.result = self.error = None
        try:
            self.result = self.work(connection)
        except IntegrityError as error:
            self.error = Clash("somebody else has written this already")
            self.error.__cause__ = error
        except (DataError, UnicodeError) as error:
            self.error = HtlError("this text has signs that the database cannot keep")
            self.error.__cause__ = error
        except SQLAlchemyError:
            raise  # the transaction itself is in doubt: no room, no connection
        except Exception as error:  # noqa: BLE001  (it is raised again where it is awaited)
            self.error = error
        if self.error is not None:
            raise Refused

    def answer(self) -> None:
        if self.error is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(self.error)


class Writer:
    """The thread that writes. What came back from `write` is on the disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(**{WRITES: True})
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._door = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="database writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Connection], T]) -> T:
        """Do this in a transaction; when it comes back, it is saved. NotSaved: nothing of it is."""
        result: T = self._queued(work).done.result()
        return result

    async def written(self, work: Callable[[Connection], T]) -> T:
        """The same for whoever must not block; one who is called away meanwhile stops nobody's write."""
        done = asyncio.wrap_future(self._queued(work).done)
        done.add_done_callback(lambda done: done.cancelled() or done.exception())  # if nobody asks any more
        result: T = await asyncio.shield(done)
        return result

    def close(self) -> None:
        """Write what still waits, then stop. Where the database is held up, the rest is refused."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join(SECONDS_TO_CLOSE)
        while self._thread.is_alive() and not self._queue.empty():
            write = self._queue.get()
            if write is not None:
                write.error = NotSaved(CLOSING)
                write.answer()

    def _queued(self, work: Callable[[Connection], Any]) -> Write:
        write = Write(work)
        with self._door:
            if self._closed:
                raise NotSaved(CLOSING)
            self._queue.put(write)
        return write

    def _run(self) -> None:
        while batch := self._waiting():
            self._commit(batch)

    def _waiting(self) -> list[Write]:
        """All who wait now, at least one; nobody, when the door is closed and all are served."""
        batch: list[Write] = []
        write = self._queue.get()
        while write is not None:
            batch.append(write)
            if len(batch) == MOST:
                break
            try:
                write = self._queue.get_nowait()
            except Empty:
                break
        else:
            self._queue.put(None)  # found again after this batch
        return batch

    def _commit(self, batch: list[Write]) -> None:
        """All of these in one transaction, or, where one is refused, each in its own."""
        if not self._settles(batch):
            for write in batch:
                self._settles([write])
        for write in batch:
            write.answer()

    def _settles(self, batch: list[Write]) -> bool:
        """Whether all have their answer now; else nothing is written: one of several was refused."""
        try:
            with self._engine.begin() as connection:
                for write in batch:
                    write.do(connection)
        except Refused:
            return len(batch) == 1
        except SQLAlchemyError as error:
            LOG.error("the database cannot be written: %s", reason_of(error, self._engine.url))
            for write in batch:
                write.error = _not_saved(error)
        except Exception as error:  # noqa: BLE001  (nobody may wait for ever)
            for write in batch:
                write.error = error
        return True


def _not_saved(error: SQLAlchemyError) -> NotSaved:
    """What a player is told; where the database is, and why it refused, is for the log."""
    refusal = NotSaved("the database took no more: the game stands as it was, nothing is lost; try again")
    refusal.__cause__ = error
    return refusal
