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
OnChange = Callable[[str | None], None]
"""on_change(game_id): another process has changed this game (None: any game may have changed). Called in a thread."""


def changes_of(writing_engine: Engine) -> SqliteChanges | PostgresqlChanges:
    return (PostgresqlChanges if writing_engine.dialect.name == POSTGRESQL else SqliteChanges)(writing_engine)


class SqliteChanges:
    """`PRAGMA data_version` of the connection that writes changes if, and only if, another connection has written."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._on_change: OnChange | None = None
        self._version: Any = None
        self._next_poll = 0.0

    def announce(self, connection: Connection, game_id: str) -> None:
        """Do nothing: others notice the write itself."""

    def follow(self, on_change: OnChange) -> None:
        self._on_change = on_change

    def close(self) -> None:
        self._on_change = None

    def poll(self) -> None:
        """Ask the database, unless it was asked a moment ago. Only the writer's thread may call this."""
        on_change, now = self._on_change, time.monotonic()
        if on_change is None or now < self._next_poll:
            return
        self._next_poll = now + POLL_SECONDS
        try:
            version = self._data_version()
        except SQLAlchemyError as error:
            LOG.warning("the database cannot be asked for changes: %s", error_text(error, self._engine.url))
            return
        if version != self._version:  # the first time as well: something may have been written before
            self._version = version
            on_change(None)

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

    def follow(self, on_change: OnChange) -> None:
        threading.Thread(target=self._run, args=(on_change,), name="database changes", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def _run(self, on_change: OnChange) -> None:
        """Listen, and connect again whenever the connection breaks."""
        dialect = self._engine.dialect
        words, options = dialect.create_connect_args(self._engine.url)
        while not self._closed.is_set():
            try:
                # A connection of its own, not one of the pool: it stays subscribed.
                connection: Any = dialect.connect(*words, **options)
                with closing(connection):
                    self._listen(connection, on_change)
            except dialect.loaded_dbapi.Error:
                self._closed.wait(LISTEN_SECONDS)

    def _listen(self, connection: Any, on_change: OnChange) -> None:
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        on_change(None)  # whatever was written before
        while not self._closed.is_set():
            for message in connection.notifies(timeout=LISTEN_SECONDS):
                sender, _, game_id = message.payload.partition(" ")
                if sender != self._sender:
                    on_change(game_id)
