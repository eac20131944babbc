"""Check each wall in a child process; run as a module, print the results as JSON.

A check returns an empty string if its wall stands, and otherwise the reason."""

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

from ...submission import PYTHON
from .. import landlock, privileges, sandbox, seccomp
from ..attack_notices import AttackNotices
from ..bot_process import PROCESS_CPU_CLOCK
from ..syscall_numbers import MACHINE, PR_SET_PDEATHSIG, SYSCALL_NUMBERS, prctl

WallCheck = Callable[[], str]
WAIT_SECONDS = 10.0
TEST_MEMORY_BYTES = 64 * 2**20


def check_system() -> str:
    here = f"{platform.system()} on {platform.machine()}"
    return "" if here == f"Linux on {MACHINE}" else f"this is {here}, but the jail needs Linux on {MACHINE}"


def check_files() -> str:
    if not landlock.abi_version():
        return "the kernel has no Landlock, or it is disabled"
    seccomp.forbid_new_privileges()
    ruleset = landlock.Ruleset()
    ruleset.add(landlock.make_path_rules([os.devnull], landlock.AccessRight.READ))
    ruleset.enforce()
    os.close(os.open(os.devnull, os.O_RDONLY))
    return expect_refusal(lambda: os.listdir("/"), errno.EACCES)


def check_network() -> str:
    if landlock.abi_version() < landlock.NETWORK_ABI:
        return f"the kernel's Landlock has version {landlock.abi_version()}, and {landlock.NETWORK_ABI} is needed"
    with socket.create_server(("127.0.0.1", 0)) as server:
        seccomp.forbid_new_privileges()
        landlock.Ruleset().enforce()
        return expect_refusal(lambda: socket.create_connection(server.getsockname()), errno.EACCES)


def check_signals() -> str:
    if landlock.abi_version() < landlock.SCOPES_ABI:
        return f"the kernel's Landlock has version {landlock.abi_version()}, and {landlock.SCOPES_ABI} is needed"
    seccomp.forbid_new_privileges()
    landlock.Ruleset().enforce()
    return expect_refusal(lambda: os.kill(os.getppid(), 0), errno.EPERM)


def check_syscalls() -> str:
    seccomp.forbid_new_privileges()
    seccomp.install_allow_list(PYTHON, writes=False)
    return expect_refusal(socket.socketpair, errno.EPERM)


def check_attack_evidence() -> str:
    """Check that a child's attack is reported with its system call."""
    notices = AttackNotices()
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        try:
            ours.close()
            seccomp.forbid_new_privileges()
            listener = seccomp.install_attack_filter(os.getpid())
            socket.send_fds(theirs, [b"."], [] if listener is None else [listener])
            theirs.recv(1)
            os.kill(os.getppid(), 0)
        finally:
            os._exit(0)
    theirs.close()
    _, handles, _, _ = socket.recv_fds(ours, 1, 1)
    for handle in handles:
        notices.watch(handle)
    if handles:
        ours.send(b".")
        select.select([notices.handle], [], [], WAIT_SECONDS)
    caught = [seccomp.receive_attack(handle)[0] for handle in notices.collect()]
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "" if caught == [SYSCALL_NUMBERS["kill"]] else "the kernel does not report refused system calls"


def check_memory() -> str:
    resource.setrlimit(resource.RLIMIT_DATA, (TEST_MEMORY_BYTES, TEST_MEMORY_BYTES))
    return expect_refusal(lambda: mmap.mmap(-1, 2 * TEST_MEMORY_BYTES, flags=mmap.MAP_PRIVATE), errno.ENOMEM)


def check_cpu_clock() -> str:
    """Check that the CPU time of another process can be read and that it can be stopped."""
    child = os.fork()
    if child == 0:
        while True:
            pass
    handle = os.pidfd_open(child)
    until = time.monotonic() + WAIT_SECONDS
    try:
        while time.clock_gettime((~child << 3) | PROCESS_CPU_CLOCK) < 0.001:
            if time.monotonic() > until:
                return "the CPU clock of another process does not advance"
        signal.pidfd_send_signal(handle, signal.SIGSTOP)
        os.waitid(os.P_PIDFD, handle, os.WSTOPPED)
    finally:
        signal.pidfd_send_signal(handle, signal.SIGKILL)
        os.waitpid(child, 0)
    return ""


def check_own_user() -> str:
    if os.geteuid() != 0:
        return "only root can run each bot as a separate user; here all bots run as the current user"
    if not privileges.can_change_user():
        return "root cannot change its user here, as in some containers; bots run as root without capabilities"
    return ""


def check_privileges() -> str:
    privileges.drop_privileges(sandbox.PYTHON_FOLDERS)
    status = Path("/proc/self/status").read_text()
    [capabilities] = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith("CapEff")]
    if capabilities & ~(1 << privileges.CAP_DAC_READ_SEARCH):
        return f"capabilities are left: {capabilities:#x}"
    return expect_refusal(lambda: os.setgroups([0]), errno.EPERM)


def check_parent_death() -> str:
    """Check that a process is killed when its parent dies."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        parent = os.getpid()
        if os.fork() == 0:
            prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() == parent:
                os.write(theirs, b".")
                time.sleep(2 * WAIT_SECONDS)
            os._exit(0)
        time.sleep(2 * WAIT_SECONDS)
    os.close(theirs)
    os.read(ours, 1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    ended = select.select([ours], [], [], WAIT_SECONDS)[0]
    return "" if ended else "a process outlives its parent"


def expect_refusal(attempt: Callable[[], object], error: int) -> str:
    try:
        attempt()
    except OSError as refusal:
        return "" if refusal.errno == error else f"the kernel refuses it with an unexpected error: {refusal}"
    return "the kernel allows what it should refuse"


WALL_CHECKS: dict[str, WallCheck] = {
    "system": check_system,
    "files": check_files,
    "calls": check_syscalls,
    "memory": check_memory,
    "clock": check_cpu_clock,
    "privileges": check_privileges,
    "survivors": check_parent_death,
    "evidence": check_attack_evidence,
    "user": check_own_user,
    "network": check_network,
    "signals": check_signals,
}


def run_check(check: WallCheck) -> str:
    """Run a check in a child process, which it may restrict."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            why = check()
        except BaseException as error:  # noqa: BLE001
            why = f"the check failed: {type(error).__name__}: {error}"
        os.write(theirs, why.encode()[:4096])
        os._exit(0)
    os.close(theirs)
    with open(ours, "rb") as answer:
        why = answer.read().decode()
    _, status = os.waitpid(child, 0)
    return why if status == 0 else why or f"the check died (status {status})"


def main() -> None:
    json.dump({name: run_check(check) for name, check in WALL_CHECKS.items()}, sys.stdout)


if __name__ == "__main__":
    main()
