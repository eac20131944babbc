"""Write to a database from many threads at once."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from holdtheline.web.db.database import Database
from holdtheline.web.db.keys import KeyRow, parse_seats
from holdtheline.web.db.rows import GameProgress, GameRow
from holdtheline.web.db.schema import keys_table


class Patient:
    """A database whose writes block the caller, from any thread."""

    def __init__(self, url: str | None = None) -> None:
        self.storage = Database(url)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.storage, name)
        if inspect.iscoroutinefunction(found):
            return lambda *words: asyncio.run(found(*words))
        return found

    def keys_of(self, game_id: str) -> list[KeyRow]:
        """Return all keys of a game as the database holds them."""
        order = keys_table.c.kind, keys_table.c.seats, keys_table.c.digest
        rows = self.storage.select(sa.select(keys_table).where(keys_table.c.game_id == game_id).order_by(*order))
        return [KeyRow(**row | {"seats": parse_seats(row["seats"])}) for row in map(dict, rows)]


GAME = GameRow("g", "table", "siege", '{"htl": 1}')
START = GameProgress(0, 0)
Work = Callable[[], object]


def open_game(storage: Patient, name: str = "g", *texts: str) -> None:
    storage.new_game(replace(GAME, id=name), [], texts)


def at_once(works: list[Work]) -> list[Future[object]]:
    """Do all of these at the same moment, each in its own thread."""
    barrier = threading.Barrier(len(works))

    def run(work: Work) -> object:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return [pool.submit(run, work) for work in works]


@contextmanager
def held(storage: Patient) -> Iterator[None]:
    """Keep the writer busy, so that all writes meanwhile share the next transaction."""
    begun, go = threading.Event(), threading.Event()

    def work(_: Connection) -> None:
        begun.set()
        assert go.wait(30)

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(storage._writer.write, work)
        assert begun.wait(30)
        yield
        go.set()
        holding.result(30)


def together(storage: Patient, works: list[Work]) -> list[Future[object]]:
    """Do all of these in one transaction, in this order."""
    with ThreadPoolExecutor(len(works)) as pool:
        with held(storage):
            done = []
            for number, work in enumerate(works, 1):
                done.append(pool.submit(work))
                wait_for(storage, number)
        return done


def wait_for(storage: Patient, number: int) -> None:
    """Wait until this many writes are queued."""
    while storage._writer._queue.qsize() < number:
        time.sleep(0.001)


def fate(done: Future[Any]) -> str:
    error = done.exception(30)
    return "saved" if error is None else type(error).__name__
