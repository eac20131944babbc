"""`htl serve`: how it begins, what it says, how it ends."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from holdtheline.web.db.database import Database

from ..cli.conftest import Answer, home, htl
from .server import PATIENCE, Seat, Server, me_at, opened, visitor

__all__ = ["home", "htl"]

NO_SUCH_HOST = "no-such-host.invalid"
Htl = Callable[..., Answer]


# Beginning


def test_it_prints_its_address_and_keeps_its_games_in_the_data_folder(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with visitor(server.link) as visit:
            me = me_at(visit)
            me.plays("reinforce 0 0 0")
            assert visit.get("/").status_code == 200
        port = server.link.rstrip("/").rpartition(":")[2]
        printed = f"Hold the Line is running at http://127.0.0.1:{port}/ (press Ctrl-C to stop; games are saved).\n"
        assert server.output == printed
        assert server.stop() == 0
        assert server.error_output == ""
    (database,) = (tmp_path / "home").glob("**/web.sqlite")
    assert rows_in(database) == 1


def rows_in(database: Path) -> int:
    connection = sqlite3.connect(database)
    (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
    connection.close()
    assert isinstance(count, int)
    return count


def test_only_the_owner_can_read_what_the_server_keeps(tmp_path: Path) -> None:
    def modes() -> dict[str, int]:
        return {path.name: path.stat().st_mode & 0o777 for path in (database, *database.parent.glob("web.sqlite-*"))}

    database, bot_folder = tmp_path / "data" / "web.sqlite", tmp_path / "cache" / "bots"
    bot_folder.mkdir(parents=True, mode=0o755)
    private = {"web.sqlite": 0o600, "web.sqlite-wal": 0o600, "web.sqlite-shm": 0o600}
    surroundings = {"HTL_DATABASE_URL": f"sqlite:///{database}", "HTL_CACHE": str(tmp_path / "cache")}
    with Server(tmp_path / "new", NUMBA_DISABLE_JIT="1", **surroundings) as server:
        with visitor(server.link) as visit:
            me_at(visit)
        assert modes() == private
        assert (database.parent.stat().st_mode & 0o777, bot_folder.stat().st_mode & 0o777) == (0o700, 0o700)
        assert server.error_output == f"other users could read {bot_folder}; now only you can\n"
        server.stop(signal.SIGKILL)
    for path in database.parent.iterdir():  # as earlier versions left them
        path.chmod(0o644)
    storage = Database(f"sqlite:///{database}")
    assert modes() == private
    storage.close()


def test_a_port_that_is_taken_is_told_in_one_sentence(htl: Htl) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = htl("serve", "--no-open", "--port", str(port))
    assert answer.code == 2
    assert answer.complaint == (
        f"cannot listen on 127.0.0.1:{port}: Address already in use; "
        "choose another port with --port (0 picks a free one)"
    )


def test_a_host_that_there_is_not_is_told_in_one_sentence(htl: Htl) -> None:
    answer = htl("serve", "--no-open", "--host", NO_SUCH_HOST)
    assert answer.code == 2
    assert answer.complaint.startswith(f"cannot resolve '{NO_SUCH_HOST}': ")


@pytest.mark.parametrize("port", ["-1", "65536", "x", ""])
def test_a_port_is_a_number_that_ports_have(htl: Htl, port: str) -> None:
    answer = htl("serve", "--no-open", "--port", port)
    assert answer.code == 2
    assert "--port" in answer.complaint


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("nonsense", "the database must be a URL such as postgresql://user@host/name"),
        ("mysql://ada:x@host/y", "the database must be sqlite:///file or postgresql://user@host/name, not 'mysql'"),
        ("sqlite://", "a database in memory would lose every game; name a file: sqlite:///file"),
    ],
)
def test_a_database_that_cannot_be_named_so_is_told_in_one_sentence(htl: Htl, url: str, complaint: str) -> None:
    answer = htl("serve", "--no-open", "--port", "0", "--database", url)
    assert (answer.code, answer.complaint) == (2, complaint)


def test_a_database_that_does_not_open_is_told_in_one_sentence(htl: Htl, tmp_path: Path) -> None:
    text = tmp_path / "a text"
    text.write_text("This is not a database, but it is long enough to look like one." * 20)
    answer = htl("serve", "--no-open", "--port", "0", "--database", f"sqlite:///{text}")
    assert answer.code == 3
    assert answer.complaint == f"the database {text} cannot be used: file is not a database"
    assert text.read_text().startswith("This is not a database")


def test_a_password_is_not_repeated(htl: Htl) -> None:
    url = "postgresql://ada:s3cr3t@127.0.0.1:1/games"
    answer = htl("serve", "--no-open", "--port", "0", "--database", url)
    assert answer.code == 3
    assert answer.complaint.startswith("the PostgreSQL database games at 127.0.0.1 cannot be used: ")
    assert "s3cr3t" not in answer.complaint


# While it runs


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        assert server.link
        yield server


def test_nonsense_on_the_line_is_no_traceback(server: Server) -> None:
    port = int(server.address.split(":")[1])
    for nonsense in (b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x00" * 5000):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            line.sendall(nonsense)
            line.shutdown(socket.SHUT_WR)
            while line.recv(4096):
                pass
    with visitor(server.link) as visit:
        assert visit.get("/api/games").status_code == 200
    assert "Traceback" not in server.error_output


def test_no_key_is_ever_printed_or_logged(server: Server) -> None:
    with visitor(server.link) as visit:
        opening = opened(visit, "me")
        keys = [opening.answer["key"], opening.answer["watch"], opening.me.shares().key]
        wrong = f"{keys[0]}x"
        for key in (keys[0], wrong):
            with connect(f"ws://{server.address}/api/watch", proxy=None) as socket:
                socket.send(json.dumps({"key": key}))
                assert socket.recv(PATIENCE)
        opening.me.plays_to_the_end()
        Seat(visit, wrong).ask("GET", "/table")
        opening.me.act("moves", play=keys[0])
        opening.me.is_called(keys[0])
        visit.get(f"/api/replay/{keys[0]}")
    printed = server.output + server.error_output
    assert not [key for key in keys if key in printed]
    assert "Traceback" not in printed


# Ending


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_also_while_a_socket_is_open(tmp_path: Path, sign: signal.Signals) -> None:
    with Server(tmp_path) as server, visitor(server.link) as visit:
        me = me_at(visit)
        workers = start_worker(server, visit)
        with connect(f"ws://{server.address}/api/watch", proxy=None) as watching:
            watching.send(json.dumps({"key": me.key}))
            assert "view" in json.loads(watching.recv(PATIENCE))
            silent = socket.create_connection(("127.0.0.1", int(server.address.split(":")[1])))
            assert server.stop(sign) == 0
            with pytest.raises(ConnectionClosed) as closed:
                watching.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012, "the server restarts: come again"
            silent.close()
        wait_until_ended(workers)
        assert "Traceback" not in server.error_output


def test_a_server_that_was_killed_goes_on_with_the_database_that_the_environment_names(
    tmp_path: Path,
) -> None:
    database = tmp_path / "elsewhere" / "games.sqlite"
    with Server(tmp_path / "one", HTL_DATABASE_URL=f"sqlite:///{database}") as server:
        with visitor(server.link) as visit:
            me = me_at(visit)
            seen = me.goes_on(me.goes_on())
            workers = start_worker(server, visit)
        server.stop(signal.SIGKILL)
        wait_until_ended(workers)
    assert rows_in(database) == 2
    assert not list(tmp_path.glob("**/web.sqlite"))
    with Server(tmp_path / "two", HTL_DATABASE_URL=f"sqlite:///{database}") as server:
        with visitor(server.link) as visit:
            again = Seat(visit, me.key)
            assert again.view["board"] == seen["board"]
            assert again.plays_to_the_end()["outcome"]
        assert server.stop() == 0


def start_worker(server: Server, visit: httpx.Client) -> list[int]:
    """Let a worker play a game; return the processes that the server has started."""
    assert opened(visit, "book").watcher.view["outcome"]
    children = child_processes(server.process.pid)
    assert children
    return children


def child_processes(pid: int) -> list[int]:
    """Return the processes that any thread of this process has started."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


def wait_until_ended(pids: list[int]) -> None:
    end = time.monotonic() + PATIENCE
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < end, "a worker has outlived its server"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
