"""Bots that try to get around a limit: each of these attacks once succeeded."""

from __future__ import annotations

import errno
import os
import signal
from pathlib import Path

import pytest

from holdtheline.arena.jail import landlock, seccomp
from holdtheline.arena.jail.battery.wall_checks import run_check
from holdtheline.arena.jail.bot_process import ProcessEnd
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.submission import BOT_KINDS

from .conftest import Bot
from .test_supervisor import LIMITS, PATIENCE, RUN, answer, printed, ran

INTERRUPTED = """
import ctypes, os, signal, socket
talk = socket.socket(fileno=3)
talk.recv(1)
signal.signal(signal.SIGALRM, lambda *_: None)
signal.siginterrupt(signal.SIGALRM, True)
signal.setitimer(signal.ITIMER_REAL, 0.01)
ctypes.CDLL(None).socket(2, 1, 0)
talk.send(b"alive")
"""
PROTECTED = """
import ctypes, mmap
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
while True:
    block = libc.mmap(None, 1 << 22, 3, 0x22, -1, 0)
    ctypes.memset(block, 1, 1 << 22)
    libc.mprotect(ctypes.c_void_p(block), 1 << 22, 1)
"""


@pytest.mark.parametrize("ending", ["", "talk.recv(1)"], ids=["exits", "goes on"])
def test_a_call_that_a_signal_interrupts_before_anybody_has_seen_it_is_a_breach(
    supervisor: Supervisor, bot: Bot, ending: str
) -> None:
    process = supervisor.start(bot(INTERRUPTED + ending), RUN, LIMITS)
    os.kill(supervisor.zygote_pid, signal.SIGSTOP)
    try:
        process.socket.sendall(b".")
        assert answer(process) == b"alive"
    finally:
        os.kill(supervisor.zygote_pid, signal.SIGCONT)
    end = process.ended(PATIENCE)
    process.kill()
    assert end == ProcessEnd("made a forbidden system call, which a signal interrupted", is_breach=True)


def test_memory_that_no_limit_of_addresses_counts_is_counted(supervisor: Supervisor, bot: Bot) -> None:
    end, _ = ran(supervisor, bot(PROTECTED), Limits(memory_mb=64))
    assert end is not None
    assert end.fault_kind == "memory"
    used, limit = (int(word) for word in end.how.split() if word.isdigit())
    assert 64 < used < 256
    assert limit == 64


def test_memory_that_a_bot_inherits_is_not_counted(bot: Bot) -> None:
    with Supervisor(prepare=["numpy.random:default_rng"], with_bubble=False) as supervisor:
        process = supervisor.start(bot("print(len(bytearray(16 << 20)))"), RUN, Limits(memory_mb=32))
        end = process.ended(PATIENCE)
        process.kill()
    assert (end, process.log()) == (ProcessEnd("exited with code 0"), f"{16 << 20}\n")


def open_for_truncation(file: Path, flags: int) -> str:
    try:
        os.close(os.open(file, flags | os.O_TRUNC))
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "opened"


@pytest.mark.parametrize("kind", BOT_KINDS)
@pytest.mark.parametrize("writes", [False, True])
def test_an_old_landlock_lets_nobody_empty_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, writes: bool
) -> None:
    """Landlock restricts truncation since version 3."""
    file = tmp_path / "file"
    file.write_text("text")
    monkeypatch.setattr(landlock, "abi_version", lambda: 2)

    def attack(install_allow_list: bool) -> str:
        seccomp.forbid_new_privileges()
        ruleset = landlock.Ruleset()
        ruleset.add(landlock.make_path_rules([tmp_path], landlock.AccessRight.READ))
        ruleset.enforce()
        if install_allow_list:
            seccomp.install_allow_list(kind, writes)
        found = [open_for_truncation(file, flags) for flags in (os.O_RDONLY, os.O_ACCMODE)]
        try:
            os.truncate(file, 0)
        except OSError as error:
            return " ".join([*found, errno.errorcode[error.errno or 0]])
        return " ".join([*found, "truncated"])

    assert run_check(lambda: attack(install_allow_list=True)) == "EACCES EACCES EPERM"
    assert file.read_text() == "text"
    assert run_check(lambda: attack(install_allow_list=False)) == "opened opened truncated"
    assert file.read_text() == ""


def test_what_an_honest_bot_opens_for_writing_is_still_open(supervisor: Supervisor, bot: Bot) -> None:
    assert printed(supervisor, bot("print('x', file=open('/dev/null', 'w')); print('written')")) == "written"
