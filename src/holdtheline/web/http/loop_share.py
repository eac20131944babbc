"""Share the event loop between addresses: none keeps it busy for more than a part of the time.

A coroutine runs in steps, from one `await` to the next. The time of each step is charged to the address whose request
it belongs to; an address that has used up its share waits before its next step, and other addresses' steps run
meanwhile. So however much one address asks for, others wait for a single step of it.
"""

from __future__ import annotations

import asyncio
import time
import types
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")


class LoopAccount:
    """The account of one address."""

    def __init__(
        self,
        address: str = "",
        wait: Callable[[str], float] = lambda address: 0.0,
        charge: Callable[[str, float], None] = lambda address, seconds: None,
    ) -> None:
        self.address = address
        self._wait = wait
        self._charge = charge

    def wait(self) -> float:
        """Return the seconds until this address may use the event loop again."""
        return self._wait(self.address)

    def charge(self, seconds: float) -> None:
        self._charge(self.address, seconds)


SERVER = LoopAccount()
"""The account of what the server does by itself; it has no limit."""
CLIENT: ContextVar[LoopAccount] = ContextVar("client", default=SERVER)
"""The account of the address whose request is being answered; jobs of workers are charged to the address too."""


async def share_loop(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine, and let the client's account pay for its steps."""
    return await _run_steps(coroutine, CLIENT.get())


@types.coroutine
def _run_steps(coroutine: Coroutine[Any, Any, T], account: LoopAccount) -> Generator[Any, Any, T]:
    value, error = None, None
    while True:
        try:
            while (wait := account.wait()) > 0:
                yield from asyncio.sleep(wait).__await__()
        except BaseException as thrown:  # noqa: BLE001  # cancelled while waiting: the coroutine has to know
            error = thrown
        began = time.perf_counter()
        try:
            awaited = coroutine.send(value) if error is None else coroutine.throw(error)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            account.charge(time.perf_counter() - began)
        value = error = None
        try:
            value = yield awaited
        except BaseException as thrown:  # noqa: BLE001
            error = thrown
