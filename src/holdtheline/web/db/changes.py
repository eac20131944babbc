"""Notice what other processes write to the same database.

On PostgreSQL a write sends the id of its game with NOTIFY, and a thread listens. SQLite has nothing like it: there
the writer asks several times a second whether another process has written anything.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from .connection import POSTGRESQL, error_text

LOG = logging.getLogger("holdtheline.web")
CHANNEL = "holdtheline_games"
POLL_SECONDS = 0.25
"""How often SQLite is asked."""
LISTEN_SECONDS = 0.5
"""How soon the listening thread notices that the database is closed, or tries to connect again."""
SEND = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("message")))
Heard = Callable[[str | None], None]
"""heard(game_id): another process has changed this game (None: any game may have changed). Called in a thread."""


def changes_of(writing_engine: Engine) -> SqliteChanges | PostgresqlChanges:
    return (PostgresqlChanges if writing_engine.dialect.name == POSTGRESQL else SqliteChanges)(writing_engine)


class SqliteChanges:
    """`PRAGMA data_version` of the connection that writes changes if, and only if, another connection has written."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._heard: Heard | None = None
        self._version: Any = None
        self._next_poll = 0.0

    def announce(self, connection: Connection, game_id: str) -> None:
        """Do nothing: others notice the write itself."""

    def follow(self, heard: Heard) -> None:
        self._heard = heard

    def close(self) -> None:
        self._heard = None

    def poll(self) -> None:
        """Ask the database, unless it was asked a moment ago. Only the writer's thread may call this."""
        heard, now = self._heard, time.monotonic()
        if heard is None or now < self._next_poll:
            return
        self._next_poll = now + POLL_SECONDS
        try:
            version = self._data_version()
        except SQLAlchemyError as error:
            LOG.warning("the database cannot be asked for changes: %s", error_text(error, self._engine.url))
            return
        if version != self._version:  # the first time as well: something may have been written before
            self._version = version
            heard(None)

    def _data_version(self) -> Any:
        connection = self._engine.raw_connection()  # no transaction, which would take the write lock
        try:
            return connection.cursor().execute("PRAGMA data_version").fetchone()
        except self._engine.dialect.loaded_dbapi.Error as error:
            raise sa.exc.OperationalError("", {}, error) from error
        finally:
            connection.close()


class PostgresqlChanges:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sender = secrets.token_hex(4)
        self._closed = threading.Event()

    def announce(self, connection: Connection, game_id: str) -> None:
        """Tell other processes that this transaction changes a game."""
        connection.execute(SEND, {"message": f"{self._sender} {game_id}"})

    def follow(self, heard: Heard) -> None:
        threading.Thread(target=self._run, args=(heard,), name="database changes", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def _run(self, heard: Heard) -> None:
        """Listen, and connect again whenever the connection breaks."""
        dialect = self._engine.dialect
        words, options = dialect.create_connect_args(self._engine.url)
        while not self._closed.is_set():
            try:
                # A connection of its own, not one of the pool: it stays subscribed.
                connection: Any = dialect.connect(*words, **options)
                with closing(connection):
                    self._listen(connection, heard)
            except dialect.loaded_dbapi.Error:
                self._closed.wait(LISTEN_SECONDS)

    def _listen(self, connection: Any, heard: Heard) -> None:
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        heard(None)  # whatever was written before
        while not self._closed.is_set():
            for message in connection.notifies(timeout=LISTEN_SECONDS):
                sender, _, game_id = message.payload.partition(" ")
                if sender != self._sender:
                    heard(game_id)
