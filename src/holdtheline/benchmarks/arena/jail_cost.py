"""Measure what the jail costs: to start a bot, and per question.

A bot is started from the zygote with one ring of walls and with two, beside a bare fork. A question goes to a bot and
back: without walls, behind walls, and behind walls with the bot stopped between questions. Time is processor time, of
both processes together, in the best of many short rounds on one core, so that a busy machine matters less.
"""

from __future__ import annotations

import os
import select
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ...arena.jail import bubblewrap
from ...arena.jail.bot_process import PROCESS_CPU_CLOCK, BotProcess
from ...arena.jail.limits import Limits
from ...arena.jail.supervisor import Supervisor
from ...arena.submission import Submission, store_submission
from ..measure import benchmark_parser, measure_in_rounds

ENTRY = "holdtheline.arena.jail.sandbox:run_as_script"
STARTS, QUESTIONS = 5, 100
"""Per round."""
ROUNDS, QUICK_ROUNDS = 80, 4
WORK_LOOPS = 60
"""Loops of work that the bot does per question: about 100 µs, as a bot that commands units."""
QUESTION = b"x" * 200 + b"\n"
ECHO_BOT = """
import socket
talk = socket.socket(fileno={handle})
while data := talk.recv(4096):
    for _ in range({work}):
        sum(range(100))
    talk.sendall(data)
"""
WITHOUT_WALLS = "without walls"


# Starting a bot


def start_cpu_milliseconds(supervisor: Supervisor, submission: Submission) -> float:
    """Return the bot's own processor time until the supervisor has it."""
    seconds = []
    for _ in range(STARTS):
        process = supervisor.start(submission, ENTRY, Limits())
        seconds.append(process.cpu_seconds())
        process.kill()
    return min(seconds) * 1000


def start_wall_milliseconds(supervisor: Supervisor, submission: Submission) -> float:
    seconds = []
    for _ in range(STARTS):
        began = time.perf_counter()
        process = supervisor.start(submission, ENTRY, Limits())
        seconds.append(time.perf_counter() - began)
        process.kill()
    return min(seconds) * 1000


def fork_milliseconds() -> float:
    seconds = []
    for _ in range(STARTS):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        seconds.append(time.clock_gettime(cpu_clock_of(child)))
        os.waitpid(child, 0)
    return min(seconds) * 1000


def report_starts(supervisors: dict[str, Supervisor], submission: Submission, rounds: int) -> None:
    contestants: dict[str, Callable[[], float]] = {"a bare fork": fork_milliseconds}
    for name, supervisor in supervisors.items():
        contestants[name] = lambda supervisor=supervisor: start_cpu_milliseconds(supervisor, submission)  # type: ignore[misc]
    figures = measure_in_rounds(contestants, rounds)
    print("Start of a bot, ms              processor     wall")
    for name, measured in figures.items():
        wall = f"{start_wall_milliseconds(supervisors[name], submission):8.2f}" if name in supervisors else ""
        print(f"  {name:30} {min(measured):8.2f} {wall}")


# Asking a bot


def question_microseconds(
    talk: socket.socket, bot_seconds: Callable[[], float], resume: Callable[[], None], stop: Callable[[], None]
) -> float:
    """Ask as a referee does (send, resume, wait, read the bot's clock, stop); return the time per question."""
    poll = select.poll()
    poll.register(talk, select.POLLIN)
    began = time.process_time() + bot_seconds()
    for _ in range(QUESTIONS):
        talk.send(QUESTION)
        resume()
        poll.poll()
        talk.recv(4096)
        bot_seconds()
        stop()
    return (time.process_time() + bot_seconds() - began) / QUESTIONS * 1e6


def measure_running(process: BotProcess) -> float:
    return question_microseconds(process.socket, process.cpu_seconds, do_nothing, do_nothing)


def measure_stopped(process: BotProcess) -> float:
    """Measure with the bot stopped between questions."""
    try:
        return question_microseconds(process.socket, process.cpu_seconds, process.resume, process.stop)
    finally:
        process.resume()


def cpu_clock_of(pid: int) -> int:
    return (~pid << 3) | PROCESS_CPU_CLOCK


def do_nothing() -> None:
    return None


def fork_echo_bot(work: int) -> tuple[socket.socket, int]:
    """Start the bot in a fork without walls; return its socket and its process id."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        exec(ECHO_BOT.format(handle=theirs.fileno(), work=work))
        os._exit(0)
    theirs.close()
    return ours, child


def call_microseconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    for _ in range(QUESTIONS):
        call()
    return (time.perf_counter() - began) / QUESTIONS * 1e6


def report_questions(supervisors: dict[str, Supervisor], folder: Path, work: int, rounds: int) -> None:
    file = folder / f"echo{work}.py"
    file.write_text(ECHO_BOT.format(handle=3, work=work))
    submission = store_submission(file, folder / "bots")
    unjailed, child = fork_echo_bot(work)
    processes = {name: supervisor.start(submission, ENTRY, Limits()) for name, supervisor in supervisors.items()}
    contestants: dict[str, Callable[[], float]] = {
        WITHOUT_WALLS: lambda: question_microseconds(
            unjailed, lambda: time.clock_gettime(cpu_clock_of(child)), do_nothing, do_nothing
        )
    }
    for name, process in processes.items():
        contestants[name] = lambda process=process: measure_running(process)  # type: ignore[misc]
        contestants[f"{name}, stopped between"] = lambda process=process: measure_stopped(process)  # type: ignore[misc]
    figures = measure_in_rounds(contestants, rounds)
    best = min(figures[WITHOUT_WALLS])
    print(f"A question and its answer, µs of processor time; the bot works {work} loops for it")
    for name, measured in figures.items():
        print(f"  {name:30} {min(measured):8.1f} {min(measured) / best:8.2f} times {WITHOUT_WALLS}")
    if not work:
        process = next(iter(processes.values()))
        for name, call in {"resume": process.resume, "stop": process.stop, "cpu_seconds": process.cpu_seconds}.items():
            best_call = min(call_microseconds(call) for _ in range(rounds))
            print(f"  a call of {name:20} {best_call:8.2f}")
    unjailed.close()
    os.waitpid(child, 0)
    for process in processes.values():
        process.kill()


def main() -> int:
    args = benchmark_parser("arena.jail_cost", __doc__).parse_args()
    rounds = QUICK_ROUNDS if args.quick else ROUNDS
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    supervisors = {"one ring": Supervisor(with_bubble=False)}
    if not bubblewrap.why_unavailable():
        supervisors["two rings"] = Supervisor()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "idle.py").write_text("import time; time.sleep(60)")
        try:
            report_starts(supervisors, store_submission(folder / "idle.py", folder / "bots"), rounds // 4)
            for work in (0, WORK_LOOPS):
                report_questions(supervisors, folder, work, rounds)
        finally:
            for supervisor in supervisors.values():
                supervisor.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
