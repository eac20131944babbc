"""Time limits of bots: late code is stopped, and our own code never is."""

from __future__ import annotations

import time

import pytest

from holdtheline.core.bots import time_limit as module
from holdtheline.core.bots.time_limit import TimeUp, call_in_time, time_limit
from holdtheline.core.kernel.front_end import COMPILE_TIMER


def work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_code_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(TimeUp), time_limit(0.02):
        work(60)


def test_our_own_code_is_not_interrupted_so_that_the_limit_always_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OWN_FILES", (*module.OWN_FILES, __file__))
    with time_limit(0.02) as watch:
        work(0.2)
    assert watch.late is not None
    work(0.1)  # no timer is left


def test_an_answer_that_came_too_late_is_refused_even_if_nothing_was_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "OWN_FILES", (*module.OWN_FILES, __file__))
    with pytest.raises(TimeUp):
        call_in_time(0.02, work, 0.2)


@pytest.mark.parametrize("can_be_interrupted", [True, False])
def test_a_bot_is_not_charged_for_kernels_that_are_compiled_meanwhile(
    monkeypatch: pytest.MonkeyPatch, can_be_interrupted: bool
) -> None:
    def wait_for_kernel() -> str:
        with COMPILE_TIMER.measure():
            work(0.2)
        return "done"

    monkeypatch.setattr(module, "can_interrupt", lambda: can_be_interrupted)
    assert call_in_time(0.1, wait_for_kernel) == "done"
    with pytest.raises(TimeUp):
        call_in_time(0.1, work, 0.5)


def test_the_wall_clock_stands_still_while_a_kernel_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def wait_for_kernel() -> str:
        with COMPILE_TIMER.measure():
            time.sleep(0.8)
        return "done"

    monkeypatch.setattr(module, "can_interrupt", lambda: False)
    assert call_in_time(0.05, wait_for_kernel) == "done"
    with pytest.raises(TimeUp):
        call_in_time(0.05, time.sleep, 0.8)
