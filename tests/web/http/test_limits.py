"""One address cannot ask too much, and nobody else is disturbed by one that tries."""

from __future__ import annotations

import asyncio
import socket
import warnings
from typing import Any

import pytest
from fastapi import FastAPI, Request, WebSocket
from starlette.websockets import WebSocketDisconnect

from holdtheline.web.http.errors import ApiError, install_error_handlers
from holdtheline.web.http.limits import (
    KIB,
    MIB,
    LimitMiddleware,
    Rate,
    RequestLimits,
    TokenBuckets,
    client_network,
)

from ..server import PATIENCE, listening, visitor

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that httpx will have another name
    from starlette.testclient import TestClient


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def echo_app(reached: list[str] | None = None) -> FastAPI:
    app = FastAPI()
    install_error_handlers(app)

    @app.api_route("/{path:path}", methods=["GET", "POST"])
    async def anything(path: str, request: Request) -> int:
        if reached is not None:
            reached.append(path)
        if request.headers.get("authorization", "right") != "right":
            raise ApiError("key")
        return len(await request.body())

    @app.websocket("/api/watch")
    async def watch(websocket: WebSocket) -> None:
        await websocket.accept()
        message = await websocket.receive_text()
        if message == "wrong":
            raise ApiError("key")
        if message == "fault":
            raise RuntimeError("a fault")
        await websocket.send_text(message)

    return app


def clients(limits: RequestLimits, *hosts: str) -> tuple[Clock, list[TestClient]]:
    """A client from each host, all of one guarded app."""
    clock = Clock()
    guard = LimitMiddleware(echo_app(), limits, clock)
    return clock, [TestClient(guard, client=(host, 5000)) for host in hosts]


def busy(response: Any) -> int:
    """The seconds to wait that a refused request is told."""
    assert response.status_code == 429
    error = response.json()["error"]
    assert error["code"] == "busy"
    assert error["sentence"].startswith("Too many requests came from your address; try again in ")
    return int(response.headers["retry-after"])


# Bodies


def test_a_body_up_to_the_limit_is_taken_whole() -> None:
    client = TestClient(LimitMiddleware(echo_app()))
    assert client.post("/api/x", content=b"x" * 64 * KIB).json() == 64 * KIB
    assert client.post("/api/records", content=b"x" * MIB).json() == MIB
    assert client.get("/api/x").json() == 0


@pytest.mark.parametrize(
    ("path", "length", "sentence"),
    [("/api/x", 64 * KIB, "64 KiB"), ("/api/records", MIB, "1024 KiB"), ("/", 64 * KIB, "64")],
)
def test_a_body_that_says_it_is_too_large_is_refused(path: str, length: int, sentence: str) -> None:
    reached: list[str] = []
    response = TestClient(LimitMiddleware(echo_app(reached))).post(path, content=b"x" * (length + 1))
    assert response.status_code == 413
    assert response.json()["error"]["code"] == "too_large"
    assert sentence in response.json()["error"]["sentence"]
    assert not reached


def test_a_body_in_chunks_is_counted_and_not_read_on() -> None:
    guard = LimitMiddleware(echo_app())
    asked = 0

    async def endless() -> dict[str, Any]:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b"x" * 10 * KIB, "more_body": True}

    sent = asyncio.run(answered(guard, http("/api/x", "POST"), endless))
    assert sent[0]["status"] == 413
    assert asked == 7


def test_only_an_upload_may_be_as_large_as_a_record() -> None:
    client = TestClient(LimitMiddleware(echo_app()))
    assert client.request("GET", "/api/records", content=b"x" * MIB).status_code == 413
    assert client.post("/api/records/more", content=b"x" * MIB).status_code == 413


def test_a_length_that_is_no_number_is_not_trusted() -> None:
    guard = LimitMiddleware(echo_app())

    async def large() -> dict[str, Any]:
        return {"type": "http.request", "body": b"x" * MIB, "more_body": False}

    scope = http("/api/x", "POST", [(b"content-length", b"-5")])
    assert asyncio.run(answered(guard, scope, large))[0]["status"] == 413


