"""Rate limits and size limits per client address (pure ASGI middleware)."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from .errors import SOCKET_CODE_BASE, STATUS, ApiError, close_with_error, error_response
from .loop_share import CLIENT, LoopAccount, share_loop

ALONE_SECONDS = 2.0
"""An address that alone has used the event loop for this long need not share it."""
KIB, MIB = 1024, 1024 * 1024
API_PREFIX = "/api/"
RECORD_PATH, HANDIN_PATH = "/api/records", "/api/course/handins"
CREATING_PATHS = re.compile(
    r"/api/(tables|campaigns|campaign/battle|courses|course/(join|acts|handins|matches/[^/]*/replay)"
    r"|editor/[^/]*/try|games/[^/]*/guide|records|table/share|replay/[^/]*/continue|lab/studies/[^/]*/game)/?"
)
"""Requests that add something to the database."""
MAX_LOOP_DEBT = 1.0
"""Seconds of the event loop that an address is charged for at most, even if one step took longer."""
WHOLE_GAME_PATHS = re.compile(r"/api/(table/record|replay|review)/?")
"""Requests that read a whole game."""


@dataclass(frozen=True)
class Rate:
    """A token bucket: its refill rate and its capacity."""

    per_second: float
    burst: float


@dataclass(frozen=True)
class RequestLimits:
    """The limits for one address (a 64-bit IPv6 network counts as one address); sizes are in bytes."""

    body: int = 64 * KIB
    record: int = MIB
    handin: int = MIB
    body_seconds: float = 30.0
    requests: Rate = Rate(100, 400)
    creating: Rate = Rate(5, 60)
    whole_games: Rate = Rate(5, 60)
    records: Rate = Rate(0.2, 20)
    handins: Rate = Rate(0.5, 40)
    wrong_keys: Rate = Rate(5, 40)
    sockets: int = 100
    open_requests: int = 100
    loop_share: Rate = Rate(0.3, 0.06)
    """Seconds of the event loop."""
    addresses: int = 10_000


class TokenBuckets:
    """A token bucket for each address; the least recently used ones are dropped."""

    def __init__(
        self, rate: Rate, addresses: int, clock: Callable[[], float], needed: float = 1.0, debt: float = 0.0
    ) -> None:
        self.rate = rate
        self.needed = needed
        """Tokens that an address must have."""
        self.debt = debt
        """Tokens that it may lack after it has taken some."""
        self.addresses = addresses
        self.clock = clock
        self.levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def level(self, address: str) -> float:
        """Return how many tokens the address has now."""
        if address not in self.levels:
            return self.rate.burst
        level, since = self.levels[address]
        return min(level + (self.clock() - since) * self.rate.per_second, self.rate.burst)

    def wait(self, address: str) -> float:
        """Return the seconds until the address has as many tokens as it needs; 0 if it has them."""
        return max(self.needed - self.level(address), 0) / self.rate.per_second

    def take(self, address: str, tokens: float = 1) -> None:
        self.levels[address] = (max(self.level(address) - tokens, -self.debt), self.clock())
        self.levels.move_to_end(address)
        if len(self.levels) > self.addresses:
            self.levels.popitem(last=False)


@lru_cache(1024)
def client_network(host: str) -> str:
    """Return the network that counts as one address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))


