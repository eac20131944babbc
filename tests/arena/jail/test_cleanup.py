"""When a supervisor closes or dies, it leaves nothing of its bots behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from holdtheline.arena.jail.supervisor import JailFailed, Supervisor
from holdtheline.arena.submission import Submission

from ..hostile_bots import KEY
from ..leftovers import FIRST_USER, owner_of, segments
from .conftest import Bot
from .test_node_and_programs import ECHO_SH
from .test_supervisor import BUSY, ECHO, LIMITS, RUN, answer, printed, wait_for

STUBBORN = """
import signal
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True: pass
"""
REFEREE = """
import sys, time
from pathlib import Path
from holdtheline.arena.submission import Submission
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.jail.limits import Limits
supervisor = Supervisor(prepare=sys.argv[4:], with_bubble=sys.argv[1] == "True")
supervisor.start_zygote()
pids = [supervisor.zygote_pid]
if not sys.argv[4:]:
    submission = Submission("ada", Path(sys.argv[2]), "python", "ada.py", "")
    bots = [supervisor.start(submission, sys.argv[3], Limits()) for _ in range(2)]
    bots[0].stop()
    pids += [bot.pid for bot in bots]
print(*pids, flush=True)
time.sleep(60)
"""


def is_gone(pid: int) -> bool:
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def killed_referee(submission: Submission, has_bubble: bool, *prepare: str) -> list[int]:
    """Return the pids that a referee had started when it was killed."""
    command = [sys.executable, "-c", REFEREE, str(has_bubble), str(submission.folder), RUN, *prepare]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout is not None
        pids = [int(word) for word in referee.stdout.readline().split()]
        assert pids
        assert not any(map(is_gone, pids))
        referee.kill()
    return pids


def test_close_ends_bots_that_run_are_stopped_or_stubborn(bot: Bot, supervisor: Supervisor) -> None:
    own = Supervisor(with_bubble=supervisor.has_bubble)
    bots = [own.start(bot(text), RUN, LIMITS) for text in (BUSY, ECHO, STUBBORN)]
    bots[0].stop()
    pids = [own.zygote_pid, *(one.pid for one in bots)]
    assert not any(map(is_gone, pids))
    own.close()
    assert all(map(is_gone, pids))
    own.close()


def test_a_killed_referee_takes_its_bots_along(bot: Bot, supervisor: Supervisor) -> None:
    for pid in killed_referee(bot(STUBBORN), supervisor.has_bubble):
        wait_for(lambda pid=pid: is_gone(pid))  # type: ignore[misc]


def test_a_referee_that_is_killed_while_rules_are_prepared_leaves_nothing(bot: Bot, supervisor: Supervisor) -> None:
    for pid in killed_referee(bot(""), supervisor.has_bubble, "signal:pause"):
        wait_for(lambda pid=pid: is_gone(pid))  # type: ignore[misc]


def test_bots_die_with_their_zygote_and_nobody_is_blamed(bot: Bot, supervisor: Supervisor) -> None:
    with Supervisor(with_bubble=supervisor.has_bubble) as own:
        process = own.start(bot(STUBBORN), RUN, LIMITS)
        program = own.start(bot(ECHO_SH, "ada"), "", LIMITS)
        program.socket.sendall(b"hello\n")
        assert answer(program) == b"sh says hello\n"
        os.kill(own.zygote_pid, signal.SIGKILL)
        wait_for(lambda: is_gone(process.pid) and is_gone(program.pid))
        with pytest.raises(JailFailed, match="the jail"):
            process.ended(1)
        assert printed(own, bot("print('again')")) == "again"


def test_a_keeper_leaves_no_descriptor_open(bot: Bot) -> None:
    def handles() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = handles()
    with Supervisor(with_bubble=False) as own:
        for _ in range(3):
            printed(own, bot("print('hello')"))
        within = handles()
        for _ in range(3):
            printed(own, bot("print('hello')"))
        assert handles() == within
        own.start(bot(BUSY), RUN, LIMITS)
    assert handles() == before


def test_the_kernel_keeps_nothing_of_a_bot(bot: Bot, supervisor: Supervisor) -> None:
    """Shared memory, queues and memory files would outlive a process."""
    text = f"""
import ctypes, mmap, os
libc = ctypes.CDLL(None)
print(libc.shmget({KEY}, 4096, 0o1600), libc.msgget({KEY}, 0o1600), libc.semget({KEY}, 1, 0o1600))
"""

    def kept() -> list[str]:
        """Return what bots own; other programs, such as PostgreSQL, have shared memory too."""
        files = [path.name for path in Path("/dev/shm").iterdir() if owner_of(path) >= FIRST_USER]
        return segments() + files

    before = kept()
    assert printed(supervisor, bot(text)) == "-1 -1 -1"
    assert kept() == before
