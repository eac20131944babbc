"""Time for bots: whoever takes too long is stopped, or at least found out."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class TimeUp(BaseException):
    """Raised inside a bot that takes too long; not an Exception, so that bots do not catch it by the way."""


def can_interrupt() -> bool:
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


def in_time(act: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """The same, but whoever was too slow is found out when it is done: for threads other than the main."""

    def timed(*arguments: Any) -> Any:
        began = time.perf_counter()
        answer = act(*arguments)
        if time.perf_counter() - began > seconds:
            raise TimeUp
        return answer

    return timed


class Watch:
    """Whether somebody is too slow: `late` is what `count` said then, or None."""

    late: int | None = None


@contextmanager
def watched(seconds: float, count: Callable[[], int] = lambda: 0) -> Iterator[Watch]:
    """Raise TimeUp where `count` does not change for so long.

    A timer of the system does it, so it ends `while True` too; it needs the main thread. In other threads
    nothing is raised here. Machine code cannot be stopped either way: what is compiled has to come to an end.
    """
    watch, noted, runs = Watch(), [count()], [True]
    if not can_interrupt():
        yield watch
        return

    def tick(number: int, frame: object) -> None:
        now = count()
        if runs[0] and now == noted[0]:
            runs[0], watch.late = False, now
            raise TimeUp
        noted[0] = now

    began = time.monotonic()
    before = signal.signal(signal.SIGALRM, tick)
    rest, interval = signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        try:
            yield watch
        finally:
            runs[0] = False
    finally:  # also where the last tick came between the two
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if rest:
            rest = max(rest - (time.monotonic() - began), 0.001)
            signal.setitimer(signal.ITIMER_REAL, rest, interval)
