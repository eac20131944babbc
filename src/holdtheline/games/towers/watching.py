"""Time for bots: whoever takes too long is stopped, or at least found out."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from ...core.kernel import PACKAGE

PATIENCE = 10
"""So many times its seconds a bot may take if the processor is busy with others: only its own work counts."""
AT_ONCE, AGAIN = 2e-5, 1e-3
"""Seconds after which a bot that has caught a TimeUp gets the next one."""
MOSTLY = 0.9
"""Of the seconds between two ticks a bot that never rests gets so many, for the clocks are two."""


class TimeUp(BaseException):
    """Raised inside a bot that takes too long; not an Exception, so that bots do not catch it by the way."""


def can_interrupt() -> bool:
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


def in_time(act: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """The same, but whoever was too slow is found out when it is done: for threads other than the main."""

    def timed(*arguments: Any) -> Any:
        began, worked = time.perf_counter(), time.thread_time()
        answer = act(*arguments)
        if time.thread_time() - worked > seconds or time.perf_counter() - began > seconds * PATIENCE:
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
    A bot that catches a TimeUp and goes on gets the next one at once, where it catches nothing yet.
    """
    watch, noted, runs = Watch(), [count()], [True]
    worked, waited = [time.thread_time()], [0]
    if not can_interrupt():
        yield watch
        return

    def tick(number: int, frame: FrameType | None) -> None:
        now, late = count(), watch.late
        if not runs[0] or now != noted[0] or (late is not None and is_ours(frame)):
            noted[0] = now if late is None else late
            worked[0], waited[0] = time.thread_time(), 0
            return
        waited[0] += 1
        if late is None and waited[0] < PATIENCE and time.thread_time() - worked[0] < seconds * MOSTLY:
            return
        watch.late = now
        signal.setitimer(signal.ITIMER_REAL, AT_ONCE, AGAIN)
        raise TimeUp

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


OURS = (str(PACKAGE), contextlib.__file__)


def is_ours(frame: FrameType | None) -> bool:
    """Whether it is not the bot that runs. Nothing here may be interrupted: a signal handler asks."""
    return frame is None or frame.f_code.co_filename.startswith(OURS)
