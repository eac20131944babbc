"""What one address may ask of the server: how large, how often, how many sockets. Pure ASGI."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import SOCKET_CODES, STATUS, Problem, answer

KIB, MIB = 1024, 1024 * 1024
API = "/api/"
RECORDS, HANDINS = "/api/records", "/api/course/handins"
MAKING = re.compile(
    r"/api/(tables|campaigns|campaign/battle|courses|course/(join|acts|handins|matches/[^/]*/replay)"
    r"|editor/[^/]*/try|records|table/share|replay/[^/]*/continue)/?"
)
"""Requests that put something new into the database."""
READING = re.compile(r"/api/(table/record|replay|review)/?")
"""Requests that read a whole game."""


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once after a rest."""

    a_second: float
    at_once: int


@dataclass(frozen=True)
class Limits:
    """The numbers, each for one address (an IPv6 network of 64 bits counts as one)."""

    body: int = 64 * KIB
    record: int = MIB
    handin: int = MIB
    body_seconds: float = 30.0
    requests: Rate = Rate(100, 400)
    making: Rate = Rate(5, 60)
    reading: Rate = Rate(5, 60)
    records: Rate = Rate(0.2, 20)
    handins: Rate = Rate(0.5, 40)
    wrong_keys: Rate = Rate(5, 40)
    sockets: int = 100
    addresses: int = 10_000


class Buckets:
    """A bucket of tokens for each address. Those that were not touched for longest are forgotten."""

    def __init__(self, rate: Rate, addresses: int, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.addresses = addresses
        self.clock = clock
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def level(self, address: str) -> float:
        """How many tokens the address has now."""
        if address not in self.levels:
            return self.rate.at_once
        level, since = self.levels[address]
        return min(level + (self.clock() - since) * self.rate.a_second, self.rate.at_once)

    def wait(self, address: str) -> float:
        """Seconds until the address has a token; 0: it has one."""
        return max(1 - self.level(address), 0) / self.rate.a_second

    def take(self, address: str) -> None:
        self.levels[address] = (max(self.level(address) - 1, 0), self.clock())
        self.levels.move_to_end(address)
        if len(self.levels) > self.addresses:
            self.levels.popitem(last=False)


@lru_cache(1024)
def network_of(host: str) -> str:
    """What is counted as one address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))


class Guard:
    """Stands before the app and lets through what the limits allow."""

    def __init__(
        self, app: ASGIApp, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app = app
        self.limits = limits = limits or Limits()
        self.requests = Buckets(limits.requests, limits.addresses, clock)
        self.making = Buckets(limits.making, limits.addresses, clock)
        self.reading = Buckets(limits.reading, limits.addresses, clock)
        self.records = Buckets(limits.records, limits.addresses, clock)
        self.handins = Buckets(limits.handins, limits.addresses, clock)
        self.wrong_keys = Buckets(limits.wrong_keys, limits.addresses, clock)
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = network_of((scope.get("client") or ("",))[0])
        if scope["type"] == "http":
            await self.request(address, scope, receive, send)
        elif scope["type"] == "websocket":
            await self.socket(address, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # One request

    async def request(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["path"].startswith(API):
                self.admit(address, scope)
                send = self.watched(address, send)
            body = await self.body(scope, receive)
        except Problem as problem:
            await answer(problem)(scope, receive, send)
            return
        if body is not None:
            await self.app(scope, replayed(body, receive), send)

    def admit(self, address: str, scope: Scope) -> None:
        """Take a token for the request, or refuse it."""
        asked = [self.requests]
        if scope.get("method") == "POST" and MAKING.fullmatch(scope["path"]):
            asked.append(self.making)
        if READING.fullmatch(scope["path"]):
            asked.append(self.reading)
        if is_sent_to(RECORDS, scope):
            asked.append(self.records)
        if is_sent_to(HANDINS, scope):
            asked.append(self.handins)
        guessing = [self.wrong_keys] if carries_key(scope) else []
        wait = max(bucket.wait(address) for bucket in asked + guessing)
        if wait > 0:
            raise too_busy(wait)
        for bucket in asked:
            bucket.take(address)

    def watched(self, address: str, send: Send) -> Send:
        """Count the answers that say: wrong key."""

        async def watching(message: Message) -> None:
            if message.get("status") == STATUS["key"] or message.get("code") == SOCKET_CODES + STATUS["key"]:
                self.wrong_keys.take(address)
            await send(message)

        return watching

    async def body(self, scope: Scope, receive: Receive) -> bytes | None:
        """All of the body, or None: the sender has gone. One that does not come to its end is malformed."""
        most = self.limits.body
        if is_sent_to(RECORDS, scope):
            most = self.limits.record
        elif is_sent_to(HANDINS, scope):
            most = self.limits.handin
        if declared(scope) > most:
            raise too_large(most)
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                return await gathered(receive, most)
        except TimeoutError:
            sentence = f"The body of the request did not arrive within {self.limits.body_seconds:g} s."
            raise Problem("malformed", sentence, headers={"Connection": "close"}) from None

    # One socket

    async def socket(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self.admit_socket(address)
        except Problem as problem:
            await turn_away(problem, receive, send)
            return
        self.sockets[address] += 1
        try:
            await self.app(scope, receive, self.watched(address, send))
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    def admit_socket(self, address: str) -> None:
        if self.sockets[address] >= self.limits.sockets:
            raise Problem(
                "busy", f"Your address watches {self.limits.sockets} tables already; close one first."
            )
        wait = max(self.requests.wait(address), self.wrong_keys.wait(address))
        if wait > 0:
            raise too_busy(wait)
        self.requests.take(address)


def carries_key(scope: Scope) -> bool:
    return any(name == b"authorization" for name, _ in scope["headers"])


def is_sent_to(address: str, scope: Scope) -> bool:
    return bool(scope["method"] == "POST" and scope["path"] == address)


def declared(scope: Scope) -> int:
    """What the sender says is the length of the body."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:18])
    return 0


async def gathered(receive: Receive, most: int) -> bytes | None:
    chunks: list[bytes] = []
    length = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        chunk = message.get("body", b"")
        length += len(chunk)
        if length > most:
            raise too_large(most)
        chunks.append(chunk)
        more = message.get("more_body", False)
    return b"".join(chunks)


def replayed(body: bytes, receive: Receive) -> Receive:
    """The body once more, then whatever comes after it."""
    given = False

    async def replaying() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replaying


def too_large(most: int) -> Problem:
    return Problem("too_large", f"The body of the request is too large; at most {most // KIB} KiB are taken.")


def too_busy(wait: float) -> Problem:
    seconds = max(ceil(wait), 1)
    unit = "second" if seconds == 1 else "seconds"
    sentence = f"Too many requests came from your address; try again in {seconds} {unit}."
    return Problem("busy", sentence, headers={"Retry-After": str(seconds)})


async def turn_away(problem: Problem, receive: Receive, send: Send) -> None:
    """Open the socket, say why, close it: before it is open a browser would not show why."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": json.dumps(problem.body)})
    await send({"type": "websocket.close", "code": SOCKET_CODES + problem.status, "reason": problem.code})
