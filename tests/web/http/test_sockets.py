"""Sockets: who watches a table hears of every change, and nobody is disturbed by those who open too many."""

from __future__ import annotations

import asyncio
import json
import resource
import socket as sockets_
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect as connect_later
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from holdtheline.web.http import sockets
from holdtheline.web.http.errors import ApiError, ErrorBody
from holdtheline.web.http.limits import RequestLimits
from holdtheline.web.tables import models

from ...effort import EVERYTHING
from ..server import (
    PATIENCE,
    Opening,
    Seat,
    Server,
    app_over,
    client,
    listening,
    me_at,
    me_with_a_choice,
    opened,
    refused,
    served_at,
    toy,
    visitor,
)

__all__ = ["client", "toy"]


class Line:
    """A socket to a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def says(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hears(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        return message

    @property
    def view(self) -> dict[str, Any]:
        """The view that comes next."""
        answer = self.hears()
        assert list(answer) == ["view"], answer
        view: dict[str, Any] = answer["view"]
        assert models.TableView.model_validate(view).model_dump(mode="json") == view
        return view

    def view_where(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first view from now on of which this is true."""
        while not holds(view := self.view):
            pass
        return view

    def refusal(self, after_views: bool = False) -> tuple[int, str, str]:
        """The number that the socket is closed with, and the code and the sentence told before."""
        while "view" in (message := self.hears()) and after_views:
            pass
        error = ErrorBody.model_validate(message).error
        with pytest.raises(ConnectionClosed) as closed:
            self.socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == error.code
        return closed.value.rcvd.code, error.code, error.sentence


@contextmanager
def line_to(address: str, **more: Any) -> Iterator[Line]:
    with connect(f"ws://{address}/api/watch", proxy=None, **more) as socket:
        yield Line(socket)


@contextmanager
def watching(address: str, seat: Seat) -> Iterator[Line]:
    with line_to(address) as line:
        line.says({"key": seat.key})
        yield line


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('sockets')}/web.sqlite"


@pytest.fixture(scope="module")
def address(url: str) -> Iterator[str]:
    with listening(app_over(url)) as address:
        yield address


@pytest.fixture
def visit(address: str) -> Iterator[httpx.Client]:
    with visitor(f"http://{address}") as client:
        yield client


# Hearing


def test_a_socket_with_a_key_gets_the_view_at_once_and_after_every_change(address: str, visit: httpx.Client) -> None:
    opening = opened(visit, "me")
    with watching(address, opening.me) as mine, watching(address, opening.watcher) as theirs:
        assert mine.view_where(lambda view: view["seats"][0]["here"])["may_act"]
        assert theirs.view["spectator"]
        opening.me.plays("reinforce 0 0 0")
        for line in (mine, theirs):
            assert line.view_where(lambda view: view["version"] == 1)["log"][0]["play"] == "reinforce 0 0 0"
        opening.me.takes_back()
        for line in (mine, theirs):
            assert line.view_where(lambda view: view["version"] == 2)["log"] == []
        opening.me.is_called("Ada")
        for line in (mine, theirs):
            line.view_where(lambda view: view["seats"][0]["name"] == "Ada")
        opening.me.plays("reinforce 0 0 0")
        rolled = opening.me.rolls()
        assert mine.view_where(lambda view: view["version"] == rolled["version"])["log"] == rolled["log"]


def test_a_view_over_a_socket_is_the_one_that_is_asked_for(address: str, visit: httpx.Client) -> None:
    watcher = opened(visit, "me").watcher
    with watching(address, watcher) as line:
        assert line.view == watcher.view


def test_a_seat_is_here_while_a_socket_watches_from_it(address: str, visit: httpx.Client, toy: str) -> None:
    opening = opened(visit, "me", "friend", game=toy)

    def here(view: dict[str, Any]) -> list[bool]:
        return [seat["here"] for seat in view["seats"]]

    with watching(address, opening.me) as mine:
        mine.view_where(lambda view: here(view) == [True, False])
        with watching(address, opening.friend) as theirs, watching(address, opening.friend) as again:
            for line in (mine, theirs, again):
                line.view_where(lambda view: here(view) == [True, True])
            again.socket.close()
            assert here(opening.me.view) == [True, True]
        mine.view_where(lambda view: here(view) == [True, False])
    gone_by = time.monotonic() + PATIENCE
    while any(here(opening.friend.view)):
        assert time.monotonic() < gone_by
        time.sleep(0.01)