def test_a_body_that_stalls_is_given_up() -> None:
    guard = LimitMiddleware(echo_app(), RequestLimits(body_seconds=0.01))

    async def stalled() -> dict[str, Any]:
        await asyncio.sleep(60)
        return {}

    sent = asyncio.run(answered(guard, http("/api/x", "POST"), stalled))
    assert sent[0]["status"] == 400
    assert (b"connection", b"close") in sent[0]["headers"]
    assert b"did not arrive within 0.01 s." in sent[1]["body"]


def test_a_sender_who_leaves_in_the_middle_is_not_answered() -> None:
    reached: list[str] = []
    part: dict[str, Any] = {"type": "http.request", "body": b"x", "more_body": True}
    messages = iter([part, {"type": "http.disconnect"}])

    async def leaving() -> dict[str, Any]:
        return next(messages)

    assert asyncio.run(answered(LimitMiddleware(echo_app(reached)), http("/api/x", "POST"), leaving)) == []
    assert not reached


def http(path: str, method: str, headers: list[tuple[bytes, bytes]] | None = None) -> dict[str, Any]:
    return {
        "type": "http", "http_version": "1.1", "method": method, "path": path, "raw_path": path.encode(),
        "query_string": b"", "headers": headers or [], "client": ("10.0.0.1", 1), "root_path": "",
        "server": ("here", 80), "scheme": "http",
    }  # fmt: skip


async def answered(app: Any, scope: Any, receive: Any) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent


# Requests


