"""One thread writes for everybody: it groups, it isolates, and nobody waits for ever."""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection

from holdtheline.core.errors import NotSaved
from holdtheline.web.db.rows import GameProgress
from holdtheline.web.db.writer import WriteConflict

from ..concurrent_writes import START, Work, at_once, fate, held, open_game, together, wait_for
from ..concurrent_writes import Patient as Storage

# Many at once


def test_of_many_who_write_at_the_same_place_one_wins(storage: Storage, database_url: str) -> None:
    other = Storage(database_url)
    open_game(storage)
    for number in range(5):
        writes: list[Work] = [
            partial(server.append, "g", number, [name], START)
            for name in ("a", "b", "c")
            for server in (storage, other)
        ]
        fates = sorted(fate(done) for done in at_once(writes))
        assert fates == ["WriteConflict"] * 5 + ["saved"]
    assert len(storage.lines_of("g")) == 5
    other.close()


def test_two_servers_write_many_games_at_once_and_lose_nothing(storage: Storage, database_url: str) -> None:
    other = Storage(database_url)
    names = [f"game {number}" for number in range(12)]
    for name in names:
        open_game(storage, name)

    def play(server: Storage, name: str) -> None:
        for number in range(15):
            server.append(name, number, [f"{name}, line {number}"], GameProgress(number + 1, 0))

    servers = [storage, other] * 6
    works: list[Work] = [partial(play, server, name) for name, server in zip(names, servers, strict=True)]
    assert [fate(done) for done in at_once(works)] == ["saved"] * len(names)
    for name in names:
        assert other.lines_of(name) == [f"{name}, line {number}" for number in range(15)]
    other.close()


def test_those_who_wait_at_the_same_moment_share_a_transaction(storage: Storage) -> None:
    for number in range(20):
        open_game(storage, str(number))
    commits: list[object] = []
    event.listen(storage.writing_engine, "commit", commits.append)
    works: list[Work] = [partial(storage.append, str(n), 0, ["one"], START) for n in range(20)]
    assert [fate(done) for done in together(storage, works)] == ["saved"] * 20
    assert len(commits) == 2  # of the one who held the writer, and of all the others
    assert all(storage.lines_of(str(number)) == ["one"] for number in range(20))


def test_a_bad_write_spoils_no_other_in_its_transaction(storage: Storage) -> None:
    for name in ("a", "b", "c"):
        open_game(storage, name)
    commits: list[object] = []
    event.listen(storage.writing_engine, "commit", commits.append)
    done = together(
        storage,
        [
            lambda: storage.append("a", 0, ["one"], START),
            lambda: storage.append("a", 0, ["one too"], START),
            lambda: open_game(storage, "b", "another"),
            lambda: storage.append("b", 0, ["x", "\ud800"], START),
            lambda: storage._writer.write(lambda _: 1 // 0),
            lambda: storage.append("a", 1, ["two"], START),
            lambda: storage.append("c", 0, ["one"], START),
        ],
    )
    assert [fate(one) for one in done] == [
        "saved", "WriteConflict", "WriteConflict", "HtlError", "ZeroDivisionError", "saved", "saved",
    ]  # fmt: skip
    assert len(commits) == 4  # of the one who held the writer, and of each that was saved
    assert [storage.lines_of(name) for name in ("a", "b", "c")] == [["one", "two"], [], ["one"]]


@pytest.mark.parametrize("error", [sa.exc.OperationalError("", {}, Exception("no power")), RuntimeError()])
def test_a_commit_that_fails_saves_nobody(storage: Storage, error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("a", "b"):
        open_game(storage, name)

    def refuse(_: Connection) -> None:
        raise error

    event.listen(storage.writing_engine, "commit", refuse)
    done = at_once([partial(storage.append, name, 0, ["one"], START) for name in ("a", "b")])
    event.remove(storage.writing_engine, "commit", refuse)
    expected = "RuntimeError" if isinstance(error, RuntimeError) else "NotSaved"
    assert [fate(one) for one in done] == [expected] * 2
    assert storage.lines_of("a") == storage.lines_of("b") == []
    assert storage.append("a", 0, ["one"], START) == 1


def test_why_the_database_refuses_is_logged_and_not_told_to_players(
    storage: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    open_game(storage)

    def refuse(_: Connection) -> None:
        raise sa.exc.OperationalError("", {}, Exception("no room on /dev/sda1"))

    event.listen(storage.writing_engine, "commit", refuse)
    with caplog.at_level(logging.ERROR), pytest.raises(NotSaved) as refused:
        storage.append("g", 0, ["one"], START)
    event.remove(storage.writing_engine, "commit", refuse)
    assert str(refused.value) == ("the database could not save this; the game is unchanged, please try again")
    assert caplog.messages == ["the database cannot be written: no room on /dev/sda1"]


def test_a_commit_whose_answer_was_lost_is_never_written_twice(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_game(storage)
    dialect = storage.writing_engine.dialect
    commit = dialect.do_commit

    def lose_the_answer(connection: Any) -> None:
        commit(connection)
        raise dialect.loaded_dbapi.OperationalError("the line is dead")

    monkeypatch.setattr(dialect, "do_commit", lose_the_answer)
    with pytest.raises(NotSaved):
        storage.append("g", 0, ["one"], START)
    monkeypatch.undo()
    with pytest.raises(WriteConflict):
        storage.append("g", 0, ["one"], START)
    assert storage.lines_of("g") == ["one"]
    assert storage.append("g", 1, ["two"], START) == 2


# Closing


def test_after_closing_nobody_hangs_and_what_was_acknowledged_is_there(database_url: str) -> None:
    storage = Storage(database_url)
    for number in range(12):
        open_game(storage, str(number))

    def play(name: str) -> int:
        for number in range(10_000):
            try:
                storage.append(name, number, ["line"], START)
            except NotSaved:
                return number
        return 10_000

    with ThreadPoolExecutor(12) as pool:
        played = [pool.submit(play, str(number)) for number in range(12)]
        while len(storage.lines_of("0")) < 3:
            time.sleep(0.001)
        storage.close()
        acknowledged = [one.result(30) for one in played]
    storage.close()
    again = Storage(database_url)
    assert [len(again.lines_of(str(number))) for number in range(12)] == acknowledged
    again.close()


def test_who_waits_when_it_closes_is_served_first(database_url: str) -> None:
    storage = Storage(database_url)
    for number in range(5):
        open_game(storage, str(number))
    with ThreadPoolExecutor(6) as pool:
        with held(storage):
            done = [pool.submit(storage.append, str(n), 0, ["one"], START) for n in range(5)]
            wait_for(storage, 5)
            closing = pool.submit(storage.close)
        assert [fate(one) for one in done] == ["saved"] * 5
        closing.result(30)
    with pytest.raises(NotSaved, match="shutting down"):
        storage.append("0", 1, ["two"], START)


def test_more_than_fit_into_one_transaction_are_all_written(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdtheline.web.db.writer.MAX_BATCH", 3)
    works: list[Work] = [partial(open_game, storage, str(n)) for n in range(8)]
    assert [fate(done) for done in together(storage, works)] == ["saved"] * 8
    assert all(storage.game(str(number)) for number in range(8))
