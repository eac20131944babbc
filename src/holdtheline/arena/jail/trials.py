"""Each wall, tried in a process of its own: `python -m holdtheline.arena.jail.trials` prints what came out.

A trial gives nothing if its wall stands, and else the reason.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import platform
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from . import bubble, cell, landlock, privileges, seccomp
from .handin import PYTHON
from .kernelcalls import MACHINE, NUMBERS, prctl
from .prisoner import CPU_CLOCK

Trial = Callable[[], str]
PATIENCE = 10.0
SOME_MEMORY = 64 * 2**20


def system() -> str:
    here = f"{platform.system()} on {platform.machine()}"
    return (
        ""
        if here == f"Linux on {MACHINE}"
        else f"this is {here}, and the jail is made for Linux on {MACHINE}"
    )


def files() -> str:
    if not landlock.version():
        return "the kernel has no Landlock, or it is turned off"
    seccomp.forbid_new_privileges()
    ruleset = landlock.Ruleset()
    ruleset.add(landlock.rules_for([os.devnull], landlock.READ))
    ruleset.enforce()
    os.close(os.open(os.devnull, os.O_RDONLY))
    return refused(lambda: os.listdir("/"), errno.EACCES)


def network() -> str:
    if landlock.version() < landlock.NETWORK_SINCE:
        return (
            f"the kernel's Landlock has version {landlock.version()}, and {landlock.NETWORK_SINCE} is needed"
        )
    with socket.create_server(("127.0.0.1", 0)) as server:
        seccomp.forbid_new_privileges()
        landlock.Ruleset().enforce()
        return refused(lambda: socket.create_connection(server.getsockname()), errno.EACCES)


def signals() -> str:
    if landlock.version() < landlock.SCOPES_SINCE:
        return (
            f"the kernel's Landlock has version {landlock.version()}, and {landlock.SCOPES_SINCE} is needed"
        )
    seccomp.forbid_new_privileges()
    landlock.Ruleset().enforce()
    return refused(lambda: os.kill(os.getppid(), 0), errno.EPERM)


def calls() -> str:
    seccomp.forbid_new_privileges()
    seccomp.allow_only(PYTHON, writes=False)
    return refused(socket.socketpair, errno.EPERM)


def evidence() -> str:
    """A child is caught, and it is known at what."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        seccomp.forbid_new_privileges()
        listener = seccomp.tell_attacks(os.getpid())
        socket.send_fds(theirs, [b"."], [] if listener is None else [listener])
        os.kill(os.getppid(), 0)
        os._exit(0)
    _, handles, _, _ = socket.recv_fds(ours, 1, 1)
    caught = handles and select.select(handles, [], [], PATIENCE)[0] and seccomp.told(handles[0])
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "" if caught and caught[0] == NUMBERS["kill"] else "the kernel does not tell of what it refuses"


def memory() -> str:
    resource.setrlimit(resource.RLIMIT_DATA, (SOME_MEMORY, SOME_MEMORY))
    return refused(lambda: mmap.mmap(-1, 2 * SOME_MEMORY, flags=mmap.MAP_PRIVATE), errno.ENOMEM)


def clock() -> str:
    """Another process's time is read, and it is stopped and sent on."""
    child = os.fork()
    if child == 0:
        while True:
            pass
    handle = os.pidfd_open(child)
    until = time.monotonic() + PATIENCE
    try:
        while time.clock_gettime((~child << 3) | CPU_CLOCK) < 0.001:
            if time.monotonic() > until:
                return "the processor's time of another process stands still"
        signal.pidfd_send_signal(handle, signal.SIGSTOP)
        os.waitid(os.P_PIDFD, handle, os.WSTOPPED)
    finally:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
        os.waitpid(child, 0)
    return ""


def own_user() -> str:
    if os.geteuid() != 0:
        return "only root can give every bot a user of its own; here they are all the user who starts them"
    if not privileges.can_change_user():
        return (
            "root may not change its user here, as in some containers; bots have no capabilities but are root"
        )
    return ""


def no_privileges() -> str:
    privileges.drop(cell.PYTHONS_FOLDERS)
    status = Path("/proc/self/status").read_text()
    [kept] = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith("CapEff")]
    if kept & ~(1 << privileges.READ_ANYTHING):
        return f"capabilities are left: {kept:#x}"
    return refused(lambda: os.setgroups([0]), errno.EPERM)


def parents_death() -> str:
    """A grandchild ends with the child that started it."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        own = os.getpid()
        if os.fork() == 0:
            prctl(cell.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() == own:
                os.write(theirs, b".")
                time.sleep(2 * PATIENCE)
            os._exit(0)
        time.sleep(2 * PATIENCE)
    os.close(theirs)
    os.read(ours, 1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    ended = select.select([ours], [], [], PATIENCE)[0]
    return "" if ended else "a process outlives the one that started it"


def refused(attempt: Callable[[], object], error: int) -> str:
    try:
        attempt()
    except OSError as refusal:
        return "" if refusal.errno == error else f"it is refused otherwise than it should be: {refusal}"
    return "the kernel allows what it was told to refuse"


TRIALS: dict[str, Trial] = {
    "system": system,
    "files": files,
    "calls": calls,
    "memory": memory,
    "clock": clock,
    "privileges": no_privileges,
    "survivors": parents_death,
    "evidence": evidence,
    "user": own_user,
    "network": network,
    "signals": signals,
    "bubble": bubble.why_not,
}


def tried(trial: Trial) -> str:
    """In a child, which it may lock in as it likes."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            why = trial()
        except BaseException as error:  # noqa: BLE001
            why = f"the trial failed: {type(error).__name__}: {error}"
        os.write(theirs, why.encode()[:4096])
        os._exit(0)
    os.close(theirs)
    with open(ours, "rb") as answer:
        why = answer.read().decode()
    _, status = os.waitpid(child, 0)
    return why if status == 0 else why or f"the trial died (status {status})"


def main() -> None:
    json.dump({name: tried(trial) for name, trial in TRIALS.items()}, sys.stdout)


if __name__ == "__main__":
    main()