def test_an_address_that_asks_too_often_waits_and_then_goes_on() -> None:
    clock, (client,) = clients(RequestLimits(requests=Rate(2, 3)), "10.0.0.1")
    assert [client.get("/api/x").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert busy(client.get("/api/x")) == 1
    clock.now += 0.5
    assert [client.get("/api/x").status_code for _ in range(2)] == [200, 429]


def test_nobody_else_waits_for_it() -> None:
    _, (one, other) = clients(RequestLimits(requests=Rate(1, 1)), "10.0.0.1", "10.0.0.2")
    assert [one.get("/api/x").status_code for _ in range(2)] == [200, 429]
    assert other.get("/api/x").status_code == 200


def test_pages_and_their_files_are_not_counted() -> None:
    _, (client,) = clients(RequestLimits(requests=Rate(1, 1)), "10.0.0.1")
    assert {client.get("/css/table.css").status_code for _ in range(5)} == {200}


@pytest.mark.parametrize("path", ["/api/tables", "/api/records", "/api/replay/7/continue"])
def test_what_makes_something_new_is_counted_apart(path: str) -> None:
    clock, (client,) = clients(RequestLimits(creating=Rate(0.25, 2)), "10.0.0.1")
    assert [client.post(path).status_code for _ in range(2)] == [200, 200]
    assert busy(client.post(path)) == 4
    assert client.get(path).status_code == 200
    assert client.post("/api/table/moves").status_code == 200
    clock.now += 4
    assert [client.post(path).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("path", ["/api/table/record", "/api/replay"])
def test_whole_games_are_counted_apart(path: str) -> None:
    _, (client,) = clients(RequestLimits(whole_games=Rate(0.25, 2)), "10.0.0.1")
    assert [client.get(path).status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/api/replay/7").status_code == 200


def test_wrong_keys_are_counted_by_their_answers() -> None:
    clock, (client,) = clients(RequestLimits(wrong_keys=Rate(1, 3)), "10.0.0.1")

    def knock(key: str) -> int:
        return int(client.get("/api/table", headers={"Authorization": key}).status_code)

    assert [knock("right") for _ in range(5)] == [200] * 5
    assert [knock("wrong") for _ in range(4)] == [401, 401, 401, 429]
    assert knock("right") == 429
    assert client.get("/api/games").status_code == 200
    clock.now += 1
    assert knock("right") == 200


def test_the_defaults_let_a_table_be_played_and_stop_a_flood() -> None:
    _, (client,) = clients(RequestLimits(), "10.0.0.1")
    assert [client.post("/api/tables").status_code for _ in range(61)] == [200] * 60 + [429]
    assert [client.get("/api/x").status_code for _ in range(341)] == [200] * 340 + [429]


# Addresses


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_an_IPv6_network_counts_as_one_address(host: str, network: str) -> None:
    assert client_network(host) == network


def test_two_addresses_of_one_network_share_a_bucket() -> None:
    _, (one, other) = clients(RequestLimits(requests=Rate(1, 1)), "2001:db8::1", "2001:db8::2")
    assert one.get("/api/x").status_code == 200
    assert other.get("/api/x").status_code == 429


def test_addresses_that_were_quiet_for_longest_are_forgotten() -> None:
    buckets = TokenBuckets(Rate(1, 2), 3, Clock())
    for address in "abcad":
        buckets.take(address)
    assert list(buckets.levels) == ["c", "a", "d"]
    assert buckets.level("a") == 0
    assert buckets.level("b") == 2


def test_a_bucket_never_holds_more_than_its_measure() -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(10, 2), 3, clock)
    buckets.take("a")
    clock.now += 1000
    assert buckets.level("a") == 2


def test_a_server_without_addresses_counts_all_as_one() -> None:
    guard = LimitMiddleware(echo_app(), RequestLimits(requests=Rate(1, 1)), Clock())

    async def empty() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = http("/api/x", "GET") | {"client": None}
    assert [asyncio.run(answered(guard, dict(scope), empty))[0]["status"] for _ in "ab"] == [200, 429]


# Sockets


def refused_socket(client: TestClient) -> dict[str, Any]:
    """What a socket that is turned away is told."""
    with client.websocket_connect("/api/watch") as socket:
        error: dict[str, Any] = socket.receive_json()["error"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == 4429
    return error


def echoes(client: TestClient) -> bool:
    with client.websocket_connect("/api/watch") as socket:
        socket.send_text("hello")
        return bool(socket.receive_text() == "hello")


def test_more_sockets_than_allowed_are_opened_told_why_and_closed() -> None:
    _, (one, other) = clients(RequestLimits(sockets=2), "10.0.0.1", "10.0.0.2")
    with one.websocket_connect("/api/watch"), one.websocket_connect("/api/watch"):
        error = refused_socket(one)
        assert error["code"] == "busy"
        assert error["sentence"] == "Too many tables are open from your address (limit 2)."
        assert echoes(other)
    assert echoes(one)


@pytest.mark.parametrize("message", ["hello", "wrong", "fault"])
def test_a_socket_is_released_however_it_ends(message: str) -> None:
    guard = LimitMiddleware(echo_app(), RequestLimits(sockets=1), Clock())
    client = TestClient(guard)
    for _ in range(3):
        with client.websocket_connect("/api/watch") as socket:
            assert sum(guard.sockets.values()) == 1
            socket.send_text(message)
            assert socket.receive_text()
        with client.websocket_connect("/api/watch"):
            pass  # leaves at once
    assert not guard.sockets


def test_opening_sockets_counts_as_asking() -> None:
    _, (client,) = clients(RequestLimits(requests=Rate(1, 2)), "10.0.0.1")
    assert echoes(client)
    assert echoes(client)
    assert refused_socket(client)["sentence"].startswith("Too many requests")


def test_wrong_keys_over_sockets_are_counted_too() -> None:
    _, (client,) = clients(RequestLimits(wrong_keys=Rate(1, 2)), "10.0.0.1")
    for _ in range(2):
        with client.websocket_connect("/api/watch") as socket:
            socket.send_text("wrong")
            assert socket.receive_json()["error"]["code"] == "key"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()
    assert refused_socket(client)["code"] == "busy"
    assert client.get("/api/table", headers={"Authorization": "right"}).status_code == 429


# Over a real connection


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_refused_in_words_and_the_connection_stays_open(chunked: bool) -> None:
    limits = RequestLimits(body_seconds=PATIENCE)
    with (
        listening(LimitMiddleware(echo_app(), limits), lifespan="off") as address,
        visitor(f"http://{address}") as client,
    ):
        for _ in range(3):
            body: Any = (b"x" * KIB for _ in range(3000)) if chunked else b"x" * 3 * MIB
            response = client.post("/api/x", content=body)
            assert response.status_code == 413
            assert response.json()["error"]["code"] == "too_large"
            assert client.post("/api/x", content=b"abc").json() == 3


def test_a_sender_that_stalls_is_answered_and_disconnected() -> None:
    with listening(LimitMiddleware(echo_app(), RequestLimits(body_seconds=0.1)), lifespan="off") as address:
        host, port = address.split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            connection.sendall(b"POST /api/x HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nabc")
            answer = b""
            while chunk := connection.recv(4096):
                answer += chunk
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"did not arrive within 0.1 s." in answer