class LimitMiddleware:
    """Pass on the requests and sockets that the limits allow."""

    def __init__(
        self, app: ASGIApp, limits: RequestLimits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app = app
        self.limits = limits = limits or RequestLimits()
        self.requests = TokenBuckets(limits.requests, limits.addresses, clock)
        self.creating = TokenBuckets(limits.creating, limits.addresses, clock)
        self.whole_games = TokenBuckets(limits.whole_games, limits.addresses, clock)
        self.records = TokenBuckets(limits.records, limits.addresses, clock)
        self.handins = TokenBuckets(limits.handins, limits.addresses, clock)
        self.wrong_keys = TokenBuckets(limits.wrong_keys, limits.addresses, clock)
        self.loop_share = TokenBuckets(
            limits.loop_share, limits.addresses, time.monotonic, needed=0.0, debt=MAX_LOOP_DEBT
        )
        self.sockets: Counter[str] = Counter()
        self.open_requests: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address = client_network((scope.get("client") or ("",))[0])
        CLIENT.set(LoopAccount(address, self.loop_wait, self.loop_share.take))
        handle = self.request if scope["type"] == "http" else self.socket
        await share_loop(handle(address, scope, receive, send))

    def loop_wait(self, address: str) -> float:
        """Return the seconds until an address may use the event loop again; 0 while it is the only one that does."""
        wait = self.loop_share.wait(address)
        others = (since for other, (_, since) in reversed(self.loop_share.levels.items()) if other != address)
        newest = next(others, None)
        return wait if newest is not None and time.monotonic() - newest < ALONE_SECONDS else 0.0

    # Requests

    async def request(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        self.open_requests[address] += 1
        try:
            await self.answer(address, scope, receive, send)
        finally:
            self.open_requests[address] -= 1
            if not self.open_requests[address]:
                del self.open_requests[address]

    async def answer(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["path"].startswith(API_PREFIX):
                self.admit(address, scope)
                send = self.count_wrong_keys(address, send)
            body = await self.body(scope, receive)
        except ApiError as error:
            await error_response(error)(scope, receive, send)
            return
        if body is not None:
            await self.app(scope, replay_body(body, receive), send)

    def admit(self, address: str, scope: Scope) -> None:
        """Take the tokens for a request, or refuse it."""
        if self.open_requests[address] > self.limits.open_requests:
            sentence = "Too many of your requests are still being answered; try again in a second."
            raise ApiError("busy", sentence, headers={"Retry-After": "1"})
        buckets = [self.requests]
        if scope.get("method") == "POST" and CREATING_PATHS.fullmatch(scope["path"]):
            buckets.append(self.creating)
        if WHOLE_GAME_PATHS.fullmatch(scope["path"]):
            buckets.append(self.whole_games)
        if is_post_to(RECORD_PATH, scope):
            buckets.append(self.records)
        if is_post_to(HANDIN_PATH, scope):
            buckets.append(self.handins)
        # Wrong keys are counted by `count_wrong_keys`; here their bucket only has to be non-empty.
        checked = [*buckets, self.wrong_keys] if "authorization" in Headers(scope=scope) else buckets
        wait = max(bucket.wait(address) for bucket in checked)
        if wait > 0:
            raise rate_limit_error(wait)
        for bucket in buckets:
            bucket.take(address)

    def count_wrong_keys(self, address: str, send: Send) -> Send:
        """Take a token for each response that refuses a key."""

        async def counting(message: Message) -> None:
            if message.get("status") == STATUS["key"] or message.get("code") == SOCKET_CODE_BASE + STATUS["key"]:
                self.wrong_keys.take(address)
            await send(message)

        return counting

    async def body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Read the whole body within the time limit; None if the client has disconnected."""
        max_bytes = self.limits.body
        if is_post_to(RECORD_PATH, scope):
            max_bytes = self.limits.record
        elif is_post_to(HANDIN_PATH, scope):
            max_bytes = self.limits.handin
        if declared_length(scope) > max_bytes:
            raise too_large_error(max_bytes)
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                return await read_body(scope, receive, max_bytes)
        except TimeoutError:
            sentence = f"The body of the request did not arrive within {self.limits.body_seconds:g} s."
            raise ApiError("malformed", sentence, headers={"Connection": "close"}) from None

    # Sockets

    async def socket(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self.admit_socket(address)
        except ApiError as error:
            await close_with_error(WebSocket(scope, receive, send), error)
            return
        self.sockets[address] += 1
        try:
            await self.app(scope, receive, self.count_wrong_keys(address, send))
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    def admit_socket(self, address: str) -> None:
        if self.sockets[address] >= self.limits.sockets:
            raise ApiError("busy", f"Too many tables are open from your address (limit {self.limits.sockets}).")
        wait = max(self.requests.wait(address), self.wrong_keys.wait(address))
        if wait > 0:
            raise rate_limit_error(wait)
        self.requests.take(address)


def is_post_to(path: str, scope: Scope) -> bool:
    return bool(scope["method"] == "POST" and scope["path"] == path)


def declared_length(scope: Scope) -> int:
    """Return the Content-Length of a request, or 0."""
    length = Headers(scope=scope).get("content-length", "")
    return int(length[:18]) if length.isdecimal() else 0


async def read_body(scope: Scope, receive: Receive, max_bytes: int) -> bytes | None:
    body = bytearray()
    try:
        async for chunk in Request(scope, receive).stream():
            body += chunk
            if len(body) > max_bytes:
                raise too_large_error(max_bytes)
    except ClientDisconnect:
        return None
    return bytes(body)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that returns the body first, then what follows it."""
    is_sent = False

    async def replaying() -> Message:
        nonlocal is_sent
        if is_sent:
            return await receive()
        is_sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replaying


def too_large_error(max_bytes: int) -> ApiError:
    return ApiError("too_large", f"The body of the request is too large; the limit is {max_bytes // KIB} KiB.")


def rate_limit_error(wait: float) -> ApiError:
    seconds = max(ceil(wait), 1)
    unit = "second" if seconds == 1 else "seconds"
    sentence = f"Too many requests came from your address; try again in {seconds} {unit}."
    return ApiError("busy", sentence, headers={"Retry-After": str(seconds)})
