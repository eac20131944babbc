"""Open a database, SQLite or PostgreSQL, and migrate it to the current schema."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from ...core.errors import HtlError, NotSaved
from ...table.saved_games import data_folder
from ..private_files import make_private

LOCK_SECONDS = 10
"""How long to wait for a lock that another process holds."""
SQLITE, POSTGRESQL = "sqlite", "postgresql"
WRITE_OPTION = "htl_writes"
"""Execution option that marks a connection as one that will write."""
MIGRATION_LOCK = 0x686F6C64  # an arbitrary number that no other program is likely to use

_migration_lock = threading.Lock()  # Alembic keeps the running migration in a global variable


def default_url() -> URL:
    """Return the URL of the SQLite file in the user's data folder."""
    return URL.create(SQLITE, database=str(data_folder() / "web.sqlite"))


def open_database(address: str | URL) -> Engine:
    """Open the database at this URL and migrate it; raise HtlError with the reason if that fails."""
    url = _parse_url(address)
    try:
        engine = _open_sqlite(url) if url.drivername == SQLITE else _open_postgresql(url)
    except ImportError as error:
        raise HtlError(
            "a PostgreSQL database needs the extra `postgresql`: pip install 'holdtheline[postgresql]'"
        ) from error
    try:
        with _migration_lock, engine.execution_options(**{WRITE_OPTION: True}).begin() as connection:
            migrate(connection)
    except SQLAlchemyError as error:
        engine.dispose()
        raise NotSaved(f"{describe_url(url)} cannot be used: {error_text(error, url)}") from error
    except HtlError:
        engine.dispose()
        raise
    return engine


def open_for_writing(engine: Engine) -> Engine:
    """Return an engine for the thread that writes. On SQLite it has one connection, so that the thread can tell its
    own writes from those of others.
    """
    if engine.dialect.name == SQLITE:
        engine = _make_sqlite_engine(engine.url, pool_size=1, max_overflow=0)
    return engine.execution_options(**{WRITE_OPTION: True})


def migrate(connection: Connection) -> None:
    """Upgrade the schema. A second process that starts at the same time waits until the upgrade has finished."""
    # Imported here because Alembic takes half a second to load and only a server needs it.
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    if connection.dialect.name == POSTGRESQL:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    config = Config()
    config.set_main_option("script_location", "holdtheline.web.db:migrations")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
        description = describe_url(connection.engine.url)
        raise HtlError(f"{description} was created by a newer version of Hold the Line; upgrade htl to open it")
    command.upgrade(config, "head")


def describe_url(url: URL) -> str:
    """Describe a database in words, without user, password and options."""
    if url.drivername == SQLITE:
        return f"the database {url.database}"
    name = f" {url.database}" if url.database else ""
    return f"the PostgreSQL database{name} at {url.host or url.query.get('host') or 'this machine'}"


def error_text(error: SQLAlchemyError, url: URL) -> str:
    """Return the first line of the database's own message, with the password masked."""
    text = str(error.orig if isinstance(error, DBAPIError) else error).strip().partition("\n")[0]
    for secret in (url.password, url.query.get("password")):
        if secret:
            text = text.replace(str(secret), "***")
    return text or type(error).__name__


def _parse_url(address: str | URL) -> URL:
    try:
        url = sa.make_url(address)
    except (ArgumentError, ValueError):  # its message may contain part of the password
        raise HtlError("the database must be a URL such as postgresql://user@host/name") from None
    if url.drivername == SQLITE:
        return url
    if url.drivername not in ("postgres", POSTGRESQL, f"{POSTGRESQL}+psycopg"):
        raise HtlError(
            f"the database must be sqlite:///file or postgresql://user@host/name, not {url.drivername[:40]!r}"
        )
    if "@" in f"{url.host}{url.database}":
        raise HtlError("write @ in the user or the password of a database URL as %40")
    return url.set(drivername=f"{POSTGRESQL}+psycopg")


def _open_sqlite(url: URL) -> Engine:
    if url.host or url.query:
        raise HtlError("a SQLite URL names only a file: sqlite:///file, or sqlite:////folder/file")
    if url.database in (None, "", ":memory:"):
        raise HtlError("a database in memory would lose every game; name a file: sqlite:///file")
    file = Path(str(url.database)).absolute()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise NotSaved(f"cannot create the folder {file.parent}: {error.strerror}") from error
    with suppress(OSError):  # SQLite itself says why it cannot open the file
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    make_private(file, *(file.with_name(f"{file.name}-{part}") for part in ("wal", "shm")))
    return _make_sqlite_engine(url, max_overflow=-1)


def _make_sqlite_engine(url: URL, **pool: int) -> Engine:
    engine = sa.create_engine(url, connect_args={"timeout": LOCK_SECONDS}, hide_parameters=True, **pool)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # `_begin_sqlite` begins transactions instead of the sqlite3 module
    deadline = time.monotonic() + LOCK_SECONDS
    while not _try_write_ahead_log(connection):
        if time.monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")
        time.sleep(0.02)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _try_write_ahead_log(connection: Any) -> bool:
    """Try to switch on WAL. While another process does the same, SQLite refuses at once instead of waiting."""
    try:
        connection.execute("PRAGMA journal_mode = WAL").close()
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        return False
    return True


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later may find that another process wrote in between,
    # so a writer takes the lock at once.
    writes = connection.get_execution_options().get(WRITE_OPTION, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _open_postgresql(url: URL) -> Engine:
    """Replace broken connections before use, and let no statement wait for ever."""
    timeouts = {
        "client_encoding": "utf8",
        "connect_timeout": "5",
        "tcp_user_timeout": str(LOCK_SECONDS * 1000),
        "options": f"-c lock_timeout={LOCK_SECONDS}s",
    }
    url = url.set(query={**timeouts, **url.query})
    return sa.create_engine(url, pool_pre_ping=True, max_overflow=20, hide_parameters=True)
