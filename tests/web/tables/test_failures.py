"""Trouble behind the table: what cannot be saved, players that fail, crowds at one door, silent callers."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from holdtheline.core.ai.search_settings import Policy
from holdtheline.core.catalog import EXTRA_GAMES, definition_of
from holdtheline.core.errors import NotSaved
from holdtheline.core.game import Game
from holdtheline.core.kernel.compiler import kernel
from holdtheline.web import server as web_server
from holdtheline.web.coach import advice
from holdtheline.web.coach.advice import Coach
from holdtheline.web.db.database import Database
from holdtheline.web.db.keys import KeyRow, new_key
from holdtheline.web.http.errors import ApiError
from holdtheline.web.server import HeaderTimeoutProtocol
from holdtheline.web.tables.live_table import LiveTable
from holdtheline.web.tables.models import Seating
from holdtheline.web.tables.registry import TableRegistry
from holdtheline.web.workers.pool import WorkerPool
from holdtheline.web.workers.worker import ThreadWorker

from ...definition.toy_game import GAME
from ...definition.variants import variant
from ..server import LOOSE, PATIENCE, TestClient, app_over, me_at, opened, refused, tables_over


@kernel
def always_wrong(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    return 1_000_000


def test_a_computer_player_that_fails_does_not_close_the_table(
    client: TestClient, toy: str, caplog: pytest.LogCaptureFixture
) -> None:
    EXTRA_GAMES[toy] = variant(GAME, policies={"fool": Policy(always_wrong, "is always wrong")})
    with caplog.at_level(logging.ERROR):
        me = opened(client, "me", "fool", game=toy).me
        view = me.plays("take 2")
        assert (view["turn"], view["version"], len(me.view["log"])) == (1, 1, 1)
    assert "the computer player could not move" in caplog.text


def test_the_rolls_of_a_wave_are_saved_together_or_come_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = me_at(client)
    me.plays("reinforce 0 0 0")
    append, lost = Database.append, []

    async def full(storage: Database, *words: Any) -> int:
        lost.append(words[2])
        raise NotSaved("the disk is full")

    monkeypatch.setattr(Database, "append", full)
    for _ in range(2):
        refused(me.act("roll"), "not_saved")
        assert me.version == 1
    monkeypatch.setattr(Database, "append", append)
    assert me.rolls()["version"] == 4
    assert lost[0] == lost[1] == me.record.splitlines()[2:5]


def test_a_game_that_this_server_does_not_know_any_more_stays_in_the_list(client: TestClient, toy: str) -> None:
    mine, lost = me_at(client), opened(client, "me", "me", game=toy).me
    room = EXTRA_GAMES.pop(toy)
    try:
        cards = mine.post("/mine", keys=[lost.key, mine.key, "x"]).json()["tables"]
    finally:
        EXTRA_GAMES[toy] = room
    assert [card and card["title"] for card in cards] == [toy, "Siege", None]


def test_a_table_is_loaded_once_however_many_come_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Database(f"sqlite:///{tmp_path}/web.sqlite")
    game = Game(definition_of("siege"), {}, plain=True)
    loads, load = [], TableRegistry._load

    async def slow(self: TableRegistry, game_id: str) -> LiveTable:
        loads.append(game_id)
        await asyncio.sleep(0.2)
        return await load(self, game_id)

    monkeypatch.setattr(TableRegistry, "_load", slow)

    async def visit(tables: TableRegistry, game_id: str) -> LiveTable:
        async with tables.use(game_id) as live:
            return live

    async def many_visits() -> list[LiveTable]:
        opening = await tables_over(storage).open(game, Seating(seats=["me"]))
        tables = tables_over(storage)
        return await asyncio.gather(*(visit(tables, opening.id) for _ in range(8)))

    assert len(set(asyncio.run(many_visits()))) == 1
    assert len(loads) == 1
    storage.close()


def two_tables(storage: Database) -> tuple[TableRegistry, TableRegistry]:
    return tables_over(storage), tables_over(storage)


def test_who_has_seen_more_elsewhere_makes_the_server_read_the_table_again(tmp_path: Path) -> None:
    storage = Database(f"sqlite:///{tmp_path}/web.sqlite")
    here, there = two_tables(storage)

    async def both() -> list[int]:
        opening = await here.open(Game(definition_of("siege"), {}, plain=True), Seating(seats=["me"]))
        key = await here.find_key(opening.key or "")
        async with there.use(opening.id) as live:
            assert live.version == 0
        async with here.use(opening.id) as live:
            await live.play(key, "reinforce 0 0 0", 0)
        async with there.use(opening.id) as live:
            await live.roll(key, 1)
            return [live.version, len(live.table.steps)]

    assert asyncio.run(both()) == [4, 4]
    storage.close()


def test_a_step_that_another_writer_has_written_is_not_taken(tmp_path: Path) -> None:
    storage = Database(f"sqlite:///{tmp_path}/web.sqlite")
    here, there = two_tables(storage)

    async def both() -> tuple[int, int]:
        opening = await here.open(Game(definition_of("siege"), {}, plain=True), Seating(seats=["me"]))
        key = await here.find_key(opening.key or "")
        async with there.use(opening.id) as old:
            async with here.use(opening.id) as live:
                await live.play(key, "reinforce 0 0 0", 0)
            with pytest.raises(ApiError, match="has changed"):
                await old.play(key, "reinforce 0 0 0", 0)
            assert [step.play for step in old.table.steps] == ["reinforce 0 0 0"]
        row = storage.game(opening.id)
        assert row is not None
        return row.written, row.steps

    assert asyncio.run(both()) == (1, 1)
    assert len(set(asyncio.run(many_loads(storage)))) == 1
    storage.close()


async def many_loads(storage: Database) -> list[int]:
    """Several tables that come at once, where none may stay idle: each is loaded once while it is used."""
    tables, counts = tables_over(storage, max_idle=0), []
    game = Game(definition_of("siege"), {}, plain=True)
    ids = [(await tables_over(storage).open(game, Seating(seats=["me"]))).id for _ in range(6)]

    async def visit(game_id: str) -> None:
        async with tables.use(game_id) as live:
            await asyncio.sleep(0.05)
            counts.append(int(tables._live.get(game_id) is live))

    await asyncio.gather(*map(visit, ids))
    return counts


def test_two_who_are_renamed_at_once_both_keep_their_names(tmp_path: Path, toy: str) -> None:
    storage = Database(f"sqlite:///{tmp_path}/web.sqlite")

    async def both() -> list[str]:
        tables = tables_over(storage)
        game = Game(definition_of(toy), {}, plain=True)
        opening = await tables.open(game, Seating(seats=["me", "friend"]))
        friend = KeyRow.of(new_key(), opening.id, "seat", (1,))
        await storage.add_key(friend)
        keys = [await tables.find_key(opening.key or ""), friend]
        await asyncio.gather(tables.rename(keys[0], "Ada"), tables.rename(keys[1], "Bob"))
        async with tables.use(opening.id) as live:
            return [key.name for key in live.seat_keys]

    assert asyncio.run(both()) == ["Ada", "Bob"]
    storage.close()


def test_a_computer_player_tries_again_by_itself_and_wants_the_same(
    tmp_path: Path, toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Database(f"sqlite:///{tmp_path}/web.sqlite")
    monkeypatch.setattr("holdtheline.web.tables.live_table.RETRY_SECONDS", 0.05)
    append, wanted = Database.append, []

    async def full(self: Database, game_id: str, first: int, texts: list[str], progress: Any) -> int:
        if first == 1:
            wanted.append(texts)
            if len(wanted) < 4:
                raise NotSaved("the disk is full")
        return await append(self, game_id, first, texts, progress)

    monkeypatch.setattr(Database, "append", full)

    async def play() -> int:
        tables = tables_over(storage)
        opening = await tables.open(Game(definition_of(toy), {}, plain=True), Seating(seats=["me", "random"]))
        key = await tables.find_key(opening.key or "")
        async with tables.use(opening.id) as live:
            live.subscribe(lambda: None, key)
            await live.play(key, "take 1", 0)
            assert live.version == 1
            async with asyncio.timeout(PATIENCE):
                while live.version != 2:
                    await asyncio.sleep(0.01)
            return live.version

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(play()) == 2
    assert wanted == [wanted[0]] * 4
    assert "Traceback" not in caplog.text
    assert caplog.text.count("was not saved") == 3
    storage.close()


def test_a_writer_that_is_held_up_closes_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdtheline.web.db.writer.CLOSE_SECONDS", 0.2)
    storage = Database(f"sqlite:///{tmp_path}/web.sqlite")
    go, begun = threading.Event(), threading.Event()

    def slow(_: Any) -> None:
        begun.set()
        go.wait(30)

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(storage._writer.write, slow)
        assert begun.wait(30)
        second = pool.submit(storage._writer.write, lambda _: None)
        while storage._writer._queue.empty():
            time.sleep(0.001)
        storage._writer.close()
        assert "shutting down" in str(second.exception(30))
        go.set()
        first.result(30)
    storage.engine.dispose()


def test_a_coach_who_fails_says_so_instead_of_letting_one_wait(caplog: pytest.LogCaptureFixture) -> None:
    def fail(options: Any) -> Any:
        raise RuntimeError("no")

    definition = EXTRA_GAMES["lost"] = variant(definition_of("siege"), name="lost", solver=fail)
    game = Game(definition, {}, plain=True)

    async def ask() -> None:
        coach = Coach(WorkerPool(ThreadWorker))
        assert coach.why_not(game) is None
        while coach.why_not(game) is None:
            assert coach.exact_advice(game.start()).ready is False
            await asyncio.sleep(0.001)
        assert coach.why_not(game) == "The chances could not be computed."

    try:
        with caplog.at_level(logging.CRITICAL):
            asyncio.run(asyncio.wait_for(ask(), PATIENCE))
    finally:
        del EXTRA_GAMES["lost"]


def test_a_coach_who_failed_is_asked_again_a_little_later(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Any] = []

    def fail_once(options: Any) -> Any:
        calls.append(options)
        if len(calls) == 1:
            raise RuntimeError("killed on a busy machine")
        return "the solution"

    definition = EXTRA_GAMES["busy"] = variant(definition_of("siege"), name="busy", solver=fail_once)
    game = Game(definition, {}, plain=True)

    async def ask() -> None:
        coach = Coach(WorkerPool(ThreadWorker))
        while coach.why_not(game) is None:
            assert coach.solution(game) is None
            await asyncio.sleep(0.001)
        assert coach.solution(game) is None
        assert len(calls) == 1, "it is not asked again at once"
        monkeypatch.setattr(advice, "RETRY_SECONDS", 0.0)
        assert coach.why_not(game) is None
        while coach.solution(game) is None:
            await asyncio.sleep(0.001)
        assert coach.solution(game) == "the solution"
        assert len(calls) == 2

    try:
        with caplog.at_level(logging.CRITICAL):
            asyncio.run(asyncio.wait_for(ask(), PATIENCE))
    finally:
        del EXTRA_GAMES["busy"]


# Silent and endless callers


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(web_server, "HEADER_SECONDS", 0.5)
    app = app_over(f"sqlite:///{tmp_path}/web.sqlite", LOOSE)
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen(16)
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", http=HeaderTimeoutProtocol))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        yield door.getsockname()[1]
        server.should_exit = True
        thread.join()


def answer_to(port: int, *pieces: bytes) -> bytes:
    """What comes until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as caller:
        heard = b""
        try:
            for piece in pieces:
                caller.sendall(piece)
            while more := caller.recv(65536):
                heard += more
        except (ConnectionResetError, BrokenPipeError):
            pass
        return heard


def test_a_connection_that_says_nothing_is_closed(port: int) -> None:
    assert answer_to(port) == b""
    assert answer_to(port, b"GET / HTTP/1.1\r\nHost: here\r\n") == b""


def test_headers_without_end_are_not_listened_to(port: int) -> None:
    endless = b"X-More: " + b"x" * 200_000
    assert answer_to(port, b"GET / HTTP/1.1\r\nHost: here\r\n", endless, endless) == b""


def test_a_client_that_comes_to_the_point_is_answered_and_may_ask_again(port: int) -> None:
    ask = b"GET /api/games HTTP/1.1\r\nHost: here\r\n%b\r\n"
    heard = answer_to(port, ask % b"", ask % b"Connection: close\r\n")
    assert heard.count(b"HTTP/1.1 200 OK") == 2
    assert json.loads(heard.rsplit(b"\r\n\r\n", 1)[1])["games"]
