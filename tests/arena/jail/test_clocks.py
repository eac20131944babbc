"""The clock of a bot: it is charged for computing and for being idle, never for waiting for a processor."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from holdtheline.arena.jail import clocks
from holdtheline.arena.jail.clocks import BotClock, has_runnable_thread, read_thread_queues


class GivenProcess:
    """A process whose clocks are given."""

    def __init__(self) -> None:
        self.cpu = 0.0
        self.queues = {"1": 0.0}
        self.runnable = False
        self.readings = 0

    def cpu_seconds(self) -> float:
        return self.cpu

    def queue_seconds(self) -> dict[str, float]:
        self.readings += 1
        return dict(self.queues)

    def is_runnable(self) -> bool:
        return self.runnable


class Machine:
    """The clocks of the referee and of the host."""

    def __init__(self) -> None:
        self.own = 0.0
        self.stolen = {"cpu0": 0.0, "cpu1": 0.0}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    given = Machine()
    monkeypatch.setattr(clocks, "read_own_queue", lambda: given.own)
    monkeypatch.setattr(clocks, "read_stolen_seconds", lambda: dict(given.stolen))
    return given


@pytest.fixture
def process() -> GivenProcess:
    return GivenProcess()


@pytest.fixture
def clock(process: GivenProcess, machine: Machine) -> BotClock:
    return BotClock(process)


def test_a_bot_that_sleeps_is_charged(process: GivenProcess, clock: BotClock) -> None:
    process.cpu = 0.5
    clock.charge(2.0)
    assert (clock.cpu, clock.idle, clock.used) == (0.5, 1.5, 2.0)


def test_a_bot_that_waits_for_a_processor_is_not_charged(process: GivenProcess, clock: BotClock) -> None:
    process.cpu, process.queues = 0.5, {"1": 1.5}
    clock.charge(2.0)
    assert clock.used == 0.5


def test_a_referee_that_waits_for_a_processor_charges_no_bot(clock: BotClock, machine: Machine) -> None:
    machine.own = 2.0
    clock.charge(2.0)
    assert clock.used == 0.0


def test_a_host_that_takes_processors_away_charges_no_bot(clock: BotClock, machine: Machine) -> None:
    machine.stolen = {"cpu0": 0.1, "cpu1": 1.5}
    clock.charge(2.0)
    assert clock.used == 0.5


def test_many_threads_that_wait_at_once_wait_no_longer(process: GivenProcess, clock: BotClock) -> None:
    process.queues = {str(number): 0.5 for number in range(64)}
    clock.charge(20.0)
    assert clock.idle == 19.5


def test_a_thread_that_has_ended_takes_nothing_away(process: GivenProcess, clock: BotClock) -> None:
    process.queues = {"1": 0.0, "2": 5.0}
    clock.charge(6.0)
    process.queues = {"1": 1.0}
    clock.charge(1.0)
    assert clock.idle == 1.0


def test_short_sleeps_add_up(process: GivenProcess, clock: BotClock) -> None:
    for _ in range(1000):
        clock.charge(0.004)
    assert clock.idle == pytest.approx(4.0, abs=0.03)


def test_quick_answers_do_not_make_the_referee_read_files(process: GivenProcess, clock: BotClock) -> None:
    readings = process.readings
    for _ in range(300):
        process.cpu += 0.0001
        clock.charge(0.00015)
    assert process.readings == readings
    assert clock.idle == 0.0


def test_computing_on_many_processors_buys_no_sleep(process: GivenProcess, clock: BotClock) -> None:
    process.cpu = 8.0
    clock.charge(1.0)
    clock.charge(5.0)
    assert clock.used == 13.0


def test_a_bot_that_still_waits_in_the_queue_is_charged_when_it_has_left_it(
    process: GivenProcess, clock: BotClock
) -> None:
    """The kernel reports the time in the queue only then."""
    process.runnable = True
    clock.charge(3.0, has_answered=False)
    assert clock.used == 0.0
    process.queues = {"1": 2.5}
    clock.charge(0.0)
    assert clock.used == 0.5


def test_where_the_kernel_does_not_report_queues_a_tenth_is_charged(process: GivenProcess, clock: BotClock) -> None:
    process.queues = {}
    clock.charge(2.0)
    assert clock.used == 0.2


def test_the_kernel_says_which_process_is_runnable_and_that_it_has_waited() -> None:
    core = {min(os.sched_getaffinity(0))}
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    asleep = subprocess.Popen([sys.executable, "-c", "print(flush=True); input()"], stdin=-1, stdout=-1)
    try:
        for process in busy:
            os.sched_setaffinity(process.pid, core)  # they wait for each other
        assert asleep.stdout is not None
        asleep.stdout.readline()
        waits = threading.Event()
        while not all(has_runnable_thread(process.pid) for process in busy) or has_runnable_thread(asleep.pid):
            waits.wait(0.01)
        before = [read_thread_queues(process.pid) for process in busy]
        while any(read_thread_queues(process.pid) == old for process, old in zip(busy, before, strict=True)):
            waits.wait(0.01)
        assert [list(queues) for queues in before] == [[str(process.pid)] for process in busy]
    finally:
        for process in (*busy, asleep):
            process.kill()
            process.communicate()
    assert not has_runnable_thread(asleep.pid)
    assert read_thread_queues(asleep.pid) == {}
