"""Faults around a server that runs: a locked database, a full disk, a stopped process, PostgreSQL restarted, SIGTERM.

A player gets a clear answer, nothing acknowledged is lost or doubled, and play goes on without a restart.
"""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from holdtheline.core.errors import NotSaved

from .concurrent_writes import Patient, open_game
from .http.test_sockets import watching
from .postgres import Cluster
from .server import PATIENCE, Seat, Server, app_over, lines_of, listening, me_at, refused, served_at, visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        assert server.link
        yield server


@pytest.fixture
def visit(server: Server) -> Iterator[httpx.Client]:
    with visitor(server.link) as visit:
        yield visit


@pytest.fixture
def database(server: Server) -> Path:
    (path,) = (server.folder / "home").glob("**/web.sqlite")
    return path


def plays_in(me: Seat) -> list[str]:
    """Return the moves in the record."""
    return [line["play"] for line in lines_of(me.record) if "play" in line]


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Hold the write lock, as another process would."""
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


# SQLite locked by another process


def test_a_move_waits_for_a_lock_while_others_are_answered(visit: httpx.Client, database: Path) -> None:
    me = me_at(visit)
    with ThreadPoolExecutor(1) as pool:
        with locked(database):
            move = pool.submit(me.plays, "reinforce 0 0 0", 0)
            with visitor(str(visit.base_url)) as another:
                assert Seat(another, me.key).version == 0
                assert another.post("/api/mine", json={"keys": [me.key]}).status_code == 200
            assert not move.done()
        assert move.result(PATIENCE)["version"] == 1
    assert plays_in(me) == ["reinforce 0 0 0"]


def test_a_lock_that_is_held_too_long_is_a_clear_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdtheline.web.db.connection.LOCK_SECONDS", 0.2)
    with served_at(f"sqlite:///{tmp_path}/web.sqlite") as client:
        me = me_at(client)
        with locked(tmp_path / "web.sqlite"):
            sentence = refused(me.act("moves", 0, play="reinforce 0 0 0"), "not_saved")
            assert sentence == "The database could not save this; the game is unchanged, please try again."
            assert me.version == 0
        assert me.plays("reinforce 0 0 0", 0)["version"] == 1
        assert plays_in(me) == ["reinforce 0 0 0"]


# A full disk


def test_a_full_disk_is_a_clear_answer_and_with_room_the_game_goes_on(
    server: Server, visit: httpx.Client, database: Path
) -> None:
    me, pid = me_at(visit), server.process.pid
    with watching(server.address, me) as line:
        assert line.view["version"] == 0
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))  # no file can grow, nor be written at all
        try:
            sentence = refused(me.act("moves", 0, play="reinforce 0 0 0"), "not_saved")
            refused(Seat(visit).post("/tables", game="siege", seats=["me"]), "not_saved")
            assert me.version == 0
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))
        assert sentence == "The database could not save this; the game is unchanged, please try again."
        assert me.plays("reinforce 0 0 0", 0)["version"] == 1
        assert line.view_where(lambda view: view["version"] == 1)
    assert plays_in(me) == ["reinforce 0 0 0"]


# A process that is stopped for a while


def test_a_stopped_process_answers_when_it_runs_again(server: Server, visit: httpx.Client) -> None:
    me = me_at(visit)
    with watching(server.address, me) as line, ThreadPoolExecutor(1) as pool:
        assert line.view["version"] == 0
        server.process.send_signal(signal.SIGSTOP)
        try:
            move = pool.submit(me.act, "moves", 0, play="reinforce 0 0 0")
            with pytest.raises(TimeoutError):
                move.result(0.5)
        finally:
            server.process.send_signal(signal.SIGCONT)
        assert move.result(PATIENCE).status_code == 200
        assert line.view_where(lambda view: view["version"] == 1)
        refused(me.act("moves", 0, play="reinforce 0 0 0"), "stale")  # the player who saw no answer tries again
    assert plays_in(me) == ["reinforce 0 0 0"]


# PostgreSQL


def test_play_goes_on_after_a_restart_of_postgresql(cluster: Cluster, postgresql_url: str) -> None:
    with (
        listening(app_over(postgresql_url)) as here,
        listening(app_over(postgresql_url)) as there,
        visitor(f"http://{here}") as visit,
    ):
        me = me_at(visit)
        with watching(there, me) as line:
            assert line.view["version"] == 0
            cluster.stop(signal.SIGQUIT)
            try:
                refused(me.act("moves", 0, play="reinforce 0 0 0"), "not_saved")
                assert me.version == 0, "a table in memory can be seen meanwhile"
                refused(Seat(visit, "unknown").ask("GET", "/table"), "not_saved")
            finally:
                cluster.start()
            assert me.plays("reinforce 0 0 0", 0)["version"] == 1
            assert line.view_where(lambda view: view["version"] == 1), "the other server listens again"
        assert plays_in(me) == ["reinforce 0 0 0"]


def test_a_step_whose_answer_was_lost_is_shown_and_not_played_twice(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served_at(postgresql_url) as client:
        me = me_at(client)
        dialect = client.app.state.services.tables.database.writing_engine.dialect
        commit = dialect.do_commit

        def lose_the_answer(connection: Any) -> None:
            commit(connection)
            raise dialect.loaded_dbapi.OperationalError("the connection broke")

        monkeypatch.setattr(dialect, "do_commit", lose_the_answer)
        refused(me.act("moves", 0, play="reinforce 0 0 0"), "not_saved")
        monkeypatch.undo()
        assert me.version == 1
        refused(me.act("moves", 0, play="reinforce 0 0 0"), "stale")
        assert plays_in(me) == ["reinforce 0 0 0"]


def test_a_database_that_hangs_gets_a_clear_answer_and_a_late_write_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdtheline.web.db.writer.ANSWER_SECONDS", 0.2)
    storage, go = Patient(f"sqlite:///{tmp_path}/web.sqlite"), threading.Event()
    open_game(storage)

    async def hang() -> None:
        with pytest.raises(NotSaved, match="this may still be saved"):
            await storage.storage.write(lambda _: go.wait(PATIENCE))

    asyncio.run(hang())
    assert storage.has_late_writes
    go.set()
    storage._writer.write(lambda _: None)
    assert not storage.has_late_writes
    storage.close()


# SIGTERM


def test_sigterm_ends_a_busy_server_at_once(tmp_path: Path) -> None:
    """With a socket, a slow upload and a write that waits for a lock; it takes less than 2 s on an idle machine."""
    with Server(tmp_path) as server, visitor(server.link) as visit, ThreadPoolExecutor(1) as pool:
        (database,) = (tmp_path / "home").glob("**/web.sqlite")
        me = me_at(visit)
        me.plays("reinforce 0 0 0", 0)
        port = int(server.address.split(":")[1])
        head = b"POST /api/records HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\nbegun"
        with (
            connect(f"ws://{server.address}/api/watch", proxy=None) as watching,
            socket.create_connection(("127.0.0.1", port)) as upload,
            locked(database),
        ):
            watching.send(json.dumps({"key": me.key}))
            assert watching.recv(PATIENCE)
            upload.sendall(head)
            with visitor(server.link) as another:
                waiting = pool.submit(Seat(another, me.key).act, "roll", 1)
                with pytest.raises(TimeoutError):
                    waiting.result(0.3)
                began = time.monotonic()
                assert server.stop() == 0
                assert time.monotonic() - began < 5, "without a deadline it took more than 6 s"
                assert "shutting down" in refused(waiting.result(PATIENCE), "not_saved")
        assert "Traceback" not in server.error_output
    connection = sqlite3.connect(database)
    plays = [json.loads(text)["play"] for (text,) in connection.execute("SELECT text FROM lines ORDER BY number")]
    connection.close()
    assert plays[:1] == ["reinforce 0 0 0"]


SEARCHES_FOR_EVER = """
import signal, socket, threading
from contextlib import suppress
import uvicorn
from anyio.to_thread import run_sync
from holdtheline.web.server import SHUTDOWN_SECONDS, GameServer, interrupt
from holdtheline.web.workers.pool import WorkerPool

def search():
    print("searching", flush=True)
    threading.Event().wait()

async def app(scope, receive, send):
    if scope["type"] == "http":
        await run_sync(search)

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
signal.signal(signal.SIGTERM, interrupt)
with suppress(KeyboardInterrupt):
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=SHUTDOWN_SECONDS)
    GameServer(config, WorkerPool()).run([listener])
"""


def test_sigterm_ends_a_server_whose_search_does_not_end() -> None:
    command = [sys.executable, "-c", SEARCHES_FOR_EVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        with socket.create_connection(("127.0.0.1", int(server.stdout.readline()))) as caller:
            caller.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            assert server.stdout.readline() == "searching\n"
            server.terminate()
            assert server.wait(PATIENCE) == 0
