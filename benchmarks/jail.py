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

from benchmarks.measure import in_turns
from holdtheline.arena.jail import bubblewrap
from holdtheline.arena.jail.bot_process import PROCESS_CPU_CLOCK, BotProcess
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.submission import Submission, store_submission

ENTRY = "holdtheline.arena.jail.sandbox:run_as_script"
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


def milliseconds_to_start(supervisor: Supervisor, submission: Submission) -> float:
    """Of the bot's own processor, until the supervisor has it in its hands."""
    taken = []
    for _ in range(STARTS):
        process = supervisor.start(submission, ENTRY, Limits())
        taken.append(process.cpu_seconds())
        process.kill()
    return min(taken) * 1000


def milliseconds_on_the_clock(supervisor: Supervisor, submission: Submission) -> float:
    taken = []
    for _ in range(STARTS):
        began = time.perf_counter()
        process = supervisor.start(submission, ENTRY, Limits())
        taken.append(time.perf_counter() - began)
        process.kill()
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
    return (~pid << 3) | PROCESS_CPU_CLOCK


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


def report_starts(supervisors: dict[str, Supervisor], submission: Submission) -> None:
    contestants: dict[str, Callable[[], float]] = {"a bare fork": milliseconds_of_a_fork}
    for name, supervisor in supervisors.items():
        contestants[name] = lambda supervisor=supervisor: milliseconds_to_start(supervisor, submission)  # type: ignore[misc]
    figures = in_turns(contestants, ROUNDS // 4)
    print("start of a bot, milliseconds of its processor time, and on the clock")
    for name, found in figures.items():
        clock = f"{milliseconds_on_the_clock(supervisors[name], submission):8.2f}" if name in supervisors else ""
        print(f"  {name:24} {min(found):8.2f} {clock}")


def report_asks(supervisors: dict[str, Supervisor], folder: Path, work: int) -> None:
    file = folder / f"echo{work}.py"
    file.write_text(ECHO.format(handle=3, work=work))
    submission = store_submission(file, folder / "bots")
    plain, child = unjailed_echo(work)
    processes = {name: supervisor.start(submission, ENTRY, Limits()) for name, supervisor in supervisors.items()}
    contestants: dict[str, Callable[[], float]] = {
        "without walls": lambda: microseconds_to_ask(
            plain, lambda: time.clock_gettime(clock_of(child)), nothing, nothing
        )
    }
    for name, one in processes.items():
        contestants[name] = lambda one=one: left_alone(one)  # type: ignore[misc]
        contestants[f"{name}, go and halt"] = lambda one=one: stopped_between(one)  # type: ignore[misc]
    figures = in_turns(contestants, ROUNDS)
    best = min(figures["without walls"])
    print(f"a question and its answer, microseconds; the bot works {work} rounds for it")
    for name, found in figures.items():
        print(f"  {name:24} {min(found):8.1f} {min(found) / best:8.2f} times without walls")
    if not work:
        one = next(iter(processes.values()))
        for name, call in {"resume": one.resume, "stop": one.stop, "cpu_seconds": one.cpu_seconds}.items():
            best_call = min(microseconds_of_a_call(call) for _ in range(ROUNDS))
            print(f"  {name:24} {best_call:8.2f}")
    plain.close()
    os.waitpid(child, 0)
    for one in processes.values():
        one.kill()


def left_alone(process: BotProcess) -> float:
    return microseconds_to_ask(process.socket, process.cpu_seconds, nothing, nothing)


def stopped_between(process: BotProcess) -> float:
    try:
        return microseconds_to_ask(process.socket, process.cpu_seconds, process.resume, process.stop)
    finally:
        process.resume()


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    supervisors = {"one ring": Supervisor(with_bubble=False)}
    if not bubblewrap.why_unavailable():
        supervisors["two rings"] = Supervisor()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "idle.py").write_text("import time; time.sleep(60)")
        try:
            report_starts(supervisors, store_submission(folder / "idle.py", folder / "bots"))
            for work in (0, WORK):
                report_asks(supervisors, folder, work)
        finally:
            for supervisor in supervisors.values():
                supervisor.close()


if __name__ == "__main__":
    main()
