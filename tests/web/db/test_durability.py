"""What was acknowledged stays, and what was not is not half there: kills, crashes, a full disk."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from holdtheline.core.errors import NotSaved
from holdtheline.web.db.rows import GameProgress
from holdtheline.web.db.schema import games_table

from ..concurrent_writes import START, fate, held, open_game, together
from ..concurrent_writes import Patient as Storage
from ..postgres import Cluster

# Killed


PLAYS_UNTIL_KILLED = """
import asyncio, sys
from holdtheline.web.db.database import Database
from holdtheline.web.db.rows import GameProgress, GameRow

async def play():
    database = Database(sys.argv[1])
    await database.new_game(GameRow("g", "table", "siege", "{}"), [])
    for number in range(1_000_000):
        await database.append("g", number, [f"line {number}"], GameProgress(number, 0))
        print(number, flush=True)

asyncio.run(play())
"""


def test_what_was_acknowledged_outlives_a_killed_server(database_url: str) -> None:
    command = [sys.executable, "-c", PLAYS_UNTIL_KILLED, database_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        for line in server.stdout:
            if int(line) == 50:
                server.kill()
                break
        acknowledged = [int(line) for line in server.stdout if line.endswith("\n")]
    storage = Storage(database_url)
    found = storage.lines_of("g")
    game = storage.game("g")
    storage.close()
    assert found == [f"line {number}" for number in range(len(found))]
    assert len(found) >= max(acknowledged, default=50) + 1
    assert game is not None
    assert (game.written, game.steps) == (len(found), len(found) - 1)


def test_what_was_acknowledged_outlives_a_crash_of_postgresql(cluster: Cluster, postgresql_url: str) -> None:
    storage = Storage(postgresql_url)
    open_game(storage, "g", "one")
    storage.append("g", 1, ["two"], START)
    cluster.stop(signal.SIGQUIT)
    try:
        with pytest.raises(NotSaved, match=r"^the database could not save this"):
            storage.append("g", 2, ["three"], START)
        with pytest.raises(NotSaved, match=r"^the database does not answer"):
            storage.lines_of("g")
    finally:
        cluster.start()
    assert storage.lines_of("g") == ["one", "two"]
    assert storage.append("g", 2, ["three"], START) == 3
    storage.close()


def test_a_connection_that_postgresql_ended_is_renewed(cluster: Cluster, postgresql_url: str) -> None:
    storage = Storage(postgresql_url)
    open_game(storage, "g")
    for number in range(3):
        cluster.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'")
        assert storage.append("g", number, ["line"], START) == number + 1
        assert len(storage.lines_of("g")) == number + 1
    storage.close()


def test_a_connection_that_ends_in_the_middle_of_a_write_saves_nothing(cluster: Cluster, postgresql_url: str) -> None:
    storage = Storage(postgresql_url)
    open_game(storage, "g")

    def end(connection: Connection) -> None:
        connection.execute(sa.update(games_table).values(verdict="half"))
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        cluster.tell(f"SELECT pg_terminate_backend({pid}, 10000)")
        connection.execute(sa.update(games_table).values(verdict="whole"))

    with pytest.raises(NotSaved):
        storage._writer.write(end)
    found = storage.game("g")
    assert found is not None
    assert found.verdict is None
    assert storage.append("g", 0, ["one"], START) == 1
    storage.close()


def test_a_database_that_only_reads_refuses_and_later_writes(cluster: Cluster, postgresql_name: str) -> None:
    storage = Storage(cluster.url(postgresql_name))
    open_game(storage, "g")
    ends = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname LIKE 'test%'"
    cluster.tell(f"ALTER DATABASE {postgresql_name} SET default_transaction_read_only = on")
    cluster.tell(ends)
    with pytest.raises(NotSaved):
        storage.append("g", 0, ["one"], START)
    assert storage.lines_of("g") == []
    cluster.tell(f"ALTER DATABASE {postgresql_name} RESET default_transaction_read_only")
    cluster.tell(ends)
    assert storage.append("g", 0, ["one"], START) == 1
    storage.close()


# A full disk


@contextmanager
def room(path: Path, more: int) -> Iterator[None]:
    """No file of this process can grow more than these bytes beyond the largest of the database."""
    size = max(file.stat().st_size for file in path.parent.iterdir())
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))


def test_a_full_disk_saves_nothing_and_with_room_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    storage = Storage(f"sqlite:///{path}")
    open_game(storage, "g")
    refused = written = 0
    for more in range(0, 40_000, 1_300):
        before, lines = storage.game("g"), storage.lines_of("g")
        with room(path, more):
            try:
                written = storage.append("g", written, ["x" * 9_000, "y"], GameProgress(written, 0))
                lines += ["x" * 9_000, "y"]
            except NotSaved:
                refused += 1
                assert storage.game("g") == before
        assert storage.lines_of("g") == lines
        written = storage.append("g", written, ["small"], GameProgress(written, 0))
    storage.close()
    assert 0 < refused < 31
    again = Storage(f"sqlite:///{path}")
    assert len(again.lines_of("g")) == written
    again.close()


def test_a_disk_that_is_full_in_the_middle_of_a_transaction_saves_nothing_of_it(sqlite_url: str) -> None:
    storage = Storage(sqlite_url)
    for name in ("a", "b", "c"):
        open_game(storage, name)

    def allow(pages: int) -> None:
        # The limit belongs to a connection, and the writer has one.
        with storage.writing_engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}").scalar_one()

    allow(1)  # which SQLite takes for: no more than now
    done = together(
        storage,
        [
            lambda: storage.append("a", 0, ["small"], START),
            lambda: storage.append("b", 0, ["x" * 1_000_000], START),
            lambda: storage.append("c", 0, ["small"], START),
        ],
    )
    assert [fate(one) for one in done] == ["NotSaved"] * 3
    assert [storage.lines_of(name) for name in ("a", "b", "c")] == [[], [], []]
    allow(1_000_000)
    assert storage.append("b", 0, ["x" * 1_000_000], START) == 1
    storage.close()


def test_who_holds_the_file_too_long_is_not_waited_for_for_ever(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdtheline.web.db.connection.LOCK_SECONDS", 0.2)
    storage, other = Storage(sqlite_url), Storage(sqlite_url)
    open_game(storage, "g")
    with held(other), pytest.raises(NotSaved):
        storage.append("g", 0, ["one"], START)
    assert storage.append("g", 0, ["one"], START) == 1
    storage.close()
    other.close()
