"""Opening a database, SQLite or PostgreSQL, and bringing it to the tables that this program knows."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ..core.errors import HtlError, NotSaved
from ..table.store import home

PATIENCE = 10
"""Seconds to wait for somebody else's lock."""
SQLITE, POSTGRESQL = "sqlite", "postgresql"
WRITES = "htl_writes"
"""The execution option of a connection that is going to write."""
LOCK_NAME = 0x686F6C64  # any number that no other program would choose

_one_at_a_time = threading.Lock()  # Alembic keeps the migration that runs in a global


def default_url() -> URL:
    """The database in the user's data folder."""
    return URL.create(SQLITE, database=str(home() / "web.sqlite"))


def open_database(address: str | URL) -> Engine:
    """The database at this URL, its tables up to date; else one sentence that says why not."""
    url = _read_url(address)
    try:
        engine = _sqlite(url) if url.drivername == SQLITE else _postgresql(url)
    except ImportError as error:
        raise HtlError(
            "PostgreSQL needs one more package: install holdtheline[postgresql], or psycopg[binary]"
        ) from error
    try:
        with _one_at_a_time, engine.execution_options(**{WRITES: True}).begin() as connection:
            migrate(connection)
    except SQLAlchemyError as error:
        engine.dispose()
        raise NotSaved(f"{place_of(url)} cannot be used: {reason_of(error, url)}") from error
    except HtlError:
        engine.dispose()
        raise
    return engine


def migrate(connection: Connection) -> None:
    """Bring the tables up to date; who comes at the same moment waits, and finds it done."""
    # Here, not at the top: half a second, which only a server needs.
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    if connection.dialect.name == POSTGRESQL:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK_NAME)))
    config = Config()
    config.set_main_option("script_location", "holdtheline.web:migrations")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
        place = place_of(connection.engine.url)
        raise HtlError(f"{place} was made by a newer version of Hold the Line: take a newer htl")
    command.upgrade(config, "head")


def place_of(url: URL) -> str:
    """The database in words, without user, password and options."""
    if url.drivername == SQLITE:
        return f"the database {url.database}"
    name = f" {url.database}" if url.database else ""
    return f"the PostgreSQL database{name} at {url.host or url.query.get('host') or 'this machine'}"


def reason_of(error: SQLAlchemyError, url: URL) -> str:
    """What the database said, in its first line, without the password."""
    told = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
    for secret in (url.password, url.query.get("password")):
        if secret:
            told = told.replace(str(secret), "***")
    return told or type(error).__name__


def _read_url(address: str | URL) -> URL:
    try:
        url = sa.make_url(address)
    except (ArgumentError, ValueError):  # whose message may show a piece of the password
        raise HtlError("the address of the database is not a URL like postgresql://user@host/name") from None
    if url.drivername == SQLITE:
        return url
    if url.drivername not in ("postgres", POSTGRESQL, f"{POSTGRESQL}+psycopg"):
        raise HtlError(
            f"a database is sqlite:///file or postgresql://user@host/name, not {url.drivername[:40]!r}"
        )
    if "@" in f"{url.host}{url.database}":
        raise HtlError("in the URL of a database, write @ in a user or a password as %40")
    return url.set(drivername=f"{POSTGRESQL}+psycopg")


def _sqlite(url: URL) -> Engine:
    if url.host or url.query:
        raise HtlError(
            "a SQLite database is named by its file alone: sqlite:///file, or sqlite:////folder/file"
        )
    if url.database in (None, "", ":memory:"):
        raise HtlError("a database in memory would forget every game: name a file, sqlite:///file")
    folder = Path(str(url.database)).absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotSaved(f"the folder {folder} cannot be made: {error.strerror}") from error
    engine = sa.create_engine(url, connect_args={"timeout": PATIENCE}, max_overflow=-1, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # Python begins no transaction by itself: `_begin_sqlite` does
    until = time.monotonic() + PATIENCE
    while not _writes_ahead(connection):
        if time.monotonic() > until:
            raise sqlite3.OperationalError("database is locked")
        time.sleep(0.02)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _writes_ahead(connection: Any) -> bool:
    """Try to have it so; while somebody else does the same, SQLite refuses at once instead of waiting."""
    try:
        connection.execute("PRAGMA journal_mode = WAL").close()
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        return False
    return True


def _begin_sqlite(connection: Connection) -> None:
    # Who reads first and writes later may find that somebody else wrote in between: a writer locks at once.
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _postgresql(url: URL) -> Engine:
    """A connection that broke is noticed and renewed before it is used; none waits for ever."""
    patience = {
        "client_encoding": "utf8",
        "connect_timeout": "5",
        "tcp_user_timeout": str(PATIENCE * 1000),
        "options": f"-c lock_timeout={PATIENCE}s",
    }
    url = url.set(query={**patience, **url.query})
    return sa.create_engine(url, pool_pre_ping=True, max_overflow=20, hide_parameters=True)