def test_spectators_who_come_and_go_notify_no_one(address: str, visit: httpx.Client) -> None:
    opening = opened(visit, "me")
    with watching(address, opening.me) as mine:
        mine.view_where(lambda view: view["seats"][0]["here"])
        for _ in range(5):
            with watching(address, opening.watcher) as theirs:
                assert theirs.view
        mine.says({"ping": 1})
        assert mine.hears() == {"pong": 1}


def test_a_seat_hears_nothing_that_it_may_not_know(address: str, visit: httpx.Client, toy: str) -> None:
    opening = opened(visit, "me", "friend", game=toy)
    with watching(address, opening.friend) as theirs, watching(address, opening.watcher) as public:
        theirs.view_where(lambda view: view["seats"][1]["here"])
        opening.me.plays("take 3")
        for line in (theirs, public):
            view = line.view_where(lambda view: view["version"] == 1)
            assert view["board"]["held"] == [-1, 0]
            assert view["log"][0]["headline"] == "a secret move"


def test_a_ping_is_answered(address: str, visit: httpx.Client) -> None:
    with watching(address, opened(visit, "me").watcher) as line:
        assert line.view
        for number in (1, 0, -5, 2**70):
            line.says({"ping": number})
            assert line.hears() == {"pong": number}
        line.says(b'{"ping": 7}')
        assert line.hears() == {"pong": 7}


# Refusing


@pytest.mark.parametrize("key", ["", "x", "x" * 22, "x" * 5000, "\u0000", "ключ", "a b"])
def test_a_key_that_opens_nothing_closes_the_socket(address: str, key: str) -> None:
    with line_to(address) as line:
        line.says({"key": key})
        assert line.refusal()[:2] == (4401, "key")


@pytest.mark.parametrize("message", [{}, {"key": None}, {"key": 5}, {"key": ["x"]}, {"ping": 1}])
def test_a_first_message_without_a_key_closes_the_socket(address: str, message: Any) -> None:
    with line_to(address) as line:
        line.says(message)
        number, code, sentence = line.refusal()
        assert (number, code) == (4401, "key")
        assert "first message" in sentence


