"""Limit the time of a bot's code in our own process: stop it, or at least notice that it took too long.

Bots in a process of their own are charged by `arena.jail.clocks`.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from ..kernel.cache import PACKAGE_FOLDER
from ..kernel.front_end import COMPILE_TIMER

WALL_CLOCK_FACTOR = 10
"""Only a bot's own work counts, so on a busy machine it may take this many times its limit by the wall clock."""
FIRST_REPEAT, NEXT_REPEATS = 2e-5, 1e-3
"""Seconds until TimeUp is raised again in a bot that has caught it."""
CLOCK_TOLERANCE = 0.9
"""The timer and the processor clock differ, so a bot that uses this share of its limit has used it up."""


class TimeUp(BaseException):
    """Raised inside a bot that takes too long; not an Exception, so that `except Exception` does not catch it."""


def can_interrupt() -> bool:
    """Return whether `time_limit` can stop code here: only in the main thread, and where the system has timers."""
    return threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")


def with_time_check(act: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """Wrap a function so that it raises TimeUp after it took too long: for threads that cannot be interrupted."""

    def timed(*arguments: Any) -> Any:
        began, worked = time_passed(), time_worked()
        answer = act(*arguments)
        if time_worked() - worked > seconds or time_passed() - began > seconds * WALL_CLOCK_FACTOR:
            raise TimeUp
        return answer

    return timed


def time_worked() -> float:
    """Return the processor time of this thread in seconds, without the time for compiling our kernels."""
    return time.thread_time() - COMPILE_TIMER.seconds


def time_passed() -> float:
    """Return the wall clock in seconds, without the time for compiling our kernels."""
    return time.perf_counter() - COMPILE_TIMER.wall_seconds


class TimeWatch:
    """The result of a time limit."""

    late: int | None = None
    """What `count` returned when the time was up, or None if it was not."""


@contextmanager
def time_limit(seconds: float, count: Callable[[], int] = lambda: 0) -> Iterator[TimeWatch]:
    """Raise TimeUp if `count` does not change for this many seconds.

    A system timer raises it, which ends `while True` too, but only in the main thread; in other threads nothing is
    raised. Compiled code cannot be stopped at all. A bot that catches TimeUp gets the next one immediately, before
    it can catch that as well.
    """
    watch, last_count, is_running = TimeWatch(), [count()], [True]
    worked, ticks = [time_worked()], [0]
    if not can_interrupt():
        yield watch
        return

    def tick(_signal: int, frame: FrameType | None) -> None:
        now, late = count(), watch.late
        if COMPILE_TIMER.is_running:  # a compiler that is interrupted does not work any more
            return
        if not is_running[0] or now != last_count[0] or (late is not None and is_own_frame(frame)):
            last_count[0] = now if late is None else late
            worked[0], ticks[0] = time_worked(), 0
            return
        ticks[0] += 1
        has_worked = time_worked() - worked[0] >= seconds * CLOCK_TOLERANCE
        if late is None and ticks[0] < WALL_CLOCK_FACTOR and not has_worked:
            return
        watch.late = now
        signal.setitimer(signal.ITIMER_REAL, FIRST_REPEAT, NEXT_REPEATS)
        if not is_own_frame(frame):  # in our own code it could skip the end of this time limit
            raise TimeUp

    began = time.monotonic()
    outer_handler = signal.signal(signal.SIGALRM, tick)
    outer_rest, outer_interval = signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        try:
            yield watch
        finally:
            is_running[0] = False
    finally:  # even if the last tick came between the two
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, outer_handler)
        if outer_rest:
            outer_rest = max(outer_rest - (time.monotonic() - began), 0.001)
            signal.setitimer(signal.ITIMER_REAL, outer_rest, outer_interval)


def call_in_time(seconds: float, ask: Callable[..., Any], *arguments: Any) -> Any:
    """Call a bot's function; raise TimeUp if it takes too long."""
    with time_limit(seconds) as watch:
        answer = (ask if can_interrupt() else with_time_check(ask, seconds))(*arguments)
    if watch.late is not None:  # the bot has caught the TimeUp
        raise TimeUp
    return answer


OWN_FILES = (str(PACKAGE_FOLDER), contextlib.__file__)


def is_own_frame(frame: FrameType | None) -> bool:
    """Return whether our code runs, not the bot's. A signal handler calls this, so it must be short."""
    return frame is None or frame.f_code.co_filename.startswith(OWN_FILES)
