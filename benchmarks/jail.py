"""What the jail costs: starting a bot, and asking it.

`python -m benchmarks.jail`: a bot is started from the zygote with one ring of walls and with two, beside a
bare fork; a question goes to an echo and back, jailed, with `go` and `halt` around it, and without any wall.
Time is the processor's, of both processes together, in the best of many short rounds: so a busy machine
matters less. On one processor.
"""

from __future__ import annotations

import os
import select
import socket
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from holdtheline.arena.jail import bubble
from holdtheline.arena.jail.handin import Handin, hand_in
from holdtheline.arena.jail.keeper import Keeper, Prisoner
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.prisoner import CPU_CLOCK

from .measure import in_turns

ENTRY = "holdtheline.arena.jail.cell:as_script"
STARTS = 5
ASKS = 100
ROUNDS = 80
WORK = 60
"""Rounds of a small loop that the bot does for each question: about 100 µs, as a bot that commands units."""
LINE = b"x" * 200 + b"\n"
ECHO = """
import socket
talk = socket.socket(fileno={handle})
while data := talk.recv(4096):
    for _ in range({work}):
        sum(range(100))
    talk.sendall(data)
"""


# Starting


def milliseconds_to_start(keeper: Keeper, handin: Handin) -> float:
    """Of the bot's own processor, until the keeper has it in its hands."""
    taken = []
    for _ in range(STARTS):
        prisoner = keeper.start(handin, ENTRY, Limits())
        taken.append(prisoner.cpu_seconds())
        prisoner.kill()
    return min(taken) * 1000


def milliseconds_on_the_clock(keeper: Keeper, handin: Handin) -> float:
    taken = []
    for _ in range(STARTS):
        began = time.perf_counter()
        prisoner = keeper.start(handin, ENTRY, Limits())
        taken.append(time.perf_counter() - began)
        prisoner.kill()
    return min(taken) * 1000


def milliseconds_of_a_fork() -> float:
    taken = []
    for _ in range(STARTS):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        taken.append(time.clock_gettime(clock_of(child)))
        os.waitpid(child, 0)
    return min(taken) * 1000


# Asking


def microseconds_to_ask(
    talk: socket.socket, bots_time: Callable[[], float], go: Callable[[], None], halt: Callable[[], None]
) -> float:
    """As a referee does it: write, let it go, wait, read its clock, halt it."""
    poll = select.poll()
    poll.register(talk, select.POLLIN)
    began = time.process_time() + bots_time()
    for _ in range(ASKS):
        talk.send(LINE)
        go()
        poll.poll()
        talk.recv(4096)
        bots_time()
        halt()
    return (time.process_time() + bots_time() - began) / ASKS * 1e6


def clock_of(pid: int) -> int:
    return (~pid << 3) | CPU_CLOCK


def nothing() -> None:
    return None


def unjailed_echo(work: int) -> tuple[socket.socket, int]:
    """A fork without any wall."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        exec(ECHO.format(handle=theirs.fileno(), work=work))
        os._exit(0)
    theirs.close()
    return ours, child


def microseconds_of_a_call(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    for _ in range(ASKS):
        call()
    return (time.perf_counter() - began) / ASKS * 1e6


# The contest


def report_starts(keepers: dict[str, Keeper], handin: Handin) -> None:
    contestants: dict[str, Callable[[], float]] = {"a bare fork": milliseconds_of_a_fork}
    for name, keeper in keepers.items():
        contestants[name] = lambda keeper=keeper: milliseconds_to_start(keeper, handin)  # type: ignore[misc]
    figures = in_turns(contestants, ROUNDS // 4)
    print("start of a bot, milliseconds of its processor time, and on the clock")
    for name, found in figures.items():
        clock = f"{milliseconds_on_the_clock(keepers[name], handin):8.2f}" if name in keepers else ""
        print(f"  {name:24} {min(found):8.2f} {clock}")


def report_asks(keepers: dict[str, Keeper], folder: Path, work: int) -> None:
    file = folder / f"echo{work}.py"
    file.write_text(ECHO.format(handle=3, work=work))
    handin = hand_in(file, folder / "bots")
    plain, child = unjailed_echo(work)
    prisoners = {name: keeper.start(handin, ENTRY, Limits()) for name, keeper in keepers.items()}
    contestants: dict[str, Callable[[], float]] = {
        "without walls": lambda: microseconds_to_ask(
            plain, lambda: time.clock_gettime(clock_of(child)), nothing, nothing
        )
    }
    for name, one in prisoners.items():
        contestants[name] = lambda one=one: left_alone(one)  # type: ignore[misc]
        contestants[f"{name}, go and halt"] = lambda one=one: stopped_between(one)  # type: ignore[misc]
    figures = in_turns(contestants, ROUNDS)
    best = min(figures["without walls"])
    print(f"a question and its answer, microseconds; the bot works {work} rounds for it")
    for name, found in figures.items():
        print(f"  {name:24} {min(found):8.1f} {min(found) / best:8.2f} times without walls")
    if not work:
        one = next(iter(prisoners.values()))
        for name, call in {"go": one.go, "halt": one.halt, "cpu_seconds": one.cpu_seconds}.items():
            best_call = min(microseconds_of_a_call(call) for _ in range(ROUNDS))
            print(f"  {name:24} {best_call:8.2f}")
    plain.close()
    os.waitpid(child, 0)
    for one in prisoners.values():
        one.kill()


def left_alone(prisoner: Prisoner) -> float:
    return microseconds_to_ask(prisoner.socket, prisoner.cpu_seconds, nothing, nothing)


def stopped_between(prisoner: Prisoner) -> float:
    try:
        return microseconds_to_ask(prisoner.socket, prisoner.cpu_seconds, prisoner.go, prisoner.halt)
    finally:
        prisoner.go()


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    keepers = {"one ring": Keeper(with_bubble=False)}
    if not bubble.why_not():
        keepers["two rings"] = Keeper()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "idle.py").write_text("import time; time.sleep(60)")
        try:
            report_starts(keepers, hand_in(folder / "idle.py", folder / "bots"))
            for work in (0, WORK):
                report_asks(keepers, folder, work)
        finally:
            for keeper in keepers.values():
                keeper.close()


if __name__ == "__main__":
    main()