def test_a_socket_that_says_nothing_is_closed_after_a_while(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with 4401: a page would take its key for a wrong one and offer to remove the link."""
    monkeypatch.setattr(sockets, "KEY_SECONDS", 0.2)
    with line_to(address) as line:
        assert line.refusal() == (4408, "malformed", "The key did not arrive in time.")


NOT_A_MESSAGE = [
    "",
    "hello",
    "[]",
    "null",
    "5",
    '"key"',
    "{",
    b"\xff\xfe",
    b"",
    "[" * 50_000,
    '{"key": "\\ud8',
]


@pytest.mark.parametrize("message", NOT_A_MESSAGE)
def test_what_is_not_a_message_closes_the_socket(address: str, message: str | bytes) -> None:
    with line_to(address) as line:
        line.says(message)
        assert line.refusal() == (4400, "malformed", "A message must be a JSON object.")


@pytest.mark.parametrize(
    "message",
    [*NOT_A_MESSAGE, {}, {"play": "hold"}, '{"ping": NaN}', {"ping": "x"}, {"ping": True}, {"ping": 1.5}],
)
def test_what_is_not_a_ping_closes_the_socket_and_no_other(address: str, visit: httpx.Client, message: Any) -> None:
    opening = opened(visit, "me")
    with watching(address, opening.watcher) as other, watching(address, opening.watcher) as line:
        assert other.view
        assert line.view
        line.says(message)
        assert line.refusal()[:2] == (4400, "malformed")
        opening.me.plays("reinforce 0 0 0")
        assert other.view["version"] == 1


def test_there_is_no_socket_at_another_address(address: str) -> None:
    with pytest.raises(Exception, match="403"), connect(f"ws://{address}/api/nothing", proxy=None):
        pass


def test_a_step_that_another_server_wrote_first_is_shown_by_the_open_socket(
    address: str, visit: httpx.Client, url: str
) -> None:
    me = me_at(visit)
    with watching(address, me) as line:
        assert line.view_where(lambda view: view["seats"][0]["here"])
        with served_at(url) as elsewhere:
            after = Seat(elsewhere, me.key).plays("reinforce 0 0 0")
        refused(me.act("moves", 0, play="reinforce 0 0 0"), "stale")
        assert line.view_where(lambda view: view["version"] == 1)["board"] == after["board"]
        me.rolls()
        assert line.view_where(lambda view: view["version"] == 4)


def test_a_view_that_fails_closes_the_socket(
    address: str, visit: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = opened(visit, "me")
    with watching(address, opening.watcher) as line:
        assert line.view

        def fails(*_: object) -> str:
            raise ApiError("not_saved")

        monkeypatch.setattr(sockets, "current_view", fails)
        opening.me.plays("reinforce 0 0 0")
        assert line.refusal()[:2] == (4503, "not_saved")


# Slow ones and many

CHANGES = 40


def test_a_slow_reader_misses_what_lies_between_and_never_the_last(sqlite_url: str) -> None:
    with (
        listening(app_over(sqlite_url), buffer=4096) as address,
        visitor(f"http://{address}") as visit,
        sockets_.socket() as slow,
    ):
        me = me_with_a_choice(visit)
        host, port = address.split(":")
        slow.setsockopt(sockets_.SOL_SOCKET, sockets_.SO_RCVBUF, 4096)
        slow.connect((host, int(port)))
        with connect(f"ws://{address}/api/watch", sock=slow, max_queue=1, compression=None) as socket:
            line = Line(socket)
            line.says({"key": me.key})
            assert line.view
            move = me.view["moves"][0]["text"]
            for _ in range(CHANGES // 2):
                me.plays(move)
                last = me.takes_back()
            seen = [line.view["version"]]
            while seen[-1] != last["version"]:
                seen.append(line.view["version"])
    assert seen == sorted(set(seen)), "none comes twice, none after a newer one"
    assert len(seen) < CHANGES / 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        assert server.link
        yield server


MANY = 1000 if EVERYTHING else 300  # a busy machine makes a thousand too late to be let in


def test_hundreds_of_sockets_of_one_address_disturb_nobody_else(server: Server) -> None:
    """Only as many as are allowed stay open; the others are told why not. Meanwhile a game is played."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * MANY)), hard))
    with visitor(server.link, "127.0.0.2") as crowd, visitor(server.link, "127.0.0.3") as other:
        theirs, mine = opened(crowd, "me"), me_at(other)
        ends = asyncio.run(crowded(server.address, theirs, mine))
        assert mine.view["outcome"] is not None
    allowed = RequestLimits().sockets
    assert ends["open"] == allowed
    assert ends["busy 4429"] == MANY - allowed


async def crowded(address: str, theirs: Opening, mine: Seat) -> Counter[str]:
    """Open many sockets while another client plays a whole game; count how the sockets ended.

    The sockets that may stay open do so until that game is over.
    """
    all_know = asyncio.Barrier(MANY + 1)
    crowd = [asyncio.create_task(one_of_many(address, theirs.watcher, all_know)) for _ in range(MANY)]
    await asyncio.to_thread(mine.plays_to_the_end)
    await asyncio.wait_for(all_know.wait(), PATIENCE)
    return Counter(await asyncio.gather(*crowd))


async def one_of_many(address: str, seat: Seat, all_know: asyncio.Barrier) -> str:
    """What became of one socket; those that may stay do so until all others know what becomes of them."""
    async with connect_later(
        f"ws://{address}/api/watch",
        proxy=None,
        local_addr=("127.0.0.2", 0),
        open_timeout=PATIENCE,
        compression=None,
    ) as socket:
        try:
            await socket.send(json.dumps({"key": seat.key}))
            answer = json.loads(await socket.recv())
            if "view" not in answer:
                assert ErrorBody.model_validate(answer)
                await socket.recv()
            end = "open"
        except ConnectionClosed as closed:
            end = f"{closed.rcvd.reason} {closed.rcvd.code}" if closed.rcvd else "cut"
        await asyncio.wait_for(all_know.wait(), PATIENCE)
        return end


@pytest.mark.clause("T2.2")
def test_a_secret_order_sends_no_message_to_anyone_else(address: str, visit: httpx.Client) -> None:
    opening = opened(visit, "me", "friend", game="towers")
    with (
        watching(address, opening.me) as mine,
        watching(address, opening.friend) as theirs,
        watching(address, opening.watcher) as public,
    ):
        for line in (mine, theirs, public):
            line.view_where(lambda view: all(seat["here"] for seat in view["seats"]))
        opening.me.plays("hire rifle")
        mine.view_where(lambda view: view["version"] == 1)
        for line in (theirs, public):
            line.says({"ping": 1})
            assert line.hears() == {"pong": 1}
