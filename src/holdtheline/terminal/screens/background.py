"""Run long work in a thread while the screen stays responsive."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def run_in_background(work: Callable[[], T]) -> T:
    """Return the result of long work, run in a daemon thread that does not delay quitting."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # so that quitting does not cancel it before it has a result

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:  # noqa: BLE001  (raised again by the await)
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(future)
